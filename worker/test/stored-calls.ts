/** Calls of a store as they cross to the Worker of the tests and back: JSON, with bytes in base64. */
import { base64 } from "../../npm/src/base64.ts";

/** What a call has come to. */
export type Reply = { done: string } | { failed: Record<string, unknown> };

/** A value as text. `undefined` is nothing. */
export function encoded(value: unknown): string {
  const text = JSON.stringify(value, (_, held: unknown) => {
    if (held instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(held)) };
    if (held instanceof Uint8Array) return { $bytes: base64(held) };
    return held instanceof Float32Array ? [...held] : held;
  });
  return text ?? "null";
}

/** The value of a text. */
export function decoded(text: string): unknown {
  return JSON.parse(text, (_, held: unknown) => {
    const bytes = (held as { $bytes?: unknown } | null)?.$bytes;
    return typeof bytes === "string" ? bytesOf(bytes) : held;
  });
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
