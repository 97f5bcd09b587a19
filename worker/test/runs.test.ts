import assert from "node:assert/strict";
import { test } from "node:test";
import { Deployment } from "./deployment.ts";
import { streamed } from "./events.ts";
import { World } from "./world.ts";

for (const name of [
  "plain-answer",
  "multi-hop",
  "long-document-and-web",
  "chinese",
  "visited-pdf",
  "report-in-english",
])
  test(`PL-02 a run with a language model by /api comes out as its scenario says ${name}`, async () => {
    const world = await World.of(name);
    const deployment = await Deployment.start({ variables: world.variables });
    try {
      const docId = await world.begin(deployment);
      const t = Date.now();
      const { end, sent } = await streamed(
        await deployment.ask("ann", `/api/runs/${docId}/events`),
      );
      console.log(end, sent.length, Date.now() - t, world.gate.calls.length);
      console.log(
        sent
          .filter((s) => s.event.type === "warning")
          .map((s) => JSON.stringify(s.event))
          .slice(0, 3),
      );
      assert.deepEqual(
        (await world.faults(deployment, docId)).map((s) => s.slice(0, 300)),
        [],
      );
    } finally {
      await deployment.end();
    }
  });
