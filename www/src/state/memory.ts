/** The Query Graph as the page keeps it: grown by events, made exact by the result. */

import type { Conflict, Event, ResearchResult } from "../bank/types.ts";
import type { MemoryNode, TextPlace } from "./state.ts";

/** The topics in memory by their ids. */
export type Nodes = ReadonlyMap<string, MemoryNode>;

/** Carries out on a graph what an event tells of it. */
export function apply(nodes: Map<string, MemoryNode>, event: Event): void {
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
      for (const [one, other] of pairsOf(event.ids))
        dispute(nodes, one, other, event.description.split("\n"));
      break;
    case "nodesMerged":
      merge(nodes, event);
      break;
  }
}

/** A node's conflicts by the node on the other side. */
function disputesOf(node: string, conflicts: readonly Conflict[]): Map<string, string[]> {
  const shared = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const [one, other] = conflict.about;
    const by = one === node ? other : one;
    shared.set(by, [...(shared.get(by) ?? []), conflict]);
  }
  return new Map([...shared].map(([by, all]) => [by, saidOf(all)]));
}

/** The subjects of conflicts, and the reasons why they are undecided, if a decision was tried. */
function saidOf(conflicts: readonly Conflict[]): string[] {
  const told = conflicts.map(({ dissent }) => dissent.description);
  return once([...told, ...conflicts.map(({ grounds }) => grounds)]);
}

function pairsOf(ids: readonly string[]): [string, string][] {
  return ids.flatMap((one, at) => ids.slice(at + 1).map((other): [string, string] => [one, other]));
}

/** The texts that say something, each once. */
function once(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}

/** A topic of which nothing is known. */
export const EMPTY_NODE: MemoryNode = {
  id: "",
  topic: "",
  keywords: [],
  summary: "",
  document: "",
  places: [],
  links: new Map(),
  disputes: new Map(),
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

function dispute(
  nodes: Map<string, MemoryNode>,
  one: string,
  other: string,
  texts: readonly string[],
): void {
  if (one === other || !nodes.has(one) || !nodes.has(other)) return;
  const note = (on: string, by: string) =>
    change(nodes, on, (node) => {
      const told = once([...(node.disputes.get(by) ?? []), ...texts]);
      return { ...node, disputes: new Map(node.disputes).set(by, told) };
    });
  note(one, other);
  note(other, one);
}

/** Ends the disputes between two nodes. */
export function settle(nodes: Map<string, MemoryNode>, one: string, other: string): void {
  const end = (on: string, by: string) =>
    change(nodes, on, (node) => ({ ...node, disputes: without(node.disputes, by) }));
  end(one, other);
  end(other, one);
}

/** The new node takes the old ones' place, links, disputes with others, and history. */
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
    for (const [by, texts] of node.disputes) {
      change(nodes, by, (other) => ({ ...other, disputes: without(other.disputes, node.id) }));
      if (!event.from.includes(by)) dispute(nodes, event.into, by, texts);
    }
  }
}

function without<T>(all: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  const rest = new Map(all);
  rest.delete(id);
  return rest;
}

/** The result's graph; reasons for links come from the events, for the result holds none. */
export function graphOf(result: ResearchResult, told: Nodes): Nodes {
  const { nodes, conflicts } = result.queryGraph;
  const places = placesOf(result);
  const merges = mergesOf(result);
  const order = orderOf(result);
  const drawn = Object.values(nodes).map((node): MemoryNode => {
    const reasons = told.get(node.id)?.links;
    const found = places.get(node.id) ?? [];
    return {
      id: node.id,
      topic: node.context,
      keywords: node.keywords,
      summary: node.summary,
      document: found[0]?.document ?? "",
      places: found.toSorted((one, other) => order(one) - order(other)),
      links: new Map(node.links.map((id) => [id, reasons?.get(id) ?? ""])),
      disputes: disputesOf(
        node.id,
        node.disputed.flatMap((id) => conflicts[id] ?? []),
      ),
      merges: merges.get(node.id) ?? [],
    };
  });
  const first = ({ places: [place] }: MemoryNode) =>
    place ? order(place) : Number.POSITIVE_INFINITY;
  // The engine orders nodes by identifiers, people by the place of the text.
  drawn.sort((a, b) => first(a) - first(b) || (a.id < b.id ? -1 : 1));
  return new Map(drawn.map((node) => [node.id, node]));
}

/** The places of each node's original texts, in the order of its entries; nodes without a text have none. */
function placesOf(result: ResearchResult): Map<string, TextPlace[]> {
  const { entries, node_to_entries: entriesOf } = result.interactionTree;
  const placed = Object.entries(entriesOf).map(([node, ids]): [string, TextPlace[]] => {
    const sources = ids.flatMap((id) => entries[id]?.metadata.source ?? []);
    return [node, sources.map(({ document, span }) => ({ document, bytes: span }))];
  });
  return new Map(placed);
}

/** The position of a place in all documents together. */
function orderOf({ documents }: ResearchResult): (place: TextPlace) => number {
  const indices = new Map(documents.map(({ name }, index) => [name, index]));
  return ({ document, bytes }) => (indices.get(document) ?? 0) * DOCUMENT_STRIDE + bytes.start;
}

/** More bytes than any document has. */
const DOCUMENT_STRIDE = 2 ** 32;

/** Every merge that led to a node, through the nodes that were merged before it. */
function mergesOf(result: ResearchResult): Map<string, string[]> {
  const told = new Map<string, string[]>();
  for (const event of result.interactionTree.merge_events) {
    const before = event.merged_node_ids.flatMap((id) => told.get(id) ?? []);
    told.set(event.new_node_id, [...before, event.description]);
  }
  return told;
}
