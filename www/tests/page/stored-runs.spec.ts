/** Runs that the browser keeps: they outlive the page, and whatever cuts them off (BX-02). */

import type { Locator, Page, Worker } from "@playwright/test";
import { type Desk, EXCERPT, QUESTION, SAMPLE } from "./desk.ts";
import { askTheWeb, expect, holdAt, KEY, test } from "./model-desk.ts";

/** The list of earlier runs. */
function earlier(page: Page): Locator {
  return page.getByRole("region", { name: "Earlier runs" });
}

/** What an answer says, and what memory it is shown with. */
async function shownBy(desk: Desk): Promise<string[]> {
  const answer = await desk.answer.locator(".statements").textContent();
  return [answer ?? "", ...(await desk.topics.allTextContents())];
}

test("BX-02: a run is in the list after a reload; read back, it is the same and can be asked", async ({
  desk,
  page,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const before = await shownBy(desk);
  await expect(earlier(page).getByRole("listitem")).toHaveCount(1);
  await expect(page.locator(".keep")).toContainText("is kept in this browser");
  await page.reload();
  const entry = earlier(page).getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(QUESTION);
  await expect(entry).toContainText(/answered · .+ · [\d.]+ (kB|MB)/);

  await page.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  await expect(desk.answer).toContainText("an earlier run, read back as it stood");
  expect(await shownBy(desk)).toEqual(before);
  await desk.answer.getByRole("textbox").fill("What is a String made of?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await desk.settled();
  // The further question and the first one are one run.
  await expect(earlier(page).getByRole("listitem")).toHaveCount(1);
  await expect(earlier(page)).toContainText("What is a String made of?");
});

test("BX-02: reading that a reload cut off goes on", async ({ desk, page }) => {
  await desk.start(SAMPLE, QUESTION);
  await expect(desk.topics.nth(3)).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(earlier(page)).toContainText("cut off");
  await page.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  await page.getByRole("button", { name: "Go on with this run" }).click();
  await expect(desk.answer.locator(".citations")).toContainText("scope", { timeout: 90_000 });
  await expect(earlier(page)).toContainText("answered");
});

test("BX-02 MB-25: a closed tab costs no paid call, and keeps no key", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  const held = holdAt(world, 4);
  await askTheWeb(desk, model, question);
  await held.reached;
  const before = [...world.asked];
  expect(before.length).toBeGreaterThan(1);
  await page.reload();
  held.release();
  expect(await storedText(page)).not.toContain(KEY);

  // It asks what it asked before: nothing has to be chosen again.
  await page.getByRole("button", { name: `Open: ${question}` }).click();
  await model.goOn.click();
  await expect(model.label).toContainText("Language model scenario");
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  const again = world.asked.slice(before.length);
  for (const body of before) expect(again).not.toContain(body);
  expect(await storedText(page)).not.toContain(KEY);
});

test("BX-02 MB-25: a run of a language model is read back without asking it, and says where more would go", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  await askTheWeb(desk, model, question);
  await desk.settled();
  const before = await shownBy(desk);
  const asked = world.asked.length;
  await page.reload();
  await expect(model.label).toContainText("nothing leaves it");
  await page.getByRole("button", { name: `Open: ${question}` }).click();
  await expect(desk.answer).toContainText("an earlier run, read back as it stood");
  expect(await shownBy(desk)).toEqual(before);
  expect(world.asked).toHaveLength(asked);
  // What is asked of it now would be sent to the model that made it.
  await expect(model.label).toContainText("Language model scenario");
});

test("BX-02: deleting takes two presses, and nothing is left", async ({ desk, page }) => {
  await desk.askAbout("# Trade\n\nThe harbour sells herring.", "What does the harbour sell?");
  const list = earlier(page);
  await list.getByRole("button", { name: /^Delete: / }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: /^Delete for good: / }).click();
  await expect(list).toBeHidden();
  await expect(desk.answer).toContainText("herring");
  await page.reload();
  await expect(desk.ask).toBeVisible();
  await expect(list).toBeHidden();
});

test("BX-02: a tab is used while it looks for earlier runs, and keeps what it began meanwhile", async ({
  desk,
  page,
  context,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const second = await context.newPage();
  let open = () => {};
  const opens = new Promise<void>((resolve) => {
    open = resolve;
  });
  await second.route(/\/store-[^/]*\.wasm$/, async (route) => {
    await opens;
    await route.continue();
  });
  await second.goto("./");
  await expect(earlier(second)).toContainText("Looking for earlier runs…");
  await second.getByRole("button", { name: "Try the sample" }).click();
  await expect(second.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(earlier(second)).toContainText("Looking for earlier runs…");
  await page.close();
  open();
  await expect(second.getByRole("region", { name: "Answer" })).toContainText("will be dropped", {
    timeout: 90_000,
  });
  await expect(earlier(second).getByRole("listitem")).toHaveCount(2);
  await expect(second.locator(".keep")).toContainText("is kept in this browser");
});

test("BX-02: where the browser stores nothing, the page says so and answers", async ({
  desk,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, "getDirectory", { value: undefined });
  });
  await page.route(/\/assets\/worker-/, async (route) => {
    const response = await route.fetch();
    const without =
      "Object.defineProperty(globalThis,'indexedDB',{value:undefined});" +
      "Object.defineProperty(StorageManager.prototype,'getDirectory',{value:()=>Promise.reject(new DOMException('no','SecurityError'))});";
    await route.fulfill({ response, body: without + (await response.text()) });
  });
  await page.reload();
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(earlier(page)).toContainText("Runs go with this tab.");
  await expect(page.locator(".keep")).toContainText("goes when you close it");
});

test("BX-02: where the browser ends what keeps runs, the page says so, and has them again once it is reloaded", async ({
  desk,
  page,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(earlier(page).getByRole("listitem")).toHaveCount(1);
  const worker = await storeWorker(page);
  const gone = new Promise((resolve) => worker?.once("close", resolve));
  worker?.evaluate(() => self.close()).catch(() => {});
  await gone;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(earlier(page)).toContainText("reload the page");
  await page.reload();
  await expect(earlier(page).getByRole("listitem")).toHaveCount(1);
});

/** The worker of the store: all run one script, and this one has loaded the store's wasm. */
async function storeWorker(page: Page): Promise<Worker | undefined> {
  for (const worker of page.workers()) {
    const loaded = await worker.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    if (loaded.some((name) => /\/store-[^/]*\.wasm$/.test(name))) return worker;
  }
  return undefined;
}

/** Everything that this origin keeps in files, as text. */
async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folder.values()) {
        if (entry.kind === "directory") await read(entry as FileSystemDirectoryHandle);
        else texts.push(await (await (entry as FileSystemFileHandle).getFile()).text());
      }
    };
    await read(await navigator.storage.getDirectory());
    return texts.join("\n");
  });
}
