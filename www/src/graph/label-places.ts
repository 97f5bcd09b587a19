/** The places of labels beside their nodes. */

/** A rectangle on the drawing, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A label that wants a place. */
export interface Candidate {
  /** The node's centre and radius. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly width: number;
  readonly height: number;
  /** True if it stays although it overlaps another one in part. */
  readonly isKept: boolean;
}

/** Distance of a label from its node, and from labels beside it. */
const GAP = 4;

/** Share of a kept label that others may cover: with more of it covered, neither can be read. */
const MOST_COVERED = 0.5;

/** Distance of a label from the edge of the drawing. */
const MARGIN = 4;

/**
 * Returns the place of each label, in the order of the candidates; `null` for one without room. Those first take their
 * place first. A label lies beside the nodes where it can.
 */
export function labelPlaces(
  candidates: readonly Candidate[],
  drawing: Pick<Box, "width" | "height">,
): (Box | null)[] {
  const nodes = candidates.map(nodeBox);
  const taken: Box[] = [];
  return candidates.map((candidate) => {
    const best = placesAround(candidate)
      .map((box) => within(box, drawing))
      .map((box) => ({ box, covered: covered(padded(box), taken), nodes: covered(box, nodes) }))
      .reduce((one, other) => (cost(other) < cost(one) ? other : one));
    const allowed = candidate.isKept ? MOST_COVERED * area(best.box) : 0;
    if (best.covered > allowed) return null;
    taken.push(best.box);
    return best.box;
  });
}

/** A covered label cannot be read; a covered node can still be seen in part. */
const LABELS_WEIGHT = 10;

function cost(place: { readonly covered: number; readonly nodes: number }): number {
  return LABELS_WEIGHT * place.covered + place.nodes;
}

/** Right, left, below and above; then the corners. */
function placesAround({ x, y, radius, width, height }: Candidate): Box[] {
  const beside = radius + GAP;
  const at = (left: number, top: number): Box => ({ x: left, y: top, width, height });
  const [left, middle, right] = [x - beside - width, x - width / 2, x + beside];
  const [above, level, below] = [y - beside - height, y - height / 2, y + beside];
  return [
    at(right, level),
    at(left, level),
    at(middle, below),
    at(middle, above),
    at(right, below),
    at(right, above),
    at(left, below),
    at(left, above),
  ];
}

/** The box with the least distance to labels on either side. */
function padded(box: Box): Box {
  return { ...box, x: box.x - GAP, width: box.width + 2 * GAP };
}

function nodeBox({ x, y, radius }: Candidate): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}

/** The box, moved into the drawing. */
function within(box: Box, drawing: Pick<Box, "width" | "height">): Box {
  const x = Math.max(MARGIN, Math.min(box.x, drawing.width - box.width - MARGIN));
  const y = Math.max(MARGIN, Math.min(box.y, drawing.height - box.height - MARGIN));
  return { ...box, x, y };
}

function area({ width, height }: Box): number {
  return width * height;
}

function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => sum + overlap(box, other), 0);
}

/** The area that two rectangles share. */
function overlap(one: Box, other: Box): number {
  const side = (start: "x" | "y", length: "width" | "height") =>
    Math.min(one[start] + one[length], other[start] + other[length]) -
    Math.max(one[start], other[start]);
  const [width, height] = [side("x", "width"), side("y", "height")];
  return width > 0 && height > 0 ? width * height : 0;
}
