// Opens a bank in the way that the address asks for: `?open`, `?wasm=ADDRESS`, `?store` or `?copies`.
import { MemoryBank, RunStore } from "agentic-memory-bank";
import { plain, told } from "./research.js";

const asked = new URLSearchParams(location.search);

async function withStore() {
  const store = await RunStore.open();
  const report = await told(() => MemoryBank.open({ store }));
  return { ...report, place: store.place };
}

/** Banks of two copies of the package, their stores, and a store of one that the other is given. */
async function copies() {
  const another = await import("another-copy");
  const reports = [MemoryBank, another.MemoryBank].map((copy) => told(() => copy.open()));
  const [own, store] = await Promise.all([RunStore.open(), another.RunStore.open()]);
  const mixed = await MemoryBank.open({ store }).then(() => null, plain);
  const runs = await Promise.all([own.runs(), store.runs()]);
  return { reports: await Promise.all(reports), runs, mixed };
}

async function report() {
  if (asked.has("copies")) return copies();
  if (asked.has("store")) return withStore();
  const engine = asked.get("wasm");
  return told(() => MemoryBank.open(engine ? { wasm: { engine }, embedder: false } : {}));
}

globalThis.told = await report().catch((failure) => ({ failure: plain(failure) }));
