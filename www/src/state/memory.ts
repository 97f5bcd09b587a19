/** The Query Graph as the page keeps it: grown by events, made exact by the result. */

import type { Conflict, Event, ResearchResult } from "../bank/types.ts";
import type { Action } from "./actions.ts";
import type { MemoryNode, RequestedRun } from "./state.ts";

type Nodes = ReadonlyMap<string, MemoryNode>;

/**
 * The graph after the actions; the same map if none touches it. `requested` is the run that was requested before them:
 * it replaces the graph only when it starts.
 */
export function withEvents(
  nodes: Nodes,
  actions: readonly Action[],
  requested: RequestedRun | null,
): Nodes {
  if (!actions.some(touchesGraph)) return nodes;
  let draft = new Map(nodes);
  let next = requested;
  for (const action of actions) {
    if (action.type === "runRequested") next = action;
    if (action.type !== "event") continue;
    if (action.event.type === "runStarted" && next?.continued === false) draft = new Map();
    apply(draft, action.event);
  }
  return draft;
}

function touchesGraph(action: Action): boolean {
  return action.type === "event" && /^node|^runStarted$/.test(action.event.type);
}

function apply(nodes: Map<string, MemoryNode>, event: Event): void {
  switch (event.type) {
    case "nodeAdded":
      nodes.set(event.id, {
        ...EMPTY_NODE,
        id: event.id,
        topic: event.context,
        keywords: event.keywords,
        document: event.document ?? "",
      });
      break;
    case "nodeUpdated":
      change(nodes, event.id, (node) => ({
        ...node,
        topic: event.context,
        keywords: event.keywords,
      }));
      break;
    case "nodesLinked":
      link(nodes, event.from, event.to, event.reason);
      break;
    case "nodesDisputed":
      for (const id of event.ids) {
        change(nodes, id, (node) => ({
          ...node,
          disputes: once([...node.disputes, ...event.description.split("\n")]),
        }));
      }
      break;
    case "nodesMerged":
      merge(nodes, event);
      break;
  }
}

/** The subjects of conflicts, and the reasons why they are undecided, if a decision was tried. */
function saidOf(conflicts: readonly Conflict[]): string[] {
  const told = conflicts.map(({ dissent }) => dissent.description);
  return once([...told, ...conflicts.map(({ grounds }) => grounds)]);
}

/** The texts that say something, each once. */
function once(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}

const EMPTY_NODE: MemoryNode = {
  id: "",
  topic: "",
  keywords: [],
  summary: "",
  document: "",
  links: new Map(),
  disputes: [],
  merges: [],
};

function change(
  nodes: Map<string, MemoryNode>,
  id: string,
  how: (node: MemoryNode) => MemoryNode,
): void {
  const node = nodes.get(id);
  if (node) nodes.set(id, how(node));
}

function link(nodes: Map<string, MemoryNode>, from: string, to: string, reason: string): void {
  if (from === to || !nodes.has(from) || !nodes.has(to)) return;
  change(nodes, from, (node) => ({ ...node, links: new Map(node.links).set(to, reason) }));
  change(nodes, to, (node) => ({ ...node, links: new Map(node.links).set(from, reason) }));
}

/** The new node takes the old ones' place, links and history. */
function merge(
  nodes: Map<string, MemoryNode>,
  event: Extract<Event, { type: "nodesMerged" }>,
): void {
  const old = event.from.flatMap((id) => nodes.get(id) ?? []);
  const known = nodes.get(event.into);
  nodes.set(event.into, {
    ...EMPTY_NODE,
    ...known,
    id: event.into,
    topic: event.context,
    keywords: known?.keywords.length
      ? known.keywords
      : [...new Set(old.flatMap((node) => [...node.keywords]))],
    document: known?.document || (old[0]?.document ?? ""),
    merges: [...old.flatMap((node) => [...node.merges]), event.description],
  });
  for (const node of old) {
    if (node.id === event.into) continue;
    nodes.delete(node.id);
    for (const [neighbour, reason] of node.links) {
      change(nodes, neighbour, (other) => ({ ...other, links: without(other.links, node.id) }));
      if (!event.from.includes(neighbour)) link(nodes, event.into, neighbour, reason);
    }
  }
}

function without(links: ReadonlyMap<string, string>, id: string): ReadonlyMap<string, string> {
  const rest = new Map(links);
  rest.delete(id);
  return rest;
}

/** The result's graph; reasons for links come from the events, for the result holds none. */
export function graphOf(result: ResearchResult, told: Nodes): Nodes {
  const sources = documentsOf(result);
  const merges = mergesOf(result);
  const nodes = Object.values(result.queryGraph.nodes).map((node): [string, MemoryNode] => {
    const reasons = told.get(node.id)?.links;
    return [
      node.id,
      {
        id: node.id,
        topic: node.context,
        keywords: node.keywords,
        summary: node.summary,
        document: sources.get(node.id) ?? "",
        links: new Map(node.links.map((id) => [id, reasons?.get(id) ?? ""])),
        disputes: saidOf(node.disputed.flatMap((id) => result.queryGraph.conflicts[id] ?? [])),
        merges: merges.get(node.id) ?? [],
      },
    ];
  });
  const places = placesOf(result);
  const place = (id: string) => places.get(id) ?? Number.POSITIVE_INFINITY;
  // The engine orders nodes by identifiers, people by the place of the text.
  return new Map(nodes.sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1)));
}

/** The position in the documents at which each node's text begins; nodes without a text have none. */
function placesOf(result: ResearchResult): Map<string, number> {
  const { entries, node_to_entries: entriesOf } = result.interactionTree;
  const documents = new Map(result.documents.map(({ name }, index) => [name, index]));
  const places = new Map<string, number>();
  for (const [node, ids] of Object.entries(entriesOf)) {
    const starts = ids.flatMap((id) => {
      const source = entries[id]?.metadata.source;
      return source
        ? [(documents.get(source.document) ?? 0) * DOCUMENT_STRIDE + source.span.start]
        : [];
    });
    if (starts.length > 0) places.set(node, Math.min(...starts));
  }
  return places;
}

/** More bytes than any document has. */
const DOCUMENT_STRIDE = 2 ** 32;

/** The document of each node's first entry that has one. */
function documentsOf(result: ResearchResult): Map<string, string> {
  const { entries, node_to_entries: entriesOf } = result.interactionTree;
  const documents = new Map<string, string>();
  for (const [node, ids] of Object.entries(entriesOf)) {
    const named = ids
      .map((id) => entries[id]?.metadata.source?.document)
      .find((name) => name !== undefined);
    if (named !== undefined) documents.set(node, named);
  }
  return documents;
}

/** Every merge that led to a node, through the nodes that were merged before it. */
function mergesOf(result: ResearchResult): Map<string, string[]> {
  const told = new Map<string, string[]>();
  for (const event of result.interactionTree.merge_events) {
    const before = event.merged_node_ids.flatMap((id) => told.get(id) ?? []);
    told.set(event.new_node_id, [...before, event.description]);
  }
  return told;
}
