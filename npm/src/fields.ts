/** Shape checks for callers without types; errors name the field. */
import { MemoryBankError } from "./errors.ts";

/** The kind of a field's value; `undefined` and `null` count as missing. */
export type Kind =
  | "text"
  | "number"
  | "whole"
  | "count"
  | "flag"
  | "bytes"
  | "list"
  | "object"
  | "function"
  | "any";

/** The kind of each field of an object. */
export type Shape<T> = Record<keyof T, Kind>;

const KINDS: Record<Kind, { name: string; holds: (value: unknown) => boolean }> = {
  text: { name: "a string", holds: (value) => typeof value === "string" },
  number: { name: "a number", holds: (value) => typeof value === "number" },
  whole: { name: "a whole number, 0 or more", holds: (value) => isWhole(value, 0) },
  count: { name: "a whole number, 1 or more", holds: (value) => isWhole(value, 1) },
  flag: { name: "true or false", holds: (value) => typeof value === "boolean" },
  bytes: { name: "a Uint8Array", holds: isBytes },
  list: { name: "an array", holds: Array.isArray },
  object: { name: "an object", holds: isObject },
  function: { name: "a function", holds: (value) => typeof value === "function" },
  any: { name: "anything", holds: () => true },
};

/** The failure for an invalid argument. The message names fields, never their values. */
export function invalid(message: string): MemoryBankError {
  return new MemoryBankError("invalid_argument", message);
}

/** True if this is a whole number that the engine can hold, and not less than `least`. */
export function isWhole(value: unknown, least: number): boolean {
  const most = 2 ** 32 - 1;
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** True if this is an object with fields of its own, not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws `invalid_argument` unless this is a string. */
export function checkText(value: unknown, what: string): asserts value is string {
  if (typeof value !== "string") throw invalid(`${what} must be a string`);
}

/** Deepest nesting of a call's arguments: no argument of the API is half as deep. */
const DEEPEST = 16;

/**
 * Throws `invalid_argument` for a field, however deep, that is no finite number and would count as not given: JSON
 * writes it as `null`.
 */
export function checkNumbers(value: object, what: string, depth = 0): void {
  if (depth > DEEPEST) throw invalid(`${what} is nested too deep, or in itself`);
  for (const [field, held] of Object.entries(value)) {
    if (typeof held === "number" && !Number.isFinite(held)) {
      throw invalid(`${field} of ${what} must be a finite number`);
    }
    if (typeof held === "object" && held !== null) checkNumbers(held, what, depth + 1);
  }
}

/** Throws `invalid_argument` for an empty passphrase, which would encrypt nothing. */
export function checkPassphrase(passphrase: string | null | undefined): void {
  if (passphrase === "") throw invalid("a passphrase must not be empty");
}

/** A copy without missing fields. Throws `invalid_argument` for another shape. */
export function shaped<T extends object>(value: unknown, what: string, shape: Shape<T>): T {
  if (!isObject(value)) throw invalid(`${what} must be an object`);
  checkFields(value, what, Object.keys(shape));
  const given = Object.entries(value).filter(([, held]) => held !== undefined && held !== null);
  for (const [field, held] of given) {
    const { name, holds } = KINDS[shape[field as keyof T]];
    if (!holds(held)) throw invalid(`${field} of ${what} must be ${name}`);
  }
  return Object.fromEntries(given) as T;
}

/** Throws `invalid_argument` if the signal of `what` is none. */
export function checkSignal(signal: AbortSignal | undefined, what: string): void {
  if (signal === undefined || typeof signal.addEventListener === "function") return;
  throw invalid(`signal of ${what} must be an AbortSignal`);
}

/** Throws `invalid_argument` for an unknown field, and names the one that may be meant. */
export function checkFields(value: object, what: string, known: string[]): void {
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint = meant === null ? "" : `: did you mean "${meant}"?`;
  const sorted = known.join(", ");
  throw invalid(`${what} has an unknown field "${unknown.slice(0, 60)}"${hint} (known: ${sorted})`);
}

/** The known name that shares most with this one; `null` when none shares anything. */
export function nearest(name: string, known: string[]): string | null {
  let best: string | null = null;
  let most = 0;
  for (const candidate of known) {
    const likeness = alike(name, candidate);
    if (likeness > most) [best, most] = [candidate, likeness];
  }
  return best;
}

/** Similarity of two names, 0 to 1, by the letter pairs that they share (Dice), without regard to case. */
function alike(one: string, other: string): number {
  const [left, right] = [pairs(one), pairs(other)];
  const size = left.length + right.length;
  let shared = 0;
  for (const pair of left) {
    const at = right.indexOf(pair);
    if (at < 0) continue;
    right.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / size;
}

/** Neighbouring letters of a name, its first letter and its last also on their own. */
function pairs(name: string): string[] {
  const plain = `^${name.slice(0, 60).toLowerCase().replace(/[_-]/g, "")}$`;
  return Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2));
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}
