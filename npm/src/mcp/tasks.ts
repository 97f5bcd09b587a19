/** Tasks of the adapter (MB-26) that clients have begun. */
import { randomUUID } from "node:crypto";
import type { Task } from "../backend.ts";
import { MemoryBankError } from "../errors.ts";
import type { MemoryContents } from "./bank-runs.ts";
import type { Banks } from "./banks.ts";

/** Most tasks of a server at once; each holds the memory of what it read. */
const MOST = 32;

/** The banks as tasks need them. */
export type TaskBanks = Pick<Banks, "use" | "onLost">;

/** The tasks, in the order of their last use. They last as long as the server's bank. */
export class Tasks {
  readonly #banks: TaskBanks;
  readonly #tasks = new Map<string, Task>();

  constructor(banks: TaskBanks) {
    this.#banks = banks;
    banks.onLost(() => this.#tasks.clear());
  }

  /**
   * Begins a task, does its first work, and returns its id with what the work gives. A task whose first work fails is
   * freed, because nobody learns its id. One task too many frees the one that was not used for longest.
   */
  begin<T>(goal: string, work: (task: Task) => Promise<T>): Promise<{ id: string; done: T }> {
    return this.#banks.use(async (bank) => {
      const task = await bank.task(goal);
      try {
        const done = await work(task);
        const id = randomUUID();
        this.#tasks.set(id, task);
        this.#makeRoom();
        return { id, done };
      } catch (thrown) {
        free(task);
        throw thrown;
      }
    });
  }

  /** Does the work with a task. Throws `unknown_task`. */
  async use<T>(id: string, work: (task: Task) => Promise<T>): Promise<T> {
    const task = this.#used(id);
    if (task !== undefined) return this.#banks.use(() => work(task));
    throw new MemoryBankError(
      "unknown_task",
      `there is no task ${id}: the server keeps the ${MOST} that were used last, until it ends; begin one with goal`,
    );
  }

  /** The contents of a task's memory; `null` if there is no such task. */
  async contents(id: string): Promise<MemoryContents | null> {
    const task = this.#used(id);
    if (task === undefined) return null;
    return JSON.parse(await this.#banks.use(() => task.export())) as MemoryContents;
  }

  #used(id: string): Task | undefined {
    const task = this.#tasks.get(id);
    if (task !== undefined) {
      this.#tasks.delete(id);
      this.#tasks.set(id, task);
    }
    return task;
  }

  #makeRoom(): void {
    const [oldest] = this.#tasks;
    if (this.#tasks.size <= MOST || oldest === undefined) return;
    const [id, task] = oldest;
    this.#tasks.delete(id);
    free(task);
  }
}

/** Frees a task. One of a bank that is gone is free already. */
function free(task: Task): void {
  task.close().catch(() => {});
}
