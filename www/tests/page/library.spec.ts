/** The library: what was given once is ticked again, read once, and kept only where the user wants it (PL-05). */

import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { type Desk, EXCERPT, QUESTION } from "./desk.ts";
import { expect, test } from "./model-desk.ts";
import { looksRight } from "./sight.ts";

const PDF = {
  name: "lights.pdf",
  mimeType: "application/pdf",
  buffer: readFileSync(new URL("../../../crates/pdf/tests/files/two-columns.pdf", import.meta.url)),
};
const ABOUT_PDF = "How are heights measured?";
const TEXT = { name: "text.md", mimeType: "text/markdown", buffer: Buffer.from(EXCERPT) };

/** The library as tests use it. */
class Shelf {
  readonly whole: Locator;
  readonly rows: Locator;
  readonly keep: Locator;

  constructor(page: Page) {
    this.whole = page.locator("#ask .library");
    this.rows = this.whole.getByRole("listitem");
    this.keep = this.whole.getByRole("checkbox", { name: /Keep these documents/ });
  }

  async open(desk: Desk): Promise<void> {
    await desk.anew();
    await desk.unfold(desk.page.locator("#ask details.about"));
    await desk.unfold(this.whole);
  }

  tick(name: string): Locator {
    return this.whole.getByRole("checkbox", { name, exact: true });
  }
}

/** Counts the readings of PDF files: each has a reader of its own, which loads the artefact. */
function readings(page: Page): string[] {
  const readers: string[] = [];
  page.context().on("request", (request) => {
    if (/\/pdf-[^/]*\.wasm$/.test(request.url())) readers.push(request.url());
  });
  return readers;
}

/** Documents in this browser's storage; `null` if there is no storage of documents. */
function stored(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === "agentic-memory-bank-library")) return null;
    const opening = indexedDB.open("agentic-memory-bank-library");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = database.transaction("documents").objectStore("documents").count();
    const documents = await new Promise<number>((resolve) => {
      count.onsuccess = () => resolve(count.result);
    });
    database.close();
    return documents;
  });
}

/** Changes what is stored of each document. */
function tamper(page: Page, change: "newer" | "damaged" | "other bytes"): Promise<void> {
  return page.evaluate(async (how) => {
    const opening = indexedDB.open("agentic-memory-bank-library");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const database = opening.result;
    const done = database.transaction("documents", "readwrite");
    const cursor = done.objectStore("documents").openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (!at) return;
      const { value } = at;
      if (how === "newer") at.update({ ...value, format: 99 });
      else if (how === "damaged") at.update({ ...value, name: 7 });
      else at.update({ ...value, blob: new Blob(["x".repeat(value.size)]) });
      at.continue();
    };
    await new Promise((resolve) => {
      done.oncomplete = resolve;
    });
    database.close();
  }, change);
}

test("PL-05: a document is given once, ticked again, and read once for every bank", async ({
  desk,
  model,
  page,
}) => {
  const [shelf, readers] = [new Shelf(page), readings(page)];
  await desk.choose(PDF);
  await shelf.open(desk);
  await expect(shelf.rows).toHaveCount(1);
  await expect(shelf.rows).toContainText(/PDF · 2 pages · [\d,]+ characters · .+ · added /);
  await expect(shelf.tick("lights.pdf")).toBeChecked();
  await shelf.tick("lights.pdf").uncheck();
  await expect(page.locator(".documents > li")).toHaveCount(0);
  await shelf.tick("lights.pdf").check();
  await expect(page.locator("#ask .documents > li")).toContainText("2 pages");
  expect(readers).toHaveLength(1);
  // A forecast has a bank of its own, and so has a question to a model.
  await desk.question.fill(ABOUT_PDF);
  await model.choose("http://127.0.0.1:9/v1");
  await expect(page.locator(".forecast")).toContainText("Likely");
  expect(readers).toHaveLength(1);
  await model.provider.selectOption("No language model (extractive)");
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("page 2");
  expect(readers).toHaveLength(1);
});

test("PL-05: nothing is kept without the user's choice", async ({ desk, page }) => {
  const shelf = new Shelf(page);
  await desk.choose(TEXT);
  await shelf.open(desk);
  await expect(shelf.rows).toHaveCount(1);
  expect(await stored(page)).toBeNull();
  await page.reload();
  await expect(desk.ask).toBeVisible();
  await expect(shelf.whole).toBeHidden();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("PL-05: what is kept is there after a reload, is not read again, and its memory is used", async ({
  desk,
  page,
}) => {
  const [shelf, readers] = [new Shelf(page), readings(page)];
  await desk.choose(PDF);
  await shelf.open(desk);
  await shelf.keep.check();
  await expect(shelf.whole).toContainText(/[\d.]+ (kB|MB) are kept in this browser/);
  await desk.question.fill(ABOUT_PDF);
  await desk.ask.click();
  await desk.settled();
  expect(readers).toHaveLength(1);
  await page.reload();
  await expect(shelf.rows).toHaveCount(1);
  await expect(shelf.keep).toBeChecked();
  await shelf.tick("lights.pdf").check();
  await expect(page.locator("#ask .documents > li")).toContainText("2 pages");
  await desk.question.fill("Which lights are there?");
  const line = page.locator(".fitting");
  await expect(line).toContainText(`Uses the memory of “${ABOUT_PDF}”`);
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer).toContainText(`This uses the memory of “${ABOUT_PDF}”`);
  await expect(desk.answer.locator(".asked")).toHaveText("Which lights are there?");
  const runs = page.getByRole("region", { name: "Earlier runs" }).getByRole("listitem");
  await expect(runs).toHaveCount(1);

  // A new memory, if that is wanted: of the reading that was kept.
  await shelf.open(desk);
  await desk.question.fill(ABOUT_PDF);
  await page.getByRole("checkbox", { name: "Make a new memory of them instead" }).check();
  await expect(line).not.toContainText("Uses the memory");
  await desk.ask.click();
  await expect(runs).toHaveCount(2);
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("page 2");
  expect(readers).toHaveLength(1);
});

test("PL-05: the memory that is there is used where its documents are asked about again", async ({
  desk,
  page,
}) => {
  const shelf = new Shelf(page);
  await desk.askAbout(EXCERPT, QUESTION);
  // The same file, chosen anew, is the same document.
  await desk.remove("text.md");
  await desk.choose({ ...TEXT, name: "again.md" });
  await desk.question.fill("What is a String made of?");
  await expect(page.locator(".fitting")).toContainText(`Uses the memory of “${QUESTION}”`);
  await desk.ask.click();
  await desk.settled();
  await expect(page.locator(".earlier details")).toHaveCount(1);
  // Another document besides makes another memory.
  await shelf.open(desk);
  await desk.choose(PDF);
  await expect(page.locator(".fitting")).not.toContainText("Uses");
  await desk.question.fill(ABOUT_PDF);
  await desk.ask.click();
  await expect(page.locator(".earlier details")).toHaveCount(0);
  await desk.settled();
  // A further question ticks what the memory lacks.
  await desk.answer.locator(".library summary").click();
  const further = desk.answer.locator(".library").getByRole("checkbox");
  await expect(further.first()).toBeDisabled();
  await expect(desk.answer.locator(".library")).toContainText("in this memory already");
});

test("PL-05: deleting takes two presses, says what is free, and leaves nothing", async ({
  desk,
  page,
}) => {
  const shelf = new Shelf(page);
  await desk.choose([PDF, TEXT]);
  await shelf.open(desk);
  await shelf.keep.check();
  await expect.poll(() => stored(page)).toBe(2);
  await expect(shelf.whole).toContainText("are kept in this browser");
  await shelf.whole.getByRole("button", { name: "Delete (lights.pdf)" }).click();
  await shelf.whole.getByRole("button", { name: /^Delete: frees .+ \(lights.pdf\)$/ }).click();
  await expect(shelf.whole).toContainText(/“lights.pdf” is deleted, and .+ are free/);
  await expect(page.locator("#ask .documents > li")).toHaveCount(1);
  expect(await stored(page)).toBe(1);
  // The keyboard goes on at the row that took its place.
  await expect(shelf.whole.getByRole("button", { name: "Delete (text.md)" })).toBeFocused();
  await shelf.keep.uncheck();
  await expect.poll(() => stored(page)).toBeNull();
  await expect(shelf.rows).toHaveCount(1);
  await page.reload();
  await expect(shelf.whole).toBeHidden();
});

test("PL-05: a damaged or newer document is told, and can be deleted", async ({ desk, page }) => {
  const shelf = new Shelf(page);
  await desk.choose(TEXT);
  await shelf.open(desk);
  await shelf.keep.check();
  await expect.poll(() => stored(page)).toBe(1);
  await tamper(page, "other bytes");
  await page.reload();
  await shelf.tick("text.md").click();
  await expect(shelf.rows).toContainText("text.md");
  await expect(shelf.rows).toContainText("damaged in this browser");
  await expect(page.locator("#ask .documents > li")).toHaveCount(0);
  // The file, chosen again, takes its place.
  await desk.choose(TEXT);
  await expect(shelf.rows).not.toContainText("damaged in this browser");
  await page.reload();
  await shelf.tick("text.md").check();
  await expect(page.locator("#ask .documents > li")).toHaveCount(1);
  await tamper(page, "newer");
  await page.reload();
  await desk.unfold(shelf.whole);
  await expect(shelf.rows).toContainText("A newer version of this page kept a document");
  expect(await stored(page)).toBe(1);
  // It is not written over by the same file.
  await desk.choose(TEXT);
  await expect(shelf.rows).toHaveCount(2);
  await expect(shelf.whole).toContainText("in this tab only");
  await page.reload();
  await desk.unfold(shelf.whole);
  await expect(shelf.rows).toContainText("A newer version of this page kept a document");
  await shelf.whole.getByRole("button", { name: /^Delete/ }).click();
  await shelf.whole.getByRole("button", { name: /^Delete for good/ }).click();
  await expect(shelf.rows).toHaveCount(0);
  expect(await stored(page)).toBe(0);
});

test("PL-05: a full, a cleared and a forbidden storage are told, and the tab goes on", async ({
  desk,
  page,
}) => {
  const shelf = new Shelf(page);
  await desk.choose(TEXT);
  await shelf.open(desk);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Object.assign(globalThis, { again: () => Object.assign(IDBObjectStore.prototype, { put }) });
    Object.assign(IDBObjectStore.prototype, { put: full });
  });
  await shelf.keep.check();
  await expect(shelf.whole).toContainText("There is no room left");
  await expect(shelf.rows).toContainText("in this tab only");
  await page.evaluate(() => (globalThis as unknown as { again(): void }).again());
  await desk.choose(PDF);
  await expect.poll(() => stored(page)).toBe(2);
  await expect(shelf.whole).not.toContainText("There is no room left");

  await page.goto("about:blank");
  await page.goto(new URL("./icon.svg", test.info().project.use.baseURL).href);
  await page.evaluate(() => indexedDB.deleteDatabase("agentic-memory-bank-library"));
  await page.goto("./");
  await expect(shelf.whole).toContainText("The documents that were kept are gone");
  await expect(shelf.keep).not.toBeChecked();

  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
  });
  await page.reload();
  await desk.choose(TEXT);
  await shelf.open(desk);
  await shelf.keep.click();
  await expect(shelf.whole).toContainText("did not let the page store documents");
  await expect(shelf.keep).not.toBeChecked();
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations li").first()).toBeVisible();
});

test("PL-05: the library is seen, read aloud and used by keyboard", async ({
  desk,
  page,
}, info) => {
  const shelf = new Shelf(page);
  await desk.choose([PDF, TEXT]);
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await desk.settled();
  await shelf.open(desk);
  await shelf.keep.check();
  await expect(shelf.whole).toContainText("are kept in this browser");
  await looksRight(page, info, "library");
  await page.setViewportSize({ width: 1280, height: 900 });
  await shelf.tick("lights.pdf").focus();
  await page.keyboard.press("Space");
  await expect(shelf.tick("lights.pdf")).not.toBeChecked();
  await expect(shelf.tick("lights.pdf")).toBeFocused();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("button", { name: "换个内容提问" }).click();
  await desk.unfold(page.locator("#ask details.about"));
  await expect(shelf.whole).toContainText("文档库 · 2 份文档");
  await desk.unfold(shelf.whole);
  await expect(shelf.rows).toHaveCount(2);
  await looksRight(page, info, "library-zh");
});

test("PL-05: a long library scrolls in its place, and is searched by name", async ({
  desk,
  page,
}, info) => {
  const shelf = new Shelf(page);
  const letter = (at: number) => String.fromCharCode(97 + at);
  const files = Array.from({ length: 12 }, (_, at) => ({
    name: `${letter(at)}.md`,
    mimeType: "text/markdown",
    buffer: Buffer.from(`Text ${at}. ${EXCERPT}`),
  }));
  await desk.choose(files);
  await shelf.open(desk);
  await expect(shelf.rows).toHaveCount(12);
  const list = shelf.whole.locator("ul[role=list]");
  const heights = await list.evaluate((one) => [one.scrollHeight, one.clientHeight]);
  expect(heights[0]).toBeGreaterThan(heights[1] ?? 0);
  await looksRight(page, info, "library-long");
  const search = shelf.whole.getByRole("searchbox", { name: "Find a document by its name" });
  await search.fill("c.md");
  await expect(shelf.rows).toHaveCount(1);
  await expect(shelf.whole).toContainText("1 of 12 documents");
  // Enter asks nothing.
  await search.press("Enter");
  await expect(page.locator(".problem:visible")).toHaveCount(0);
  await shelf.whole.locator("summary").click();
  await expect(list.locator("li")).toHaveCount(0);
});

test("PL-05: on a phone whatever the library has to press is 44 pixels high", async ({
  browser,
}) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("./");
  await page.locator("#documents").setInputFiles([TEXT]);
  await page.locator("#ask .library summary").tap();
  await expect(page.locator("#ask .library li")).toHaveCount(1);
  const heights = await page
    .locator("#ask .library :is(button, summary, label)")
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
    );
  expect(heights.length).toBeGreaterThan(3);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(43.5);
  await page.close();
});
