/** Memories by the documents that they hold: the same documents are asked about in the memory that was made of them. */

import { isImage } from "../state/draft.ts";
import { type FittingMemory, fittingMemory } from "../state/library.ts";
import { partlyRead } from "../state/reading.ts";
import { type Draft, type DraftDocument, isStopped } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Library } from "./library.ts";

/** The memories whose documents are known. */
export class Threads {
  readonly #store: Store;
  readonly #library: Library;
  readonly #chosen: ChosenModel;
  readonly #isStored: (docId: string) => Promise<boolean>;
  /** Notes come one after the other. */
  #noting: Promise<void> = Promise.resolve();

  /** `isStored`: true if this browser keeps this run. */
  constructor(
    store: Store,
    library: Library,
    chosen: ChosenModel,
    isStored: (docId: string) => Promise<boolean>,
  ) {
    this.#store = store;
    this.#library = library;
    this.#chosen = chosen;
    this.#isStored = isStored;
  }

  /** The memory that holds exactly the drafted documents, as the present choice would read them; `null` for none. */
  fitting(): FittingMemory | null {
    return fittingMemory(this.#store.state, this.#chosen.reader());
  }

  /** The same, once all drafted documents are known, if it is there and wanted. */
  async wanted(): Promise<FittingMemory | null> {
    await this.#noting;
    const { library, draft, keptRun } = this.#store.state;
    if (draft.isAnew || library.threads.size === 0) return null;
    await Promise.all(draft.documents.map((document) => this.#library.identify(document)));
    const memory = this.fitting();
    const isThere =
      memory &&
      (memory.docId === keptRun || (await this.#isStored(memory.docId).catch(() => false)));
    return isThere ? memory : null;
  }

  /** Notes the documents of the present run, which has made a new memory of them. */
  noteNew({ documents, pasted }: Draft, reader: string): Promise<void> {
    const { keptRun } = this.#store.state;
    const isWhole = this.#isWhole();
    return this.#inTurn(async () => {
      if (keptRun === null || pasted.trim() !== "" || documents.some(isImage)) return;
      const thread = { documents: await this.#hashes(documents), reader, isWhole };
      this.#library.noteThread(keptRun, keptRun, thread);
    });
  }

  /**
   * Notes the documents of a further question to the memory of the run `former`, which is the present run's now, or that
   * it has been read on.
   */
  noteMore(former: string, added: readonly DraftDocument[], reader: string): Promise<void> {
    const { keptRun, imported } = this.#store.state;
    const isWhole = this.#isWhole();
    return this.#inTurn(async () => {
      const before = this.#store.state.library.threads.get(former);
      if (keptRun === null || before === undefined) return;
      const isOther = imported || added.some(isImage);
      const isMixed = isOther || (added.length > 0 && reader !== before.reader);
      const documents = [...before.documents, ...(await this.#hashes(added))];
      this.#library.noteThread(keptRun, former, isMixed ? null : { ...before, documents, isWhole });
    });
  }

  /** Forgets the documents of a run. */
  drop(docId: string): void {
    this.#library.noteThread(docId, docId, null);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#noting = this.#noting.then(work);
    return this.#noting;
  }

  /** True if all was read, and with the embedding model: without it the next question tries that again. */
  #isWhole(): boolean {
    const { state } = this.#store;
    return !isStopped(state) && state.embedder !== null && partlyRead(state).length === 0;
  }

  #hashes(documents: readonly DraftDocument[]): Promise<string[]> {
    return Promise.all(documents.map((document) => this.#library.identify(document)));
  }
}
