/** The files that the service worker keeps, which alone imports this in the page: it must be of one piece. */

/** Files of a build, relative to the page. */
export interface Kept {
  /** Those that are kept once they were used. */
  readonly all: readonly string[];
  /** Those that are kept from the start: all that is small. */
  readonly first: readonly string[];
  /** The engine without a language model. */
  readonly engine: readonly string[];
  /** Those that are kept with it: without them an answer could be made, but no file be read. */
  readonly withEngine: readonly string[];
}

/**
 * True for a file that is kept once it was used: its name, relative to the page, has the hash of its content. The
 * embedding model's files have a cache of their own.
 */
export function isKept(name: string): boolean {
  const isOfModel = name.endsWith(".safetensors") || /\/tokenizer-[^/]*\.json$/.test(name);
  return /^assets\/[\w.-]+-[\w-]{8}\.\w+$/.test(name) && !isOfModel;
}
