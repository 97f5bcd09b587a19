/**
 * Pages as the bytes of a segment: in sequence, each after its number and its size, little-endian; the size of a
 * deleted page is 65,535. If a page occurs twice in a segment, the last one counts.
 */

/** A page by its number; `null` for a deleted one. */
export type Page = [number: number, bytes: Uint8Array | null];

/** Bytes before a page's own. */
const PRELUDE = 6;

/** The size of a page that is gone. */
const GONE = 0xffff;

/** The bytes of these pages. */
export function encodePages(pages: readonly Page[]): Uint8Array {
  const bytes = new Uint8Array(pages.reduce((sum, page) => sum + encodedSize(page), 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const page of pages) {
    const [number, held] = page;
    view.setUint32(at, number, true);
    view.setUint16(at + 4, held?.length ?? GONE, true);
    if (held !== null) bytes.set(held, at + PRELUDE);
    at += encodedSize(page);
  }
  return bytes;
}

/** The last versions of the pages of a segment, as views of its bytes; `null` for bytes that are no segment. */
export function decodePages(bytes: Uint8Array): Map<number, Uint8Array | null> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const pages = new Map<number, Uint8Array | null>();
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < PRELUDE) return null;
    const size = view.getUint16(at + 4, true);
    const start = at + PRELUDE;
    const end = size === GONE ? start : start + size;
    if (end > bytes.length) return null;
    pages.set(view.getUint32(at, true), size === GONE ? null : bytes.subarray(start, end));
    at = end;
  }
  return pages;
}

/** Splits pages into parts of at most so many bytes, or of one page. */
export function parted(pages: readonly Page[], most: number): Page[][] {
  const parts: Page[][] = [];
  let room = 0;
  for (const page of pages) {
    const size = encodedSize(page);
    if (size > room) {
      parts.push([]);
      room = most;
    }
    parts.at(-1)?.push(page);
    room -= size;
  }
  return parts;
}

function encodedSize([, bytes]: Page): number {
  return PRELUDE + (bytes?.length ?? 0);
}
