// A program for Node alone: without the DOM library.
import { MemoryBank, MemoryBankError, type OpenOptions, RunStore } from "agentic-memory-bank";

const options: OpenOptions = { embedder: false };
const store = await RunStore.open({ folder: "runs" });
const bank = await MemoryBank.open({ ...options, store });
const { answer } = await bank.research({ question: "Who?" }).result;
export const told: (string | undefined)[] = [
  answer?.text,
  store.place.folder,
  MemoryBankError.name,
];
