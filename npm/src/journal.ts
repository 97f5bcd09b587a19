/** Facts about a journal before it is run again. */
import { isObject } from "./fields.ts";
import {
  type LlmOptions,
  type ProviderOptions,
  READS,
  type ReaderOptions,
  type SearchOptions,
} from "./language-model.ts";
import { searchServiceNamed } from "./search-services.ts";

/** The services of a journal's run, as options of `open`; no key is in a journal. */
export interface JournalOptions {
  llm: LlmOptions & { provider: ProviderOptions; model: string };
  /** Missing if the run searched no web. */
  search?: SearchOptions;
  reader: ReaderOptions;
}

/**
 * The services that the run of a journal asks; `undefined` for a run without a language model, and for a text that is no
 * journal. A bank replays a journal's run, and goes on with it, only if it was opened with some language model.
 */
export function journalOptions(journal: string): JournalOptions | undefined {
  const settings = field(parsed(journal), "settings");
  const [llm, search, reader] = ["llm", "search", "reader"].map((name) => field(settings, name));
  const [provider, model] = [field(llm, "provider"), field(llm, "model")];
  const isNamed = typeof field(provider, "baseUrl") === "string" && typeof model === "string";
  if (!isObject(provider) || !isNamed) return undefined;
  const reads = READS.find((one) => one === field(llm, "reads"));
  const searching = searchOf(search);
  return {
    llm: { provider: provider as ProviderOptions, model, ...(reads && { reads }) },
    ...(searching && { search: searching }),
    reader: texts(reader, "baseUrl"),
  };
}

/** The recorded search; `undefined` for none, and for one by an unknown service. */
function searchOf(recorded: unknown): SearchOptions | undefined {
  if (!isObject(recorded)) return undefined;
  const named = field(recorded, "service");
  const service = typeof named === "string" ? searchServiceNamed(named) : undefined;
  // The journal of a search by Serper names no service.
  if (named !== undefined && service === undefined) return undefined;
  const results = field(recorded, "results");
  return {
    ...texts(recorded, "baseUrl", "language", "country"),
    ...(typeof results === "number" && { results }),
    ...(service && { service }),
  };
}

/** The fields of these names that are texts. */
function texts<Name extends string>(
  value: unknown,
  ...names: Name[]
): Partial<Record<Name, string>> {
  const known = names.map((name) => [name, field(value, name)]);
  const given = known.filter(([, held]) => typeof held === "string");
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
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
