/** ForceAtlas2 in a worker of its own, so that neither typing nor the engine waits for a drawing. */

import { UndirectedGraph } from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import type { LayoutRequest, LayoutStep } from "./layout-protocol.ts";

const ITERATIONS_PER_STEP = 20;
const STEPS = 24;
const PAUSE_MILLISECONDS = 120;

let timer: ReturnType<typeof setTimeout> | undefined;

self.addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  clearTimeout(timer);
  const graph = graphOf(data);
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: graph.order > 300,
    gravity: 1.5,
    slowDown: 4,
  };
  const step = (left: number) => {
    forceAtlas2.assign(graph, { iterations: ITERATIONS_PER_STEP, settings });
    post(data.version, graph, left === 1);
    if (left > 1) timer = setTimeout(step, PAUSE_MILLISECONDS, left - 1);
  };
  step(STEPS);
});

function graphOf({ positions, edges }: LayoutRequest): UndirectedGraph {
  const graph = new UndirectedGraph();
  for (let node = 0; node < positions.length / 2; node += 1) {
    graph.addNode(node, { x: positions[2 * node] ?? 0, y: positions[2 * node + 1] ?? 0 });
  }
  for (let edge = 0; edge < edges.length; edge += 2) graph.mergeEdge(edges[edge], edges[edge + 1]);
  return graph;
}

function post(version: number, graph: UndirectedGraph, isLast: boolean): void {
  const positions = new Float32Array(graph.order * 2);
  graph.forEachNode((node, { x, y }) => {
    positions.set([x, y], 2 * Number(node));
  });
  const step: LayoutStep = { version, positions, isLast };
  postMessage(step, { transfer: [positions.buffer] });
}
