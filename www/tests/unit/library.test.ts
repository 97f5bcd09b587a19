import { describe, expect, it } from "vitest";
import { keptDocuments, noteEnded, noteKept } from "../../src/bank/kept-library.ts";
import { Library, type Shelf } from "../../src/bank/library.ts";
import type { DocumentSize } from "../../src/bank/types.ts";
import type { LibraryDocument, Thread, UnreadDocument } from "../../src/state/library.ts";
import type { DraftDocument } from "../../src/state/state.ts";
import type { Store } from "../../src/state/store.ts";
import { kindOf } from "../../src/views/library-contents.ts";
import { askAgain, FakeBank, FakeRuns, refused, sessionIn, sessionKeeping } from "./sessions.ts";

/** A storage of the user's choice. */
function device() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  };
}

/** A browser's storage of documents. */
class FakeShelf implements Shelf {
  readonly kept = new Map<string, LibraryDocument>();
  unread: readonly UnreadDocument[] = [];
  readonly readings = new Map<string, unknown>();
  readonly threads = new Map<string, Thread>();
  fault: string | null = null;
  /** The fault of each document that is put, by its name. */
  readonly faults = new Map<string, string>();
  closed = 0;

  async contents() {
    this.#fail();
    const threads = new Map(this.threads);
    return { documents: [...this.kept.values()], unread: this.unread, threads };
  }

  async put(document: LibraryDocument, readings: readonly (readonly [string, unknown])[]) {
    this.#fail(this.faults.get(document.name));
    const keptBytes = document.size + readings.length * 100;
    this.kept.set(document.hash, { ...document, keptBytes });
    for (const [key, reading] of readings) this.readings.set(key, reading);
    return keptBytes;
  }

  async update(document: LibraryDocument, readings: readonly (readonly [string, unknown])[]) {
    return this.kept.has(document.hash) ? this.put(document, readings) : null;
  }

  async reading(key: string) {
    return this.readings.get(key);
  }

  async delete(hash: string) {
    this.#fail();
    this.kept.delete(hash);
    for (const [run, { documents }] of this.threads)
      if (documents.includes(hash)) this.threads.delete(run);
  }

  async putThread(run: string, thread: Thread | null) {
    this.#fail();
    if (thread === null) this.threads.delete(run);
    else this.threads.set(run, thread);
  }

  async clear() {
    this.kept.clear();
    this.threads.clear();
  }

  close(): void {
    this.closed += 1;
  }

  #fail(fault = this.fault): void {
    if (fault !== null) throw new DOMException("no", fault);
  }
}

const SIZE: DocumentSize = { name: "", chars: 9, pages: 2, titles: [] };

function file(name: string, content = name): DraftDocument {
  const blob = new Blob([content]);
  return { name, mediaType: "text/plain", size: blob.size, blob };
}

/** A library over a storage; `lose` has the browser take it away. */
function libraryOver(shelf: FakeShelf, own = device()) {
  const { store } = sessionIn({ openRuns: () => refused("no"), hasRuns: false });
  let lose = () => {};
  let deleted = 0;
  const world = {
    device: own,
    openShelf: async (onLost: () => void) => {
      lose = onLost;
      return shelf;
    },
    deleteShelf: async () => {
      deleted += 1;
      shelf.kept.clear();
    },
  };
  let asked = 0;
  const library = new Library(store, world, () => {
    asked += 1;
  });
  const facts = () => ({ deleted, asked });
  return { library, store, own, facts, lose: () => lose() };
}

function names(store: Store): string[] {
  return store.state.library.documents.map(({ name }) => name);
}

describe("the library (BX-15)", () => {
  it("lists what can be read, each content once, the latest first", async () => {
    const { library, store } = libraryOver(new FakeShelf());
    await library.add(file("a.txt"), SIZE);
    await library.add(file("b.txt"), SIZE);
    await library.add(file("c.txt", "a.txt"), SIZE);
    await library.add(file("d.pdf"), { code: "pdf_damaged", message: "" });
    expect(names(store)).toEqual(["b.txt", "a.txt"]);
    expect(await library.judgement(file("again.txt", "a.txt"))).toEqual(SIZE);
    expect(await library.judgement(file("new.txt"))).toBeNull();
    // What is too large is not even read for its hash.
    const huge = { ...file("huge.txt", "a.txt"), size: 50_000_000 };
    expect(await library.judgement(huge)).toBeNull();
  });

  it("keeps nothing until the user wants it, and then all, with the readings", async () => {
    const shelf = new FakeShelf();
    const { library, store, own, facts } = libraryOver(shelf);
    const a = file("a.txt");
    const key = `${await library.identify(a)} reader`;
    await library.set(key, "reading", 5);
    await library.add(a, SIZE);
    expect([shelf.kept.size, own.held.size, facts().asked]).toEqual([0, 0, 0]);
    await library.keep(true);
    await library.add(file("b.txt"), SIZE);
    expect([...shelf.kept.values()].map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
    expect([...shelf.readings]).toEqual([[key, "reading"]]);
    expect(keptDocuments(own)).toBe(2);
    expect(facts().asked).toBeGreaterThan(0);
    await library.keep(false);
    expect([keptDocuments(own), facts().deleted, shelf.closed]).toEqual([null, 1, 1]);
    expect(store.state.library).toMatchObject({ isKept: false, fault: null });
    expect(names(store)).toEqual(["b.txt", "a.txt"]);
  });

  it("has what was kept after a reload, and its readings", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    const first = libraryOver(shelf, own).library;
    const key = `${await first.identify(file("a.txt"))} reader`;
    await first.set(key, "reading", 5);
    await first.add(file("a.txt"), SIZE);
    await first.keep(true);
    const { library, store } = libraryOver(shelf, own);
    expect(await library.get(key)).toBeUndefined();
    await library.refresh();
    expect(names(store)).toEqual(["a.txt"]);
    expect(await library.get(key)).toBe("reading");
    const [document] = store.state.library.documents;
    await library.choose(document?.hash ?? "", "draft");
    expect(store.state.draft.documents.map(({ name }) => name)).toEqual(["a.txt"]);
    library.leave(document?.hash ?? "", "draft");
    expect(store.state.draft.documents).toEqual([]);
  });

  it("deletes a document wherever it is, and tells what that frees", async () => {
    const shelf = new FakeShelf();
    const { library, store } = libraryOver(shelf);
    await library.keep(true);
    await library.add(file("a.txt"), SIZE);
    const hash = store.state.library.documents[0]?.hash ?? "";
    await library.choose(hash, "further");
    library.noteThread("run", "run", { documents: [hash], reader: "", isWhole: true });
    await library.refresh();
    expect(shelf.threads.size).toBe(1);
    await library.delete(hash);
    expect(store.state.library).toMatchObject({
      documents: [],
      freed: { name: "a.txt", bytes: 5 },
    });
    expect(store.state.further.documents).toEqual([]);
    expect([shelf.kept.size, shelf.threads.size]).toEqual([0, 0]);
  });

  it("tells a full storage, and keeps what it can once there is room", async () => {
    const shelf = new FakeShelf();
    const { library, store } = libraryOver(shelf);
    await library.keep(true);
    await library.add(file("a.txt"), SIZE);
    shelf.fault = "QuotaExceededError";
    await library.add(file("b.txt"), SIZE);
    expect(store.state.library).toMatchObject({ isKept: true, fault: "full" });
    expect(store.state.library.documents.map(({ keptBytes }) => keptBytes)).toEqual([0, 5]);
    shelf.fault = null;
    await library.delete(store.state.library.documents[1]?.hash ?? "");
    expect(store.state.library).toMatchObject({ fault: null, documents: [{ keptBytes: 5 }] });
  });

  it.each([
    ["VersionError", "newer"],
    ["SecurityError", "unavailable"],
  ])("goes on in the tab after %s, and deletes nothing", async (name, fault) => {
    const [shelf, own] = [new FakeShelf(), device()];
    noteKept(own, 3);
    shelf.fault = name;
    const { library, store, facts } = libraryOver(shelf, own);
    await library.refresh();
    expect(store.state.library).toMatchObject({ isKept: false, fault });
    await library.keep(true);
    expect(store.state.library).toMatchObject({ isKept: false, fault });
    await library.add(file("a.txt"), SIZE);
    expect(names(store)).toEqual(["a.txt"]);
    expect([keptDocuments(own), facts().deleted]).toEqual([3, 0]);
  });

  it("tells that what was kept is gone, and keeps nothing from then on", async () => {
    const own = device();
    noteKept(own, 3);
    const { library, store } = libraryOver(new FakeShelf(), own);
    await library.refresh();
    expect(store.state.library).toMatchObject({ isKept: false, fault: "cleared" });
    expect(keptDocuments(own)).toBeNull();
  });

  it("tells it at once where the browser takes the storage away", async () => {
    const shelf = new FakeShelf();
    const { library, store, lose } = libraryOver(shelf);
    await library.keep(true);
    await library.add(file("a.txt"), SIZE);
    shelf.kept.clear();
    lose();
    await library.refresh();
    expect(store.state.library).toMatchObject({ isKept: false, fault: "cleared" });
    expect(names(store)).toEqual(["a.txt"]);
  });

  it("writes nothing after another tab has ended it", async () => {
    const shelf = new FakeShelf();
    const { library, store, own } = libraryOver(shelf);
    await library.keep(true);
    noteEnded(own);
    await library.add(file("a.txt"), SIZE);
    expect(store.state.library).toMatchObject({ isKept: false, fault: "stopped" });
    expect(shelf.kept.size).toBe(0);
  });

  it("does not use bytes that have changed", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    noteKept(own, 1);
    const blob = new Blob(["other"]);
    const facts = { name: "a.txt", mediaType: "", size: 5, added: 1, read: SIZE, keptBytes: 5 };
    shelf.kept.set("hash", { hash: "hash", blob, ...facts });
    const { library, store } = libraryOver(shelf, own);
    await library.refresh();
    await library.choose("hash", "draft");
    expect(store.state.draft.documents).toEqual([]);
    expect(store.state.library).toMatchObject({
      documents: [],
      unread: [{ hash: "hash", reason: "damaged" }],
    });
  });
});

/** The documents and the reader of a question. */
describe("the memory of the same documents (BX-15)", () => {
  it("is asked on, if it is the present one; told, and once at a time", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, ask } = sessionKeeping(new FakeRuns(), bank);
    await ask("a");
    await ask("a");
    expect(bank.asked[1]).toMatchObject({ question: "Why?", continueFrom: "run-1" });
    expect(bank.asked[1]).not.toHaveProperty("documents");
    expect(store.state).toMatchObject({ keptRun: "run-1", uses: "Why?" });
    await ask("b");
    expect(bank.asked[2]).not.toHaveProperty("continueFrom");
    expect(store.state.uses).toBeNull();
  });

  it("is read back, if it is a stored one", async () => {
    const bank = new FakeBank("run", "ready");
    const runs = new FakeRuns("run-1", "run-2");
    const { store, ask } = sessionKeeping(runs, bank);
    await ask("a");
    await ask("b");
    expect(store.state.keptRun).toBe("run-2");
    await ask("a");
    expect(bank.opened).toEqual(["run-1"]);
    expect(bank.asked.at(-1)).toMatchObject({ continueFrom: "run-1" });
    runs.ids.splice(0, Infinity);
    await ask("b");
    expect(bank.asked.at(-1)).not.toHaveProperty("continueFrom");
  });

  it("is none without vectors: the embedding model is tried again", async () => {
    const banks = [new FakeBank("words", "unavailable"), new FakeBank("run", "ready")];
    const { ask } = sessionKeeping(new FakeRuns(), ...banks);
    await ask("a");
    await ask("a");
    expect(banks[1]?.asked).toHaveLength(1);
    expect(banks[1]?.asked[0]).not.toHaveProperty("continueFrom");
  });

  it("is not used for a memory that the user wants anew, once", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionKeeping(new FakeRuns(), bank);
    await ask("a");
    store.dispatch({ type: "draftChanged", draft: { isAnew: true } });
    await session.ask("");
    expect(bank.asked[1]).not.toHaveProperty("continueFrom");
    expect(store.state.draft.isAnew).toBe(false);
  });

  it("is none that was read in part, or grew by another document, or that another reader made", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionKeeping(
      new FakeRuns(),
      bank,
      new FakeBank("m", "ready"),
    );
    await ask("stopped");
    expect(session.threads.fitting()).toBeNull();
    await ask("a");
    await session.threads.wanted();
    expect(session.threads.fitting()).toMatchObject({ docId: "run-2" });
    session.chosen.choose({ ...session.chosen.choice, provider: "ollama", model: "m" });
    expect(session.threads.fitting()).toBeNull();
    session.chosen.choose({ ...session.chosen.choice, provider: "none" });
    store.dispatch({ type: "furtherAdded", documents: [file("b")] });
    await askAgain(session, store, "And?");
    await session.threads.wanted();
    expect(session.threads.fitting()).toBeNull();
    store.dispatch({ type: "documentsAdded", documents: [file("b")] });
    await Promise.all(store.state.draft.documents.map((one) => session.library.identify(one)));
    expect(session.threads.fitting()).toMatchObject({ docId: "run-2" });
    store.dispatch({ type: "draftChanged", draft: { pasted: "And this." } });
    expect(session.threads.fitting()).toBeNull();
  });
});

it("names the kind of a file as its name or its media type ends (BX-15)", () => {
  expect(kindOf("a.b.pdf", "application/pdf")).toBe("PDF");
  expect(kindOf("notes", "text/markdown; charset=utf-8")).toBe("MARKDOWN");
  expect(kindOf("notes", "")).toBe("TEXT");
});
