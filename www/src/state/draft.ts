/** The draft: its samples, its size, and its problems while they last. */

import type { Draft, DraftDocument, Problem, State } from "./state.ts";

/** A document and a question to try the page with. */
export interface Sample {
  readonly address: string;
  readonly name: string;
  readonly question: string;
}

/** Bytes that the documents of one question may have together; the engine's own default. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Codes of the faults of a document itself. */
export const DOCUMENT_FAULTS: readonly string[] = [
  "binary",
  "empty",
  "empty_document",
  "file_damaged",
  "file_encrypted",
  "file_unreadable",
  "image_unseen",
  "no_text",
  "not_an_image",
  "pdf_damaged",
  "pdf_encrypted",
  "pdf_scanned",
  "pdf_unknown_characters",
  "reader_failed",
  "too_large",
  "unpacked_too_large",
];

/** True if the documents and the pasted text exceed the limit of one question. */
export function isTooLarge({ documents, pasted }: Pick<Draft, "documents" | "pasted">): boolean {
  const typed = new TextEncoder().encode(pasted).length;
  const size = documents.reduce((sum, document) => sum + document.size, typed);
  return size > MAX_DOCUMENT_BYTES;
}

/** True if this is an image, by the media type that its file has. */
export function isImage({ mediaType }: Pick<DraftDocument, "mediaType">): boolean {
  return mediaType.startsWith("image/");
}

/** The problem of chosen documents; `null` if they can be asked about. `seesImages`: there is a model to look at them. */
export function documentsProblem(
  documents: readonly DraftDocument[],
  pasted: string,
  seesImages: boolean,
): Problem | null {
  if (isTooLarge({ documents, pasted })) return { code: "too_large", message: "" };
  const empty = documents.find(({ size }) => size === 0);
  if (empty) return { code: "empty", message: empty.name };
  const image = seesImages ? undefined : documents.find(isImage);
  return image ? { code: "image_unseen", message: image.name } : null;
}

/** True if there is nothing to read. */
export function holdsNoText({ documents, pasted }: Draft): boolean {
  return documents.length === 0 && pasted.trim() === "";
}

/** The problem of the draft; `null` if it can be asked. */
export function draftProblem({ draft, languageModel }: State): Problem | null {
  const { documents, pasted, question } = draft;
  if (isTooLarge(draft)) return { code: "too_large", message: "" };
  if (question.trim() === "") return { code: "empty_question", message: "" };
  const mayGoWithout = languageModel?.search ?? false;
  if (!mayGoWithout && holdsNoText(draft)) return { code: "no_document", message: "" };
  return documentsProblem(documents, pasted, languageModel !== null);
}

/** True if a problem persists after a change of the draft; always for a problem of something else. */
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
    default:
      return !DOCUMENT_FAULTS.includes(code) || keepsRefused(message, before, after);
  }
}

/** True if the document that the message names is still there, or the pasted text if it names none. */
function keepsRefused(message: string, before: Draft, after: Draft): boolean {
  const [refused] = before.documents
    .filter(({ name }) => message.includes(name))
    // A name may be a part of another one.
    .sort((one, other) => other.name.length - one.name.length);
  return refused ? after.documents.includes(refused) : after.pasted === before.pasted;
}

/** True if a sample would replace the user's own work: anything but an unchanged sample. */
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
