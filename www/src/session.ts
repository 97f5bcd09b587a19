/** What the page does with the engine: asks, cancels, saves and restores. */

import type { MemoryBank, ModelProgress, ResearchRequest } from "./bank/types.ts";
import { holdsNoText, isTooLarge } from "./state/draft.ts";
import { pastedName as namePasted, withDistinctNames } from "./state/names.ts";
import type { Draft, DraftDocument, Problem, State } from "./state/state.ts";
import type { Store } from "./state/store.ts";

/** Opens the engine; tells how far the model's download is. */
export type OpenBank = (onModelProgress: (progress: ModelProgress) => void) => Promise<MemoryBank>;

/** A document and a question to try the page with. */
export interface Sample {
  readonly address: string;
  readonly name: string;
  readonly question: string;
}

/** One page's dealings with its engine. */
export class Session {
  readonly #store: Store;
  readonly #open: OpenBank;
  #bank: Promise<MemoryBank> | null = null;
  #cancel: AbortController | null = null;
  /** Banks whose model could not be had: they stay as they are, so the next run is given a new one. */
  readonly #withoutModel = new WeakSet<MemoryBank>();

  constructor(store: Store, open: OpenBank) {
    this.#store = store;
    this.#open = open;
  }

  /** Starts the engine and the model's download, once; called as soon as the user means to ask. */
  prepare(): Promise<MemoryBank> {
    this.#bank ??= this.#opened().catch((thrown) => {
      this.#bank = null;
      throw thrown;
    });
    return this.#bank;
  }

  async #opened(): Promise<MemoryBank> {
    const bank = await this.#open(({ loaded, total }) =>
      this.#store.dispatch({ type: "modelChanged", model: { state: "loading", loaded, total } }),
    );
    void bank.model.then(({ state }) => {
      if (state === "unavailable") this.#withoutModel.add(bank);
      this.#store.dispatch({
        type: "modelChanged",
        model: { state: state === "ready" ? "ready" : "absent" },
      });
    });
    return bank;
  }

  /** The bank for a new memory: where the present one has no model, another, which tries it again. */
  async #bankWithModel(present: MemoryBank): Promise<MemoryBank> {
    if (!this.#withoutModel.has(present)) return present;
    return this.#opened().catch(() => present);
  }

  /** Loads the sample and asks its question. */
  async trySample({ address, name, question }: Sample): Promise<void> {
    if (this.#busy) return;
    const loaded = await this.#reporting(async () => {
      const response = await fetch(address);
      if (!response.ok)
        throw { code: "sample_unreachable", message: `${address}: ${response.status}` };
      const blob = await response.blob();
      const document = { name, mediaType: "text/plain", size: blob.size, blob };
      this.#store.dispatch({
        type: "draftChanged",
        draft: { documents: [document], pasted: "", question },
      });
    });
    if (loaded) await this.ask("");
  }

  /** Reads the drafted documents and answers the drafted question. */
  async ask(pastedName: string): Promise<void> {
    const { draft } = this.#store.state;
    const problem = this.#busy ? null : draftProblem(this.#store.state);
    if (problem) this.#store.dispatch({ type: "failed", problem });
    if (this.#busy || problem) return;
    this.#store.dispatch({ type: "readingRequested", documents: draft.documents });
    await this.#run(draft.question, false, async () => ({
      documents: await readDocuments(draft.documents, draft.pasted, pastedName),
    }));
  }

  /** Answers a question from the memory that is there. */
  async askAgain(question: string): Promise<void> {
    const { keptRun } = this.#store.state;
    if (this.#busy || keptRun === null) return;
    if (question.trim() === "") {
      this.#store.dispatch({ type: "failed", problem: { code: "empty_question", message: "" } });
      return;
    }
    await this.#run(question, true, async () => ({ continueFrom: keptRun }));
  }

  /** Stops the run; what is remembered until then stays. */
  cancel(): void {
    this.#cancel?.abort();
    this.#store.dispatch({ type: "cancelRequested" });
  }

  /** The kept run as JSON, to be imported again. */
  exportMemory(): Promise<string | null> {
    return this.#ofKeptRun((bank, docId) => bank.export(docId));
  }

  /** The kept run's journal. */
  exportJournal(): Promise<string | null> {
    return this.#ofKeptRun((bank, docId) => bank.journal(docId));
  }

  /** Restores an exported memory. */
  async importMemory(file: Blob): Promise<void> {
    if (this.#busy) return;
    await this.#reporting(async () => {
      const bank = await this.prepare();
      const result = await bank.import(await file.text());
      this.#store.dispatch({ type: "imported", result });
    });
  }

  get #busy(): boolean {
    return this.#store.state.phase !== "idle";
  }

  async #run(
    question: string,
    continued: boolean,
    sources: () => Promise<Partial<ResearchRequest>>,
  ): Promise<void> {
    const { keptRun } = this.#store.state;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    this.#store.dispatch({ type: "runRequested", question, continued });
    await this.#reporting(async () => {
      const present = await this.prepare();
      const bank = continued ? present : await this.#bankWithModel(present);
      let started = false;
      try {
        const run = bank.research({ question, keep: true, ...(await sources()) }, { signal });
        for await (const event of run) {
          if (!started && !continued) this.#forget(present, bank, keptRun);
          started = true;
          this.#store.dispatch({ type: "event", event });
        }
        this.#store.dispatch({ type: "runEnded", result: await run.result });
      } finally {
        if (!started && bank !== present) bank.close();
      }
    });
    this.#cancel = null;
  }

  /** Gives up the memory before, now that a run has started in its place. */
  #forget(present: MemoryBank, bank: MemoryBank, keptRun: string | null): void {
    if (bank !== present) {
      this.#bank = Promise.resolve(bank);
      present.close();
    } else if (keptRun !== null) {
      // A run that is not there to be forgotten is no loss.
      bank.discard(keptRun).catch(() => {});
    }
  }

  async #ofKeptRun(
    text: (bank: MemoryBank, docId: string) => Promise<string>,
  ): Promise<string | null> {
    const { keptRun } = this.#store.state;
    if (keptRun === null) return null;
    let made: string | null = null;
    await this.#reporting(async () => {
      made = await text(await this.prepare(), keptRun);
    });
    return made;
  }

  /** Does it and shows what is thrown; whether nothing was. */
  async #reporting(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.#store.dispatch({ type: "failed", problem: problemOf(thrown) });
      return false;
    }
  }
}

/** Why the draft cannot be asked; `null` when it can. */
export function draftProblem({ draft }: State): Problem | null {
  if (isTooLarge(draft)) return { code: "too_large", message: "" };
  if (draft.question.trim() === "") return { code: "empty_question", message: "" };
  if (holdsNoText(draft)) return { code: "no_document", message: "" };
  const empty = draft.documents.find((document) => document.size === 0);
  return empty ? { code: "empty", message: empty.name } : null;
}

/** Whether a sample would take something of the user's own away: anything but a sample as it is. */
export function holdsOwnWork(draft: Draft, samples: readonly Sample[]): boolean {
  const { documents, pasted, question } = draft;
  if (documents.length === 0 && pasted.trim() === "" && question.trim() === "") return false;
  const [only] = documents;
  return !samples.some(
    (sample) =>
      documents.length === 1 &&
      only?.name === sample.name &&
      pasted.trim() === "" &&
      question === sample.question,
  );
}

/** The documents as the engine takes them, no two of one name. */
export async function readDocuments(
  documents: readonly DraftDocument[],
  pasted: string,
  pastedName: string,
): Promise<NonNullable<ResearchRequest["documents"]>> {
  const named = withDistinctNames([], documents);
  const read = named.map(async ({ name, mediaType, blob }) => ({
    name,
    bytes: new Uint8Array(await blob.arrayBuffer()),
    ...(mediaType === "" ? {} : { mediaType }),
  }));
  const name = namePasted(pastedName, new Set(named.map((document) => document.name)));
  const texts = pasted.trim() === "" ? [] : [{ name, text: pasted }];
  return [...(await Promise.all(read)), ...texts];
}

/** What was thrown, as something to show. */
export function problemOf(thrown: unknown): Problem {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(thrown),
  };
}
