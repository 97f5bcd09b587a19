/** A scenario on this host, whichever it is: this file runs in Node and, as a module of the page, in a tab. */
import type { BankFace, ResearchOptions } from "../../src/bank-face.ts";
import type { Run } from "../../src/run.ts";
import type { Outcome, Part } from "./stage.ts";

/** Opens a bank on this host. */
export type Open = (options: Part["options"]) => Promise<BankFace>;

/** Runs a scenario; a `stop` that resolves stops it. */
export function research(open: Open, part: Part, stop?: Promise<void>): Promise<Outcome> {
  const images = part.request.images.map(({ base64, ...image }) => ({
    ...image,
    bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
  }));
  const options: ResearchOptions = {
    ...(stop && { signal: signalOf(stop) }),
    ...(part.budget && { budget: part.budget }),
  };
  return withBank(open, part, (bank) => bank.research({ ...part.request, images }, options));
}

/** Goes on with the run of a journal, in a bank that knows nothing of it. */
export function resume(open: Open, part: Part, journal: string): Promise<Outcome> {
  return withBank(open, part, (bank) => bank.resume(journal));
}

async function withBank(open: Open, part: Part, begin: (bank: BankFace) => Run): Promise<Outcome> {
  const bank = await open(part.options);
  try {
    const run = begin(bank);
    const events = [];
    for await (const event of run) events.push(event);
    const result = await run.result;
    const session = await bank.export(result.docId);
    const journal = await bank.journal(result.docId);
    return { result, events, session, journal };
  } finally {
    bank.close();
  }
}

function signalOf(stop: Promise<void>): AbortSignal {
  const abort = new AbortController();
  void stop.then(() => abort.abort());
  return abort.signal;
}
