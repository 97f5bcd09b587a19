/** Tabs of one origin that only seem to be: their locks and channels, and how they freeze and go. */
import { after } from "node:test";
import { deferred } from "../src/deferred.ts";
import type { NamedLocks } from "../src/named-locks.ts";
import type { Channel } from "../src/peers.ts";
import type { Tabs } from "../src/tab-channel.ts";

interface Request {
  readonly tab: FakeTab;
  readonly name: string;
  grant(): void;
}

/** What a call comes to whose tab was killed; rejected, for what waits for it to end, when all tests are over. */
export const forever = deferred<never>();

forever.promise.catch(() => {});
after(() => forever.reject(new Error("the tab is gone")));

/** What tabs share. */
export class Origin {
  readonly held = new Map<string, Request>();
  waiting: Request[] = [];
  readonly channels = new Set<FakeChannel>();
  readonly tabs: FakeTab[] = [];

  /** Opens a tab. */
  tab(patience = 300): FakeTab {
    const tab = new FakeTab(this, patience);
    this.tabs.push(tab);
    return tab;
  }

  ask(request: Request): void {
    this.waiting.push(request);
    this.grantNext();
  }

  release(request: Request): void {
    if (this.held.get(request.name) === request) this.held.delete(request.name);
    this.grantNext();
  }

  grantNext(): void {
    for (const request of [...this.waiting]) {
      if (this.held.has(request.name)) continue;
      this.held.set(request.name, request);
      this.waiting = this.waiting.filter((one) => one !== request);
      setImmediate(() => request.grant());
    }
  }
}

/** A tab, which can freeze, thaw and go at any moment. */
export class FakeTab implements Tabs {
  readonly origin: Origin;
  readonly patience: number;
  isGone = false;
  #frozen: (() => void)[] | null = null;

  constructor(origin: Origin, patience: number) {
    this.origin = origin;
    this.patience = patience;
  }

  /** Goes as a killed worker goes: at once, without a word, and its locks are let go of. */
  kill(): void {
    this.isGone = true;
    const { origin } = this;
    origin.waiting = origin.waiting.filter(({ tab }) => tab !== this);
    for (const [name, { tab }] of [...origin.held]) if (tab === this) origin.held.delete(name);
    origin.grantNext();
  }

  /** Hears and says nothing until it thaws; keeps its locks. */
  freeze(): void {
    this.#frozen = [];
  }

  thaw(): void {
    const waiting = this.#frozen ?? [];
    this.#frozen = null;
    for (const work of waiting) work();
  }

  /** Has this tab do it, unless it is gone, and once it is not frozen. */
  run(work: () => void): void {
    if (this.isGone) return;
    if (this.#frozen !== null) this.#frozen.push(work);
    else work();
  }

  channel(name: string): Channel {
    return new FakeChannel(this, name);
  }

  readonly locks: NamedLocks = {
    request: (name, { ifAvailable = false, signal }, held) =>
      new Promise((resolve, reject) => {
        const { origin } = this;
        const isTaken =
          origin.held.has(name) || origin.waiting.some((request) => request.name === name);
        if (ifAvailable && isTaken) {
          held(null).then(resolve, reject);
          return;
        }
        const request: Request = {
          tab: this,
          name,
          grant: () =>
            this.run(() =>
              held({})
                .then(resolve, reject)
                .finally(() => origin.release(request)),
            ),
        };
        signal?.addEventListener("abort", () => {
          if (!origin.waiting.includes(request)) return;
          origin.waiting = origin.waiting.filter((one) => one !== request);
          reject(signal.reason);
        });
        origin.ask(request);
      }),
    query: async () => ({ held: [...this.origin.held.keys()].map((name) => ({ name })) }),
  };
}

class FakeChannel implements Channel {
  readonly #tab: FakeTab;
  readonly #name: string;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor(tab: FakeTab, name: string) {
    this.#tab = tab;
    this.#name = name;
    tab.origin.channels.add(this);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    this.#tab.run(() => {
      for (const other of this.#tab.origin.channels) {
        if (other !== this && other.#name === this.#name) {
          setImmediate(() => other.#tab.run(() => other.#hear(data)));
        }
      }
    });
  }

  close(): void {
    this.#tab.origin.channels.delete(this);
  }

  #hear(data: unknown): void {
    if (this.#tab.origin.channels.has(this))
      this.onmessage?.(new MessageEvent("message", { data }));
  }
}
