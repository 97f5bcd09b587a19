/** Runs whose workerd is killed, at many moments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Deployment, type Start } from "./deployment.ts";
import { type Sent, streamed } from "./events.ts";
import { sketchOf } from "./sketch.ts";
import { outcomeOf, World } from "./world.ts";

/** A question over several pages: some twenty calls, one after the other. */
const SCENARIO = "multi-hop";

/** When a life of workerd ends: after so many calls in it, and so long after the last of them, in parts of an answer's time. */
interface Moment {
  calls: number;
  after: number;
}

const DELAY = 24;

/** Plays the scenario in a deployment that is killed at these moments. */
class Killed {
  readonly world: World;
  /** Numbers of calls at the kills. */
  readonly kills: number[] = [];
  /** What a client got that came back behind its last event each time. */
  readonly sent: Sent[] = [];
  #deployment: Deployment;
  #start: Start;
  docId = "";

  private constructor(world: World, deployment: Deployment, start: Start) {
    this.world = world;
    this.#deployment = deployment;
    this.#start = start;
  }

  static async begin(): Promise<Killed> {
    const world = await World.of(SCENARIO);
    world.gate.delay = DELAY;
    const start: Start = { variables: world.variables, hasAssets: false };
    const deployment = await Deployment.start(start);
    return new Killed(world, deployment, { ...start, data: deployment.data });
  }

  get deployment(): Deployment {
    return this.#deployment;
  }

  async ask(): Promise<void> {
    this.docId = await this.world.begin(this.#deployment);
  }

  /** Goes on until this moment, kills workerd, and starts it anew. */
  async until({ calls, after }: Moment): Promise<void> {
    const { gate } = this.world;
    const wanted = gate.calls.length + calls;
    const following = this.#follow();
    if (calls > 0) await gate.came(wanted);
    await setTimeout(after * DELAY);
    this.kills.push(gate.calls.length);
    await this.#deployment.kill();
    await following;
    this.#deployment = await Deployment.start(this.#start);
  }

  /** Follows the run to its end. */
  async end(): Promise<void> {
    const { end } = await this.#follow();
    assert.deepEqual(end, { state: "finished", termination: "answer" });
  }

  async #follow() {
    const last = this.sent.at(-1)?.id;
    const headers: Record<string, string> = last ? { "last-event-id": last } : {};
    const path = `/api/runs/${this.docId}/events`;
    try {
      const response = await this.#deployment.ask("ann", path, { headers });
      const { sent, end } = await streamed(response);
      this.sent.push(...sent);
      return { end };
    } catch {
      return { end: null };
    }
  }
}

/**
 * Calls that were asked again although their answer was stored. An answer is stored before it is used, so a call that another
 * one follows in the same life of workerd has its answer stored; the last of a life may not have.
 */
function paidTwice({ world, kills }: Killed): string[] {
  const lasts = new Set(kills.map((count) => count - 1));
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const [at, { asked }] of world.gate.calls.entries()) {
    if (seen.has(asked)) twice.push(asked.slice(0, 80));
    if (!lasts.has(at)) seen.add(asked);
  }
  return twice;
}

/** What comes of the run when nobody is killed. */
const undisturbed = await (async () => {
  const world = await World.of(SCENARIO);
  const deployment = await Deployment.start({ variables: world.variables, hasAssets: false });
  try {
    const docId = await world.begin(deployment);
    const { sent } = await streamed(await deployment.ask("ann", `/api/runs/${docId}/events`));
    const { session } = await outcomeOf(deployment, docId);
    return { calls: world.gate.calls.length, session, sent };
  } finally {
    await deployment.end();
  }
})();

const numbered = (sent: Sent[]) => sent.filter(({ id }) => id?.endsWith(".0"));

const PLANS: Moment[][] = [
  [0, 0.3, 0.6, 0.9, 1.2, 1.4, 1.6].map((after) => ({ calls: 3, after })),
  [0.1, 1.45, 1.5, 1.55, 0.5, 1.3, 1.7].map((after) => ({ calls: 2, after })),
  [
    ...[0, 0, 0.2].map((after) => ({ calls: 0, after })),
    ...[1, 1.49, 1.52].map((after) => ({ calls: 4, after })),
  ],
];

for (const [at, moments] of PLANS.entries()) {
  test(`PL-02 BX-02 a run whose workerd is killed ${moments.length} times ends once and is paid for once (${at + 1})`, async () => {
    const killed = await Killed.begin();
    try {
      await killed.ask();
      for (const moment of moments) await killed.until(moment);
      await killed.end();
      const { deployment, docId, world, sent } = killed;
      assert.deepEqual(paidTwice(killed), []);
      const { calls, session } = undisturbed;
      assert.equal(new Set(world.gate.calls.map(({ asked }) => asked)).size, calls);
      const outcome = await outcomeOf(deployment, docId);
      assert.deepEqual(sketchOf(outcome.session), sketchOf(session));
      const whole = await streamed(await deployment.ask("ann", `/api/runs/${docId}/events`));
      assert.deepEqual(numbered(sent), numbered(whole.sent));
      assert.deepEqual(await world.faults(deployment, docId), []);
    } finally {
      await killed.deployment.end();
    }
  });
}
