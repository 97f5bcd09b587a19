/** Routes of one run. */
import type { MemoryBank, Run, RunState } from "agentic-memory-bank";
import { json, NEVER_KEPT } from "./answers.ts";
import { eventStream, type Feed, positionOf, STREAM_HEADERS } from "./event-stream.ts";
import type { Home } from "./home.ts";

/** Shows a run: its head, and its result once it has ended. */
export async function showRun(home: Home, docId: string): Promise<Response> {
  const run = await home.runs.head(docId);
  if (run.state.state === "running") return json({ run });
  const result = await reading(home, (bank) => bank.openRun(docId).result).catch(() => undefined);
  return json({ run, ...(result && { result }) });
}

/** Streams the events of a run, after the last one that the client received. */
export async function followRun(home: Home, docId: string, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const after = positionOf(request.headers.get("last-event-id") ?? searchParams.get("after"));
  const { run, ended, close } = await followed(home, docId);
  const feed: Feed = {
    after,
    events: run[Symbol.asyncIterator](),
    end: async () => {
      await ended;
      return endOf(home, docId);
    },
    close,
  };
  return new Response(eventStream(feed), { headers: STREAM_HEADERS });
}

/** Gives the memory of a run as the package exports it. */
export async function exportRun(home: Home, docId: string): Promise<Response> {
  await home.runs.head(docId);
  const text = await reading(home, async (bank) => {
    await bank.openRun(docId).result;
    return bank.export(docId);
  });
  return jsonText(text);
}

/** Gives the journal of a run. */
export async function journalOfRun(home: Home, docId: string): Promise<Response> {
  await home.runs.head(docId);
  return jsonText(await reading(home, (bank) => bank.journal(docId)));
}

/** A run whose events can be read. */
interface Followed {
  run: Run;
  ended: Promise<unknown>;
  close(): void;
}

/** Returns the run at work, or else the one that is read back from the store. */
async function followed(home: Home, docId: string): Promise<Followed> {
  const working = home.runs.atWork(docId);
  if (working !== undefined) return { ...working, close: () => {} };
  await home.runs.head(docId);
  const release = home.retain();
  try {
    const bank = await home.reader();
    const run = bank.openRun(docId);
    const close = () => {
      home.letGo(bank);
      release();
    };
    return { run, ended: Promise.resolve(), close };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Returns the state of a finished run; `null` for one that goes on. */
async function endOf(home: Home, docId: string): Promise<RunState | null> {
  const { state } = await home.runs.head(docId);
  return state.state === "running" ? null : state;
}

async function reading<T>(home: Home, work: (bank: MemoryBank) => Promise<T>): Promise<T> {
  const bank = await home.reader();
  try {
    return await work(bank);
  } finally {
    home.letGo(bank);
  }
}

function jsonText(text: string): Response {
  return new Response(text, { headers: { ...NEVER_KEPT, "content-type": "application/json" } });
}
