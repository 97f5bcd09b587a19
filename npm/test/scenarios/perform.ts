/** A scenario on this host, whichever it is: this file runs in Node and, as a module of the page, in a tab. */
import type { BankFace, ResearchOptions } from "../../src/bank-face.ts";
import type { EngineOptions } from "../../src/configuration.ts";
import type { Run } from "../../src/run.ts";
import { prepare, remembered } from "./remember.ts";
import type { Asked, Outcome, Part } from "./stage.ts";

/** A store that is open. */
export interface Store {
  close(): Promise<void>;
}

/** With what a bank is opened here. */
export interface BankOptions extends EngineOptions {
  store?: Store | Promise<Store>;
  embedder?: false;
}

/** What this host opens. */
export interface Opens {
  bank(options: BankOptions): Promise<BankFace>;
  /** The store of this name; made if there is none. */
  store(name: string): Promise<Store>;
}

/** Runs a scenario; a `stop` that resolves stops it. */
export async function research(opens: Opens, part: Part, stop?: Promise<void>): Promise<Outcome> {
  if (part.memory) await prepare(opens, part.id, part.memory);
  const signal = stop && signalOf(stop);
  const outcome = await outcomeOf(opens, part, (bank) => ask(bank, part, signal));
  return stop ? outcome : { ...outcome, remembered: await remembered(opens, part) };
}

/** Goes on with a run that was stopped, in another bank: the one that its store keeps, or else that of its journal. */
export async function resume(opens: Opens, part: Part, stopped: Outcome): Promise<Outcome> {
  const isKept = part.memory !== null && !part.memory.isAway;
  const outcome = await outcomeOf(opens, part, (bank) =>
    isKept ? bank.resumeRun(stopped.result.docId) : bank.resume(stopped.journal),
  );
  return { ...outcome, remembered: await remembered(opens, part) };
}

/** Asks a bank. */
export function ask(bank: BankFace, asked: Asked, signal?: AbortSignal): Run {
  const images = asked.request.images.map(({ base64, ...image }) => ({
    ...image,
    bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
  }));
  const options: ResearchOptions = {
    ...(signal && { signal }),
    ...(asked.budget && { budget: asked.budget }),
  };
  return bank.research({ ...asked.request, images }, options);
}

async function outcomeOf(
  opens: Opens,
  part: Part,
  begin: (bank: BankFace) => Run,
): Promise<Outcome> {
  const store = await storeOf(opens, part);
  const bank = await opens.bank({ ...part.options, ...store?.option });
  try {
    const run = begin(bank);
    const events = [];
    for await (const event of run) events.push(event);
    const result = await run.result;
    const session = await bank.export(result.docId);
    const journal = await bank.journal(result.docId);
    return { result, events, session, journal, remembered: null };
  } finally {
    bank.close();
    await store?.close();
  }
}

/** The store that a scenario with long-term memory is played with, and how it is let go of. */
async function storeOf(opens: Opens, { id, memory }: Part) {
  if (memory === null) return null;
  if (memory.isAway) {
    const store = Promise.reject(new Error("the disk is gone"));
    return { option: { store }, close: async () => {} };
  }
  const store = await opens.store(id);
  return { option: { store }, close: () => store.close() };
}

function signalOf(stop: Promise<void>): AbortSignal {
  const abort = new AbortController();
  void stop.then(() => abort.abort());
  return abort.signal;
}
