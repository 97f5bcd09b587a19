/** Streams of events: ids, signs of life, ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Event, RunState } from "agentic-memory-bank";
import { eventStream, following, isBehind, positionOf, START } from "../../src/event-stream.ts";

const DONE: RunState = { state: "finished", termination: "answer" };
const event = (type: string, more: object = {}) => ({ type, ...more }) as unknown as Event;

async function* listed(events: Event[], pause = 0): AsyncGenerator<Event, void, void> {
  for (const one of events) {
    if (pause > 0) await setTimeout(pause);
    yield one;
  }
}

/** The text of a stream of these events. */
async function text(
  events: AsyncGenerator<Event, void, void>,
  { after = "", end = DONE as RunState | null, keepAlive = 1000 } = {},
): Promise<string> {
  let closed = 0;
  const close = () => {
    closed += 1;
  };
  const feed = { events, after: positionOf(after), end: async () => end, close };
  const streamed = await new Response(eventStream(feed, keepAlive)).text();
  assert.equal(closed, 1);
  return streamed;
}

const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);

test("PL-02 an id counts what a replay repeats, and what has come since", async () => {
  const types = [
    "plan",
    "warning",
    "agentCall",
    "answerDelta",
    "answerDelta",
    "answered",
    "runFinished",
  ];
  const sent = await text(listed(types.map((type) => event(type))));
  assert.deepEqual(idsIn(sent), ["1.0", "1.1", "2.0", "2.1", "2.2", "3.0", "3.1"]);
  assert.match(sent, /^retry: 2000\n\n/);
  assert.match(sent, /\n\nevent: end\ndata: \{"state":"finished","termination":"answer"\}\n\n$/);
});

test("PL-02 a client behind any id gets the rest, also where a replay has fewer words or another end", async () => {
  const live = ["plan", "answerDelta", "answerDelta", "answerDelta", "answered"].map((type) =>
    event(type),
  );
  const replayed = ["plan", "answerDelta", "answered"].map((type) => event(type));
  for (const [after, rest] of [
    ["", ["1.0", "1.1", "2.0"]],
    ["1.0", ["1.1", "2.0"]],
    ["1.3", ["2.0"]],
    ["2.0", []],
  ] as const) {
    assert.deepEqual(idsIn(await text(listed(replayed), { after })), rest, after);
  }
  assert.equal(idsIn(await text(listed(live))).length, 5);
  // A run that was stopped behind its first event, and went on.
  const stopped = [event("plan"), event("runFinished")];
  const last = idsIn(await text(listed(stopped))).at(-1) ?? "";
  const resumed = [event("plan"), event("agentCall"), event("runFinished")];
  assert.deepEqual(idsIn(await text(listed(resumed), { after: last })), ["2.0", "2.1"]);
});

test("PL-02 a stream without news shows that it is alive", async () => {
  const sent = await text(listed([event("plan"), event("answered")], 60), { keepAlive: 20 });
  assert.ok((sent.match(/^: keep-alive$/gm)?.length ?? 0) >= 4, sent);
  assert.deepEqual(idsIn(sent), ["1.0", "2.0"]);
});

test("PL-02 a run that goes on elsewhere, or whose events fail, has no end", async () => {
  assert.ok(!(await text(listed([event("plan")]), { end: null })).includes("event: end"));
  async function* failing(): AsyncGenerator<Event, void, void> {
    yield event("plan");
    throw new Error("the engine stopped");
  }
  const sent = await text(failing(), { end: null });
  assert.deepEqual(idsIn(sent), ["1.0"]);
  assert.ok(!sent.includes("stopped"));
});

test("PL-02 no event can end its own frame", async () => {
  const context = "a\n\nevent: end\ndata: {}\r\n\r\nid: 9.9\n\u2028x";
  const sent = await text(listed([event("plan", { context })]));
  assert.equal(sent.split("\n\n").length, 4);
  const data = sent.split("\n").find((line) => line.startsWith("data: ")) ?? "";
  assert.equal(JSON.parse(data.slice("data: ".length)).context, context);
});

test("PL-02 leaving a stream closes what it read", async () => {
  let closed = 0;
  const feed = {
    events: listed(
      Array.from({ length: 50 }, () => event("plan")),
      5,
    ),
    after: START,
    end: async () => DONE,
    close: () => {
      closed += 1;
    },
  };
  const reader = eventStream(feed, 1000).getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(closed, 1);
});

test("PL-02 places are in the order of events", () => {
  const place = following(following(START, event("plan")), event("warning"));
  assert.deepEqual(place, { n: 1, k: 1 });
  assert.ok(isBehind(place, { n: 1, k: 0 }) && isBehind(place, START));
  assert.ok(!isBehind(place, place) && !isBehind(place, { n: 2, k: 0 }));
});
