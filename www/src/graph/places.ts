/** The places of nodes, also of those that are not drawn at the moment: a node returns to its own. */

import type { UndirectedGraph } from "graphology";
import type { MemoryNode } from "../state/state.ts";
import { startingPlace } from "./starting-place.ts";

/** A place in the graph's own units. */
export interface GraphPlace {
  readonly x: number;
  readonly y: number;
}

/** The extent of places on each axis, least first. */
export interface Bounds {
  x: [number, number];
  y: [number, number];
}

type PlacedGraph = UndirectedGraph<{ x: number; y: number }>;

/** Distance of a node from the middle of its neighbours. */
const ASIDE = 5;

/** The places of nodes that are gone from the drawing. */
export class Places {
  readonly #gone = new Map<string, GraphPlace>();

  /** Forgets the nodes of another memory. */
  clear(): void {
    this.#gone.clear();
  }

  /** True if it keeps the place of a node. */
  has(id: string): boolean {
    return this.#gone.has(id);
  }

  /** Keeps the place of a node that is not drawn. */
  keep(id: string, { x, y }: GraphPlace): void {
    this.#gone.set(id, { x, y });
  }

  /** The place of a node to be drawn: its former one, one near its neighbours, or a free one. */
  of({ id, links, disputes }: MemoryNode, drawn: PlacedGraph): GraphPlace {
    const former = this.#gone.get(id);
    this.#gone.delete(id);
    if (former) return former;
    const near = [...links.keys(), ...disputes.keys()].flatMap((other) =>
      drawn.hasNode(other) ? [drawn.getNodeAttributes(other)] : [],
    );
    const free = startingPlace(drawn.order);
    if (near.length === 0) return free;
    const middle = (axis: "x" | "y") =>
      near.reduce((sum, place) => sum + place[axis], 0) / near.length;
    const [x, y] = [middle("x"), middle("y")];
    // Nodes with the same neighbours do not lie on each other.
    const length = Math.hypot(free.x, free.y) || 1;
    return { x: x + (ASIDE * free.x) / length, y: y + (ASIDE * free.y) / length };
  }

  /** The extent of all places, so that the scale stays while nodes come and go; `null` for none. */
  boundsWith(drawn: PlacedGraph): Bounds | null {
    const all: GraphPlace[] = [...this.#gone.values()];
    drawn.forEachNode((_id, { x, y }) => {
      all.push({ x, y });
    });
    if (all.length === 0) return null;
    const extent = (axis: "x" | "y") =>
      all.reduce<[number, number]>(
        ([least, most], place) => [Math.min(least, place[axis]), Math.max(most, place[axis])],
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      );
    return { x: extent("x"), y: extent("y") };
  }
}
