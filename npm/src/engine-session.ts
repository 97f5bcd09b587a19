/** One instance of the engine, with all objects in it, from its beginning to its close or its trap. */
import { type Deferred, deferred } from "./deferred.ts";
import type { EngineModule, EngineSettings, WasmBank, WasmObject } from "./engine.ts";
import type { HostCallbacks } from "./host.ts";
import { Lifetime } from "./lifetime.ts";

/** The instance's banks and tasks, and the calls under way in it. */
export class EngineSession {
  readonly engine: EngineModule;
  /** The banks of kept runs that were cancelled while the model still loaded, by the runs' `docId`. */
  readonly early = new Map<string, WasmBank>();
  /** Runs under way: one, and others that are about to be refused. */
  running = 0;
  /** Calls under way. */
  calls = 0;
  readonly #bank: Deferred<WasmBank> = deferred();
  readonly #held = new Set<WasmObject>();
  readonly #life = new Lifetime();

  constructor(engine: EngineModule) {
    this.engine = engine;
    // The first caller gets the error of settings out of range; before that it must not be an unhandled rejection.
    this.#bank.promise.catch(() => {});
  }

  /** The bank, once `open` has made it. Rejects with the reason of `open` or `close`. */
  get bank(): Promise<WasmBank> {
    return this.#bank.promise;
  }

  /** Makes the bank. */
  open(host: HostCallbacks, settings: EngineSettings): void {
    try {
      this.#bank.resolve(this.newBank(host, settings));
    } catch (thrown) {
      this.#bank.reject(thrown);
    }
  }

  /** Makes another bank, which is freed with the session. */
  newBank(host: HostCallbacks, settings: EngineSettings): WasmBank {
    const bank = new this.engine.Bank(host, settings);
    this.#held.add(bank);
    return bank;
  }

  /** Has an object freed with the session. */
  hold(object: WasmObject): void {
    this.#held.add(object);
  }

  /** Frees an object of this session, once. */
  free(object: WasmObject): void {
    if (this.#held.delete(object) && this.engine.fault.reason === null) object.free();
  }

  freeAll(): void {
    for (const object of this.#held) this.free(object);
    this.early.clear();
  }

  /** Makes a call; `ended` is called after it. Rejects with the reason of `close` if that comes before. */
  call<T>(work: () => Promise<T>, ended: () => void): Promise<T> {
    this.calls += 1;
    const done = async () => {
      try {
        return await this.engine.fault.during(work);
      } finally {
        this.calls -= 1;
        ended();
      }
    };
    return this.#life.call(done);
  }

  /** Fails calls that wait for the bank, and, after a trap, every call: no reply can come any more. */
  close(reason: unknown): void {
    this.#bank.reject(reason);
    if (this.engine.fault.reason !== null) this.#life.end(reason);
  }
}
