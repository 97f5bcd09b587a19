/** The library: documents that the user has given, and the memories that were made of them. */

import type { DocumentSize } from "../bank/types.ts";
import { isImage } from "./draft.ts";
import type { DraftDocument, State } from "./state.ts";

/** A document of the library. */
export interface LibraryDocument {
  /** SHA-256 of its content in hexadecimal; where the page has no Web Crypto, a name that holds in this tab. */
  readonly hash: string;
  /** The name under which it was given first. */
  readonly name: string;
  readonly mediaType: string;
  /** Set for a text that was pasted. */
  readonly pasted?: true;
  /** Its bytes. */
  readonly size: number;
  /** Time when it was given first, in milliseconds since the Unix epoch. */
  readonly added: number;
  readonly blob: Blob;
  /** Its size and titles as it was read; `null` for an image, and if that is unknown. */
  readonly read: DocumentSize | null;
  /** Bytes that it and its reading take in this browser; 0 if it goes with the tab. */
  readonly keptBytes: number;
}

/** A document that this browser keeps and this page cannot read. */
export interface UnreadDocument {
  readonly hash: string;
  /** Its name; `null` if that cannot be read either. */
  readonly name: string | null;
  readonly reason: "damaged" | "newer";
}

/** The documents of a run's memory. */
export interface Thread {
  /** Their hashes, sorted. */
  readonly documents: readonly string[];
  /** Who read them: see `ChosenModel.reader`. */
  readonly reader: string;
  /** True if memory holds all of them from beginning to end, with vectors. */
  readonly isWhole: boolean;
}

/** The reason why documents go with the tab. */
export type LibraryFault =
  /** Nothing of theirs is there any more. */
  | "cleared"
  /** There is no room left. */
  | "full"
  /** The page has no Web Crypto. */
  | "insecure"
  /** A newer version of the page wrote them. */
  | "newer"
  /** Another tab has ended their keeping, or the site's data was cleared. */
  | "stopped"
  /** The browser lets the page store nothing. */
  | "unavailable"
  /** The bytes of a chosen document could not be read. */
  | "unreadable";

/** A document that was deleted, and the bytes that are free again; 0 if it was in the tab alone. */
export interface Freed {
  readonly name: string;
  readonly bytes: number;
}

/** The library. */
export interface Library {
  /** The latest first. */
  readonly documents: readonly LibraryDocument[];
  readonly unread: readonly UnreadDocument[];
  /** The hashes of contents that were given, by the object that holds them. */
  readonly hashes: ReadonlyMap<Blob, string>;
  /** The documents of runs, by the run. */
  readonly threads: ReadonlyMap<string, Thread>;
  /** True if the user has them kept in this browser. */
  readonly isKept: boolean;
  readonly fault: LibraryFault | null;
  readonly freed: Freed | null;
}

/** The library of a page just opened. */
export const EMPTY_LIBRARY: Library = {
  documents: [],
  unread: [],
  hashes: new Map(),
  threads: new Map(),
  isKept: false,
  fault: null,
  freed: null,
};

/** A memory that holds exactly the drafted documents. */
export interface FittingMemory {
  readonly docId: string;
  /** Its last question. */
  readonly question: string;
}

/** The chosen documents that have this content. */
export function chosenOf(
  hash: string,
  documents: readonly DraftDocument[],
  { hashes }: Library,
): DraftDocument[] {
  return documents.filter(({ blob }) => hashes.get(blob) === hash);
}

/** The hashes of documents, sorted; `null` if one is unknown or an image, which is looked at for each question. */
export function hashesOf(
  documents: readonly DraftDocument[],
  { hashes }: Pick<Library, "hashes">,
): readonly string[] | null {
  const known = documents.map((one) => (isImage(one) ? undefined : hashes.get(one.blob)));
  const all = known.filter((hash) => hash !== undefined);
  return all.length === known.length ? [...new Set(all)].sort() : null;
}

/**
 * The memory that was made of exactly the drafted documents by this reader: the present one, else the latest of the
 * runs that this browser keeps. `null` for none, and for a draft with a pasted text. `isAsChosen`: true if the present
 * memory is asked with exactly the chosen settings, though this browser does not keep it.
 */
export function fittingMemory(
  state: Pick<
    State,
    | "draft"
    | "imported"
    | "keptRun"
    | "languageModel"
    | "library"
    | "memoryModel"
    | "question"
    | "stored"
  >,
  reader: string,
  isAsChosen: boolean,
): FittingMemory | null {
  const { draft, imported, keptRun, languageModel, library, memoryModel } = state;
  const { question, stored } = state;
  if (library.threads.size === 0 || draft.pasted.trim() !== "") return null;
  const wanted = hashesOf(draft.documents, library);
  if (wanted === null || wanted.length === 0) return null;
  const fits = (docId: string) => {
    const thread = library.threads.get(docId);
    return thread?.isWhole && thread.reader === reader && isSame(thread.documents, wanted);
  };
  // A file may be anybody's, whatever run it says that it is.
  const isOwn = !imported && (languageModel !== null || memoryModel === null);
  const isAsked = isAsChosen || (stored?.runs.some(({ id }) => id === keptRun) ?? false);
  if (keptRun !== null && isOwn && isAsked && fits(keptRun)) return { docId: keptRun, question };
  const run = stored?.runs.find(
    ({ id }) => id !== keptRun && fits(id) && !stored.atWork.includes(id),
  );
  return run ? { docId: run.id, question: run.question } : null;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((hash, at) => hash === other[at]);
}
