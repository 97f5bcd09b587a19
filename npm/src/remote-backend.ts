/** A memory bank behind a worker's boundary. */

import { type Remote, releaseProxy, transfer } from "comlink";
import type { Backend, Emit, MemoryUse, Task } from "./backend.ts";
import { ClosableUse } from "./closable-use.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { closed, type MemoryBankError } from "./errors.ts";
import type { MemoryRequest } from "./generated.ts";
import type { Provider } from "./language-model.ts";
import type { EngineRequest } from "./request.ts";
import { followRun } from "./run-port.ts";
import type { ServedBank } from "./served-bank.ts";
import type { Estimate, ResearchResult, RunSummary, ServiceName, ServiceReply } from "./types.ts";

/** A host's services for its worker. */
export interface WorkerCare {
  /** Ends the worker. */
  end(): void;
  /** Called when the first call begins, and when the last one has ended. */
  isNeeded?(isNeeded: boolean): void;
  /** Copies the bytes of a request, where its owner may go on to use them; they move to the worker otherwise. */
  copies?: boolean;
}

/** Calls the engine's worker. A worker that died, or was ended by `close`, fails every call, pending ones too. */
export class RemoteBackend implements Backend {
  readonly #worker: Remote<ServedBank>;
  readonly #care: WorkerCare;
  #calls = 0;
  readonly #dead: Deferred<never> = deferred();
  #ended = false;
  /** Lets go of the tasks' ports. */
  readonly #releases = new Set<() => void>();

  constructor(worker: Remote<ServedBank>, care: WorkerCare) {
    this.#worker = worker;
    this.#care = care;
    this.#dead.promise.catch(() => {});
  }

  /** Must be called when a worker dies. */
  died(reason: MemoryBankError): void {
    this.#ended = true;
    this.#dead.reject(reason);
  }

  /** The promise, unless the worker dies before it settles. */
  async whileAlive<T>(promise: Promise<T>): Promise<T> {
    this.#calls += 1;
    if (this.#calls === 1) this.#care.isNeeded?.(true);
    try {
      return await Promise.race([promise, this.#dead.promise]);
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#care.isNeeded?.(false);
    }
  }

  research(request: EngineRequest, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    const { request: sent, buffers } = this.#care.copies
      ? { request, buffers: [] }
      : transferable(request);
    const start = (port: MessagePort) =>
      this.#worker.research(sent, transfer(port, [port, ...buffers]));
    return this.whileAlive(overChannel(start, emit, signal));
  }

  estimate(request: EngineRequest): Promise<Estimate> {
    return this.whileAlive(this.#worker.estimate(request));
  }

  tryService(service: ServiceName): Promise<ServiceReply> {
    return this.whileAlive<ServiceReply>(this.#worker.tryService(service));
  }

  replay(journal: string, emit: Emit): Promise<ResearchResult> {
    const start = (port: MessagePort) => this.#worker.replay(journal, transfer(port, [port]));
    return this.whileAlive(overChannel(start, emit));
  }

  resume(journal: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    const start = (port: MessagePort) => this.#worker.resume(journal, transfer(port, [port]));
    return this.whileAlive(overChannel(start, emit, signal));
  }

  openRun(docId: string, emit: Emit): Promise<ResearchResult> {
    const start = (port: MessagePort) => this.#worker.openRun(docId, transfer(port, [port]));
    return this.whileAlive(overChannel(start, emit));
  }

  resumeRun(docId: string, emit: Emit, signal?: AbortSignal): Promise<ResearchResult> {
    const start = (port: MessagePort) => this.#worker.resumeRun(docId, transfer(port, [port]));
    return this.whileAlive(overChannel(start, emit, signal));
  }

  export(docId: string): Promise<string> {
    return this.whileAlive(this.#worker.export(docId));
  }

  import(json: string): Promise<ResearchResult> {
    return this.whileAlive(this.#worker.import(json));
  }

  journal(docId: string): Promise<string> {
    return this.whileAlive(this.#worker.journal(docId));
  }

  runs(): Promise<RunSummary[]> {
    return this.whileAlive(this.#worker.runs());
  }

  discard(docId: string): Promise<boolean> {
    return this.whileAlive(this.#worker.discard(docId));
  }

  askMemory(request: MemoryRequest, inPlainWords = false): Promise<unknown> {
    return this.whileAlive(this.#worker.askMemory(request, inPlainWords));
  }

  async task(question: string): Promise<Task> {
    const task = (await this.whileAlive(this.#worker.task(question))) as unknown as Remote<Task>;
    const release = () => task[releaseProxy]();
    this.#releases.add(release);
    // A released port loses the replies of calls under way.
    const use = new ClosableUse(() => {
      if (this.#releases.delete(release)) release();
    });
    // A worker that has ended is not called: its proxies would reject with failures of their own.
    const ask = <T>(work: () => Promise<T>) =>
      this.whileAlive(this.#ended ? this.#dead.promise : use.during(work));
    let closing: Promise<void> | undefined;
    const close = () => {
      const asked = ask(() => task.close());
      use.close();
      return asked;
    };
    return {
      addContext: (name, text) => ask(() => task.addContext(name, text)),
      enhancePrompt: () => ask(() => task.enhancePrompt()),
      interceptContext: (context) => ask(() => task.interceptContext(context)),
      export: () => ask(() => task.export()),
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  }

  provider(nameOrAddress: string): Promise<Provider | undefined> {
    return this.whileAlive(this.#worker.provider(nameOrAddress));
  }

  memoryUse(): Promise<MemoryUse> {
    return this.whileAlive(this.#worker.memoryUse());
  }

  close(): void {
    this.died(closed());
    for (const release of this.#releases) release();
    this.#releases.clear();
    this.#care.end();
  }
}

async function overChannel(
  start: (port: MessagePort) => Promise<void>,
  emit: Emit,
  signal?: AbortSignal,
): Promise<ResearchResult> {
  const { port1, port2 } = new MessageChannel();
  const followed = followRun(port1, emit, signal);
  followed.catch(() => {});
  await start(port2);
  return followed;
}

/**
 * The request with bytes that can move to the worker, and their buffers. A view of a part of a buffer is copied:
 * moving the buffer would take other data from its owner.
 */
function transferable(request: EngineRequest): {
  request: EngineRequest;
  buffers: ArrayBuffer[];
} {
  const buffers = new Set<ArrayBuffer>();
  const movable = <T extends { bytes?: Uint8Array }>(part: T): T => {
    if (!(part.bytes instanceof Uint8Array)) return part;
    const whole = part.bytes.byteLength === part.bytes.buffer.byteLength;
    const plain = part.bytes.buffer instanceof ArrayBuffer;
    const bytes = whole && plain ? part.bytes : part.bytes.slice();
    buffers.add(bytes.buffer as ArrayBuffer);
    return { ...part, bytes };
  };
  const { documents, images } = request;
  const moved = {
    ...request,
    ...(documents && { documents: documents.map(movable) }),
    ...(images && { images: images.map(movable) }),
  };
  return { request: moved, buffers: [...buffers] };
}
