/** One store of runs for all tabs: nothing is written twice, and nothing lost, when the one that writes goes (BX-02). */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { MemoryBankError } from "../../src/errors.ts";
import { FileStore } from "../../src/file-store.ts";
import { answerOf } from "../../src/memory-calls.ts";
import { checkSeal, newSalt, sealOf } from "../../src/passphrase-seal.ts";
import type { ToFollower, ToWriter } from "../../src/peers.ts";
import { RunLocks } from "../../src/run-locks.ts";
import { settling } from "../../src/settling.ts";
import { filesOf, openShared, type SharedStore } from "../../src/shared-store.ts";
import { passedOn, type StoreCalls } from "../../src/store-calls.ts";
import { storeFailure } from "../../src/store-failure.ts";
import type { Tabs } from "../../src/tab-channel.ts";
import type { AsideStore } from "../../src/types.ts";
import { Fault } from "../../src/wasm-instance.ts";
import type { StoreModule, WasmMemory, WasmStore } from "../../src/wasm-modules.ts";
import { WriterGone } from "../../src/writer-failures.ts";
import { type FakeTab, forever, Origin } from "../fake-tabs.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { batch, newRun, sight } from "../stored-runs.ts";

const inProject = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** The stores of one browser, by number; one tab at a time may have one open. */
class Browser {
  readonly origin = new Origin();
  readonly files = new Map([[0, new FaultyFiles()]]);
  /** The one in use. */
  current = 0;
  isDamaged = false;
  /** What it is encrypted with. */
  passphrase: string | undefined;
  openIn: FakeTab | null = null;
  /** Who opened it, and whether a damaged one was to be set aside. */
  readonly opened: [FakeTab, boolean][] = [];
  /** Kills the tab with the next call of this name, before it is carried out or after. */
  deadly: { call: keyof StoreCalls; when: "before" | "after" } | null = null;

  tab(): FakeTab {
    return this.origin.tab();
  }

  open(tab: FakeTab, setsAside = false, passphrase?: string): Promise<SharedStore> {
    return openShared(this.stores(tab), "runs", setsAside, tab, passphrase);
  }

  stores(tab: FakeTab): StoreModule {
    return { RunStore: this.#runStore(tab), LongTermMemory: FakeMemory, fault: new Fault() };
  }

  #runStore(tab: FakeTab): StoreModule["RunStore"] {
    return {
      keptBy: () => assert.fail("pages are kept by no tab"),
      open: async (_, setsAside, passphrase) => this.#open(tab, setsAside, passphrase),
      files: async (_, number = this.current) => [new File([`store ${number}`], "runs.sqlite")],
      aside: async () => this.#aside(),
      deleteAside: async (_, number) => this.files.delete(number),
      takeBack: async (_, number) => {
        assert.equal(this.openIn, null, "taken back while it is open");
        this.current = number;
        return true;
      },
    };
  }

  #aside(): AsideStore[] {
    const numbers = [...this.files.keys()].filter((number) => number !== this.current);
    return numbers.map((number) => ({ number, reason: "replaced", bytes: 1 }));
  }

  #open(tab: FakeTab, setsAside: boolean, passphrase?: string): WasmStore {
    if (this.openIn !== null && !this.openIn.isGone) {
      throw storeFailure({ kind: "busy", detail: "another tab" });
    }
    this.#checkPassphrase(passphrase);
    if (this.isDamaged && !setsAside) throw storeFailure({ kind: "corrupt", detail: "damaged" });
    if (this.isDamaged) this.current = this.files.set(this.files.size, new FaultyFiles()).size - 1;
    this.isDamaged = false;
    this.opened.push([tab, setsAside]);
    this.openIn = tab;
    const store = new FileStore(this.files.get(this.current) ?? assert.fail("no such store"));
    const calls: StoreCalls = passedOn((call) => this.#carryOut(tab, store, call));
    const free = () => {
      this.openIn = null;
    };
    const changePassphrase = async (to: string | null) => {
      this.passphrase = to ?? undefined;
    };
    return { ...calls, changePassphrase, kept: "opfs", lacks: [], isDurable: true, free };
  }

  #checkPassphrase(passphrase: string | undefined): void {
    if (this.passphrase === passphrase) return;
    if (this.passphrase === undefined) throw storeFailure({ kind: "not_encrypted" });
    const kind = passphrase === undefined ? "passphrase_needed" : "passphrase_wrong";
    throw storeFailure({ kind });
  }

  async #carryOut<T>(
    tab: FakeTab,
    store: FileStore,
    call: (store: StoreCalls) => Promise<T>,
  ): Promise<T> {
    const never: Promise<T> = forever.promise;
    if (tab.isGone) return never;
    let named: PropertyKey = "";
    const naming = new Proxy(store, {
      get: (_, name) => {
        named = name;
        const isFatal = this.deadly?.call === name && this.deadly.when === "before";
        if (isFatal) return () => never;
        return (...args: unknown[]) => Reflect.apply(Reflect.get(store, name), store, args);
      },
    });
    const done = call(naming);
    const { deadly } = this;
    if (deadly?.call !== named) return done;
    this.deadly = null;
    if (deadly.when === "after") await done;
    tab.kill();
    return never;
  }
}

/** Two tabs of a browser, the first of which has the store open. */
async function twoTabs() {
  const browser = new Browser();
  const [first, second] = [browser.tab(), browser.tab()];
  const [writer, follower] = [await browser.open(first), await browser.open(second)];
  assert.deepEqual(browser.opened, [[first, false]]);
  return { browser, first, second, writer, follower };
}

test("BX-02: two tabs see and write the same runs", async () => {
  const { writer, follower } = await twoTabs();
  await writer.face.createRun(newRun("a"));
  await follower.face.append("a", batch(0, ["one"], ["a"]));
  await follower.face.createRun(newRun("b", 2));
  await follower.face.putBlob("b", "image", new Uint8Array([1, 2]));
  await writer.face.append("a", batch(1, ["two"]));
  const seen = async ({ face }: SharedStore) =>
    sight({ ...face, isDurable: true } as Parameters<typeof sight>[0]);
  assert.deepEqual(await seen(follower), await seen(writer));
  assert.deepEqual((await follower.face.load("a")).lines, ["one", "two"]);
  assert.deepEqual(await follower.face.blob("b", "image"), new Uint8Array([1, 2]));
  await assert.rejects(follower.face.append("a", batch(1, ["again"])), {
    code: "stored_run_wrong_index",
    store: { kind: "wrong_index", run: "a", expected: 2, given: 1 },
  });
  await follower.close();
  await writer.close();
});

test("BX-02: a tab that closes its store leaves the other at work", async () => {
  const { browser, second, writer, follower } = await twoTabs();
  await follower.face.createRun(newRun("a"));
  await writer.close();
  await follower.face.append("a", batch(0, ["one"]));
  assert.deepEqual((await follower.face.load("a")).lines, ["one"]);
  assert.equal(browser.openIn, second);
  await follower.close();
  assert.equal(browser.openIn, null);
});

for (const when of ["before", "after"] as const) {
  test(`BX-02: the writer is killed ${when} it appends: the lines are there once, and the run goes on`, async () => {
    const { browser, second, follower } = await twoTabs();
    await follower.face.createRun(newRun("a"));
    await follower.face.append("a", batch(0, ["one"]));
    browser.deadly = { call: "append", when };
    await follower.face.append("a", { ...batch(1, ["two", "three"]), state: { state: "paused" } });
    assert.equal(browser.openIn, second);
    await follower.face.append("a", batch(3, ["four"]));
    const { head, lines } = await follower.face.load("a");
    assert.deepEqual(lines, ["one", "two", "three", "four"]);
    assert.deepEqual(head.state, { state: "paused" });
    await follower.close();
  });

  test(`BX-02: the writer is killed ${when} it creates a run: it is there once`, async () => {
    const { browser, follower } = await twoTabs();
    browser.deadly = { call: "createRun", when };
    await follower.face.createRun(newRun("a", 7, { lines: ["asked"] }));
    await follower.face.append("a", batch(1, ["one"]));
    assert.deepEqual((await follower.face.load("a")).lines, ["asked", "one"]);
    await follower.close();
  });

  test(`BX-02: the writer is killed ${when} it deletes a run: it is gone`, async () => {
    const { browser, follower } = await twoTabs();
    await follower.face.createRun(newRun("a"));
    browser.deadly = { call: "deleteRun", when };
    await follower.face.deleteRun("a");
    assert.deepEqual(await follower.face.runs(), []);
    await assert.rejects(follower.face.deleteRun("a"), { code: "stored_run_not_found" });
    await follower.close();
  });
}

test("BX-02: a run that another began is not taken for one's own", async () => {
  const { browser, follower } = await twoTabs();
  await follower.face.createRun(newRun("a", 1, { lines: ["theirs"] }));
  browser.deadly = { call: "createRun", when: "before" };
  await assert.rejects(follower.face.createRun(newRun("a", 2, { lines: ["ours"] })), {
    code: "stored_run_exists",
  });
  browser.deadly = null;
  await follower.close();
});

test("BX-02: a journal that another went on with meanwhile is not continued", async () => {
  const { browser, follower } = await twoTabs();
  await follower.face.createRun(newRun("a"));
  await follower.face.append("a", batch(0, ["one"]));
  browser.deadly = { call: "append", when: "before" };
  await assert.rejects(follower.face.append("a", batch(0, ["other"])), {
    code: "stored_run_wrong_index",
  });
  assert.deepEqual((await follower.face.load("a")).lines, ["one"]);
  await follower.close();
});

test("BX-02: a call whose outcome cannot be found out stays in doubt", async () => {
  const gone = new WriterGone(WORDS);
  const busy = () => Promise.reject(storeFailure({ kind: "busy", detail: "another process" }));
  const lines = ["one"];
  const inDoubt: [string, (calls: StoreCalls) => Promise<void>, Partial<StoreCalls>][] = [
    ["append", (calls) => calls.append("a", batch(0, lines)), { load: busy }],
    ["createRun", (calls) => calls.createRun(newRun("a")), { createRun: busy }],
    ["createRun", (calls) => calls.createRun(newRun("a")), { createRun: exists, load: busy }],
    ["deleteRun", (calls) => calls.deleteRun("a"), { deleteRun: busy }],
  ];
  for (const [name, call, later] of inDoubt) {
    let asked = 0;
    const first = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(gone) : later[name as "deleteRun"]?.("a");
    };
    const face = { ...passedOn(() => assert.fail()), ...later, [name]: first, ...NO_MEMORY };
    await assert.rejects(call(settling(face as Settled)), gone);
  }
});

type Settled = Parameters<typeof settling>[0];

const WORDS = { writer: "it", wake: "", program: "", reload: "" };

const NO_MEMORY = { askMemory: () => assert.fail(), supplyMemory: () => assert.fail() };

const exists = () => Promise.reject(storeFailure({ kind: "run_exists", run: "a" }));

test("BX-02: a damaged store is told to each tab, given out, and set aside once", async () => {
  const browser = new Browser();
  browser.isDamaged = true;
  const [first, second] = [browser.tab(), browser.tab()];
  await assert.rejects(browser.open(first), { code: "store_corrupt" });
  await assert.rejects(browser.open(second), { code: "store_corrupt" });
  const [file] = await filesOf(browser.stores(second), "runs", second);
  assert.equal(await file?.text(), "store 0");
  const anew = await browser.open(second, true);
  await anew.face.createRun(newRun("a"));
  const other = await browser.open(first, true);
  assert.deepEqual(
    (await other.face.runs()).map(({ id }) => id),
    ["a"],
  );
  assert.deepEqual(await other.face.aside(), [{ number: 0, reason: "replaced", bytes: 1 }]);
  assert.deepEqual(browser.opened.at(-1), [second, true]);
  await other.close();
  await anew.close();
});

test("BX-02: a store that is damaged while it is open is set aside by the tab that has it, for all", async () => {
  const { browser, first, second, writer, follower } = await twoTabs();
  await writer.face.createRun(newRun("a"));
  await follower.close();
  browser.isDamaged = true;
  const again = await browser.open(second, true);
  assert.deepEqual(browser.opened, [
    [first, false],
    [first, true],
  ]);
  assert.deepEqual(await writer.face.runs(), []);
  assert.equal((await again.face.aside()).length, 1);
  const [file] = await filesOf(browser.stores(second), "runs", second);
  assert.equal(await file?.text(), "store 1");
  await again.close();
  await writer.close();
});

test("BX-02: whoever takes over sets nothing aside that it was not asked for", async () => {
  const browser = new Browser();
  const [first, second] = [browser.tab(), browser.tab()];
  const writer = await browser.open(first);
  const follower = await browser.open(second, true);
  browser.isDamaged = true;
  first.kill();
  await assert.rejects(follower.face.runs(), { code: "store_corrupt" });
  assert.equal(browser.files.size, 1);
  await follower.close();
  assert.ok(writer);
});

test("BX-02: what was set aside is taken back for all tabs, but not under a run that is at work", async () => {
  const { browser, first, writer, follower } = await twoTabs();
  browser.files.set(1, new FaultyFiles());
  await writer.face.createRun(newRun("a"));
  assert.equal(await follower.face.takeBack(7), false);
  const runLocks = new RunLocks(first.locks);
  await runLocks.hold("a");
  await assert.rejects(follower.face.takeBack(1), { code: "stored_run_at_work" });
  await runLocks.releaseAll();
  assert.deepEqual([await follower.face.takeBack(1), browser.current], [true, 1]);
  assert.deepEqual(await writer.face.runs(), []);
  await follower.close();
  await writer.close();
});

test("BX-02: each tab opens an encrypted store by its own passphrase when its turn comes", async () => {
  const browser = new Browser();
  browser.passphrase = "open sesame";
  const tabs = [browser.tab(), browser.tab(), browser.tab()] as const;
  await assert.rejects(browser.open(tabs[0], true), { code: "passphrase_needed" });
  await assert.rejects(browser.open(tabs[0], true, "wrong"), { code: "passphrase_wrong" });
  assert.deepEqual([browser.files.size, browser.opened.length], [1, 0]);
  const writer = await browser.open(tabs[0], false, "open sesame");
  await writer.face.createRun(newRun("a"));
  const staying = await browser.open(tabs[1], false, "open sesame");
  await assert.rejects(staying.changePassphrase("new"), { code: "store_busy" });
  assert.equal(browser.passphrase, "open sesame");
  await writer.changePassphrase("another");
  const knowing = await browser.open(tabs[2], false, "another");
  // It had the right one, and needs the new one when its turn comes.
  assert.equal((await staying.face.runs()).length, 1);
  await writer.close();
  await assert.rejects(staying.face.runs(), { code: "passphrase_wrong" });
  await staying.close();
  assert.equal((await knowing.face.runs()).length, 1);
  await knowing.changePassphrase(null);
  assert.equal(browser.passphrase, undefined);
  await knowing.face.renew();
  assert.equal((await knowing.face.runs()).length, 1);
  await knowing.close();
});

/** What is thrown where this tab is to open the store by this passphrase; `null` for nothing. */
async function refusal(browser: Browser, tab: FakeTab, passphrase?: string) {
  try {
    await (await browser.open(tab, true, passphrase)).close();
    return null;
  } catch (thrown) {
    return MemoryBankError.from(thrown);
  }
}

test("BX-02: a passphrase is refused alike, whichever tab has the store open; nothing is done, and the next may come in", async () => {
  for (const own of [undefined, "open sesame"]) {
    const browser = new Browser();
    browser.passphrase = own;
    const [first, second] = [browser.tab(), browser.tab()];
    for (const given of [undefined, "open sesame", "open sesame ", "other"]) {
      const alone = await refusal(browser, second, given);
      const writer = await browser.open(first, false, own);
      const opened = browser.opened.length;
      const beside = await refusal(browser, second, given);
      assert.deepEqual([beside?.code, beside?.store], [alone?.code, alone?.store]);
      assert.equal(beside === null, given === own);
      assert.equal(browser.opened.length, opened + (given === own ? 1 : 0), "it was renewed");
      await writer.face.runs();
      await writer.close();
      assert.equal(browser.openIn, null);
    }
  }
});

/** This tab, and whoever hears what it is about to say to others. */
function overheard(tab: FakeTab, hear: (message: ToWriter | ToFollower) => void): Tabs {
  const channel = (name: string) => {
    const line = tab.channel(name);
    const say = line.postMessage.bind(line);
    return Object.assign(line, {
      postMessage: (message: ToWriter | ToFollower) => {
        hear(message);
        say(message);
      },
    });
  };
  return { locks: tab.locks, patience: tab.patience, channel };
}

for (const [given, code] of [
  ["wrong", "passphrase_wrong"],
  ["open sesame", "none"],
] as const) {
  test(`BX-02: the writer goes when it is asked for its seal: this tab opens the store itself (${code})`, async () => {
    const browser = new Browser();
    browser.passphrase = "open sesame";
    const [first, second] = [browser.tab(), browser.tab()];
    await browser.open(first, false, "open sesame");
    const tabs = overheard(second, (message) => {
      if (message.kind === "call" && message.method === "seal") first.kill();
    });
    const opening = openShared(browser.stores(second), "runs", false, tabs, given);
    const told = await opening.then(
      (store) => store.close(),
      (thrown) => thrown.code,
    );
    assert.equal(told ?? "none", code);
    assert.equal(browser.opened.length, code === "none" ? 2 : 1);
  });
}

test("BX-02: no tab says its passphrase to another", async () => {
  const browser = new Browser();
  browser.passphrase = "open sesame";
  const said: string[] = [];
  const open = (tab: FakeTab) => {
    const tabs = overheard(tab, (message) => said.push(JSON.stringify(message)));
    return openShared(browser.stores(tab), "runs", false, tabs, "open sesame");
  };
  const writer = await open(browser.tab());
  const follower = await open(browser.tab());
  await writer.changePassphrase("open says me");
  assert.ok(said.some((message) => message.includes('"iterations":600000')));
  assert.ok(!said.some((message) => /open s/.test(message)));
  await follower.close();
  await writer.close();
});

test("a passphrase is the same whatever a keyboard makes of its accents, as to the store", async () => {
  const sealed = await sealOf("caf\u00e9", newSalt());
  await checkSeal(sealed, "cafe\u0301");
  await assert.rejects(checkSeal(sealed, "cafe"), { code: "passphrase_wrong" });
});

test("what is said of a passphrase is what the store itself says of it", async () => {
  const source = await readFile(inProject("crates/store/src/error.rs"), "utf8");
  const sealed = await sealOf("right", newSalt());
  for (const [seal, passphrase] of [
    [sealed, undefined],
    [sealed, "wrong"],
    [null, "any"],
  ] as const) {
    const refused = checkSeal(seal, passphrase).then(() => null, MemoryBankError.from);
    const { code, message } = (await refused) ?? assert.fail("it is accepted");
    assert.ok(source.includes(`"${message}"`) && source.includes(`"${code}"`), code);
  }
});

test("BX-02: where tabs cannot find each other, the second is told that the store is busy", async () => {
  const browser = new Browser();
  const [first, second] = [browser.tab(), browser.tab()];
  const store = await openShared(browser.stores(first), "runs", false, null);
  const refused = openShared(browser.stores(second), "runs", false, null);
  await assert.rejects(refused, (thrown) => MemoryBankError.from(thrown).code === "store_busy");
  await store.close();
});

/** A memory that wants a vector before it answers. */
class FakeMemory implements WasmMemory {
  async ask(): Promise<string> {
    return JSON.stringify({ needs: { call: 7, need: { need: "vectors", texts: ["tea"] } } });
  }

  async supply(call: number, supply: string): Promise<string> {
    assert.equal(call, 7);
    return JSON.stringify({ done: JSON.parse(supply) });
  }

  async supplyVectors(): Promise<string> {
    assert.fail("no vectors are supplied here");
  }

  free(): void {}
}

test("BX-06: memory is asked by each tab, and asks back", async () => {
  const disk = new Browser();
  const [first, second] = [disk.tab(), disk.tab()];
  const stores = [await disk.open(first), await disk.open(second)];
  for (const { face } of stores) {
    const needed: string[][] = [];
    const answer = await answerOf(face, { memory: "upkeep", idle: true }, {}, async (need) => {
      if (need.need === "vectors") needed.push(need.texts);
      return { supply: "nothing" };
    });
    assert.deepEqual(needed, [["tea"]]);
    assert.deepEqual(answer, { supply: "nothing" });
  }
  const step = await stores[1]?.face.askMemory({ memory: "upkeep", idle: true }, {});
  assert.ok(step && "needs" in step);
  first.kill();
  await assert.rejects(
    stores[1]?.face.supplyMemory(step.needs.call, { supply: "nothing" }) ?? Promise.resolve(),
    { code: "memory_call_lost" },
  );
});
