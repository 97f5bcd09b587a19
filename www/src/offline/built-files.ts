/** The files of a build, sorted for the service worker; used by the build alone. */

import { isKept, type Kept } from "./kept-files.ts";
import { isEngine } from "./offline.ts";

/** Bytes of a file that is kept from the start. */
const SMALL = 512 * 1024;

/** A file of the build, and its size. */
export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
}

/** The kept files of a build. */
export function keptFiles(files: readonly BuiltFile[]): Kept {
  const kept = files.filter(({ name }) => isKept(name)).sort(byName);
  const names = (wanted: (file: BuiltFile) => boolean) =>
    kept.filter(wanted).map(({ name }) => name);
  return {
    all: names(() => true),
    first: names(({ name, bytes }) => bytes <= SMALL && !name.endsWith(".wasm")),
    engine: names(({ name }) => isEngine(name)),
    withEngine: names(({ name }) => /\/(html|pdf)-[^/]*\.wasm$/.test(name)),
  };
}

function byName({ name: one }: BuiltFile, { name: other }: BuiltFile): number {
  return one < other ? -1 : 1;
}
