/**
 * The records of a file of pages: a header, then one or more records for each commit.
 *
 * A record is the CRC-32 of the rest, the number of its bytes, a flag for the end of a commit, and pages as in a
 * segment; all numbers are little-endian. An interrupted write leaves records at the end of the file that are invalid
 * or belong to no complete commit: they count as not written.
 */
import zlib from "node:zlib";
import { headerOf, versionIn } from "./file-header.ts";
import { decodePages, encodePages, type Page } from "./page-segments.ts";

const FORMAT = "agentic-memory-bank/pages";

/** The version that is written, and the newest that is read. */
export const VERSION = 1;

/** The start of a file. */
export const HEADER = headerOf(FORMAT, VERSION);

/** Most bytes of a header, of any version. */
const LONGEST_HEADER = 200;

/** Bytes before a record's pages: checksum, length, end of a commit. */
const PRELUDE = 9;

/** A record, and the start of the next one. */
export interface Record {
  pages: Page[];
  endsCommit: boolean;
  next: number;
}

/** The record of these pages. */
export function encodeRecord(pages: readonly Page[], endsCommit: boolean): Buffer {
  const held = encodePages(pages);
  const record = Buffer.alloc(PRELUDE + held.length);
  record.set(held, PRELUDE);
  record.writeUInt32LE(held.length, 4);
  record.writeUInt8(endsCommit ? 1 : 0, 8);
  record.writeUInt32LE(zlib.crc32(record.subarray(4)), 0);
  return record;
}

/** The record that begins at this place of a file; `null` where none that holds does. */
export function decodeRecord(file: Buffer, at: number): Record | null {
  if (file.length - at < PRELUDE) return null;
  const next = at + PRELUDE + file.readUInt32LE(at + 4);
  if (next > file.length || zlib.crc32(file.subarray(at + 4, next)) !== file.readUInt32LE(at))
    return null;
  const held = decodePages(file.subarray(at + PRELUDE, next));
  if (held === null) return null;
  // Copies, as a view would hold the whole file.
  const pages = Array.from(
    held,
    ([number, bytes]): Page => [number, bytes && new Uint8Array(bytes)],
  );
  return { pages, endsCommit: file.readUInt8(at + 8) === 1, next };
}

/** True if a valid record begins anywhere behind this position, after any bytes. */
export function holdsBehind(file: Buffer, at: number): boolean {
  for (let place = at + 1; place + PRELUDE < file.length; place += 1) {
    if (isOfPages(file, place) && decodeRecord(file, place) !== null) return true;
  }
  return false;
}

/**
 * True if the bytes here have the shape of a record of at least one page, which is cheaper to check than the checksum.
 */
function isOfPages(file: Buffer, at: number): boolean {
  const [start, next] = [at + PRELUDE, at + PRELUDE + file.readUInt32LE(at + 4)];
  if (file.readUInt8(at + 8) > 1 || next > file.length || next === start) return false;
  return decodePages(file.subarray(start, next)) !== null;
}

/** The version in the header of a file; `null` if it is no header of this format. */
export function headerVersion(file: Buffer): number | null {
  const end = file.indexOf("\n");
  return end < 0 || end > LONGEST_HEADER ? null : versionIn(file.subarray(0, end), FORMAT);
}
