/**
 * One writer among tabs. The tab with the lock opens the shared resource and carries out the calls of all. The others
 * send theirs, and wait for the lock, which the browser gives to the next tab when the writer goes, for any reason.
 */
import { deferred } from "./deferred.ts";
import { closed, MemoryBankError } from "./errors.ts";
import { type Channel, TABS_PREFIX, type Tabs, type ToAll } from "./tab-channel.ts";
import { type Manner, PendingCalls } from "./tab-follower.ts";
import { ServedTabs } from "./tab-server.ts";

/** The repetition of each method of a face. A face's arguments and replies can be cloned. */
export type Manners<F> = { readonly [Method in keyof F]: Manner };

/** The shared resource, opened in the writer tab. */
export interface Opened<F> {
  readonly face: F;
  /** True if other tabs may use it; otherwise it is this tab's alone. */
  readonly isShared: boolean;
  /** Releases it; no call is under way any more. */
  close(): Promise<void>;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** A face that all tabs have; one of them carries out its calls. */
export class TabWriter<F extends object> {
  /** The face for this tab's calls; the writer changes as tabs come and go. */
  readonly face: F;
  readonly #tabs: Tabs;
  readonly #name: string;
  readonly #open: () => Promise<Opened<F>>;
  readonly #tab = crypto.randomUUID();
  readonly #hall: Channel;
  readonly #pending: PendingCalls;
  readonly #served: ServedTabs;
  /** Aborted once no call of this tab is under way any more. */
  readonly #leaving = new AbortController();
  readonly #end = deferred<void>();
  /** Resolves once this tab holds a lock of its own, by which others know it. */
  readonly #here: Promise<void>;
  #own: Opened<F> | null = null;
  /** This tab's wait for the lock, and its time with it. */
  #turn: Promise<void> | null = null;
  #isOpening = false;
  #isClosed = false;
  #ownCalls = 0;
  readonly #idle = deferred<void>();
  #watch: ReturnType<typeof setInterval> | undefined;

  /** Nothing is opened or sent before the first call. */
  constructor(name: string, manners: Manners<F>, open: () => Promise<Opened<F>>, tabs: Tabs) {
    this.#name = `${TABS_PREFIX}${name}`;
    this.#tabs = tabs;
    this.#open = open;
    this.#hall = tabs.channel(this.#name);
    this.#hall.onmessage = ({ data }: MessageEvent<ToAll>) => this.#hear(data);
    this.#pending = new PendingCalls(tabs.channel(this.#lineOf(this.#tab)), () => this.#rest());
    this.#served = new ServedTabs({
      writer: this.#tab,
      methods: Object.keys(manners),
      carryOut: (method, args) => this.#carryOut(method, args),
    });
    this.#here = this.#stayHere();
    // The callers get the error.
    this.#here.catch(() => {});
    const methods = Object.entries<Manner>(manners).map(([method, manner]) => [
      method,
      (...args: unknown[]) => this.#ask(method, args, manner),
    ]);
    this.face = Object.fromEntries(methods) as F;
  }

  /** True if this tab is the writer. */
  get writes(): boolean {
    return this.#own !== null;
  }

  /**
   * Once no call of this tab is under way, lets go, so that the next tab takes over. Calls that follow fail with
   * `closed`.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rest();
    await this.#idle.promise;
    this.#leaving.abort();
    const own = this.#own;
    this.#own = null;
    await this.#served.close();
    await own?.close();
    this.#end.resolve();
    await this.#turn;
    this.#pending.close();
    this.#hall.close();
  }

  async #ask(method: string, args: unknown[], manner: Manner): Promise<unknown> {
    if (this.#isClosed) throw closed();
    if (this.#own !== null) return this.#askHere(method, args);
    const answer = this.#pending.ask(method, args, manner);
    this.#queue();
    this.#watch ??= setInterval(() => this.#look(), this.#tabs.patience / 15);
    return answer;
  }

  async #askHere(method: string, args: unknown[]): Promise<unknown> {
    this.#ownCalls += 1;
    try {
      return await this.#carryOut(method, args);
    } finally {
      this.#ownCalls -= 1;
      this.#rest();
    }
  }

  async #carryOut(method: string, args: unknown[]): Promise<unknown> {
    if (this.#own === null) throw closed();
    return (this.#own.face as Record<string, Method>)[method]?.(...args);
  }

  /** Waits for the lock, and seeks its holder. */
  #queue(): void {
    this.#turn ??= this.#here
      .then(() => {
        this.#seekWriter();
        const { signal } = this.#leaving;
        return this.#tabs.locks.request(this.#name, { signal }, () => this.#write());
      })
      .catch((thrown) => this.#failed(thrown));
  }

  /** The work while the lock is held. */
  async #write(): Promise<void> {
    const opened = await this.#openedHere();
    if (opened === null) return;
    if (this.#leaving.signal.aborted) return opened.close();
    this.#own = opened;
    for (const call of this.#pending.taken()) {
      this.#askHere(call.method, call.args).then(call.resolve, call.reject);
    }
    // A resource that is this tab's alone needs no lock.
    if (!opened.isShared) return;
    this.#say({ kind: "writes" });
    await this.#end.promise;
  }

  /** The opened resource; `null` if it cannot be opened, and the waiting callers get the reason. */
  async #openedHere(): Promise<Opened<F> | null> {
    this.#isOpening = true;
    const beat = setInterval(() => this.#say({ kind: "opens" }), this.#tabs.patience / 5);
    try {
      return await this.#open();
    } catch (thrown) {
      this.#failed(thrown);
      return null;
    } finally {
      clearInterval(beat);
      this.#isOpening = false;
    }
  }

  /** This tab has no turn: the next call waits for another one. */
  #failed(thrown: unknown): void {
    this.#turn = null;
    this.#pending.fail(MemoryBankError.from(thrown));
  }

  #hear(told: ToAll): void {
    if (told.kind === "opens") this.#pending.heard();
    else if (told.kind === "writes") this.#seekWriter();
    else if (this.#own?.isShared) this.#serve(told.tab);
  }

  #serve(tab: string): void {
    const isNew = this.#served.serve(tab, () => this.#tabs.channel(this.#lineOf(tab)));
    if (!isNew) return;
    // Granted once that tab is gone.
    const { signal } = this.#leaving;
    const gone = this.#tabs.locks.request(this.#lineOf(tab), { signal }, async () =>
      this.#served.forget(tab),
    );
    gone.catch(() => {});
  }

  /** While calls wait: seeks a writer that was not heard of yet, whose reply is also the sign that it is alive. */
  #look(): void {
    if (this.#isOpening) return;
    this.#queue();
    this.#seekWriter();
    this.#pending.failWhereSilent(this.#tabs.patience);
  }

  /** The writer replies on this tab's channel. */
  #seekWriter(): void {
    if (this.#own === null) this.#say({ kind: "join", tab: this.#tab });
  }

  /** Must be called when calls have ended. */
  #rest(): void {
    if (this.#pending.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
    if (this.#ownCalls === 0 && this.#isClosed) this.#idle.resolve();
  }

  #stayHere(): Promise<void> {
    return new Promise((resolve, reject) => {
      const held = this.#tabs.locks.request(this.#lineOf(this.#tab), {}, () => {
        resolve();
        return this.#end.promise;
      });
      held.catch(reject);
    });
  }

  #say(told: ToAll): void {
    if (!this.#leaving.signal.aborted) this.#hall.postMessage(told);
  }

  /** The channel between a follower and the writer, and the lock that shows the writer the follower's end. */
  #lineOf(tab: string): string {
    return `${this.#name}/${tab}`;
  }
}
