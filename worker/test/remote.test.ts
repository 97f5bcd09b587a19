/** The package's client in Node against the Worker in workerd. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import {
  type Event,
  journalOptions,
  MemoryBankError,
  RemoteBank,
} from "agentic-memory-bank/remote";
import { Deployment, dataFolder, TOKENS, type User } from "./deployment.ts";

const GUIDE = {
  name: "guide.txt",
  text: `The lighthouse of Farholm was finished in 1871. It is 43 metres tall.
The keeper's house stands beside it. Its roof was renewed in 1998.`,
};
const ASKED = { question: "How tall is the lighthouse of Farholm?", documents: [GUIDE] };

/** A model on loopback that plans two steps, and answers each without a tool. */
class Model {
  /** Requests, in the order in which they came. */
  readonly asked: string[] = [];
  /** What a reply waits for. */
  gate: (request: number) => Promise<void> | void = () => {};
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Model> {
    const server = createServer();
    const model = new Model(server);
    server.on("request", async (request, response) => {
      let body = "";
      for await (const piece of request.setEncoding("utf8")) body += piece;
      model.asked.push(body);
      await model.gate(model.asked.length);
      response.writeHead(200, { "content-type": "application/json" });
      const message = { role: "assistant", content: replyTo(body) };
      response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }] }));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return model;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function replyTo(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const [rules = "", asked = ""] = [messages.at(0)?.content, messages.at(-1)?.content];
  const shows = (field: string) => rules.includes(`{"${field}":`);
  if (shows("next_task")) {
    const done = Number(/completed steps: (\d+)/.exec(asked)?.[1] ?? 0);
    const description = `Find source number ${done + 1} of the height.`;
    const next = done < 2 ? { task_type: "NORMAL", description, image: null } : null;
    return JSON.stringify({ next_task: next });
  }
  if (shows("should_cluster")) {
    const passages = [...asked.matchAll(/^\[(\d+)\]/gm)].map(([, number]) => Number(number));
    const context = "The height of the lighthouse.";
    const clusters = [{ context, keywords: ["lighthouse"], passages }];
    return JSON.stringify({ should_cluster: false, clusters });
  }
  if (shows("relationships")) return JSON.stringify({ relationships: [] });
  if (shows("summary")) return JSON.stringify({ summary: "- 43 metres" });
  if (rules.includes("<answer>")) return "<answer>It is 43 metres tall.</answer>";
  return "It is 43 metres tall. [1]";
}

let model: Model;
let deployment: Deployment;

before(async () => {
  model = await Model.start();
  deployment = await Deployment.start({ variables: variables() });
});
after(async () => {
  await deployment.end();
  model.close();
});

function variables(): Record<string, string> {
  return { LLM_PROVIDER: model.address, LLM_MODEL: "script" };
}

function bankOf(user: User, options: { address?: string; fetch?: typeof fetch } = {}): RemoteBank {
  return RemoteBank.connect({ address: deployment.address, token: TOKENS[user], ...options });
}

async function all(events: AsyncIterable<Event>): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Without what a replay tells in another way: an answer's words at once, warnings of the host. */
const numbered = (events: Event[]) =>
  events.filter(({ type }) => !["answerDelta", "warning"].includes(type));

test("PL-02 BX-02 a program researches by a deployment, comes back to the run, and deletes it", async () => {
  const bank = bankOf("ann");
  assert.equal((await bank.deployment()).llm?.model, "script");
  const bytes = new TextEncoder().encode(GUIDE.text);
  const run = bank.research({ ...ASKED, documents: [{ name: GUIDE.name, bytes }] });
  const events = await all(run);
  const { docId, termination, answer } = await run.result;
  assert.deepEqual([events.at(0)?.type, events.at(-1)?.type], ["runStarted", "runFinished"]);
  assert.equal(termination, "answer");
  assert.match(answer?.text ?? "", /43 metres/);

  const paid = model.asked.length;
  const again = bank.openRun(docId);
  assert.deepEqual(numbered(await all(again)), numbered(events));
  assert.equal((await again.result).answer?.text, answer?.text);
  assert.equal((await bank.run(docId)).run.state.state, "finished");
  assert.equal(JSON.parse(await bank.export(docId)).insight_doc.doc_id, docId);
  assert.equal(journalOptions(await bank.journal(docId))?.llm.model, "script");
  assert.equal(model.asked.length, paid);

  assert.ok((await bank.runs()).some(({ id }) => id === docId));
  await bank.delete(docId);
  await assert.rejects(bank.openRun(docId).result, { code: "stored_run_not_found" });
  assert.deepEqual(await bank.runs(), []);
});

/** A `fetch` whose event streams break off after so many events each. */
function cutting(events: number): { fetch: typeof fetch; connections: () => number } {
  let connections = 0;
  const cut: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith("/events") || response.body === null) return response;
    connections += 1;
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(cutAfter(events))
      .pipeThrough(new TextEncoderStream());
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return { fetch: cut, connections: () => connections };
}

/** Passes on whole events, and ends behind the last of so many. */
function cutAfter(events: number): TransformStream<string, string> {
  let unfinished = "";
  let left = events;
  return new TransformStream({
    transform(chunk, controller) {
      const parts = (unfinished + chunk).split("\n\n");
      unfinished = parts.pop() ?? "";
      for (const part of parts) {
        controller.enqueue(`${part}\n\n`);
        if (part.startsWith("id:")) left -= 1;
        if (left === 0) return controller.terminate();
      }
    },
  });
}

test("PL-02 BX-02 a program whose connection breaks all the time misses nothing, and gets nothing twice", async () => {
  const { fetch, connections } = cutting(6);
  const run = bankOf("ann", { fetch }).research(ASKED);
  const events = await all(run);
  const { docId } = await run.result;
  assert.ok(connections() > 2, `${connections()} connections`);
  const whole = await all(bankOf("ann").openRun(docId));
  assert.deepEqual(numbered(events), numbered(whole));
});

test("PL-02 BX-02 workerd is killed in mid-run: the program's run goes on, and no call is paid for twice", async () => {
  const data = dataFolder();
  const first = await Deployment.start({ data, variables: variables() });
  const port = Number(new URL(first.address).port);
  let second: Promise<Deployment> | null = null;
  let third = false;
  const from = model.asked.length;
  model.gate = async (request) => {
    if (request !== from + 3 || third) return;
    third = true;
    // Its reply is lost with the process.
    await first.kill();
    second = Deployment.start({ data, variables: variables(), options: { port } });
  };
  try {
    const run = bankOf("ben", { address: first.address }).research(ASKED);
    const events = await all(run);
    assert.equal((await run.result).termination, "answer");
    const bodies = model.asked.slice(from);
    assert.equal(bodies.length - new Set(bodies).size, 1, "only the lost call is asked again");
    const whole = await all(
      bankOf("ben", { address: first.address }).openRun((await run.result).docId),
    );
    assert.deepEqual(numbered(events), numbered(whole));
  } finally {
    model.gate = () => {};
    await (second as Promise<Deployment> | null)?.then((started) => started.end());
  }
});

test("PL-02 BX-02 aborting the signal stops the run on the deployment, and resumeRun continues it", async () => {
  const abort = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const from = model.asked.length;
  model.gate = (request) => (request > from + 1 ? held : undefined);
  const bank = bankOf("ben");
  const run = bank.research(ASKED, { signal: abort.signal });
  for await (const event of run) if (event.type === "agentCall") abort.abort();
  const { docId, termination } = await run.result;
  release();
  model.gate = () => {};
  assert.equal(termination, "aborted");
  const paid = model.asked.length - from;

  const resumed = await bank.resumeRun(docId).result;
  assert.equal(resumed.termination, "answer");
  const bodies = model.asked.slice(from);
  assert.ok(bodies.length > paid);
  assert.ok(
    bodies.length - new Set(bodies).size <= 1,
    "at most the call that was cancelled is asked again",
  );
});

test("PL-02 BX-06 a program's memory is kept on the deployment, exported, and imported by another user", async () => {
  const ann = bankOf("ann");
  await ann.memory.observe("I prefer green tea.");
  const { recollection } = await ann.memory.recall("Which tea do I prefer?");
  assert.match(recollection.memories[0]?.entry.content ?? "", /green tea/);
  const { context } = await ann.memory.getContext("Which tea do I prefer?");
  assert.match(context.text, /green tea/);
  const steps = [{ action: "search", input: "height", output: "43 metres" }];
  await ann.trajectories.learn({ id: "run-1", steps });
  assert.equal((await ann.trajectories.stats()).trajectories, 1);
  await ann.keepUp();

  let file = "";
  for await (const part of ann.exportLongTerm()) file += part;
  const ben = bankOf("ben");
  const imported = await ben.importLongTerm(file);
  assert.ok(imported.memories && imported.trajectories);
  assert.match(
    (await ben.memory.recall("green tea")).recollection.memories[0]?.entry.content ?? "",
    /green tea/,
  );
  await assert.rejects(ben.importLongTerm(file.slice(0, -40)), { code: "import_malformed" });

  await ben.deleteEverything();
  assert.deepEqual(await ben.runs(), []);
  assert.deepEqual((await ben.memory.browse()).entries, []);
});

test("PL-02 a wrong token, a missing one and a wrong request are typed errors of the client", async () => {
  const strange = RemoteBank.connect({ address: deployment.address, token: "amb_of-nobody" });
  const calls = [
    () => strange.runs(),
    () => strange.memory.stats(),
    () => strange.openRun("any").result,
  ];
  for (const call of calls) {
    await assert.rejects(call, (thrown) => {
      assert.ok(thrown instanceof MemoryBankError);
      assert.equal(thrown.code, "token_unknown");
      assert.doesNotMatch(thrown.message, /amb_of-nobody/);
      return true;
    });
  }
  const nobody = RemoteBank.connect({ address: deployment.address });
  await assert.rejects(nobody.runs(), { code: "token_missing" });
  const ann = bankOf("ann");
  await assert.rejects(ann.stop("none"), { code: "stored_run_not_found" });
  await assert.rejects(
    ann.research({ question: "?", language: "xx" as "en" }).result,
    MemoryBankError,
  );
});
