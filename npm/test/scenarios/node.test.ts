/** The scenarios in Node, through the built package. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { lane } from "./lane.ts";
import { type Opens, research, resume } from "./perform.ts";

const folder = mkdtempSync(join(tmpdir(), "amb-scenarios-"));
after(() => rmSync(folder, { recursive: true }));

const opens: Opens = {
  bank: (options) => MemoryBank.open(options as Parameters<typeof MemoryBank.open>[0]),
  store: (name) => RunStore.open({ folder: join(folder, name) }),
};

await lane({
  hidesRedirects: false,
  oneStoppedOf: 1,
  research: (part) => research(opens, part),
  stop: (part, waits) => research(opens, part, waits()),
  resume: (part, stopped) => resume(opens, part, stopped),
});
