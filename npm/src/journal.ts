/** Facts about a journal before it is run again. */
import { isObject } from "./fields.ts";
import type { LlmOptions, ProviderOptions } from "./language-model.ts";

/**
 * The language model of a journal's run, as an option of `open` without a key; `undefined` for a run without one, and
 * for a text that is no journal. A bank replays such a run, and goes on with it, only if it was opened with some
 * language model.
 */
export function journalModel(journal: string): LlmOptions | undefined {
  const llm = field(field(parsed(journal), "settings"), "llm");
  const [provider, model] = [field(llm, "provider"), field(llm, "model")];
  if (!isObject(provider) || typeof model !== "string") return undefined;
  return { provider: provider as ProviderOptions, model };
}

/** True if a text has a journal's shape: it has the settings of a run. */
export function isLikeJournal(text: string): boolean {
  return isObject(field(parsed(text), "settings"));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? (value as Record<string, unknown>)[name] : undefined;
}
