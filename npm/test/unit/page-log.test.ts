/** BX-06: the pages of a database in Node, whatever fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PageLog } from "../../src/page-log.ts";
import type { Page } from "../../src/page-segments.ts";
import { FAILURES, type Failure, FaultyFiles, REMAINS } from "../faulty-files.ts";

type Pages = Record<number, string>;

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

function page(number: number, text: string | null): Page {
  return [number, text === null ? null : bytes(text)];
}

async function seen(files: FaultyFiles): Promise<Pages> {
  const pages = await new PageLog(files, "memory").load();
  return Object.fromEntries(
    pages.map(([number, found]) => [number, Buffer.from(found).toString()]),
  );
}

async function written(...commits: Page[][]): Promise<FaultyFiles> {
  const files = new FaultyFiles();
  const log = new PageLog(files, "memory");
  for (const commit of commits) await log.commit(commit);
  return files;
}

test("commits are found again, the newest page of each number", async () => {
  const files = await written(
    [page(0, "a"), page(1, "b")],
    [page(1, "c"), page(7, "d")],
    [page(0, null)],
  );
  assert.deepEqual(await seen(files), { 1: "c", 7: "d" });
  assert.deepEqual(await seen(new FaultyFiles()), {});
});

test("BX-06: a commit that fails is there whole or not at all, and the next one goes on", async () => {
  for (const failure of Object.keys(FAILURES) as Failure[]) {
    for (const remains of REMAINS) {
      for (let number = 1; ; number += 1) {
        const files = await written([page(0, "old"), page(1, "old")]);
        const log = new PageLog(files, "memory");
        await log.load();
        files.fail(number, failure);
        const failed = await log.commit([page(0, "new"), page(2, "new")]).then(
          () => false,
          (thrown: { code: string }) => /store_(full|io)/.test(thrown.code),
        );
        const hasFailed = files.heal();
        const before = { 0: "old", 1: "old" };
        const after = { 0: "new", 1: "old", 2: "new" };
        const what = `${failure} at ${number}, ${remains} remains`;
        if (failed && failure === "killed") files.cutPower(remains);
        const now = await seen(files);
        if (!failed) assert.deepEqual(now, after, what);
        else
          assert.ok(
            [before, after].some((one) => same(one, now)),
            `${what}: ${show(now)}`,
          );
        await new PageLog(files, "memory").commit([page(3, "more")]);
        assert.deepEqual(await seen(files), { ...now, 3: "more" }, what);
        if (!hasFailed) break;
      }
    }
  }
});

test("BX-06: a commit that failed does not come to light with a later one of the same log", async () => {
  const files = await written([page(0, "old")]);
  const log = new PageLog(files, "memory");
  await log.load();
  files.fail(2, "unsure");
  await assert.rejects(log.commit([page(0, "failed")]));
  files.heal();
  await log.commit([page(1, "later")]);
  assert.deepEqual(await seen(files), { 0: "old", 1: "later" });
});

test("a file that has grown is written anew, whatever fails at that", async () => {
  const large = "x".repeat(8000);
  for (let number = 1; ; number += 1) {
    const files = new FaultyFiles();
    const log = new PageLog(files, "memory");
    await log.commit([page(0, "first")]);
    for (let round = 0; round < 3; round += 1) {
      const pages = Array.from({ length: 330 }, (_, at) => page(at + 1, `${round}${large}`));
      await log.commit(pages);
    }
    // The fourth makes it large enough.
    const last = Array.from({ length: 330 }, (_, at) => page(at + 1, `3${large}`));
    files.fail(number, "refused");
    const committed = await log.commit(last).then(
      () => true,
      () => false,
    );
    const hasFailed = files.heal();
    await log.commit([page(0, "second")]);
    const now = await seen(files);
    assert.equal(now[0], "second");
    assert.equal(now[330]?.[0], committed ? "3" : "2", `failed at ${number}`);
    if (!hasFailed) {
      assert.deepEqual(await files.names(), ["memory-1.pages"]);
      return;
    }
  }
});

test("what pages had before leaves no trace, whatever fails at that and ends the process", async () => {
  const holds = async (files: FaultyFiles, text: string) =>
    (await files.names()).some((name) => files.get(name).includes(text));
  const failures = ["full", "refused", "unsure", "killed"] as const;
  for (const failure of failures) {
    for (let number = 1; ; number += 1) {
      const files = await written([page(0, "secret"), page(1, "kept")]);
      const log = new PageLog(files, "memory");
      await log.load();
      await log.markTraces();
      await log.commit([page(0, "erased")]);
      assert.ok(await holds(files, "secret"), "it stays in the file at first");
      files.fail(number, failure);
      await log.leaveNoTrace().catch(() => {});
      const hasFailed = files.heal();
      const what = `${failure} at ${number}`;
      if (failure === "killed" && hasFailed) files.cutPower("half");
      assert.deepEqual(await seen(files), { 0: "erased", 1: "kept" }, what);
      assert.ok(!(await holds(files, "secret")), what);
      assert.equal((await files.names()).length, 1, what);
      if (!hasFailed) break;
    }
  }
});

test("a mark of traces alone, and calls at once, lose nothing", async () => {
  const files = new FaultyFiles();
  const log = new PageLog(files, "memory");
  await log.markTraces();
  await log.leaveNoTrace();
  assert.deepEqual(await seen(files), {});
  const commits = [1, 2, 3].map((number) => log.commit([page(number, `${number}`)]));
  await Promise.all([...commits, log.leaveNoTrace(), log.commit([page(4, "4")])]);
  assert.deepEqual(await seen(files), { 1: "1", 2: "2", 3: "3", 4: "4" });
});

test("what is damaged is told, and left as it is", async () => {
  const files = await written([page(0, "one")], [page(1, "two")], [page(2, "three")]);
  const name = "memory-0.pages";
  const whole = Buffer.from(files.get(name));
  for (const at of [3, whole.indexOf("one"), whole.indexOf("two")]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    files.set(name, damaged);
    await assert.rejects(new PageLog(files, "memory").load(), { code: "store_corrupt" });
    assert.deepEqual(files.get(name), damaged);
  }
  // Whatever is damaged: a length, several records in a row, all of a region.
  const second = whole.indexOf("two") - 15;
  const damages: [at: number, bytes: number[]][] = [
    [second + 4, [0xff, 0xff, 0xff, 0x7f]],
    [second + 6, [0x40]],
    [second, new Array(18).fill(0)],
    [whole.indexOf("one") - 15, new Array(whole.indexOf("two") - whole.indexOf("one")).fill(0)],
  ];
  for (const [at, bytes] of damages) {
    const damaged = Buffer.from(whole);
    damaged.set(bytes, at);
    files.set(name, damaged);
    await assert.rejects(new PageLog(files, "memory").load(), { code: "store_corrupt" });
    assert.deepEqual(files.get(name), damaged);
  }
  files.set(
    name,
    Buffer.from(whole.toString("latin1").replace('"version":1', '"version":9'), "latin1"),
  );
  await assert.rejects(new PageLog(files, "memory").load(), { code: "store_too_new" });
});

test("a last commit that was cut off counts as not written", async () => {
  const files = await written([page(0, "one")], [page(1, "two")]);
  const name = "memory-0.pages";
  const whole = Buffer.from(files.get(name));
  const first = await written([page(0, "one")]);
  for (let size = first.get(name).length; size < whole.length; size += 1) {
    files.set(name, whole.subarray(0, size));
    assert.deepEqual(await seen(files), { 0: "one" }, `${size} bytes`);
  }
});

function same(one: Pages, other: Pages): boolean {
  return show(one) === show(other);
}

function show(pages: Pages): string {
  return JSON.stringify(pages);
}

test("BX-02: pages that replace all there were do so whole or not at all, and nothing of those stays in the files", async () => {
  for (const failure of Object.keys(FAILURES) as Failure[]) {
    for (const remains of REMAINS) {
      for (let number = 1; ; number += 1) {
        const files = await written([page(0, "plain"), page(1, "plain")], [page(0, "plainer")]);
        const log = new PageLog(files, "memory");
        await log.load();
        files.fail(number, failure);
        const failed = await log.replace([[0, bytes("sealed")]]).then(
          () => false,
          () => true,
        );
        const hasFailed = files.heal();
        const what = `${failure} at ${number}, ${remains} remains`;
        if (failed && failure === "killed") files.cutPower(remains);
        // The same log, whose next load finds out what became of it, and which goes on with that.
        const goesOn = failure === "killed" ? new PageLog(files, "memory") : log;
        await goesOn.load();
        const now = await seen(files);
        const outcomes = failed
          ? [{ 0: "sealed" }, { 0: "plainer", 1: "plain" }]
          : [{ 0: "sealed" }];
        assert.ok(
          outcomes.some((one) => same(one, now)),
          `${what}: ${show(now)}`,
        );
        await goesOn.commit([page(3, "more")]);
        assert.deepEqual(await seen(files), { ...now, 3: "more" }, what);
        if (!hasFailed) {
          assert.deepEqual(await files.names(), ["memory-1.pages"]);
          break;
        }
      }
    }
  }
});
