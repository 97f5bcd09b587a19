import assert from "node:assert/strict";
import { test } from "node:test";
import { Deployment } from "./deployment.ts";

test("first", async () => {
  const t0 = Date.now();
  const d = await Deployment.start();
  console.log("ready", Date.now() - t0);
  try {
    let t = Date.now();
    const show = async (r: Response) => {
      console.log(r.status, (await r.text()).slice(0, 400), Date.now() - t);
      t = Date.now();
    };
    await show(await d.ask(null, "/api/deployment"));
    await show(await d.ask("ann", "/api/runs"));
    const r = await d.send("ann", "/api/runs", {
      question: "How tall is the tower?",
      documents: [{ name: "a", text: "The tower is 43 metres tall." }],
    });
    const { docId } = (await r.json()) as { docId: string };
    console.log(r.status, docId, Date.now() - t);
    t = Date.now();
    await show(await d.ask("ann", `/api/runs/${docId}/events`));
    await show(await d.ask("ann", `/api/runs/${docId}/events`));
    await show(await d.ask("ann", `/api/runs/${docId}`));
    await show(await d.send("ann", "/api/memory", { memory: "hierarchy", op: "stats" }));
    await show(await d.ask(null, "/"));
    await show(await d.ask("ann", "/api/user", { method: "DELETE" }));
    await show(await d.ask("ann", "/api/runs"));
    assert.ok(docId);
  } finally {
    await d.end();
  }
});
