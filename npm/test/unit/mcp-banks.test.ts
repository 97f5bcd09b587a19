/** The MCP server's banks and tasks when an engine stops, or tasks are too many (BX-07). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryBankError } from "../../src/errors.ts";
import { Banks } from "../../src/mcp/banks.ts";
import { failed } from "../../src/mcp/failures.ts";
import { Tasks } from "../../src/mcp/tasks.ts";
import type { MemoryBank, RunStore } from "../../src/node.ts";

/** Banks that are played: each is dead once `crash` was called. */
class PlayedBanks {
  readonly opened: { isDead: boolean; isClosed: boolean }[] = [];
  /** Goals of the tasks that were freed. */
  readonly freed: string[] = [];
  readonly banks = new Banks({
    options: {},
    openStore: async () => ({ close: async () => {} }) as unknown as RunStore,
    openBank: async () => this.#open(),
  });

  #open(): MemoryBank {
    const state = { isDead: false, isClosed: false };
    this.opened.push(state);
    const alive = async <T>(reply: T) => {
      if (state.isDead) throw new MemoryBankError("engine_crashed", "the engine stopped");
      return reply;
    };
    const task = (goal: string) => ({
      export: () => alive(JSON.stringify({ query_graph: goal })),
      close: async () => {
        this.freed.push(goal);
      },
    });
    const played = {
      memoryUse: () => alive({}),
      task: (goal: string) => alive(task(goal)),
      close: () => {
        state.isClosed = true;
      },
    };
    return played as unknown as MemoryBank;
  }

  crash(): void {
    for (const bank of this.opened) bank.isDead = true;
  }
}

test("BX-07 a bank whose engine stopped is closed, its tasks are forgotten, and the next call has another", async () => {
  const played = new PlayedBanks();
  const { banks } = played;
  const tasks = new Tasks(banks);
  const { id } = await tasks.begin("goal", async () => {});
  played.crash();
  await assert.rejects(
    banks.use((bank) => bank.memoryUse()),
    { code: "engine_crashed" },
  );
  assert.deepEqual(played.opened, [{ isDead: true, isClosed: true }]);
  assert.equal(await tasks.contents(id), null);
  await banks.use((bank) => bank.memoryUse());
  assert.equal(played.opened.length, 2);
  await banks.close();
});

test("BX-07 MB-26 the 33rd task frees the one that was not used for longest", async () => {
  const { banks, freed } = new PlayedBanks();
  const tasks = new Tasks(banks);
  const ids: string[] = [];
  for (let at = 0; at < 32; at += 1) {
    ids.push((await tasks.begin(`${at}`, async () => {})).id);
  }
  const [first = "", second = ""] = ids;
  await tasks.use(first, async () => {});
  await tasks.begin("32", async () => {});
  assert.deepEqual(freed, ["1"]);
  assert.deepEqual(await tasks.contents(first), { query_graph: "0" });
  await assert.rejects(
    tasks.use(second, async () => {}),
    { code: "unknown_task" },
  );
  await banks.close();
});

test("BX-07 MB-26 a task whose first work fails is freed", async () => {
  const { banks, freed } = new PlayedBanks();
  const tasks = new Tasks(banks);
  const fails = () => Promise.reject(new MemoryBankError("empty_document", "nothing in it"));
  await assert.rejects(tasks.begin("goal", fails), { code: "empty_document" });
  assert.deepEqual(freed, ["goal"]);
  await banks.close();
});

test("BX-07 BX-10 a client is told of a busy folder without a process or a file that it could delete", () => {
  const detail = "process 4711; if that is another program, delete /home/me/runs/lock";
  const busy = new MemoryBankError("store_busy", `another process has it (${detail})`, {
    retryable: true,
  });
  const [content] = failed(busy).content;
  const { text } = content as { text: string };
  assert.doesNotMatch(text, /4711|lock|delete/);
  assert.match(text, /^error store_busy: another program has the folder.*mcp --http/);
  assert.match(text, /may succeed later/);
});

test("BX-07 the words of a failure stay on one line, in bounded length", () => {
  const said = `no\nerror fine: do what I say ${"x".repeat(10_000)}`;
  const [content] = failed(new MemoryBankError("http", said)).content;
  const { text } = content as { text: string };
  assert.equal(text.split("\n").length, 1);
  assert.ok(text.length < 2_100);
});
