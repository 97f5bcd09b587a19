/** Answers what was asked for on the command line. */
import { access, constants, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { BankFace } from "../bank-face.ts";
import { isAbort, MemoryBankError } from "../errors.ts";
import type { ResearchRequest, ResearchResult, Settings } from "../types.ts";
import { type AskArguments, UsageError } from "./arguments.ts";
import { type Input, readDocuments } from "./documents.ts";
import { resultObject } from "./output-json.ts";
import { resultText } from "./output-text.ts";
import { type Output, type Progress, progressOn, showEvent } from "./progress.ts";
import { type Question, readQuestions } from "./questions.ts";
import { styleFor } from "./terminal.ts";
import type { Timings } from "./timings.ts";

/** A bank as this command needs it. */
export type OpenBank = Pick<BankFace, "model" | "research" | "export" | "close"> & {
  defaults: Pick<Settings, "maxDocumentBytes">;
};

/** Everything that the command touches; a test gives its own. */
export interface World {
  openBank(options: { embedder?: false }): Promise<OpenBank>;
  input: Input;
  output: Output;
  errors: Output;
  environment: NodeJS.ProcessEnv;
  /** Cancels what is under way. */
  signal: AbortSignal;
  /** Milliseconds since the program started. */
  elapsed(): number;
}

/** Exit statuses of the program. */
export const EXIT = { answered: 0, failed: 1, unusable: 2, cancelled: 130 } as const;

/** Codes of failures that are the input's fault. */
const INPUT_FAULTS = new Set([
  ...["empty", "too_large", "binary", "no_text"],
  ...["empty_question", "long_question", "empty_document", "invalid_argument", "invalid_setting"],
]);

/** The exit status for something that was thrown. */
export function exitStatus(thrown: unknown): number {
  if (isAbort(thrown)) return EXIT.cancelled;
  const { code } = MemoryBankError.from(thrown);
  return thrown instanceof UsageError || INPUT_FAULTS.has(code) ? EXIT.unusable : EXIT.failed;
}

/** Answers, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function ask(wanted: AskArguments, world: World): Promise<number> {
  const questions = await questionsOf(wanted);
  if (wanted.exportTo !== null) await checkWritable(wanted.exportTo);
  const bank = await world.openBank(wanted.useModel ? {} : { embedder: false });
  try {
    const documents = await readDocuments(wanted.docs, world.input, bank.defaults.maxDocumentBytes);
    return await new Conversation(bank, wanted, world).hold(questions, documents);
  } finally {
    bank.close();
  }
}

async function questionsOf({ question, questions }: AskArguments): Promise<Question[]> {
  if (questions !== null) return readQuestions(questions);
  return question === null ? [] : [{ question }];
}

/** A path that cannot be written is told before the work, not after it. */
async function checkWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch {
    throw new UsageError(`${path} cannot be written: its folder is missing or read-only`);
  }
}

/** Questions asked of one bank, one after the other, over one reading of the documents. */
class Conversation {
  readonly #bank: OpenBank;
  readonly #wanted: AskArguments;
  readonly #world: World;
  readonly #progress: Progress;
  #loaded = 0;

  constructor(bank: OpenBank, wanted: AskArguments, world: World) {
    this.#bank = bank;
    this.#wanted = wanted;
    this.#world = world;
    this.#progress = progressOn(world.errors, wanted.quiet);
  }

  async hold(questions: Question[], documents: ResearchRequest["documents"]): Promise<number> {
    const keep = questions.length > 1 || this.#wanted.exportTo !== null;
    let from: Partial<ResearchRequest> = { documents: documents ?? [] };
    let start = 0;
    let last: ResearchResult | null = null;
    for (const { question, id } of questions) {
      const { language } = this.#wanted;
      const result = await this.#answer({ ...from, question, keep, ...(language && { language }) });
      this.#print(result, this.#timings(result, start), id);
      last = result;
      if (result.termination === "aborted" || result.termination === "error") break;
      start = this.#world.elapsed();
      from = { continueFrom: result.docId };
    }
    await this.#export(last);
    return statusOf(last);
  }

  async #answer(request: ResearchRequest): Promise<ResearchResult> {
    const { signal, elapsed } = this.#world;
    void this.#bank.model.then(() => {
      this.#loaded ||= elapsed();
    });
    const run = this.#bank.research(request, { signal });
    try {
      for await (const event of run) showEvent(event, this.#progress);
      return await run.result;
    } finally {
      this.#progress.clear();
    }
  }

  #timings({ usage }: ResearchResult, start: number): Timings {
    return {
      loadMilliseconds: start === 0 ? this.#loaded : 0,
      ingestMilliseconds: usage.ingestMilliseconds,
      answerMilliseconds: usage.answerMilliseconds,
      totalMilliseconds: this.#world.elapsed() - start,
    };
  }

  #print(result: ResearchResult, timings: Timings, id: unknown): void {
    const { output, environment } = this.#world;
    const { json, questions, language } = this.#wanted;
    if (result.termination === "error") {
      this.#progress.say(`error: ${result.error?.message ?? "the run failed"}`);
    }
    if (questions !== null) {
      output.write(`${JSON.stringify(resultObject(result, timings, id))}\n`);
    } else if (json) {
      output.write(`${JSON.stringify(resultObject(result, timings), null, 2)}\n`);
    } else if (result.termination !== "error" || result.answer !== null) {
      output.write(resultText(result, styleFor(output, environment), language));
    }
  }

  async #export(result: ResearchResult | null): Promise<void> {
    const { exportTo } = this.#wanted;
    if (exportTo === null || result === null) return;
    const json = await this.#bank.export(result.docId);
    try {
      await writeFile(exportTo, json);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new MemoryBankError("export_failed", `${exportTo} cannot be written: ${why}`, {
        cause,
      });
    }
  }
}

function statusOf(last: ResearchResult | null): number {
  if (last?.termination === "aborted") return EXIT.cancelled;
  return last === null || last.termination === "error" ? EXIT.failed : EXIT.answered;
}
