/** The draft: samples of it, how large it is, and what is wrong with it as long as it is. */

import type { Draft, Problem, State } from "./state.ts";

/** A document and a question to try the page with. */
export interface Sample {
  readonly address: string;
  readonly name: string;
  readonly question: string;
}

/** Bytes that the documents of one question may have together; the engine's own default. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Whether the documents and the pasted text are more than one question may have. */
export function isTooLarge({ documents, pasted }: Draft): boolean {
  const typed = new TextEncoder().encode(pasted).length;
  const size = documents.reduce((sum, document) => sum + document.size, typed);
  return size > MAX_DOCUMENT_BYTES;
}

/** Whether there is nothing to read. */
export function holdsNoText({ documents, pasted }: Draft): boolean {
  return documents.length === 0 && pasted.trim() === "";
}

/** Why the draft cannot be asked; `null` when it can. */
export function draftProblem({ draft, languageModel }: State): Problem | null {
  if (isTooLarge(draft)) return { code: "too_large", message: "" };
  if (draft.question.trim() === "") return { code: "empty_question", message: "" };
  const mayGoWithout = languageModel?.search ?? false;
  if (!mayGoWithout && holdsNoText(draft)) return { code: "no_document", message: "" };
  const empty = draft.documents.find((document) => document.size === 0);
  return empty ? { code: "empty", message: empty.name } : null;
}

/** Whether a problem is still there after a change of the draft; one that is not the draft's always is. */
export function outlives({ code, message }: Problem, before: Draft, after: Draft): boolean {
  switch (code) {
    case "empty_question":
      return after.question.trim() === "";
    case "long_question":
      return after.question === before.question;
    case "no_document":
      return holdsNoText(after);
    case "too_large":
      return message === "" ? isTooLarge(after) : keepsRefused(message, before, after);
    case "empty":
    case "empty_document":
    case "no_text":
    case "binary":
      return keepsRefused(message, before, after);
    default:
      return true;
  }
}

/** Whether the document that the message names is still there, or the pasted text where it names none. */
function keepsRefused(message: string, before: Draft, after: Draft): boolean {
  const [refused] = before.documents
    .filter(({ name }) => message.includes(name))
    // A name may be a part of another one.
    .sort((one, other) => other.name.length - one.name.length);
  return refused ? after.documents.includes(refused) : after.pasted === before.pasted;
}

/** Whether a sample would take something of the user's own away: anything but a sample as it is. */
export function holdsOwnWork(draft: Draft, samples: readonly Sample[]): boolean {
  const { documents, pasted, question } = draft;
  if (documents.length === 0 && pasted.trim() === "" && question.trim() === "") return false;
  const [only] = documents;
  return !samples.some(
    (sample) =>
      documents.length === 1 &&
      only?.name === sample.name &&
      pasted.trim() === "" &&
      question === sample.question,
  );
}
