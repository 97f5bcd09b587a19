/** The tabs that the writer carries calls out for. */
import { flattenFailure } from "./errors.ts";
import type { Channel, ToFollower, Told, ToWriter } from "./tab-channel.ts";
import { unknownCall } from "./tab-failures.ts";

/** The serving tab, and its service. */
export interface Service {
  /** The name of the tab that writes. */
  readonly writer: string;
  readonly methods: readonly string[];
  carryOut(method: string, args: unknown[]): Promise<unknown>;
}

/** A line to each of the other tabs. */
export class ServedTabs {
  readonly #service: Service;
  readonly #lines = new Map<string, Channel>();
  #underWay = 0;
  #isClosing = false;
  #idle = () => {};

  constructor(service: Service) {
    this.#service = service;
  }

  /** Tells a tab that it is served. Returns true if it was not served yet. */
  serve(tab: string, open: () => Channel): boolean {
    const known = this.#lines.get(tab);
    const line = known ?? open();
    if (known === undefined) {
      this.#lines.set(tab, line);
      line.onmessage = ({ data }: MessageEvent<ToWriter>) => void this.#answer(line, data);
    }
    this.#tell(line, { kind: "ready" });
    return known === undefined;
  }

  /** The tab is gone. */
  forget(tab: string): void {
    this.#lines.get(tab)?.close();
    this.#lines.delete(tab);
  }

  /** Takes no more calls, and waits for those under way. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    for (const [tab, line] of [...this.#lines]) {
      this.#tell(line, { kind: "leaves" });
      this.forget(tab);
    }
  }

  async #answer(line: Channel, { writer, id, method, args }: ToWriter): Promise<void> {
    const service = this.#service;
    if (writer !== service.writer) return;
    if (this.#isClosing) return;
    this.#underWay += 1;
    try {
      if (!service.methods.includes(method)) throw unknownCall(method);
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
