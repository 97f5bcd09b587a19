/** The MCP server's runs and sessions, over a bank and clients that are played (BX-07). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { MemoryBankError } from "../../src/errors.ts";
import {
  BankRuns,
  type BankUse,
  type RunningBank,
  type RunWatch,
} from "../../src/mcp/bank-runs.ts";
import { HttpSessions, LIMITS } from "../../src/mcp/http.ts";
import { Run } from "../../src/run.ts";
import type { ResearchRequest, ResearchResult } from "../../src/types.ts";
import { someResult } from "../fixtures.ts";

const NEVER = new AbortController().signal;

const WATCH: RunWatch = { signal: NEVER, tell: () => {}, onEvent: () => {}, takesFirst: true };

/** A bank whose runs tell a first result at once and end when they are stopped. */
class EndlessBank {
  readonly asked: ResearchRequest[] = [];
  readonly discarded: string[] = [];
  #kept: string[] = [];
  running = 0;

  /** Does the work with the bank. */
  readonly use: BankUse = (work) => work(this.#bank());

  #bank(): RunningBank {
    const played = {
      export: async (docId: string) => {
        if (!this.#kept.includes(docId)) throw new MemoryBankError("unknown_run", docId);
        return JSON.stringify({ query_graph: docId });
      },
      research: (request: ResearchRequest, options: { signal: AbortSignal }) =>
        this.#research(request, options.signal),
      runs: async () => this.#kept.map((docId) => ({ docId })),
      discard: async (docId: string) => {
        this.discarded.push(docId);
        this.#kept = this.#kept.filter((kept) => kept !== docId);
        return true;
      },
    };
    return played as unknown as RunningBank;
  }

  #research(request: ResearchRequest, signal: AbortSignal): Run {
    this.asked.push(request);
    const docId = `run-${this.asked.length}`;
    return new Run(async (emit) => {
      assert.equal(this.running, 0, "a bank carries out one run at a time");
      this.running += 1;
      this.#kept = [...this.#kept.filter((kept) => kept !== request.continueFrom), docId];
      const result: ResearchResult = { ...someResult(), docId };
      emit({ type: "firstResult", result });
      while (!signal.aborted) await setTimeout(1);
      this.running -= 1;
      return result;
    });
  }
}

test("BX-07 BX-11 a first answer is returned while its run goes on, which gives way to the next question", async () => {
  const endless = new EndlessBank();
  const closing = new AbortController();
  const runs = new BankRuns(endless.use, closing.signal, 0);
  const first = await runs.ask({ question: "one" }, WATCH);
  assert.deepEqual([first.result.docId, first.isFirst, endless.running], ["run-1", true, 1]);
  const [second, third] = await Promise.all([
    runs.ask({ question: "two", continueFrom: "run-1" }, WATCH),
    runs.ask({ question: "three", continueFrom: "run-1" }, WATCH),
  ]);
  assert.deepEqual([second.result.docId, third.result.docId], ["run-2", "run-3"]);
  assert.deepEqual(
    endless.asked.map(({ continueFrom, keep }) => [continueFrom, keep]),
    [
      [undefined, true],
      ["run-1", true],
      ["run-2", true],
    ],
  );
  assert.equal(runs.presentId("run-1"), "run-3");
  closing.abort();
  await runs.ended();
  assert.equal(endless.running, 0);
  await assert.rejects(runs.ask({ question: "four" }, WATCH), { code: "aborted" });
});

test("BX-07 a call that is cancelled while it waits asks nothing", async () => {
  const endless = new EndlessBank();
  const closing = new AbortController();
  const runs = new BankRuns(endless.use, closing.signal, 0);
  const stop = new AbortController();
  const under = runs.ask({ question: "one" }, { ...WATCH, takesFirst: false, signal: stop.signal });
  while (endless.running === 0) await setTimeout(1);
  const waits = new AbortController();
  const waiting = runs.ask({ question: "two" }, { ...WATCH, signal: waits.signal });
  waits.abort();
  stop.abort();
  await under;
  await assert.rejects(waiting, { code: "aborted" });
  assert.equal(endless.asked.length, 1);
});

test("BX-07 a bank holds few memories; the others are in the folder alone", async () => {
  const endless = new EndlessBank();
  const closing = new AbortController();
  const runs = new BankRuns(endless.use, closing.signal, 0);
  for (let at = 0; at < 10; at += 1) await runs.ask({ question: "one" }, WATCH);
  assert.deepEqual(endless.discarded, ["run-1", "run-2"]);
  closing.abort();
  await runs.ended();
});

test("BX-07 a held memory is read while a run is under way, and a call that waits says so", async () => {
  const endless = new EndlessBank();
  const closing = new AbortController();
  const runs = new BankRuns(endless.use, closing.signal, 0);
  await runs.ask({ question: "one" }, WATCH);
  assert.equal(endless.running, 1, "its run goes on");
  assert.deepEqual(await runs.heldContents("run-1"), { query_graph: "run-1" });
  assert.equal(endless.running, 1, "reading stops no run");
  const stop = new AbortController();
  const second = runs.ask(
    { question: "two" },
    { ...WATCH, takesFirst: false, signal: stop.signal },
  );
  while (endless.asked.length < 2) await setTimeout(1);
  assert.deepEqual(await runs.heldContents("run-1"), { query_graph: "run-1" });
  assert.equal(await runs.heldContents("run-2"), null);
  const told: string[] = [];
  const waiting = runs.contents("run-1", { signal: NEVER, tell: (line) => told.push(line) });
  assert.deepEqual(told, ["waiting for another run"]);
  stop.abort();
  await second;
  await waiting;
  closing.abort();
  await runs.ended();
});

/** Signals of the calls that those servers took. */
const signals: AbortSignal[] = [];

/** Sessions of servers whose only tool never answers. */
function sessions(limits: Partial<typeof LIMITS>): HttpSessions {
  const newServer = () => {
    const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    return server;
  };
  return new HttpSessions(newServer, { origins: [], isToken: null }, { ...LIMITS, ...limits });
}

const CLIENT = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** A request, or a notification for an id that is `null`. */
function request(method: string, session?: string, params: unknown = {}, id: number | null = 1) {
  const body = { jsonrpc: "2.0", ...(id !== null && { id }), method, params };
  return new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(session !== undefined && { "mcp-session-id": session }),
    },
    body: JSON.stringify(body),
  });
}

/** Begins a session; returns its id. */
async function begun(served: HttpSessions): Promise<string> {
  const response = await served.answer(request("initialize", undefined, CLIENT));
  assert.equal(response.status, 200, await response.text());
  return response.headers.get("mcp-session-id") ?? "";
}

async function pinged(served: HttpSessions, session: string): Promise<number> {
  const response = await served.answer(request("ping", session));
  await response.text();
  return response.status;
}

/** Begins a call that is answered never; its response is open. */
function calling(served: HttpSessions, session: string): Promise<Response> {
  return served.answer(request("tools/call", session, { name: "endless" }, 7));
}

test("BX-07 sessions are bounded: the one that is idle for longest goes, and none that is at work", async () => {
  const served = sessions({ sessions: 2 });
  const [first, second] = [await begun(served), await begun(served)];
  const [firstCall, secondCall] = [await calling(served, first), await calling(served, second)];
  const refused = await served.answer(request("initialize", undefined, CLIENT));
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /"too_many_sessions"/);
  await secondCall.body?.cancel();
  const third = await begun(served);
  assert.equal(await pinged(served, first), 200);
  assert.equal(await pinged(served, second), 404);
  assert.equal(await pinged(served, third), 200);
  await firstCall.body?.cancel();
  await served.close();
  assert.equal(await pinged(served, third), 404);
});

test("BX-07 a session without requests ends after a while", async () => {
  const served = sessions({ idle: 20 });
  const id = await begun(served);
  const call = await calling(served, id);
  await setTimeout(100);
  assert.equal(await pinged(served, id), 200, "a call is still open");
  await call.body?.cancel();
  await setTimeout(100);
  assert.equal(await pinged(served, id), 404);
  await served.close();
});

test("BX-07 a call whose reader goes away is cancelled, and no other", async () => {
  const served = sessions({});
  const id = await begun(served);
  const call = await calling(served, id);
  const another = await calling(served, await begun(served));
  const [signal, other] = signals.slice(-2);
  await call.body?.cancel();
  await setTimeout(1);
  assert.deepEqual([signal?.aborted, other?.aborted], [true, false]);
  await another.body?.cancel();
  await served.close();
});

test("BX-07 the stream of a cancelled call ends, and its session is idle then", async () => {
  const served = sessions({ idle: 20 });
  const id = await begun(served);
  const call = await calling(served, id);
  const cancel = { requestId: 7 };
  const taken = await served.answer(request("notifications/cancelled", id, cancel, null));
  assert.equal(taken.status, 202);
  assert.equal(await call.text(), "");
  await setTimeout(100);
  assert.equal(await pinged(served, id), 404);
  await served.close();
});
