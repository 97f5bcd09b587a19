import { documents, question } from "./island.js";

/** Asks the question of a bank that `open` gives. Returns the outcome, or the failure as plain data. */
export async function told(open) {
  try {
    return { outcome: await research(await open()) };
  } catch (failure) {
    return { failure: plain(failure) };
  }
}

async function research(bank) {
  try {
    const run = bank.research({ question, documents });
    const events = [];
    const warnings = [];
    for await (const { type, code, message } of run) {
      events.push(type);
      if (type === "warning") warnings.push({ code, message });
    }
    const { answer, termination, embedder } = await run.result;
    return { answer: essence(answer), termination, embedder, events, warnings };
  } finally {
    bank.close();
  }
}

/** The part of an answer that is the same on every host. */
export function essence({ text, citations }) {
  const places = citations.map(({ quote, chars: { start, end } }) => ({ quote, start, end }));
  return { text, citations: places };
}

/** A failure as plain data. */
export function plain(failure) {
  const { name, code, message, retryable } = failure;
  return { name, code, message, retryable };
}
