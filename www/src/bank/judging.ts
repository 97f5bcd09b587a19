/** Chosen documents, each read once to show its size, or why it cannot be read; the library takes them in. */

import type { DraftDocument, State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { judgementOf } from "./documents.ts";
import type { Library } from "./library.ts";
import type { MemoryBank } from "./types.ts";

/** Judges the chosen documents, one after another. */
export class Judging {
  readonly #store: Store;
  readonly #bankOf: () => Promise<MemoryBank>;
  readonly #library: Library;
  #last: Promise<void> = Promise.resolve();

  constructor(store: Store, library: Library, bankOf: () => Promise<MemoryBank>) {
    this.#store = store;
    this.#library = library;
    this.#bankOf = bankOf;
  }

  /** Resolves once all chosen documents are judged. */
  judge(): Promise<void> {
    this.#last = this.#last.then(() => this.#judgeAll());
    return this.#last;
  }

  async #judgeAll(): Promise<void> {
    const isOpen = (document: DraftDocument) => {
      const { state } = this.#store;
      return chosenIn(state).includes(document) && !state.judged.has(document);
    };
    for (const document of chosenIn(this.#store.state)) {
      if (!isOpen(document)) continue;
      const known = await this.#library.judgement(document);
      const judgement = known ?? (await judgementOf(document, this.#bankOf));
      if (judgement !== null && isOpen(document))
        this.#store.dispatch({ type: "documentJudged", document, judgement });
      if (known === null) await this.#library.add(document, judgement);
    }
  }
}

/** The documents that were chosen, for a new memory or for the present one. */
function chosenIn({ draft, further }: State): readonly DraftDocument[] {
  return [...draft.documents, ...further.documents];
}
