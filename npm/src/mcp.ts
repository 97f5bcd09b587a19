/** The MCP server, over standard input and output or over HTTP. The command line loads it when it is asked for. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { MemoryBankError } from "./errors.ts";
import { adapterTools } from "./mcp/adapter-tools.ts";
import { type BankSources, Banks } from "./mcp/banks.ts";
import { documentTools } from "./mcp/document-tools.ts";
import { type Gate, HttpSessions } from "./mcp/http.ts";
import { INSTRUCTIONS } from "./mcp/instructions.ts";
import { newServer, type SessionParts } from "./mcp/server.ts";
import { Tasks } from "./mcp/tasks.ts";
import { topicTools } from "./mcp/topic-tools.ts";
import { trajectoryTools } from "./mcp/trajectory-tools.ts";
import { userTools } from "./mcp/user-tools.ts";
import { startServer } from "./proxy/node-server.ts";

/** The parts of a server, whatever it is reached by. */
export interface McpOptions extends BankSources {
  /** Folders whose files may be read; if none, the client's roots, over standard input alone. */
  folders: string[];
  /** Version of the package. */
  version: string;
  /** Ends the server. */
  signal: AbortSignal;
}

/** Standard input and output. */
export interface Streams {
  input: Readable;
  output: Writable;
}

/** The address to serve at, and who may call. */
export interface Listening extends Gate {
  host: string;
  /** The port; 0 for any that is free. */
  port: number;
  /** Called once the server listens, with its address. */
  onListening(address: string): void;
}

/** Path of the server. */
const PATH = "/mcp";

/** Most bytes of a message on standard input: a document of 20 MiB as text must fit. */
const LONGEST_MESSAGE = 32 * 1024 * 1024;

const GREETING = `This is the MCP server of agentic-memory-bank. MCP clients reach it at ${PATH}.
`;

/**
 * Serves one client over standard input and output, until the input ends or `signal` is aborted. Throws
 * `message_too_large` for a message that no buffer holds.
 */
export async function serveStreams(options: McpOptions, { input, output }: Streams): Promise<void> {
  const { signal } = options;
  await withBanks(options, async (parts) => {
    const server = newServer({ ...parts, trustsRoots: true });
    // The transport closes by itself for one reason alone: its buffer is full.
    const overflown = new Promise<true>((resolve) => {
      server.onclose = () => resolve(true);
    });
    const ended = once(input, "end", { signal }).then(
      () => false,
      () => false,
    );
    await server.connect(
      new StdioServerTransport(input, output, { maxBufferSize: LONGEST_MESSAGE }),
    );
    if (await Promise.race([overflown, ended])) throw tooLarge();
    // The replies to the last requests of a client that has closed its end.
    await setImmediate();
    await server.close();
  });
}

function tooLarge(): MemoryBankError {
  return new MemoryBankError(
    "message_too_large",
    `a message on standard input is larger than ${LONGEST_MESSAGE >> 20} MiB: name large documents as files under --documents`,
  );
}

/** Serves clients over streamable HTTP, until `signal` is aborted. Throws as `startServer` does. */
export async function serveHttp(
  options: McpOptions,
  { host, port, onListening, ...gate }: Listening,
): Promise<void> {
  const { signal } = options;
  await withBanks(options, async (parts) => {
    const sessions = new HttpSessions(() => newServer({ ...parts, trustsRoots: false }), gate);
    const server = await startServer({
      ...{ host, port, portOption: "--http PORT" },
      ...{ path: PATH, service: "the MCP server", greeting: GREETING },
      names: gate.origins.map((origin) => new URL(origin).hostname),
      answer: (request) => sessions.answer(request),
    });
    onListening(`${server.origin}${PATH}`);
    if (!signal.aborted) await once(signal, "abort");
    await sessions.close();
    await server.close();
  });
}

/** Does the work with the tools over two banks, which are closed then. */
async function withBanks(
  options: McpOptions,
  work: (parts: Omit<SessionParts, "trustsRoots">) => Promise<void>,
): Promise<void> {
  const { folders, version } = options;
  const banks = new Banks(options);
  const tasks = new Tasks(banks);
  const tools = [
    ...documentTools({ banks, folders }),
    ...topicTools({ banks, tasks }),
    ...adapterTools(tasks),
    ...userTools(banks),
    ...trajectoryTools(banks),
  ];
  try {
    await work({ tools, version, instructions: INSTRUCTIONS });
  } finally {
    await banks.close();
  }
}
