// A program for Node alone: without the DOM library.
import { MemoryBank, MemoryBankError, type OpenOptions, RunStore } from "agentic-memory-bank";
import { RemoteBank } from "agentic-memory-bank/remote";

const options: OpenOptions = { embedder: false };
const store = await RunStore.open({ folder: "runs" });
const bank = await MemoryBank.open({ ...options, store });
const { answer } = await bank.research({ question: "Who?" }).result;
const deployed = RemoteBank.connect({ address: "https://example.org", token: "secret" });
export const runs = await deployed.runs();
export const told: (string | undefined)[] = [
  answer?.text,
  store.place.folder,
  MemoryBankError.name,
];
