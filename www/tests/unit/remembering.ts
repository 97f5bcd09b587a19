/** A bank that only seems to remember beyond runs. */

import type {
  CoreBlock,
  CoreMemory,
  Forgotten,
  MemoryEntry,
  Methodology,
  RecalledMemory,
} from "../../src/bank/types.ts";
import { NO_CORE } from "../../src/state/long-term.ts";
import { FakeBank, refused } from "./sessions.ts";

const ENTRY = { memory_type: "conversation", speaker: "user", trust: "given", importance: 0.5 };

export function entry(id: string, content: string): MemoryEntry {
  return { id, content, created_at: 1, fact: null, summary_id: null, ...ENTRY } as MemoryEntry;
}

export function recalled(
  entry: MemoryEntry,
  relevance: number,
  ...channels: string[]
): RecalledMemory {
  const ranks = channels.map((channel) => ({ channel, rank: 1 }));
  return { entry, ranks, score: { relevance } } as RecalledMemory;
}

/** A bank that remembers; it pages by ids, as a store does. */
export class RememberingBank extends FakeBank {
  readonly entries = new Map<string, string>();
  readonly gone = new Map<string, string>();
  readonly methodologies = new Map<string, number>();
  readonly imported: string[] = [];
  readonly demanded: string[] = [];
  readonly learned = new Map<string, string>();
  readonly set: CoreBlock[] = [];
  /** Of each memory that was made of another, that other. */
  readonly madeOf = new Map<string, string>();
  readonly lookedUp: string[][] = [];
  core: CoreMemory = NO_CORE;
  upkeeps = 0;

  constructor(...texts: string[]) {
    super("run", "ready");
    for (const [at, text] of texts.entries()) this.entries.set(idOf(at), text);
  }

  readonly memory = {
    browse: async (part: Part) => {
      const { items, next } = page(this.entries, part);
      return { entries: items, next };
    },
    forgotten: async (part: Part) => {
      const { items, next } = page(this.gone, part);
      const reason = { why: "asked" };
      const forgotten = items.map((entry) => ({ entry, forgotten_at: 2, reason }) as Forgotten);
      return { forgotten, next };
    },
    recall: async ({ text }: { text: string }) => {
      // By meaning all are found, however far away.
      const memories = [...this.entries].map(([id, content]) =>
        recalled(entry(id, content), content.includes(text) ? 0.9 : 0.09, "semantic"),
      );
      return { recollection: { memories, notes: [{ note: "no_embedding" }] }, notes: [] };
    },
    reflect: async () => this.#demand("reflect"),
    consolidate: async () => this.#demand("consolidate"),
    entries: async (...ids: string[]) => {
      this.lookedUp.push(ids);
      const known = ids.map((id) => [id, this.entries.get(id)] as const);
      return known.flatMap(([id, text]) => (text === undefined ? [] : [entry(id, text)]));
    },
    edit: async (id: string, content: string) => {
      if (!this.entries.has(id)) refused("memory_not_found");
      if ([...this.entries.values()].includes(content)) refused("memory_exists");
      this.entries.set(id, content);
      return { derived: ["made-of-it"], outdated: [], entry: entry(id, content) };
    },
    forget: async (...ids: string[]) => {
      for (const id of ids) move(this.entries, this.gone, id);
      const made = [...this.madeOf].filter(
        ([id, from]) => ids.includes(from) && this.entries.has(id),
      );
      return { derived: made.map(([id]) => id) };
    },
    restore: async (...ids: string[]) => {
      for (const id of ids) move(this.gone, this.entries, id);
    },
    core: async () => this.core,
    setCore: async (block: CoreBlock, text: string) => {
      if (text.length > 99) refused("core_too_long");
      this.set.push(block);
      this.core = { ...this.core, [block]: text };
      return [];
    },
    purge: async (id: string) => this.gone.delete(id),
  };

  readonly trajectories = {
    knowledge: async () => ({
      methodologies: [...this.methodologies].map(
        ([id, confidence]) => ({ id, confidence }) as Methodology,
      ),
    }),
    stats: async () => ({ trajectories: 3 }),
    browse: async (part: Part) => {
      const { items, next } = page(this.learned, part);
      const trajectories = items.map(({ id, content }) => ({ id, summary: content }));
      const fragments = [
        { id: "f1", error_type: "HTTP 403" },
        { id: "f2", error_type: null },
      ];
      const hasFragment = items.flatMap(({ id: trajectory }) =>
        ["f1", "f2", "f1"].map((fragment) => ({ trajectory, fragment })),
      );
      return { rows: { trajectories, fragments, hasFragment }, next };
    },
    cases: async (...ids: string[]) => {
      this.lookedUp.push(ids);
      const fragments = ids.filter((id) => id !== "gone#0").map((id) => ({ id, description: id }));
      const hasFragment = [
        { trajectory: "run-1", fragment: "run-1#0" },
        { trajectory: "run-2", fragment: "run-1#0" },
      ];
      const trajectories = ["run-2", "run-1"].map((id) => ({ id, summary: `Of ${id}` }));
      return { fragments, hasFragment, trajectories };
    },
    forget: async (id: string) => this.learned.delete(id),
    forgetMethodology: async (id: string) => this.methodologies.delete(id),
  };

  exportLongTerm() {
    return texts('{"format":"amb-hierarchical-memory"}\n', '{"end":0}\n');
  }

  async importLongTerm(file: Blob) {
    const text = await file.text();
    if (!text.includes("amb-hierarchical-memory")) refused("import_malformed");
    const imported = this.imported.push(text);
    return {
      memories: { imported, duplicates: 0 },
      trajectories: { rows: { trajectories: 2, methodologies: 0 } },
    };
  }

  #demand(what: string) {
    this.demanded.push(what);
    return { done: true };
  }

  async keepUp() {
    this.upkeeps += 1;
    return {
      trajectories: {},
      reflection: { done: true, insights: ["due"] },
      consolidation: { done: false },
    };
  }
}

type Part = { after?: string | null; limit: number };

export function idOf(at: number): string {
  return `m-${String(at).padStart(3, "0")}`;
}

function page(all: Map<string, string>, { after = null, limit }: Part) {
  const rest = [...all].sort().filter(([id]) => after === null || id > after);
  const items = rest.slice(0, limit).map(([id, content]) => entry(id, content));
  return { items, next: rest.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function move(from: Map<string, string>, to: Map<string, string>, id: string): void {
  to.set(id, from.get(id) ?? refused("memory_not_found"));
  from.delete(id);
}

async function* texts(...all: string[]): AsyncGenerator<string> {
  yield* all;
}
