/** One session of the MCP server: the list of tools, and their calls. */
import { fileURLToPath } from "node:url";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { toJSONSchema, type ZodObject } from "zod";
import { failed, invalidArguments } from "./failures.ts";
import { line } from "./page.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { visible } from "./untrusted.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The parts that all sessions share. */
export interface SessionParts {
  tools: Tool[];
  instructions: string;
  /** Version of the package. */
  version: string;
  /** True if files under the client's roots may be read: the client is a program of the user's own. */
  trustsRoots: boolean;
}

/** Returns the server of one session, for any transport. */
export function newServer({ tools, instructions, version, trustsRoots }: SessionParts): Server {
  const info = { name: "agentic-memory-bank", title: "Agentic Memory Bank", version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `there is no tool ${line(params.name)}`);
    }
    const roots = async () => (trustsRoots ? rootsOf(server) : []);
    return called(tool, params.arguments ?? {}, { ...context(extra), roots });
  });
  return server;
}

/** A tool as clients list it. */
function listed({ name, title, description, input, output, annotations }: Tool): ListedTool {
  return {
    ...{ name, title, description, annotations: { title, ...annotations } },
    inputSchema: schemaOf(input),
    outputSchema: schemaOf(output),
  };
}

/** The JSON Schema of an object. Its dialect is the protocol's default, so it is not named. */
function schemaOf(schema: ZodObject): ListedTool["inputSchema"] {
  const { $schema, ...rest } = toJSONSchema(schema, { io: "input" });
  return rest as ListedTool["inputSchema"];
}

async function called(tool: Tool, args: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    const { success, data, error } = tool.input.safeParse(args);
    if (!success) throw invalidArguments(error);
    const reply = await tool.call(data, context);
    const { text, data: structuredContent } = visible(reply);
    return { content: [{ type: "text", text }], structuredContent };
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Signal and progress of one call. */
function context({ signal, _meta, sendNotification }: Extra): Omit<ToolContext, "roots"> {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return {
    signal,
    tell(message) {
      if (progressToken === undefined || signal.aborted) return;
      progress += 1;
      const params = { progressToken, progress, message };
      // A client that is gone needs no progress.
      sendNotification({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** Milliseconds for the client to name its roots. */
const ROOTS_TIMEOUT = 5_000;

async function rootsOf(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const answer = server.listRoots(undefined, { timeout: ROOTS_TIMEOUT });
  // A client that does not name its roots has none.
  const { roots } = await answer.catch(() => ({ roots: [] }));
  return roots.map(({ uri }) => pathOf(uri)).filter((path) => path !== null);
}

/** The path of a file URI; `null` for any other. */
function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
