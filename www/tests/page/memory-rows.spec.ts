/** The rows of what is remembered: which a search leaves, and what becomes of the others while one is worked on (BX-06). */

import { createHash } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./desk.ts";
import { Remembered } from "./memory-panel.ts";
import { overflow, seriousIssues } from "./sight.ts";

const TOLD = [
  "I live in Westby, by the harbour.",
  "My sister is a doctor and works at night.",
  "I drink tea in the morning.",
  "I prefer metres to feet.",
  "My dog is afraid of thunder.",
  "I read novels about the sea.",
  "I write my reports in Rust.",
  "On Sundays I bake bread with rye.",
  "I am learning to play the cello.",
  "My garden has three apple trees.",
  "I go to work by bicycle.",
  "I cannot stand coriander.",
];

/** What is old and nobody's concern is forgotten when all is tidied up. */
const NOW = Date.now();

function memory(content: string, at: number) {
  const hash = createHash("sha256").update(content.toLowerCase()).digest("hex");
  return {
    entry: {
      id: `said-${at}`,
      memory_type: "conversation",
      layer: "episodic",
      content,
      created_at: NOW + at,
      last_accessed: NOW,
      importance: 0.5,
      access_count: 0,
      related_ids: [],
      source_ids: [],
      summary_id: null,
      embedding: null,
      content_hash: `sha256:${hash}`,
      trust: "given",
      speaker: "user",
      fact: null,
      facts_taken: true,
    },
  };
}

function run(id: string, summary: string) {
  return {
    id,
    instance_id: "",
    repo: "",
    task_type: "research",
    success: true,
    total_steps: 2,
    total_fragments: 0,
    summary,
    started_at: 1000,
    ended_at: 2000,
    trust: "model",
    embedding: null,
  };
}

function warning(error: string, strategy: string) {
  return {
    id: `warning|${error}|research`,
    kind: "warning",
    situation: `A page refuses with ${error}`,
    strategy,
    confidence: 0.5,
    success_count: 1,
    failure_count: 0,
    error_type: error,
    task_type: "research",
    sources: [],
    source_count: 2,
    created: 3000,
    last_used: null,
    trust: "model",
    embedding: null,
  };
}

const RUNS = ["How tall is the tower?", "Who built the bridge?", "When does the market open?"];

/** A page that remembers all of it, by a file. */
async function remembering(page: Page): Promise<Remembered> {
  const core = { persona: "", user_info: "", instructions: "" };
  const rows = {
    trajectories: RUNS.map((summary, at) => run(`run-${at}`, summary)),
    fragments: [],
    methodologies: [
      warning("HTTP 403", "Read another page"),
      warning("HTTP 500", "Ask again later"),
    ],
    hasFragment: [],
  };
  const lines = [
    { format: "amb-hierarchical-memory", version: 1 },
    ...TOLD.map(memory),
    { core },
    { end: { records: TOLD.length + 1 } },
    { format: "amb-trajectory-memory", version: 1 },
    { rows },
    { end: { records: 1 } },
  ];
  await page.goto("./");
  const remembered = new Remembered(page);
  await remembered.open();
  await remembered.choose(lines);
  const told = `Imported: ${TOLD.length} memories`;
  await expect(remembered.status).toContainText(told, { timeout: 60_000 });
  return remembered;
}

async function searched(remembered: Remembered, text: string): Promise<void> {
  await remembered.search.fill(text);
  await remembered.search.press("Enter");
}

/** Whether it is in sight as a whole. */
async function inSight(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 0.99 });
}

test("BX-06: a search leaves what bears on it, of what runs have taught, too; it goes with the panel", async ({
  page,
}, info) => {
  const remembered = await remembering(page);
  const taught = remembered.panel.locator(".from-runs");
  const runs = remembered.panel.locator(".learned-runs");
  // What a file brings can be found by its meaning once that is tidied up.
  await remembered.button("Tidy up now").click();
  await expect(remembered.status).toContainText("be found by meaning", { timeout: 60_000 });
  const all = await remembered.ofYou.count();
  await searched(remembered, "a cycling commute");
  await expect(remembered.status).toContainText(
    /Found: .* From runs: 0 of 2 methodologies and warnings, 0 of 3 listed runs\.$/,
  );
  await expect(remembered.ofYou.filter({ hasText: "bicycle" }).first()).toContainText(
    /by its meaning/,
  );
  for (const far of ["dog", "tea", "Rust"])
    await expect(remembered.ofYou.filter({ hasText: far })).toHaveCount(0);
  await expect(taught.getByRole("listitem")).toHaveCount(0);
  await page.screenshot({ path: info.outputPath("meaning.png"), fullPage: true });
  await searched(remembered, "http 403");
  await expect(remembered.status).toContainText("From runs: 1 of 2");
  await expect(taught.getByRole("listitem")).toHaveCount(1);
  await expect(taught).toContainText("1 of 2 listed here holds the words of the search.");
  await searched(remembered, "BRIDGE");
  await expect(remembered.status).toContainText("1 of 3 listed runs");
  await runs.getByText("Runs that were learned from").click();
  await expect(runs.getByRole("listitem")).toHaveCount(1);
  expect(await seriousIssues(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("searched.png"), fullPage: true });
  await remembered.open();
  await expect(remembered.search).toBeHidden();
  await remembered.open();
  await expect(remembered.search).toHaveValue("");
  await expect(remembered.ofYou).toHaveCount(all);
  await expect(runs.getByRole("listitem")).toHaveCount(RUNS.length);
});

test("BX-06 PL-05: on a phone a row is forgotten and refused where one is, and what is typed stays", async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const remembered = await remembering(page);
  const rows = remembered.ofYou;
  const content = (at: number) => rows.nth(at).locator(".remembered").innerText();
  const [other, next] = [await content(0), await content(9)];
  await rows.nth(7).getByRole("button", { name: "Edit: " }).click();
  const area = page.getByRole("textbox", { name: "What it is to say" });
  await area.fill(other);

  await rows.nth(8).getByRole("button", { name: "Forget: " }).press("Enter");
  await expect(rows).toHaveCount(TOLD.length - 1);
  await expect(remembered.status).toContainText("Forgotten.");
  const forget = remembered.button(`Forget: ${next}`);
  await expect(forget).toBeFocused();
  await inSight(forget);
  await expect(area).toHaveValue(other);
  await page.screenshot({ path: info.outputPath("forgotten.png") });

  await remembered.button("Save").click();
  const refusal = rows.nth(7).getByRole("alert");
  await expect(refusal).toContainText("says this already");
  await expect(remembered.panel.getByRole("alert")).toHaveCount(1);
  await inSight(refusal);
  await inSight(remembered.button("Save"));
  await expect(area).toHaveValue(other);
  expect(await seriousIssues(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath("refused.png") });
  await remembered.button("Cancel").click();
  await expect(remembered.panel.getByRole("alert")).toHaveCount(0);
});

test("BX-06: what is deleted for good hands the focus on to the next, which a held key does not press", async ({
  page,
}) => {
  const remembered = await remembering(page);
  for (const left of [2, 1, 0].map((count) => TOLD.length - 3 + count)) {
    await remembered.ofYou.first().getByRole("button", { name: "Forget: " }).click();
    await expect(remembered.ofYou).toHaveCount(left);
  }
  const deletions = remembered.forgotten.getByRole("button", { name: "Delete: " });
  await deletions.nth(1).focus();
  // The second is the same key, held down.
  for (let press = 0; press < 2; press++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(remembered.button("Delete for good: ")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remembered.forgotten).toHaveCount(2);
  await expect(deletions.nth(1)).toBeFocused();

  const runs = remembered.panel.locator(".learned-runs");
  await runs.getByText("Runs that were learned from").click();
  const forgetting = runs.getByRole("button", { name: "Forget: " });
  await forgetting.first().press("Enter");
  await page.keyboard.press("Enter");
  await expect(runs.getByRole("listitem")).toHaveCount(RUNS.length - 1);
  await expect(forgetting.first()).toBeFocused();
});
