/** Long-term memory in a folder of runs: listed, searched, forgotten and restored, carried away and taken in. */
import type { BankFace } from "../bank-face.ts";
import { MemoryBankError } from "../errors.ts";
import type { OpenOptions, RunStore } from "../node.ts";
import type {
  CoreBlock,
  Forgotten,
  ListCursor,
  MemoryEntry,
  Methodology,
  Recollection,
  ReEmbedded,
  Trajectory,
} from "../types.ts";
import { type MemoryAction, type MemoryArguments, UsageError } from "./arguments.ts";
import { checkFile, readable, withFile } from "./documents.ts";
import { sharedMemory } from "./environment.ts";
import { EXIT, exitStatus, explained, gravest } from "./failures.ts";
import {
  type Folder,
  type FolderWorld,
  folderOf,
  isThere,
  nothingYet,
  openFolder,
} from "./folder.ts";
import {
  embeddedText,
  forgottenText,
  type Kept,
  keptText,
  recalledText,
  tidiedText,
} from "./memory-text.ts";
import type { Output } from "./progress.ts";
import { oneLine } from "./terminal.ts";
import { replaceFile, write } from "./writing.ts";

/** A bank as this command needs it. */
export type RememberingBank = Pick<
  BankFace,
  "memory" | "trajectories" | "keepUp" | "exportLongTerm" | "importLongTerm" | "model" | "close"
>;

/** Everything that the command touches; a test gives its own. */
export interface MemoryWorld extends FolderWorld {
  openBank(options: OpenOptions): Promise<RememberingBank>;
  output: Output;
  errors: Output;
}

/** Does what is wanted of memory, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function remember(wanted: MemoryArguments, world: MemoryWorld): Promise<number> {
  const { action, words } = wanted;
  const keeps = action === "import";
  // No folder is made for a file that is not there.
  if (keeps) await checkFile(words[0] ?? "", EXPORTED);
  const folder = await folderOf(wanted, world);
  const longTerm = sharedMemory(world.environment);
  // A folder is made for what is kept in it, and beside a server that may hold something.
  const isMade = keeps || (longTerm !== undefined && !folder.isNamed);
  if (!(await isThere(folder, isMade)) && !isMade) {
    tell(ofNothing(wanted, folder), wanted, world);
    return EXIT.answered;
  }
  const { store } = await openFolder(folder, world);
  try {
    // What is taken in without a vector is given one by the next run, or when it is tidied up.
    const embeds = (action === "search" || action === "tidy") && wanted.useModel;
    const bank = await world.openBank({
      store,
      ...(longTerm && { longTerm }),
      ...(!embeds && { embedder: false as const }),
    });
    try {
      const told = await new Remembering(bank, store).act(wanted);
      tell(told, wanted, world);
      return endingOf(told, world);
    } finally {
      bank.close();
    }
  } finally {
    await store.close();
  }
}

/** What came of it: as JSON, and as text of which one half is the result and the other is about it. */
interface Told {
  json: unknown;
  text?: string;
  notes?: string[];
  /** What could not be done, beside what was. */
  failures?: unknown[];
}

function tell(
  { json, text = "", notes = [] }: Told,
  { json: isJson }: MemoryArguments,
  world: MemoryWorld,
) {
  if (isJson) world.output.write(`${JSON.stringify(json, null, 2)}\n`);
  else if (text !== "") world.output.write(text);
  if (!isJson) for (const note of notes) world.errors.write(`${oneLine(note)}\n`);
}

/** What a data folder that does not exist holds. Throws `UsageError` where that is no answer. */
function ofNothing({ action, words, forgotten }: MemoryArguments, folder: Folder): Told {
  const notes = [nothingYet(folder)];
  switch (action) {
    case "list": {
      const core = { persona: "", user_info: "", instructions: "" };
      const kept: Kept = { core, memories: [], methodologies: [], runs: [] };
      return { json: forgotten ? [] : kept, notes };
    }
    case "search": {
      const found: Recollection = { strategy: "hybrid", memories: [], notes: [] };
      return { json: found, notes };
    }
    case "tidy":
      return { json: null, notes };
    case "export":
      throw new UsageError(`there is nothing to export: ${nothingYet(folder)}`);
    default:
      throw new UsageError(`there is no memory ${words.join(", ")}: ${nothingYet(folder)}`);
  }
}

/** The exit status, after a line for each failure: what was done is told before. */
function endingOf({ failures = [] }: Told, { errors }: MemoryWorld): number {
  for (const failure of failures) {
    errors.write(`error: ${oneLine(explained(failure))}\n`);
  }
  return failures.length === 0 ? EXIT.answered : gravest(failures.map(exitStatus));
}

/** What was done to memories, as far as it is known. */
type Doing = Told & { json: object; notes: string[] };

/** What deleting a memory for good leaves: the records of runs are their own. */
const RUNS_KEEP_IT =
  "runs in which this was said or used keep it until they are deleted, and what a run asked stays in what was learned of it until that is forgotten";

/** What to name instead of a directory that memory is to be taken from. */
const EXPORTED = "name the file that memory export wrote";

/** At most so many memories come to mind. */
const FOUND = 50;

class Remembering {
  readonly #bank: RememberingBank;
  readonly #store: Pick<RunStore, "runs">;

  constructor(bank: RememberingBank, store: Pick<RunStore, "runs">) {
    this.#bank = bank;
    this.#store = store;
  }

  act({ action, words, forgotten, useModel }: MemoryArguments): Promise<Told> {
    const [first = ""] = words;
    const actions: Record<MemoryAction, () => Promise<Told>> = {
      list: () => (forgotten ? this.#listForgotten() : this.#list()),
      search: () => this.#search(first),
      forget: () => this.#forget(words),
      restore: () => this.#again("restored", words),
      purge: () => this.#again("purged", words),
      tidy: () => this.#tidy(useModel),
      export: () => this.#export(first),
      import: () => this.#import(first),
    };
    return actions[action]();
  }

  /** What runs have taught may be on a server that does not answer: what is kept of the user is told all the same. */
  async #list(): Promise<Told> {
    const { memory } = this.#bank;
    const memories = await all<MemoryEntry>(async (after) => {
      const { entries, next } = await memory.browse({ after });
      return [entries, next];
    });
    const failures: unknown[] = [];
    const taught = await this.#taught().catch((thrown: unknown) => {
      failures.push(thrown);
      return { methodologies: [], runs: [] };
    });
    const kept: Kept = { core: await memory.core(), memories, ...taught };
    const text = keptText(kept);
    const isNothing = text === "" && failures.length === 0;
    return { json: kept, text, notes: isNothing ? ["nothing is remembered"] : [], failures };
  }

  async #taught(): Promise<Pick<Kept, "methodologies" | "runs">> {
    const { trajectories } = this.#bank;
    const runs = await all<Trajectory>(async (after) => {
      const { rows, next } = await trajectories.browse({ after });
      return [rows.trajectories, next];
    });
    const { methodologies } = await trajectories.knowledge();
    return { methodologies: methodologies.sort(byConfidence), runs };
  }

  async #listForgotten(): Promise<Told> {
    const forgotten = await all<Forgotten>(async (after) => {
      const page = await this.#bank.memory.forgotten({ after });
      return [page.forgotten, page.next];
    });
    const notes = forgotten.length === 0 ? ["nothing is forgotten"] : [];
    return { json: forgotten, text: forgottenText(forgotten), notes };
  }

  async #search(words: string): Promise<Told> {
    const { recollection } = await this.#bank.memory.recall({ text: words, limit: FOUND });
    const { memories } = recollection;
    const notes = memories.length === 0 ? ["nothing came to mind"] : [];
    return { json: recollection, text: recalledText(memories), notes };
  }

  /** Of what an id is, it tells itself: each is looked for in both memories, and one that fails keeps no other back. */
  async #forget(ids: string[]): Promise<Told> {
    const forgotten: { id: string; canBeRestored: boolean }[] = [];
    const failures: unknown[] = [];
    for (const id of new Set(ids)) {
      try {
        forgotten.push({ id, canBeRestored: await this.#forgetOne(id) });
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    const memories = forgotten.filter(({ canBeRestored }) => canBeRestored).map(({ id }) => id);
    const notes = forgotten.map(
      ({ id, canBeRestored }) =>
        `forgot ${id}${canBeRestored ? `; memory restore ${id} brings it back` : ""}`,
    );
    return this.#withDerived({ json: { forgotten }, notes, failures }, memories);
  }

  /** Adds what stays that was made of these memories. What was done is told also where that cannot be known. */
  async #withDerived(doing: Doing, memories: string[]): Promise<Told> {
    const { json, notes, failures = [] } = doing;
    try {
      const derived = memories.length === 0 ? [] : await this.#bank.memory.derivedFrom(...memories);
      const stays = await this.#stays(derived);
      return { json: { ...json, derived }, notes: [...notes, ...stays], failures };
    } catch (thrown) {
      return { json, notes, failures: [...failures, thrown] };
    }
  }

  /** What was made of forgotten memories, and still says something of them. */
  async #stays(derived: string[]): Promise<string[]> {
    if (derived.length === 0) return [];
    const made = await this.#bank.memory.entries(...derived);
    return [
      "still remembered is what was made of it:",
      ...made.map(({ id, content }) => `  ${id}  ${oneLine(content)}`),
      `memory forget ${made.map(({ id }) => id).join(" ")} forgets that, too`,
    ];
  }

  /** Whether it can be restored. Throws `memory_not_found` for what is kept under no such id, `UsageError` for a part. */
  async #forgetOne(id: string): Promise<boolean> {
    const { memory, trajectories } = this.#bank;
    const block = BLOCKS.find((known) => id === `core|${known}`);
    if (block !== undefined) {
      await memory.setCore(block, "");
      return false;
    }
    try {
      await memory.forget(id);
      return true;
    } catch (thrown) {
      if (MemoryBankError.from(thrown).code !== "memory_not_found") throw thrown;
      if (await trajectories.forgetMethodology(id)) return false;
      if (await trajectories.forget(id)) return false;
      throw (await this.#partOfRuns(id)) ?? thrown;
    }
  }

  /** What is to be done about the id of a part of a run, as `ask` tells it; `null` where it is none. */
  async #partOfRuns(id: string): Promise<UsageError | null> {
    const { hasFragment } = await this.#bank.trajectories.cases(id);
    // Runs that went alike share a part.
    const runs = [...new Set(hasFragment.map(({ trajectory }) => trajectory))];
    if (runs.length === 0) return null;
    const [which, whole] =
      runs.length === 1
        ? [`the run ${runs[0]}`, "that run with all its parts"]
        : [`the runs ${runs.join(", ")}`, "these runs with all their parts"];
    const command = `memory forget ${runs.join(" ")}`;
    return new UsageError(`${id} is a part of ${which}: ${command} forgets ${whole}`);
  }

  /** All of them or none: memories alone can be forgotten and not yet gone. */
  async #again(done: "restored" | "purged", ids: string[]): Promise<Told> {
    const { memory } = this.#bank;
    if (done === "restored") {
      await memory.restore(...ids);
      return { json: { restored: ids }, notes: ids.map((id) => `remembered again: ${id}`) };
    }
    await memory.purge(...ids);
    const notes = ids.map((id) => `deleted for good: ${id}`);
    // Where nobody can tell whether there are runs, there may be some.
    if (await this.#hasRuns().catch(() => true)) notes.push(RUNS_KEEP_IT);
    return this.#withDerived({ json: { purged: ids }, notes }, ids);
  }

  /** Whether runs are kept, or were learned from. */
  async #hasRuns(): Promise<boolean> {
    if ((await this.#store.runs()).length > 0) return true;
    return (await this.#bank.trajectories.stats()).trajectories > 0;
  }

  /** Does what is due, and what whoever asks for it does not mean to wait for. */
  async #tidy(useModel: boolean): Promise<Told> {
    const { memory, trajectories } = this.#bank;
    const due = await this.#bank.keepUp();
    const upkeep = {
      ...due,
      reflection: due.reflection.done ? due.reflection : await memory.reflect(),
      consolidation: due.consolidation.done ? due.consolidation : await memory.consolidate(),
    };
    const notes = tidiedText(upkeep);
    const failures: unknown[] = upkeep.failure === undefined ? [] : [upkeep.failure];
    const model = await this.#bank.model;
    if (model.state === "ready") {
      // Upkeep gives vectors to a part of what has none.
      upkeep.memoryVectors = withMore(due.memoryVectors, await memory.reEmbed());
      if (failures.length === 0) {
        const more = await trajectories.reEmbed();
        upkeep.trajectoryVectors = withMore(due.trajectoryVectors, more);
      }
      notes.push(...embeddedText(upkeep));
    } else if (useModel && model.state === "unavailable") {
      notes.push(`no embedding model, so what has no vector stays without: ${model.message}`);
    }
    return { json: upkeep, notes, failures };
  }

  async #export(path: string): Promise<Told> {
    await write(path, () => replaceFile(path, this.#bank.exportLongTerm()));
    return { json: { exported: path }, notes: [`written to ${path}`] };
  }

  async #import(path: string): Promise<Told> {
    const imported = await withFile(
      path,
      (file) => this.#bank.importLongTerm(readable(path, file)),
      EXPORTED,
    );
    const { memories, trajectories } = imported;
    const isWhole =
      (memories?.complete ?? true) && (trajectories?.rows ? trajectories.complete : true);
    const notes = [
      `taken in: ${memories?.imported ?? 0} memories (${memories?.duplicates ?? 0} known before), ${trajectories?.rows.trajectories ?? 0} runs, ${trajectories?.rows.methodologies ?? 0} methodologies and warnings`,
      ...(isWhole ? [] : ["not all of it was taken in: import it again to go on"]),
    ];
    return { json: imported, notes };
  }
}

const BLOCKS: CoreBlock[] = ["persona", "user_info", "instructions"];

/** What two rounds of giving vectors did together. */
function withMore(before: ReEmbedded, after: ReEmbedded): ReEmbedded {
  return { ...after, embedded: before.embedded + after.embedded };
}

function byConfidence(one: Methodology, other: Methodology): number {
  return other.confidence - one.confidence;
}

type Page<T> = [rows: T[], next: ListCursor | null];

async function all<T>(page: (after: ListCursor | null) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let after: ListCursor | null = null;
  do {
    const [some, next]: Page<T> = await page(after);
    found.push(...some);
    after = next;
  } while (after !== null);
  return found;
}
