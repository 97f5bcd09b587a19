/** MCP clients of the built command line. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { OWN_HOME, PROGRAM } from "./program.ts";

/** Keys and endpoints in the environment would change what is tested. */
export const NOTHING = {
  LLM_API_KEY: "",
  LLM_BASE_URL: "",
  SERPER_API_KEY: "",
  JINA_API_KEY: "",
  SEARCH_SERVICE: "",
  AMB_MCP_TOKEN: "",
};

/** The result of a call, as tests look at it. */
export interface Called {
  text: string;
  isError: boolean;
  // The fields are those of each tool's output schema, which the client has checked.
  // biome-ignore lint/suspicious/noExplicitAny: a tool's own shape
  data: any;
}

/** Options of a client. */
export interface ClientOptions {
  environment?: NodeJS.ProcessEnv;
  /** Folders that the client names as its roots. */
  roots?: string[];
}

/** Starts the server with these options, and connects to it. The server ends with the test. */
export async function connected(
  context: TestContext,
  words: string[],
  { environment = {}, roots }: ClientOptions = {},
): Promise<Client> {
  const capabilities = roots ? { roots: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (roots) {
    const named = roots.map((root) => ({ uri: pathToFileURL(root).href }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: named }));
  }
  const env = { ...process.env, ...OWN_HOME, ...NOTHING, ...environment } as Record<string, string>;
  const args = [PROGRAM, "mcp", ...words];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  context.after(() => client.close());
  // The client checks the results of the tools that it has listed.
  await client.listTools();
  return client;
}

/** Calls a tool. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  options?: RequestOptions,
): Promise<Called> {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  const [content] = result.content as { type: string; text: string }[];
  assert.equal(content?.type, "text");
  return {
    text: content.text,
    isError: result.isError === true,
    data: result.structuredContent,
  };
}

/** Calls a tool that must fail, and returns what it says. */
export async function refusal(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<string> {
  const { text, isError } = await call(client, name, args);
  assert.ok(isError, text);
  return text;
}
