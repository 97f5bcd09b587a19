import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryRequest } from "../../src/generated.ts";
import { answerOf, type MemoryCalls } from "../../src/memory-calls.ts";
import { lost, MemoryOwner } from "../../src/memory-owner.ts";
import type { WasmMemory } from "../../src/wasm-modules.ts";

test("AF-07 memories write what waits before they are given back, also where that fails", async () => {
  const done: string[] = [];
  const memoryOf = (name: string, settle?: () => Promise<void>) =>
    ({
      ask: async () => JSON.stringify({ done: name }),
      ...(settle && { settle }),
      free: () => done.push(`free ${name}`),
    }) as unknown as WasmMemory;
  const memories = [
    memoryOf("written", async () => {
      await Promise.resolve();
      done.push("settle");
    }),
    memoryOf("full", () => Promise.reject(new Error("no room"))),
    memoryOf("server"),
  ];
  const owner = new MemoryOwner(() => memories.shift() ?? assert.fail());
  for (const limit of [1, 2, 3]) {
    await owner.askMemory({ memory: "vectors" }, { hierarchy: { workingMemoryTokens: limit } });
  }
  await owner.free();
  assert.deepEqual(done, ["settle", "free written", "free full", "free server"]);
});

test("BX-10 a request that is lost with the process that had memory open is made again, if that is safe", async () => {
  let asked = 0;
  const losing: MemoryCalls = {
    askMemory: async () => {
      asked += 1;
      if (asked < 3) throw lost();
      return { done: asked };
    },
    supplyMemory: () => Promise.reject(lost()),
  };
  const ask = (request: MemoryRequest) =>
    answerOf(losing, request, {}, async () => ({ supply: "nothing" }));
  assert.equal(await ask({ memory: "hierarchy", op: "due" }), 3);
  asked = 0;
  const forget: MemoryRequest = { memory: "hierarchy", op: "forget", ids: ["m1"] };
  await assert.rejects(ask(forget), { code: "memory_call_lost", message: /may have done it/ });
  assert.equal(asked, 1);
  asked = -2;
  await assert.rejects(ask({ memory: "hierarchy", op: "due" }), { code: "memory_call_lost" });
  assert.equal(asked, 1, "three times at most");
});
