/** Failures of a tool's call, as a model reads them: code, cause, and what to do. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { explained } from "../cli/failures.ts";
import { MemoryBankError } from "../errors.ts";
import { line } from "./page.ts";

/** Most characters of a failure. */
const LONGEST = 2_000;

/** Most faults of arguments that are named. */
const MOST_FAULTS = 10;

/** What a client's model is told in place of messages that speak of the machine's processes and files. */
const FOR_CLIENTS: Readonly<Record<string, string>> = {
  store_busy:
    "another program has the folder of runs and memories: repeat the call later, or let the user have all programs share one server (agentic-memory-bank mcp --http)",
  engine_crashed:
    "the engine stopped, and what it held in memory is gone: repeat the call; list_runs shows the kept runs, and resume_run goes on with one",
};

/** The result of a failed call. */
export function failed(thrown: unknown): CallToolResult {
  const again = MemoryBankError.from(thrown).retryable ? "\nThe same call may succeed later." : "";
  const text = `error ${failureLine(thrown)}${again}`;
  return { content: [{ type: "text", text }], isError: true };
}

/** A failure on one line: its code, its cause, and what to do. */
export function failureLine(thrown: unknown): string {
  const { code } = MemoryBankError.from(thrown);
  return line(`${code}: ${FOR_CLIENTS[code] ?? explained(thrown)}`, LONGEST);
}

/** The failure for arguments that do not fit the schema. It names each field, and no value. */
export function invalidArguments(error: z.ZodError): MemoryBankError {
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
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
