/** The files that the service worker keeps. */
export interface Kept {
  /** The files of the build but those of the embedding model, which have a cache of their own; relative to the page. */
  readonly all: readonly string[];
  /** Those that are kept from the start: all that is small. */
  readonly first: readonly string[];
  /** Those that are kept with the engine: without them an answer could be made, but no file be read. */
  readonly withEngine: readonly string[];
}

/** Bytes of a file that is kept from the start. */
const SMALL = 512 * 1024;

/** A file of the build, and its size. */
export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
}

/** The kept files of a build. */
export function keptFiles(files: readonly BuiltFile[]): Kept {
  const kept = files.filter(({ name }) => isKept(name));
  const first = kept.filter(({ name, bytes }) => bytes <= SMALL && !name.endsWith(".wasm"));
  const withEngine = kept.filter(({ name }) => /\/(html|pdf)-[^/]*\.wasm$/.test(name));
  const sorted = (some: readonly BuiltFile[]) => some.map(({ name }) => name).sort();
  return { all: sorted(kept), first: sorted(first), withEngine: sorted(withEngine) };
}

/** True for a file that is kept once it was used: its name, relative to the page, has the hash of its content. */
export function isKept(name: string): boolean {
  const isOfModel = name.endsWith(".safetensors") || /\/tokenizer-[^/]*\.json$/.test(name);
  return name.startsWith("assets/") && !isOfModel;
}

/** True for the engine that needs no language model. */
export function isEngine(path: string): boolean {
  return /\/engine-(?!llm-)[^/]*\.wasm$/.test(path);
}
