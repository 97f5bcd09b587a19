/** The MCP server as a command: its bank, its folders, and who may call it. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import type * as McpServer from "../mcp.ts";
import type { MemoryBank, OpenOptions } from "../node.ts";
import { isLoopback } from "../proxy/node-server.ts";
import { hashOf, newToken, userWith } from "../proxy/tokens.ts";
import { type McpArguments, UsageError } from "./arguments.ts";
import { readPrices } from "./budget.ts";
import { openOptions, pricesPath, sharedMemory } from "./environment.ts";
import { EXIT } from "./failures.ts";
import { type FolderWorld, folderOf, openFolder } from "./folder.ts";
import type { Output } from "./progress.ts";
import { tokenIn } from "./token.ts";

/** Everything that the command touches; a test gives its own. */
export interface McpWorld extends FolderWorld {
  /** Loads the server, which other commands do not need. */
  loadServer(): Promise<Pick<typeof McpServer, "serveStreams" | "serveHttp">>;
  openBank(options: OpenOptions): Promise<MemoryBank>;
  input: Readable;
  output: Writable & Output;
  errors: Output;
  /** Version of the package. */
  version: string;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
}

/** The variable of the access token. */
const TOKEN = "AMB_MCP_TOKEN";

/** Serves until the client goes or it is interrupted, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function serveMcp(wanted: McpArguments, world: McpWorld): Promise<number> {
  const options = await optionsOf(wanted, world);
  const { serveStreams, serveHttp } = await world.loadServer();
  if (wanted.http === null) await serveStreams(options, world);
  else await serveHttp(options, await listening(wanted, wanted.http, world));
  return EXIT.answered;
}

async function optionsOf(wanted: McpArguments, world: McpWorld): Promise<McpServer.McpOptions> {
  const { environment, openBank, version, signal } = world;
  const path = pricesPath(wanted, environment);
  const longTerm = sharedMemory(environment);
  const options: OpenOptions = {
    ...openOptions(wanted, environment),
    ...(path !== undefined && { prices: await readPrices(path) }),
    ...(longTerm && { longTerm }),
  };
  const folder = await folderOf(wanted, world);
  return {
    ...{ options, openBank, version, signal },
    folders: await Promise.all(wanted.documents.map(documentFolder)),
    openStore: async () => (await openFolder(folder, world)).store,
  };
}

/** The absolute path of a folder of documents, as it was named. Throws `UsageError`. */
async function documentFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return resolve(folder);
  const what = found === null ? "does not exist" : "is no folder";
  throw new UsageError(`--documents ${folder} ${what}: name a folder`);
}

async function listening(
  { host, origins }: McpArguments,
  port: number,
  { environment, output, errors }: McpWorld,
): Promise<McpServer.Listening> {
  const own = tokenIn(environment, TOKEN);
  // On this machine alone a token is up to the user. Everybody could call beyond it, by a page or by a server in front,
  // which the server knows by no other name than that of an origin.
  const isOpen = !isLoopback(host) || origins.length > 0;
  const token = own ?? (isOpen ? newToken() : null);
  return {
    ...{ host, port, origins },
    isToken: token === null ? null : await tokenCheck(token),
    onListening(address) {
      output.write(`address  ${address}\n`);
      if (token !== null) output.write(`token    ${own === null ? token : `that of ${TOKEN}`}\n`);
      if (!isLoopback(host)) errors.write(WITHOUT_TLS);
      const whom = token === null ? "of this machine" : "with the token";
      errors.write(`serves MCP clients ${whom}; Ctrl-C ends it\n`);
    },
  };
}

const WITHOUT_TLS =
  "warning: it is reached without TLS, so that others in the network may read token and answers: put a server with HTTPS in front of it\n";

async function tokenCheck(token: string): Promise<(given: string) => Promise<boolean>> {
  const userOf = userWith({ user: await hashOf(token) });
  return async (given) => (await userOf(given)) !== null;
}
