/** The answer that every host gives. */
import assert from "node:assert/strict";
import { documents, question } from "./hosts/shared/island.js";

export { documents, question };

/** The part of an answer that is compared. */
export interface Essence {
  text: string;
  citations: Place[];
}

/** A quotation and its place in the document, in characters. */
export interface Place {
  quote: string;
  start: number;
  end: number;
}

/** A failure as a host prints it. */
export interface Failure {
  name: string;
  code: string;
  message: string;
  retryable: boolean;
}

/** A research as a host prints it. */
export interface Outcome {
  answer: Essence;
  termination: string;
  embedder: string | null;
  events: string[];
  warnings: { code: string; message: string }[];
}

/** A host's report. */
export interface Told {
  outcome?: Outcome;
  failure?: Failure;
}

/** The embedding model, as a result names it. */
export const MODEL = "all-MiniLM-L6-v2/int8-1";

const QUOTE =
  "On the northern cape stands a lighthouse, built of grey granite in 1887. Its lantern was lit with colza oil at first, then with paraffin, and since 1931 with electricity.";

/** The answer. */
export const EXPECTED: Essence = {
  text: `${QUOTE} [1]`,
  citations: [{ quote: QUOTE, start: 157, end: 327 }],
};

/** Fails unless a host researched with the model and gave the expected answer. */
export function assertAnswer(told: Told): void {
  const outcome = outcomeOf(told);
  assert.deepEqual(outcome.warnings, []);
  assert.equal(outcome.embedder, MODEL);
  assertResearch(outcome);
}

/** Fails unless a host gave the expected answer by keywords, and said once how the model is had. */
export function assertKeywordAnswer(
  told: Told,
  warning = /npm install agentic-memory-bank-minilm/,
) {
  const outcome = outcomeOf(told);
  assert.equal(outcome.embedder, null);
  assert.equal(outcome.warnings.length, 1, JSON.stringify(outcome.warnings));
  assert.match(outcome.warnings[0]?.message ?? "", warning);
  assertResearch(outcome);
}

/** Fails unless the answer is the expected one, and each quote stands where it says. */
export function assertEssence(answer: Essence): void {
  for (const { quote, start, end } of answer.citations) {
    assert.equal(Array.from(documents[0].text).slice(start, end).join(""), quote);
  }
  assert.deepEqual(answer, EXPECTED);
}

/** Fails unless a host reports this failure, and no other thing. */
export function assertFailure(told: Told, code: string, ...essentials: RegExp[]): void {
  assert.ok(told.failure, `no failure but ${JSON.stringify(told)}`);
  const { name, message } = told.failure;
  assert.deepEqual([name, told.failure.code], ["MemoryBankError", code], message);
  for (const essential of essentials) assert.match(message, essential);
}

function outcomeOf({ outcome, failure }: Told): Outcome {
  assert.equal(failure, undefined, JSON.stringify(failure));
  assert.ok(outcome);
  return outcome;
}

function assertResearch({ answer, termination, events }: Outcome): void {
  assert.equal(termination, "answer");
  assert.deepEqual([events.at(0), events.at(-1)], ["runStarted", "runFinished"]);
  assert.ok(events.includes("answered"), events.join(" "));
  assertEssence(answer);
}
