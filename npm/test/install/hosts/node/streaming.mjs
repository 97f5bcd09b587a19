// Reads events as a stream and cancels the run at the first sign of progress.
import { MemoryBank } from "agentic-memory-bank";
import { documents, question } from "./island.js";

const [{ name, text }] = documents;
const years = Array.from({ length: 300 }, (_, year) => `In the year ${1700 + year}: ${text}`);
const bank = await MemoryBank.open();
const cancel = new AbortController();
const request = { question, documents: [{ name, text: years.join("\n\n") }] };
const run = bank.research(request, { signal: cancel.signal });
const events = [];
for await (const { type } of run.toReadableStream()) {
  events.push(type);
  if (type === "progress") cancel.abort();
}
const { termination } = await run.result;
bank.close();
console.log(JSON.stringify({ termination, events: [...new Set(events)] }));
