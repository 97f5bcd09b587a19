/** The engine's face, as the package gives it. */

export type * from "agentic-memory-bank";
export type { MemoryBank, ModelProgress, RunStore } from "agentic-memory-bank";
