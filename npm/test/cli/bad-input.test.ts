import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CONSTITUTION, type Ended, file, folder, run } from "./program.ts";

const QUESTION = "How old must a Senator be?";
const SENTENCE = "A Senator must be thirty years old.";

/** Asks about one file by keywords alone. */
function askAbout(path: string, ...more: string[]): Promise<Ended> {
  return run(["ask", QUESTION, "--doc", path, "--json", "--no-model", "--quiet", ...more]);
}

/** The program ended with 2 and one line that says what is wrong; standard output stayed empty. */
function assertRefused({ status, stdout, stderr }: Ended, message: RegExp): void {
  assert.equal(status, 2, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, message);
  assert.match(stderr, /^error: [^\n]+\n$/);
}

function quotesOf({ stdout }: Ended): string[] {
  return JSON.parse(stdout).answer.citations.map(({ quote }: { quote: string }) => quote);
}

test("an empty question", async () => {
  assertRefused(await run(["ask", " ", "--doc", CONSTITUTION]), /question is empty/);
});

for (const [name, content] of Object.entries({ nothing: "", blanks: " \n\t\n", bom: "\ufeff" })) {
  test(`an empty document: ${name}`, async () => {
    assertRefused(await askAbout(file(`${name}.txt`, content)), /empty/);
  });
}

test("an empty standard input", async () => {
  assertRefused(await run(["ask", QUESTION, "--no-model"], ""), /standard input: .*empty/);
});

test("no document at all where a file is missing, or a directory", async () => {
  assertRefused(await askAbout(join(folder, "none.txt")), /there is no file/);
  assertRefused(await askAbout(folder), /is a directory/);
});

test("a binary document", async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44);
  assertRefused(await askAbout(file("picture.txt", png)), /convert it to PDF, Word/);
});

test("a NUL inside text is noted, and the text answers", async () => {
  const path = file("nul.txt", `The House.\n\n${SENTENCE}\u0000\n\nThe Senate has a clerk.\n`);
  const words = ["ask", QUESTION, "--doc", path, "--json", "--no-model"];
  const asked = await run(words);
  assert.equal(asked.status, 0, asked.stderr);
  assert.match(asked.stderr, /note: .*NUL/);
  assert.match(quotesOf(asked).join(), /thirty years/);
});

test("bytes that are no UTF-8 still answer, with a note", async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${SENTENCE} Na`),
    Buffer.from([0xef, 0x76, 0x65, 0x2e]),
  ]);
  const asked = await run([
    "ask",
    QUESTION,
    "--doc",
    file("latin.txt", bytes),
    "--json",
    "--no-model",
  ]);
  assert.equal(asked.status, 0, asked.stderr);
  assert.match(asked.stderr, /note: /);
  assert.match(quotesOf(asked).join(), /thirty years/);
});

test("UTF-16 with a byte-order mark, both ways round", async () => {
  const little = Buffer.from(`\ufeff${SENTENCE}`, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const [name, bytes] of Object.entries({ little, big })) {
    const asked = await askAbout(file(`${name}.txt`, bytes));
    assert.equal(asked.status, 0, asked.stderr);
    assert.deepEqual(quotesOf(asked), [SENTENCE]);
  }
});

test("right-to-left text and tag characters", async () => {
  const hidden = String.fromCodePoint(0xe0041, 0xe0042, 0xe007f);
  const text = `${SENTENCE}${hidden} \u202eهذا نص عربي قصير.\u202c Another sentence.`;
  const asked = await askAbout(file("rtl.txt", text));
  assert.equal(asked.status, 0, asked.stderr);
  const { answer } = JSON.parse(asked.stdout);
  assert.doesNotMatch(answer.text, /[\u{e0000}-\u{e007f}\u202e]/u);
});

test("50 MB are refused before they are read, from a file and from a pipe", async () => {
  const bytes = Buffer.alloc(50_000_000, "Senators are old. ");
  assertRefused(await askAbout(file("large.txt", bytes)), /has 50000000 bytes; at most \d+/);
  assertRefused(await run(["ask", QUESTION, "--no-model"], bytes), /more than \d+ bytes/);
});

test("a document of one word", async () => {
  const asked = await askAbout(file("word.txt", "Senator"));
  assert.equal(asked.status, 0, asked.stderr);
  assert.equal(JSON.parse(asked.stdout).termination, "answer");
});

test("one paragraph of 1 MB without a break", async () => {
  const filler = "the clerk reads the journal of the house aloud and ";
  const text = `${filler.repeat(10_000)}a senator must be thirty years old ${filler.repeat(10_000)}`;
  const asked = await askAbout(file("unbroken.txt", text));
  assert.equal(asked.status, 0, asked.stderr);
  assert.match(JSON.parse(asked.stdout).retrieved[0].text, /thirty years/);
});

test("one word of 1 MB", async () => {
  const asked = await askAbout(file("long-word.txt", "x".repeat(1_000_000)));
  assert.equal(asked.status, 0, asked.stderr);
});

/** A folder with a manifest and these files. */
function models(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  const described = { sha256: "0".repeat(64), bytes: 7 };
  const manifest = {
    name: "m",
    modelId: "m",
    files: {
      model: { file: "m.safetensors", ...described },
      tokenizer: { file: "tokenizer.json", ...described },
    },
  };
  writeFileSync(join(path, "manifest.json"), JSON.stringify(manifest));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}

const broken: [string, () => string, RegExp][] = [
  ["unreachable", () => join(folder, "no-models"), /cannot be reached/],
  ["without its files", () => models("bare", {}), /cannot be reached/],
  [
    "truncated",
    () => models("truncated", { "m.safetensors": "1234", "tokenizer.json": "1234" }),
    /4 bytes instead of 7/,
  ],
  [
    "of a wrong hash",
    () => models("wrong", { "m.safetensors": "1234567", "tokenizer.json": "1234567" }),
    /wrong hash/,
  ],
];

for (const [what, make, message] of broken) {
  test(`BX-01 a model ${what}: keywords alone, said plainly, and the answer is there`, async () => {
    const question = "What Age must a Senator have attained?";
    const words = ["ask", question, "--doc", CONSTITUTION, "--json", "--quiet"];
    const { status, stdout, stderr } = await run(words, "", { AMB_MODELS: make() });
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^warning: searching by keywords alone/);
    assert.match(stderr, message);
    const printed = JSON.parse(stdout);
    assert.equal(printed.embedder, null);
    assert.match(printed.answer.text, /thirty Years/);
  });
}
