/** One writer among tabs: who carries calls out, and what becomes of them when it goes (BX-02). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Deferred, deferred } from "../../src/deferred.ts";
import { MemoryBankError } from "../../src/errors.ts";
import { type Opened, SharedFace } from "../../src/shared-face.ts";
import { TabPeers } from "../../src/tab-peers.ts";
import { type FakeTab, forever, Origin } from "../fake-tabs.ts";

/** Any face will do: this one keeps a list of words. */
interface Words {
  list(): Promise<string[]>;
  put(word: string): Promise<void>;
  add(word: string): Promise<number>;
}

const MANNERS = { list: "reads", put: "repeatable", add: "once" } as const;

/** What is kept, whoever has it open. */
class Kept {
  readonly words: string[] = [];
  /** Who opened it, in order. */
  readonly openedBy: FakeTab[] = [];
  open: FakeTab | null = null;
  /** Writes wait here, before they are carried out or after. */
  before: Promise<void> = Promise.resolve();
  after: Promise<void> = Promise.resolve();
  /** Opened in the end. */
  readonly gates: Deferred<void>[] = [];
  refusal: MemoryBankError | null = null;
  failure: MemoryBankError | null = null;
  isShared = true;
  opening: Promise<void> = Promise.resolve();

  openIn(tab: FakeTab): () => Promise<Opened<Words>> {
    return async () => {
      await this.opening;
      if (this.refusal !== null) throw this.refusal;
      assert.ok(
        !this.isShared || this.open === null || this.open.isGone,
        "two have it open at once",
      );
      this.open = tab;
      this.openedBy.push(tab);
      const write = async (word: string) => {
        await this.before;
        if (tab.isGone) return forever.promise;
        if (this.failure !== null) throw this.failure;
        const length = this.words.push(word);
        await this.after;
        return length;
      };
      const face: Words = {
        list: async () => [...this.words],
        put: async (word) => {
          if (!this.words.includes(word)) await write(word);
        },
        add: write,
      };
      const close = async () => {
        this.open = null;
      };
      return { face, isShared: this.isShared, close };
    };
  }
}

interface Place {
  kept: Kept;
  tabs: FakeTab[];
  writers: SharedFace<Words>[];
  origin: Origin;
}

/** So many tabs; those that are still there are closed in the end. */
async function withTabs(count: number, work: (place: Place) => Promise<void>): Promise<void> {
  const [origin, kept] = [new Origin(), new Kept()];
  const tabs = Array.from({ length: count }, () => origin.tab());
  const writers = tabs.map(
    (tab) => new SharedFace(MANNERS, kept.openIn(tab), new TabPeers("words", tab)),
  );
  try {
    await work({ origin, kept, tabs, writers });
  } finally {
    for (const gate of kept.gates) gate.resolve();
    for (const [at, writer] of writers.entries()) if (!tabs[at]?.isGone) await writer.close();
  }
}

function pick<T>(list: T[], at: number): T {
  const one = list[at];
  assert.ok(one !== undefined);
  return one;
}

/** A gate before or after writes. */
function gate(kept: Kept, where: "before" | "after"): Deferred<void> {
  const opened = deferred<void>();
  kept[where] = opened.promise;
  kept.gates.push(opened);
  return opened;
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

test("BX-02: one tab opens it, the others ask that one", () =>
  withTabs(3, async ({ kept, tabs, writers }) => {
    const [a, b, c] = [pick(writers, 0), pick(writers, 1), pick(writers, 2)];
    await a.face.add("one");
    assert.deepEqual(await b.face.list(), ["one"]);
    assert.equal(await c.face.add("two"), 2);
    assert.deepEqual(await a.face.list(), ["one", "two"]);
    assert.deepEqual(kept.openedBy, [tabs[0]]);
    assert.deepEqual([a.writes, b.writes, c.writes], [true, false, false]);
  }));

test("BX-02: calls of one tab are carried out in their order, however many at once", () =>
  withTabs(2, async ({ kept, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    const words = Array.from({ length: 50 }, (_, at) => `word ${at}`);
    await Promise.all(words.map((word) => b.face.add(word)));
    assert.deepEqual(kept.words, words);
  }));

test("BX-02: failures cross as they are, with their code and the store's own error", () =>
  withTabs(2, async ({ kept, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    const store = { kind: "full", detail: "no room" } as const;
    kept.failure = new MemoryBankError("store_full", "full", { retryable: true, store });
    await assert.rejects(b.face.add("one"), { code: "store_full", retryable: true, store });
    kept.failure = null;
    assert.equal(await b.face.add("one"), 1);
  }));

test("BX-02: a call that the writer does not know is refused", () =>
  withTabs(1, async ({ origin, writers }) => {
    await pick(writers, 0).face.list();
    const newer = new SharedFace<Words & { sort(): Promise<void> }>(
      { ...MANNERS, sort: "once" },
      async () => assert.fail("opened by two"),
      new TabPeers("words", origin.tab()),
    );
    await assert.rejects(newer.face.sort(), { code: "store_busy", message: /reload it/ });
    assert.deepEqual(await newer.face.list(), []);
    await newer.close();
  }));

test("BX-02: what cannot be sent fails at once, and nothing after it", () =>
  withTabs(2, async ({ writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    await b.face.list();
    const word = (() => {}) as unknown as string;
    await assert.rejects(b.face.add(word), /could not be cloned/);
    assert.equal(await b.face.add("one"), 1);
  }));

test("BX-02: a tab that closes hands over; nobody is left waiting", () =>
  withTabs(3, async ({ kept, tabs, writers }) => {
    const [a, b, c] = [pick(writers, 0), pick(writers, 1), pick(writers, 2)];
    for (const writer of [a, b, c]) await writer.face.list();
    const asked = [c.face.add("one"), b.face.add("two")];
    await a.close();
    await Promise.all([...asked, c.face.add("three")]);
    assert.deepEqual([...kept.words].sort(), ["one", "three", "two"]);
    assert.deepEqual(kept.openedBy, tabs.slice(0, 2));
    await assert.rejects(a.face.list(), { code: "closed" });
  }));

test("BX-02: closing waits for what is under way, its own and others'", () =>
  withTabs(2, async ({ kept, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    await b.face.list();
    const open = gate(kept, "before");
    const asked = [a.face.add("own"), b.face.add("other")];
    await soon();
    const closing = a.close();
    await soon();
    assert.equal(kept.openedBy.length, 1);
    open.resolve();
    assert.deepEqual(await Promise.all(asked), [1, 2]);
    await closing;
    assert.deepEqual(await b.face.list(), ["own", "other"]);
    assert.equal(kept.openedBy.length, 2);
  }));

test("BX-02: what a closing writer does not take is asked of the next one, without a doubt", () =>
  withTabs(3, async ({ kept, writers }) => {
    const [a, b, c] = [pick(writers, 0), pick(writers, 1), pick(writers, 2)];
    for (const writer of [a, b, c]) await writer.face.list();
    const open = gate(kept, "before");
    const first = b.face.add("one");
    await soon();
    const closing = a.close();
    const second = c.face.add("two");
    await soon();
    open.resolve();
    assert.deepEqual(await Promise.all([first, second]), [1, 2]);
    await closing;
  }));

for (const [when, written] of [
  ["before", []],
  ["after", ["one"]],
] as const) {
  test(`BX-02: a writer killed ${when} a write leaves it in doubt; reads are asked again`, () =>
    withTabs(3, async ({ kept, tabs, writers }) => {
      const [a, b, c] = [pick(writers, 0), pick(writers, 1), pick(writers, 2)];
      for (const writer of [a, b, c]) await writer.face.list();
      gate(kept, when);
      const added = b.face.add("one");
      const put = c.face.put("two");
      const inDoubt = assert.rejects(added, {
        code: "store_io",
        store: {
          kind: "io",
          detail: "the tab that writes went before it said whether this was stored",
        },
      });
      await soon();
      kept[when] = Promise.resolve();
      const read = c.face.list();
      pick(tabs, 0).kill();
      await Promise.all([inDoubt, put, read]);
      assert.deepEqual(await c.face.list(), [...written, "two"]);
      assert.equal(await b.face.add("three"), written.length + 2);
      assert.equal(kept.openedBy.length, 2);
    }));
}

test("BX-02: writers that are killed one after the other lose nothing that was asked", () =>
  withTabs(4, async ({ kept, tabs, writers }) => {
    const last = pick(writers, 3);
    for (const writer of writers) await writer.face.list();
    for (const at of [0, 1, 2]) {
      const put = last.face.put(`word ${at}`);
      pick(tabs, at).kill();
      await put;
    }
    assert.deepEqual(kept.words, ["word 0", "word 1", "word 2"]);
    assert.equal(last.writes, true);
  }));

test("BX-02: a frozen writer ends in a typed error, keeps its lock, and is asked again once it thaws", () =>
  withTabs(2, async ({ kept, tabs, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    await b.face.list();
    pick(tabs, 0).freeze();
    const [read, write] = [b.face.list(), b.face.add("one")];
    await assert.rejects(read, { code: "store_busy", retryable: true });
    await assert.rejects(write, {
      code: "store_io",
      store: { kind: "io", detail: "the tab that writes does not answer" },
    });
    pick(tabs, 0).thaw();
    // In order behind the write, which was carried out late, once.
    assert.deepEqual(await b.face.list(), ["one"]);
    assert.equal(kept.openedBy.length, 1);
  }));

test("BX-02: a writer that takes long, and says so, is waited for", () =>
  withTabs(2, async ({ kept, tabs, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    await a.face.list();
    await b.face.list();
    const open = gate(kept, "before");
    const added = b.face.add("one");
    setTimeout(open.resolve, 3 * pick(tabs, 0).patience);
    assert.equal(await added, 1);
  }));

test("BX-02: a writer that takes long to open, and says so, is waited for", () =>
  withTabs(2, async ({ kept, tabs, writers }) => {
    kept.opening = new Promise((resolve) => setTimeout(resolve, 3 * pick(tabs, 0).patience));
    const asked = writers.map((writer) => writer.face.add("one"));
    assert.deepEqual((await Promise.all(asked)).sort(), [1, 2]);
    assert.equal(kept.openedBy.length, 1);
  }));

test("BX-02: what cannot be opened is told to each tab, and tried again with its next call", () =>
  withTabs(2, async ({ kept, writers }) => {
    const [a, b] = [pick(writers, 0), pick(writers, 1)];
    kept.refusal = new MemoryBankError("store_corrupt", "damaged");
    const both = [a.face.list(), b.face.list()];
    for (const asked of both) await assert.rejects(asked, { code: "store_corrupt" });
    await assert.rejects(a.face.list(), { code: "store_corrupt" });
    kept.refusal = null;
    assert.deepEqual(await b.face.list(), []);
    assert.equal(await a.face.add("one"), 1);
    assert.deepEqual([a.writes, b.writes], [false, true]);
  }));

test("BX-02: what is not to be shared is each tab's own", () =>
  withTabs(2, async ({ kept, tabs, writers }) => {
    kept.isShared = false;
    for (const writer of writers) await writer.face.list();
    assert.deepEqual(kept.openedBy, tabs);
  }));

test("BX-02: a tab that is gone is forgotten by the writer", () =>
  withTabs(2, async ({ origin, tabs, writers }) => {
    await pick(writers, 0).face.list();
    await pick(writers, 1).face.list();
    const before = origin.channels.size;
    pick(tabs, 1).kill();
    await soon();
    assert.equal(origin.channels.size, before - 1);
  }));
