/** The messages between the page and the layout worker. */

/** A graph to lay out; node `i` starts at `positions[2 * i]`, `positions[2 * i + 1]`. */
export interface LayoutRequest {
  /** Counts the requests: positions of an older graph are of no use. */
  readonly version: number;
  readonly positions: Float32Array;
  /** Pairs of node indices. */
  readonly edges: Uint32Array;
}

/** Present positions of the nodes, in the request's order. */
export interface LayoutStep {
  readonly version: number;
  readonly positions: Float32Array;
  /** True if no further step follows. */
  readonly isLast: boolean;
}
