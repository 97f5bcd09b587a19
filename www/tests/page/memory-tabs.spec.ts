/** Several tabs share what this browser remembers; whichever goes, nothing of it is lost (BX-06). */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import type { Desk } from "./desk.ts";
import { Remembered } from "./memory-panel.ts";
import { expect, test } from "./model-desk.ts";

const TEXT = "The harbour of Westby sells herring, and its market opens at six.";
const QUESTION = "When does the market of Westby open?";

/** Memories of the file that is imported: enough to close a tab in the middle of them. */
const MANY = 3000;

async function anotherTab(context: BrowserContext): Promise<[Page, Remembered]> {
  const tab = await context.newPage();
  await tab.goto("./");
  const remembered = new Remembered(tab);
  await remembered.open();
  return [tab, remembered];
}

/** What an export of this tab holds. */
async function exported(page: Page, remembered: Remembered): Promise<string[]> {
  const download = page.waitForEvent("download");
  await remembered.button("Export to a file").click();
  const path = await (await download).path();
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

/** The contents of the memories of an export. */
function contents(lines: string[]): string[] {
  return lines
    .map((line) => JSON.parse(line))
    .filter((record) => record.entry !== undefined)
    .map((record) => record.entry.content);
}

/** Those that were imported: what memory makes of them by itself stands beside. */
function deliveries(lines: string[]): string[] {
  return contents(lines).filter((content) => /^delivery \d+ was signed for$/.test(content));
}

/** The part of an exported file that holds one memory, as one of many, each of which says something else. */
function multiplied(lines: string[]): Buffer {
  const records = lines.map((line) => JSON.parse(line));
  const end = records.findIndex((record) => record.end !== undefined);
  // The first line is that of a file of both memories.
  const many = records.slice(1, end + 1).flatMap((record) => {
    if (record.end !== undefined) return [{ end: { records: record.end.records + MANY - 1 } }];
    if (record.entry === undefined) return [record];
    return Array.from({ length: MANY }, (_, number) => {
      const content = `delivery ${number} was signed for`;
      const hash = createHash("sha256").update(content).digest("hex");
      const id = `delivery-${number}`;
      return { entry: { ...record.entry, id, content, content_hash: `sha256:${hash}` } };
    });
  });
  return Buffer.from(`${many.map((record) => JSON.stringify(record)).join("\n")}\n`);
}

/** Remembers a question in the first tab, and what a second one exports of it. */
async function oneMemory(desk: Desk, context: BrowserContext) {
  await desk.askAbout(TEXT, QUESTION);
  const [second, there] = await anotherTab(context);
  await expect(there.ofYou).toHaveCount(1);
  const one = await exported(second, there);
  expect(contents(one)).toEqual([QUESTION]);
  return { second, there, file: { name: "many.jsonl", mimeType: "", buffer: multiplied(one) } };
}

test("BX-06: what one tab is told the other knows, also when the first is closed at once", async ({
  desk,
  page,
  context,
}) => {
  const { second, there } = await oneMemory(desk, context);
  const here = new Remembered(page);
  await here.open();
  await here.button(/^Forget: /).click();
  await expect(here.forgotten).toHaveCount(1);
  await page.close();
  await second.reload();
  await there.open();
  await expect(there.forgotten).toHaveCount(1);
  await there.button(/^Restore: /).click();
  await expect(there.ofYou).toHaveCount(1);
});

test("BX-06: a tab is closed in the middle of an import: what was kept is whole, and another tab goes on", async ({
  desk,
  page,
  context,
}, info) => {
  const { second, there, file } = await oneMemory(desk, context);
  const here = new Remembered(page);
  await here.open();
  await expect(here.ofYou).toHaveCount(1);
  await page.locator("#memory-file").setInputFiles(file);
  // An import of so many takes a second and more.
  await page.waitForTimeout(500);
  await page.close();
  const kept = await exported(second, there);
  expect(contents(kept)).toContain(QUESTION);
  const before = deliveries(kept);
  info.annotations.push({ type: "kept", description: `${before.length} of ${MANY}` });

  await second.locator("#memory-file").setInputFiles(file);
  await expect(there.status).toContainText("Imported:", { timeout: 120_000 });
  if (before.length > 0) {
    await expect(there.status).toContainText(`(${before.length} known before)`);
  }
  await second.reload();
  await there.open();
  await expect(there.ofYou.first()).toBeVisible();
  const all = await exported(second, there);
  expect(contents(all)).toContain(QUESTION);
  expect(deliveries(all)).toHaveLength(MANY);
  expect(new Set(deliveries(all)).size).toBe(MANY);
});

test("BX-06 AF-02: what every plan is told is not written over another tab's, though it was listed meanwhile", async ({
  desk,
  page,
  context,
}) => {
  const { second, there } = await oneMemory(desk, context);
  const here = new Remembered(page);
  await here.open();
  const about = async (tab: Page, of: Remembered) => {
    await of.panel.getByText("What every plan is told").click();
    return tab.getByRole("textbox", { name: "About you" });
  };
  const written = await about(page, here);
  await written.fill("In York.");
  await (await about(second, there)).fill("In Leeds.");
  await there.button("Save: What every plan is told").click();
  await expect(there.status).toContainText("Set for all plans.");

  // Forgetting lists everything again.
  await here.button(/^Forget: /).click();
  await expect(here.forgotten).toHaveCount(1);
  await here.button("Save: What every plan is told").click();
  await expect(here.panel.getByRole("alert")).toContainText("changed elsewhere");
  await expect(written).toHaveValue("In York.");
  await second.reload();
  await there.open();
  await expect(await about(second, there)).toHaveValue("In Leeds.");
  await here.button("Save: What every plan is told").click();
  await expect(here.status).toContainText("Set for all plans.");
  await expect(here.panel.getByRole("alert")).toHaveCount(0);
});
