/** The database of a folder in Node, for the caller's thread. */
import { type MessagePort as NodePort, Worker } from "node:worker_threads";
import { type Remote, wrap } from "comlink";
import { CallsUnderWay } from "./calls-under-way.ts";
import { carryFailures } from "./comlink-errors.ts";
import type { KeptDatabase } from "./encrypted-folder.ts";
import type { EngineStore } from "./host.ts";
import { Lifetime } from "./lifetime.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import type { DatabaseCalls, DatabaseThreadTask } from "./node-database.ts";
import { quiet } from "./quiet-port.ts";
import { passedOn } from "./store-calls.ts";
import type { WasmModules } from "./wasm-compiling.ts";
import { crashed } from "./wasm-instance.ts";

/** A thread that has the database open. */
interface Thread {
  worker: Worker;
  remote: Remote<DatabaseCalls>;
  life: Lifetime;
  /** Calls under way, which keep the process from ending. */
  calls: number;
}

/** A database in a thread of its own. The first call starts it, as does the first one after it died. */
export class FolderDatabase implements KeptDatabase {
  readonly #folder: string;
  readonly #calls = new CallsUnderWay();
  #passphrase: string | undefined;
  #starting: Promise<Thread> | null = null;

  /** With a passphrase the folder is encrypted, runs and long-term memory; without one this is its memory alone. */
  constructor(folder: string, passphrase?: string) {
    this.#folder = folder;
    this.#passphrase = passphrase;
  }

  /** Opens the database, unless it is open. */
  open(modules: WasmModules): Promise<void> {
    return this.#call(modules, (remote) => remote.open());
  }

  /** Its runs, for an engine; these modules are loaded when the database must be opened. */
  runs(modules: WasmModules): EngineStore {
    return { isDurable: true, ...passedOn((call) => this.#call(modules, call)) };
  }

  /** Its long-term memory; the modules likewise. */
  memory(modules: WasmModules): MemoryCalls {
    return {
      askMemory: (request, settings) =>
        this.#call(modules, async (remote) => remote.askMemory(request, settings)),
      supplyMemory: (call, supply) =>
        this.#call(modules, async (remote) => remote.supplyMemory(call, supply)),
    };
  }

  /** Encrypts the database with another passphrase; `null` makes it plain. */
  async changePassphrase(modules: WasmModules, to: string | null): Promise<void> {
    await this.#call(modules, (remote) => remote.changePassphrase(to));
    this.#passphrase = to ?? undefined;
  }

  /**
   * Lets go of the database once no call is under way; later calls fail with `closed`. With `isLost` another process may
   * have it open: nothing is written any more.
   */
  async close(isLost = false): Promise<void> {
    await this.#calls.end();
    const thread = await this.#starting?.catch(() => null);
    this.#starting = null;
    if (!thread) return;
    try {
      if (!isLost) await asked(thread, (remote) => remote.close());
    } finally {
      thread.worker.removeAllListeners("exit");
      await thread.worker.terminate();
    }
  }

  #call<T>(modules: WasmModules, work: (remote: Remote<DatabaseCalls>) => Promise<T>): Promise<T> {
    return this.#calls.make(async () => {
      this.#starting ??= this.#start(modules);
      const starting = this.#starting;
      const thread = await starting.catch((thrown: unknown) => {
        // The next call may find it mended.
        this.#forget(starting);
        throw thrown;
      });
      return asked(thread, work);
    });
  }

  async #start(modules: WasmModules): Promise<Thread> {
    carryFailures();
    const module = await modules.load("store");
    const { port1, port2 } = new MessageChannel();
    const remote = wrap<DatabaseCalls>(port1);
    quiet(port1);
    const [folder, passphrase] = [this.#folder, this.#passphrase];
    const workerData: DatabaseThreadTask = { calls: port2, folder, passphrase, module };
    const worker = new Worker(new URL("./node-database.js", import.meta.url), {
      workerData,
      transferList: [port2 as unknown as NodePort],
      execArgv: [],
    });
    worker.unref();
    const life = new Lifetime();
    const starting = this.#starting;
    const end = (reason: Error) => {
      if (this.#starting === starting) this.#starting = null;
      life.end(crashed("store", reason));
    };
    worker.once("error", end);
    worker.once("exit", () => end(new Error("its thread ended")));
    return { worker, remote, life, calls: 0 };
  }

  #forget(starting: Promise<Thread>): void {
    if (this.#starting === starting) this.#starting = null;
  }
}

async function asked<T>(
  thread: Thread,
  work: (remote: Remote<DatabaseCalls>) => Promise<T>,
): Promise<T> {
  thread.calls += 1;
  thread.worker.ref();
  try {
    return await thread.life.call(() => work(thread.remote));
  } finally {
    thread.calls -= 1;
    if (thread.calls === 0) thread.worker.unref();
  }
}
