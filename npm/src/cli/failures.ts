/** The effect of failures on the program: its exit status, and the decision to go on. */
import { isAbort, MemoryBankError } from "../errors.ts";
import { UsageError } from "./arguments.ts";

/** Exit statuses of the program. */
export const EXIT = { answered: 0, failed: 1, unusable: 2, cancelled: 130 } as const;

/** Codes of failures that all questions share: of the documents, or the settings. */
const SHARED_FAULTS = new Set([
  ...["empty", "too_large", "binary", "no_text", "empty_document", "no_document"],
  ...["pdf_encrypted", "pdf_scanned", "pdf_unknown_characters", "pdf_damaged", "reader_failed"],
  ...["file_encrypted", "file_damaged", "unpacked_too_large"],
  ...["invalid_argument", "invalid_setting"],
]);

/** Codes of failures that are the input's fault. */
const INPUT_FAULTS = new Set([
  ...SHARED_FAULTS,
  ...["empty_question", "long_question", "not_an_image"],
  ...["journal_malformed", "journal_wrong_format", "journal_too_new"],
  ...["journal_damaged", "journal_without_request", "journal_local_pages"],
  "foreign_endpoint",
  ...["stored_run_not_found", "memory_not_found"],
  ...["import_malformed", "import_too_new", "import_unreadable"],
  ...["passphrase_needed", "passphrase_wrong", "store_not_encrypted"],
]);

/** Advice for the command line about a failure, beyond its message. */
const REMEDIES: Readonly<Record<string, string>> = {
  passphrase_needed: "set AMB_PASSPHRASE to it",
  passphrase_wrong: "it was taken from AMB_PASSPHRASE",
  store_not_encrypted: "AMB_PASSPHRASE is set: unset it",
};

/** The printed text of an exception. */
export function explained(thrown: unknown): string {
  const { code, message } = MemoryBankError.from(thrown);
  const remedy = REMEDIES[code];
  return remedy === undefined ? message : `${message} (${remedy})`;
}

/** The exit status for something that was thrown. */
export function exitStatus(thrown: unknown): number {
  if (isAbort(thrown)) return EXIT.cancelled;
  const { code } = MemoryBankError.from(thrown);
  return thrown instanceof UsageError || INPUT_FAULTS.has(code) ? EXIT.unusable : EXIT.failed;
}

/** True if the next question would fail for the same reason. */
export function concernsEveryQuestion(thrown: unknown): boolean {
  return isAbort(thrown) || SHARED_FAULTS.has(MemoryBankError.from(thrown).code);
}

/** The exit status of several questions: the gravest. */
export function gravest(statuses: number[]): number {
  const { cancelled, failed, unusable, answered } = EXIT;
  return [cancelled, failed, unusable].find((status) => statuses.includes(status)) ?? answered;
}
