/**
 * The lines of a stored run's file: a header, then one for each change, the first of which begins the run.
 *
 * A change is eight hexadecimal digits (the CRC-32 of the rest), a space, and JSON, in which bytes are base64. It
 * holds no line break, so an interrupted write leaves at most one invalid line, the last: that line was never
 * acknowledged and counts as not written. Any other invalid line is damage.
 */
import zlib from "node:zlib";
import { headerOf, versionIn } from "./file-header.ts";
import type { Body, RunState } from "./generated.ts";

const FORMAT = "agentic-memory-bank/run";

/** The version that is written, and the newest that is read. */
export const VERSION = 1;

/** The start of a file. */
export const HEADER = headerOf(FORMAT, VERSION);

/** A run begins. */
export interface Begun {
  change: "begun";
  id: string;
  question: string;
  /** Version of the journal's own lines. */
  format: number;
  created: number;
  lines: string[];
  bodies: Body[];
}

/** The journal grows. */
export interface Grown {
  change: "grown";
  /** Lines that it has before. */
  at: number;
  lines: string[];
  bodies: Body[];
  state: RunState | null;
  updated: number;
}

/** A blob is kept. */
export interface BlobKept {
  change: "blob";
  blob: Body;
}

/** A blob is forgotten. */
export interface BlobForgotten {
  change: "forgotten";
  hash: string;
}

/** The content of a line of a run's file. */
export type Change = Begun | Grown | BlobKept | BlobForgotten;

/** The line of a change, with its line break. */
export function encodeChange(change: Change): Uint8Array {
  const json = Buffer.from(JSON.stringify(toWire(change)));
  return Buffer.concat([Buffer.from(`${checksum(json)} `), json, LINE_BREAK]);
}

/** The content of a line, without its line break; `null` for an invalid one. */
export function decodeChange(line: Uint8Array): Change | null {
  const json = line.subarray(CHECKSUM + 1);
  const begin = textOf(line.subarray(0, CHECKSUM + 1));
  if (begin !== `${checksum(json)} `) return null;
  try {
    return fromWire(JSON.parse(textOf(json)));
  } catch {
    return null;
  }
}

/** The version in a header; `null` if it is no header of this format. */
export function headerVersion(line: Uint8Array): number | null {
  return versionIn(line, FORMAT);
}

const LINE_BREAK = Buffer.from("\n");

/** Digits of a checksum. */
const CHECKSUM = 8;

function checksum(bytes: Uint8Array): string {
  return zlib.crc32(bytes).toString(16).padStart(CHECKSUM, "0");
}

function textOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("utf8");
}

/** The same bytes, not a copy. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** A change as JSON has it. */
type Wire = Record<string, unknown>;

function toWire(change: Change): Wire {
  switch (change.change) {
    case "begun":
    case "grown":
      return { ...change, bodies: change.bodies.map(bodyToWire) };
    case "blob":
      return { ...change, blob: bodyToWire(change.blob) };
    case "forgotten":
      return { ...change };
  }
}

/** The change, if the fields are valid. Throws for an invalid list or body. */
function fromWire(wire: Wire): Change | null {
  switch (wire.change) {
    case "begun":
      return begunFrom(wire);
    case "grown":
      return grownFrom(wire);
    case "blob":
      return { change: "blob", blob: bodyFromWire(wire.blob) };
    case "forgotten":
      return isText(wire.hash) ? { change: "forgotten", hash: wire.hash } : null;
    default:
      return null;
  }
}

function begunFrom({ id, question, format, created, lines, bodies }: Wire): Begun | null {
  if (!isText(id) || !isText(question) || !isCount(format) || !isCount(created)) return null;
  return { change: "begun", id, question, format, created, ...journalFrom(lines, bodies) };
}

function grownFrom({ at, lines, bodies, state, updated }: Wire): Grown | null {
  if (!isCount(at) || !isCount(updated) || !isState(state)) return null;
  return { change: "grown", at, ...journalFrom(lines, bodies), state, updated };
}

function journalFrom(lines: unknown, bodies: unknown): Pick<Grown, "lines" | "bodies"> {
  if (!Array.isArray(lines) || !lines.every(isText) || !Array.isArray(bodies)) {
    throw new TypeError("no lines and bodies");
  }
  return { lines, bodies: bodies.map(bodyFromWire) };
}

function bodyToWire({ hash, bytes }: Body): Wire {
  return { hash, base64: bytesToWire(bytes) };
}

function bodyFromWire(wire: unknown): Body {
  const { hash, base64 } = (wire ?? {}) as Wire;
  if (!isText(hash)) throw new TypeError("no body");
  return { hash, bytes: bytesFromWire(base64) };
}

function bytesToWire(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("base64");
}

function bytesFromWire(base64: unknown): Uint8Array {
  if (!isText(base64)) throw new TypeError("no bytes");
  return new Uint8Array(Buffer.from(base64, "base64"));
}

function isState(value: unknown): value is RunState | null {
  if (value === null) return true;
  const { state, termination, code } = (value ?? {}) as Wire;
  if (state === "finished") return isText(termination);
  return state === "failed" ? isText(code) : state === "running" || state === "paused";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
