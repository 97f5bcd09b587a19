/** Long-term memory in Node, with the artefacts: what is told and learned outlives the process (BX-06, AF-13, CG-08). */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MemoryBank, RunStore } from "agentic-memory-bank/node";
import { attempt, joined, SITUATION } from "../attempts.ts";

let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-"));
});

after(async () => {
  await rm(folder, { recursive: true });
});

async function withBank<T>(work: (bank: MemoryBank) => Promise<T>): Promise<T> {
  const store = await RunStore.open({ folder });
  const bank = await MemoryBank.open({ store, embedder: false });
  try {
    return await work(bank);
  } finally {
    bank.close();
    await store.close();
  }
}

test("AF-07: accesses by recall are seen at once, and written when the store is closed at the latest", async () => {
  await withBank(async (bank) => {
    await bank.memory.observe("The ferry to Holm leaves at noon.");
    await bank.keepUp();
  });
  // Upkeep, which follows what is observed, would write them.
  const { id, size } = await withBank(async ({ memory }) => {
    const recall = async () => (await memory.recall("ferry to Holm")).recollection.memories[0];
    const first = await recall();
    const size = await bytesOf(folder);
    await recall();
    const id = first?.entry.id ?? "";
    assert.equal((await memory.entries(id))[0]?.access_count, 2);
    assert.equal(await bytesOf(folder), size, "a recall writes nothing by itself");
    return { id, size };
  });
  assert.ok((await bytesOf(folder)) > size);
  await withBank(async ({ memory }) => {
    assert.equal((await memory.entries(id))[0]?.access_count, 2);
    await memory.forget(id);
    await memory.purge(id);
  });
});

/** Bytes of the files of memory. */
async function bytesOf(of: string): Promise<number> {
  const names = (await readdir(of)).filter((name) => name.startsWith("memory"));
  const sizes = names.map(async (name) => (await stat(join(of, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("AF-13: what is observed is recalled by the next process, forgotten, restored and purged", async () => {
  const told = "I prefer green tea, and I live in Westby.";
  const id = await withBank(async ({ memory }) => {
    const { memories } = await memory.observe([told, "我喜欢在早上喝咖啡。"]);
    assert.equal(memories.length, 2);
    const [first] = memories;
    assert.ok(first && "kept" in first);
    assert.equal(first.kept.outcome, "stored");
    return first.kept.id;
  });
  await withBank(async ({ memory }) => {
    const { recollection } = await memory.recall("Which tea do I prefer?");
    const [best] = recollection.memories;
    assert.equal(best?.entry.content, told);
    assert.ok(best?.ranks.length);
    const chinese = await memory.recall("咖啡");
    assert.equal(chinese.recollection.memories[0]?.entry.content, "我喜欢在早上喝咖啡。");
    const { context } = await memory.getContext("tea");
    assert.match(context.text, /green tea/);
    // What was recalled is never remembered as new.
    const again = await memory.observe(context.text);
    assert.deepEqual(again.memories, [{ refused: "nothing_to_remember" }]);
    await memory.forget(id);
    assert.equal((await memory.forgotten()).forgotten[0]?.entry.id, id);
    await memory.restore(id);
    await memory.forget(id);
    await memory.purge(id);
    await assert.rejects(memory.restore(id), { code: "memory_not_found" });
    assert.equal((await memory.recall("green tea")).recollection.memories.length, 0);
  });
});

test("CG-08: runs are learned once, consolidated on demand, and advise the next process", async () => {
  await withBank(async ({ trajectories }) => {
    await trajectories.learn(attempt("one", true));
    await trajectories.learn(attempt("two", false));
    await assert.rejects(trajectories.learn(attempt("one", true)), { code: "trajectory_exists" });
    await assert.rejects(trajectories.learn({ id: "none", steps: [] }), {
      code: "invalid_argument",
    });
    assert.equal((await trajectories.consolidate()).rounds, 1);
  });
  await withBank(async ({ trajectories }) => {
    const { result, told } = await trajectories.query(SITUATION);
    assert.ok(result.error_solutions.length > 0);
    assert.ok(result.warnings.length > 0);
    assert.ok(
      told.some(({ text }) => text.includes("pip install numpy")),
      JSON.stringify(told),
    );
    const stats = await trajectories.stats();
    assert.deepEqual([stats.trajectories, stats.success_rate], [2, 0.5]);
  });
});

test("AF-10: what is purged or corrected cannot be read in the folder's files any more", async () => {
  const before = folder;
  folder = await mkdtemp(join(tmpdir(), "memory-"));
  const places = async (word: string) => {
    const found = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = (await readFile(join(folder, entry.name))).toString("latin1").toLowerCase();
      if (text.includes(word)) found.push(entry.name);
    }
    return found;
  };
  const words = ["quokka", "platypus", "narwhal", "wombat"];
  try {
    await withBank(async ({ memory, trajectories }) => {
      const { memories } = await memory.observe([
        "My PIN is quokka-9917, said in confidence.",
        "The old street is called Platypus Lane.",
      ]);
      const [pin = "", street = ""] = memories.map((each) =>
        "kept" in each ? each.kept.id : assert.fail("refused"),
      );
      await memory.setCore("instructions", "Call me Narwhal.");
      const problem_statement = "Make the wombat import work";
      await trajectories.learn({ ...attempt("secret", true), problem_statement });
      await memory.observe(Array.from({ length: 30 }, (_, at) => `Something else ${at}.`));
      for (const word of words) assert.equal((await places(word)).length, 1, word);
      await memory.forget(pin);
      assert.equal((await places("quokka")).length, 1, "it can be restored");
      await memory.purge(pin);
      await memory.edit(street, "The street has a new name.");
      await memory.setCore("instructions", "");
      await trajectories.forget("secret");
      for (const word of words) assert.deepEqual(await places(word), [], word);
    });
    for (const word of words) assert.deepEqual(await places(word), [], word);
    await withBank(async ({ memory }) => {
      assert.equal((await memory.stats()).episodic, 31);
    });
    assert.equal((await readdir(folder)).filter((name) => name.startsWith("memory")).length, 1);
  } finally {
    await rm(folder, { recursive: true });
    folder = before;
  }
});

test("AF-01, AF-02: what came last, and what is kept in mind within working memory's limit, is told", async () => {
  const before = folder;
  folder = await mkdtemp(join(tmpdir(), "memory-"));
  try {
    await withBank(async ({ memory }) => {
      await memory.observe(Array.from({ length: 12 }, (_, at) => `Said as number ${at}.`));
      const inputs = await memory.latestInputs();
      assert.deepEqual(
        inputs.map(({ content }) => content),
        Array.from({ length: 10 }, (_, at) => `Said as number ${at + 2}.`),
      );
      assert.equal(inputs[0]?.speaker, "user");
      await memory.setCore("user_info", "The user is Ada.");
      assert.deepEqual(await memory.keepInMind({ id: "plan", content: "Ask for the units." }), []);
      const text = await memory.workingMemory();
      assert.match(text, /Ada[\s\S]*Ask for the units\./);
      const long = "A long observation of the harbour. ".repeat(260);
      const displaced = await memory.keepInMind({ id: "long", content: long, importance: 0.9 });
      assert.ok(displaced.length > 0 && (await memory.workingMemory()).includes("Ada"));
      assert.equal((await memory.putOutOfMind("long"))?.id, "long");
      assert.equal(await memory.putOutOfMind("long"), null);
      await assert.rejects(memory.keepInMind({ id: "x", content: " " }), { retryable: false });
      const nameless = { content: "x" } as Parameters<typeof memory.keepInMind>[0];
      await assert.rejects(memory.keepInMind(nameless), { code: "invalid_argument" });
    });
  } finally {
    await rm(folder, { recursive: true });
    folder = before;
  }
});

test("CG-05: of programs that learn and end at once, the next one does what is due", async () => {
  const before = folder;
  folder = await mkdtemp(join(tmpdir(), "memory-"));
  try {
    for (let run = 0; run < 16; run += 1) {
      await withBank(({ trajectories }) => trajectories.learn(attempt(`run-${run}`, true)));
    }
    await withBank(async ({ trajectories }) => {
      assert.ok((await trajectories.knowledge()).methodologies.length > 0);
      assert.equal((await trajectories.stats()).learned_since, 0);
    });
  } finally {
    await rm(folder, { recursive: true });
    folder = before;
  }
});

test("CG-05 AF-08: a bank that learns and observes by itself, and stays, does what is due", async () => {
  const before = folder;
  folder = await mkdtemp(join(tmpdir(), "memory-"));
  try {
    await withBank(async ({ memory, trajectories }) => {
      await trajectories.stats();
      for (let run = 0; run < 16; run += 1) await trajectories.learn(attempt(`run-${run}`, true));
      const contents = Array.from(
        { length: 130 },
        (_, at) => `I saw a bird of kind ${at} at the lake.`,
      );
      await memory.observe(contents);
      const isDue = async () => {
        const { reflection, consolidation } = await memory.due();
        const { learned_since } = await trajectories.stats();
        return reflection || consolidation || learned_since > 0;
      };
      assert.equal(await isDue(), true);
      for (let second = 0; second < 60 && (await isDue()); second += 1) await setTimeout(1_000);
      assert.equal(await isDue(), false);
      assert.ok((await trajectories.knowledge()).methodologies.length > 0);
    });
  } finally {
    await rm(folder, { recursive: true });
    folder = before;
  }
});

test("AF-09, CG-08: both memories are carried in one file into an empty store, as imported", async () => {
  const file = await withBank((bank) => joined(bank.exportLongTerm()));
  const before = folder;
  folder = await mkdtemp(join(tmpdir(), "memory-"));
  try {
    await withBank(async (bank) => {
      const { memory, trajectories } = bank;
      const lines = file.trimEnd().split("\n");
      const damaged = lines.toSpliced(-2, 1, "{}").join("\n");
      const line = new RegExp(`line ${lines.length - 1}\\b`);
      // The damage is in the second part; nothing of the first is taken in.
      await assert.rejects(bank.importLongTerm(damaged), {
        code: "import_malformed",
        message: line,
      });
      await assert.rejects(bank.importLongTerm(lines.slice(0, -1).join("\n")), /line/);
      // It was cut off exactly between its two memories.
      const between = lines.findIndex((line) => line.includes('"amb-trajectory-memory"'));
      await assert.rejects(bank.importLongTerm(`${lines.slice(0, between).join("\n")}\n`), {
        code: "import_malformed",
        message: new RegExp(`line ${between} of the file: .*cut off`),
      });
      assert.equal((await memory.stats()).episodic, 0);
      assert.equal((await trajectories.stats()).trajectories, 0);

      const imported = await bank.importLongTerm(file);
      assert.equal(imported.memories?.imported, 1);
      assert.equal(imported.trajectories?.rows.trajectories, 2);
      const { entries } = await memory.browse();
      assert.deepEqual(
        entries.map(({ trust }) => trust),
        ["imported"],
      );
      const again = await bank.importLongTerm(file);
      assert.equal(again.memories?.duplicates, 1);
      assert.equal(again.trajectories?.rows.knownTrajectories, 2);

      // Each memory has a file of its own, too.
      const memories = await joined(memory.export());
      assert.equal((await memory.import(memories)).duplicates, 1);
      const runs = await trajectories.import(await joined(trajectories.export()));
      assert.equal(runs.rows.knownTrajectories, 2);
      await assert.rejects(memory.import(`${memories}{"damaged`), /line/);
    });
  } finally {
    await rm(folder, { recursive: true });
    folder = before;
  }
});

test("without a store there is no long-term memory, and the error says what to do", async () => {
  const bank = await MemoryBank.open({ embedder: false });
  await assert.rejects(bank.memory.recall("tea"), { code: "no_store", message: /store/ });
  bank.close();
});
