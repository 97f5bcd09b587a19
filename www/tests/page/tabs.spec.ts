/** Several tabs share what this browser keeps; whichever goes, nothing is lost (BX-02). */

import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Desk, EXCERPT, QUESTION, SAMPLE, topicsOf } from "./desk.ts";
import { expect, test } from "./model-desk.ts";

/** The list of earlier runs. */
function earlier(page: Page): Locator {
  return page.getByRole("region", { name: "Earlier runs" });
}

async function anotherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto("./");
  return tab;
}

/** Begins to read something long: the sample so many times. */
async function startReading(desk: Desk, times = 1): Promise<void> {
  await desk.start(SAMPLE.repeat(times), QUESTION);
  await expect(desk.topics.nth(3)).toBeVisible({ timeout: 60_000 });
}

test("BX-02: a second tab sees the runs of the first, keeps its own, and goes on when the first is closed", async ({
  desk,
  page,
  context,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const second = await anotherTab(context);
  await expect(earlier(second).getByRole("listitem")).toHaveCount(1);
  await second.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  const there = new Desk(second);
  await expect(there.answer).toContainText("will be dropped");
  await there.askAbout(EXCERPT, QUESTION);
  await expect(there.answer).toContainText("will be dropped");
  await expect(earlier(second).getByRole("listitem")).toHaveCount(2);
  await page.close();
  await there.anew();
  await second.getByRole("checkbox", { name: "Make a new memory of them instead" }).check();
  await there.ask.click();
  await there.settled();
  await expect(there.answer).toContainText("will be dropped");
  await expect(earlier(second).getByRole("listitem")).toHaveCount(3);
  await second.reload();
  await expect(earlier(second).getByRole("listitem")).toHaveCount(3);
});

test("BX-02: the first tab shows what the second kept, once it is looked at", async ({
  desk,
  page,
  context,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const second = await anotherTab(context);
  await new Desk(second).askAbout(EXCERPT, QUESTION);
  await expect(earlier(second).getByRole("listitem")).toHaveCount(2);
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(earlier(page).getByRole("listitem")).toHaveCount(2);
});

test("BX-02: a tab that writes is closed while it reads: the other has the run, and goes on with it", async ({
  desk,
  page,
  context,
}) => {
  const second = await anotherTab(context);
  await startReading(desk, 60);
  await second.reload();
  await expect(earlier(second)).toContainText("at work");
  await page.close();
  await second.reload();
  await expect(earlier(second)).toContainText("cut off");
  await second.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  const topics = topicsOf(second);
  await second.getByRole("button", { name: "Go on with this run" }).click();
  await expect(topics.nth(3)).toBeVisible({ timeout: 60_000 });
  await second.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(earlier(second)).toContainText("stopped");
  await expect(earlier(second).getByRole("listitem")).toHaveCount(1);
});

test("BX-02: the tab that writes is closed while another reads, which loses nothing of its run", async ({
  desk,
  page,
  context,
}) => {
  const first = await anotherTab(context);
  // Whoever needs the store first has it open.
  await new Desk(first).askAbout(EXCERPT, QUESTION);
  await expect(earlier(first).getByRole("listitem")).toHaveCount(1);
  await startReading(desk);
  await first.close();
  await expect(desk.answer.locator(".citations")).toContainText("scope", { timeout: 90_000 });
  await expect(earlier(page).getByRole("listitem")).toHaveCount(2);
  await expect(earlier(page).getByRole("listitem").first()).toContainText("answered");
  await expect(page.getByText("not all of it is stored")).toHaveCount(0);
  await page.reload();
  await page
    .getByRole("button", { name: `Open: ${QUESTION}` })
    .first()
    .click();
  await expect(desk.answer).toContainText("an earlier run, read back as it stood");
});

test("BX-02: a run that is at work in one tab is neither gone on with nor deleted in another", async ({
  desk,
  page,
  context,
}) => {
  await startReading(desk, 200);
  const second = await anotherTab(context);
  const [list, refusal] = [earlier(second), second.getByText("This run is at work in another tab")];
  await second.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  await second.getByRole("button", { name: "Go on with this run" }).click();
  await expect(refusal).toBeVisible();
  const remove = async () => {
    await list.getByRole("button", { name: /^Delete: / }).click();
    await list.getByRole("button", { name: /^Delete for good: / }).click();
  };
  await second.getByRole("button", { name: "Close" }).click();
  await expect(refusal).toBeHidden();
  await remove();
  await expect(refusal).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);

  // By now it may have answered, and read on.
  await desk.cancel.or(desk.enough).click();
  await expect(earlier(page)).toContainText(/stopped|answered/);
  await remove();
  await expect(list).toBeHidden();
});
