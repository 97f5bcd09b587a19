/** The library: what the user gives is read once, and listed; on request it is kept in this browser. */

import type { ReadingCache } from "agentic-memory-bank";
import { contentHash } from "../../../npm/src/content-hash.ts";
import { LatestReadings } from "../../../npm/src/latest-readings.ts";
import { isTooLarge } from "../state/draft.ts";
import {
  chosenOf,
  type LibraryDocument,
  type LibraryFault,
  type Library as LibraryState,
  type Thread,
} from "../state/library.ts";
import type { DraftDocument, Judgement } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { keptDocuments, noteKept } from "./kept-library.ts";
import type { LibraryShelf } from "./library-shelf.ts";
import type { Device } from "./remembered.ts";

/** The operations on the library's storage. */
export type Shelf = Pick<
  LibraryShelf,
  "contents" | "put" | "reading" | "delete" | "putThreads" | "close"
>;

/** The parts of the platform that a library needs. */
export interface LibraryWorld {
  /** The storage of the user's choice. */
  readonly device: Device | null;
  /** Opens the storage of documents. `onLost` is called if the browser takes it away. */
  openShelf(onLost: () => void): Promise<Shelf>;
  deleteShelf(): Promise<void>;
}

/** One page's library. */
export class Library implements ReadingCache {
  readonly #store: Store;
  readonly #world: LibraryWorld;
  /** Called when the first document is kept. */
  readonly #onKept: () => void;
  readonly #readings = new LatestReadings();
  readonly #hashes = new WeakMap<Blob, Promise<string>>();
  /** The contents whose bytes are those that were given. */
  readonly #sound = new WeakSet<Blob>();
  #unnamed = 0;
  #shelf: Promise<Shelf> | null = null;
  /** Changes come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, world: LibraryWorld, onKept: () => void) {
    this.#store = store;
    this.#world = world;
    this.#onKept = onKept;
  }

  /** Shows what this browser keeps, if the user has chosen that; another tab may have changed it. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const { isKept } = this.#state;
      const kept = keptDocuments(this.#world.device);
      if (kept === null && isKept) this.#stop("stopped");
      if (kept === null) return;
      const isThere = await this.#show();
      const { documents, unread } = this.#state;
      if (!isThere || isKept) return;
      const isCleared = kept > 0 && unread.length === 0 && documents.every((one) => !isStored(one));
      if (!isCleared) return this.#change({ fault: null });
      // To keep them again is the user's to decide.
      await this.#forget("cleared");
    });
  }

  /** The reading under a key, of a document of this tab or of the library. */
  async get(key: string): Promise<unknown> {
    const known = this.#readings.get(key);
    if (known !== undefined || !this.#isStored(key)) return known;
    const kept = await (await this.#opened()).reading(key);
    if (kept !== undefined) this.#readings.set(key, kept, this.#documentOf(key)?.size ?? 0);
    return kept;
  }

  /** Keeps a reading: in this tab, and in this browser if its document is kept there. */
  async set(key: string, reading: unknown, bytes: number): Promise<void> {
    this.#readings.set(key, reading, bytes);
    const document = this.#documentOf(key);
    if (this.#isStored(key) && document) await this.#inTurn(() => this.#put(document));
  }

  /** The hash of a document's content. */
  identify({ blob }: Pick<DraftDocument, "blob">): Promise<string> {
    const known = this.#hashes.get(blob) ?? this.#hashed(blob);
    this.#hashes.set(blob, known);
    return known;
  }

  /** The judgement of a document that was read before; `null` for any other, and for one that is too large. */
  async judgement(document: DraftDocument): Promise<Judgement | null> {
    if (isTooLarge({ documents: [document], pasted: "" })) return null;
    const hash = await this.identify(document);
    return this.#state.documents.find((one) => one.hash === hash)?.read ?? null;
  }

  /** Takes a document in that can be read. */
  async add(document: DraftDocument, judgement: Judgement | null): Promise<void> {
    if (judgement !== null && "code" in judgement) return;
    const hash = await this.identify(document);
    const { name, mediaType, size, blob, pasted } = document;
    await this.#inTurn(async () => {
      const known = this.#state.documents.find((one) => one.hash === hash);
      if (known && (known.read !== null || judgement === null)) return;
      const facts = { hash, name, mediaType, size, blob, ...(pasted && { pasted }) };
      const added = { ...facts, added: Date.now(), keptBytes: 0, ...known, read: judgement };
      this.#sound.add(added.blob);
      this.#change({ documents: [added, ...this.#without(hash)], freed: null });
      await this.#put(added);
    });
  }

  /** Chooses a document of the library for a new memory, or for a further question. */
  async choose(hash: string, to: "draft" | "further"): Promise<void> {
    const document = this.#state.documents.find((one) => one.hash === hash);
    if (document === undefined || !(await this.#isSound(document))) return;
    const { name, mediaType, size, blob, pasted } = document;
    this.#know(blob, hash);
    const documents = [{ name, mediaType, size, blob, ...(pasted && { pasted }) }];
    this.#store.dispatch({ type: to === "draft" ? "documentsAdded" : "furtherAdded", documents });
  }

  /** Chooses it no longer. */
  leave(hash: string, from: "draft" | "further"): void {
    const { draft, further, library } = this.#store.state;
    if (from === "further") {
      const left = chosenOf(hash, further.documents, library);
      const documents = further.documents.filter((one) => !left.includes(one));
      if (left.length > 0) this.#store.dispatch({ type: "furtherChanged", further: { documents } });
      return;
    }
    for (const document of chosenOf(hash, draft.documents, library)) {
      const index = this.#store.state.draft.documents.indexOf(document);
      this.#store.dispatch({ type: "documentRemoved", index });
    }
  }

  /** Deletes a document, its readings, and what tells which memories it is in. */
  delete(hash: string): Promise<void> {
    return this.#inTurn(async () => {
      const { documents, unread, threads, isKept } = this.#state;
      const gone = documents.find((one) => one.hash === hash);
      const left = new Map([...threads].filter(([, { documents: of }]) => !of.includes(hash)));
      const isDone = !isKept || (await this.#kept((shelf) => shelf.delete(hash)));
      if (!isDone) return;
      this.#readings.forget(`${hash} `);
      for (const from of ["draft", "further"] as const) this.leave(hash, from);
      this.#change({
        documents: this.#without(hash),
        unread: unread.filter((one) => one.hash !== hash),
        threads: left,
        freed: gone ? { name: gone.name, bytes: gone.keptBytes } : null,
      });
      if (!isKept) return;
      this.#noteNumber();
      await this.#putThreads();
      // There may be room for others now.
      for (const one of this.#state.documents.filter((one) => !isStored(one))) await this.#put(one);
    });
  }

  /** Has the documents kept in this browser from now on, or deletes what is kept; they stay in this tab. */
  keep(isKept: boolean): Promise<void> {
    return isKept ? this.#keepAll() : this.#inTurn(() => this.#forget(null));
  }

  async #keepAll(): Promise<void> {
    const { device } = this.#world;
    const before = keptDocuments(device);
    const isSecure = globalThis.crypto?.subtle !== undefined;
    const isNoted = isSecure && noteKept(device, before ?? 0);
    if (!isNoted)
      return this.#change({ isKept: false, fault: isSecure ? "unavailable" : "insecure" });
    // The choice shows at once; what it takes may need a while.
    this.#change({ isKept: true, fault: null });
    await this.#inTurn(async () => {
      const own = this.#state.documents;
      if (!(await this.#show())) {
        noteKept(device, before);
        return this.#change({ isKept: false });
      }
      for (const document of own) await this.#put(document);
      await this.#putThreads();
    });
  }

  /** Notes the documents of a run's memory, which was the memory of the run `former`; `null`: they are unknown. */
  noteThread(docId: string, former: string, thread: Thread | null): void {
    const threads = new Map(this.#state.threads);
    if (!threads.delete(former) && thread === null) return;
    if (thread) {
      const documents = [...new Set(thread.documents)].sort();
      threads.set(docId, { ...thread, documents });
    }
    this.#change({ threads: this.#ofKnownRuns(threads) });
    void this.#inTurn(() => this.#putThreads());
  }

  /** The threads of runs that are there. */
  #ofKnownRuns(threads: ReadonlyMap<string, Thread>): ReadonlyMap<string, Thread> {
    const { stored, keptRun, tasks } = this.#store.state;
    if (stored === null || stored.isSought || stored.problem !== null) return threads;
    const known = new Set([...stored.runs.map(({ id }) => id), keptRun, tasks?.docId]);
    return new Map([...threads].filter(([docId]) => known.has(docId)));
  }

  get #state(): LibraryState {
    return this.#store.state.library;
  }

  #change(library: Partial<LibraryState>): void {
    this.#store.dispatch({ type: "libraryChanged", library });
  }

  #without(hash: string): LibraryDocument[] {
    return this.#state.documents.filter((one) => one.hash !== hash);
  }

  #documentOf(key: string): LibraryDocument | undefined {
    return this.#state.documents.find(({ hash }) => key.startsWith(`${hash} `));
  }

  #isStored(key: string): boolean {
    const document = this.#documentOf(key);
    return document !== undefined && isStored(document);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #hashed(blob: Blob): Promise<string> {
    const hash = await digest(blob).catch(() => null);
    this.#unnamed += hash === null ? 1 : 0;
    const name = hash ?? `tab-${this.#unnamed}`;
    this.#know(blob, name);
    return name;
  }

  #know(blob: Blob, hash: string): void {
    this.#hashes.set(blob, Promise.resolve(hash));
    if (this.#state.hashes.get(blob) === hash) return;
    this.#change({ hashes: new Map([...this.#state.hashes, [blob, hash]]) });
  }

  /** True if the bytes are those that were given; a document that changed in the storage is told as damaged. */
  async #isSound({ hash, blob }: LibraryDocument): Promise<boolean> {
    if (this.#sound.has(blob)) return true;
    const isSound = (await digest(blob).catch(() => null)) === hash;
    if (isSound) this.#sound.add(blob);
    else {
      const damaged = { hash, reason: "damaged" } as const;
      this.#change({
        documents: this.#without(hash),
        unread: [damaged, ...this.#state.unread],
      });
    }
    return isSound;
  }

  /** Shows the contents of the storage beside those of this tab. Resolves to true if they could be read. */
  #show(): Promise<boolean> {
    return this.#kept(async (shelf) => {
      const { documents, unread, threads } = await shelf.contents();
      const isKnown = new Set([...documents, ...unread].map(({ hash }) => hash));
      const { draft, further } = this.#store.state;
      const chosen = [...draft.documents, ...further.documents];
      const isHeld = (one: LibraryDocument) =>
        !isStored(one) || chosenOf(one.hash, chosen, this.#state).length > 0;
      const own = this.#state.documents.filter((one) => !isKnown.has(one.hash) && isHeld(one));
      const all = [...documents.map((one) => this.#known(one)), ...own.map(inTab)];
      this.#change({
        documents: all.sort((one, other) => other.added - one.added),
        unread,
        threads: new Map([...threads, ...this.#state.threads]),
        isKept: true,
      });
    });
  }

  /** A document of the storage, with the bytes that this tab has of it already. */
  #known(document: LibraryDocument): LibraryDocument {
    const own = this.#state.documents.find(({ hash }) => hash === document.hash);
    const { blob, read } = own ?? document;
    return { ...document, blob, read: document.read ?? read };
  }

  async #put(document: LibraryDocument): Promise<void> {
    const { hash } = document;
    if (!this.#state.isKept) return;
    await this.#kept(async (shelf) => {
      const keptBytes = await shelf.put(document, this.#readings.of(`${hash} `));
      const kept = (one: LibraryDocument) => (one.hash === hash ? { ...one, keptBytes } : one);
      this.#change({ documents: this.#state.documents.map(kept), fault: null });
      this.#noteNumber();
      this.#onKept();
    });
  }

  #noteNumber(): void {
    noteKept(this.#world.device, this.#state.documents.filter(isStored).length);
  }

  async #putThreads(): Promise<void> {
    const { isKept, threads } = this.#state;
    if (isKept) await this.#kept((shelf) => shelf.putThreads(threads));
  }

  /** The browser closed the storage: its documents may be gone, and the user's choice with them. */
  #lost(): void {
    this.#stop("cleared");
    void this.refresh();
  }

  /** Deletes what is kept; the documents stay in this tab. `fault`: the reason, if the user did not choose it. */
  async #forget(fault: LibraryFault | null): Promise<void> {
    const shelf = await this.#shelf?.catch(() => null);
    shelf?.close();
    this.#stop(fault);
    noteKept(this.#world.device, null);
    await this.#world.deleteShelf().catch(() => {});
  }

  /** Goes on in this tab alone. */
  #stop(fault: LibraryFault | null): void {
    this.#shelf = null;
    const documents = this.#state.documents.map(inTab);
    this.#change({ documents, unread: [], isKept: false, fault, freed: null });
  }

  /** Works with the storage; its failure is shown. Resolves to true if there was none. */
  async #kept(work: (shelf: Shelf) => Promise<unknown>): Promise<boolean> {
    try {
      await work(await this.#opened());
      return true;
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault === "stopped") this.#stop(fault);
      else this.#change({ fault });
      // It may be open again at the next try.
      if (fault !== "full") this.#shelf = null;
      return false;
    }
  }

  async #opened(): Promise<Shelf> {
    // Another tab may have ended it: nothing is kept without the user's choice.
    if (keptDocuments(this.#world.device) === null) throw new NotKept();
    this.#shelf ??= this.#world.openShelf(() => this.#lost());
    return this.#shelf;
  }
}

/** The user has not chosen to keep documents. */
class NotKept extends Error {}

/** The library's fault that a failure of the storage means. */
function faultOf(thrown: unknown): LibraryFault {
  if (thrown instanceof NotKept) return "stopped";
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "QuotaExceededError") return "full";
  return name === "VersionError" ? "newer" : "unavailable";
}

async function digest(blob: Blob): Promise<string | null> {
  return contentHash(new Uint8Array(await blob.arrayBuffer()));
}

function isStored({ keptBytes }: LibraryDocument): boolean {
  return keptBytes > 0;
}

function inTab(document: LibraryDocument): LibraryDocument {
  return { ...document, keptBytes: 0 };
}
