/** Tasks of the adapter (MB-26) that clients have begun. */
import { randomUUID } from "node:crypto";
import type { Task } from "../backend.ts";
import { MemoryBankError } from "../errors.ts";
import type { MemoryContents } from "./bank-runs.ts";
import type { Banks } from "./banks.ts";

/** Most tasks of a server at once; each holds the memory of what it read. */
const MOST = 32;

/** The tasks. They last as long as the server. */
export class Tasks {
  readonly #banks: Banks;
  readonly #tasks = new Map<string, Task>();

  constructor(banks: Banks) {
    this.#banks = banks;
  }

  /** Begins a task, and returns its id. Throws `too_many_tasks`. */
  async begin(goal: string): Promise<string> {
    if (this.#tasks.size >= MOST) {
      throw new MemoryBankError(
        "too_many_tasks",
        `${MOST} tasks are begun: go on with one of them, or restart the server`,
      );
    }
    const id = randomUUID();
    this.#tasks.set(id, await (await this.#banks.bank()).task(goal));
    return id;
  }

  /** The task of an id. Throws `unknown_task`. */
  task(id: string): Task {
    const task = this.#tasks.get(id);
    if (task !== undefined) return task;
    throw new MemoryBankError(
      "unknown_task",
      `there is no task ${id}: tasks last until the server ends; begin one with goal`,
    );
  }

  /** The contents of a task's memory; `null` if there is no such task. */
  async contents(id: string): Promise<MemoryContents | null> {
    const task = this.#tasks.get(id);
    return task === undefined ? null : (JSON.parse(await task.export()) as MemoryContents);
  }
}
