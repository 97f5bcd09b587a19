import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import type { AskArguments } from "../../src/cli/arguments.ts";
import { ask, exitStatus, type OpenBank } from "../../src/cli/ask.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { Run } from "../../src/run.ts";
import type { ResearchRequest, ResearchResult } from "../../src/types.ts";
import { someResult } from "../fixtures.ts";

const folder = await mkdtemp(join(tmpdir(), "ask-"));
after(() => rm(folder, { recursive: true }));

class Paper {
  text = "";

  write(text: string): void {
    this.text += text;
  }
}

/** Gives the results in turn, and notes what it was asked. */
class FakeBank implements OpenBank {
  readonly model: OpenBank["model"] = Promise.resolve({ state: "off" });
  readonly defaults = { maxDocumentBytes: 1000 };
  readonly asked: ResearchRequest[] = [];
  closed = false;
  readonly #results: Partial<ResearchResult>[];

  constructor(results: Partial<ResearchResult>[]) {
    this.#results = results;
  }

  research(request: ResearchRequest): Run {
    this.asked.push(request);
    const result = someResult({ question: request.question, ...this.#results.shift() });
    return new Run(async () => result);
  }

  async export(docId: string): Promise<string> {
    return `{"exported":"${docId}"}`;
  }

  close(): void {
    this.closed = true;
  }
}

async function asked(changes: Partial<AskArguments>, ...results: Partial<ResearchResult>[]) {
  const bank = new FakeBank(results);
  const output = new Paper();
  const errors = new Paper();
  const wanted: AskArguments = {
    question: "q?",
    docs: [],
    json: false,
    questions: null,
    exportTo: null,
    useModel: true,
    language: null,
    quiet: false,
    ...changes,
  };
  const status = await ask(wanted, {
    openBank: async () => bank,
    input: Readable.from([Buffer.from("text")]),
    output,
    errors,
    environment: {},
    signal: new AbortController().signal,
    elapsed: () => 50,
  });
  return { status, bank, output: output.text, errors: errors.text };
}

test("PL-06 one question: text on standard output, exit status 0, the bank closed", async () => {
  const { status, bank, output, errors } = await asked({});
  assert.equal(status, 0);
  assert.match(output, /^Answer \(extractive, no language model\)/);
  assert.equal(errors, "");
  assert.equal(bank.closed, true);
  assert.equal(bank.asked[0]?.keep, false);
});

test("PL-06 many questions over one reading: each goes on from the memory of the last", async () => {
  const questions = join(folder, "questions.jsonl");
  await writeFile(questions, '{"question":"one?","id":"a"}\n"two?"\n{"question":"three?","id":3}');
  const results = [{ docId: "d1" }, { docId: "d2" }, { docId: "d3" }];
  const { status, bank, output } = await asked({ question: null, questions }, ...results);
  assert.equal(status, 0);
  const lines = output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ id, question }) => [id, question]),
    [
      ["a", "one?"],
      [undefined, "two?"],
      [3, "three?"],
    ],
  );
  const [first, second, third] = bank.asked;
  assert.equal(first?.documents?.length, 1);
  assert.deepEqual([second?.documents, second?.continueFrom], [undefined, "d1"]);
  assert.deepEqual([third?.documents, third?.continueFrom], [undefined, "d2"]);
  assert.ok(bank.asked.every(({ keep }) => keep));
});

test("PL-06 a cancelled run prints what there is and ends with 130", async () => {
  const partial = { termination: "aborted", answer: null } as const;
  const { status, output } = await asked({ json: true }, partial);
  assert.equal(status, 130);
  assert.equal(JSON.parse(output).termination, "aborted");
});

test("a run that ends in an error says why on standard error and ends with 1", async () => {
  const error = { code: "journal_mismatch", message: "the journal does not fit" };
  const { status, output, errors } = await asked({}, { termination: "error", answer: null, error });
  assert.equal(status, 1);
  assert.equal(output, "");
  assert.equal(errors, "error: the journal does not fit\n");
});

test("BX-08 the memory is written where --export says", async () => {
  const exportTo = join(folder, "memory.json");
  const { bank } = await asked({ exportTo }, { docId: "d9" });
  assert.equal(await readFile(exportTo, "utf8"), '{"exported":"d9"}');
  assert.equal(bank.asked[0]?.keep, true);
});

test("a folder that cannot be exported to is said before the work", async () => {
  const exportTo = join(folder, "no", "such", "memory.json");
  await assert.rejects(asked({ exportTo }), { name: "UsageError", message: /folder is missing/ });
});

test("PL-06 unusable input ends with 2, cancelling with 130, anything else with 1", () => {
  assert.equal(exitStatus(new MemoryBankError("too_large", "")), 2);
  assert.equal(exitStatus(new MemoryBankError("empty_document", "")), 2);
  assert.equal(exitStatus(new MemoryBankError("wasm_unreachable", "")), 1);
  assert.equal(exitStatus(new DOMException("stop", "AbortError")), 130);
  assert.equal(exitStatus(null), 1);
});
