/** The peers that the writer carries calls out for. */
import { flattenFailure } from "./errors.ts";
import type { Channel, PeerWords, ToFollower, Told, ToWriter } from "./peers.ts";
import { unknownCall } from "./writer-failures.ts";

/** The serving peer, and its service. */
export interface Service {
  /** The name of the peer that writes. */
  readonly writer: string;
  readonly words: PeerWords;
  readonly methods: readonly string[];
  carryOut(method: string, args: unknown[]): Promise<unknown>;
}

/** A line to each of the other peers. */
export class ServedPeers {
  readonly #service: Service;
  readonly #lines = new Map<string, Channel>();
  #underWay = 0;
  #isClosing = false;
  #idle = () => {};

  constructor(service: Service) {
    this.#service = service;
  }

  /** Tells a peer that it is served. Returns true if it was not served yet. */
  serve(peer: string, open: () => Channel): boolean {
    const known = this.#lines.get(peer);
    const line = known ?? open();
    if (known === undefined) {
      this.#lines.set(peer, line);
      line.onmessage = ({ data }: MessageEvent<ToWriter>) => void this.#answer(line, data);
    }
    this.#tell(line, { kind: "ready" });
    return known === undefined;
  }

  /** The peer is gone. */
  forget(peer: string): void {
    this.#lines.get(peer)?.close();
    this.#lines.delete(peer);
  }

  /** Takes no more calls, and waits for those under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    for (const [peer, line] of [...this.#lines]) {
      this.#tell(line, { kind: "leaves" });
      this.forget(peer);
    }
  }

  async #answer(line: Channel, { writer, id, method, args }: ToWriter): Promise<void> {
    const service = this.#service;
    if (writer !== service.writer) return;
    if (this.#isClosing) return;
    this.#underWay += 1;
    try {
      if (!service.methods.includes(method)) throw unknownCall(service.words, method);
      const value = await service.carryOut(method, args);
      this.#tell(line, { kind: "answer", id, value });
    } catch (thrown) {
      this.#tell(line, { kind: "failure", id, failure: flattenFailure(thrown) });
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#idle();
    }
  }

  #tell(line: Channel, told: Told): void {
    const message: ToFollower = { ...told, writer: this.#service.writer };
    line.postMessage(message);
  }
}
