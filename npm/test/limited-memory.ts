/** Wasm that runs out of memory sooner. */

/** A number in the variable-length encoding of wasm, and the place behind it. */
function leb128(bytes: Uint8Array, at: number): [number: number, next: number] {
  let [number, shift, next] = [0, 0, at];
  for (;;) {
    const byte = bytes[next] ?? 0;
    number |= (byte & 0x7f) << shift;
    next += 1;
    shift += 7;
    if (byte < 0x80) return [number, next];
  }
}

function encoded(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...encoded(number >>> 7)];
}

/** The same wasm, whose memory may have so many pages of 64 KiB and no more. */
export function limited(wasm: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const MEMORY = 5;
  let at = 8;
  while (at < wasm.length) {
    const id = wasm[at];
    const [length, content] = leb128(wasm, at + 1);
    if (id === MEMORY) {
      const [least] = leb128(wasm, content + 2);
      const limits = [1, 1, ...encoded(least), ...encoded(most)];
      const section = [MEMORY, ...encoded(limits.length), ...limits];
      const rest = wasm.subarray(content + length);
      return new Uint8Array(Buffer.concat([wasm.subarray(0, at), Buffer.from(section), rest]));
    }
    at = content + length;
  }
  throw new Error("the wasm has no memory");
}
