/** The memory graph drawn by sigma; loaded only once there is a graph to draw. */

import { UndirectedGraph } from "graphology";
import type { Attributes } from "graphology-types";
import Sigma from "sigma";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import { type MemoryNode, NODES_SHOWN } from "../state/state.ts";
import { isDisputed } from "../state/topic-filter.ts";
import { shown } from "../text/shown.ts";
import { type DisputeLine, drawDisputeLines } from "./dispute-lines.ts";
import { type LabelledNode, Labels } from "./labels.ts";
import type { LayoutRequest, LayoutStep } from "./layout-protocol.ts";
import { Pace } from "./pace.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { startingPlace } from "./starting-place.ts";

/** Least time between two layouts while the graph grows. */
const LAYOUT_PAUSE_MILLISECONDS = 1200;

/** Labels that are tried at most, besides those that stay in any case. */
const LABELS_TRIED = 80;

/** The graph's attributes of a node. */
interface NodeAttributes extends Attributes {
  x: number;
  y: number;
  label: string;
  disputed: boolean;
}

/** The importance of a node: 0 selected or touched, 1 disputed or near a selected one, 2 any other, 3 in the background. */
type Rank = 0 | 1 | 2 | 3;

/** A drawing that follows the memory, its search, its selection, and the moment that is shown. */
export class Drawing {
  /**
   * Everything that was drawn of this memory. What is not in memory at the moment is hidden: with each node or link
   * that is dropped, sigma goes through the whole graph.
   */
  readonly #graph = new UndirectedGraph<NodeAttributes>();
  readonly #sigma: Sigma<NodeAttributes>;
  readonly #worker: Worker;
  readonly #host: HTMLElement;
  readonly #pace: Pace;
  readonly #labels = new Labels();
  readonly #closing = new AbortController();
  #palette: Palette;
  #selected: readonly string[] = [];
  /** The nodes of the event that is shown. */
  #touched: readonly string[] = [];
  #found: ReadonlySet<string> | null = null;
  #shown: ReadonlyMap<string, MemoryNode> = new Map();
  #disputes: readonly (readonly [string, string])[] = [];
  /** Changes since the last drawing. */
  #nodes: ReadonlyMap<string, MemoryNode> | null = null;
  #step: LayoutStep | null = null;
  /** True if the memory is shown as it was: then no node moves. */
  #isPast = false;
  /** The last memory that was laid out. */
  #laidOut: ReadonlyMap<string, MemoryNode> | null = null;
  readonly #stillness = matchMedia("(prefers-reduced-motion: reduce)");
  #isRestyled = false;
  #version = 0;
  #order: string[] = [];
  #lastLayout = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws if the browser cannot draw by WebGL. */
  constructor(host: HTMLElement, onSelect: (ids: readonly string[]) => void) {
    this.#host = host;
    this.#palette = paletteOf(host);
    this.#sigma = this.#makeSigma(host);
    this.#sigma.on("clickNode", ({ node }) => onSelect([node]));
    this.#sigma.on("clickStage", () => onSelect([]));
    this.#sigma.on("afterRender", () => this.#drawOver());
    this.#worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    this.#pace = new Pace(host, () => this.#draw());
    this.#worker.addEventListener("message", ({ data }: MessageEvent<LayoutStep>) => {
      if (this.#stillness.matches && !data.isLast) return;
      this.#step = data;
      this.#pace.ask();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolour(), {
      signal: this.#closing.signal,
    });
  }

  #makeSigma(host: HTMLElement): Sigma<NodeAttributes> {
    return new Sigma(this.#graph, host, {
      allowInvalidContainer: true,
      // They are placed so that they do not overlap, which sigma does not do.
      renderLabels: false,
      zIndex: true,
      defaultDrawNodeHover: (context, { label, x, y, size }) => {
        const node = { topic: label ?? "", x, y, size, isKept: true, isSoft: false };
        this.#labels.drawInFront(context, node, this.#sigma.getDimensions(), this.#palette);
      },
      nodeReducer: (id, data) => this.#drawnNode(id, data),
      edgeReducer: (edge, data) => this.#drawnEdge(edge, data),
    });
  }

  /** True while a run reads: the drawing is slower then. */
  set isReading(isReading: boolean) {
    this.#pace.isSlow = isReading;
  }

  /** Takes over the nodes, links and disputes of the memory; `isPast`: as they were at an earlier moment. */
  update(nodes: ReadonlyMap<string, MemoryNode>, isPast: boolean): void {
    this.#nodes = nodes;
    this.#isPast = isPast;
    this.#pace.ask();
  }

  /** Shows which nodes the user looks for; `null`: all. */
  show(found: ReadonlySet<string> | null): void {
    if (found === this.#found) return;
    this.#found = found;
    this.#isRestyled = true;
    this.#pace.ask();
  }

  /** Shows which nodes are selected, and which the event touches that is shown. */
  select(selected: readonly string[], touched: readonly string[]): void {
    const isSame = selected === this.#selected;
    if (isSame && String(touched) === String(this.#touched)) return;
    this.#selected = selected;
    this.#touched = touched;
    this.#isRestyled = true;
    if (isSame) this.#pace.ask();
    else this.#pace.askAtOnce();
  }

  /** Gives the browser its drawing context and its worker back. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#pace.close();
    this.#worker.terminate();
    this.#sigma.kill();
  }

  #recolour(): void {
    this.#palette = paletteOf(this.#host);
    this.#isRestyled = true;
    this.#pace.askAtOnce();
  }

  /** Changes of the graph have sigma draw in the next frame. */
  #draw(): void {
    const [nodes, step] = [this.#nodes, this.#step];
    this.#nodes = null;
    this.#step = null;
    if (nodes) this.#takeOver(nodes);
    if (step) this.#place(step);
    if (this.#isRestyled) this.#sigma.refresh({ skipIndexation: true, schedule: true });
    this.#isRestyled = false;
  }

  #takeOver(nodes: ReadonlyMap<string, MemoryNode>): void {
    const before = { nodes: this.#shown.size, disputes: this.#disputes.length };
    const shown = new Map([...nodes].slice(0, NODES_SHOWN));
    const isOther = ![...shown.keys()].some((id) => this.#graph.hasNode(id));
    if (isOther && !this.#isPast && shown.size > 0) this.#graph.clear();
    this.#shown = shown;
    this.#isRestyled = true;
    let changed = before.nodes !== shown.size;
    for (const node of shown.values()) changed = this.#put(node) || changed;
    for (const node of shown.values()) changed = this.#connect(node) || changed;
    this.#disputes = [...shown.values()].flatMap(({ id, disputes }) =>
      [...disputes.keys()]
        .filter((other) => id < other && shown.has(other))
        .map((other) => [id, other] as const),
    );
    if (this.#isPast || nodes === this.#laidOut) return;
    this.#laidOut = nodes;
    if (changed || this.#disputes.length !== before.disputes) this.#layOutSoon();
  }

  #put(node: MemoryNode): boolean {
    const attributes = { label: shown(node.topic), disputed: isDisputed(node) };
    if (!this.#graph.hasNode(node.id)) {
      const neighbours = [...node.links.keys(), ...node.disputes.keys()].flatMap((id) =>
        this.#graph.hasNode(id) ? [this.#graph.getNodeAttributes(id)] : [],
      );
      // A node that was merged before anything was drawn has its place near those that it was related to.
      const place = startingPlace(this.#graph.order, this.#isPast ? neighbours : []);
      this.#graph.addNode(node.id, { ...place, ...attributes });
      return true;
    }
    const { label, disputed } = this.#graph.getNodeAttributes(node.id);
    if (label !== attributes.label || disputed !== attributes.disputed)
      this.#graph.mergeNodeAttributes(node.id, attributes);
    return false;
  }

  #connect(node: MemoryNode): boolean {
    let changed = false;
    for (const other of node.links.keys()) {
      if (!this.#graph.hasNode(other) || this.#graph.hasEdge(node.id, other)) continue;
      this.#graph.addEdge(node.id, other);
      changed = true;
    }
    return changed;
  }

  /** True if two nodes are shown, and are linked at the moment. */
  #isLinked(one: string, other: string): boolean {
    return this.#shown.has(other) && this.#shown.get(one)?.links.has(other) === true;
  }

  #layOutSoon(): void {
    if (this.#timer !== undefined) return;
    const pause = Math.max(0, this.#lastLayout + LAYOUT_PAUSE_MILLISECONDS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isPast) {
        this.#laidOut = null;
        return;
      }
      this.#lastLayout = performance.now();
      this.#layOut();
    }, pause);
  }

  #layOut(): void {
    this.#order = [...this.#shown.keys()];
    const indices = new Map(this.#order.map((id, index) => [id, index]));
    const positions = Float32Array.from(
      this.#order.flatMap((id) => {
        const { x, y } = this.#graph.getNodeAttributes(id);
        return [x, y];
      }),
    );
    const links = this.#graph
      .mapEdges((_edge, _attributes, source, target) => [source, target] as const)
      .filter(([source, target]) => this.#isLinked(source, target));
    const ends = [...links, ...this.#disputes].flat();
    const edges = Uint32Array.from(ends, (id) => indices.get(id) ?? 0);
    this.#version += 1;
    const request: LayoutRequest = { version: this.#version, positions, edges };
    this.#worker.postMessage(request, [positions.buffer, edges.buffer]);
  }

  #place({ version, positions }: LayoutStep): void {
    if (version !== this.#version) return;
    const places = new Map(
      this.#order.map((id, index) => [
        id,
        { x: positions[2 * index] ?? 0, y: positions[2 * index + 1] ?? 0 },
      ]),
    );
    this.#graph.updateEachNodeAttributes(
      (id, attributes) => ({ ...attributes, ...places.get(id) }),
      { attributes: ["x", "y"] },
    );
  }

  #rank(id: string, isNodeDisputed: boolean): Rank {
    if (this.#selected.includes(id) || this.#touched.includes(id)) return 0;
    if (this.#found !== null && !this.#found.has(id)) return 3;
    if (isNodeDisputed || this.#isNear(id)) return 1;
    return this.#found === null && this.#selected.length > 0 ? 3 : 2;
  }

  #drawnNode(id: string, data: NodeAttributes): Partial<NodeDisplayData> {
    const { node, faint, chosen, disputed } = this.#palette;
    const own = data.disputed ? disputed : node;
    const rank = this.#rank(id, data.disputed);
    return {
      ...data,
      hidden: !this.#shown.has(id),
      size: 4 + 2 * Math.sqrt(this.#shown.get(id)?.links.size ?? 0),
      color: rank === 0 ? chosen : rank === 3 ? faint : own,
      zIndex: 3 - rank,
    };
  }

  #isNear(id: string): boolean {
    const links = this.#shown.get(id)?.links;
    return this.#selected.some((selected) => links?.has(selected));
  }

  #drawnEdge(edge: string, data: Attributes): Partial<EdgeDisplayData> {
    const [source, target] = this.#graph.extremities(edge);
    const ends = [source, target];
    const touches =
      ends.some((id) => this.#selected.includes(id)) ||
      ends.every((id) => this.#touched.includes(id));
    return {
      ...data,
      hidden: !this.#isLinked(source, target),
      color: touches ? this.#palette.chosen : this.#palette.edge,
      size: touches ? 1.5 : 0.7,
    };
  }

  /** Draws disputes below the nodes and labels above them. */
  #drawOver(): void {
    const { edgeLabels, labels } = this.#sigma.getCanvases();
    const [below, above] = [edgeLabels?.getContext("2d"), labels?.getContext("2d")];
    if (below) drawDisputeLines(below, this.#disputeLines(), this.#palette.disputed);
    if (above)
      this.#labels.draw(above, this.#labelledNodes(), this.#sigma.getDimensions(), this.#palette);
  }

  #disputeLines(): DisputeLine[] {
    const isFaint = (id: string) => this.#found?.has(id) === false;
    return this.#disputes.flatMap(([one, other]) => {
      const [from, to] = [this.#placeOf(one), this.#placeOf(other)];
      if (!from || !to) return [];
      const isBent = this.#isLinked(one, other);
      return [{ from, to, isBent, isFaint: isFaint(one) || isFaint(other) }];
    });
  }

  /** The nodes in sight that may have a label, the most important first. */
  #labelledNodes(): LabelledNode[] {
    const { width, height } = this.#sigma.getDimensions();
    const nodes: (LabelledNode & { readonly rank: Rank })[] = [];
    this.#graph.forEachNode((id, { label, disputed }) => {
      if (!this.#shown.has(id)) return;
      const place = this.#placeOf(id);
      const rank = this.#rank(id, disputed);
      if (!place || label === "" || (rank === 3 && this.#found !== null)) return;
      if (place.x < 0 || place.x > width || place.y < 0 || place.y > height) return;
      nodes.push({ ...place, topic: label, rank, isKept: rank < 2, isSoft: rank === 3 });
    });
    nodes.sort((one, other) => one.rank - other.rank || other.size - one.size);
    return nodes.slice(0, nodes.filter(({ isKept }) => isKept).length + LABELS_TRIED);
  }

  /** The centre and radius of a node on the drawing, in CSS pixels. */
  #placeOf(id: string): { x: number; y: number; size: number } | null {
    const data = this.#sigma.getNodeDisplayData(id);
    if (!data) return null;
    return { ...this.#sigma.framedGraphToViewport(data), size: this.#sigma.scaleSize(data.size) };
  }
}
