/** The labels of the drawing. */

import { labelLines, type Room } from "./label-lines.ts";
import { type Box, labelPlaces } from "./label-places.ts";
import type { Palette } from "./palette.ts";

/** A node whose topic is to be told. */
export interface LabelledNode {
  readonly topic: string;
  /** The centre and the radius, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** True if it stays although it overlaps another label in part. */
  readonly isKept: boolean;
  /** True if it belongs to a node in the background. */
  readonly isSoft: boolean;
}

const SIZE = 12;
const LINE_HEIGHT = 14;
const RIM = 3;
const FONT = `${SIZE}px system-ui, "Noto Sans", sans-serif`;

const ROOM: Room = { width: 160, lines: 2 };
/** The label of the node that the pointer rests on tells more. */
const ROOM_IN_FRONT: Room = { width: 240, lines: 6 };

/** Topics whose lines are kept at most. */
const KEPT_LINES = 5000;

/** A topic in lines. */
interface Text {
  readonly lines: readonly string[];
  readonly width: number;
}

/** Draws topics beside their nodes. */
export class Labels {
  readonly #texts = new Map<string, Text>();

  /** Draws the labels that have room; those first take theirs first. */
  draw(
    context: CanvasRenderingContext2D,
    nodes: readonly LabelledNode[],
    drawing: Pick<Box, "width" | "height">,
    palette: Palette,
  ): void {
    context.font = FONT;
    const texts = nodes.map(({ topic }) => this.#textOf(context, topic));
    const places = labelPlaces(
      nodes.map((node, index) => candidate(node, texts[index] ?? EMPTY)),
      drawing,
    );
    // Those first lie on top.
    for (const [index, node] of [...nodes.entries()].reverse()) {
      const place = places[index];
      const { lines } = texts[index] ?? EMPTY;
      if (place) write(context, lines, place, palette, node.isSoft ? palette.soft : palette.ink);
    }
  }

  /** Draws the label of the node that the pointer rests on, over everything else. */
  drawInFront(
    context: CanvasRenderingContext2D,
    node: LabelledNode,
    drawing: Pick<Box, "width" | "height">,
    palette: Palette,
  ): void {
    context.font = FONT;
    const text = measured(context, node.topic, ROOM_IN_FRONT);
    const [place] = labelPlaces([candidate(node, text)], drawing);
    if (!place) return;
    context.fillStyle = palette.ground;
    context.fillRect(place.x - RIM, place.y - RIM, place.width + 2 * RIM, place.height + 2 * RIM);
    write(context, text.lines, place, palette, palette.ink);
  }

  #textOf(context: CanvasRenderingContext2D, topic: string): Text {
    const known = this.#texts.get(topic);
    if (known) return known;
    if (this.#texts.size === KEPT_LINES) this.#texts.clear();
    const text = measured(context, topic, ROOM);
    this.#texts.set(topic, text);
    return text;
  }
}

const EMPTY: Text = { lines: [], width: 0 };

function measured(context: CanvasRenderingContext2D, topic: string, room: Room): Text {
  const measure = (text: string) => context.measureText(text).width;
  const lines = labelLines(topic, measure, room);
  return { lines, width: Math.max(0, ...lines.map(measure)) };
}

function candidate({ x, y, size, isKept }: LabelledNode, { lines, width }: Text) {
  return { x, y, radius: size, width, height: lines.length * LINE_HEIGHT, isKept };
}

/** Each line has a rim in the ground's colour, so that it can be read over lines and other labels. */
function write(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  { x, y }: Box,
  { ground }: Palette,
  colour: string,
): void {
  context.textBaseline = "middle";
  context.lineWidth = RIM;
  context.lineJoin = "round";
  context.strokeStyle = ground;
  context.fillStyle = colour;
  for (const [index, line] of lines.entries()) {
    const middle = y + (index + 0.5) * LINE_HEIGHT;
    context.strokeText(line, x, middle);
    context.fillText(line, x, middle);
  }
}
