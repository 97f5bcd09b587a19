import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { file, run } from "./program.ts";

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../../crates/html/tests/files/${name}`, import.meta.url));
const DOCX = pathOf("ferry.docx");
const EPUB = pathOf("tales.epub");
const CSV = pathOf("fares.csv");

/** The quotations of the answer to a question about a document. */
async function quotes(question: string, doc: string): Promise<string[]> {
  const { status, stdout, stderr } = await run([
    "ask",
    question,
    "--doc",
    doc,
    "--no-model",
    "--json",
  ]);
  assert.equal(status, 0, stderr);
  const { answer } = JSON.parse(stdout);
  return answer.citations.map(({ quote }: { quote: string }) => quote);
}

test("MB-04 PL-06 a Word document answers, by its tables too", async () => {
  const [row = ""] = await quotes("What does the North line cost in August?", DOCX);
  assert.ok(row.startsWith("North | 3.20 | 3.60"), row);
  const [rule] = await quotes("What do bicycles cost?", DOCX);
  assert.equal(rule, "2. Bicycles cost 2 crowns.");
});

test("MB-04 PL-06 an EPUB book answers", async () => {
  const [quote] = await quotes("When is the market held?", EPUB);
  assert.equal(quote, "The market is held on Thursdays.");
});

test("BX-13 PL-06 a table in text answers by its rows", async () => {
  const [quote] = await quotes("What is the fare of the North line in August?", CSV);
  assert.equal(quote, "North | August | 3,60");
});

test("MB-04 a damaged Word document is refused, with what to do", async () => {
  const whole = readFileSync(DOCX);
  const middle = whole.length / 2;
  const parts = [whole.subarray(0, middle), whole.subarray(middle + 40)];
  const damaged = file("damaged.docx", Buffer.concat(parts));
  const { status, stdout, stderr } = await run(["ask", "Why?", "--doc", damaged, "--no-model"]);
  assert.equal(status, 2, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^error: [^\n]*damaged\.docx: the file is damaged[^\n]*save a copy\n$/);
});
