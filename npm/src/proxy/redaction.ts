/** Removes a key from a service's response stream: some services quote it. */

/** The replacement of a key. */
const MARK = new TextEncoder().encode("…");

/** Letters of a key from which on it is no word such as `ollama`, which services that need none are given. */
const SHORTEST_SECRET = 16;

const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/** A letter of a text, as its reader sees it, and the bytes that it takes. */
interface Letter {
  code: number;
  length: number;
}

/** Removes a key from a body that arrives in pieces. A possible beginning of the key waits for the next piece. */
export class Redaction {
  readonly #key: Uint8Array;
  #held = new Uint8Array();

  /** `isSuccess`: the status is a success, whose body may legitimately hold a short word that was given as a key. */
  constructor(key: string | undefined, isSuccess: boolean) {
    const isTakenOut = key !== undefined && key.length >= (isSuccess ? SHORTEST_SECRET : 1);
    this.#key = new TextEncoder().encode(isTakenOut ? key.toLowerCase() : "");
  }

  /** Returns the bytes that can be passed on after this piece. */
  push(piece: Uint8Array): Uint8Array {
    if (this.#key.length === 0) return piece;
    return this.#pass(joined([this.#held, piece]), false);
  }

  /** Returns the text held back, at the end of the body. */
  finish(): Uint8Array {
    return this.#pass(this.#held, true);
  }

  #pass(text: Uint8Array, isEnd: boolean): Uint8Array {
    const parts: Uint8Array[] = [];
    let [from, at] = [0, 0];
    while (at < text.length) {
      const length = this.#keyAt(text, at);
      if (length === null && !isEnd) break;
      if (!length) {
        at += 1;
        continue;
      }
      parts.push(text.subarray(from, at), MARK);
      at += length;
      from = at;
    }
    parts.push(text.subarray(from, at));
    this.#held = text.slice(at);
    return joined(parts);
  }

  /** The bytes of the key that begins here; 0 for none, `null` if more bytes are needed. */
  #keyAt(text: Uint8Array, begin: number): number | null {
    const first = text[begin] ?? 0;
    if (lower(first) !== this.#key[0] && first !== PERCENT && first !== BACKSLASH) return 0;
    let at = begin;
    for (const code of this.#key) {
      const letter = letterAt(text, at);
      if (letter === null) return null;
      if (lower(letter.code) !== code) return 0;
      at += letter.length;
    }
    return at - begin;
  }
}

/**
 * Returns the letter at a place of a text: plain, escaped in JSON or percent-encoded; `null` where its end is missing.
 */
function letterAt(text: Uint8Array, at: number): Letter | null {
  const code = text[at];
  if (code === undefined) return null;
  if (code === PERCENT) return escaped(text, at, 1, 2);
  if (code !== BACKSLASH) return { code, length: 1 };
  const next = text[at + 1];
  if (next === undefined) return null;
  return next === 0x75 ? escaped(text, at, 2, 4) : { code: next, length: 2 };
}

/** The letter of so many hexadecimal digits after its mark; the mark itself if they are none. */
function escaped(text: Uint8Array, at: number, before: number, digits: number): Letter | null {
  const code = text[at] ?? 0;
  const written = String.fromCharCode(...text.subarray(at + before, at + before + digits));
  if (!/^[0-9a-f]*$/i.test(written)) return { code, length: 1 };
  if (written.length < digits) return null;
  return { code: Number.parseInt(written, 16), length: before + digits };
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
