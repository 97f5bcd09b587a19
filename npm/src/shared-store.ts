/** One store of runs for all tabs of an origin: one of them has it open, the others call that one. */
import { MemoryBankError } from "./errors.ts";
import { checkSeal } from "./passphrase-seal.ts";
import { runsAtWork } from "./run-locks.ts";
import { settling } from "./settling.ts";
import { type Manners, SharedFace } from "./shared-face.ts";
import { type StoreFace, StoreOwner, type StoreSecret, type StoreSource } from "./store-owner.ts";
import type { Tabs } from "./tab-channel.ts";
import { TabPeers } from "./tab-peers.ts";
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
  const writer = new SharedFace(
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
    new TabPeers(name, tabs),
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
  const writer = new SharedFace({ files: MANNERS.files }, open, new TabPeers(name, tabs));
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
