// What the driver calls in the page: reads one text into a fresh memory bank, through the package as it is built.

import { MemoryBank } from "/npm/browser.js";

/** How often the page's thread looks at the clock, in milliseconds. */
const BEAT = 4;

/** Notes the longest time that the page's thread could not do what it was due to do. */
class Heartbeat {
  longestStall = 0;
  #last = performance.now();
  #timer = setInterval(() => this.#beat(), BEAT);

  #beat() {
    const now = performance.now();
    this.longestStall = Math.max(this.longestStall, now - this.#last - BEAT);
    this.#last = now;
  }

  stop() {
    this.#beat();
    clearInterval(this.#timer);
  }
}

/** Notes the longest task of the page's own thread; Chromium tells of those over 50 ms. */
class LongTasks {
  longest = 0;
  #observer = new PerformanceObserver((list) => this.#note(list.getEntries()));

  constructor() {
    this.#observer.observe({ type: "longtask" });
  }

  #note(entries) {
    for (const { duration } of entries) this.longest = Math.max(this.longest, duration);
  }

  stop() {
    this.#note(this.#observer.takeRecords());
    this.#observer.disconnect();
  }
}

/** Bytes of JavaScript in the page and its workers, as Chromium counts them. Their wasm memories are not in it. */
async function scriptBytes() {
  const { bytes } = await performance.measureUserAgentSpecificMemory();
  return bytes;
}

/** Reads the text at `/text` up to `bytes` UTF-8 bytes and says what it took. */
async function ingest(bytes, useModel) {
  const text = new Uint8Array(await (await fetch(`/text?bytes=${bytes}`)).arrayBuffer());
  const size = text.byteLength;
  const bank = await MemoryBank.open(useModel ? {} : { embedder: false });
  const model = await bank.model;
  if (useModel && model.state !== "ready") throw new Error(`no model: ${model.message}`);
  const before = await bank.memoryUse();
  const heartbeat = new Heartbeat();
  const longTasks = new LongTasks();
  const start = performance.now();
  const run = bank.research({
    question: "What is ownership in Rust?",
    documents: [{ name: "books.md", bytes: text }],
    keep: true,
  });
  let events = 0;
  let progressEvents = 0;
  for await (const { type } of run) {
    events += 1;
    if (type === "progress") progressEvents += 1;
  }
  const result = await run.result;
  const milliseconds = performance.now() - start;
  heartbeat.stop();
  longTasks.stop();
  const after = await bank.memoryUse();
  const script = await scriptBytes();
  bank.close();
  return {
    size,
    milliseconds,
    model,
    before,
    after,
    script,
    events,
    progressEvents,
    longestStall: heartbeat.longestStall,
    longestTask: longTasks.longest,
    termination: result.termination,
    usage: result.usage,
  };
}

globalThis.ingest = ingest;
