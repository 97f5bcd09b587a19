/** The files that the service worker keeps. */
export interface Kept {
  /** All that it keeps once it was used, relative to the page. */
  readonly all: readonly string[];
  /** Those that it keeps from the start: all that is small. */
  readonly first: readonly string[];
}

/** Bytes of a file that is kept from the start. */
const SMALL = 512 * 1024;

/** A file of the build, and its size. */
export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
}

/** The kept files of a build. The embedding model's have a cache of their own. */
export function keptFiles(files: readonly BuiltFile[]): Kept {
  const kept = files.filter(({ name }) => name.startsWith("assets/") && !isModel(name));
  const first = kept.filter(({ name, bytes }) => bytes <= SMALL && !name.endsWith(".wasm"));
  const sorted = (some: readonly BuiltFile[]) => some.map(({ name }) => name).sort();
  return { all: sorted(kept), first: sorted(first) };
}

function isModel(name: string): boolean {
  return name.endsWith(".safetensors") || /\/tokenizer-[^/]*\.json$/.test(name);
}
