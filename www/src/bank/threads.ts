/** Memories by the documents that they hold: the same documents are asked about in the memory that was made of them. */

import { isImage } from "../state/draft.ts";
import { type FittingMemory, fittingMemory, type Thread } from "../state/library.ts";
import { partlyRead } from "../state/reading.ts";
import { type Draft, type DraftDocument, isStopped, type State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Banks } from "./banks.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Library } from "./library.ts";

/** The memories whose documents are known. */
export class Threads {
  readonly #store: Store;
  readonly #library: Library;
  readonly #chosen: ChosenModel;
  readonly #banks: Pick<Banks, "isPresentWith">;
  readonly #isStored: (docId: string) => Promise<boolean>;
  /** The notes that were ended before a run that brings documents. */
  readonly #ended = new Map<string, Thread>();
  /** Notes come one after the other. */
  #noting: Promise<void> = Promise.resolve();

  /** `isStored`: true if this browser keeps this run. */
  constructor(
    store: Store,
    library: Library,
    chosen: ChosenModel,
    banks: Pick<Banks, "isPresentWith">,
    isStored: (docId: string) => Promise<boolean>,
  ) {
    this.#store = store;
    this.#library = library;
    this.#chosen = chosen;
    this.#banks = banks;
    this.#isStored = isStored;
  }

  /** The memory that holds exactly the drafted documents, as the present choice would read them; `null` for none. */
  fitting(): FittingMemory | null {
    return fittingMemory(this.#store.state, this.#chosen.reader(), this.#isAsChosen());
  }

  /** The same, once all drafted documents are known, if it is there and wanted. */
  async wanted(): Promise<FittingMemory | null> {
    await this.#noting;
    const { library, draft, keptRun } = this.#store.state;
    if (draft.isAnew || library.threads.size === 0) return null;
    // A document that cannot be read is told when it is to be read.
    if ((await this.#hashes(draft.documents)) === null) return null;
    const memory = this.fitting();
    if (memory === null) return null;
    const isAtHand = memory.docId === keptRun && this.#isAsChosen();
    const isThere = isAtHand || (await this.#isStored(memory.docId).catch(() => false));
    return isThere ? memory : null;
  }

  /** Notes the documents of the present run, which has made a new memory of them. */
  noteNew({ documents, pasted }: Draft, reader: string): Promise<void> {
    const { state } = this.#store;
    const { keptRun } = state;
    return this.#inTurn(async () => {
      if (keptRun === null || pasted.trim() !== "" || documents.some(isImage)) return;
      const hashes = await this.#hashes(documents);
      if (hashes === null || holdsOthers(state, hashes)) return;
      const thread = { documents: hashes, reader, isWhole: isWhole(state) };
      await this.#library.noteThread(keptRun, keptRun, thread);
    });
  }

  /**
   * Ends the note on a run's memory, which is about to get documents: a crash leaves none that lacks them. `noteMore`
   * writes it again.
   */
  extend(docId: string): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.#store.state.library.threads.get(docId);
      if (before !== undefined) this.#ended.set(docId, before);
      await this.#library.noteThread(docId, docId, null);
    });
  }

  /**
   * Notes the documents of a further question to the memory of the run `former`, which is the present run's now, or that
   * it has been read on.
   */
  noteMore(former: string, added: readonly DraftDocument[], reader: string): Promise<void> {
    const { state } = this.#store;
    const { keptRun } = state;
    return this.#inTurn(async () => {
      const before = this.#ended.get(former) ?? this.#store.state.library.threads.get(former);
      this.#ended.delete(former);
      if (keptRun === null || before === undefined) return;
      const hashes = await this.#hashes(added);
      const documents = [...before.documents, ...(hashes ?? [])];
      const isMixed =
        hashes === null ||
        state.imported ||
        added.some(isImage) ||
        (added.length > 0 && reader !== before.reader) ||
        holdsOthers(state, documents);
      const thread = isMixed ? null : { ...before, documents, isWhole: isWhole(state) };
      await this.#library.noteThread(keptRun, former, thread);
    });
  }

  /** Forgets the documents of a run. */
  drop(docId: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#ended.delete(docId);
      await this.#library.noteThread(docId, docId, null);
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#noting = this.#noting.then(work);
    return this.#noting;
  }

  #isAsChosen(): boolean {
    return this.#banks.isPresentWith(this.#chosen.options());
  }

  /** The hashes of documents; `null` if one cannot be read. */
  #hashes(documents: readonly DraftDocument[]): Promise<string[] | null> {
    return Promise.all(documents.map((document) => this.#library.identify(document))).catch(
      () => null,
    );
  }
}

/** True if all was read, and with the embedding model: without it the next question tries that again. */
function isWhole(state: State): boolean {
  return !isStopped(state) && state.embedder !== null && partlyRead(state).length === 0;
}

/** True if the memory holds more documents than those that were given, such as pages of the web. */
function holdsOthers({ documents, sources }: State, given: readonly string[]): boolean {
  const held = new Set([...documents, ...sources].map(({ name }) => name));
  return held.size > new Set(given).size;
}
