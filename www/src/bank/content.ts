/** Contents of files: the bytes that are hashed are those that are read, listed and kept. */

import { contentHash } from "../../../npm/src/content-hash.ts";

/** The content of a document. */
export interface Content {
  /** The bytes themselves, whatever becomes of the file. */
  readonly blob: Blob;
  /** SHA-256 of the bytes in hexadecimal; `null` where the page has no Web Crypto. */
  readonly hash: string | null;
}

const known = new WeakMap<Blob, Promise<Content>>();

/** Returns the content of a blob as it was at the first call. Rejects if it cannot be read; a later call tries again. */
export function contentOf(blob: Blob): Promise<Content> {
  const content = known.get(blob) ?? read(blob);
  known.set(blob, content);
  content.catch(() => known.delete(blob));
  return content;
}

async function read(blob: Blob): Promise<Content> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // A file is a reference to the disk, where it may change or go.
  const own = blob instanceof File ? new Blob([bytes], { type: blob.type }) : blob;
  const content = { blob: own, hash: await contentHash(bytes) };
  known.set(own, Promise.resolve(content));
  return content;
}
