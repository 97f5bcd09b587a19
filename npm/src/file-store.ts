/** The store of runs in plain files, one for each run; the contract is the engine's (`crates/store`). */

import { MemoryBankError } from "./errors.ts";
import type { FolderFiles } from "./folder-files.ts";
import type { Batch, NewRun, StoredRun } from "./generated.ts";
import type { EngineStore } from "./host.ts";
import { type RunContents, sum } from "./run-contents.ts";
import { type Found, RunFile } from "./run-file.ts";
import type { Begun } from "./run-lines.ts";
import { fileName, runIn } from "./run-names.ts";
import { isShut, mediumFailure, storeFailure } from "./store-failure.ts";
import type { RunHead } from "./types.ts";

/** A run that can be read. */
interface Readable {
  file: RunFile;
  contents: RunContents;
}

/** Runs in the files of a folder, with this as their only writer. Its calls take effect one after the other. */
export class FileStore implements EngineStore {
  readonly isDurable = true;
  readonly #files: FolderFiles;
  readonly #runs = new Map<string, RunFile>();
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** True if removals in the folder are durable. */
  #isSettled = true;

  constructor(files: FolderFiles) {
    this.#files = files;
  }

  createRun(run: NewRun): Promise<void> {
    return this.#call(async () => {
      const file = this.#file(run.id);
      if ((await file.contents()) !== null) throw storeFailure({ kind: "run_exists", run: run.id });
      await file.add(begun(run));
    });
  }

  append(run: string, batch: Batch): Promise<void> {
    return this.#call(async () => {
      const { file, contents } = await this.#readable(run);
      if (batch.at !== contents.lines) {
        const [expected, given] = [contents.lines, batch.at];
        throw storeFailure({ kind: "wrong_index", run, expected, given });
      }
      const { at, lines, state, updated } = batch;
      const bodies = contents.lacking(batch.bodies);
      await file.add({ change: "grown", at, lines, bodies, state, updated });
    });
  }

  /** All runs, the newest first. An unreadable one is among them, as failed: it must not hide the rest. */
  runs(): Promise<RunHead[]> {
    return this.#call(async () => {
      const heads: RunHead[] = [];
      for (const [run, found] of await this.#look()) {
        const head = headOf(run, found);
        if (head !== null) heads.push(head);
      }
      return heads.sort(byAge);
    });
  }

  load(run: string): Promise<StoredRun> {
    return this.#call(async () => {
      const { file, contents } = await this.#readable(run);
      const lines: string[] = [];
      await file.changes((change) => {
        if ("lines" in change) for (const line of change.lines) lines.push(line);
      });
      return { head: contents.head(), lines };
    });
  }

  bodies(hashes: string[]): Promise<(Uint8Array | null)[]> {
    return this.#call(async () => {
      const found = new Map<string, Uint8Array>();
      for (const [run, { contents, trouble }] of await this.#look()) {
        const missing = hashes.filter((hash) => !found.has(hash) && contents?.has(hash));
        if (missing.length > 0 && !trouble) await collect(this.#file(run), new Set(missing), found);
      }
      return hashes.map((hash) => found.get(hash) ?? null);
    });
  }

  putBlob(run: string, hash: string, bytes: Uint8Array): Promise<void> {
    return this.#call(async () => {
      const { file, contents } = await this.#readable(run);
      if (!contents.hasBlob(hash)) await file.add({ change: "blob", blob: { hash, bytes } });
    });
  }

  blob(run: string, hash: string): Promise<Uint8Array | null> {
    return this.#call(async () => {
      const { file, contents } = await this.#readable(run);
      if (!contents.hasBlob(hash)) return null;
      const found = new Map<string, Uint8Array>();
      await collect(file, new Set([hash]), found);
      return found.get(hash) ?? null;
    });
  }

  /** Its bytes stay in the file, unreachable, until the run is deleted. */
  deleteBlob(run: string, hash: string): Promise<void> {
    return this.#call(async () => {
      const { file, contents } = await this.#readable(run);
      if (contents.hasBlob(hash)) await file.add({ change: "forgotten", hash });
    });
  }

  /** Deletes a run, readable or not. */
  deleteRun(run: string): Promise<void> {
    return this.#call(async () => {
      const file = this.#file(run);
      const found = await file.look();
      if (!found?.contents && !found?.trouble) throw storeFailure({ kind: "run_not_found", run });
      this.#isSettled = false;
      await this.#files.remove(file.name);
      this.#runs.delete(file.name);
      await this.#settle();
    });
  }

  /** Bytes of all data; for unreadable data, those of its files. */
  bytes(): Promise<number> {
    return this.#call(async () => {
      const found = [...(await this.#look()).values()];
      const runs = found.flatMap(({ contents, trouble }) => (trouble ? [] : (contents ?? [])));
      const unreadable = found.filter(({ trouble }) => trouble !== null);
      const shared = new Map(runs.flatMap(({ sizes }) => [...sizes]));
      return (
        sum(runs.map(({ ownBytes }) => ownBytes)) +
        sum(shared.values()) +
        sum(unreadable.map(({ size }) => size))
      );
    });
  }

  /** Ends once no call is under way; those that follow fail with `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
  }

  /** Does it when it is its turn, and fails as a store does. */
  #call<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      return Promise.reject(new MemoryBankError("closed", "the store of runs is closed"));
    }
    const settled = this.#turn.then(() => this.#settle());
    const done = settled.then(work).catch((thrown: unknown) => {
      throw mediumFailure(thrown);
    });
    this.#turn = done.catch(() => {});
    return done;
  }

  /** A run that was seen to be gone must not come back. */
  async #settle(): Promise<void> {
    if (this.#isSettled) return;
    await this.#files.sync();
    this.#isSettled = true;
  }

  #file(id: string): RunFile {
    const name = fileName(id);
    const file = this.#runs.get(name) ?? new RunFile(this.#files, name);
    this.#runs.set(name, file);
    return file;
  }

  async #readable(run: string): Promise<Readable> {
    const file = this.#file(run);
    const contents = await file.contents();
    if (contents === null) throw storeFailure({ kind: "run_not_found", run });
    return { file, contents };
  }

  /** The content of a file. A single file that cannot be opened must not hide the rest. */
  async #lookInto(file: RunFile): Promise<Found | null> {
    try {
      return await file.look();
    } catch (thrown) {
      if (!isShut(thrown)) throw thrown;
      return { contents: null, trouble: mediumFailure(thrown), size: 0, end: 0 };
    }
  }

  /** The content of each file, by the key of its run. */
  async #look(): Promise<Map<string, Found>> {
    const looked = new Map<string, Found>();
    for (const name of (await this.#files.names()).sort()) {
      const run = runIn(name);
      const found = run === null ? null : await this.#lookInto(this.#file(run));
      if (run !== null && found !== null) looked.set(run, found);
    }
    return looked;
  }
}

function begun({ id, question, format, created, lines, bodies }: NewRun): Begun {
  const named = new Map(bodies.map((body) => [body.hash, body]));
  return { change: "begun", id, question, format, created, lines, bodies: [...named.values()] };
}

const UNKNOWN = { question: "", format: 0, created: 0, updated: 0, lines: 0 };

function headOf(run: string, { contents, trouble, size }: Found): RunHead | null {
  if (trouble === null) return contents?.head() ?? null;
  const state = { state: "failed", code: trouble.code } as const;
  return { ...(contents?.head() ?? UNKNOWN), id: run, state, bytes: size };
}

/** The youngest first; of the same age, by identifier. */
function byAge(one: RunHead, other: RunHead): number {
  return other.created - one.created || (one.id < other.id ? -1 : 1);
}

/** Finds the bytes of these hashes, bodies' and blobs', in a run's file. */
async function collect(
  file: RunFile,
  hashes: Set<string>,
  found: Map<string, Uint8Array>,
): Promise<void> {
  await file.changes((change) => {
    const bodies =
      "bodies" in change ? change.bodies : change.change === "blob" ? [change.blob] : [];
    for (const { hash, bytes } of bodies) if (hashes.has(hash)) found.set(hash, bytes);
  });
}
