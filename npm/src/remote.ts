/** A memory bank on a deployment of the Worker, over HTTP: in browsers, Node and Workers alike. */
import { ApiCalls, type RemoteOptions } from "./api-calls.ts";
import { WAITING, type Waiting } from "./attempts.ts";
import type { ResearchOptions } from "./bank-face.ts";
import { base64 } from "./base64.ts";
import { checkedBudget } from "./budget.ts";
import { MemoryBankError, typed } from "./errors.ts";
import { checkSignal, checkText, type Shape, shaped } from "./fields.ts";
import { HierarchicalMemory } from "./hierarchical-memory.ts";
import { checkSource, type ImportSource } from "./import-source.ts";
import { type ImportedLongTerm, importLongTerm, longTermFile } from "./long-term-file.ts";
import type { KeptUp } from "./memory-places.ts";
import { type RemoteRun, RunFollower, runPath } from "./remote-run.ts";
import { checkedRequest } from "./request.ts";
import { Run } from "./run.ts";
import { TrajectoryMemory } from "./trajectory-memory.ts";
import type { Event, MemoryRequest, ResearchRequest, RunHead } from "./types.ts";

export type { RemoteOptions } from "./api-calls.ts";
export { MemoryBankError } from "./errors.ts";
export { type JournalOptions, journalOptions } from "./journal.ts";
export type * from "./public.ts";
export type { RemoteRun } from "./remote-run.ts";

/** The parts of a deployment. */
export interface Deployment {
  /** Version of the package that it was built from. */
  version: string;
  /** Its language model; `null`: runs are extractive. */
  llm: { provider: string; model: string | null } | null;
  /** Web search of runs: `true` at its usual address, a text at this one, `false` none. */
  search: boolean | string;
  /** Reader of web pages, likewise. */
  reader: boolean | string;
  /** Its embedding model; `null`: search by keywords. */
  embedder: string | null;
  /** Prefix of requests to its proxy, such as `/proxy?url=`. */
  proxy: string;
  /** Ways to sign in. */
  signIn: ("token" | "oauth")[];
}

/** Options of `keepUp`. */
export interface RemoteKeepUpOptions {
  /**
   * True: there is nothing else to do, so upkeep begins at a lower threshold. `false`: only upkeep that is due.
   * Default: true.
   */
  idle?: boolean;
}

interface Answer<T> {
  answer: T;
}

const RESEARCH_OPTIONS: Shape<ResearchOptions> = { signal: "object", budget: "object" };
const RESUME_OPTIONS: Shape<Pick<ResearchOptions, "signal">> = { signal: "object" };
const KEEP_UP: Shape<RemoteKeepUpOptions> = { idle: "flag" };

/**
 * The memory bank of one user on a deployment. Runs are always kept there, and go on whoever follows them. Every
 * method rejects with a `MemoryBankError`.
 */
export class RemoteBank {
  /** Memories of the user across tasks. */
  readonly memory: HierarchicalMemory;
  /** Lessons of runs. */
  readonly trajectories: TrajectoryMemory;
  readonly #calls: ApiCalls;
  readonly #waiting: Waiting;

  /** @internal */
  constructor(calls: ApiCalls, waiting: Waiting = WAITING) {
    this.#calls = calls;
    this.#waiting = waiting;
    const ask = async (request: MemoryRequest) => {
      const { answer } = await calls.json<Answer<unknown>>("POST", "/memory", "answer", request);
      return answer;
    };
    this.memory = new HierarchicalMemory(ask);
    this.trajectories = new TrajectoryMemory(ask);
  }

  /** A bank on the deployment at this address. No request is sent yet. Throws `invalid_argument`. */
  static connect(options: RemoteOptions): RemoteBank {
    return new RemoteBank(new ApiCalls(options));
  }

  /** The parts of the deployment. It replies without a token. */
  deployment(): Promise<Deployment> {
    return typed(() => this.#calls.json<Deployment>("GET", "/deployment", "version"));
  }

  /**
   * Starts to answer a question. The first event names the run (`docId`). A connection that is lost is made anew, and
   * goes on behind the last event; after a minute in vain the run rejects with `network_unreachable`, and goes on on
   * the deployment. Aborting the signal stops the run: `result` then resolves with termination `aborted`.
   */
  research(request: ResearchRequest, options: ResearchOptions = {}): Run {
    return new Run((emit) =>
      typed(async () => {
        const what = "the options of research()";
        const { signal, budget } = shaped<ResearchOptions>(options, what, RESEARCH_OPTIONS);
        checkSignal(signal, what);
        const limits = budget && { budget: checkedBudget(budget) };
        const body = { ...portable(checkedRequest(request)), ...limits };
        return this.#follower(await this.#begun(body), emit).follow(signal);
      }),
    );
  }

  /** Follows a run from its first event, whether it is under way or has ended. Nothing is paid for. */
  openRun(docId: string): Run {
    return new Run((emit) => typed(() => this.#follower(docId, emit).follow(undefined)));
  }

  /** Continues a run that was stopped or failed, and follows it from its first event. No call is paid for twice. */
  resumeRun(docId: string, options: Pick<ResearchOptions, "signal"> = {}): Run {
    return new Run((emit) =>
      typed(async () => {
        const what = "the options of resumeRun()";
        const { signal } = shaped<Pick<ResearchOptions, "signal">>(options, what, RESUME_OPTIONS);
        checkSignal(signal, what);
        await this.#calls.done("POST", `${pathOf(docId)}/resume`);
        return this.#follower(docId, emit).follow(signal);
      }),
    );
  }

  /** The runs that the deployment keeps. */
  async runs(): Promise<RunHead[]> {
    const { runs } = await this.#calls.json<{ runs: RunHead[] }>("GET", "/runs", "runs");
    return runs;
  }

  /** The state of a run, and its result if it has ended. */
  async run(docId: string): Promise<RemoteRun> {
    return this.#calls.json<RemoteRun>("GET", pathOf(docId), "run");
  }

  /** Stops a run: it ends with termination `aborted`. Rejects with `not_running` for one that has ended. */
  async stop(docId: string): Promise<void> {
    await this.#calls.done("POST", `${pathOf(docId)}/stop`);
  }

  /** Stops a run if it is under way, and deletes it. */
  async delete(docId: string): Promise<void> {
    await this.#calls.done("DELETE", pathOf(docId));
  }

  /** The memory of a run as JSON text, for `import` of any bank. */
  async export(docId: string): Promise<string> {
    return this.#calls.text(`${pathOf(docId)}/export`);
  }

  /** The journal of a run, for `replay` of any bank. */
  async journal(docId: string): Promise<string> {
    return this.#calls.text(`${pathOf(docId)}/journal`);
  }

  /** Does the upkeep that long-term memory has due. The deployment does so by itself after runs. */
  async keepUp(options: RemoteKeepUpOptions = {}): Promise<KeptUp> {
    const what = "the options of keepUp()";
    const { idle = true } = shaped<RemoteKeepUpOptions>(options, what, KEEP_UP);
    const request = { memory: "upkeep", idle };
    const { answer } = await this.#calls.json<Answer<KeptUp>>("POST", "/memory", "answer", request);
    return answer;
  }

  /** The whole long-term memory, of the user and of runs, as JSON Lines in parts. */
  exportLongTerm(): AsyncGenerator<string> {
    return longTermFile(this);
  }

  /**
   * Takes in what `exportLongTerm` of any bank gave, or the export of one of the two memories. The file is checked
   * whole first: a damaged file is refused with the line, and changes neither memory.
   */
  importLongTerm(file: ImportSource): Promise<ImportedLongTerm> {
    return typed(() => {
      checkSource(file, "the file of importLongTerm(file)");
      return importLongTerm(this, file);
    });
  }

  /** Deletes all data of this user on the deployment: runs under way, stored runs, both memories. */
  async deleteEverything(): Promise<void> {
    await this.#calls.done("DELETE", "/user");
  }

  /** Ends the connections. Runs go on on the deployment; pending and later calls fail with `closed`. */
  close(): void {
    this.#calls.close();
  }

  /** The `docId` of a run that has begun. */
  async #begun(body: unknown): Promise<string> {
    try {
      const { docId } = await this.#calls.json<{ docId: string }>("POST", "/runs", "docId", body);
      return docId;
    } catch (thrown) {
      const { code, message, retryable } = MemoryBankError.from(thrown);
      if (!code.startsWith("network_")) throw thrown;
      const hint = "look at runs() first, as the run may have begun";
      throw new MemoryBankError(code, `${message}; ${hint}`, { retryable, cause: thrown });
    }
  }

  #follower(docId: string, emit: (event: Event) => void): RunFollower {
    checkText(docId, "the docId");
    return new RunFollower(this.#calls, docId, this.#waiting, emit);
  }
}

/** The request as JSON carries it: bytes in base64, and without `keep`, as every run is kept. */
function portable(request: ResearchRequest): Record<string, unknown> {
  const { keep: _, documents, images, ...rest } = request;
  return {
    ...rest,
    ...(documents && { documents: documents.map(withBase64) }),
    ...(images && { images: images.map(withBase64) }),
  };
}

function withBase64<T extends { bytes?: Uint8Array }>({
  bytes,
  ...part
}: T): Record<string, unknown> {
  return bytes === undefined ? part : { ...part, base64: base64(asBytes(bytes)) };
}

/** A view of any kind, or a buffer, as bytes. */
function asBytes(bytes: ArrayBufferView | ArrayBuffer): Uint8Array {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function pathOf(docId: string): string {
  checkText(docId, "the docId");
  return runPath(docId);
}
