/** The adapter alone as a program sees it, the same in a tab and in Node. */
import type { Task } from "./backend.ts";
import { MemoryBankError, typed } from "./errors.ts";
import { checkText } from "./fields.ts";
import { isBlank } from "./question.ts";

/** A task whose every failure is a `MemoryBankError`. */
export class TaskFace implements Task {
  readonly #task: Task;

  constructor(task: Task) {
    this.#task = task;
  }

  addContext(name: string, text: string): Promise<void> {
    return typed(() => {
      checkText(name, "the name of addContext(name, text)");
      checkText(text, "the text of addContext(name, text)");
      return this.#task.addContext(name, text);
    });
  }

  enhancePrompt(): Promise<string> {
    return typed(() => this.#task.enhancePrompt());
  }

  interceptContext(context: string): Promise<void> {
    return typed(() => {
      checkText(context, "the context of interceptContext(context)");
      if (isBlank(context)) {
        throw new MemoryBankError("empty", "the context is empty: say what came of the step");
      }
      return this.#task.interceptContext(context);
    });
  }

  export(): Promise<string> {
    return typed(() => this.#task.export());
  }

  close(): Promise<void> {
    return typed(() => this.#task.close());
  }
}
