/** The lines between nodes that contradict each other. */

/** A line between two points of the drawing, in CSS pixels. */
export interface DisputeLine {
  readonly from: Point;
  readonly to: Point;
  /** True if a link joins the nodes, too: then the line is bent, so that both are seen. */
  readonly isBent: boolean;
  /** True if it lies in the background. */
  readonly isFaint: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const DASHES = [6, 4];
const WIDTH = 2;
/** Distance of a bent line from the straight one, as a share of its length. */
const BEND = 0.18;
const FAINT = 0.3;

/** Draws dashed lines in one colour. */
export function drawDisputeLines(
  context: CanvasRenderingContext2D,
  lines: readonly DisputeLine[],
  colour: string,
): void {
  context.save();
  context.setLineDash(DASHES);
  context.lineWidth = WIDTH;
  context.strokeStyle = colour;
  for (const { from, to, isBent, isFaint } of lines) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const bend = isBent ? BEND : 0;
    context.globalAlpha = isFaint ? FAINT : 1;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.quadraticCurveTo(
      from.x + dx / 2 - 2 * bend * dy,
      from.y + dy / 2 + 2 * bend * dx,
      to.x,
      to.y,
    );
    context.stroke();
  }
  context.restore();
}
