import assert from "node:assert/strict";
import { test } from "node:test";
import { BankFace } from "../../src/bank-face.ts";
import { BankService } from "../../src/bank-service.ts";
import type { EngineModule, HostCallbacks, WasmBank } from "../../src/engine.ts";
import type { Event, ResearchRequest, ResearchResult, Settings } from "../../src/types.ts";
import { someResult } from "../fixtures.ts";

const started: Event = {
  type: "runStarted",
  docId: "d1",
  question: "q",
  engine: { name: "extractive", description: "" },
  embedder: null,
};

/** Stands in for the engine: tells that it started, embeds the question where it can, and ends. */
class FakeBank implements Partial<WasmBank> {
  static readonly defaults = () => ({ retrievalK: 5 });
  readonly #host: HostCallbacks;

  constructor(host: HostCallbacks, settings?: Partial<Settings>) {
    if (settings?.retrievalK === 0)
      throw Object.assign(new Error("k"), { code: "invalid_setting" });
    this.#host = host;
  }

  async research(
    request: ResearchRequest,
    onEvent: (event: Event) => void,
    signal?: AbortSignal,
  ): Promise<ResearchResult> {
    if (signal?.aborted) return someResult({ answer: null, termination: "aborted" });
    onEvent(started);
    await this.#host.embed?.([request.question]);
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
} as unknown as EngineModule;

async function eventsOf(bank: BankFace, question: string): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of bank.research({ question })) events.push(event);
  return events;
}

test("BX-01 a model that cannot be had is said in every run, right after its start", async () => {
  const service = new BankService(engine);
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

test("keywords alone because the caller wants it so is no warning", async () => {
  const service = new BankService(engine);
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  assert.ok((await eventsOf(bank, "q")).every(({ type }) => type !== "warning"));
});

test("runs wait for the model, and embed with it", async () => {
  const service = new BankService(engine);
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
    },
  );
  assert.equal((await run.result).embedder, "m");
  assert.deepEqual(embedded, [["q"]]);
  assert.deepEqual(await service.memoryUse(), { engine: 64, embedder: 128 });
});

test("PL-03 a run cancelled while the model loads ends at once, as cancelled", async () => {
  const service = new BankService(engine);
  const bank = new BankFace(service, new Promise(() => {}));
  const abort = new AbortController();
  const run = bank.research({ question: "q" }, { signal: abort.signal });
  abort.abort();
  assert.equal((await run.result).termination, "aborted");
});

test("half characters in a question are mended and said", async () => {
  const service = new BankService(engine);
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  const events = await eventsOf(bank, "a\ud800");
  assert.ok(events.some((event) => event.type === "warning" && event.code === "lone_surrogates"));
});

test("settings out of range fail the calls, not the process", async () => {
  const service = new BankService(engine, { settings: { retrievalK: 0 }, network: {} });
  service.attach({ state: "off" }, null);
  const bank = new BankFace(service, Promise.resolve({ state: "off" }));
  await assert.rejects(bank.research({ question: "q" }).result, { code: "invalid_setting" });
  await assert.rejects(bank.runs(), { code: "invalid_setting", name: "MemoryBankError" });
});
