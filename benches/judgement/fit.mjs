// Fits the weights of the answers without a model, on the development halves, and writes them as constants.
//
//   cargo xtask bench judge -- --only answers --features target/bench/keywords.jsonl
//   cargo xtask bench judge -- --only answers --model --features target/bench/meaning.jsonl
//   node benches/judgement/fit.mjs target/bench/keywords.jsonl target/bench/meaning.jsonl
//
// Two logistic functions for each way to retrieve: one ranks the units of a question against each other, the other tells
// from the best unit whether the question is answered. A question about an obtained document counts twice, one about a near
// document half. The bias is set so that a probability of 0.5 balances, on the obtained and the short documents, the share
// of unanswerable questions refused and that of answerable ones answered from the right passage.
import { readFileSync, writeFileSync } from "node:fs";

const UNIT = ["led", "titled", "kind", "rank", "length", "names", "cosine"];
const EVIDENCE = ["led", "amount", "missing", "passage_names", "semantic", "cosine"];
const MARGIN = 2.0;
const QUOTATIONS = 4;
const TARGET = "crates/agents/src/extractive/weights.rs";

/** Weight of a question. Those of the near documents were written to deceive: they count least. */
const importance = ({ kind }) => ({ short: 1, near: 0.5 })[kind] ?? 2;

function read(file) {
  const questions = new Map();
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { signals, ...unit } = JSON.parse(line);
    const asked = questions.get(unit.question) ?? { ...unit, units: [] };
    if (signals) asked.units.push({ right: unit.right, inPassage: unit.in_passage, signals });
    questions.set(unit.question, asked);
  }
  return [...questions.values()];
}

const weighed = (weights, values) =>
  weights.reduce((sum, weight, at) => sum + weight * values[at], 0);

/** Penalties of the weights of the ranking and of the sufficiency. */
const [RANKING, SUFFICIENCY] = [1e-2, 3e-3];

/** Minimises a loss by Adam from zero; `gradient` returns the loss's gradient without the penalties. */
function descend(penalties, gradient) {
  const [steps, rate] = [800, 0.1];
  const size = penalties.length;
  const weights = new Array(size).fill(0);
  const [mean, square] = [new Array(size).fill(0), new Array(size).fill(0)];
  for (let step = 1; step <= steps; step += 1) {
    const slope = gradient(weights);
    const pace = rate * Math.min(1, 3 * (1 - step / steps) + 0.02);
    for (let at = 0; at < size; at += 1) {
      const own = slope[at] + penalties[at] * weights[at];
      mean[at] = 0.9 * mean[at] + 0.1 * own;
      square[at] = 0.999 * square[at] + 0.001 * own * own;
      const [first, second] = [mean[at] / (1 - 0.9 ** step), square[at] / (1 - 0.999 ** step)];
      weights[at] -= (pace * first) / (Math.sqrt(second) + 1e-8);
    }
  }
  return weights;
}

/** Weights by which a right unit stands above the others of its question. */
function fitRanking(questions, names) {
  const lists = questions
    .filter(({ units }) => units.some((unit) => unit.right) && units.some((unit) => !unit.right))
    .map((question) => ({
      share: importance(question),
      units: question.units.map((unit) => ({
        right: unit.right,
        x: names.map((name) => unit.signals[name]),
      })),
    }));
  const whole = lists.reduce((sum, { share }) => sum + share, 0);
  return descend(
    names.map(() => RANKING),
    (weights) => {
      const slope = new Array(names.length).fill(0);
      for (const { share, units: list } of lists) {
        const scores = list.map((unit) => weighed(weights, unit.x));
        const highest = Math.max(...scores);
        const odds = scores.map((score) => Math.exp(score - highest));
        const all = odds.reduce((sum, one) => sum + one, 0);
        const right = odds.reduce((sum, one, at) => sum + (list[at].right ? one : 0), 0);
        list.forEach((unit, at) => {
          const off = odds[at] / all - (unit.right ? odds[at] / right : 0);
          unit.x.forEach((value, place) => {
            slope[place] += (share / whole) * off * value;
          });
        });
      }
      return slope;
    },
  );
}

function ranked({ units }, names, weights) {
  const scored = units.map((unit) => ({
    unit,
    score: weighed(
      weights,
      names.map((name) => unit.signals[name]),
    ),
  }));
  return scored.sort((left, right) => right.score - left.score);
}

/** Signals of the best unit that tell whether the question is answered, and one for the bias. */
function evidence(question, names, unit, weights) {
  const [best] = ranked(question, unit, weights);
  return [...names.map((name) => best.unit.signals[name]), 1];
}

/**
 * Weights by which the best unit of an answerable question stands above that of an unanswerable one.
 *
 * Both count the same, one half among all questions, one half among those that ask for an amount and among the others:
 * what is asked more often without an answer is no property of documents.
 */
function fitSufficiency(rows) {
  const sum = (some) => some.reduce((whole, row) => whole + row.importance, 0);
  const like = (row, other) => row.answerable === other.answerable;
  const groups = (row) => {
    const [all, own] = [rows, rows.filter((other) => other.amount === row.amount)];
    return [all, own].map(
      (some) => sum(some) / sum(rows) / sum(some.filter((other) => like(row, other))),
    );
  };
  const shares = new Map(
    rows.map((row) => [
      row,
      groups(row).reduce((one, other) => one + other) * 0.25 * row.importance,
    ]),
  );
  const share = (row) => shares.get(row);
  const penalties = rows[0].x.map((_, at) => (at < rows[0].x.length - 1 ? SUFFICIENCY : 0));
  return descend(penalties, (weights) => {
    const slope = new Array(weights.length).fill(0);
    for (const row of rows) {
      const off =
        share(row) * (1 / (1 + Math.exp(-weighed(weights, row.x))) - Number(row.answerable));
      row.x.forEach((value, place) => {
        slope[place] += off * value;
      });
    }
    return slope;
  });
}

/** Shares of some questions: refused of the unanswerable, answered from the right passage of those retrieved. */
function figures(questions, fitted, shift) {
  const counts = { unanswerable: 0, refused: 0, retrieved: 0, right: 0 };
  for (const question of questions) {
    if (question.units.length === 0) {
      counts.unanswerable += Number(!question.answerable);
      counts.refused += Number(!question.answerable);
      continue;
    }
    const order = ranked(question, fitted.unitNames, fitted.unit);
    const x = evidence(question, fitted.evidenceNames, fitted.unitNames, fitted.unit);
    const answers = weighed(fitted.sufficiency, x) + shift >= 0;
    const quoted = order
      .slice(0, QUOTATIONS)
      .filter(({ score }) => score >= order[0].score - MARGIN);
    if (!question.answerable) {
      counts.unanswerable += 1;
      counts.refused += Number(!answers);
    } else if (question.units.some((unit) => unit.inPassage)) {
      counts.retrieved += 1;
      counts.right += Number(answers && quoted.some(({ unit }) => unit.inPassage));
    }
  }
  return { refused: counts.refused / counts.unanswerable, right: counts.right / counts.retrieved };
}

const isNear = ({ kind }) => kind === "near";

/** The smaller of both shares, of the questions about ordinary documents. */
function balance(questions, fitted, shift) {
  const { refused, right } = figures(
    questions.filter((one) => !isNear(one)),
    fitted,
    shift,
  );
  return Math.min(refused, right);
}

function fitted(questions, unitNames, evidenceNames) {
  const unit = fitRanking(questions, unitNames);
  const asked = questions.filter(({ units }) => units.length > 0);
  const rows = asked.map((question) => ({
    answerable: question.answerable,
    importance: importance(question),
    amount: question.units[0].signals.amount,
    x: evidence(question, evidenceNames, unitNames, unit),
  }));
  return { unitNames, evidenceNames, unit, sufficiency: fitSufficiency(rows) };
}

function fit(questions, unitNames, evidenceNames) {
  const development = questions.filter((question) => question.half === "development");
  const weights = fitted(development, unitNames, evidenceNames);
  let [best, shift] = [-1, 0];
  for (let tried = -2; tried <= 2; tried += 0.02) {
    const lesser = balance(development, weights, tried);
    if (lesser > best) [best, shift] = [lesser, tried];
  }
  const groups = [
    ["obtained", ({ kind }) => !["short", "near"].includes(kind)],
    ["short", ({ kind }) => kind === "short"],
    ["near", isNear],
  ];
  for (const half of ["development", "test"]) {
    const all = questions.filter((one) => one.half === half);
    for (const [name, holds] of groups) {
      const { refused, right } = figures(all.filter(holds), weights, shift);
      console.log(
        `${half}, ${name}: refused ${refused.toFixed(3)}, answered from the right passage ${right.toFixed(3)}`,
      );
    }
  }
  return { ...weights, shift };
}

function table(name, { unitNames, evidenceNames, unit, sufficiency, shift }) {
  const digits = (value) => value.toFixed(3);
  const of = (names, all, values) =>
    all.map((one) => digits(names.includes(one) ? values[names.indexOf(one)] : 0)).join(", ");
  const told = [...sufficiency];
  const bias = told.pop() + shift;
  return `
pub(super) const ${name}: Weights = Weights {
    unit: [${of(unitNames, UNIT, unit)}],
    evidence: [${of(evidenceNames, EVIDENCE, told)}],
    bias: ${digits(bias)},
};
`;
}

const [keywords, meaning] = process.argv.slice(2).map(read);
console.log("keywords alone");
const byKeywords = fit(keywords, UNIT.slice(0, -1), EVIDENCE.slice(0, -2));
console.log("with the embedding model, in English");
const english = meaning.filter((question) => question.language === "en");
const byMeaning = fit(english, UNIT, EVIDENCE);
writeFileSync(
  TARGET,
  `//! Weights that \`node benches/judgement/fit.mjs\` fitted on the development halves. Fit them again instead of editing them.

use super::sufficiency::Weights;

/// Where there is no embedding model, or it knows too little of the question.
${table("BY_KEYWORDS", byKeywords).trimStart()}
/// Where the embedding model knows the question.
${table("BY_MEANING", byMeaning).trimStart()}`,
);
