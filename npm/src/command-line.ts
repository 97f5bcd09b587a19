/** The command line: the same engine as in a tab, run by Node. */
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { version } from "../package.json";
import { readArguments } from "./cli/arguments.ts";
import { ask } from "./cli/ask.ts";
import { EXIT, exitStatus, explained } from "./cli/failures.ts";
import { folderOf, platformFolder } from "./cli/folder.ts";
import { HELP, USAGE } from "./cli/help.ts";
import { serveMcp } from "./cli/mcp.ts";
import { remember } from "./cli/memory.ts";
import { serveProxy } from "./cli/proxy.ts";
import { listOrDelete } from "./cli/runs.ts";
import { oneLine } from "./cli/terminal.ts";
import { isAbort } from "./errors.ts";
import { MemoryBank, type OpenOptions, RunStore } from "./node.ts";

async function main(words: string[], signal: AbortSignal): Promise<number> {
  const command = readArguments(words);
  if (command.name === "help" || command.name === "version") {
    process.stdout.write(`${command.name === "help" ? HELP : version}\n`);
    return EXIT.answered;
  }
  if (command.name === "usage") {
    process.stderr.write(`${USAGE}\n`);
    return EXIT.unusable;
  }
  const around = {
    dataFolder: platformFolder,
    openStore: (folder: string) => RunStore.open({ folder, ...secretOf(process.env) }),
    output: process.stdout,
    errors: process.stderr,
    environment: process.env,
  };
  if (command.name === "where") {
    process.stdout.write(`${resolve((await folderOf(command, around)).path)}\n`);
    return EXIT.answered;
  }
  const openBank = (options: OpenOptions) => MemoryBank.open(options);
  if (command.name === "proxy") return serveProxy(command, { ...around, openBank, signal });
  if (command.name === "mcp") {
    // The built file's name: the protocol is a script of its own, which no other command loads.
    const loadServer = () => import("./mcp.js");
    const input = process.stdin;
    return serveMcp(command, { ...around, openBank, loadServer, input, version, signal });
  }
  if (command.name !== "ask") endWhenAborted(signal);
  if (command.name === "runs") return listOrDelete(command, around);
  if (command.name === "memory") return remember(command, { ...around, openBank });
  return ask(command, {
    ...around,
    openBank,
    // Ctrl-C while a document is being piped in ends the reading.
    input: addAbortSignal(signal, process.stdin),
    signal,
    elapsed: () => performance.now(),
  });
}

/** The passphrase of the folder of runs: not among the arguments, which other users of the machine see. */
function secretOf({ AMB_PASSPHRASE }: NodeJS.ProcessEnv): { passphrase?: string } {
  return AMB_PASSPHRASE ? { passphrase: AMB_PASSPHRASE } : {};
}

/** The first Ctrl-C, or SIGTERM, asks for the partial result, the second ends at once. */
function cancelOnInterrupt(): AbortSignal {
  const cancel = new AbortController();
  const interrupt = () => {
    if (cancel.signal.aborted) process.exit(EXIT.cancelled);
    cancel.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return cancel.signal;
}

/**
 * Ends the program on an abort. Each step on runs and memories is done whole or not at all: there is no partial result
 * to wait for.
 */
function endWhenAborted(signal: AbortSignal): void {
  signal.addEventListener("abort", () => {
    process.stderr.write("stopped: what was done by then stays\n");
    process.exit(EXIT.cancelled);
  });
}

/** A reader such as `head` that has enough closes the pipe, which is no failure. Other write errors are failures. */
function endWithReader(): void {
  process.stderr.on("error", (error: NodeJS.ErrnoException) => endOf(error));
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") tell(new Error(`the output cannot be written: ${error.message}`));
    endOf(error);
  });
}

function endOf({ code }: NodeJS.ErrnoException): never {
  process.exit(code === "EPIPE" ? process.exitCode : EXIT.failed);
}

/** Prints one line for any failure; a document's words cannot break out of it. */
function tell(thrown: unknown): void {
  const line = isAbort(thrown)
    ? "stopped before a document was read"
    : `error: ${oneLine(explained(thrown))}`;
  process.stderr.write(`${line}\n`);
}

endWithReader();
process.on("uncaughtException", (thrown) => {
  tell(thrown);
  process.exit(exitStatus(thrown));
});
process.exitCode = await main(process.argv.slice(2), cancelOnInterrupt()).catch(
  (thrown: unknown) => {
    tell(thrown);
    return exitStatus(thrown);
  },
);

/** Milliseconds that a connection which its server keeps open may keep the command from ending. */
const GRACE_MILLISECONDS = 500;
// Once all is written: a reader may be slow. Where nothing is open the process has ended by then.
process.stdout.write("", () => setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref());
