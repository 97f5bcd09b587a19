/** Checks of a question before anything is loaded or read. */
import { MemoryBankError } from "./errors.ts";
import { LONGEST_QUESTION } from "./generated.ts";

/**
 * True if a text has no visible character: only blanks, control and formatting characters, and the two signs that draw
 * nothing (the braille pattern without a dot, the null notehead).
 */
export function isBlank(text: string): boolean {
  const unseen = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u;
  return unseen.test(text);
}

/** The fault of a question, `empty_question` or `long_question`; `null` if it is valid. */
export function questionFault(question: string): MemoryBankError | null {
  if (isBlank(question)) {
    return new MemoryBankError(
      "empty_question",
      "the question is empty: write what you want to know",
    );
  }
  const characters = question.length <= LONGEST_QUESTION ? 0 : Array.from(question).length;
  if (characters <= LONGEST_QUESTION) return null;
  return new MemoryBankError(
    "long_question",
    `the question has ${characters} characters; at most ${LONGEST_QUESTION} can be asked: give long text as a document, and ask about it`,
  );
}
