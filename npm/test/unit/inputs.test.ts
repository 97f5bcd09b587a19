import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { type Input, readDocuments } from "../../src/cli/documents.ts";
import { parseQuestions, readQuestions } from "../../src/cli/questions.ts";
import { LONGEST_QUESTION } from "../../src/generated.ts";

const folder = await mkdtemp(join(tmpdir(), "documents-"));
after(() => rm(folder, { recursive: true }));
const nothing: Input = Readable.from([]);

test("PL-06 documents come from files, named by their paths", async () => {
  const path = join(folder, "a.txt");
  await writeFile(path, "text");
  const [document] = await readDocuments([path], nothing, { limit: 100 });
  assert.deepEqual(document, { name: path, bytes: new TextEncoder().encode("text") });
});

test("PL-06 without a file the document comes from standard input", async () => {
  const [document] = await readDocuments([], Readable.from([Buffer.from("a"), Buffer.from("b")]), {
    limit: 9,
  });
  assert.deepEqual(document, { name: "standard input", bytes: Uint8Array.of(97, 98) });
});

test("nobody is left waiting for a terminal's standard input", async () => {
  const terminal = Object.assign(Readable.from([]), { isTTY: true });
  await assert.rejects(readDocuments([], terminal, { limit: 9 }), {
    message: /name one with --doc/,
  });
});

test("a missing file, a directory and a file over the limit each say what to do", async () => {
  const path = join(folder, "long.txt");
  await writeFile(path, "12345");
  const refusals: [string, RegExp][] = [
    [join(folder, "none"), /there is no file .*none: check the path/],
    [folder, /is a directory: name its files/],
    [path, /has 5 bytes; at most 4 can be read in one run: split it/],
    ["", /needs the path/],
  ];
  for (const [wanted, message] of refusals) {
    await assert.rejects(readDocuments([wanted], nothing, { limit: 4 }), {
      name: "UsageError",
      message,
    });
  }
  await assert.rejects(readQuestions(folder), {
    name: "UsageError",
    message: /is a directory: name a file in it$/,
  });
});

test("documents that are over the limit together are refused, with both numbers", async () => {
  const paths = ["a", "b", "c"].map((name) => join(folder, `${name}-of-three.txt`));
  for (const path of paths) await writeFile(path, "123");
  assert.equal((await readDocuments(paths, nothing, { limit: 9 })).length, 3);
  await assert.rejects(readDocuments(paths, nothing, { limit: 8 }), {
    name: "UsageError",
    message: /^the first 3 documents have 9 bytes together; at most 8 can be read in one run/,
  });
});

test("an endless standard input is not read over the limit", async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        given += 1000;
        yield Buffer.alloc(1000);
      }
    })(),
  );
  await assert.rejects(readDocuments([], endless, { limit: 5000 }), {
    message: /more than 5000 bytes/,
  });
  assert.ok(given < 100_000);
});

test("PL-06 questions are lines of JSON: strings, or objects with an id of any kind", () => {
  const text = '"one?"\n\n{"question":"two?","id":{"n":2}}\r\n{"question":"三？"}\n';
  assert.deepEqual(parseQuestions(text, "q.jsonl"), [
    { question: "one?" },
    { question: "two?", id: { n: 2 } },
    { question: "三？" },
  ]);
});

test("PL-06 a file of questions says its encoding by its first bytes, as documents do", async () => {
  const text = '{"question":"how tall?"}\n"多高？"\n';
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  const encoded = {
    utf8: Buffer.from(text),
    marked: Buffer.from(`\ufeff${text}`),
    little,
    big: Buffer.from(little).swap16(),
  };
  for (const [name, bytes] of Object.entries(encoded)) {
    const path = join(folder, `${name}.jsonl`);
    await writeFile(path, bytes);
    const questions = await readQuestions(path);
    assert.deepEqual(questions, [{ question: "how tall?" }, { question: "多高？" }], name);
  }
});

test("a line that is no question is named before anything is asked", () => {
  for (const line of ["what?", "{}", "[]", "null", "7", '{"question":4}']) {
    const text = `"fine?"\n${line}\n`;
    assert.throws(() => parseQuestions(text, "q.jsonl"), {
      message: /^q\.jsonl, line 2: expected/,
    });
  }
  assert.throws(() => parseQuestions('""', "q"), { message: /line 1: the question is empty/ });
  assert.throws(() => parseQuestions("\n", "q"), { message: /holds no question/ });
});

test("PL-06 an over-long or invisible question of a file is named before anything is asked", () => {
  const long = JSON.stringify("x".repeat(LONGEST_QUESTION + 1));
  assert.throws(() => parseQuestions(`"fine?"\n${long}\n"also?"`, "q.jsonl"), {
    name: "UsageError",
    message: /^q\.jsonl, line 2: the question has 8001 characters; at most 8000/,
  });
  assert.throws(() => parseQuestions('"\\u200b\\u202e"', "q"), { message: /line 1: .*empty/ });
  // Characters are counted as the engine counts them, not in halves.
  assert.equal(parseQuestions(JSON.stringify("😀".repeat(LONGEST_QUESTION)), "q").length, 1);
});

test("PL-06 a document is optional where a language model works", async () => {
  const rules = { limit: 9, optional: true };
  const terminal = Object.assign(Readable.from([]), { isTTY: true });
  assert.deepEqual(await readDocuments([], terminal, rules), []);
  assert.deepEqual(await readDocuments([], Readable.from([]), rules), []);
  const piped = await readDocuments([], Readable.from([Buffer.from("a")]), rules);
  assert.equal(piped.length, 1);
});
