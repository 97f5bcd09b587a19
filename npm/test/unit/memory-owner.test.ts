import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryOwner } from "../../src/memory-owner.ts";
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
