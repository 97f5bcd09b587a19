/** Instances of wasm artefacts. A trap ends the instance that it happens in, and nothing else. */
import { deferred } from "./deferred.ts";
import { MemoryBankError } from "./errors.ts";

/** The JavaScript half of an artefact, as `glue:NAME` makes it. */
export interface Glue {
  __wbg_set_wasm(exports: object): void;
}

/** The end of an instance by a trap, such as one for lack of memory. */
export class Fault {
  readonly #happened = deferred<never>();
  #reason: Error | null = null;

  constructor() {
    // There may be no listener.
    this.#happened.promise.catch(() => {});
  }

  /** The trap, once it happened. */
  get reason(): Error | null {
    return this.#reason;
  }

  /** Marks the instance as ended. The first reason counts. */
  set(reason: Error): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#happened.reject(reason);
  }

  /** Calls `tell` once, with the trap, when it happens. */
  onceHappened(tell: (reason: Error) => void): void {
    this.#happened.promise.catch(tell);
  }

  /** Resolves as the work does; rejects with the trap if it happens before, or happened already. */
  async during<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#reason !== null) throw this.#reason;
    const done = (async () => work())();
    try {
      const value = await Promise.race([done, this.#happened.promise]);
      if (this.#reason !== null) throw this.#reason;
      return value;
    } catch (thrown) {
      throw this.#reason ?? thrown;
    }
  }
}

/** The properties of every instance beside its artefact's classes. */
export interface WasmInstance {
  memory: WebAssembly.Memory;
  fault: Fault;
}

/**
 * Makes an instance of an artefact.
 *
 * A call into an instance that has trapped does nothing and throws nothing: the platform still makes some, for timers
 * and promises that the instance waited for. Whoever asks the instance for something looks at its `fault`.
 */
export function instantiate<T>(newGlue: () => Glue, module: WebAssembly.Module): T & WasmInstance {
  const glue = newGlue();
  const fault = new Fault();
  const imports: WebAssembly.Imports = {};
  for (const { module: name } of WebAssembly.Module.imports(module)) {
    imports[name] = glue as unknown as WebAssembly.ModuleImports;
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  const guarded = guard(exports, fault);
  glue.__wbg_set_wasm(guarded);
  (guarded.__wbindgen_start as (() => void) | undefined)?.();
  const memory = exports.memory as WebAssembly.Memory;
  return { ...(glue as object), memory, fault } as T & WasmInstance;
}

/**
 * The result of a call into a dead instance: glue that takes it for a number, or for several values, goes on with
 * zeros.
 */
const NOTHING: readonly never[] = Object.freeze([]);

type Call = (...args: unknown[]) => unknown;

function guard(exports: WebAssembly.Exports, fault: Fault): Record<string, unknown> {
  const guarded = Object.entries(exports).map(([name, held]) => [
    name,
    typeof held === "function" ? guardedCall(held as Call, fault) : held,
  ]);
  return Object.fromEntries(guarded);
}

function guardedCall(call: Call, fault: Fault): Call {
  return (...args) => {
    if (fault.reason !== null) return NOTHING;
    try {
      return call(...args);
    } catch (thrown) {
      if (!isTrap(thrown)) throw thrown;
      fault.set(thrown);
      return NOTHING;
    }
  };
}

/** True if this ended an instance: a trap, or a stack overflow (a `RangeError`; in Firefox an `InternalError`). */
function isTrap(thrown: unknown): thrown is Error {
  const { name } = (thrown ?? {}) as { name?: unknown };
  return (
    thrown instanceof WebAssembly.RuntimeError ||
    thrown instanceof RangeError ||
    name === "InternalError"
  );
}

/** The failure of a call that a trap cut off. */
export function crashed(what: "engine" | "embedder" | "store", reason: Error): MemoryBankError {
  const message = `the ${what} stopped, as when memory runs out (${reason.message}); ${REMEDY[what]}`;
  return new MemoryBankError(`${what}_crashed`, message, { retryable: true, cause: reason });
}

/**
 * Does it in the store's instance. Rejects with `store_crashed` where a trap ends it before, or has ended it already.
 */
export async function unlessCrashed<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  try {
    return await fault.during(work);
  } catch (thrown) {
    throw fault.reason === null ? thrown : crashed("store", fault.reason);
  }
}

const REMEDY = {
  engine:
    "the bank goes on with a fresh one: ask again, with less text at a time, or go on with a run of a store by resumeRun(docId)",
  embedder: "the next call loads a fresh one",
  store: "the next call opens it again; what was written is kept",
};
