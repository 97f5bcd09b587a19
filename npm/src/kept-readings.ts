/** Readings of documents, kept by a bank: what was read when it was chosen is not read again when it is asked about. */
import type { FileBytes, ReadDocument } from "./document-reader.ts";
import { sha256 } from "./model-files.ts";
import type { DocumentReader } from "./types.ts";

/** Bytes of the documents whose readings are kept at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A document's reading, and the size of the document. */
interface Kept {
  readonly reading: unknown;
  readonly bytes: number;
}

/**
 * A reader that reads a document once, as long as its reading is kept: the latest ones are, by the content of the
 * document. Without Web Crypto, as on a page over plain HTTP, it reads each time. Failures are not kept.
 */
export function keepingReadings(read: ReadDocument, most = MOST_BYTES): ReadDocument {
  const kept = new Map<string, Kept>();
  return async (bytes, reader, signal) => {
    const size = bytes.byteLength;
    const name = await nameOf(bytes, reader);
    signal.throwIfAborted();
    const known = name === null ? undefined : kept.get(name);
    const reading = known === undefined ? await read(bytes, reader, signal) : known.reading;
    if (name !== null) {
      // The latest stands last.
      kept.delete(name);
      kept.set(name, { reading, bytes: size });
      forgetOldest(kept, most);
    }
    return reading;
  };
}

function forgetOldest(kept: Map<string, Kept>, most: number): void {
  let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [name, { bytes }] of kept) {
    if (total <= most) return;
    kept.delete(name);
    total -= bytes;
  }
}

/** The name of a reading: the document's content and its reader. `null` without Web Crypto. */
async function nameOf(bytes: FileBytes, reader: DocumentReader): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  return `${await sha256(bytes)} ${JSON.stringify(reader)}`;
}
