/** One store of runs for all tabs of an origin: one of them has it open, the others call that one. */
import { MemoryBankError } from "./errors.ts";
import type { Batch, NewRun } from "./generated.ts";
import type { MemoryStep } from "./memory-calls.ts";
import { lost } from "./memory-owner.ts";
import { checkSeal } from "./passphrase-seal.ts";
import { runsAtWork } from "./run-locks.ts";
import { type StoreFace, StoreOwner, type StoreSecret, type StoreSource } from "./store-owner.ts";
import type { Tabs } from "./tab-channel.ts";
import { WriterGone } from "./tab-failures.ts";
import { type Manners, TabWriter } from "./tab-writer.ts";
import type { StoreModule } from "./wasm-modules.ts";

const MANNERS: Manners<StoreFace> = {
  createRun: "once",
  append: "once",
  runs: "reads",
  load: "reads",
  bodies: "reads",
  putBlob: "repeatable",
  blob: "reads",
  deleteBlob: "repeatable",
  deleteRun: "once",
  bytes: "reads",
  place: "reads",
  seal: "reads",
  aside: "reads",
  asideFiles: "reads",
  deleteAside: "repeatable",
  takeBack: "once",
  files: "reads",
  renew: "repeatable",
  askMemory: "once",
  supplyMemory: "once",
};

/** A store, as this tab calls it. */
export interface SharedStore {
  readonly face: StoreFace;
  /** Encrypts it with this passphrase, or makes it plain; `store_busy` while another tab has it open. */
  changePassphrase(to: string | null): Promise<void>;
  /** Releases it, once no call of this tab is under way. */
  close(): Promise<void>;
}

/**
 * Opens the store of this name, in this tab or in another one. With `setsAside`, an unreadable one is set aside, and a
 * new one opened. Without `tabs` it is this tab's alone, or busy. The passphrase opens it in this tab, and is sent to
 * no other. If another tab has the store open, the passphrase is compared with that one's seal, and refused as the
 * store would refuse it; each tab opens the store with its own when its turn comes.
 */
export async function openShared(
  stores: StoreModule,
  name: string,
  setsAside: boolean,
  tabs: Tabs | null,
  passphrase?: string,
): Promise<SharedStore> {
  const source = sourceOf(stores, name, tabs, { passphrase });
  if (tabs === null) return StoreOwner.open(source, setsAside);
  let own: StoreOwner | null = null;
  // A store that was set aside once is not set aside again by the next writer.
  let isFirst = setsAside;
  const writer = new TabWriter(
    name,
    MANNERS,
    async () => {
      const owner = await StoreOwner.open(source, isFirst);
      isFirst = false;
      const { isDurable } = await owner.face.place();
      own = owner;
      const close = () => {
        own = null;
        return owner.close();
      };
      return { face: owner.face, isShared: isDurable, close };
    },
    tabs,
  );
  const face = settling(writer.face);
  try {
    await face.place();
    if (own === null) await checkSeal(await face.seal(), passphrase);
    if (isFirst) await face.renew();
  } catch (thrown) {
    await writer.close();
    throw thrown;
  } finally {
    isFirst = false;
  }
  const changePassphrase = async (to: string | null) => {
    if (own === null) throw elsewhere();
    await own.changePassphrase(to);
  };
  return { face, changePassphrase, close: () => writer.close() };
}

/** The files of a store, readable or not: read by the writer tab, or while there is none. */
export async function filesOf(
  stores: StoreModule,
  name: string,
  tabs: Tabs | null,
): Promise<File[]> {
  if (tabs === null) return stores.RunStore.files(name);
  const open = async () => {
    const files = await stores.RunStore.files(name);
    return { face: { files: async () => files }, isShared: false, close: async () => {} };
  };
  const writer = new TabWriter(name, { files: MANNERS.files }, open, tabs);
  try {
    return await writer.face.files();
  } finally {
    await writer.close();
  }
}

function elsewhere(): MemoryBankError {
  const message =
    "another tab has this store open, and passphrases are sent to none: close that tab, then try again";
  return new MemoryBankError("store_busy", message, { retryable: true });
}

function sourceOf(
  stores: StoreModule,
  name: string,
  tabs: Tabs | null,
  secret: StoreSecret,
): StoreSource {
  return {
    stores,
    name,
    secret,
    atWork: async () => (tabs === null ? [] : runsAtWork(tabs.locks)),
  };
}

/**
 * The same face; where the writer went and left it in doubt what became of a call, it is found out from the next one.
 */
export function settling(face: StoreFace): StoreFace {
  const settled: StoreFace = {
    ...face,
    createRun: (run) => unlessGone(face.createRun(run), () => createdOnce(settled, run)),
    append: (run, batch) =>
      unlessGone(face.append(run, batch), () => appendedOnce(settled, run, batch)),
    deleteRun: (run) => unlessGone(face.deleteRun(run), () => deletedOnce(settled, run)),
    askMemory: (request, settings) => unlessLost(face.askMemory(request, settings)),
    supplyMemory: (call, supply) => unlessLost(face.supplyMemory(call, supply)),
  };
  return settled;
}

async function unlessGone(asked: Promise<void>, findOut: () => Promise<void>): Promise<void> {
  try {
    await asked;
  } catch (thrown) {
    if (!(thrown instanceof WriterGone)) throw thrown;
    await findOut();
  }
}

/** A call of memory ends with its caller's tab; its writes by then stay. */
async function unlessLost(asked: Promise<MemoryStep>): Promise<MemoryStep> {
  try {
    return await asked;
  } catch (thrown) {
    throw thrown instanceof WriterGone ? lost() : thrown;
  }
}

/** An existing run that equals the new one was created. */
async function createdOnce(store: StoreFace, run: NewRun): Promise<void> {
  try {
    await store.createRun(run);
  } catch (thrown) {
    if (MemoryBankError.from(thrown).code !== "stored_run_exists") throw thrown;
    const { head, lines } = await store.load(run.id);
    if (head.created !== run.created || !isSame(lines, run.lines)) throw thrown;
  }
}

/** Lines that are already at their place were appended; the store itself refuses any others there. */
async function appendedOnce(store: StoreFace, run: string, batch: Batch): Promise<void> {
  const { lines } = await store.load(run);
  const isThere = batch.lines.length > 0 && isSame(lines.slice(batch.at), batch.lines);
  if (!isThere) await store.append(run, batch);
}

async function deletedOnce(store: StoreFace, run: string): Promise<void> {
  try {
    await store.deleteRun(run);
  } catch (thrown) {
    if (MemoryBankError.from(thrown).code !== "stored_run_not_found") throw thrown;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}
