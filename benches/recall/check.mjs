// Checks a question set against the text it is about:
//   node benches/recall/check.mjs benches/recall/questions.en.jsonl TEXT_FILE
//   node benches/recall/check.mjs benches/recall/short.jsonl
// Every quote must occur in the text, blanks aside, once and no more; a question that the text does
// not answer must have no quote. Prints what is wrong and how many questions of each kind there are.

import { readFileSync } from "node:fs";

const [questionsPath, textPath] = process.argv.slice(2);
if (!questionsPath) {
  console.error("usage: node check.mjs QUESTIONS.jsonl [TEXT_FILE]");
  process.exit(2);
}

// Chinese text that is wrapped at a column has blanks inside its sentences, so a quote is compared
// with all blanks taken out.
const tight = (text) => text.replace(/\s+/gu, "");

function occurrences(text, quote) {
  return text.split(quote).length - 1;
}

function faults(question, text) {
  const quotes = question.evidence_any ?? (question.evidence === null ? [] : [question.evidence]);
  if (!question.question?.trim()) return ["has no question"];
  if (question.answerable !== quotes.length > 0) return ["answerable and evidence disagree"];
  return quotes.flatMap((quote) => {
    const count = occurrences(text, tight(quote));
    return count === 1 ? [] : [`occurs ${count} times: ${quote}`];
  });
}

const lines = readFileSync(questionsPath, "utf8")
  .split("\n")
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line));

const whole = textPath ? tight(readFileSync(textPath, "utf8")) : "";

/** Questions, each with the text it is about: the given one, or the document of its own line. */
const asked = textPath
  ? lines.map((question) => ({ question, text: whole }))
  : lines.flatMap(({ document, questions }) =>
      questions.map((question) => ({ question, text: tight(document) })),
    );
const questions = asked.map(({ question }) => question);

const found = asked.flatMap(({ question, text }) =>
  faults(question, text).map((fault) => `${question.id} ${fault}`),
);
if (new Set(questions.map(({ id }) => id)).size !== questions.length) found.push("ids repeat");
for (const fault of found) console.error(fault);

const kinds = new Map();
for (const { kind } of questions) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
const answerable = questions.filter((question) => question.answerable).length;
console.log(`${questions.length} questions, ${answerable} answerable, ${found.length} faults`);
for (const [kind, count] of kinds) console.log(`  ${kind}: ${count}`);
process.exit(found.length > 0 ? 1 : 0);
