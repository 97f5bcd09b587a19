/** Every scenario on one host: to its end, and stopped at a request and resumed in another bank. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Outcome, type Part, Stage } from "./stage.ts";

/** A host that plays scenarios. */
export interface Host {
  /** Whether it hides where a redirect leads, as browsers do, so that a proxy must follow. */
  hidesRedirects: boolean;
  /** Of how many scenarios one is also stopped and resumed. */
  oneStoppedOf: number;
  /** Runs a scenario to its end. */
  research(part: Part): Promise<Outcome>;
  /** Runs a scenario and stops it once `waits` resolves. */
  stop(part: Part, waits: () => Promise<void>): Promise<Outcome>;
  /** Goes on with a run that was stopped, in another bank. */
  resume(part: Part, stopped: Outcome): Promise<Outcome>;
}

/** Declares the tests. */
export async function lane(host: Host): Promise<void> {
  const stage = await Stage.open();
  after(() => stage.close());
  const scenarios = await stage.scenarios();
  const follows = host.hidesRedirects;

  for (const [index, name] of scenarios.entries()) {
    let requests: number | null = null;

    test(`PL-03 ${name} comes out as it says`, async () => {
      const part = await stage.begin(name, { follows });
      const judgement = await stage.ended(part, await host.research(part));
      assert.deepEqual(judgement.faults, []);
      requests = judgement.requests;
    });

    if (index % host.oneStoppedOf !== 0) continue;

    // Where it is stopped differs from scenario to scenario.
    test(`BX-02 ${name}, stopped, resumes without asking for anything twice`, async (t) => {
      assert.ok(requests !== null, "it did not come to its end");
      if (requests === 0) return t.skip("it asks for nothing");
      const part = await stage.begin(name, { follows, holdAt: index % requests });
      const stopped = await host.stop(part, () => stage.waits(part));
      assert.deepEqual((await stage.stopped(part, stopped)).faults, []);
      const resumed = await host.resume(part, stopped);
      assert.deepEqual((await stage.ended(part, resumed)).faults, []);
    });
  }
}
