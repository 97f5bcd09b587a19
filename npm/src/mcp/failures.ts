/** Failures of a tool's call, as a model reads them: code, cause, and what to do. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { explained } from "../cli/failures.ts";
import { harmless } from "../cli/terminal.ts";
import { MemoryBankError } from "../errors.ts";

/** The result of a failed call. */
export function failed(thrown: unknown): CallToolResult {
  const { code, retryable } = MemoryBankError.from(thrown);
  const again = retryable ? "\nThe same call may succeed later." : "";
  const text = harmless(`error ${code}: ${explained(thrown)}${again}`);
  return { content: [{ type: "text", text }], isError: true };
}

/** The failure for arguments that do not fit the schema. It names each field, and no value. */
export function invalidArguments(error: z.ZodError): MemoryBankError {
  const faults = error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join(".")}: ${message}`,
  );
  return new MemoryBankError(
    "invalid_argument",
    `the arguments do not fit the tool's schema: ${faults.join("; ")}`,
  );
}

/** The failure for a memory that nobody knows. */
export function noSuchMemory(id: string): MemoryBankError {
  return new MemoryBankError(
    "unknown_run",
    `there is no kept run ${id}: list_runs lists what is kept; or give the documents again`,
  );
}

/** The failure for a memory that a language model made, where none is configured. */
export function needsModel(id: string): MemoryBankError {
  return new MemoryBankError(
    "no_language_model",
    `a language model made ${id}: the user starts the server with --llm, or with LLM_API_KEY, to have it again`,
  );
}
