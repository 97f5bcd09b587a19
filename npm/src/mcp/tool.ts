/** A tool of the MCP server: its description for a model, its schemas, and its call. */
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { ZodObject, z } from "zod";

/** The circumstances of one call. */
export interface ToolContext {
  /** Aborted when the client cancels the call, or goes away. */
  signal: AbortSignal;
  /** Sends the client a line of progress, if it asked for progress. */
  tell(line: string): void;
  /** Paths of the client's roots; none if the client has no roots, or is connected over HTTP. */
  roots(): Promise<string[]>;
}

/** The reply to a call: for programs and for a model that reads. */
export interface Reply<Data = Record<string, unknown>> {
  /** As the tool's output schema says. */
  data: Data;
  /** The same as text. */
  text: string;
}

/** A tool. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: ZodObject;
  output: ZodObject;
  /** Hints for the client: does the tool read alone, delete, or reach the network? */
  annotations: ToolAnnotations;
  /** Carries out a call with checked arguments. Throws `MemoryBankError`. */
  call(args: Record<string, unknown>, context: ToolContext): Promise<Reply>;
}

/** A tool as it is written down, with the types of its schemas. */
export interface ToolDefinition<Input extends ZodObject, Output extends ZodObject>
  extends Omit<Tool, "input" | "output" | "call"> {
  input: Input;
  output: Output;
  call(args: z.output<Input>, context: ToolContext): Promise<Reply<z.input<Output>>>;
}

/** The tool of a definition. The arguments of its calls are checked by its input schema first. */
export function tool<Input extends ZodObject, Output extends ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  return definition as unknown as Tool;
}

/** Annotations of a tool that changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Annotations of a tool that adds to memory, and deletes nothing. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
};
