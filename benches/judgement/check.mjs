// Checks the judgement data:
//   node benches/judgement/check.mjs [FOLDER]
// FOLDER has the documents that obtain.mjs got: target/judgement if none is given; what is missing is fetched.
// Prints what is wrong, then how much there is of each kind.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { obtain, readLines } from "./obtain.mjs";

const LANGUAGES = ["en", "zh"];
const HALVES = ["development", "test"];
const DOCUMENT_KINDS = [
  "pdf-tables",
  "pdf-prose",
  "html-tables",
  "html-lists",
  "html-prose",
  "markdown",
  "markdown-tables",
  "plain",
  "law",
  "code",
];
const ANSWERED = [
  "number",
  "date",
  "name",
  "place",
  "how-to",
  "definition",
  "yes-no",
  "list",
  "table",
  "reason",
  "about",
];
const UNANSWERED = ["near-miss", "on-topic", "off-topic"];
const CONTRADICTIONS = ["quantity", "date", "negation", "meaning"];
const HARMLESS = ["unrelated", "other-subject", "other-time", "same-value", "compatible"];
const CASE_KINDS = [
  "html-rowspan",
  "html-subscript",
  "html-short-pre",
  "pdf-empty-cell",
  "md-fences",
  "md-long-table",
  "same-sentence-twice",
  "zh-trad-simp",
  "false-contradiction",
  "moved-city",
  "json-wrapped",
  "citations-misnumbered",
  "paraphrased-loop",
  "own-document-left-out",
];
/** The letters within which all the cells of one row must stand. */
const ROW = 700;

const faults = [];
const notes = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);

/** A text without its blanks: lines are wrapped anywhere. Ligatures are taken apart, as PDF readers do. */
const tight = (text) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\ufb00-\ufb06]/gu, (one) => one.normalize("NFKC"))
    .replace(/\s+/gu, "");

/** Letters and digits alone, as an answer is compared with what is expected. */
const letters = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const ENTITIES = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  copy: "©",
  ndash: "–",
};

function htmlText(html) {
  return html
    .replace(/<!--[\s\S]*?-->/gu, "")
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/giu, "")
    .replace(/<[^>]*>/gu, " ")
    .replace(/&#x([0-9a-f]+);/giu, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/gu, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/gu, (all, name) => ENTITIES[name] ?? all);
}

/** The readings of a file in which a quote may stand; none if this machine has no reader for it. */
function texts(path) {
  if (path.endsWith(".pdf")) {
    const read = (...how) =>
      execFileSync("pdftotext", [...how, path, "-"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      return [read().toString("utf8"), read("-layout").toString("utf8")];
    } catch {
      notes.push(`${path} is not checked: pdftotext did not read it`);
      return undefined;
    }
  }
  const text = readFileSync(path, "utf8");
  return [path.endsWith(".html") ? htmlText(text) : text];
}

function together(text, cells) {
  const [first, ...others] = cells.map(tight);
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const near = text.slice(Math.max(0, at - ROW), at + ROW);
    if (others.every((cell) => near.includes(cell))) return true;
  }
  return false;
}

function fields(where, value, wanted) {
  for (const [name, type] of Object.entries(wanted)) {
    const optional = type.endsWith("?");
    const plain = optional ? type.slice(0, -1) : type;
    const given = value[name];
    if (given === undefined) {
      if (!optional) fault(where, `has no ${name}`);
    } else if (
      plain === "strings"
        ? !(Array.isArray(given) && given.every((one) => typeof one === "string"))
        : typeof given !== plain
    ) {
      fault(where, `${name} is not ${plain}`);
    } else if (given === "") fault(where, `${name} is empty`);
  }
  for (const name of Object.keys(value))
    if (!(name in wanted)) fault(where, `has an unknown field ${name}`);
}

function oneOf(where, name, value, allowed) {
  if (!allowed.includes(value))
    fault(where, `${name} is ${JSON.stringify(value)}, not one of ${allowed.join(", ")}`);
}

function unique(name, entries) {
  const seen = new Set();
  for (const { id } of entries) {
    if (seen.has(id)) fault(name, `the id ${id} repeats`);
    seen.add(id);
  }
}

function count(entries, ...by) {
  const counts = new Map();
  for (const entry of entries) {
    const key = by.map((one) => one(entry)).join(" ");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, many]) => `  ${key}: ${many}`)
    .join("\n");
}

function checkDocuments(documents) {
  unique("documents", documents);
  for (const document of documents) {
    fields(document.id, document, {
      id: "string",
      language: "string",
      kind: "string",
      registry: "string",
      package: "string",
      version: "string",
      path: "string",
      file: "string",
      sha256: "string",
      bytes: "number",
      licence: "string",
      half: "string",
    });
    oneOf(document.id, "language", document.language, LANGUAGES);
    oneOf(document.id, "kind", document.kind, DOCUMENT_KINDS);
    oneOf(document.id, "half", document.half, HALVES);
  }
}

function checkQuestion(question, document, readings) {
  const where = question.id;
  fields(where, question, {
    id: "string",
    document: "string",
    question: "string",
    answerable: "boolean",
    evidence: "strings",
    cells: "strings?",
    expected: "string?",
    expected_any: "strings?",
    kind: "string",
    language: "string",
  });
  oneOf(where, "language", question.language, LANGUAGES);
  oneOf(where, "kind", question.kind, question.answerable ? ANSWERED : UNANSWERED);
  if (!document) return fault(where, `is about ${question.document}, which is no document`);
  const { evidence, cells = [], expected } = question;
  if (question.answerable !== evidence.length + cells.length > 0)
    fault(where, "answerable and evidence disagree");
  if (question.answerable !== (expected !== undefined))
    fault(where, "answerable and expected disagree");
  const quotes = [...evidence, ...(cells.length > 0 ? [cells.join(" ")] : [])].map(letters);
  const answers = (question.expected_any ?? (expected ? [expected] : [])).map(letters);
  if (answers.includes("")) fault(where, "the expected answer has no letter and no digit");
  for (const [at, quote] of quotes.entries()) {
    if (!answers.some((answer) => quote.includes(answer)))
      fault(where, `quote ${at + 1} lacks ${expected}`);
  }
  if (!readings) return undefined;
  for (const quote of evidence) {
    if (!readings.some((text) => text.includes(tight(quote))))
      fault(where, `is not in the document: ${quote}`);
  }
  if (cells.length > 0 && !readings.some((text) => together(text, cells)))
    fault(where, `no row has all of: ${cells.join(" | ")}`);
  return undefined;
}

function checkContradictions(pairs) {
  unique("contradictions", pairs);
  for (const pair of pairs) {
    fields(pair.id, pair, {
      id: "string",
      left: "string",
      right: "string",
      left_titles: "strings",
      right_titles: "strings",
      verdict: "string",
      kind: "string",
      language: "string",
      half: "string",
      source: "string",
    });
    oneOf(pair.id, "verdict", pair.verdict, ["contradiction", "none"]);
    oneOf(pair.id, "kind", pair.kind, pair.verdict === "contradiction" ? CONTRADICTIONS : HARMLESS);
    oneOf(pair.id, "language", pair.language, LANGUAGES);
    oneOf(pair.id, "half", pair.half, HALVES);
  }
}

function checkCases(cases, documents) {
  unique("cases", cases);
  for (const one of cases) {
    fields(one.id, one, {
      id: "string",
      kind: "string",
      language: "string",
      source: "string",
      html: "string?",
      markdown: "string?",
      plain: "string?",
      pdf: "object?",
      file: "string?",
      texts: "strings?",
      question: "string?",
      model: "object?",
      expect: "object",
    });
    oneOf(one.id, "kind", one.kind, CASE_KINDS);
    if (one.file && !documents.has(one.file)) fault(one.id, `${one.file} is no document`);
    const text = one.html
      ? htmlText(one.html)
      : (one.markdown ?? one.plain ?? one.texts?.join("\n"));
    const known = [
      "found",
      "contains",
      "lacks",
      "headings",
      "text_contains",
      "text_lacks",
      "disputes",
      "after",
      "order",
      "searched",
      "steps_at_most",
      "citations",
      "text_keeps",
    ];
    for (const name of Object.keys(one.expect))
      if (!known.includes(name)) fault(one.id, `expects an unknown ${name}`);
    if (!text || one.model) continue;
    for (const part of [...(one.expect.contains ?? []), ...(one.expect.headings ?? [])]) {
      if (!letters(text).includes(letters(part))) fault(one.id, `its text has no ${part}`);
    }
  }
}

function balance(name, entries) {
  const test = entries.filter(({ half }) => half === "test").length;
  if (Math.abs(2 * test - entries.length) > Math.max(2, entries.length / 10))
    fault(name, `the halves are not balanced: ${test} of ${entries.length} are for tests`);
}

const [folder = fileURLToPath(new URL("../../target/judgement", import.meta.url))] =
  process.argv.slice(2);
const { documents } = await obtain(folder);
const byId = new Map(documents.map((document) => [document.id, document]));
checkDocuments(documents);
balance("documents", documents);

const readings = new Map(
  documents.map(({ id, file }) => [id, texts(join(folder, file))?.map(tight)]),
);
const questions = await readLines("questions.jsonl");
unique("questions", questions);
for (const question of questions)
  checkQuestion(question, byId.get(question.document), readings.get(question.document));
const halfOf = (question) => byId.get(question.document)?.half;
balance(
  "questions",
  questions.map((question) => ({ half: halfOf(question) })),
);

const pairs = await readLines("contradictions.jsonl");
checkContradictions(pairs);
balance("contradictions", pairs);

const cases = await readLines("cases.jsonl");
checkCases(cases, byId);

const verdict = ({ answerable }) => (answerable ? "answerable" : "unanswerable");
console.log(
  `${documents.length} documents\n${count(
    documents,
    (one) => one.half,
    (one) => one.language,
  )}`,
);
console.log(`${questions.length} questions\n${count(questions, halfOf, verdict)}`);
console.log(count(questions, verdict, (one) => one.kind));
console.log(count(questions, (one) => `in ${one.language}`));
console.log(
  `${pairs.length} pairs\n${count(
    pairs,
    (one) => one.verdict,
    (one) => one.kind,
  )}`,
);
console.log(
  count(
    pairs,
    (one) => one.half,
    (one) => one.language,
  ),
);
console.log(`${cases.length} cases\n${count(cases, (one) => one.kind)}`);
for (const note of notes) console.log(note);
for (const one of faults) console.error(one);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
