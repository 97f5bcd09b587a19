import {
  MemoryBank,
  MemoryBankError,
  type OpenOptions,
  type ResearchResult,
  type RunStore,
} from "agentic-memory-bank";
import { documents, question } from "./island.js";

const options: OpenOptions = { onModelProgress: ({ loaded, total }) => void (loaded / total) };
// @ts-expect-error: the option is `embedder`.
const misspelt: OpenOptions = { embeder: false };

/** Asks the question; events stream meanwhile. */
async function ask(bank: MemoryBank, signal: AbortSignal): Promise<[ResearchResult, string[]]> {
  const run = bank.research({ question, documents }, { signal });
  const events: string[] = [];
  for await (const event of run) {
    events.push(event.type === "warning" ? `warning ${event.code}` : event.type);
  }
  return [await run.result, events];
}

/** The number of runs that a store keeps. */
export async function count(store: RunStore): Promise<number> {
  return (await store.runs()).length;
}

/** The code of the failure that the options are refused with. */
async function refusal(wrong: OpenOptions): Promise<string> {
  try {
    (await MemoryBank.open(wrong)).close();
    return "none";
  } catch (failure) {
    return failure instanceof MemoryBankError ? failure.code : "unknown";
  }
}

const bank = await MemoryBank.open(options);
const [{ answer, termination }, events] = await ask(bank, new AbortController().signal);
const [cancelled] = await ask(bank, AbortSignal.abort());
bank.close();
console.log(
  JSON.stringify({
    text: answer?.text,
    places: answer?.citations.map(({ quote, chars: { start, end } }) => ({ quote, start, end })),
    events,
    terminations: [termination, cancelled.termination],
    refusal: await refusal(misspelt),
  }),
);
