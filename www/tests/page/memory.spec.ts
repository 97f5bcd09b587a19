/** What is remembered beyond a run: seen, searched, corrected, forgotten, taken elsewhere (BX-06, AF-13). */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Desk } from "./desk.ts";
import { Remembered } from "./memory-panel.ts";
import { askTheWeb, expect, test } from "./model-desk.ts";
import { looksRight, overflow, seriousIssues } from "./sight.ts";

const TEXT = "The harbour of Westby sells herring, and its market opens at six.";
const QUESTION = "When does the market of Westby open?";

/** Remembers a question, and shows the panel after a reload. */
async function reopened(desk: Desk, page: Page): Promise<Remembered> {
  await desk.askAbout(TEXT, QUESTION);
  await page.reload();
  const remembered = new Remembered(page);
  await remembered.open();
  await expect(remembered.ofYou).toHaveCount(1);
  return remembered;
}

test("BX-06: before anything is remembered the panel says what it is for, and loads nothing", async ({
  desk,
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  const remembered = new Remembered(page);
  await remembered.open();
  await expect(remembered.panel).toContainText("Nothing is remembered yet.");
  expect(loaded.filter((url) => /wasm|safetensors|worker/.test(url))).toEqual([]);
  await expect(desk.problem).toBeEmpty();
});

test("BX-06 AF-13: what was asked is remembered, found, corrected, forgotten and restored", async ({
  desk,
  page,
}) => {
  const remembered = await reopened(desk, page);
  await expect(remembered.ofYou).toContainText(QUESTION);
  await expect(remembered.ofYou).toContainText(
    /said · your words · given by you · importance \d+ %/,
  );

  await remembered.search.fill("Westby");
  await remembered.button("Search").click();
  await expect(remembered.status).toContainText("Found: 1 memory.", { timeout: 60_000 });
  await expect(remembered.ofYou).toContainText(/by its words \(place 1\).*Score [\d.]+: fits/);
  await remembered.search.fill("");
  await remembered.button("Search").click();

  await remembered.button(/^Edit: /).click();
  const area = page.getByRole("textbox", { name: "What it is to say" });
  await expect(area).toBeFocused();
  await area.fill("<b>I live in Westby.</b>");
  await remembered.button("Save").click();
  await expect(remembered.status).toContainText("Changed.");
  // Text of memory is text.
  await expect(remembered.ofYou).toContainText("<b>I live in Westby.</b>");

  await remembered.button(/^Forget: /).click();
  await expect(remembered.ofYou).toHaveCount(0);
  await expect(remembered.forgotten).toContainText("forgotten");
  await remembered.button("Undo").click();
  await expect(remembered.ofYou).toContainText("I live in Westby.");
  await expect(remembered.forgotten).toHaveCount(0);

  await page.reload();
  await remembered.open();
  await expect(remembered.ofYou).toContainText("I live in Westby.");
});

test("AF-02 BX-06: what the user sets for all plans outlives a reload, and what is too long is refused", async ({
  desk,
  page,
}) => {
  const remembered = await reopened(desk, page);
  const summary = remembered.panel.getByText("What every plan is told");
  const save = remembered.button("Save: What every plan is told");
  const about = page.getByRole("textbox", { name: "About you" });
  await summary.click();
  await about.fill("Ann, a botanist in Westby");
  await save.click();
  await expect(remembered.status).toContainText("Set for all plans.");
  await page.reload();
  await remembered.open();
  await expect(remembered.ofYou).toHaveCount(1);
  await summary.click();
  await expect(about).toHaveValue("Ann, a botanist in Westby");
  await about.fill("word ".repeat(20_000));
  await save.click();
  await expect(remembered.panel.getByRole("alert")).toContainText("too long");
  expect(await seriousIssues(page)).toEqual([]);
});

test("BX-06: what is forgotten is kept until it is deleted with a second press", async ({
  desk,
  page,
}) => {
  const remembered = await reopened(desk, page);
  await remembered.button(/^Forget: /).click();
  await remembered.button(/^Delete: /).click();
  await expect(remembered.forgotten).toHaveCount(1);
  await remembered.button(/^Delete for good: /).click();
  await expect(remembered.forgotten).toHaveCount(0);
  await expect(remembered.status).toContainText(
    "Deleted for good. Runs in which it was said or used keep it until they are deleted",
  );
  await page.reload();
  await remembered.open();
  await expect(remembered.panel).toContainText("Nothing is remembered yet.");
});

test("BX-06 AF-09: what a fact was made of is seen, and what was made of a forgotten memory can be forgotten, too", async ({
  page,
}, info) => {
  const told = "I live in Westby.";
  const entry = (id: string, content: string, more: object) => ({
    entry: {
      id,
      content,
      created_at: 1000,
      last_accessed: 1000,
      importance: 0.5,
      access_count: 0,
      related_ids: [],
      source_ids: [],
      summary_id: null,
      embedding: null,
      content_hash: `sha256:${createHash("sha256").update(content.toLowerCase()).digest("hex")}`,
      trust: "given",
      speaker: "user",
      fact: null,
      facts_taken: true,
      ...more,
    },
  });
  const fact = { subject: "user", relation: "lives in", value: "Westby" };
  const lines = [
    { format: "amb-hierarchical-memory", version: 1 },
    entry("said", told, { memory_type: "conversation", layer: "episodic" }),
    entry("made", "user lives in: Westby", {
      memory_type: "reflection",
      layer: "semantic",
      source_ids: ["said"],
      fact,
    }),
    { core: { persona: "", user_info: "", instructions: "" } },
    { end: { records: 3 } },
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  const remembered = new Remembered(page);
  await remembered.open();
  await remembered.choose(lines);
  await expect(remembered.status).toContainText("Imported: 2 memories", { timeout: 60_000 });
  const made = remembered.ofYou.filter({ hasText: /· fact ·/ });
  await made.getByText("Made of 1 memory").click();
  const sources = made.locator(".relations").getByRole("listitem");
  await expect(sources).toHaveCount(1);
  await expect(sources).toContainText(told);
  await expect(sources).toContainText("said · ");
  expect(await seriousIssues(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath("sources.png"), fullPage: true });

  await remembered.button(`Forget: ${told}`).click();
  await expect(remembered.status).toContainText("1 memory that was made of it stays.");
  await expect(made.locator(".relations")).toContainText("1 is no longer remembered.");
  const stays = remembered.panel.locator(".derived");
  await stays.getByText("Which").click();
  await expect(stays.getByRole("listitem")).toContainText("Westby");
  expect(await seriousIssues(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("stays.png"), fullPage: true });
  await stays.getByRole("button", { name: "Forget this, too" }).click();
  await expect(remembered.ofYou).toHaveCount(0);
  await expect(remembered.forgotten.filter({ hasText: /forgotten / })).toHaveCount(2);
});

test("BX-06 CG-05: the cases that a warning was made of are seen, with the runs that they are of", async ({
  page,
}) => {
  const case_ = {
    id: "run#0",
    step_range: [0, 1],
    fragment_type: "failed_attempt",
    description: "The page refused three times: <b>HTTP 403</b>",
    action_sequence: ["visit: example.org"],
    resolution: [],
    outcome: "failed",
    task_type: "research",
    phase: "",
    error_type: "HTTP 403",
    error_keywords: ["403"],
    ended_at: 2000,
    occurrences: 1,
    abstracted_into: "warning|HTTP 403|research",
    trust: "model",
    embedding: null,
  };
  const run = {
    id: "run",
    instance_id: "",
    repo: "",
    task_type: "research",
    success: false,
    total_steps: 2,
    total_fragments: 1,
    summary: "How tall is the tower?",
    started_at: 1000,
    ended_at: 2000,
    trust: "model",
    embedding: null,
  };
  const warning = {
    id: case_.abstracted_into,
    kind: "warning",
    situation: "A page refuses with 403",
    strategy: "Read another page",
    confidence: 0.5,
    success_count: 1,
    failure_count: 0,
    error_type: "HTTP 403",
    task_type: "research",
    sources: ["run#0", "gone#0"],
    source_count: 2,
    created: 3000,
    last_used: null,
    trust: "model",
    embedding: null,
  };
  const rows = {
    trajectories: [run],
    fragments: [case_],
    methodologies: [warning],
    hasFragment: [{ trajectory: "run", order: 0, fragment: "run#0" }],
  };
  const lines = [
    { format: "amb-trajectory-memory", version: 1 },
    { rows },
    { end: { records: 1 } },
  ];
  await page.goto("./");
  const remembered = new Remembered(page);
  await remembered.open();
  await remembered.choose(lines);
  await expect(remembered.status).toContainText("Imported", { timeout: 60_000 });
  const taught = remembered.panel.locator(".from-runs");
  await expect(taught).toContainText("Read another page");
  await expect(taught).toContainText("from what an agent did");
  await taught.getByText("Which cases").press("Enter");
  await expect(taught).toContainText("The page refused three times: <b>HTTP 403</b>");
  await expect(taught).toContainText(/it was in vain · .* · from the run: How tall is the tower\?/);
  await expect(taught).toContainText("1 is no longer remembered.");
  await expect(taught.getByText("Which cases")).toBeFocused();
  expect(await seriousIssues(page)).toEqual([]);
});

test("BX-06: what is remembered is exported, and imported by another browser", async ({
  desk,
  page,
  browser,
}) => {
  const remembered = await reopened(desk, page);
  const download = page.waitForEvent("download");
  await remembered.button("Export to a file").click();
  const path = await (await download).path();
  expect(readFileSync(path, "utf8")).toContain(QUESTION);

  const other = await browser.newPage();
  await other.goto("./");
  const there = new Remembered(other);
  await there.open();
  await other.locator("#memory-file").setInputFiles(path);
  await expect(there.status).toContainText("Imported: 1 memory", { timeout: 60_000 });
  await expect(there.ofYou).toContainText(QUESTION);
  // Whoever wrote the file is not the user.
  await expect(there.ofYou).toContainText("imported");
  await other.locator("#memory-file").setInputFiles(path);
  await expect(there.status).toContainText("(1 known before)");
  const damaged = { name: "a.jsonl", mimeType: "", buffer: readFileSync(path).subarray(0, 99) };
  await other.locator("#memory-file").setInputFiles(damaged);
  await expect(there.panel.getByRole("alert")).toContainText("Choose the file as it was exported");
  await expect(there.ofYou).toHaveCount(1);
  await other.close();
});

test("PL-05: the panel has no serious issue on a phone", async ({ desk, page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const remembered = await reopened(desk, page);
  await remembered.button("Tidy up now").click();
  await expect(remembered.status).toContainText("Tidied up", { timeout: 60_000 });
  await remembered.search.fill("market");
  await remembered.button("Search").click();
  await expect(remembered.status).toContainText("Found");
  await looksRight(page, info, "found", [390]);
  await remembered.button(/^Forget: /).click();
  await expect(remembered.forgotten).toHaveCount(1);
  await looksRight(page, info, "forgotten", [390]);
});

test("BX-06: a run shows what it was given of memory; that can be left out, and memory switched off", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const told = "I prefer metres to feet.";
  const { model: address, question } = await world.play("plain-answer");
  await desk.askAbout(TEXT, `${told} ${question}`);
  await model.choose(address);
  await askTheWeb(desk, model, question);
  const given = page.locator(".given").first();
  await expect(given).toContainText(told);
  await expect(given).toContainText(/of you · given by you · .*\(place \d\)/);
  await desk.settled();
  expect(world.asked.some((body) => body.includes(told))).toBe(true);
  await expect(page.locator(".learned")).toContainText(/Learned from \d+ step|Nothing was learned/);
  await desk.openTask();
  await expect(given).toBeVisible();
  expect(await seriousIssues(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("given.png"), fullPage: true });

  await given.getByRole("button", { name: `Do not use: ${told}` }).click();
  await expect(given).toContainText("not given to the next questions");
  await expect(given.getByRole("button", { name: `Use again: ${told}` })).toBeFocused();
  world.asked.length = 0;
  // A scenario plays one run.
  await model.open();
  await model.address.fill((await world.play("plain-answer")).model);
  await desk.anew();
  await desk.question.fill(`${question} And how old is it?`);
  await desk.ask.click();
  await expect(page.locator(".tasks")).toContainText("And how old is it?", { timeout: 60_000 });
  await desk.settled();
  expect(world.asked.length).toBeGreaterThan(0);
  expect(world.asked.filter((body) => body.includes(told))).toEqual([]);

  await desk.openTask();
  await page.getByRole("checkbox", { name: "Use it in the next questions" }).first().uncheck();
  await model.open();
  await model.address.fill((await world.play("plain-answer")).model);
  await desk.anew();
  await desk.question.fill(`${question} And who built it?`);
  await desk.ask.click();
  await expect(page.locator(".tasks")).toContainText("And who built it?", { timeout: 60_000 });
  await desk.settled();
  await expect(page.locator(".given")).toHaveCount(0);
  const remembered = new Remembered(page);
  await remembered.open();
  await expect(remembered.panel).toContainText("And how old is it?");
  const runs = remembered.panel.locator(".learned-runs");
  await runs.getByText("Runs that were learned from").click();
  await expect(runs.getByRole("listitem").first()).toContainText(/done · \d+ steps? · /);
  const learned = await runs.getByRole("listitem").count();
  await runs
    .getByRole("button", { name: /^Forget: / })
    .first()
    .click();
  await runs.getByRole("button", { name: /^Forget for good: / }).click();
  await expect(runs.getByRole("listitem")).toHaveCount(learned - 1);
  await expect(remembered.ofYou.filter({ hasText: "And who built it?" })).toHaveCount(0);
});
