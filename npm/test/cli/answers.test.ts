import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CONSTITUTION, ended, file, folder, run, SUNZI, start } from "./program.ts";

interface Place {
  start: number;
  end: number;
  document: string;
}

interface Printed {
  id?: unknown;
  question: string;
  answer: { text: string; found: boolean; citations: (Place & { quote: string })[] };
  retrieved: (Place & { rank: number; text: string; score: number })[];
  timings: Record<string, number>;
  termination: string;
  embedder: string | null;
}

/** The words that a place of a text file stands for, by its characters. */
function wordsAt(place: Place, text: string): string {
  return Array.from(text).slice(place.start, place.end).join("");
}

function assertPlacesHold(printed: Printed, path: string): void {
  const text = readFileSync(path, "utf8");
  assert.ok(printed.retrieved.length > 0);
  for (const citation of printed.answer.citations) {
    assert.equal(citation.document, path);
    assert.equal(wordsAt(citation, text), citation.quote);
  }
  for (const passage of printed.retrieved) assert.equal(wordsAt(passage, text), passage.text);
}

test("PL-06 BX-04 an English question: the answer quotes the passage that holds it", async () => {
  const question = "For how many years are Senators chosen?";
  const { status, stdout, stderr } = await run(["ask", question, "--doc", CONSTITUTION, "--json"]);
  assert.equal(status, 0, stderr);
  const printed: Printed = JSON.parse(stdout);
  assert.equal(printed.question, question);
  assert.equal(printed.termination, "answer");
  assert.equal(printed.answer.found, true);
  assert.match(printed.answer.citations.map(({ quote }) => quote).join("\n"), /for six Years/);
  assert.deepEqual(
    printed.retrieved.map(({ rank }) => rank),
    printed.retrieved.map((_, index) => index + 1),
  );
  assertPlacesHold(printed, CONSTITUTION);
});

test("PL-06 BX-09 a Chinese question: the same, in characters", async () => {
  const { status, stdout, stderr } = await run([
    "ask",
    "知彼知己会怎样？",
    "--doc",
    SUNZI,
    "--json",
  ]);
  assert.equal(status, 0, stderr);
  const printed: Printed = JSON.parse(stdout);
  assert.equal(printed.answer.found, true);
  assert.match(printed.answer.citations.map(({ quote }) => quote).join("\n"), /知彼知己/);
  assertPlacesHold(printed, SUNZI);
});

test("BX-01 text for people says that no language model wrote it", async () => {
  const { status, stdout } = await run(["ask", "Who tries impeachments?", "--doc", CONSTITUTION]);
  assert.equal(status, 0);
  assert.match(stdout, /^Answer \(extractive, no language model/);
  assert.match(stdout, /characters \d+–\d+/);
});

test("BX-01 a document that does not hold the answer: it says so, and that is no failure", async () => {
  const question = "Which sorting algorithm does the database use for its indexes?";
  const { status, stdout } = await run(["ask", question, "--doc", CONSTITUTION, "--json"]);
  assert.equal(status, 0);
  const printed: Printed = JSON.parse(stdout);
  assert.equal(printed.answer.found, false);
  assert.deepEqual(printed.answer.citations, []);
});

test("PL-06 a document from standard input", async () => {
  const text = readFileSync(CONSTITUTION);
  const { status, stdout } = await run(
    ["ask", "What Age must a Senator have attained?", "--json"],
    text,
  );
  assert.equal(status, 0);
  const printed: Printed = JSON.parse(stdout);
  assert.match(printed.answer.text, /thirty Years/);
  assert.equal(printed.retrieved[0]?.document, "standard input");
});

test("PL-06 many questions over two documents: one line each, ids given back", async () => {
  const questions = file(
    "questions.jsonl",
    '{"question":"What Age must a Senator have attained?","id":"age"}\n"上兵伐什么？"\n',
  );
  const documents = ["--doc", CONSTITUTION, "--doc", SUNZI];
  const { status, stdout, stderr } = await run(["ask", "--questions", questions, ...documents]);
  assert.equal(status, 0, stderr);
  const lines: Printed[] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ id }) => id),
    ["age", undefined],
  );
  assert.match(lines[0]?.answer.text ?? "", /thirty Years/);
  assert.match(lines[1]?.answer.text ?? "", /伐谋/);
});

test("PL-06 offsets of a page count in the text that --text-dir writes", async () => {
  const page = file(
    "ship.html",
    "<h1>Ships &amp; Sails</h1><p>Caf&eacute; \u{1f600}.</p><p>The <b>Aurora</b> was launched in 1871.</p>",
  );
  const words = ["ask", "When was the Aurora launched?", "--doc", page, "--json", "--no-model"];
  const { status, stdout, stderr } = await run([...words, "--text-dir", join(folder, "texts")]);
  assert.equal(status, 0, stderr);
  const printed: Printed & { documents: { text: string }[] } = JSON.parse(stdout);
  const text = readFileSync(printed.documents[0]?.text ?? "", "utf8");
  const [citation] = printed.answer.citations;
  assert.ok(citation !== undefined);
  assert.equal(wordsAt(citation, text), citation.quote);
  assert.equal(citation.quote, "The Aurora was launched in 1871.");
});

test("BX-08 the memory is exported as JSON", async () => {
  const path = join(folder, "memory.json");
  const words = [
    "ask",
    "What is the House?",
    "--doc",
    CONSTITUTION,
    "--export",
    path,
    "--no-model",
  ];
  assert.equal((await run(words)).status, 0);
  assert.ok(Object.keys(JSON.parse(readFileSync(path, "utf8"))).length > 0);
});

test("nothing but the result goes to standard output, and no escape sequence off a terminal", async () => {
  const words = ["ask", "Who presides?", "--doc", CONSTITUTION, "--json", "--no-model"];
  const { stdout, stderr } = await run(words);
  assert.doesNotThrow(() => JSON.parse(stdout));
  assert.ok(!stderr.includes("\x1b"));
  assert.equal((await run([...words, "--quiet"])).stderr, "");
});

test("PL-06 Ctrl-C and SIGTERM end a run with what there is, and 130", async () => {
  const text = readFileSync(CONSTITUTION, "utf8");
  const long = file(
    "long.txt",
    Array.from({ length: 400 }, (_, n) => `Copy ${n}\n\n${text}`).join("\n"),
  );
  const words = ["ask", "Who tries impeachments?", "--doc", long, "--json", "--no-model"];
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const journal = file(`${signal}.jsonl`, "");
    const child = start([...words, "--journal", journal]);
    child.stderr?.once("data", () => child.kill(signal));
    const { status, stdout, stderr } = await ended(child);
    assert.equal(status, 130, stderr);
    assert.equal(JSON.parse(stdout).termination, "aborted");
    assert.match(readFileSync(journal, "utf8"), /"Who tries impeachments\?"/);
  }
});

test("a reader that has enough is no failure", async () => {
  const child = start(["ask", "Who presides?", "--doc", CONSTITUTION, "--json", "--no-model"]);
  child.stdout?.destroy();
  const { status, stderr } = await ended(child);
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /EPIPE|at /);
});

test("an output that cannot be written is told on standard error", async () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = await ended(start(["--help"], {}, full));
  closeSync(full);
  assert.equal(status, 1);
  assert.match(stderr, /^error: the output cannot be written: ENOSPC[^\n]*\n$/);
});
