/** The library: what the user gives is read once, and listed; on request it is kept in this browser. */

import type { ReadingCache } from "agentic-memory-bank";
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
import { contentOf } from "./content.ts";
import { isEnded, keptDocuments, noteDeleted, noteEnded, noteKept } from "./kept-library.ts";
import type { LibraryShelf } from "./library-shelf.ts";
import type { Device } from "./remembered.ts";

/** The operations on the library's storage. */
export type Shelf = Pick<
  LibraryShelf,
  "contents" | "put" | "update" | "reading" | "delete" | "putThread" | "clear" | "close"
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
  /** The documents that the storage had no room for. */
  readonly #full = new Set<string>();
  /** The notes on runs that the storage does not have; `null`: it is to delete one. */
  readonly #unwritten = new Map<string, Thread | null>();
  #unnamed = 0;
  /** Resolves once what was kept before is cleared. */
  #cleared: Promise<unknown> = Promise.resolve();
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
      const kept = this.#noted;
      if (kept === null && isKept) this.#stop("stopped");
      this.#deleteEnded();
      if (kept === null) return;
      const isThere = await this.#show();
      const { documents, unread } = this.#state;
      if (!isThere || isKept) return;
      const isCleared = kept > 0 && unread.length === 0 && documents.every((one) => !isStored(one));
      // To keep them again is the user's to decide.
      if (isCleared) await this.#end("cleared");
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
    if (this.#isStored(key)) await this.#inTurn(() => this.#update(key.split(" ", 1)[0] ?? ""));
  }

  /** The hash of a document's content. Rejects if its file cannot be read. */
  identify({ blob }: Pick<DraftDocument, "blob">): Promise<string> {
    const known = this.#hashes.get(blob) ?? this.#hashed(blob);
    this.#hashes.set(blob, known);
    known.catch(() => this.#hashes.delete(blob));
    return known;
  }

  /** The judgement of a document that was read before; `null` for any other, and for one that is too large. */
  async judgement(document: DraftDocument): Promise<Judgement | null> {
    if (isTooLarge({ documents: [document], pasted: "" })) return null;
    const hash = await this.identify(document).catch(() => null);
    return this.#state.documents.find((one) => one.hash === hash)?.read ?? null;
  }

  /** Takes a document in that can be read, in place of a damaged one of the same content. */
  async add(document: DraftDocument, judgement: Judgement | null): Promise<void> {
    if (judgement !== null && "code" in judgement) return;
    const hash = await this.identify(document).catch(() => null);
    if (hash === null) return;
    const { blob } = await contentOf(document.blob);
    const { name, mediaType, pasted } = document;
    await this.#inTurn(async () => {
      const known = this.#state.documents.find((one) => one.hash === hash);
      if (known && (known.read !== null || judgement === null)) return;
      const facts = { hash, name, mediaType, ...(pasted && { pasted }) };
      const first = { ...facts, added: Date.now(), keptBytes: 0, ...known };
      const added = { ...first, size: blob.size, blob, read: judgement };
      const unread = this.#state.unread.filter(
        (one) => one.hash !== hash || one.reason !== "damaged",
      );
      this.#sound.add(blob);
      this.#know(blob, hash);
      this.#change({ documents: [added, ...this.#without(hash)], unread, freed: null });
      await (isStored(added) ? this.#update(hash) : this.#put(hash));
      if (!this.#full.has(hash)) await this.#putFull();
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
      const { documents, unread, isKept } = this.#state;
      const gone = documents.find((one) => one.hash === hash);
      const name = gone?.name ?? unread.find((one) => one.hash === hash)?.name ?? null;
      const deleted = async (shelf: Shelf) => {
        await shelf.delete(hash);
        this.#full.delete(hash);
      };
      if (isKept && !(await this.#kept(deleted))) return;
      this.#readings.forget(`${hash} `);
      for (const from of ["draft", "further"] as const) this.leave(hash, from);
      this.#change({
        documents: this.#without(hash),
        unread: this.#state.unread.filter((one) => one.hash !== hash),
        threads: this.#threadsWithout(hash),
        freed: name === null ? null : { name, bytes: gone?.keptBytes ?? 0 },
      });
      if (!isKept) return;
      this.#noteNumber();
      await this.#putFull();
    });
  }

  /** Has the documents kept in this browser from now on, or deletes what is kept; they stay in this tab. */
  keep(isKept: boolean): Promise<void> {
    return isKept ? this.#keepAll() : this.#end(null);
  }

  async #keepAll(): Promise<void> {
    const { device } = this.#world;
    const before = this.#noted;
    const isSecure = globalThis.crypto?.subtle !== undefined;
    const isNoted = isSecure && noteKept(device, before ?? 0);
    if (!isNoted)
      return this.#change({ isKept: false, fault: isSecure ? "unavailable" : "insecure" });
    // The choice shows at once; what it takes may need a while.
    this.#change({ isKept: true, fault: null });
    await this.#inTurn(async () => {
      await this.#cleared;
      // What was not kept has no notes yet.
      if (before === null) for (const note of this.#state.threads) this.#unwritten.set(...note);
      const isShown = await this.#show();
      // The user may have ended it meanwhile.
      if (this.#noted === null) return;
      if (!isShown) {
        if (before === null) noteEnded(device);
        return this.#change({ isKept: false });
      }
      const own = this.#state.documents.filter((one) => !isStored(one));
      for (const { hash } of own) await this.#put(hash);
      await this.#writeThreads();
    });
  }

  /**
   * Notes the documents of a run's memory, which was the memory of the run `former`; `null`: they are unknown. Resolves
   * once the storage has the note, or has failed.
   */
  noteThread(docId: string, former: string, thread: Thread | null): Promise<void> {
    const documents = [...new Set(thread?.documents)].sort();
    const notes = new Map<string, Thread | null>([
      [former, null],
      [docId, thread && { ...thread, documents }],
    ]);
    const threads = new Map(this.#state.threads);
    for (const [run, note] of notes) {
      this.#unwritten.set(run, note);
      if (note === null) threads.delete(run);
      else threads.set(run, note);
    }
    this.#change({ threads });
    return this.#inTurn(() => this.#writeThreads());
  }

  /** The notes on runs without a document; those are not written any more. */
  #threadsWithout(hash: string): ReadonlyMap<string, Thread> {
    const left = new Map(this.#state.threads);
    for (const [run, { documents }] of this.#state.threads) {
      if (!documents.includes(hash)) continue;
      left.delete(run);
      this.#unwritten.delete(run);
    }
    return left;
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

  /** The number of documents that are kept, as every tab reads it; `null`: the user has them kept no more. */
  get #noted(): number | null {
    return keptDocuments(this.#world.device);
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
    const { hash } = await contentOf(blob);
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

  /** True if the bytes are those that were given; others are told as damaged, and a failure to read them as such. */
  async #isSound({ hash, name, blob }: LibraryDocument): Promise<boolean> {
    if (this.#sound.has(blob)) return true;
    const content = await contentOf(blob).catch(() => null);
    if (content === null) this.#change({ fault: "unreadable" });
    else if (content.hash === hash) this.#sound.add(blob);
    else {
      const damaged = { hash, name, reason: "damaged" } as const;
      this.#change({ documents: this.#without(hash), unread: [damaged, ...this.#state.unread] });
    }
    return this.#sound.has(blob);
  }

  /** Shows the contents of the storage beside those of this tab. Resolves to true if they could be read. */
  #show(): Promise<boolean> {
    return this.#kept(async (shelf) => {
      const { documents, unread, threads } = await shelf.contents();
      // The user may have ended it meanwhile.
      if (this.#noted === null) return;
      const isKnown = new Set(documents.map(({ hash }) => hash));
      const { draft, further } = this.#store.state;
      const chosen = [...draft.documents, ...further.documents];
      const isHeld = (one: LibraryDocument) =>
        !isStored(one) || chosenOf(one.hash, chosen, this.#state).length > 0;
      const own = this.#state.documents.filter((one) => !isKnown.has(one.hash) && isHeld(one));
      const all = [...documents.map((one) => this.#known(one)), ...own.map(inTab)];
      this.#change({
        documents: all.sort((one, other) => other.added - one.added),
        unread,
        threads: this.#withUnwritten(threads),
        isKept: true,
      });
    });
  }

  /** The notes of the storage, with those that it does not have yet. */
  #withUnwritten(stored: ReadonlyMap<string, Thread>): ReadonlyMap<string, Thread> {
    const all = new Map<string, Thread | null>([...stored, ...this.#unwritten]);
    return new Map([...all].filter((one): one is [string, Thread] => one[1] !== null));
  }

  /** A document of the storage, with the bytes that this tab has of it already. */
  #known(document: LibraryDocument): LibraryDocument {
    const own = this.#state.documents.find(({ hash }) => hash === document.hash);
    const { blob, read } = own ?? document;
    return { ...document, blob, read: document.read ?? read };
  }

  /** Keeps a document that was given. */
  async #put(hash: string): Promise<void> {
    const document = this.#state.documents.find((one) => one.hash === hash);
    if (!this.#state.isKept || document === undefined) return;
    await this.#kept(async (shelf) => {
      try {
        const keptBytes = await shelf.put(document, this.#readings.of(`${hash} `));
        this.#full.delete(hash);
        this.#mark(hash, keptBytes);
        this.#onKept();
      } catch (thrown) {
        if (!isFull(thrown)) throw thrown;
        this.#full.add(hash);
      }
    });
  }

  /** Keeps the documents that had no room, which there may be now. */
  async #putFull(): Promise<void> {
    for (const hash of [...this.#full]) await this.#put(hash);
  }

  /** Keeps what is known of a kept document by now, unless another tab has deleted it. */
  async #update(hash: string): Promise<void> {
    const document = this.#state.documents.find((one) => one.hash === hash);
    if (document === undefined || !isStored(document)) return;
    const readings = this.#readings.of(`${hash} `);
    await this.#kept(async (shelf) => this.#mark(hash, await shelf.update(document, readings)));
  }

  /** Notes the bytes that a document takes in the storage; `null`: that does not have it. */
  #mark(hash: string, bytes: number | null): void {
    if (this.#noted === null) return;
    const marked = (one: LibraryDocument) =>
      one.hash === hash ? { ...one, keptBytes: bytes ?? 0 } : one;
    this.#change({ documents: this.#state.documents.map(marked) });
    this.#noteNumber();
  }

  #noteNumber(): void {
    noteKept(this.#world.device, this.#state.documents.filter(isStored).length);
  }

  async #writeThreads(): Promise<void> {
    if (!this.#state.isKept) return;
    for (const [run, note] of [...this.#unwritten]) {
      if (!(await this.#kept((shelf) => shelf.putThread(run, note)))) return;
      if (this.#unwritten.get(run) === note) this.#unwritten.delete(run);
    }
  }

  /** The browser closed the storage: its documents may be gone, and the user's choice with them. */
  #lost(): void {
    this.#stop("cleared");
    void this.refresh();
  }

  /** Deletes what is kept; the documents stay in this tab. `fault`: the reason, if the user did not choose it. */
  async #end(fault: LibraryFault | null): Promise<void> {
    noteEnded(this.#world.device);
    const shelf = this.#shelf;
    this.#stop(fault);
    this.#cleared = emptied(shelf);
    await this.#cleared;
    this.#deleteEnded();
  }

  /** Deletes the storage that the user has ended. Another tab may hold it: what fails is tried again later. */
  #deleteEnded(): void {
    const { device } = this.#world;
    if (!isEnded(device)) return;
    this.#world.deleteShelf().then(
      () => noteDeleted(device),
      () => {},
    );
  }

  /** Goes on in this tab alone. */
  #stop(fault: LibraryFault | null): void {
    this.#shelf = null;
    this.#full.clear();
    const documents = this.#state.documents.map(inTab);
    this.#change({ documents, unread: [], isKept: false, fault, freed: null });
  }

  /** Works with the storage; its failure is shown. Resolves to true if there was none. */
  async #kept(work: (shelf: Shelf) => Promise<unknown>): Promise<boolean> {
    try {
      await work(await this.#opened());
    } catch (thrown) {
      this.#fail(thrown);
      return false;
    }
    const { isKept, fault } = this.#state;
    const present = this.#full.size > 0 ? "full" : null;
    if (isKept && fault !== present) this.#change({ fault: present });
    return this.#noted !== null;
  }

  #fail(thrown: unknown): void {
    // No room for a reading or a note: it is made again. Documents without room are told of all together.
    if (isFull(thrown)) return;
    const isEnded = this.#noted === null;
    if (!isEnded) this.#change({ fault: faultOf(thrown) });
    // Another tab has ended it.
    else if (this.#state.isKept) this.#stop("stopped");
    // It may be open again at the next try.
    this.#shelf = null;
  }

  async #opened(): Promise<Shelf> {
    // It may have been ended, here or in another tab: nothing is kept without the user's choice.
    if (this.#noted === null) throw new NotKept();
    this.#shelf ??= this.#world.openShelf(() => this.#lost());
    return this.#shelf;
  }
}

/** The user has not chosen to keep documents. */
class NotKept extends Error {}

/** The library's fault that a failure of the storage means. */
function faultOf(thrown: unknown): LibraryFault {
  return nameOf(thrown) === "VersionError" ? "newer" : "unavailable";
}

function isFull(thrown: unknown): boolean {
  return nameOf(thrown) === "QuotaExceededError";
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : "";
}

/** Clears a storage, whose deletion may have to wait for other tabs, and closes it to whatever comes later. */
async function emptied(shelf: Promise<Shelf> | null): Promise<void> {
  try {
    const open = await shelf;
    const cleared = open?.clear();
    open?.close();
    await cleared;
  } catch {
    // It is deleted as a whole after that.
  }
}

function isStored({ keptBytes }: LibraryDocument): boolean {
  return keptBytes > 0;
}

function inTab(document: LibraryDocument): LibraryDocument {
  return { ...document, keptBytes: 0 };
}
