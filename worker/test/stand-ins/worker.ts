/**
 * The Worker as the tests break it. `/stand-in/USER/WORK` asks the object of a user to do something to itself or its isolate: to
 * fail, to see another clock, to be woken twice at once.
 */
import { RunStore } from "agentic-memory-bank";
import { isolate } from "../../src/isolate.ts";
import type { Env } from "../../src/settings.ts";
import { UserObject as RealObject } from "../../src/user-object.ts";
import worker from "../../src/worker.ts";
import { disarm, trapAfter } from "./traps.ts";

export default {
  fetch(request, env, context) {
    const [, stands, user] = new URL(request.url).pathname.split("/");
    if (stands !== "stand-in") return worker.fetch(request, env, context);
    const object = env.USERS_OBJECTS.get(env.USERS_OBJECTS.idFromName(user ?? ""));
    return object.fetch(request.url);
  },
} satisfies ExportedHandler<Env>;

const now = Date.now;

/** The object of a user, which does as it is told. */
export class UserObject extends RealObject {
  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, stands, , work] = pathname.split("/");
    if (stands !== "stand-in") return super.fetch(request);
    return Response.json((await this.#does(work ?? "", searchParams)) ?? null);
  }

  async #does(work: string, given: URLSearchParams): Promise<unknown> {
    const number = Number(given.get("number") ?? 0);
    const { storage } = this.ctx;
    switch (work) {
      case "alarm":
        return Promise.all(Array.from({ length: number }, () => this.alarm()));
      case "alarm-due":
        return storage.getAlarm();
      case "alarm-in":
        return storage.setAlarm(now() + number);
      case "clock":
        Date.now = () => now() + number;
        return Date.now();
      case "evict":
        return this.ctx.abort("evicted by a test");
      case "full":
        return this.#refuse(number === 1);
      case "damage":
        return storage.sql.exec(given.get("statement") ?? "").toArray();
      case "newer":
        return this.#newerRun();
      case "trap":
        return number < 0 ? disarm() : trapAfter(number);
      case "bytes":
        return isolate.bytes;
      default:
        throw new Error(`nobody knows ${work}`);
    }
  }

  /** Has the storage refuse writes, as one that is full does, or take them again. */
  #refuse(isFull: boolean): void {
    const { storage } = this.ctx;
    const refusal = () => {
      throw new Error("database or disk is full: SQLITE_FULL");
    };
    if (isFull)
      Object.defineProperty(storage, "transactionSync", { value: refusal, configurable: true });
    else Reflect.deleteProperty(storage, "transactionSync");
  }

  /** Stores a run whose journal is of a version that nobody knows. */
  async #newerRun(): Promise<string> {
    const store = await RunStore.open({ storage: this.ctx.storage });
    const id = crypto.randomUUID();
    const run = {
      id,
      question: "Who comes?",
      format: 999,
      created: now(),
      lines: ["{}"],
      bodies: [],
    };
    await engineStore(store).createRun(run);
    await store.close();
    return id;
  }
}

interface EngineStore {
  createRun(run: object): Promise<void>;
}

/** The store as an engine sees it, which the package does not tell of. */
function engineStore(store: RunStore): EngineStore {
  const hidden = RunStore as unknown as { link(store: RunStore): { store: EngineStore } };
  return hidden.link(store).store;
}
