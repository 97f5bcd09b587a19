/** MCP clients that each start a server on one folder (BX-07, BX-10). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { call, connected } from "./mcp-client.ts";
import { folder } from "./program.ts";

const CLIENTS = 3;
const OBSERVATIONS = 4;

test("BX-10 clients with servers of their own use one folder at once: nothing is refused, lost or doubled", async (context) => {
  const words = ["--runs", join(folder, "shared"), "--no-model"];
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => connected(context, words)),
  );
  const noted = (client: number, number: number) =>
    `Client ${client} prefers tea number ${number}.`;
  await Promise.all(
    clients.map(async (client, at) => {
      for (let number = 0; number < OBSERVATIONS; number += 1) {
        const content = noted(at, number);
        const { isError, text } = await call(client, "observe", {
          memories: [{ content, speaker: "user" }],
        });
        assert.ok(!isError, text);
      }
      const texts = [{ name: "guide.txt", text: `Tower ${at} was built in 19${at}0.` }];
      const question = `When was tower ${at} built?`;
      const told = await call(client, "ask_documents", { question, texts });
      assert.ok(!told.isError && told.data.answer.includes(`19${at}0`), told.text);
    }),
  );
  // The one that had the folder first goes; the others find everything.
  await clients[0]?.close();
  for (const client of clients.slice(1)) {
    const { total } = (await call(client, "list_runs", {})).data;
    assert.equal(total, CLIENTS);
    const limit = CLIENTS * OBSERVATIONS + 5;
    const recalled = await call(client, "recall", { query: "Which tea?", limit });
    assert.ok(!recalled.isError, recalled.text);
    const found: string[] = recalled.data.memories.map((it: { content: string }) => it.content);
    const expected = clients.flatMap((_, at) =>
      Array.from({ length: OBSERVATIONS }, (__, number) => noted(at, number)),
    );
    assert.deepEqual(found.toSorted(), expected.toSorted());
  }
});
