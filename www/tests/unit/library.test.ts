import { describe, expect, it } from "vitest";
import { judgementOf, readDocuments } from "../../src/bank/documents.ts";
import { isEnded, keptDocuments, noteEnded, noteKept } from "../../src/bank/kept-library.ts";
import { Library, type Shelf } from "../../src/bank/library.ts";
import type { DocumentSize, RunHead } from "../../src/bank/types.ts";
import {
  fittingMemory,
  type LibraryDocument,
  type Thread,
  type UnreadDocument,
} from "../../src/state/library.ts";
import type { DraftDocument } from "../../src/state/state.ts";
import { INITIAL_STATE, NO_KEPT_RUNS } from "../../src/state/state.ts";
import type { Store } from "../../src/state/store.ts";
import { kindOf } from "../../src/views/library-contents.ts";
import { documentOf } from "./results.ts";
import {
  askAgain,
  FakeBank,
  FakeRuns,
  OLLAMA,
  refused,
  sessionIn,
  sessionKeeping,
} from "./sessions.ts";

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

/** A file on the disk, whose text changes, or goes (`null`). */
class DiskFile extends File {
  content: string | null;

  constructor(name: string, text: string) {
    super([text], name);
    this.content = text;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.content === null) throw new DOMException("gone", "NotReadableError");
    return new Blob([this.content]).arrayBuffer();
  }
}

function onDisk(text: string) {
  const disk = new DiskFile("a.txt", text);
  return {
    disk,
    document: { name: disk.name, mediaType: disk.type, size: disk.size, blob: disk },
  };
}

async function textsOf(documents: readonly DraftDocument[]): Promise<string[]> {
  const read = (await readDocuments(documents, "", "")).documents ?? [];
  return read.map((one) =>
    "bytes" in one ? new TextDecoder().decode(one.bytes) : (one.text ?? ""),
  );
}

/** A library over a storage; `lose` has the browser take it away. */
function libraryOver(shelf: FakeShelf, own = device(), isHeld = () => false) {
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
      if (isHeld()) throw new Error("another tab holds it");
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

describe("the library (PL-05)", () => {
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
      unread: [{ hash: "hash", name: "a.txt", reason: "damaged" }],
    });
  });

  it("reads, lists and keeps the bytes that it hashed, though the file changes or goes", async () => {
    const shelf = new FakeShelf();
    const { library, store } = libraryOver(shelf);
    const { disk, document } = onDisk("before");
    await library.keep(true);
    await library.add(document, SIZE);
    for (const content of ["after", null]) {
      disk.content = content;
      expect(await textsOf([document])).toEqual(["before"]);
    }
    expect(await [...shelf.kept.values()][0]?.blob.text()).toBe("before");
    await library.choose(store.state.library.documents[0]?.hash ?? "", "draft");
    expect(await textsOf(store.state.draft.documents)).toEqual(["before"]);
    const again = onDisk("after");
    expect(await library.identify(again.document)).not.toBe(await library.identify(document));
  });

  it("tells a file that cannot be read at its row, and reads it once it can be", async () => {
    const { library } = libraryOver(new FakeShelf());
    const { disk, document } = onDisk("a");
    disk.content = null;
    expect(await library.judgement(document)).toBeNull();
    const judged = await judgementOf(document, () => refused("no bank"));
    expect(judged).toMatchObject({ code: "file_unreadable", message: "a.txt" });
    disk.content = "a";
    expect(await textsOf([document])).toEqual(["a"]);
  });

  it("writes only the notes that changed: tabs keep each other's", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    const [one, other] = [libraryOver(shelf, own), libraryOver(shelf, own)];
    await one.library.keep(true);
    await one.library.add(file("a.txt"), SIZE);
    await other.library.refresh();
    const note = { documents: ["a"], reader: "", isWhole: true };
    await one.library.noteThread("run-1", "run-1", note);
    await other.library.noteThread("run-2", "run-2", note);
    expect([...shelf.threads.keys()]).toEqual(["run-1", "run-2"]);
    await one.library.refresh();
    await one.library.noteThread("run-2", "run-2", null);
    await other.library.refresh();
    expect([...other.store.state.library.threads.keys()]).toEqual(["run-1"]);
    shelf.fault = "UnknownError";
    await one.library.noteThread("run-1", "run-1", null);
    shelf.fault = null;
    await one.library.refresh();
    expect(one.store.state.library.threads.size).toBe(0);
  });

  it("ends at once though something hangs, and deletes again what could not be deleted", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    let held = true;
    const { library, store, facts } = libraryOver(shelf, own, () => held);
    await library.keep(true);
    await library.add(file("a.txt"), SIZE);
    shelf.update = () => new Promise(() => {});
    void library.set(`${await library.identify(file("a.txt"))} reader`, "reading", 5);
    await library.keep(false);
    expect(store.state.library.isKept).toBe(false);
    expect([keptDocuments(own), isEnded(own), shelf.kept.size]).toEqual([null, true, 0]);
    held = false;
    await libraryOver(shelf, own).library.refresh();
    expect([own.held.size, facts().deleted]).toEqual([0, 0]);
  });

  it("does not write back what another tab has deleted", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    const [one, other] = [libraryOver(shelf, own), libraryOver(shelf, own)];
    await one.library.keep(true);
    for (const name of ["a.txt", "b.txt"]) await one.library.add(file(name), SIZE);
    await other.library.refresh();
    const [hash, left] = await Promise.all(
      ["a.txt", "b.txt"].map((n) => one.library.identify(file(n))),
    );
    await other.library.choose(hash ?? "", "draft");
    await one.library.delete(hash ?? "");
    await other.library.set(`${hash} reader`, "reading", 5);
    expect([...shelf.kept.keys()]).toEqual([left]);
    await other.library.refresh();
    // It is chosen there, so it stays in that tab; room for others is none for it.
    expect(names(other.store)).toEqual(["b.txt", "a.txt"]);
    await other.library.delete(left ?? "");
    expect(shelf.kept.size).toBe(0);
  });

  it("tells no room as long as a document lacks it, and nothing of a note that lacks it", async () => {
    const shelf = new FakeShelf();
    const { library, store } = libraryOver(shelf);
    await library.keep(true);
    shelf.faults.set("large.txt", "QuotaExceededError");
    await library.add(file("large.txt"), SIZE);
    await library.add(file("small.txt"), SIZE);
    expect(store.state.library.fault).toBe("full");
    await library.delete(await library.identify(file("large.txt")));
    expect(store.state.library.fault).toBeNull();
    shelf.fault = "QuotaExceededError";
    await library.noteThread("run", "run", { documents: ["a"], reader: "", isWhole: true });
    expect(store.state.library.fault).toBeNull();
  });

  it("keeps a damaged document's name, takes the file again, and tells a failed read apart", async () => {
    const [shelf, own] = [new FakeShelf(), device()];
    const { library, store } = libraryOver(shelf, own);
    const hash = await library.identify(file("a.txt"));
    noteKept(own, 1);
    shelf.unread = [{ hash, name: "a.txt", reason: "damaged" }];
    await library.refresh();
    shelf.unread = [];
    await library.add(file("a.txt"), SIZE);
    expect(store.state.library).toMatchObject({ unread: [], documents: [{ keptBytes: 5 }] });
    const { disk } = onDisk("b");
    disk.content = null;
    const facts = { name: "b.txt", mediaType: "", size: 1, added: 1, read: SIZE, keptBytes: 1 };
    shelf.kept.set("b", { hash: "b", blob: disk, ...facts });
    await library.refresh();
    await library.choose("b", "draft");
    expect(store.state.library).toMatchObject({ fault: "unreadable", unread: [] });
    expect(names(store)).toContain("b.txt");
  });
});

/** A bank whose runs read a page of the web besides. */
class WebBank extends FakeBank {
  override research(...asked: Parameters<FakeBank["research"]>) {
    const run = super.research(...asked);
    const documents = [documentOf("a", 1), documentOf("https://a.example", 1)];
    return { ...run, result: run.result.then((result) => ({ ...result, documents })) };
  }
}

/** The documents and the reader of a question. */
describe("the memory of the same documents (PL-05)", () => {
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

describe("a memory in doubt is made anew (PL-05)", () => {
  it("is none while a run adds documents, and whole again once that has ended", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionKeeping(new FakeRuns("run-1"), bank);
    await ask("a");
    await session.threads.wanted();
    const seen: unknown[] = [];
    const { research } = bank;
    bank.research = (...asked) => {
      seen.push(store.state.library.threads.get("run-1"));
      return research.apply(bank, asked);
    };
    store.dispatch({ type: "furtherAdded", documents: [file("bad")] });
    await askAgain(session, store, "And?");
    expect(session.threads.fitting()).toBeNull();
    // What was refused is not in it.
    store.dispatch({ type: "furtherChanged", further: { documents: [] } });
    await askAgain(session, store, "And?");
    await session.threads.wanted();
    expect(session.threads.fitting()).not.toBeNull();
    store.dispatch({ type: "furtherAdded", documents: [file("b")] });
    await askAgain(session, store, "And?");
    await session.threads.wanted();
    expect(seen).toEqual([undefined, undefined, undefined]);
    const thread = store.state.library.threads.get("run-1");
    expect(thread).toMatchObject({ isWhole: true });
    expect(thread?.documents).toHaveLength(2);
  });

  it("is none that holds pages of the web", async () => {
    const { session, ask } = sessionKeeping(new FakeRuns("run-1"), new WebBank("run", "ready"));
    await ask("a");
    await session.threads.wanted();
    expect(session.threads.fitting()).toBeNull();
  });

  it("is the unstored one only with exactly the settings that it was asked with", async () => {
    for (const [stored, fits] of [
      [null, false],
      [new FakeRuns("run-1"), true],
    ] as const) {
      const { session, ask } = sessionKeeping(stored, new FakeBank("run", "ready"));
      session.chosen.choose({ ...session.chosen.choice, ...OLLAMA });
      await ask("a");
      await session.threads.wanted();
      expect(session.threads.fitting()).not.toBeNull();
      session.chosen.choose({ ...session.chosen.choice, key: "another" });
      expect(session.threads.fitting() !== null).toBe(fits);
    }
  });

  it("is not asked, if reading it back is stopped", async () => {
    const bank = new FakeBank("run", "ready");
    const { session, ask } = sessionKeeping(new FakeRuns("run-1", "run-2"), bank);
    await ask("a");
    await ask("b");
    const { openRun } = bank;
    bank.openRun = (docId) => {
      session.cancel();
      return openRun.call(bank, docId);
    };
    const before = bank.asked.length;
    await ask("a");
    // The bank counts what it reads back.
    expect([bank.opened, bank.asked.length]).toEqual([["run-1"], before + 1]);
  });

  it("tells a fault of the drafted question at its own form, not at the further one", async () => {
    const bank = new FakeBank("run", "ready");
    const { store, session, ask } = sessionKeeping(new FakeRuns("run-1"), bank);
    await ask("a");
    bank.research = () => refused("long_question");
    await ask("a");
    expect(store.state.problem).toMatchObject({ code: "long_question" });
    expect(store.state.problem).not.toHaveProperty("field");
    await askAgain(session, store, "And?");
    expect(store.state.problem).toMatchObject({ field: "follow-up" });
  });

  it("is not the imported one, though a stored run has its name", () => {
    const document = file("a");
    const thread = { documents: ["hash"], reader: "", isWhole: true };
    const run = { id: "run-1", question: "Why?" } as RunHead;
    const state = {
      ...INITIAL_STATE,
      keptRun: "run-1",
      draft: { ...INITIAL_STATE.draft, documents: [document] },
      library: {
        ...INITIAL_STATE.library,
        hashes: new Map([[document.blob, "hash"]]),
        threads: new Map([["run-1", thread]]),
      },
      stored: { ...NO_KEPT_RUNS, runs: [run] },
    };
    expect(fittingMemory(state, "", false)).toMatchObject({ docId: "run-1" });
    expect(fittingMemory({ ...state, imported: true }, "", true)).toBeNull();
  });
});

it("names the kind of a file as its name or its media type ends (PL-05)", () => {
  expect(kindOf("a.b.pdf", "application/pdf")).toBe("PDF");
  expect(kindOf("notes", "text/markdown; charset=utf-8")).toBe("MARKDOWN");
  expect(kindOf("notes", "")).toBe("TEXT");
});
