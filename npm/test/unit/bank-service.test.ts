import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { BankFace } from "../../src/bank-face.ts";
import { BankService } from "../../src/bank-service.ts";
import { deferred } from "../../src/deferred.ts";
import type { EngineModule, WasmBank } from "../../src/engine.ts";
import { isAbort } from "../../src/errors.ts";
import type { HostCallbacks } from "../../src/host.ts";
import type { EngineRequest } from "../../src/request.ts";
import type { RunHolds } from "../../src/run-locks.ts";
import type {
  DocumentReader,
  Estimate,
  Event,
  ResearchRequest,
  ResearchResult,
  RunSummary,
  ServiceName,
  ServiceReply,
  Settings,
} from "../../src/types.ts";
import { UpkeepTimer } from "../../src/upkeep-timer.ts";
import { Fault } from "../../src/wasm-instance.ts";
import { someEstimate, someResult } from "../fixtures.ts";

const started: Event = {
  type: "runStarted",
  docId: "d1",
  question: "q",
  language: "en",
  engine: { name: "extractive", description: "" },
  embedder: null,
};

/** Stands in for the engine: tells that it started, embeds the question where it can, and ends. */
class FakeBank implements Partial<WasmBank> {
  /** Banks that were made and not freed. */
  static living = 0;
  static readonly defaults = () => ({ retrievalK: 5 });
  static readonly provider = (name: string) =>
    name === "ollama" ? { baseUrl: "http://o" } : undefined;
  readonly #host: HostCallbacks;
  #kept: string | null = null;
  #under = 0;

  constructor(host: HostCallbacks, settings?: Partial<Settings>) {
    if (settings?.retrievalK === 0)
      throw Object.assign(new Error("k"), { code: "invalid_setting" });
    this.#host = host;
    FakeBank.living += 1;
  }

  free(): void {
    assert.equal(this.#under, 0, "freed under a run");
    FakeBank.living -= 1;
  }

  async estimate({ question, budget }: EngineRequest): Promise<Estimate> {
    return { ...someEstimate(), basis: `${question} ${budget?.tokens}` };
  }

  async tryService(service: ServiceName): Promise<ServiceReply> {
    if (service === "search") return { service, results: 2 };
    throw Object.assign(new Error("refused"), { code: "llm_unauthorized" });
  }

  export(docId: string): string {
    if (docId !== this.#kept) throw Object.assign(new Error("unknown"), { code: "unknown_run" });
    return `export of ${docId}`;
  }

  runs(): RunSummary[] {
    const docId = this.#kept;
    return docId === null
      ? []
      : [{ docId, question: "", documents: [], nodes: 0, imported: false }];
  }

  discard(docId: string): boolean {
    return docId === this.#kept;
  }

  async research(
    request: ResearchRequest,
    onEvent: (event: Event) => void,
    signal?: AbortSignal,
  ): Promise<ResearchResult> {
    this.#kept = request.keep ? "d1" : null;
    if (signal?.aborted) return someResult({ answer: null, termination: "aborted" });
    onEvent(started);
    this.#under += 1;
    await this.#host.embed?.([request.question]);
    this.#under -= 1;
    onEvent({ type: "runFinished", termination: "answer" });
    return someResult({
      question: request.question,
      embedder: this.#host.embedder?.modelId ?? null,
    });
  }
}

const engine = {
  Bank: FakeBank,
  memory: { buffer: new ArrayBuffer(64) },
  fault: new Fault(),
} as unknown as EngineModule;
const newEngine = () => engine;

async function eventsOf(bank: BankFace, question: string): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of bank.research({ question })) events.push(event);
  return events;
}

test("BX-01 a model that cannot be had is said in every run, right after its start", async () => {
  const service = new BankService(newEngine);
  const status = { state: "unavailable", code: "model_unreachable", message: "no answer" } as const;
  service.attach(status, null);
  const bank = new BankFace(service, Promise.resolve(status));
  for (const question of ["one?", "two?"]) {
    const events = await eventsOf(bank, question);
    assert.deepEqual(
      events.map(({ type }) => type),
      ["runStarted", "warning", "runFinished"],
    );
    const [, warning] = events;
    assert.ok(warning?.type === "warning" && warning.message.includes("keywords alone"));
  }
});

test("PL-03 a bank that is closed ends the reading of its documents", async () => {
  const hosts: HostCallbacks[] = [];
  class WatchedBank extends FakeBank {
    constructor(host: HostCallbacks) {
      super(host);
      hosts.push(host);
    }
  }
  const forEver = (_bytes: Uint8Array, _reader: DocumentReader, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const watched = { ...engine, Bank: WatchedBank } as unknown as EngineModule;
  const service = new BankService(() => watched, undefined, { readDocument: forEver });
  service.attach({ state: "off" }, null);
  const reading = hosts[0]?.readDocument?.(
    new Uint8Array(),
    { reader: "pdf" },
    new AbortController().signal,
  );
  assert.ok(reading);
  service.close();
  await assert.rejects(reading, isAbort);
});

test("keywords alone because the caller wants it so is no warning", async () => {
  const service = new BankService(newEngine);
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  assert.ok((await eventsOf(bank, "q")).every(({ type }) => type !== "warning"));
});

test("runs wait for the model, and embed with it", async () => {
  const service = new BankService(newEngine);
  const embedded: string[][] = [];
  const run = new BankFace(service, Promise.resolve({ state: "off" })).research({ question: "q" });
  service.attach(
    { state: "ready", modelId: "m", artefact: "baseline", downloaded: 0, loadMilliseconds: 1 },
    {
      info: { modelId: "m", dimensions: 2 },
      embed: async (texts) => {
        embedded.push(texts);
        return { vectors: new Float32Array(2), coverage: new Float32Array(1) };
      },
      memoryBytes: async () => 128,
      close: () => {},
    },
  );
  assert.equal((await run.result).embedder, "m");
  assert.deepEqual(embedded, [["q"]]);
  assert.deepEqual(await service.memoryUse(), { engine: 64, embedder: 128 });
});

/** Memory in which texts wait for their vectors, 100 of which get one by a call; it notes what it is asked. */
class WaitingMemory {
  readonly asked: string[] = [];
  #left: number;
  readonly #cannotKeepUp: boolean;

  constructor(left: number, { cannotKeepUp = false } = {}) {
    this.#left = left;
    this.#cannotKeepUp = cannotKeepUp;
  }

  async askMemory(request: { memory: string }) {
    this.asked.push(request.memory);
    if (request.memory === "upkeep" && this.#cannotKeepUp) throw new Error("the server is down");
    const embedded = Math.min(this.#left, 100);
    if (request.memory === "vectors") this.#left -= embedded;
    const done = { embedded, lookedAt: embedded, complete: this.#left === 0, notes: [] };
    const nothing = { embedded: 0, lookedAt: 0, complete: true, notes: [] };
    return { done: { memoryVectors: done, trajectoryVectors: nothing } };
  }

  async supplyMemory(): Promise<never> {
    throw new Error("nothing was needed");
  }
}

const READY = {
  state: "ready",
  modelId: "m",
  artefact: "baseline",
  downloaded: 0,
  loadMilliseconds: 1,
} as const;

function someEmbedder() {
  return {
    info: { modelId: "m", dimensions: 2 },
    embed: async () => ({ vectors: new Float32Array(2), coverage: new Float32Array(1) }),
    memoryBytes: async () => 128,
    close: () => {},
  };
}

test("AF-14 a model that comes after something was remembered embeds it, part by part, by itself", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new WaitingMemory(250);
  const service = new BankService(newEngine, undefined, { memory });
  await service.askMemory({ memory: "hierarchy", op: "stats" });
  const passes = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      t.mock.timers.tick(1_000);
      await setImmediate();
    }
  };
  await passes(10);
  assert.deepEqual(memory.asked, ["upkeep", "hierarchy"], "without a model nothing is embedded");
  service.attach(READY, someEmbedder());
  await passes(20);
  assert.deepEqual(memory.asked, ["upkeep", "hierarchy", "vectors", "vectors", "vectors"]);
  await service.askMemory({ memory: "hierarchy", op: "stats" });
  await passes(10);
  assert.equal(memory.asked.length, 6, "it is done");
  service.close();
});

test("AF-14 a run's upkeep goes on with vectors, and a memory that nobody asked is not looked at", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new WaitingMemory(150);
  const service = new BankService(newEngine, undefined, { memory });
  service.attach(READY, someEmbedder());
  const passes = async () => {
    for (let second = 0; second < 20; second++) {
      t.mock.timers.tick(1_000);
      await setImmediate();
    }
  };
  await passes();
  assert.deepEqual(memory.asked, []);
  await new BankFace(service, Promise.resolve(READY)).research({ question: "q" }).result;
  await passes();
  assert.deepEqual(memory.asked, ["upkeep", "upkeep", "vectors", "vectors"]);
  service.close();
});

test("AF-14 what an upkeep cannot do in one place stops no vectors in the other", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new WaitingMemory(150, { cannotKeepUp: true });
  const service = new BankService(newEngine, undefined, { memory });
  service.attach(READY, someEmbedder());
  await new BankFace(service, Promise.resolve(READY)).research({ question: "q" }).result;
  for (let second = 0; second < 20; second++) {
    t.mock.timers.tick(1_000);
    await setImmediate();
  }
  assert.deepEqual(memory.asked, ["upkeep", "vectors", "vectors"]);
  service.close();
});

test("CG-05 AF-08 what is due is done before memory is first asked, and soon after something new came", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const memory = new WaitingMemory(0);
  const service = new BankService(newEngine, undefined, { memory });
  service.attach({ state: "off" }, null);
  const ask = (request: object) => service.askMemory(request as never);
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      t.mock.timers.tick(1_000);
      await setImmediate();
    }
  };
  await Promise.all([
    ask({ memory: "hierarchy", op: "stats" }),
    ask({ memory: "trajectories", op: "stats" }),
  ]);
  assert.deepEqual(memory.asked, ["upkeep", "hierarchy", "trajectories"]);
  await seconds(10);
  assert.equal(memory.asked.length, 3, "nothing new came");
  for (const request of [
    { memory: "hierarchy", op: "observe" },
    { memory: "trajectories", op: "learn" },
    { memory: "trajectories", op: "import" },
  ]) {
    memory.asked.length = 0;
    await ask(request);
    assert.deepEqual(memory.asked, [request.memory]);
    await seconds(10);
    assert.deepEqual(memory.asked, [request.memory, "upkeep", "upkeep"], request.op);
  }
  // A stream of new things does not put it off for ever.
  memory.asked.length = 0;
  for (let second = 0; second < 10; second++) {
    await ask({ memory: "trajectories", op: "learn" });
    await seconds(1);
  }
  assert.ok(memory.asked.filter((each) => each === "upkeep").length >= 4, memory.asked.join());
  service.close();
});

test("CG-05 one upkeep comes after the other, and what came meanwhile has its own", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const begun: (() => void)[] = [];
  const timer = new UpkeepTimer(() => new Promise((done) => begun.push(done)));
  timer.wish();
  t.mock.timers.tick(2_000);
  timer.wish();
  timer.putOff();
  t.mock.timers.tick(10_000);
  assert.equal(begun.length, 1);
  begun[0]?.();
  await setImmediate();
  t.mock.timers.tick(2_000);
  assert.equal(begun.length, 2);
  begun[1]?.();
  await setImmediate();
  t.mock.timers.tick(10_000);
  assert.equal(begun.length, 2);
  timer.wish();
  timer.stop();
  timer.putOff();
  t.mock.timers.tick(10_000);
  assert.equal(begun.length, 2);
});

test("BX-03 an estimate does not wait for the model, and has the budget of its run", async () => {
  FakeBank.living = 0;
  const bank = new BankFace(new BankService(newEngine), new Promise(() => {}));
  const { basis } = await bank.estimate({ question: "q" }, { budget: { tokens: 7 } });
  assert.equal(basis, "q 7");
  assert.equal(FakeBank.living, 0);
  const misspelled = { budget: { tokns: 7 } } as never;
  await assert.rejects(bank.estimate({ question: "q" }, misspelled), /did you mean "tokens"/);
});

test("MB-19 MB-21 a service is tried beside everything else, and its failure is the caller's", async () => {
  FakeBank.living = 0;
  const bank = new BankFace(new BankService(newEngine), new Promise(() => {}));
  assert.deepEqual(await bank.tryService("search"), { service: "search", results: 2 });
  await assert.rejects(bank.tryService("llm"), { code: "llm_unauthorized" });
  await assert.rejects(bank.tryService(7 as never), { code: "invalid_argument" });
  assert.equal(FakeBank.living, 0);
});

test("PL-03 a run cancelled while the model loads ends at once, as cancelled", async () => {
  const service = new BankService(newEngine);
  const bank = new BankFace(service, new Promise(() => {}));
  const abort = new AbortController();
  const run = bank.research({ question: "q" }, { signal: abort.signal });
  abort.abort();
  assert.equal((await run.result).termination, "aborted");
});

test("MB-24 a run cancelled while the model loads can be exported and forgotten, not gone on with", async () => {
  FakeBank.living = 0;
  const service = new BankService(newEngine);
  const bank = new BankFace(service, new Promise(() => {}));
  const request = { question: "q", keep: true };
  const { docId } = await bank.research(request, { signal: AbortSignal.abort() }).result;
  assert.equal(await bank.export(docId), "export of d1");
  service.attach({ state: "off" }, null);
  assert.deepEqual(
    (await bank.runs()).map((run) => run.docId),
    [docId],
  );
  const more = bank.research({ question: "more?", continueFrom: docId }).result;
  await assert.rejects(more, { code: "unknown_run", message: /cancelled while the model loaded/ });
  assert.equal(await bank.discard(docId), true);
  await assert.rejects(bank.export(docId), { code: "unknown_run" });
  assert.equal(FakeBank.living, 1);
});

test("a run cancelled while the model loads that nobody keeps leaves nothing behind", async () => {
  FakeBank.living = 0;
  const bank = new BankFace(new BankService(newEngine), new Promise(() => {}));
  await bank.research({ question: "q" }, { signal: AbortSignal.abort() }).result;
  assert.equal(FakeBank.living, 0);
});

/** A bank whose model answers when `embed` is called. */
function bankWithModel(embed: () => Promise<void>) {
  const released: string[] = [];
  const service = new BankService(newEngine);
  service.attach(
    { state: "ready", modelId: "m", artefact: "baseline", downloaded: 0, loadMilliseconds: 1 },
    {
      info: { modelId: "m", dimensions: 2 },
      embed: async () => {
        await embed();
        return { vectors: new Float32Array(2), coverage: new Float32Array(1) };
      },
      memoryBytes: async () => 128,
      close: () => released.push("model"),
    },
  );
  return { bank: new BankFace(service, Promise.resolve({ state: "off" })), released };
}

test("BX-10 a run that fails lets go of its lock at once, and of none that another call holds", async () => {
  const held = new Set(["other"]);
  const runLocks: RunHolds = {
    hold: async (run) => !held.has(run) && Boolean(held.add(run)),
    release: async (run) => void held.delete(run),
    releaseAll: async () => held.clear(),
  };
  const never = deferred<ResearchResult>();
  class FailingBank extends FakeBank {
    override research(request: ResearchRequest, onEvent: (event: Event) => void) {
      const docId = request.question;
      held.add(docId);
      onEvent({ ...started, docId } as Event);
      return docId === "long" ? never.promise : Promise.reject(new Error("failed"));
    }

    resumeRun(): Promise<ResearchResult> {
      return Promise.reject(new Error("damaged"));
    }
  }
  const module = { ...engine, Bank: FailingBank } as unknown as EngineModule;
  const service = new BankService(() => module, undefined, { runLocks });
  service.attach({ state: "off" }, null);
  const ask = (question: string) => service.research({ question } as EngineRequest, () => {});
  const long = ask("long");
  await assert.rejects(ask("short"), { message: "failed" });
  for (const docId of ["stored", "other"]) {
    await assert.rejects(
      service.resumeRun(docId, () => {}),
      { message: "damaged" },
    );
  }
  assert.deepEqual([...held].sort(), ["long", "other"]);
  never.resolve(someResult({ docId: "long" }));
  await long;
  assert.deepEqual([...held], []);
  service.close();
});

test("PL-03 a closed bank has given its memory back, and every call fails as closed", async () => {
  FakeBank.living = 0;
  const { bank, released } = bankWithModel(async () => {});
  await bank.research({ question: "q" }).result;
  assert.equal(FakeBank.living, 1);
  bank.close();
  bank.close();
  assert.equal(FakeBank.living, 0);
  assert.deepEqual(released, ["model"]);
  for (const call of [
    bank.research({ question: "q" }).result,
    bank.replay("{}").result,
    bank.resume("{}").result,
    bank.export("d1"),
    bank.import("{}"),
    bank.journal("d1"),
    bank.runs(),
    bank.discard("d1"),
    bank.task("t"),
    bank.memoryUse(),
  ]) {
    await assert.rejects(call, { name: "MemoryBankError", code: "closed" });
  }
});

test("PL-03 closing fails a run under way at once, and frees what it uses after it", async () => {
  FakeBank.living = 0;
  const { promise: slow, resolve: answer } = deferred<void>();
  const { bank, released } = bankWithModel(() => slow);
  const run = bank.research({ question: "q" });
  for await (const { type } of run) if (type === "runStarted") break;
  bank.close();
  await assert.rejects(run.result, { code: "closed" });
  assert.equal(FakeBank.living, 1);
  answer(undefined);
  await setImmediate();
  assert.equal(FakeBank.living, 0);
  assert.deepEqual(released, ["model"]);
});

test("PL-03 a bank closed while the model loads fails who waits, and gives the model back", async () => {
  FakeBank.living = 0;
  const service = new BankService(newEngine);
  const bank = new BankFace(service, new Promise(() => {}));
  const waiting = bank.runs();
  bank.close();
  await assert.rejects(waiting, { code: "closed" });
  let released = false;
  service.attach(
    { state: "ready", modelId: "m", artefact: "baseline", downloaded: 0, loadMilliseconds: 1 },
    {
      info: { modelId: "m", dimensions: 2 },
      embed: () => new Promise(() => {}),
      memoryBytes: async () => 128,
      close: () => {
        released = true;
      },
    },
  );
  assert.ok(released);
  assert.equal(FakeBank.living, 0);
});

test("half characters in a question are mended and said", async () => {
  const service = new BankService(newEngine);
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  const events = await eventsOf(bank, "a\ud800");
  assert.ok(events.some((event) => event.type === "warning" && event.code === "lone_surrogates"));
});

test("settings out of range fail the calls, not the process", async () => {
  const service = new BankService(newEngine, { settings: { retrievalK: 0 }, network: {} });
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  await assert.rejects(bank.research({ question: "q" }).result, { code: "invalid_setting" });
  await assert.rejects(bank.runs(), { code: "invalid_setting", name: "MemoryBankError" });
});

test("MB-21 MB-25 what the engine knows of an endpoint is told before a model is there", async () => {
  const service = new BankService(newEngine);
  assert.deepEqual(await service.provider(" ollama "), { baseUrl: "http://o" });
  assert.equal(await service.provider("nobody"), undefined);
});
