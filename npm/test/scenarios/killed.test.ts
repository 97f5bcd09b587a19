/** The command line asks a scenario's language model, is killed in the midst, and goes on. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { RunHead } from "../../src/types.ts";
import { ended, file, folder, run, start } from "../cli/program.ts";
import { everythingIn } from "../stored-runs.ts";
import { Stage } from "./stage.ts";

/** Three documents that contradict each other; nothing is searched. */
const SCENARIO = "conflicts-waiting";

const KEY = "sk-of-the-user-alone";

const stage = await Stage.open();
after(() => stage.close());

/** Stands before the model: notes what it is asked, and from some request on leaves all without an answer. */
class Gate {
  /** What was let through, in order. */
  readonly passed: string[] = [];
  waiting = 0;
  #passes = Number.POSITIVE_INFINITY;
  readonly #model: URL;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  constructor(model: string) {
    this.#model = new URL(model);
  }

  /** The address to ask instead of the model's. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.#model.pathname}`;
  }

  /** So many requests are let through from now on. */
  let(requests: number): void {
    this.#passes = requests;
    this.waiting = 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.#passes <= 0) {
      this.waiting += 1;
      return;
    }
    this.#passes -= 1;
    this.passed.push(body.toString());
    const { method = "POST", url = "/", headers } = request;
    const { authorization = "" } = headers;
    const sent = { "content-type": "application/json", authorization };
    const answer = await fetch(new URL(url, this.#model), { method, headers: sent, body });
    const type = answer.headers.get("content-type") ?? "text/plain";
    response.writeHead(answer.status, { "content-type": type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

interface Model {
  provider: { baseUrl: string };
  model: string;
}

/** A world of the scenario, and how the command line asks in it. */
async function world() {
  const { request, options } = await stage.begin(SCENARIO, { follows: false });
  const { provider, model } = options.llm as unknown as Model;
  const gate = new Gate(provider.baseUrl);
  const address = await gate.open();
  const documents = (request.documents ?? []).flatMap(({ name, text }) => [
    "--doc",
    file(name, text ?? ""),
  ]);
  const asks = ["--llm", address, "--model", model, "--no-model", "--json"];
  const environment = { LLM_API_KEY: KEY, AMB_RUNS: "" };
  return { gate, question: request.question, documents, asks, environment };
}

const WITHIN = { timeout: 120_000 };

type World = Awaited<ReturnType<typeof world>>;

interface Printed {
  answer: { text: string };
}

/** The answer that a process printed, once it ended well. */
async function answerOf(process: ReturnType<typeof run>): Promise<string> {
  const { status, stdout, stderr } = await process;
  assert.equal(status, 0, stderr);
  const { answer }: Printed = JSON.parse(stdout);
  return answer.text;
}

/** Kills a run that is kept, after so many requests; gives back its id. */
async function killAfter(requests: number, { gate, ...asked }: World, folder: string) {
  gate.let(requests);
  const words = ["ask", asked.question, ...asked.documents, ...asked.asks, "--runs", folder];
  const child = start(words, asked.environment);
  const killed = ended(child);
  while (gate.waiting === 0) await setTimeout(5);
  child.kill("SIGKILL");
  const { stderr } = await killed;
  const [, id = ""] = stderr.match(/^kept in .* as ([0-9a-f-]{36})$/m) ?? [];
  const listed: RunHead[] = JSON.parse((await run(["runs", "--runs", folder, "--json"])).stdout);
  assert.deepEqual(
    listed.map((head) => [head.id, head.question, head.state]),
    [[id, asked.question, { state: "running" }]],
  );
  return id;
}

/** What comes of the scenario when nobody is killed: the answer, and how many requests it takes. */
async function unbroken(): Promise<{ answer: string; requests: number }> {
  const { gate, question, documents, asks, environment } = await world();
  const answer = await answerOf(run(["ask", question, ...documents, ...asks], "", environment));
  gate.close();
  return { answer, requests: gate.passed.length };
}

const { answer, requests } = await unbroken();
assert.ok(requests > 4, `it asked ${requests} times`);

for (const before of [0, Math.floor(requests / 2), requests - 1]) {
  test(
    `BX-02 PL-06 killed after ${before} requests, a kept run goes on and asks nothing twice`,
    WITHIN,
    async () => {
      const runs = join(folder, `killed-after-${before}`);
      const broken = await world();
      const { gate, question, asks, environment } = broken;
      const id = await killAfter(before, broken, runs);
      const everything = everythingIn(runs);
      assert.ok(everything.includes(question) && !everything.includes(KEY));

      gate.let(Number.POSITIVE_INFINITY);
      const resume = ["ask", "--runs", runs, "--resume", id, ...asks];
      assert.equal(await answerOf(run(resume, "", environment)), answer);
      assert.equal(gate.passed.length, requests);
      assert.equal(new Set(gate.passed).size, requests, "a request was sent twice");

      gate.let(0);
      const shown = run(["ask", "--runs", runs, "--replay", id, "--json"], "", environment);
      assert.deepEqual([await answerOf(shown), gate.waiting], [answer, 0]);
      gate.close();
    },
  );
}
