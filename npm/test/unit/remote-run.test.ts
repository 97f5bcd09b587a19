/** Runs on a deployment, followed from a stand-in on loopback. */
import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { MemoryBankError } from "../../src/remote.ts";
import type { Event, ResearchRequest } from "../../src/types.ts";
import {
  begin,
  type Feed,
  failure,
  feedOf,
  json,
  type Numbered,
  progress,
  StandIn,
  sent,
  sentEnd,
  TOKEN,
} from "../deployment.ts";
import { someResult } from "../fixtures.ts";

const standIns: StandIn[] = [];
let server: StandIn;

beforeEach(async () => {
  server = await StandIn.start();
  standIns.push(server);
});
after(() => {
  for (const standIn of standIns) standIn.close();
});

/** Nine steps, the fourth and fifth of which are deltas of an answer. */
const STEPS: Numbered[] = ["1.0", "2.0", "3.0", "3.1", "3.2", "4.0", "5.0", "6.0", "7.0"].map(
  (id, at) => ({ id, event: progress(at) }),
);
const EVENTS = STEPS.map(({ event }) => event);
const ASKED: ResearchRequest = { question: "What is ownership?" };
const EVENTS_PATH = "/api/runs/d1/events";

async function all(events: AsyncIterable<Event>): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Sends so many events behind the position, and cuts the connection. */
function cutAfter(events: number, extra = ""): Feed {
  return (response, lastId) => {
    begin(response);
    const from = STEPS.findIndex(({ id }) => id === lastId) + 1;
    const some = STEPS.slice(from, from + events);
    response.write(some.map(sent).join("") + extra, () => {
      setTimeout(() => response.destroy(), 2);
    });
  };
}

const lastIds = () =>
  server.requests("GET", EVENTS_PATH).map(({ headers }) => headers["last-event-id"]);

test("PL-02 a run on a deployment gives its events and its result", async () => {
  server.feeds = [feedOf(STEPS)];
  const bytes = new Uint8Array([0, 255, 128, 10]);
  const request: ResearchRequest = {
    ...ASKED,
    keep: true,
    documents: [
      { name: "a.pdf", bytes: new Uint8Array([9, ...bytes, 9]).subarray(1, 5) },
      { name: "b.txt", text: "多字节" },
    ],
    images: [{ name: "c.png", mediaType: "image/png", bytes }],
  };
  const run = server.bank().research(request, { budget: { tokens: 7 } });
  assert.deepEqual(await all(run), EVENTS);
  assert.deepEqual(await run.result, someResult());
  const [asked] = server.requests("POST", "/api/runs");
  assert.equal(asked?.headers.authorization, `Bearer ${TOKEN}`);
  assert.deepEqual(JSON.parse(asked?.body ?? ""), {
    ...ASKED,
    documents: [
      { name: "a.pdf", base64: "AP+ACg==" },
      { name: "b.txt", text: "多字节" },
    ],
    images: [{ name: "c.png", mediaType: "image/png", base64: "AP+ACg==" }],
    budget: { tokens: 7 },
  });
});

test("PL-02 bytes of any length come out of base64 as they were", async () => {
  for (const length of [0, 1, 2, 24_575, 24_576, 24_577, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256);
    await server.bank().research({ ...ASKED, documents: [{ name: "a", bytes }] }).result;
    const body = JSON.parse(server.requests("POST", "/api/runs").at(-1)?.body ?? "");
    assert.deepEqual(new Uint8Array(Buffer.from(body.documents[0].base64, "base64")), bytes);
  }
});

test("PL-02 BX-02 a connection that is cut after every event goes on behind the last one", async () => {
  server.feeds = [...STEPS.map(() => cutAfter(1)), feedOf(STEPS)];
  const run = server.bank().research(ASKED);
  assert.deepEqual(await all(run), EVENTS);
  assert.deepEqual(lastIds(), [undefined, ...STEPS.map(({ id }) => id)]);
  assert.equal(server.requests("POST", "/api/runs").length, 1);
});

test("PL-02 a connection that is cut within an event: the whole event comes with the next", async () => {
  for (const length of [1, 8, 20, 50]) {
    server.asked.length = 0;
    const half = sent({ id: "9.0", event: progress(99) }).slice(0, length);
    server.feeds = [cutAfter(4, half), feedOf(STEPS)];
    assert.deepEqual(await all(server.bank().research(ASKED)), EVENTS);
    assert.deepEqual(lastIds(), [undefined, "3.1"]);
  }
});

test("PL-02 events that are sent twice are handed on once", async () => {
  const fromTheStart: Feed = (response) => feedOf(STEPS)(response, undefined);
  server.feeds = [cutAfter(5), fromTheStart];
  assert.deepEqual(await all(server.bank().research(ASKED)), EVENTS);
});

test("PL-02 the end event ends a run: nobody connects again, also where the connection stays open", async () => {
  let isClosed: Promise<void> = Promise.resolve();
  server.feeds = [
    (response) => {
      begin(response);
      isClosed = new Promise((resolve) => response.on("close", resolve));
      response.write(STEPS.map(sent).join("") + sentEnd());
    },
  ];
  const bank = server.bank();
  await bank.research(ASKED).result;
  await isClosed;
  await pause(30);
  assert.equal(lastIds().length, 1);
});

test("PL-02 keep-alives keep a silent connection; without them it is made anew", async () => {
  const waiting = { silence: 60 };
  const keptAlive: Feed = async (response) => {
    begin(response);
    for (let beat = 0; beat < 10; beat += 1) {
      response.write(": keep-alive\n\n");
      await pause(15);
    }
    response.end(STEPS.map(sent).join("") + sentEnd());
  };
  server.feeds = [keptAlive];
  assert.deepEqual(await all(server.bank(waiting).research(ASKED)), EVENTS);
  assert.equal(lastIds().length, 1);

  const silent: Feed = (response) => begin(response);
  const deaf: Feed = () => {};
  server.feeds = [silent, deaf, feedOf(STEPS)];
  assert.deepEqual(await all(server.bank(waiting).research(ASKED)), EVENTS);
  assert.equal(lastIds().length, 4);
});

test("PL-02 chunks may be cut anywhere, within a character and between CR and LF, too", async () => {
  const text = `retry: 2000\n\n: hello\n\n${STEPS.map(sent).join("")}${sentEnd()}`;
  for (const lines of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`]) {
    server.feeds = [
      async (response) => {
        response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
        response.socket?.setNoDelay(true);
        for (const byte of Buffer.from(lines)) {
          response.write(Buffer.of(byte));
          await new Promise(setImmediate);
        }
        response.end();
      },
    ];
    assert.deepEqual(await all(server.bank().research(ASKED)), EVENTS);
  }
});

test("PL-02 unknown events and fields are skipped", async () => {
  server.feeds = [
    (response) => {
      begin(response);
      const news = `event: news\nid: 9.0\ndata: {}\n\nsome: thing\n\n`;
      response.end(news + STEPS.map(sent).join("") + sentEnd());
    },
  ];
  assert.deepEqual(await all(server.bank().research(ASKED)), EVENTS);
});

test("PL-02 where nobody answers for too long, the run is lost sight of, and can be come back to", async () => {
  server.feeds = [cutAfter(3)];
  const bank = server.bank({ patience: 60 });
  const run = bank.research(ASKED);
  const seen: Event[] = [];
  const reading = async () => {
    for await (const event of run) {
      seen.push(event);
      if (seen.length === 3) server.close();
    }
  };
  await assert.rejects(reading, (thrown) => {
    assert.ok(thrown instanceof MemoryBankError);
    assert.equal(thrown.code, "network_unreachable");
    assert.equal(thrown.retryable, true);
    assert.match(thrown.message, /openRun\("d1"\)/);
    return true;
  });
  assert.deepEqual(seen, EVENTS.slice(0, 3));
});

test("PL-02 a server that opens and closes without an event is given up, too", async () => {
  server.feeds = [
    (response) => {
      begin(response);
      response.end();
    },
  ];
  const run = server.bank({ patience: 60 }).openRun("d1");
  await assert.rejects(run.result, { code: "network_broken", retryable: true });
  assert.ok(lastIds().length > 2);
});

test("PL-02 a refusal with Retry-After is waited for as long as it says", async () => {
  const busy: Feed = (response) =>
    json(response, 503, failure("overloaded", "too much at work: wait", true), {
      "retry-after": "1",
    });
  server.feeds = [cutAfter(2), busy, feedOf(STEPS)];
  const began = Date.now();
  assert.deepEqual(await all(server.bank({ patience: 60 }).research(ASKED)), EVENTS);
  assert.ok(Date.now() - began >= 1000);

  const later: Feed = (response) =>
    json(response, 429, failure("rate_limited", "too often", true), { "retry-after": "3600" });
  server.feeds = [later];
  await assert.rejects(server.bank().openRun("d1").result, {
    code: "rate_limited",
    retryAfter: 3600,
  });
});

test("PL-02 a refusal that stays is told at once", async () => {
  for (const [status, code] of [
    [401, "token_unknown"],
    [404, "stored_run_not_found"],
  ] as const) {
    server.asked.length = 0;
    server.feeds = [cutAfter(2), (response) => json(response, status, failure(code, "gone"))];
    await assert.rejects(server.bank().research(ASKED).result, { code, message: "gone" });
    assert.equal(lastIds().length, 2);
  }
});

/** A run that is under way until it is told to stop. */
function untilStopped(): void {
  let stopped = () => {};
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  server.result = someResult({ termination: "aborted" });
  server.answers = ({ method, path }) => {
    if (`${method} ${path}` === "POST /api/runs/d1/stop") setTimeout(stopped, 5);
    return false;
  };
  server.feeds = [
    async (response) => {
      begin(response);
      response.write(STEPS.slice(0, 2).map(sent).join(""));
      await stop;
      response.end(sentEnd({ state: "finished", termination: "aborted" }));
    },
  ];
}

test("PL-02 aborting the signal stops the run on the deployment, and waits for its end", async () => {
  untilStopped();
  const abort = new AbortController();
  const run = server.bank().research(ASKED, { signal: abort.signal });
  const seen: Event[] = [];
  for await (const event of run) {
    seen.push(event);
    abort.abort();
  }
  assert.equal((await run.result).termination, "aborted");
  assert.equal(seen.length, 2);
  assert.equal(server.requests("POST", "/api/runs/d1/stop").length, 1);
});

test("PL-02 a signal that is aborted already stops the run at once", async () => {
  untilStopped();
  const run = server.bank().resumeRun("d1", { signal: AbortSignal.abort() });
  assert.equal((await run.result).termination, "aborted");
});

test("PL-02 a run that ends before it is told to stop ends well", async () => {
  const abort = new AbortController();
  server.answers = ({ path }, response) => {
    if (path !== "/api/runs/d1/stop") return false;
    json(response, 409, failure("not_running", "the run has ended"));
    return true;
  };
  server.feeds = [
    async (response) => {
      begin(response);
      response.write(sent(STEPS[0] as Numbered));
      await pause(20);
      response.end(sentEnd());
    },
  ];
  const run = server.bank().research(ASKED, { signal: abort.signal });
  for await (const _ of run) abort.abort();
  assert.equal((await run.result).termination, "answer");
});

test("PL-02 a stop that is refused fails the run", async () => {
  untilStopped();
  server.answers = ({ path }, response) => {
    if (path !== "/api/runs/d1/stop") return false;
    json(response, 401, failure("token_unknown", "the token was taken back"));
    return true;
  };
  const bank = server.bank();
  const run = bank.research(ASKED, { signal: AbortSignal.abort() });
  await assert.rejects(run.result, { code: "token_unknown" });
  bank.close();
});

test("PL-02 runs that are opened and resumed are followed from their first event", async () => {
  server.feeds = [feedOf(STEPS)];
  const bank = server.bank();
  for (const run of [bank.openRun("d1"), bank.resumeRun("d1")]) {
    assert.deepEqual(await all(run), EVENTS);
    assert.deepEqual(await run.result, someResult());
  }
  assert.equal(server.requests("POST", "/api/runs/d1/resume").length, 1);
});

test("PL-02 a run without a result says how to continue it", async () => {
  server.result = undefined;
  server.feeds = [feedOf(STEPS, { state: "failed", code: "engine_crashed" })];
  const failed = server.bank().openRun("d1");
  await assert.rejects(failed.result, { code: "engine_crashed", message: /resumeRun\("d1"\)/ });
  server.feeds = [feedOf(STEPS, { state: "paused" })];
  const paused = server.bank().openRun("d1");
  await assert.rejects(paused.result, { code: "run_unfinished", retryable: true });
});

test("PL-02 a closed bank fails what is under way and what follows; the run is not stopped", async () => {
  untilStopped();
  const bank = server.bank();
  const run = bank.research(ASKED);
  for await (const _ of run) break;
  bank.close();
  await assert.rejects(run.result, { code: "closed" });
  await assert.rejects(bank.runs(), { code: "closed" });
  await assert.rejects(bank.memory.recall("x"), { code: "closed" });
  assert.equal(server.requests("POST", "/api/runs/d1/stop").length, 0);
});
