import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { file, folder, PDF, run } from "./program.ts";

const QUESTION = "How are heights measured?";
const SENTENCE = "All heights are measured above the mean high water of spring tides.";

test("MB-04 PL-06 a PDF file answers, and a citation names its page", async () => {
  const texts = join(folder, "pdf-texts");
  const words = ["ask", QUESTION, "--doc", PDF, "--no-model", "--json", "--text-dir", texts];
  const { status, stdout, stderr } = await run(words);
  assert.equal(status, 0, stderr);
  const { answer, documents } = JSON.parse(stdout);
  const [citation] = answer.citations;
  assert.equal(citation.quote, SENTENCE);
  assert.equal(citation.page, 2);
  const [document] = documents;
  assert.equal(document.pages.length, 2);
  const text = Array.from(readFileSync(document.text, "utf8"));
  assert.equal(text.slice(citation.start, citation.end).join(""), SENTENCE);
});

test("MB-04 BX-09 people read the page's number, from standard input too, in either language", async () => {
  const words = ["ask", QUESTION, "--no-model"];
  const english = await run(words, readFileSync(PDF));
  assert.match(english.stdout, / · page 2 · characters \d+/, english.stderr);
  const chinese = await run([...words, "--lang", "zh"], readFileSync(PDF));
  assert.match(chinese.stdout, / · 第 2 页 · 字符 \d+/, chinese.stderr);
});

test("MB-04 a damaged PDF file is refused, with what to do", async () => {
  const whole = readFileSync(PDF);
  const cut = file("cut.pdf", whole.subarray(0, 2000));
  const { status, stdout, stderr } = await run(["ask", QUESTION, "--doc", cut, "--no-model"]);
  assert.equal(status, 2, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^error: [^\n]*cut\.pdf: the PDF file is damaged[^\n]*\n$/);
});

test("MB-04 a text that speaks of PDF is a text", async () => {
  const text = file("notes.txt", `A file begins with\n%PDF-1.4 and a line end.\n\n${SENTENCE}\n`);
  const { status, stdout, stderr } = await run(["ask", QUESTION, "--doc", text, "--no-model"]);
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stdout, /page \d/);
});
