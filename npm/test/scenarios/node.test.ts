/** The scenarios in Node, through the built package. */
import { MemoryBank } from "agentic-memory-bank/node";
import { lane } from "./lane.ts";
import { research, resume } from "./perform.ts";

const open = (options: Parameters<typeof MemoryBank.open>[0]) => MemoryBank.open(options);

await lane({
  hidesRedirects: false,
  oneStoppedOf: 1,
  research: (part) => research(open, part),
  stop: (part, waits) => research(open, part, waits()),
  resume: (part, journal) => resume(open, part, journal),
});
