/** Memories of the user across tasks: observe, recall, reflect, consolidate, forget. */
import { typed } from "./errors.ts";
import { checkNumbers, checkText, invalid, isObject, type Shape, shaped } from "./fields.ts";
import type { HierarchyRequest } from "./generated.ts";
import type { ImportSource } from "./import-source.ts";
import { IncomingFile } from "./incoming-file.ts";
import { type AskMemory, exported, imported } from "./memory-ask.ts";
import type {
  ConsolidationOutcome,
  ContextItem,
  CoreBlock,
  CoreMemory,
  Displaced,
  EditedMemory,
  ForgottenMemories,
  ForgottenPage,
  HierarchyStats,
  ImportedMemories,
  Language,
  LatestInput,
  ListCursor,
  MemoryContext,
  MemoryDue,
  MemoryEntry,
  MemoryPage,
  MemoryScope,
  Observation,
  ObservationReport,
  RecalledMemories,
  RecallQuery,
  ReEmbedded,
  ReflectionReport,
} from "./types.ts";

/** An observation to remember; a text alone is a message in the user's own words. */
export type NewObservation = string | (Partial<Observation> & Pick<Observation, "content">);

/** A recall query; a text alone leaves the method to the query. */
export type NewRecallQuery =
  | string
  | (Partial<Omit<RecallQuery, "scope">> & { scope?: Partial<MemoryScope> });

/** An item for working memory: by default an agent's own note. */
export type NewContextItem = Partial<ContextItem> & Pick<ContextItem, "id" | "content">;

/** A page of a list. */
export interface PageOptions {
  /** The cursor that the page before returned; without it, the newest. */
  after?: ListCursor | null;
  /** Most results; default: 100. */
  limit?: number;
}

/** Options of the text for a prompt. */
export interface ContextOptions {
  /** Its most tokens; default 600. */
  tokens?: number;
  /** Language of the labels; default: English. */
  language?: Language;
}

/** The time of the work. */
export interface WorkOptions {
  /** Only if it is due; default false. */
  whenDue?: boolean;
}

const PAGE = 100;
const CONTEXT_TOKENS = 600;

const CONTEXT: Shape<ContextOptions> = { tokens: "whole", language: "text" };
const WORK: Shape<WorkOptions> = { whenDue: "flag" };
const IN_MIND: Shape<NewContextItem> = {
  ...{ id: "text", content: "text", block: "text", importance: "number" },
  ...{ trust: "text", speaker: "text", is_compressed: "flag" },
};
const PAGES: Shape<PageOptions> = { after: "object", limit: "count" };

/** The page that these options of a method ask for. Throws `invalid_argument`. */
export function pageOf(options: PageOptions, method: string): Required<PageOptions> {
  const what = `the options of ${method}()`;
  const { after = null, limit = PAGE } = shaped<PageOptions>(options, what, PAGES);
  return { after, limit };
}

/**
 * Hierarchical memory (AgentFlow): this class keeps the last two of its four levels. Methods reject with a
 * `MemoryBankError`.
 */
export class HierarchicalMemory {
  readonly #ask: AskMemory;

  constructor(ask: AskMemory) {
    this.#ask = ask;
  }

  /** Remembers one or several observations. The same content is kept once; near-duplicates are kept and reported. */
  observe(observed: NewObservation | NewObservation[]): Promise<ObservationReport> {
    return typed(() => {
      const all = Array.isArray(observed) ? observed : [observed];
      return this.#asked({ op: "observe", observations: all.map(observation) });
    });
  }

  /** Recalls entries, each with its score and the lists that it was found in. */
  recall(query: NewRecallQuery): Promise<RecalledMemories> {
    return typed(() => this.#asked({ op: "recall", query: recallQuery(query) }));
  }

  /** The same as a text for a prompt, marked, so that it is never remembered as new. */
  getContext(query: NewRecallQuery, options: ContextOptions = {}): Promise<MemoryContext> {
    return typed(() => {
      const { tokens = CONTEXT_TOKENS, language = "en" } = shaped<ContextOptions>(
        options,
        "the options of getContext()",
        CONTEXT,
      );
      return this.#asked({ op: "getContext", query: recallQuery(query), tokens, language });
    });
  }

  /** Derives insights from the memory: now, or with `whenDue` only when due. */
  reflect(options: WorkOptions = {}): Promise<ReflectionReport> {
    return typed(() => this.#asked({ op: "reflect", now: isNow(options, "reflect") }));
  }

  /**
   * Old memories compressed, knowledge taken out, what faded forgotten; says what it did. Now, unless `whenDue` is
   * wished.
   */
  consolidate(options: WorkOptions = {}): Promise<ConsolidationOutcome> {
    return typed(() => this.#asked({ op: "consolidate", now: isNow(options, "consolidate") }));
  }

  /** The work that is due. */
  due(): Promise<MemoryDue> {
    return typed(() => this.#asked({ op: "due" }));
  }

  /** Remembered entries, the newest first, page by page. */
  browse(options: PageOptions = {}): Promise<MemoryPage> {
    return typed(() => this.#asked({ op: "browse", ...pageOf(options, "browse") }));
  }

  /** The remembered ones of these entries, in this order: for example, the sources or relations of an entry. */
  entries(...ids: string[]): Promise<MemoryEntry[]> {
    return typed(() => this.#asked({ op: "entries", ids: texts(ids) }));
  }

  /** Corrects the content of an entry; the result lists its derived entries. */
  edit(id: string, content: string): Promise<EditedMemory> {
    return typed(() => {
      checkText(content, "the content of edit(id, content)");
      return this.#asked({ op: "edit", id: text(id, "the id of edit(id, content)"), content });
    });
  }

  /** Forgets entries. They can be restored until they are purged; the result lists their derived entries. */
  forget(...ids: string[]): Promise<ForgottenMemories> {
    return typed(() => this.#asked({ op: "forget", ids: texts(ids) }));
  }

  /** Remembers forgotten memories again, exactly as they were. */
  restore(...ids: string[]): Promise<void> {
    return typed(() => this.#asked({ op: "restore", ids: texts(ids) }));
  }

  /** Deletes forgotten memories for good. */
  purge(...ids: string[]): Promise<void> {
    return typed(() => this.#asked({ op: "purge", ids: texts(ids) }));
  }

  /** Forgotten entries that are not purged, the last forgotten first, page by page. */
  forgotten(options: PageOptions = {}): Promise<ForgottenPage> {
    return typed(() => this.#asked({ op: "forgotten", ...pageOf(options, "forgotten") }));
  }

  /** The entries derived from these, directly or through others. */
  derivedFrom(...ids: string[]): Promise<string[]> {
    return typed(() => this.#asked({ op: "derivedFrom", ids: texts(ids) }));
  }

  /** Numbers of entries, and times of the last work on them. */
  stats(): Promise<HierarchyStats> {
    return typed(() => this.#asked({ op: "stats" }));
  }

  /** Core memory: persona, facts about the user, instructions. */
  core(): Promise<CoreMemory> {
    return typed(() => this.#asked({ op: "coreMemory" }));
  }

  /** Sets a block of core memory in the user's own words; the result lists displaced items. */
  setCore(block: CoreBlock, content: string): Promise<Displaced[]> {
    return typed(() => {
      checkText(content, "the text of setCore(block, text)");
      return this.#asked({ op: "setCoreMemory", block, text: content });
    });
  }

  /** The latest inputs as they arrived, the oldest first: the sensory buffer (AF-01), which a restart empties. */
  latestInputs(): Promise<LatestInput[]> {
    return typed(() => this.#asked({ op: "latestInputs" }));
  }

  /**
   * Core memory and context items as a text for a prompt, within working memory's limit of tokens (AF-02) and between
   * the marks of recalled text, so that it is not learned again as new; empty if there are none.
   */
  workingMemory(): Promise<string> {
    return typed(() => this.#asked({ op: "workingMemory" }));
  }

  /**
   * Keeps an item in working memory, in place of the item with the same id, until the store is closed. Less important
   * items are shortened or displaced for it, and returned with all their words.
   */
  keepInMind(item: NewContextItem): Promise<Displaced[]> {
    return typed(() => this.#asked({ op: "keepInMind", item: contextItem(item) }));
  }

  /** Puts something out of mind; gives it back, or `null` where nothing has that id. */
  putOutOfMind(id: string): Promise<ContextItem | null> {
    return typed(() =>
      this.#asked({ op: "putOutOfMind", id: text(id, "an id of what is in mind") }),
    );
  }

  /** Gives a vector of the present model to each entry without one. Upkeep does so, too, in batches. */
  reEmbed(): Promise<ReEmbedded> {
    return typed(() => this.#asked({ op: "reEmbed" }));
  }

  /** All remembered and forgotten entries, as JSON Lines in parts. */
  export(): AsyncGenerator<string> {
    return exported((cursor) => this.#asked({ op: "export", cursor }));
  }

  /**
   * Takes an export in. What it says of anybody is taken for imported, and not for the user's own words. A damaged
   * file is refused with the line, and changes nothing.
   */
  import(file: ImportSource): Promise<ImportedMemories> {
    return typed(() => imported(this.incoming(), file));
  }

  /** A file that is handed over part by part; `import` does so. */
  incoming(): IncomingFile<ImportedMemories> {
    return new IncomingFile((request) => this.#asked(request));
  }

  #asked<T>(request: HierarchyRequest): Promise<T> {
    return this.#ask({ memory: "hierarchy", ...request }) as Promise<T>;
  }
}

function observation(observed: NewObservation): Observation {
  if (typeof observed === "string") {
    const own = { memoryType: "conversation", speaker: "user", trust: "given" } as const;
    return { content: observed, ...own } as Observation;
  }
  if (!isObject(observed)) throw invalid("what is observed must be a string or an object");
  checkText(observed.content, "the content of what is observed");
  checkNumbers(observed, "what is observed");
  // A missing field has its default.
  return observed as Observation;
}

function contextItem(item: NewContextItem): ContextItem {
  const what = "what is kept in mind";
  const given = shaped<NewContextItem>(item, what, IN_MIND);
  checkText(given.id, `the id of ${what}`);
  checkText(given.content, `the content of ${what}`);
  checkNumbers(given, what);
  const own = { block: "scratch", speaker: "agent", trust: "model" } as const;
  return { importance: 0.5, is_compressed: false, ...own, ...given };
}

function isNow(options: WorkOptions, method: string): boolean {
  return !shaped<WorkOptions>(options, `the options of ${method}()`, WORK).whenDue;
}

function recallQuery(query: NewRecallQuery): RecallQuery {
  const offset = -new Date().getTimezoneOffset();
  if (typeof query === "string") return { text: query, offset } as RecallQuery;
  if (!isObject(query)) throw invalid("what is recalled must be a string or an object");
  checkNumbers(query, "what is recalled");
  return { offset, ...query } as RecallQuery;
}

function texts(ids: unknown[]): string[] {
  return ids.map((id) => text(id, "an id of a memory"));
}

function text(value: unknown, what: string): string {
  checkText(value, what);
  return value;
}
