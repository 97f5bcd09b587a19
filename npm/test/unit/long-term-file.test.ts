/** Both long-term memories in one file (AF-13, CG-08, BX-06). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { closed } from "../../src/errors.ts";
import type { ImportSource } from "../../src/import-source.ts";
import { IncomingFile } from "../../src/incoming-file.ts";
import { importLongTerm, longTermFile } from "../../src/long-term-file.ts";
import type { ImportedMemories, ImportedTrajectories } from "../../src/types.ts";

const MEMORIES = '{"format":"amb-hierarchical-memory","version":1}\n{"end":{"records":0}}\n';
const HEADER = '{"format":"amb-long-term-memory","version":1}\n';
const RUNS = '{"format":"amb-trajectory-memory","version":1}\n{"end":{"records":0}}\n';

/** One of the two memories, which notes what it takes in, and refuses what is damaged, or holds nothing. */
class FakeMemory<Imported> {
  /** What is on its way, by import. */
  readonly coming = new Map<number, string>();
  readonly took: string[] = [];
  /** How many times each thing was asked. */
  readonly asked: string[] = [];

  readonly name: string;
  readonly own: string;

  constructor(name: string, own: string) {
    this.name = name;
    this.own = own;
  }

  async *export() {
    yield this.own;
  }

  incoming(): IncomingFile<Imported> {
    return new IncomingFile(async (request) => {
      const before = this.coming.get(request.import) ?? "";
      this.asked.push(request.op);
      if (request.op === "readImport") {
        if (request.text.includes("damaged")) throw new Error(`${this.name} refuses`);
        this.coming.set(request.import, before + request.text);
      } else if (request.op === "dropImport") this.coming.delete(request.import);
      else if (!before.includes('"end"')) throw new Error(`${this.name}: it was cut off`);
      else if (request.op === "import") {
        this.coming.delete(request.import);
        this.took.push(before);
        return { of: this.name };
      }
      return null;
    });
  }
}

function bank() {
  return {
    memory: new FakeMemory<ImportedMemories>("memory", MEMORIES),
    trajectories: new FakeMemory<ImportedTrajectories>("trajectories", RUNS),
  };
}

/** What each memory took of a file; each way of giving it comes to the same. Nothing stays on its way. */
async function taken(file: string) {
  const all = [];
  for (const source of sources(file)) {
    const { memory, trajectories } = bank();
    const imported = await importLongTerm({ memory, trajectories }, source);
    assert.deepEqual(imported, {
      memories: memory.took.length > 0 ? { of: "memory" } : null,
      trajectories: trajectories.took.length > 0 ? { of: "trajectories" } : null,
    });
    assert.equal(memory.coming.size + trajectories.coming.size, 0);
    all.push({ memory: memory.took, trajectories: trajectories.took });
  }
  for (const each of all) assert.deepEqual(each, all[0]);
  return all[0];
}

/** A file is refused, however it is given, and nothing of it is taken in, or stays. */
async function refused(file: string, why: RegExp | object) {
  for (const source of sources(file)) {
    const { memory, trajectories } = bank();
    await assert.rejects(importLongTerm({ memory, trajectories }, source), why);
    assert.deepEqual([memory.took, trajectories.took], [[], []]);
    assert.equal(memory.coming.size + trajectories.coming.size, 0);
  }
}

function sources(file: string): ImportSource[] {
  const bytes = new TextEncoder().encode(file);
  return [file, new Blob([file]), parts(file, 7), parts(bytes, 5)];
}

async function* parts<T extends string | Uint8Array>(whole: T, length: number) {
  const step = Math.max(length, Math.ceil(whole.length / 10_000));
  for (let at = 0; at < whole.length; at += step) yield whole.slice(at, at + step) as T;
}

test("AF-13, CG-08: each memory takes its part of the file, where both parts are whole", async () => {
  const both = bank();
  const lines: string[] = [];
  for await (const part of longTermFile(both)) lines.push(part);
  assert.deepEqual(lines, [HEADER, MEMORIES, RUNS]);
  // Lines of the second part have their numbers in the file.
  assert.deepEqual(await taken(lines.join("")), {
    memory: [`\n${MEMORIES}`],
    trajectories: [`\n\n\n${RUNS}`],
  });
});

test("AF-13, CG-08: a file is handed over in parts, and is checked before either memory takes its own", async () => {
  const { memory, trajectories } = bank();
  const line = `{"content":"${"茶".repeat(1_000)}"}\n`;
  const file = HEADER + MEMORIES.replace("\n", `\n${line.repeat(2_000)}`) + RUNS;
  await importLongTerm({ memory, trajectories }, new Blob([file]));
  assert.equal(memory.took.join(), `\n${file.slice(HEADER.length, -RUNS.length)}`);
  assert.equal(trajectories.took.join(), "\n".repeat(2_003) + RUNS);
  const reads = memory.asked.filter((op) => op === "readImport").length;
  assert.ok(reads > 5, `${reads}`);
  assert.deepEqual(memory.asked.slice(reads), ["checkImport", "import", "dropImport"]);
});

test("AF-13, CG-08: a file that was cut off between its two memories, or before them, is refused", async () => {
  for (const cut of [`${HEADER}${MEMORIES}`, HEADER, HEADER.trimEnd(), `\uFEFF\r\n${HEADER}`]) {
    await refused(cut, /cut off/);
  }
});

test("AF-13, CG-08: a file of both of a version that is not known is refused", async () => {
  for (const [version, code] of [
    ['"version":2', "import_too_new"],
    ['"version":0', "import_malformed"],
    ['"else":1', "import_malformed"],
  ] as const) {
    const file = `\n${HEADER.replace('"version":1', version)}${MEMORIES}${RUNS}`;
    await refused(file, { code, message: /^line 2 of the file/ });
  }
});

test("AF-13, CG-08: the exports of both memories, put together by hand, are taken in", async () => {
  assert.deepEqual(await taken(`${MEMORIES}\n${RUNS}`), {
    memory: [`${MEMORIES}\n`],
    trajectories: [`\n\n\n${RUNS}`],
  });
});

test("AF-13, CG-08: a file of which either part is damaged changes neither memory", async () => {
  for (const damaged of [
    `${HEADER}${MEMORIES}${RUNS}damaged`,
    `${HEADER}damaged${MEMORIES}${RUNS}`,
    `damaged${MEMORIES}${RUNS}`,
  ]) {
    await refused(damaged, /refuses/);
  }
});

test("AF-13, CG-08: a stream that fails, or gives what is no text, changes neither memory", async () => {
  async function* failing() {
    yield HEADER + MEMORIES + RUNS;
    throw new Error("the disk is gone");
  }
  async function* numbers() {
    yield 7;
  }
  async function* closedBank() {
    yield MEMORIES;
    throw closed();
  }
  const aborted = AbortSignal.abort();
  const response = new Response(new ReadableStream({ pull: () => aborted.throwIfAborted() }));
  for (const [source, why] of [
    [failing(), { code: "import_unreadable", retryable: true, message: /the disk is gone/ }],
    [response.body, { code: "import_unreadable", retryable: true, message: /aborted/ }],
    [closedBank(), { code: "closed", retryable: false }],
    [numbers(), { code: "invalid_argument" }],
  ] as const) {
    const { memory, trajectories } = bank();
    const importing = importLongTerm({ memory, trajectories }, source as ImportSource);
    await assert.rejects(importing, why);
    assert.deepEqual([memory.took, trajectories.took], [[], []]);
    assert.equal(memory.coming.size + trajectories.coming.size, 0);
  }
});

test("AF-13, CG-08: a source that was read to its end, or failed, is not asked to end once more", async () => {
  const source = (last: () => Promise<IteratorResult<string>>) => {
    const parts = [async () => ({ done: false as const, value: MEMORIES }), last];
    const iterator = {
      next: () => (parts.shift() ?? last)(),
      return: () => Promise.reject(new Error("it cannot end")),
    };
    return { [Symbol.asyncIterator]: () => iterator } as AsyncIterable<string>;
  };
  const ended = await importLongTerm(
    bank(),
    source(async () => ({ done: true, value: "" })),
  );
  assert.notEqual(ended.memories, null);
  const failing = source(() => Promise.reject(new Error("the disk is gone")));
  await assert.rejects(importLongTerm(bank(), failing), /the disk is gone/);
});

test("AF-13, CG-08: the export of one memory alone is its own, whatever an editor put before it", async () => {
  const memories = (text: string) => ({ memory: [text], trajectories: [] });
  const runs = (text: string) => ({ memory: [], trajectories: [text] });
  for (const [file, expected] of [
    [MEMORIES, memories(MEMORIES)],
    [RUNS, runs(RUNS)],
    [`\n\n${RUNS}`, runs(`\n\n${RUNS}`)],
    ["\n".repeat(600_000) + RUNS, runs("\n".repeat(600_000) + RUNS)],
  ] as const) {
    assert.deepEqual(await taken(file), expected);
  }
  for (const mark of ["\uFEFF", "\uFEFF\r\n"]) {
    const took = await importLongTerm(bank(), `${mark}${RUNS}`);
    assert.deepEqual(took, { memories: null, trajectories: { of: "trajectories" } });
  }
});

test("AF-13, CG-08: a file of nothing, or of something else, is the first memory's to refuse", async () => {
  for (const file of [
    "",
    "\n".repeat(600_000),
    '{"a memory": "{\\"format\\":\\"amb-trajectory-memory\\""}',
  ]) {
    await refused(file, /^Error: memory: it was cut off$/);
  }
});
