/** Readings of documents that are kept: what was read when it was chosen is not read again when it is asked about. */

import { contentHash } from "./content-hash.ts";
import type { FileBytes, ReadDocument } from "./document-reader.ts";
import { LatestReadings, type ReadingCache } from "./latest-readings.ts";
import type { DocumentReader } from "./types.ts";

/**
 * A reader that reads a document once, as long as its reading is kept, by the content of the document. Without Web
 * Crypto, as on a page over plain HTTP, it reads each time. Failures are not kept.
 */
export function keepingReadings(
  read: ReadDocument,
  kept: ReadingCache = new LatestReadings(),
): ReadDocument {
  return async (bytes, reader, signal) => {
    const size = bytes.byteLength;
    const key = await keyOf(bytes, reader);
    signal.throwIfAborted();
    if (key === null) return read(bytes, reader, signal);
    const known = await reached(() => kept.get(key));
    signal.throwIfAborted();
    if (known !== undefined) return known;
    const reading = await read(bytes, reader, signal);
    await reached(() => kept.set(key, reading, size));
    return reading;
  };
}

/** The outcome of a call to a cache, which may be another's: nothing where it fails. */
async function reached(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch {
    return undefined;
  }
}

/** The key of a reading: the document's content and its reader. `null` without Web Crypto. */
async function keyOf(bytes: FileBytes, reader: DocumentReader): Promise<string | null> {
  const hash = await contentHash(bytes);
  return hash && `${hash} ${JSON.stringify(reader)}`;
}
