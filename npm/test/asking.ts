/** The command that asks, beside a bank that gives the results it is told to. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import type { AskArguments } from "../src/cli/arguments.ts";
import { ask } from "../src/cli/ask.ts";
import type { OpenBank } from "../src/cli/conversation.ts";
import { MemoryBankError } from "../src/errors.ts";
import { RunStore } from "../src/node.ts";
import { Run } from "../src/run.ts";
import type { Answer, Estimate, ResearchRequest, ResearchResult } from "../src/types.ts";
import { someEstimate, someResult } from "./fixtures.ts";

class Paper {
  text = "";

  write(text: string): void {
    this.text += text;
  }
}

/** A result, and the answer before its own, or a failure. */
type Outcome = (Partial<ResearchResult> & { first?: Answer }) | MemoryBankError;

/** Gives the results in turn, or fails with what is in their place, and notes what it was asked. */
class FakeBank implements OpenBank {
  model: OpenBank["model"] = Promise.resolve({ state: "off" });
  readonly defaults = { maxDocumentBytes: 1000 };
  readonly asked: ResearchRequest[] = [];
  readonly takenUp: [string, string][] = [];
  closed = false;
  /** How it was asked to keep memory up. */
  readonly keptUp: unknown[] = [];
  readonly #outcomes: Outcome[];

  constructor(outcomes: Outcome[]) {
    this.#outcomes = outcomes;
  }

  research(request: ResearchRequest): Run {
    this.asked.push(request);
    return this.#next({ question: request.question });
  }

  resume(journal: string): Run {
    this.takenUp.push(["resume", journal]);
    return this.#next({});
  }

  replay(journal: string): Run {
    this.takenUp.push(["replay", journal]);
    return this.#next({});
  }

  resumeRun(docId: string): Run {
    this.takenUp.push(["resumeRun", docId]);
    return this.#next({ docId });
  }

  openRun(docId: string): Run {
    this.takenUp.push(["openRun", docId]);
    return this.#next({ docId });
  }

  #next(parts: Partial<ResearchResult>): Run {
    const outcome = this.#outcomes.shift();
    return new Run(async (emit) => {
      if (outcome instanceof MemoryBankError) throw outcome;
      const { first, ...ended } = outcome ?? {};
      const result = someResult({ ...parts, ...ended });
      const { docId, question, language, engine, embedder, answer } = result;
      emit({ type: "runStarted", docId, question, language, engine, embedder });
      if (first !== undefined) emit({ type: "answered", answer: first });
      if (answer !== null) emit({ type: "answered", answer });
      return result;
    });
  }

  async estimate(): Promise<Estimate> {
    return someEstimate();
  }

  async journal(docId: string): Promise<string> {
    const documents = [{ name: "standard input", text: `Text of ${docId}: “é”`, notes: [] }];
    return JSON.stringify({ requests: [{ documents }] });
  }

  async export(docId: string): Promise<string> {
    return `{"exported":"${docId}"}`;
  }

  async keepUp(options: unknown): Promise<never> {
    this.keptUp.push(options);
    throw new MemoryBankError("server_unreachable", "it is down");
  }

  close(): void {
    this.closed = true;
  }
}

interface Setting {
  environment?: NodeJS.ProcessEnv;
  model?: OpenBank["model"];
  input?: string[];
  /** The platform's data folder; without one the platform has none. */
  dataFolder?: string;
}

/** What asking with these arguments comes to. */
export function asked(changes: Partial<AskArguments>, ...outcomes: Outcome[]) {
  return askedWith({}, changes, ...outcomes);
}

/** In a setting of its own. */
export async function askedWith(
  { environment = {}, model, input = ["text"], dataFolder }: Setting,
  changes: Partial<AskArguments>,
  ...outcomes: Outcome[]
) {
  const bank = new FakeBank(outcomes);
  if (model !== undefined) bank.model = model;
  const opened: unknown[] = [];
  const output = new Paper();
  const errors = new Paper();
  const wanted: AskArguments = {
    question: "q?",
    docs: [],
    json: false,
    questions: null,
    exportTo: null,
    journal: null,
    journalTo: null,
    runs: null,
    keep: false,
    textDir: null,
    useMemory: true,
    useModel: true,
    llm: null,
    model: null,
    reads: null,
    search: false,
    searchService: null,
    budget: [],
    reportLanguage: null,
    searchLanguage: null,
    prices: null,
    language: null,
    quiet: false,
    ...changes,
  };
  const status = await ask(wanted, {
    openBank: async (options) => {
      opened.push(options);
      return bank;
    },
    dataFolder: async () => dataFolder ?? assert.fail("the data folder is not asked for"),
    openStore: (path) => RunStore.open({ folder: path }),
    input: Readable.from(input.map((text) => Buffer.from(text))),
    output,
    errors,
    environment,
    signal: new AbortController().signal,
    elapsed: () => 50,
  });
  return { status, bank, opened, output: output.text, errors: errors.text };
}
