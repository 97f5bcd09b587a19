// The import alone: what it starts.
const before = process.getActiveResourcesInfo();
await import("agentic-memory-bank");
console.log(JSON.stringify({ before, after: process.getActiveResourcesInfo() }));
