/** Sessions over banks and stores of runs that only seem to be. */

import type { OpenOptions } from "agentic-memory-bank";
import { onTestFinished, vi } from "vitest";
import type { Deployment } from "../../src/bank/deployment.ts";
import type {
  AsideStore,
  Event,
  MemoryBank,
  ResearchRequest,
  RunHead,
  RunStore,
} from "../../src/bank/types.ts";
import { Session, type SessionWorld } from "../../src/session.ts";
import { Store } from "../../src/state/store.ts";
import { resultWith, treeOf } from "./results.ts";

/** A file of so many bytes, as far as is told. */
export function file(size: number) {
  return { name: "a.txt", mediaType: "text/plain", size, blob: new Blob() };
}

/** A language model on this machine. */
export const OLLAMA = { provider: "ollama", model: "m", key: "k" } as const;

const ENGINE = { name: "extractive", description: "extractive, no language model" };

const FORECAST = { requests: 9, tokens: 1000, money: { USD: 0.01 }, unpriced: [] };
export const ESTIMATE = { likely: FORECAST, most: FORECAST, basis: "" };

/** Endpoints of the runs that asked a model. */
const JOURNALS: Readonly<Record<string, string>> = {
  "by-model": "http://localhost:9/v1",
  "hosted-1": "https://openai.example/v1",
};

/** A bank that answers, unless a document is called "bad"; it notes what it is asked to forget. */
export class FakeBank {
  readonly asked: ResearchRequest[] = [];
  readonly askedWith: unknown[] = [];
  readonly estimated: unknown[] = [];
  readonly forgotten: string[] = [];
  readonly resumed: string[] = [];
  readonly opened: string[] = [];
  closed = false;
  readonly model: Promise<unknown>;
  readonly #id: string;
  readonly #embedder: string | null;
  #loaded = () => {};

  /** The model is loaded, or not to be had, when the first run waits for it. */
  constructor(id: string, state: "ready" | "unavailable") {
    this.#id = id;
    this.#embedder = state === "ready" ? "minilm" : null;
    this.model = new Promise((resolve) => {
      this.#loaded = () => resolve({ state });
    });
  }

  async estimate(request: ResearchRequest, options: unknown) {
    this.estimated.push(options);
    if (request.documents?.some(({ name }) => name === "bad")) throw new Error("bad");
    return ESTIMATE;
  }

  research(request: ResearchRequest, options?: unknown) {
    this.askedWith.push(options);
    const refused = request.documents?.some(({ name }) => name === "bad") ?? false;
    const isFull = request.documents?.some(({ name }) => name === "full") ?? false;
    const { question } = request;
    this.asked.push(request);
    this.#loaded();
    const docId = request.continueFrom ?? `${this.#id}-${this.asked.length}`;
    const stopped = request.documents?.some(({ name }) => name === "stopped") ?? false;
    const termination = stopped ? "aborted" : "answer";
    const embedder = this.#embedder;
    const result = resultWith({
      termination,
      embedder,
      docId,
      question,
      insightDoc: { doc_id: docId, task_goal: question, completed_tasks: [], pending_tasks: [] },
      interactionTree: treeOf("a", "One.", ["One."]),
    });
    async function* events(): AsyncGenerator<Event> {
      if (refused) throw Object.assign(new Error("bad"), { code: "binary" });
      if (isFull) yield { type: "warning", code: "store_full", message: "full" };
      yield {
        type: "runStarted",
        docId,
        question,
        language: "en",
        engine: ENGINE,
        embedder,
      };
    }
    return { [Symbol.asyncIterator]: events, result: Promise.resolve(result) };
  }

  resume(journal: string) {
    this.resumed.push(journal);
    return this.research({ question: "Why?", continueFrom: "resumed" });
  }

  resumeRun(docId: string) {
    this.resumed.push(docId);
    return this.research({ question: "Why?", continueFrom: docId });
  }

  openRun(docId: string) {
    this.opened.push(docId);
    return this.research({
      question: "Why?",
      continueFrom: docId,
      documents: [{ name: "stopped", text: "One." }],
    });
  }

  async journal(docId: string): Promise<string> {
    const baseUrl = JOURNALS[docId];
    if (baseUrl === undefined) return `journal of ${docId}`;
    return JSON.stringify({ settings: { llm: { provider: { baseUrl }, model: "m" } } });
  }

  async provider(name: string) {
    return { baseUrl: `https://${name}.example/v1` };
  }

  async discard(docId: string): Promise<boolean> {
    return this.forgotten.push(docId) > 0;
  }

  close(): void {
    this.closed = true;
  }
}

/** A bank whose model's endpoint refuses every question. */
export class RefusedBank extends FakeBank {
  override research(request: ResearchRequest, options?: unknown) {
    const run = super.research(request, options);
    const error = { code: "llm_unauthorized", message: "refused" };
    const result = run.result.then((result) => ({ ...result, termination: "error", error }));
    return { ...run, result: result as typeof run.result };
  }
}

/** A session over these banks, opened one after the other. */
export function sessionOver(...banks: FakeBank[]) {
  return sessionKeeping(null, ...banks);
}

/** A store of runs that cannot be opened. */
export function refused(code: string, retryable = false): never {
  throw Object.assign(new Error("refused"), { code, retryable });
}

/** A store of runs that all stand alike. */
export class FakeRuns {
  readonly place = { kept: "opfs", lacks: [], isDurable: true } as const;
  readonly ids: string[];
  /** Runs that were set aside, by what they are called. */
  readonly setAside = new Map<number, string[]>();
  closed = false;

  constructor(...ids: string[]) {
    this.ids = ids;
  }

  async runs(): Promise<RunHead[]> {
    const state = { state: "paused" } as const;
    const facts = {
      question: "Why?",
      format: 1,
      state,
      created: 1,
      updated: 2,
      lines: 3,
      bytes: 4,
    };
    return this.ids.map((id) => ({ id, ...facts }));
  }

  async atWork(): Promise<string[]> {
    return this.ids.filter((id) => id.startsWith("at-work"));
  }

  async delete(docId: string): Promise<void> {
    const at = this.ids.indexOf(docId);
    if (at < 0) throw Object.assign(new Error("gone"), { code: "stored_run_not_found" });
    this.ids.splice(at, 1);
  }

  async aside(): Promise<AsideStore[]> {
    const reason = "store_too_new" as const;
    return [...this.setAside.keys()].map((number) => ({ number, reason, bytes: 5 }));
  }

  async asideFiles(number: number): Promise<File[]> {
    return [new File([], `aside-${number}`)];
  }

  async deleteAside(number: number): Promise<boolean> {
    return this.setAside.delete(number);
  }

  async takeBack(number: number): Promise<boolean> {
    this.ids.splice(0, Infinity, ...(this.setAside.get(number) ?? []));
    return this.setAside.delete(number);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** Opens a store of runs. */
export type OpenRuns = (options: { setAside: boolean }) => Promise<FakeRuns> | FakeRuns;

/** The same, in a browser that keeps runs, or in one that does not. */
export function sessionKeeping(runs: FakeRuns | null, ...banks: FakeBank[]) {
  return sessionOpening(() => runs ?? refused("store_unavailable"), runs !== null, ...banks);
}

/** The same, with a store of runs that is opened like this. */
export function sessionOpening(openRuns: OpenRuns, hasRuns: boolean, ...banks: FakeBank[]) {
  return sessionIn({ openRuns, hasRuns }, ...banks);
}

/** What a session is in, as far as a test cares. */
interface Place
  extends Partial<
    Pick<SessionWorld, "site" | "device" | "proxyError" | "openShelf" | "deleteShelf">
  > {
  readonly openRuns: OpenRuns;
  readonly hasRuns: boolean;
}

/** The same, on a page that this site serves; its proxy tells this error. */
export function sessionAt(site: Deployment, proxyError: string | null, ...banks: FakeBank[]) {
  const place = { openRuns: () => refused("store_unavailable"), hasRuns: false };
  return sessionIn({ ...place, site, proxyError: async () => proxyError }, ...banks);
}

/** The same, in this place. */
export function sessionIn({ openRuns, hasRuns, ...place }: Place, ...banks: FakeBank[]) {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const store = new Store();
  store.show([]);
  let opened = 0;
  const openedWith: OpenOptions[] = [];
  const lastingAsked: boolean[] = [];
  let lasting: Promise<boolean> | null = null;
  /** What the browser answers from now on. */
  const answerLasting = (answer: Promise<boolean>) => {
    lasting = answer;
  };
  const session = new Session(store, {
    open: async (options) => {
      openedWith.push(options);
      return banks[opened++] as unknown as MemoryBank;
    },
    answers: async () => false,
    proxyError: async () => null,
    device: null,
    site: null,
    openShelf: () => refused("unavailable"),
    deleteShelf: async () => {},
    ...place,
    openRuns: async (options) => (await openRuns(options)) as unknown as RunStore,
    hasRuns: async () => hasRuns,
    isLasting: async (asks) => {
      lastingAsked.push(asks);
      return lasting ?? lastingAsked.includes(true);
    },
    runFiles: async () => [new File([], "damaged")],
  });
  const ask = async (name: string) => {
    const document = { ...file(1), name, blob: new Blob([name]) };
    store.dispatch({ type: "draftChanged", draft: { documents: [document], question: "Why?" } });
    await session.ask("Pasted text");
  };
  return { store, session, ask, openedWith, lastingAsked, answerLasting };
}

/** Asks a further question of the memory that is there. */
export function askAgain(session: Session, store: Store, question: string): Promise<void> {
  store.dispatch({ type: "furtherChanged", further: { question } });
  return session.askAgain();
}
