/** The engine's face, as the package gives it. */

export type { MemoryBank, ModelProgress, RunStore } from "../../../npm/src/memory-bank.ts";
export type * from "../../../npm/src/types.ts";
