/** The thread of a folder's database: SQLite works in it, and blocks no other thread. */
import { workerData } from "node:worker_threads";
import { expose } from "comlink";
import { carryFailures } from "./comlink-errors.ts";
import { encryptedIn } from "./encrypted-folder.ts";
import { filesOf } from "./folder-files.ts";
import type { KeptStore } from "./kept-store.ts";
import type { MemoryCalls } from "./memory-calls.ts";
import { memoryIn } from "./memory-folder.ts";
import { passedOn, type StoreCalls } from "./store-calls.ts";
import type { WasmModules } from "./wasm-compiling.ts";

/** The start data of this thread. */
export interface DatabaseThreadTask {
  /** Port of the calls to this thread. */
  calls: MessagePort;
  folder: string;
  passphrase: string | undefined;
  /** The compiled artefact `store`. */
  module: WebAssembly.Module;
}

/** The calls of the caller's thread to this one. */
export interface DatabaseCalls extends StoreCalls, MemoryCalls {
  open(): Promise<void>;
  changePassphrase(to: string | null): Promise<void>;
  close(): Promise<void>;
}

function callsOf(database: KeptStore, modules: WasmModules): DatabaseCalls {
  return {
    ...passedOn((call) => call(database.runs(modules))),
    ...database.memory(modules),
    open: () => database.open(modules),
    changePassphrase: (to) => database.changePassphrase(modules, to),
    close: () => database.close(),
  };
}

carryFailures();
const { calls, folder, passphrase, module }: DatabaseThreadTask = workerData;
const files = filesOf(folder);
const database = passphrase === undefined ? memoryIn(files) : encryptedIn(files, passphrase);
expose(callsOf(database, { load: async () => module, has: (name) => name === "store" }), calls);
