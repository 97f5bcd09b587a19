/** The Durable Object of a user: all their data, and the runs at work. */
import { DurableObject } from "cloudflare:workers";
import { MemoryBankError } from "agentic-memory-bank";
import { empty, failed, json, notFound } from "./answers.ts";
import { jsonOf, letGo } from "./bodies.ts";
import { Home } from "./home.ts";
import { log } from "./log.ts";
import { askMemory, exportMemory, importMemory } from "./memory-routes.ts";
import { askedRun } from "./request.ts";
import { type Match, matched } from "./routes.ts";
import { exportRun, followRun, journalOfRun, showRun } from "./run-routes.ts";
import type { Env } from "./settings.ts";

/** The object of one user. The Worker alone can ask it, for the user that it is named after. */
export class UserObject extends DurableObject<Env> {
  readonly #home: Home;
  /** The look for runs that were cut off, once in the life of the object. */
  #awake: Promise<void> | null = null;
  /** The deletion under way; other requests wait for it. */
  #erasing: Promise<void> = Promise.resolve();

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#home = new Home(context, env);
  }

  override async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answered(request);
    } catch (thrown) {
      await letGo(request);
      return told(failed(thrown), thrown);
    }
  }

  /** Brings back runs that were cut off. Called by the platform, at least once for each time that is due. */
  override async alarm(): Promise<void> {
    await this.#erasing;
    await this.#home.heart.beat(this.#home);
  }

  /**
   * Closes the open parts, unless work is under way. Objects of the same isolate call this when they need the memory.
   */
  async drain(): Promise<void> {
    await this.#home.rest();
  }

  async #answered(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const match = matched(request.method, pathname);
    if (match === null) throw notFound();
    await this.#erasing;
    if (match.route.name === "deleteUser") return this.#erase();
    return this.#home.use(async () => {
      this.#awake ??= this.#wake();
      await this.#awake;
      return this.#routed(match, request);
    });
  }

  async #routed({ route, docId }: Match, request: Request): Promise<Response> {
    const home = this.#home;
    switch (route.name) {
      case "beginRun":
        return json({ docId: await home.runs.begin(askedRun(await jsonOf(request))) }, 201);
      case "listRuns":
        return json({ runs: await home.runs.list() });
      case "showRun":
        return showRun(home, docId);
      case "followRun":
        return followRun(home, docId, request);
      case "stopRun":
        await home.runs.stop(docId);
        return empty(202);
      case "resumeRun":
        await home.runs.resume(docId);
        return empty(202);
      case "exportRun":
        return exportRun(home, docId);
      case "journalOfRun":
        return journalOfRun(home, docId);
      case "deleteRun":
        await home.runs.delete(docId);
        return empty(204);
      case "askMemory":
        return askMemory(home, request);
      case "exportMemory":
        return exportMemory(home);
      case "importMemory":
        return importMemory(home, request);
      case "deleteUser":
        return this.#erase();
    }
  }

  /** Resumes runs that were cut off. The route that needs an unreadable store reports it. */
  async #wake(): Promise<void> {
    try {
      const left = await this.#home.resumeLost();
      if (left > 0 || this.#home.isAtWork) await this.#home.heart.ensure();
    } catch (thrown) {
      if (MemoryBankError.from(thrown).retryable) this.#awake = null;
    }
  }

  async #erase(): Promise<Response> {
    this.#erasing = this.#erasing.then(() => this.#home.erase());
    const erased = this.#erasing;
    this.#erasing = erased.catch(() => {});
    await erased;
    return empty(204);
  }
}

/** Writes the code of an internal failure to the log. Messages may hold a user's text, and are not written. */
function told(answer: Response, thrown: unknown): Response {
  if (answer.status >= 500) log("failed", { code: MemoryBankError.from(thrown).code });
  return answer;
}
