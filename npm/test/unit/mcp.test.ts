/** The MCP server's runs and sessions, over a bank and clients that are played (BX-07). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { BankRuns, type RunningBank, type RunWatch } from "../../src/mcp/bank-runs.ts";
import { HttpSessions, LIMITS } from "../../src/mcp/http.ts";
import { Run } from "../../src/run.ts";
import type { ResearchRequest, ResearchResult } from "../../src/types.ts";
import { someResult } from "../fixtures.ts";

const NEVER = new AbortController().signal;

const WATCH: RunWatch = { signal: NEVER, onEvent: () => {}, takesFirst: true };

/** A bank whose runs tell a first result at once and end when they are stopped. */
class EndlessBank {
  readonly asked: ResearchRequest[] = [];
  readonly discarded: string[] = [];
  #kept: string[] = [];
  running = 0;

  bank(): RunningBank {
    const played = {
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
  const runs = new BankRuns(async () => endless.bank(), closing.signal, 0);
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
  const runs = new BankRuns(async () => endless.bank(), closing.signal, 0);
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
  const runs = new BankRuns(async () => endless.bank(), closing.signal, 0);
  for (let at = 0; at < 10; at += 1) await runs.ask({ question: "one" }, WATCH);
  assert.deepEqual(endless.discarded, ["run-1", "run-2"]);
  closing.abort();
  await runs.ended();
});

/** Sessions of servers without a tool. */
function sessions(limits: Partial<typeof LIMITS>): HttpSessions {
  const newServer = () => new Server({ name: "test", version: "1" });
  return new HttpSessions(newServer, { origins: [], isToken: null }, { ...LIMITS, ...limits });
}

const CLIENT = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** A request, which is open until `end` is called. */
function request(method: string, session?: string) {
  const gone = new AbortController();
  const body = { jsonrpc: "2.0", id: 1, method, params: method === "initialize" ? CLIENT : {} };
  const sent = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    signal: gone.signal,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(session !== undefined && { "mcp-session-id": session }),
    },
    body: JSON.stringify(body),
  });
  return { sent, end: () => gone.abort() };
}

/** Begins a session; returns its id, and a function that ends the request. */
async function begun(served: HttpSessions): Promise<[id: string, end: () => void]> {
  const { sent, end } = request("initialize");
  const response = await served.answer(sent);
  assert.equal(response.status, 200, await response.clone().text());
  return [response.headers.get("mcp-session-id") ?? "", end];
}

async function pinged(served: HttpSessions, session: string): Promise<number> {
  const { sent, end } = request("ping", session);
  const { status } = await served.answer(sent);
  end();
  return status;
}

test("BX-07 sessions are bounded: the one that is idle for longest goes, and none that is at work", async () => {
  const served = sessions({ sessions: 2 });
  const [first, endFirst] = await begun(served);
  const [second, endSecond] = await begun(served);
  const refused = await served.answer(request("initialize").sent);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /"too_many_sessions"/);
  endSecond();
  const [third] = await begun(served);
  assert.equal(await pinged(served, first), 200);
  assert.equal(await pinged(served, second), 404);
  assert.equal(await pinged(served, third), 200);
  endFirst();
  await served.close();
  assert.equal(await pinged(served, third), 404);
});

test("BX-07 a session without requests ends after a while", async () => {
  const served = sessions({ idle: 20 });
  const [id, end] = await begun(served);
  await setTimeout(100);
  assert.equal(await pinged(served, id), 200, "its first request is still open");
  end();
  await setTimeout(100);
  assert.equal(await pinged(served, id), 404);
  await served.close();
});
