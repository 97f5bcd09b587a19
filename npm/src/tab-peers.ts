/** Tabs as peers. The browser gives the lock of the writer to the next tab when one goes, for any reason. */
import { deferred } from "./deferred.ts";
import { LOCKS_PREFIX } from "./named-locks.ts";
import type { Channel, Listener, Peers, PeerWords, ToAll } from "./peers.ts";
import type { Tabs } from "./tab-channel.ts";

const WORDS: PeerWords = {
  writer: "the tab that writes",
  wake: "go to it or close it, then try again",
  program: "this page",
  reload: "reload it, then try again",
};

/** The tabs that share the resource of this name. */
export class TabPeers implements Peers {
  readonly name = crypto.randomUUID();
  readonly words = WORDS;
  readonly line: Channel;
  readonly here: Promise<void>;
  readonly #tabs: Tabs;
  readonly #resource: string;
  readonly #hall: Channel;
  readonly #end = deferred<void>();

  constructor(resource: string, tabs: Tabs) {
    this.#tabs = tabs;
    this.#resource = `${LOCKS_PREFIX}${resource}`;
    this.#hall = tabs.channel(this.#resource);
    this.line = this.lineTo(this.name);
    this.here = this.#stayHere();
    // The callers get the error.
    this.here.catch(() => {});
  }

  get patience(): number {
    return this.#tabs.patience;
  }

  listen(listener: Listener): void {
    this.#hall.onmessage = ({ data }: MessageEvent<ToAll>) => listener.hear(data);
  }

  say(told: ToAll): void {
    this.#hall.postMessage(told);
  }

  turn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return this.#tabs.locks.request(this.#resource, { signal }, work);
  }

  /** The browser takes the lock from no tab that has it. */
  async keepsTurn(): Promise<boolean> {
    return true;
  }

  lineTo(peer: string): Channel {
    return this.#tabs.channel(this.#lineOf(peer));
  }

  /** The lock of a tab is granted once that tab is gone. */
  untilGone(peer: string, signal: AbortSignal): Promise<void> {
    return this.#tabs.locks.request(this.#lineOf(peer), { signal }, async () => {});
  }

  close(): void {
    this.#end.resolve();
    this.#hall.close();
  }

  #stayHere(): Promise<void> {
    return new Promise((resolve, reject) => {
      const held = this.#tabs.locks.request(this.#lineOf(this.name), {}, () => {
        resolve();
        return this.#end.promise;
      });
      held.catch(reject);
    });
  }

  /** The channel between a follower and the writer, and the lock that shows the writer the follower's end. */
  #lineOf(peer: string): string {
    return `${this.#resource}/${peer}`;
  }
}
