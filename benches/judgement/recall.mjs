// Chooses the bearing from which a prompt is told of a memory, and tells how well it tells memories apart.
//
//   npm --prefix npm run build && node benches/judgement/recall.mjs [--cosines]
//
// Each line of recall.jsonl is a memory of a user, a question, and whether the one bears on the other. Threshold and
// bonus (`leastRelevance` and `BOTH_OWN` of crates/memory) are chosen on the development half; the test half judges them.
// `--cosines` writes the model's cosines into the file, for the test that holds the floors without a model.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const entry = process.env.AMB_NODE ?? join(process.cwd(), "npm/dist/node.js");
const { MemoryBank, RunStore } = await import(entry);

const FILE = new URL("recall.jsonl", import.meta.url);
const BOTH_OWN = 0.2;
const BONUSES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
const THRESHOLDS = Array.from({ length: 31 }, (_, step) => 0.2 + step / 50);
const FIRST_PERSON = /\b(i|me|my|mine|we|us|our|ours)\b|[我咱]/iu;

const pairs = readFileSync(FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const key = (question, memory) => `${question}\n${memory}`;

/** What recall says of each memory to each question. */
async function measured(options) {
  const store = await RunStore.open({ folder: mkdtempSync(join(tmpdir(), "amb-recall-")) });
  const bank = await MemoryBank.open({ store, ...options });
  for (const content of new Set(pairs.map(({ memory }) => memory))) {
    await bank.memory.observe({
      content,
      speaker: "user",
      trust: "given",
      memoryType: "conversation",
    });
  }
  const found = new Map();
  for (const question of new Set(pairs.map((pair) => pair.question))) {
    for (const strategy of ["keyword", "semantic"]) {
      const { recollection } = await bank.memory.recall(question, { limit: 500, strategy });
      for (const one of recollection.memories) found.set(key(question, one.entry.content), one);
    }
  }
  bank.close();
  await store.close();
  return found;
}

/** The bearing without what it has for both being the user's own. */
function plain(pair, found) {
  const bearing = found.get(key(pair.question, pair.memory))?.bearing ?? 0;
  return bearing > 0 && FIRST_PERSON.test(pair.question) ? bearing - BOTH_OWN : bearing;
}

function figures(chosen, found, bonus, threshold) {
  const count = { right: 0, wrong: 0, missed: 0 };
  for (const pair of chosen) {
    const bearing = plain(pair, found);
    const own = FIRST_PERSON.test(pair.question) ? bonus : 0;
    const told = bearing > 0 && bearing + own >= threshold - 1e-6;
    if (told) count[pair.bears ? "right" : "wrong"] += 1;
    else if (pair.bears) count.missed += 1;
  }
  const precision = count.right / Math.max(1, count.right + count.wrong);
  const recall = count.right / Math.max(1, count.right + count.missed);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

const byWords = await measured({ embedder: false });
const byBoth = await measured({});
if (process.argv.includes("--cosines")) {
  const lines = pairs.map((pair) => {
    const cosine = byBoth.get(key(pair.question, pair.memory))?.cosine ?? null;
    return JSON.stringify({
      ...pair,
      cosine: cosine === null ? null : Math.round(cosine * 1000) / 1000,
    });
  });
  writeFileSync(FILE, `${lines.join("\n")}\n`);
}

const half = (name) => pairs.filter((pair) => pair.half === name);
const choices = BONUSES.flatMap((bonus) =>
  THRESHOLDS.map((threshold) => {
    const of = (found) => figures(half("development"), found, bonus, threshold).f1;
    return { bonus, threshold, f1: (of(byWords) + of(byBoth)) / 2 };
  }),
).sort((a, b) => b.f1 - a.f1);
console.log("best on the development half (bonus, threshold, mean F1):");
for (const { bonus, threshold, f1 } of choices.slice(0, 5)) {
  console.log(`  ${bonus.toFixed(2)}  ${threshold.toFixed(2)}  ${f1.toFixed(3)}`);
}
console.log("bonus 0.20, threshold 0.50:");
for (const name of ["development", "test"]) {
  for (const language of ["en", "zh"]) {
    for (const [how, found] of [
      ["words", byWords],
      ["words and meaning", byBoth],
    ]) {
      const chosen = half(name).filter((pair) => pair.language === language);
      const { precision, recall } = figures(chosen, found, BOTH_OWN, 0.5);
      console.log(
        `  ${name} ${language} by ${how}: precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
      );
    }
  }
}
