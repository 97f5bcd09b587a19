/** Questions to one bank, one after the other, over one reading of the documents. */
import { writeFile } from "node:fs/promises";
import type { BankFace } from "../bank-face.ts";
import { MemoryBankError } from "../errors.ts";
import { journalOptions } from "../journal.ts";
import type { Run } from "../run.ts";
import type {
  Answer,
  Estimate,
  Event,
  ResearchRequest,
  ResearchResult,
  Settings,
} from "../types.ts";
import type { AskArguments, JournalArgument } from "./arguments.ts";
import { concernsEveryQuestion, EXIT, exitStatus, gravest } from "./failures.ts";
import type { Folder, OpenFolder } from "./folder.ts";
import { howToGoOn, howToGoOnIn, isStored } from "./journal.ts";
import { MemoryEvents } from "./memory-told.ts";
import { failureObject, resultObject } from "./output-json.ts";
import { answerText, type Frame, restText, resultText } from "./output-text.ts";
import { type Output, type Progress, progressOn, showEvent } from "./progress.ts";
import type { Question } from "./questions.ts";
import { allRead } from "./reading.ts";
import { estimateLine, spentLine } from "./spending.ts";
import { styleFor } from "./terminal.ts";
import { writeTexts } from "./texts.ts";
import type { Timings } from "./timings.ts";
import { replaceFile, write } from "./writing.ts";

/** A bank as this command needs it. */
export type OpenBank = Pick<
  BankFace,
  | "model"
  | "research"
  | "estimate"
  | "resume"
  | "replay"
  | "resumeRun"
  | "openRun"
  | "export"
  | "journal"
  | "keepUp"
  | "close"
> & {
  defaults: Pick<Settings, "maxDocumentBytes">;
};

/** Outputs, environment and signal of a conversation. */
export interface Surroundings {
  output: Output;
  errors: Output;
  environment: NodeJS.ProcessEnv;
  /** Cancels the work under way. */
  signal: AbortSignal;
  /** Milliseconds since the program started. */
  elapsed(): number;
}

/** Equipment of a conversation besides the bank. */
export interface Equipment {
  /** True if a language model works, so that answers cost money. */
  asksModel: boolean;
  /** The folder of every run. */
  opened: OpenFolder | undefined;
}

/** An earlier run: by its journal, or in the store. */
type Earlier = { journal: string } | { docId: string };

/** The source of a question's memory: documents to read, or the run before. */
type Memory = Pick<ResearchRequest, "documents"> | Pick<ResearchRequest, "continueFrom">;

/** The options of a question without long-term memory. */
const NOT_USED = { observe: false, recall: false, advise: false, learn: false };

/** One conversation; `hold` is called once. */
export class Conversation {
  readonly #bank: OpenBank;
  readonly #wanted: AskArguments;
  readonly #around: Surroundings;
  readonly #progress: Progress;
  readonly #asksModel: boolean;
  readonly #opened: OpenFolder | undefined;
  #memory: Memory = {};
  /** The time at which the model was loaded, or known to be missing; 0 until then. */
  #loaded = 0;
  #texts: Map<string, string> | undefined;
  #estimate: Estimate | undefined;
  /** The memory events of the run that is shown. */
  #remembered = new MemoryEvents();
  /** The answer that was printed before its run ended. */
  #told: Answer | null = null;

  constructor(
    bank: OpenBank,
    wanted: AskArguments,
    around: Surroundings,
    { asksModel, opened }: Equipment,
  ) {
    this.#bank = bank;
    this.#asksModel = asksModel;
    this.#opened = opened;
    this.#wanted = wanted;
    this.#around = around;
    this.#progress = progressOn(around.errors, wanted.quiet);
    void bank.model.then(() => {
      this.#loaded ||= around.elapsed();
    });
  }

  /** Answers, prints, and returns the exit status. Throws failures that concern every question. */
  async hold(questions: Question[], documents: ResearchRequest["documents"]): Promise<number> {
    const reading: Memory = { documents: documents ?? [] };
    const { exportTo, textDir, journalTo } = this.#wanted;
    const isNeeded = exportTo !== null || textDir !== null || journalTo !== null;
    const keep = questions.length > 1 || isNeeded || this.#opened !== undefined;
    const statuses: number[] = [];
    let start = 0;
    let last: ResearchResult | null = null;
    this.#memory = reading;
    for (const question of questions) {
      const result = await this.#result(question, keep, reading);
      if (result instanceof MemoryBankError) {
        statuses.push(exitStatus(result));
      } else {
        statuses.push(await this.#finish(result, start, question));
        last = result;
        // A reading that failed may be half a reading: the next question has it anew.
        const failed = result.termination === "error" && this.#memory === reading;
        if (!failed || allRead(result, documents)) this.#memory = { continueFrom: result.docId };
        if (result.termination === "aborted") break;
      }
      start = this.#around.elapsed();
    }
    await this.#export(last);
    return gravest(statuses);
  }

  /** Takes up an earlier run, prints, and returns the exit status. Throws its failure. */
  async takeUp(way: JournalArgument["way"], earlier: Earlier): Promise<number> {
    const run = way === "resume" ? this.#resume(earlier) : this.#replay(earlier);
    const result = await this.#follow(run, true);
    const status = await this.#finish(result, 0, { question: result.question });
    if (way === "resume") await this.#export(result);
    return status;
  }

  /** Prints the language model of a journal's run, before it is called. */
  sayWhoIsAsked(journal: string): void {
    const llm = journalOptions(journal)?.llm;
    if (llm) this.#progress.say(`the journal's run asks ${llm.model} at ${llm.provider.baseUrl}`);
  }

  #resume(earlier: Earlier): Run {
    const { signal } = this.#around;
    return "docId" in earlier
      ? this.#bank.resumeRun(earlier.docId, { signal })
      : this.#bank.resume(earlier.journal, { signal });
  }

  #replay(earlier: Earlier): Run {
    return "docId" in earlier
      ? this.#bank.openRun(earlier.docId)
      : this.#bank.replay(earlier.journal);
  }

  /** Writes and prints the result of a run that began at `start`; returns its exit status. */
  async #finish(result: ResearchResult, start: number, question: Question): Promise<number> {
    await this.#writeTexts(result);
    this.#print(result, this.#timings(result, start), question);
    await this.#writeJournal(result);
    const folder = endedEarly(result) ? await this.#folderOf(result.docId) : null;
    if (folder !== null) this.#progress.say(howToGoOnIn(folder, result.docId));
    return statusOf(result);
  }

  /** The folder that a run is kept in; `null` if it is not: a warning has given the store's reason. */
  async #folderOf(docId: string): Promise<Folder | null> {
    const opened = this.#opened;
    const isKept = await isStored(docId, opened?.store).catch(() => false);
    return opened && isKept ? { ...opened.folder, path: opened.store.place.folder } : null;
  }

  /** The result, or this question's own failure, once it is reported in its place. */
  async #result(
    asked: Question,
    keep: boolean,
    reading: Memory,
  ): Promise<ResearchResult | MemoryBankError> {
    const { language, questions, useMemory } = this.#wanted;
    const memory = useMemory ? {} : { memory: NOT_USED };
    const request = { question: asked.question, keep, ...memory, ...(language && { language }) };
    try {
      return await this.#answer({ ...this.#memory, ...request }).catch((thrown: unknown) => {
        if (!isForgotten(thrown) || this.#memory === reading) throw thrown;
        // A run that failed has taken the memory with it: the documents are read again.
        this.#memory = reading;
        return this.#answer({ ...reading, ...request });
      });
    } catch (thrown) {
      if (questions === null || concernsEveryQuestion(thrown)) throw thrown;
      const failure = MemoryBankError.from(thrown);
      this.#around.output.write(`${JSON.stringify(failureObject(asked, failure))}\n`);
      this.#progress.say(`error: ${asked.question.slice(0, 80)}: ${failure.message}`);
      return failure;
    }
  }

  async #answer(request: ResearchRequest): Promise<ResearchResult> {
    this.#estimate = await this.#estimated(request);
    const run = this.#bank.research(request, { signal: this.#around.signal });
    const isFirst = !("continueFrom" in request);
    const isText = !this.#wanted.json && this.#wanted.questions === null;
    return this.#follow(run, isFirst, isFirst && isText);
  }

  /** Prints the first answer: over a long text its run goes on for a while. */
  #tellFirst(answer: Answer, frame: Frame): void {
    const { output, environment } = this.#around;
    this.#progress.clear();
    output.write(answerText(answer, frame, styleFor(output, environment)));
    this.#told = answer;
  }

  /**
   * Shows a run to its end; with `isFirst`, names the language model, too. With `tellsFirst`, prints the first answer as
   * soon as there is one.
   */
  async #follow(run: Run, isFirst: boolean, tellsFirst = false): Promise<ResearchResult> {
    this.#remembered = new MemoryEvents();
    this.#told = null;
    let frame: Frame | null = null;
    try {
      for await (const event of run) {
        frame = frameAfter(frame, event);
        const isDue = tellsFirst && this.#told === null && event.type === "answered";
        if (isDue && frame !== null) this.#tellFirst(event.answer, frame);
        if (event.type === "runStarted") {
          if (isFirst) this.#progress.note(`engine: ${event.engine.description}`);
          const folder = await this.#folderOf(event.docId);
          if (folder !== null) this.#progress.note(`kept in ${folder.path} as ${event.docId}`);
        }
        showEvent(event, this.#progress);
        for (const line of this.#remembered.take(event)) this.#progress.note(line);
      }
      const result = await run.result;
      const { total } = result.usage.ledger;
      if (total.requests > 0) this.#progress.note(spentLine(total));
      return result;
    } finally {
      this.#progress.clear();
    }
  }

  /** The likely cost of the answer; `undefined` if it is free. */
  async #estimated(request: ResearchRequest): Promise<Estimate | undefined> {
    if (!this.#asksModel) return undefined;
    const estimate = await this.#bank.estimate(request);
    this.#progress.note(estimateLine(estimate));
    return estimate;
  }

  #timings({ usage }: ResearchResult, start: number): Timings {
    return {
      loadMilliseconds: start === 0 ? this.#loaded : 0,
      ingestMilliseconds: usage.ingestMilliseconds,
      answerMilliseconds: usage.answerMilliseconds,
      totalMilliseconds: this.#around.elapsed() - start,
    };
  }

  #print(result: ResearchResult, timings: Timings, { id }: Question): void {
    const { output, environment } = this.#around;
    const { json, questions } = this.#wanted;
    const besides = {
      timings,
      ...(this.#texts && { texts: this.#texts }),
      ...(this.#estimate && { estimate: this.#estimate }),
      ...(this.#opened && { memory: this.#remembered.told }),
    };
    if (result.termination === "error") {
      this.#progress.say(`error: ${result.error?.message ?? "the run failed"}`);
    }
    if (result.termination === "aborted") this.#progress.say(this.#stopped());
    if (questions !== null) {
      output.write(`${JSON.stringify(resultObject(result, { ...besides, id }))}\n`);
    } else if (json) {
      output.write(`${JSON.stringify(resultObject(result, besides), null, 2)}\n`);
    } else if (this.#told !== null) {
      output.write(restText(result, this.#told, styleFor(output, environment)));
    } else if (result.termination !== "error" || result.answer !== null) {
      output.write(resultText(result, styleFor(output, environment)));
    }
  }

  #stopped(): string {
    return this.#loaded === 0
      ? "stopped while the embedding model was loading: nothing was read"
      : "stopped: this is what there was until then";
  }

  /** Once: the first run has all documents. */
  async #writeTexts({ docId, termination }: ResearchResult): Promise<void> {
    const { textDir } = this.#wanted;
    if (textDir === null || this.#texts !== undefined) return;
    const journal = await this.#kept(termination, () => this.#bank.journal(docId));
    if (journal !== null) this.#texts = await writeTexts(journal, textDir);
  }

  async #export(result: ResearchResult | null): Promise<void> {
    const { exportTo } = this.#wanted;
    if (exportTo === null || result === null) return;
    const json = await this.#kept(result.termination, () => this.#bank.export(result.docId));
    if (json !== null) await write(exportTo, () => writeFile(exportTo, json));
  }

  /**
   * Writes the journal after each question, so that the failure of a later one costs nothing; a run that ended early
   * may go on from it.
   */
  async #writeJournal(result: ResearchResult): Promise<void> {
    const { journalTo } = this.#wanted;
    if (journalTo === null) return;
    const { docId, termination } = result;
    const journal = await this.#kept(termination, () => this.#bank.journal(docId));
    if (journal === null) return;
    await write(journalTo, () => replaceFile(journalTo, journal));
    if (endedEarly(result)) this.#progress.say(howToGoOn(journalTo, this.#wanted));
  }

  /** The result of a call on a kept run; `null` if the run was stopped before there was anything to keep. */
  async #kept(
    termination: ResearchResult["termination"],
    ask: () => Promise<string>,
  ): Promise<string | null> {
    const early = termination === "aborted" && this.#loaded === 0;
    return early ? null : ask();
  }
}

/** The frame of a run's answer after an event; an embedder may fail on the way. */
function frameAfter(frame: Frame | null, event: Event): Frame | null {
  if (event.type === "runStarted") {
    const { language, embedder } = event;
    return { language, embedder, imported: false };
  }
  const isByWords = event.type === "warning" && event.code === "keyword_only";
  return isByWords && frame !== null ? { ...frame, embedder: null } : frame;
}

function isForgotten(thrown: unknown): boolean {
  return MemoryBankError.from(thrown).code === "unknown_run";
}

/** True if there is something to go on with. */
function endedEarly({ termination }: ResearchResult): boolean {
  return termination === "aborted" || termination === "error";
}

function statusOf({ termination }: ResearchResult): number {
  if (termination === "aborted") return EXIT.cancelled;
  return termination === "error" ? EXIT.failed : EXIT.answered;
}
