/** The embedding model as a package beside this one. */
import type { GivenModel } from "./model-files.ts";

/** The model of `agentic-memory-bank-minilm`; `null` if that package is not installed. */
export async function installedModel(): Promise<GivenModel | null> {
  try {
    const { default: model } = await import("agentic-memory-bank-minilm");
    return model;
  } catch {
    return null;
  }
}
