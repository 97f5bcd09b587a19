/** The memory graph drawn by sigma; loaded only once there is a graph to draw. */

import { UndirectedGraph } from "graphology";
import type { Attributes } from "graphology-types";
import Sigma from "sigma";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import { type MemoryNode, NODES_SHOWN } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import type { LayoutRequest, LayoutStep } from "./layout-protocol.ts";
import { startingPlace } from "./starting-place.ts";
import { Typing } from "./typing.ts";

/** Least time between two layouts while the graph grows. */
const LAYOUT_PAUSE_MILLISECONDS = 1200;

/** The graph's attributes of a node. */
interface NodeAttributes extends Attributes {
  x: number;
  y: number;
  size: number;
  label: string;
  disputed: boolean;
}

/** The colours of the drawing, from the page's style. */
interface Palette {
  readonly node: string;
  readonly faint: string;
  readonly edge: string;
  readonly chosen: string;
  readonly disputed: string;
  readonly ink: string;
  readonly ground: string;
}

/** A drawing that follows the memory and shares its selection. */
export class Drawing {
  readonly #graph = new UndirectedGraph<NodeAttributes>();
  readonly #sigma: Sigma<NodeAttributes>;
  readonly #worker: Worker;
  readonly #host: HTMLElement;
  readonly #typing = new Typing();
  readonly #closing = new AbortController();
  #palette: Palette;
  #selected: string | null = null;
  #version = 0;
  #order: string[] = [];
  #lastLayout = 0;
  #placing: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws if the browser cannot draw by WebGL. */
  constructor(host: HTMLElement, onSelect: (id: string | null) => void) {
    this.#host = host;
    this.#palette = paletteOf(host);
    this.#sigma = this.#makeSigma(host);
    this.#sigma.on("clickNode", ({ node }) => onSelect(node));
    this.#sigma.on("clickStage", () => onSelect(null));
    this.#worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<LayoutStep>) =>
      this.#placeWhenQuiet(data),
    );
    matchMedia("(prefers-color-scheme: dark)").addEventListener(
      "change",
      () => {
        this.#palette = paletteOf(this.#host);
        this.#sigma.refresh();
      },
      { signal: this.#closing.signal },
    );
  }

  #makeSigma(host: HTMLElement): Sigma<NodeAttributes> {
    return new Sigma(this.#graph, host, {
      allowInvalidContainer: true,
      labelSize: LABEL_SIZE,
      labelDensity: 0.6,
      labelRenderedSizeThreshold: 7,
      zIndex: true,
      defaultDrawNodeLabel: (context, data) => this.#drawLabel(context, data),
      defaultDrawNodeHover: (context, data) => this.#drawLabel(context, data),
      nodeReducer: (id, data) => this.#drawnNode(id, data),
      edgeReducer: (edge, data) => this.#drawnEdge(edge, data),
    });
  }

  /** Takes over the nodes and links of the memory. */
  update(nodes: ReadonlyMap<string, MemoryNode>): void {
    const shown = new Map([...nodes].slice(0, NODES_SHOWN));
    let changed = this.#dropMissing(shown);
    for (const node of shown.values()) changed = this.#put(node) || changed;
    for (const node of shown.values()) changed = this.#connect(node) || changed;
    this.#graph.forEachNode((id) => {
      this.#graph.setNodeAttribute(id, "size", 4 + 2 * Math.sqrt(this.#graph.degree(id)));
    });
    if (changed) this.#layOutSoon();
  }

  /** Shows which node is selected and brings it into sight. */
  select(id: string | null): void {
    this.#selected = id;
    this.#sigma.refresh({ skipIndexation: true });
  }

  /** Gives the browser its drawing context and its worker back. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#placing);
    this.#typing.close();
    this.#worker.terminate();
    this.#sigma.kill();
  }

  #dropMissing(nodes: ReadonlyMap<string, MemoryNode>): boolean {
    const gone = this.#graph.filterNodes((id) => !nodes.has(id));
    for (const id of gone) this.#graph.dropNode(id);
    return gone.length > 0;
  }

  #put(node: MemoryNode): boolean {
    const attributes = { label: short(shown(node.topic)), disputed: node.disputes.size > 0 };
    if (this.#graph.hasNode(node.id)) {
      this.#graph.mergeNodeAttributes(node.id, attributes);
      return false;
    }
    this.#graph.addNode(node.id, { ...startingPlace(this.#graph.order), size: 4, ...attributes });
    return true;
  }

  #connect(node: MemoryNode): boolean {
    let changed = false;
    for (const other of node.links.keys()) {
      if (!this.#graph.hasNode(other) || this.#graph.hasEdge(node.id, other)) continue;
      this.#graph.addEdge(node.id, other);
      changed = true;
    }
    this.#graph.forEachEdge(node.id, (edge, _attributes, source, target) => {
      const other = source === node.id ? target : source;
      if (!node.links.has(other)) this.#graph.dropEdge(edge);
    });
    return changed;
  }

  #layOutSoon(): void {
    if (this.#timer !== undefined) return;
    const pause = Math.max(0, this.#lastLayout + LAYOUT_PAUSE_MILLISECONDS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastLayout = performance.now();
      this.#layOut();
    }, pause);
  }

  #layOut(): void {
    this.#order = this.#graph.nodes();
    const indices = new Map(this.#order.map((id, index) => [id, index]));
    const positions = Float32Array.from(
      this.#order.flatMap((id) => {
        const { x, y } = this.#graph.getNodeAttributes(id);
        return [x, y];
      }),
    );
    const ends = this.#graph
      .mapEdges((_edge, _attributes, source, target) => [source, target])
      .flat();
    const edges = Uint32Array.from(ends, (id) => indices.get(id) ?? 0);
    this.#version += 1;
    const request: LayoutRequest = { version: this.#version, positions, edges };
    this.#worker.postMessage(request, [positions.buffer, edges.buffer]);
  }

  /** Milliseconds to wait because drawing now would disturb typing; or 0. */
  get pause(): number {
    return this.#typing.pause;
  }

  #placeWhenQuiet(step: LayoutStep): void {
    clearTimeout(this.#placing);
    if (this.pause === 0) this.#place(step);
    else this.#placing = setTimeout(() => this.#placeWhenQuiet(step), this.pause);
  }

  #place({ version, positions }: LayoutStep): void {
    if (version !== this.#version) return;
    const indices = new Map(this.#order.map((id, index) => [id, index]));
    this.#graph.updateEachNodeAttributes(
      (id, attributes) => {
        const index = indices.get(id);
        if (index === undefined) return attributes;
        return { ...attributes, x: positions[2 * index] ?? 0, y: positions[2 * index + 1] ?? 0 };
      },
      { attributes: ["x", "y"] },
    );
  }

  #drawnNode(id: string, data: NodeAttributes): Partial<NodeDisplayData> {
    const chosen = id === this.#selected;
    const near = this.#selected === null || chosen || this.#isNear(id);
    const color = data.disputed ? this.#palette.disputed : this.#palette.node;
    return {
      ...data,
      color: chosen ? this.#palette.chosen : near ? color : this.#palette.faint,
      label: near ? data.label : "",
      forceLabel: chosen,
      zIndex: chosen ? 2 : near ? 1 : 0,
    };
  }

  /** A label with a rim in the ground's colour, so that it can be read over lines and other labels. */
  #drawLabel(
    context: CanvasRenderingContext2D,
    { label, x, y, size }: { label?: string | null; x: number; y: number; size: number },
  ): void {
    if (!label) return;
    context.font = LABEL_FONT;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = this.#palette.ground;
    context.fillStyle = this.#palette.ink;
    const place = [x + size + 4, y + LABEL_SIZE / 3] as const;
    context.strokeText(label, ...place);
    context.fillText(label, ...place);
  }

  #isNear(id: string): boolean {
    const selected = this.#selected;
    return (
      selected !== null && this.#graph.hasNode(selected) && this.#graph.areNeighbors(selected, id)
    );
  }

  #drawnEdge(edge: string, data: Attributes): Partial<EdgeDisplayData> {
    const selected = this.#selected;
    const touches = selected !== null && this.#graph.extremities(edge).includes(selected);
    return {
      ...data,
      color: touches ? this.#palette.chosen : this.#palette.edge,
      size: touches ? 1.5 : 0.7,
    };
  }
}

const LABEL_CHARACTERS = 30;
const LABEL_SIZE = 12;
const LABEL_FONT = `${LABEL_SIZE}px system-ui, "Noto Sans", sans-serif`;

/** The end of a topic's path of headings means more than its beginning, which its neighbours share. */
function short(topic: string): string {
  const characters = [...(topic.split(" › ").at(-1) ?? topic)];
  return characters.length > LABEL_CHARACTERS
    ? `${characters.slice(0, LABEL_CHARACTERS).join("")}…`
    : topic;
}

function paletteOf(host: HTMLElement): Palette {
  const style = getComputedStyle(host);
  const colour = (name: string) => style.getPropertyValue(`--graph-${name}`).trim();
  return {
    node: colour("node"),
    faint: colour("faint"),
    edge: colour("edge"),
    chosen: colour("chosen"),
    disputed: colour("disputed"),
    ink: colour("ink"),
    ground: colour("ground"),
  };
}
