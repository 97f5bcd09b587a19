/** The open parts of a user's object: the store, the bank of memory, and the runs at work. */
import { type MemoryBank, type ObjectStorage, RunStore, storageFailure } from "agentic-memory-bank";
import { openBank, openReader } from "./banks.ts";
import { Heartbeat, type Patient } from "./heartbeat.ts";
import { type Guest, isolate } from "./isolate.ts";
import { RunNotes } from "./run-notes.ts";
import { Runs, type Workplace } from "./runs.ts";
import type { Env } from "./settings.ts";
import type { UserObject } from "./user-object.ts";

/** Milliseconds to wait for the end of runs before all is deleted. */
const PATIENCE = 5_000;

/** Bytes of a store and an engine with a few memories, before the actual size is measured. */
const OPENING = 8_000_000;

/** Everything that is open for one user. It opens when it is needed, and again after it was drained. */
export class Home implements Guest, Workplace, Patient {
  readonly runs: Runs;
  readonly heart: Heartbeat;
  readonly #storage: DurableObjectStorage;
  readonly #env: Env;
  readonly #self: () => DurableObjectStub<UserObject>;
  readonly #notes: RunNotes;
  #store: Promise<RunStore> | null = null;
  #memory: Promise<MemoryBank> | null = null;
  /** Banks of runs and of readers, which are open as long as these are. */
  readonly #banks = new Set<MemoryBank>();
  /** Pending closing: a store is opened once at a time. */
  #closing: Promise<unknown> = Promise.resolve();
  #calls = 0;
  #bytes = 0;
  readonly isShared = false;
  needs = OPENING;
  lastUsed = 0;

  constructor({ id, storage }: DurableObjectState, env: Env) {
    this.#storage = storage;
    this.#env = env;
    this.#self = () => env.USERS_OBJECTS.get(id);
    this.#notes = new RunNotes(storage);
    this.heart = new Heartbeat(storage);
    this.runs = new Runs(this, this.#notes, this.heart);
    isolate.hold(this);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isIdle(): boolean {
    return this.#calls === 0 && !this.runs.isAtWork;
  }

  get isAtWork(): boolean {
    return this.runs.isAtWork;
  }

  admit(): Promise<void> {
    return isolate.admit(this);
  }

  reserve(): void {
    this.#bytes = this.needs;
  }

  /** Waits until there is room, then does the work with the open parts, which stay open meanwhile. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    const release = this.retain();
    try {
      await isolate.enter(this);
      return await work();
    } finally {
      release();
    }
  }

  /** Keeps the open parts open, until the returned function is called. */
  retain(): () => void {
    this.#calls += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#calls -= 1;
      this.lastUsed = Date.now();
      void this.#measure().catch(() => {});
    };
  }

  store(): Promise<RunStore> {
    this.#store ??= this.#openStore().catch((thrown: unknown) => {
      // The next call may find it mended.
      this.#store = null;
      throw thrown;
    });
    return this.#store;
  }

  /** The bank for requests to memory. */
  memory(): Promise<MemoryBank> {
    this.#memory ??= this.#openMemory().catch((thrown: unknown) => {
      this.#memory = null;
      throw thrown;
    });
    return this.#memory;
  }

  async bankForRun(): Promise<MemoryBank> {
    return this.#counted(await openBank(this.#env, await this.store()));
  }

  /** A bank that reads runs back. */
  async reader(): Promise<MemoryBank> {
    return this.#counted(await openReader(this.#env, await this.store()));
  }

  letGo(bank: MemoryBank): void {
    this.#banks.delete(bank);
    bank.close();
  }

  resumeLost(): Promise<number> {
    return this.use(() => this.runs.resumeLost());
  }

  /** Does the upkeep of memory that needs a model, then the upkeep for idle time. */
  keepUp(): Promise<void> {
    return this.use(async () => {
      const bank = await this.memory();
      await bank.keepUp({ idle: false });
      await bank.keepUp({ idle: true, inPlainWords: true });
    });
  }

  /** Lets its own object close it: an object may not close resources of another. */
  async drain(): Promise<void> {
    await this.#self().drain();
  }

  /** Closes the open parts, unless work is under way. */
  async rest(): Promise<void> {
    if (!this.isIdle) return;
    this.#close();
    await this.#closing;
  }

  #close(): void {
    const [memory, store] = [this.#memory, this.#store];
    this.#memory = null;
    this.#store = null;
    this.#bytes = 0;
    this.#closing = closed(memory, store);
  }

  /** Stops all runs and deletes all data of the user. */
  async erase(): Promise<void> {
    await Promise.race([this.runs.endAll(), new Promise((end) => setTimeout(end, PATIENCE))]);
    for (const bank of this.#banks) this.letGo(bank);
    this.#close();
    await this.#closing;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    this.#notes.reset();
  }

  async #openStore(): Promise<RunStore> {
    await this.#closing;
    return RunStore.open({ storage: this.#watched() });
  }

  async #openMemory(): Promise<MemoryBank> {
    return openBank(this.#env, await this.store());
  }

  /** The storage for the store. A refusal stops all runs at once, before they request paid work that would be lost. */
  #watched(): ObjectStorage {
    const storage = this.#storage;
    return {
      sql: { exec: (query, ...bindings) => storage.sql.exec(query, ...bindings) },
      transactionSync: (work) => {
        try {
          return storage.transactionSync(work);
        } catch (thrown) {
          this.runs.stopUnstored(storageFailure(thrown));
          throw thrown;
        }
      },
    };
  }

  #counted(bank: MemoryBank): MemoryBank {
    this.#banks.add(bank);
    return bank;
  }

  /** Counts the memory of the open parts. */
  async #measure(): Promise<void> {
    const opened = this.#store;
    const store = await opened?.catch(() => null);
    const banks = [...this.#banks, ...(this.#memory === null ? [] : [await this.#memory])];
    const uses = await Promise.all(banks.map((bank) => bank.memoryUse().catch(() => null)));
    // It may have been closed meanwhile.
    if (this.#store !== opened) return;
    const engines = uses.reduce((bytes, use) => bytes + (use?.engine ?? 0), 0);
    this.#bytes = (store?.memoryBytes() ?? 0) + engines;
    if (this.#bytes > 0) this.needs = this.#bytes;
  }
}

async function closed(
  memory: Promise<MemoryBank> | null,
  store: Promise<RunStore> | null,
): Promise<void> {
  (await memory?.catch(() => null))?.close();
  await (await store?.catch(() => null))?.close();
}
