// An old Node may refuse the import or the opening.
import { plain } from "./research.js";

try {
  const { MemoryBank } = await import("agentic-memory-bank");
  await MemoryBank.open();
} catch (failure) {
  console.log(JSON.stringify({ failure: plain(failure) }));
}
