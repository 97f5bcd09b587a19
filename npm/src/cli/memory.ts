/** Long-term memory in a folder of runs: list, search, forget, restore, export and import. */
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

/** Carries out an action on memory, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function remember(wanted: MemoryArguments, world: MemoryWorld): Promise<number> {
  const { action, words } = wanted;
  const keeps = action === "import";
  // No folder is made for a file that is not there.
  if (keeps) await checkFile(words[0] ?? "", EXPORTED);
  const folder = await folderOf(wanted, world);
  const longTerm = sharedMemory(world.environment);
  // A folder is created for new data in it, and beside a server that may hold data.
  const isMade = keeps || (longTerm !== undefined && !folder.isNamed);
  if (!(await isThere(folder, isMade)) && !isMade) {
    tell(ofNothing(wanted, folder), wanted, world);
    return EXIT.answered;
  }
  const { store } = await openFolder(folder, world);
  try {
    // An entry imported without a vector is given one by the next run, or by tidying up.
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

/** The outcome: as JSON, and as text with the result and the notes about it. */
interface Told {
  json: unknown;
  text?: string;
  notes?: string[];
  /** Failures beside the successful part. */
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

/** The outcome for a data folder that does not exist. Throws `UsageError` if the action needs data. */
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

/** The exit status, after a line for each failure: the successful part is printed before. */
function endingOf({ failures = [] }: Told, { errors }: MemoryWorld): number {
  for (const failure of failures) {
    errors.write(`error: ${oneLine(explained(failure))}\n`);
  }
  return failures.length === 0 ? EXIT.answered : gravest(failures.map(exitStatus));
}

/** The changes made to memories, as far as they are known. */
type Doing = Told & { json: object; notes: string[] };

/** The remains of a purged memory: the records of runs are separate. */
const RUNS_KEEP_IT =
  "runs in which this was said or used keep it until they are deleted, and what a run asked stays in what was learned of it until that is forgotten";

/** Advice for a directory in place of a file to import. */
const EXPORTED = "name the file that memory export wrote";

/** Most recalled memories. */
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

  /** Trajectory memory may be on a server that does not reply: the user's memories are listed all the same. */
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

  /** An id does not show its kind: each is looked for in both memories, and a failing one does not stop the others. */
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

  /**
   * Adds the remaining entries that were derived from these memories. The changes are reported even if those are
   * unknown.
   */
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

  /** The remaining entries that were derived from forgotten memories. */
  async #stays(derived: string[]): Promise<string[]> {
    if (derived.length === 0) return [];
    const made = await this.#bank.memory.entries(...derived);
    return [
      "still remembered is what was made of it:",
      ...made.map(({ id, content }) => `  ${id}  ${oneLine(content)}`),
      `memory forget ${made.map(({ id }) => id).join(" ")} forgets that, too`,
    ];
  }

  /** Returns true if it can be restored. Throws `memory_not_found` for an unknown id, `UsageError` for a part. */
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

  /** Advice about the id of a part of a run, as `ask` prints it; `null` for another id. */
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
    // If it is unknown whether there are runs, there may be some.
    if (await this.#hasRuns().catch(() => true)) notes.push(RUNS_KEEP_IT);
    return this.#withDerived({ json: { purged: ids }, notes }, ids);
  }

  /** True if runs are stored, or were learned from. */
  async #hasRuns(): Promise<boolean> {
    if ((await this.#store.runs()).length > 0) return true;
    return (await this.#bank.trajectories.stats()).trajectories > 0;
  }

  /** Does the due upkeep, and the further upkeep that an explicit request includes. */
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
      // Upkeep gives vectors to a batch of entries without one.
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

/** The sum of two rounds of vectors. */
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
