/** Both long-term memories in one file (AF-13, CG-08, BX-06). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { importLongTerm, longTermFile } from "../../src/long-term-file.ts";
import type { ImportedMemories, ImportedTrajectories } from "../../src/types.ts";

const MEMORIES = '{"format":"amb-hierarchical-memory","version":1}\n{"end":{"records":0}}\n';
const HEADER = '{"format":"amb-long-term-memory","version":1}\n';
const RUNS = '{"format":"amb-trajectory-memory","version":1}\n{"end":{"records":0}}\n';

/** One of the two memories, which notes what it is asked and takes in, and refuses what is damaged, or holds nothing. */
function memory<Imported>(name: string, own: string, asked: string[][]) {
  const checked = (text: string) => {
    if (text.includes("damaged")) throw new Error(`${name} refuses`);
    if (name === "trajectories" && text.trim() === "") throw new Error("it was cut off");
  };
  return {
    export: async function* () {
      yield own;
    },
    checkImport: async (text: string) => {
      asked.push([name, "checks", text]);
      checked(text);
    },
    import: async (text: string) => {
      checked(text);
      asked.push([name, "imports", text]);
      return { of: name } as Imported;
    },
  };
}

function bank() {
  const asked: string[][] = [];
  return {
    memory: memory<ImportedMemories>("memory", MEMORIES, asked),
    trajectories: memory<ImportedTrajectories>("trajectories", RUNS, asked),
    asked,
  };
}

test("AF-13, CG-08: each memory takes its part of the file, where both parts are whole", async () => {
  const { asked, ...both } = bank();
  const parts: string[] = [];
  for await (const part of longTermFile(both)) parts.push(part);
  assert.deepEqual(parts, [HEADER, MEMORIES, RUNS]);
  const imported = await importLongTerm(both, parts.join(""));
  assert.deepEqual(imported, { memories: { of: "memory" }, trajectories: { of: "trajectories" } });
  // Lines of the second part have their numbers in the file.
  const runs = `\n\n\n${RUNS}`;
  assert.deepEqual(asked, [
    ["trajectories", "checks", runs],
    // It checks its part before it takes any of it in.
    ["memory", "imports", `\n${MEMORIES}`],
    ["trajectories", "imports", runs],
  ]);
});

test("AF-13, CG-08: a file that was cut off between its two memories, or before them, is refused", async () => {
  for (const cut of [`${HEADER}${MEMORIES}`, HEADER, HEADER.trimEnd(), `\uFEFF\r\n${HEADER}`]) {
    const { asked, ...both } = bank();
    await assert.rejects(importLongTerm(both, cut), /cut off/);
    const empty = "\n".repeat(cut.split("\n").length - 1);
    assert.deepEqual(asked, [["trajectories", "checks", empty]]);
  }
});

test("AF-13, CG-08: a file of both of a version that is not known is refused", async () => {
  for (const [version, code] of [
    ['"version":2', "import_too_new"],
    ['"version":0', "import_malformed"],
    ['"else":1', "import_malformed"],
  ] as const) {
    const { asked, ...both } = bank();
    const file = `\n${HEADER.replace('"version":1', version)}${MEMORIES}${RUNS}`;
    await assert.rejects(importLongTerm(both, file), { code, message: /^line 2 of the file/ });
    assert.deepEqual(asked, []);
  }
});

test("AF-13, CG-08: the exports of both memories, put together by hand, are taken in", async () => {
  const { asked, ...both } = bank();
  await importLongTerm(both, `${MEMORIES}\n${RUNS}`);
  assert.deepEqual(asked.slice(1), [
    ["memory", "imports", `${MEMORIES}\n`],
    ["trajectories", "imports", `\n\n\n${RUNS}`],
  ]);
});

test("AF-13, CG-08: a file of which either part is damaged changes neither memory", async () => {
  for (const damaged of [
    `${HEADER}${MEMORIES}${RUNS}damaged`,
    `${HEADER}damaged${MEMORIES}${RUNS}`,
    `damaged${MEMORIES}${RUNS}`,
  ]) {
    const { asked, ...both } = bank();
    await assert.rejects(importLongTerm(both, damaged), /refuses/);
    assert.deepEqual(
      asked.filter(([, what]) => what === "imports"),
      [],
    );
  }
});

test("AF-13, CG-08: the export of one memory alone is its own, whatever an editor put before it", async () => {
  for (const [file, name] of [
    [MEMORIES, "memory"],
    [RUNS, "trajectories"],
    [`\uFEFF${RUNS}`, "trajectories"],
    [`\uFEFF\r\n${RUNS}`, "trajectories"],
    ["\n".repeat(300_000), "memory"],
    ['{"a memory": "{\\"format\\":\\"amb-trajectory-memory\\""}', "memory"],
    ["", "memory"],
  ] as const) {
    const { asked, ...both } = bank();
    const imported = await importLongTerm(both, file);
    assert.deepEqual(Object.values(imported).filter(Boolean), [{ of: name }]);
    assert.ok(asked.every(([asking]) => asking === name));
  }
});
