import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { exitStatus } from "../../src/cli/failures.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { asked, askedWith } from "../asking.ts";
import { someDocument, someResult } from "../fixtures.ts";

const folder = await mkdtemp(join(tmpdir(), "ask-"));
after(() => rm(folder, { recursive: true }));

test("PL-06 one question: text on standard output, exit status 0, the bank closed", async () => {
  const { status, bank, output, errors } = await asked({});
  assert.equal(status, 0);
  assert.match(output, /^Answer \(extractive, no language model\)/);
  assert.equal(errors, "engine: extractive, no language model\n");
  assert.equal(bank.closed, true);
  assert.equal(bank.asked[0]?.keep, false);
});

test("PL-06 the first answer is printed at once; another one follows, the same does not", async () => {
  const answer = someResult({}).answer;
  assert.ok(answer !== null);
  const first = { ...answer, text: "The first answer." };
  const revised = await asked({}, { first, answer });
  const [head, rest] = revised.output.split("Once the whole text had been compared by meaning");
  assert.match(head ?? "", /^Answer .*\n\nThe first answer\./);
  assert.ok(rest?.includes(answer.text));
  const same = await asked({}, { first: answer, answer });
  assert.equal(same.output.split(answer.text).length, 2);
  const json = JSON.parse((await asked({ json: true }, { first, answer })).output);
  assert.equal(json.answer.text, answer.text);
});

test("CG-05 memory is kept up before the program ends, where there is one, and without a model", async () => {
  const runs = await mkdtemp(join(folder, "upkeep-"));
  const kept = await asked({ runs });
  assert.deepEqual([kept.status, kept.bank.keptUp], [0, [{ idle: false, inPlainWords: true }]]);
  assert.deepEqual((await asked({})).bank.keptUp, []);
  assert.deepEqual((await asked({ runs, useMemory: false })).bank.keptUp, []);
  assert.deepEqual((await asked({ runs }, { termination: "aborted" })).bank.keptUp, []);
});

test("BX-06 --no-memory leaves memory out of a question", async () => {
  const nothing = { observe: false, recall: false, advise: false, learn: false };
  assert.deepEqual((await asked({ useMemory: false })).bank.asked[0]?.memory, nothing);
  assert.equal((await asked({})).bank.asked[0]?.memory, undefined);
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
  const { status, output, errors } = await asked({ json: true }, partial);
  assert.equal(status, 130);
  assert.match(errors, /^stopped: /m);
  assert.equal(JSON.parse(output).termination, "aborted");
});

test("PL-06 a run that is cancelled while the model loads says so, and ends with 130", async () => {
  const partial = { termination: "aborted", answer: null, documents: [] } as const;
  const exportTo = join(folder, "never.json");
  const { status, errors } = await askedWith(
    { model: new Promise(() => {}) },
    { exportTo, textDir: join(folder, "never") },
    { ...partial, documents: [] },
  );
  assert.equal(status, 130);
  assert.match(errors, /^stopped while the embedding model was loading: nothing was read$/m);
  await assert.rejects(readFile(exportTo), { code: "ENOENT" });
});

async function questionsFile(...questions: string[]): Promise<string> {
  const path = join(folder, `questions-${questions.length}.jsonl`);
  await writeFile(path, questions.map((question) => JSON.stringify(question)).join("\n"));
  return path;
}

function linesOf(output: string) {
  return output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("PL-06 a question that fails is told in its place; the rest go on; the exit status says it", async () => {
  const questions = await questionsFile("one?", "two?", "three?");
  const { status, bank, output, errors } = await asked(
    { question: null, questions },
    { docId: "d1" },
    new MemoryBankError("long_question", "too long"),
    { docId: "d3" },
  );
  assert.equal(status, 2);
  const lines = linesOf(output);
  assert.deepEqual(
    lines.map(({ question }) => question),
    ["one?", "two?", "three?"],
  );
  assert.deepEqual(lines[1].error, { code: "long_question", message: "too long" });
  assert.equal(lines[1].answer, null);
  assert.match(errors, /^error: two\?: too long$/m);
  assert.equal(bank.asked[2]?.continueFrom, "d1");
});

test("PL-06 a run that ends in an error does not end the others; the gravest status counts", async () => {
  const questions = await questionsFile("one?", "two?", "three?");
  const error = { code: "embedding_failed", message: "no" };
  const half = someDocument("standard input", 1000, 500);
  const { status, bank, output } = await asked(
    { question: null, questions },
    { docId: "d1", termination: "error", answer: null, error, documents: [half] },
    { docId: "d2" },
    new MemoryBankError("empty_question", "empty"),
  );
  assert.equal(status, 1);
  assert.deepEqual(linesOf(output)[0].error, error);
  assert.equal(linesOf(output).length, 3);
  // Half a reading is no memory to go on from.
  assert.equal(bank.asked[1]?.documents?.length, 1);
  assert.equal(bank.asked[2]?.continueFrom, "d2");
});

test("a run that failed after the whole reading leaves a memory to go on from", async () => {
  const questions = await questionsFile("one?", "two?");
  const error = { code: "llm_unreachable", message: "no" };
  const documents = [someDocument("standard input", 4)];
  const failed = { docId: "d1", termination: "error", answer: null, error, documents } as const;
  const { bank } = await asked({ question: null, questions }, { ...failed, documents });
  assert.equal(bank.asked[1]?.continueFrom, "d1");
});

test("a memory that a failed run took with it is read again", async () => {
  const questions = await questionsFile("one?", "two?");
  const { status, bank } = await asked(
    { question: null, questions },
    { docId: "d1" },
    new MemoryBankError("unknown_run", "no run d1 is kept"),
    { docId: "d2" },
  );
  assert.equal(status, 0);
  assert.equal(bank.asked.length, 3);
  assert.deepEqual([bank.asked[2]?.question, bank.asked[2]?.documents?.length], ["two?", 1]);
});

test("PL-06 what ails the documents is told once, not once a question", async () => {
  const questions = await questionsFile("one?", "two?");
  const binary = new MemoryBankError("binary", "standard input: this is a picture");
  await assert.rejects(asked({ question: null, questions }, binary), { code: "binary" });
});

test("PL-06 the documents' texts are written where --text-dir says, and named in JSON", async () => {
  const textDir = join(folder, "new", "texts");
  const documents = [someDocument("standard input", 16)];
  const { bank, output } = await asked({ textDir, json: true }, { docId: "d5", documents });
  const path = join(textDir, "1-standard-input.txt");
  assert.equal(JSON.parse(output).documents[0].text, path);
  assert.equal(await readFile(path, "utf8"), "Text of d5: “é”");
  assert.equal(bank.asked[0]?.keep, true);
});

test("a --text-dir that is a file is said before the work", async () => {
  const textDir = join(folder, "file");
  await writeFile(textDir, "");
  await assert.rejects(asked({ textDir }), { name: "UsageError", message: /cannot be made/ });
});

test("PL-06 MB-21 with a language model the bank is opened with it, and no document is needed", async () => {
  const environment = { LLM_API_KEY: "sk-secret", LLM_MODEL: "m" };
  const engine = { name: "m", description: "language model m" };
  const { status, bank, opened, errors } = await askedWith(
    { environment, input: [] },
    { llm: "ollama" },
    { engine },
  );
  assert.equal(status, 0);
  assert.deepEqual(opened, [{ llm: { provider: "ollama", model: "m", apiKey: "sk-secret" } }]);
  assert.deepEqual(bank.asked[0]?.documents, []);
  assert.match(errors, /^estimate: .*\nengine: language model m\n$/);
});

const FAILED = {
  termination: "error",
  answer: null,
  error: { code: "llm_unauthorized", message: "the key was refused" },
} as const;

test("BX-02 PL-06 the journal is written also when the run fails, with the word how to go on", async () => {
  const journalTo = join(folder, "run.json");
  const { status, bank, errors } = await asked({ journalTo }, { ...FAILED, docId: "d3" });
  assert.equal(status, 1);
  assert.equal(bank.asked[0]?.keep, true);
  assert.match(await readFile(journalTo, "utf8"), /Text of d3/);
  assert.match(
    errors,
    /^the journal is in .*run\.json; go on with: npx agentic-memory-bank ask --resume .*run\.json$/m,
  );
});

test("BX-02 PL-06 to go on with a journal, its model is named again", async () => {
  const journalTo = join(folder, "run.json");
  const { errors } = await asked({ journalTo, llm: "ollama", model: "m" }, { ...FAILED });
  assert.match(errors, /ask --resume .*run\.json --llm ollama$/m);
});

test("BX-02 PL-06 and when it is stopped; one that ended well needs no word", async () => {
  const journalTo = join(folder, "stopped.json");
  const stopped = await asked({ journalTo }, { termination: "aborted", answer: null });
  assert.equal(stopped.status, 130);
  assert.match(stopped.errors, /go on with: npx agentic-memory-bank ask --resume/);
  const ended = await asked({ journalTo }, {});
  assert.doesNotMatch(ended.errors, /resume/);
});

/** A journal's file, of a run that a model of this address carried out, or none. */
async function journalOf(baseUrl?: string): Promise<{ path: string; text: string }> {
  const path = join(folder, "journal.json");
  const llm = baseUrl && { provider: { baseUrl, json: "schema" }, model: "theirs" };
  const text = JSON.stringify({ format: "…", settings: { llm } });
  await writeFile(path, text);
  return { path, text };
}

test("BX-02 PL-06 a journal's endpoint is asked only where the user names one, too", async () => {
  const { path, text } = await journalOf("http://their.example/v1");
  const journal = { run: path, way: "resume" } as const;
  const alone = await asked({ question: null, journal }, {});
  assert.equal(alone.status, 0);
  assert.deepEqual(alone.bank.takenUp, [["resume", text]]);
  assert.deepEqual(alone.opened, [{}]);

  const environment = { LLM_API_KEY: "sk-mine" };
  const withKey = await askedWith({ environment }, { question: null, journal, llm: "openai" }, {});
  const llm = { provider: "openai", model: "theirs", apiKey: "sk-mine" };
  assert.deepEqual(withKey.opened, [{ llm }]);
});

test("BX-02 PL-06 a replay asks nobody: no key, no embedding model", async () => {
  const { path, text } = await journalOf("http://their.example/v1");
  const environment = { LLM_API_KEY: "sk-mine" };
  const journal = { run: path, way: "replay" } as const;
  const { bank, opened, output } = await askedWith(
    { environment },
    { question: null, journal },
    {},
  );
  assert.deepEqual(bank.takenUp, [["replay", text]]);
  assert.doesNotMatch(JSON.stringify(opened), /sk-mine/);
  assert.match(output, /^Answer/);
});

test("BX-02 PL-06 a run without a language model is taken up without one", async () => {
  const { path } = await journalOf();
  const journal = { run: path, way: "resume" } as const;
  assert.deepEqual((await asked({ question: null, journal }, {})).opened, [{}]);
});

test("BX-02 PL-06 of a text that is no journal its reader says so, and no model is missed", async () => {
  const path = join(folder, "cut.json");
  await writeFile(path, '{"format":"…","settings":{"llm":');
  const journal = { run: path, way: "resume" } as const;
  const { opened, bank } = await asked({ question: null, journal, llm: "ollama" }, {});
  assert.deepEqual(opened, [{ embedder: false }]);
  assert.equal(bank.takenUp.length, 1);
});

test("PL-06 a journal that is not there, or none, is unusable input", async () => {
  const journal = { run: join(folder, "nowhere"), way: "resume" } as const;
  await assert.rejects(asked({ question: null, journal }), { name: "UsageError" });
  assert.equal(exitStatus(new MemoryBankError("journal_wrong_format", "")), 2);
});

test("a run that ends in an error says why on standard error and ends with 1", async () => {
  const error = { code: "journal_mismatch", message: "the journal does not fit" };
  const { status, output, errors } = await asked({}, { termination: "error", answer: null, error });
  assert.equal(status, 1);
  assert.equal(output, "");
  assert.match(errors, /^error: the journal does not fit\n/m);
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
