/** Typing stays smooth while a document is read. */

import type { Page } from "@playwright/test";
import { expect, QUESTION, SAMPLE, test } from "./desk.ts";

/** Copies of the sample that make a megabyte. */
const COPIES = 26;

/** Tasks over 100 ms that typing may meet. The machine may be busy with more than this page. */
const LONG_TASKS_ALLOWED = 3;

test("PL-05: the page's thread stays free while a megabyte is read", async ({ desk, page }) => {
  const copies = Array.from({ length: COPIES }, (_, n) => SAMPLE.replaceAll("Rust", `Rust ${n}`));
  await desk.start(copies.join("\n\n"), QUESTION);
  await expect(desk.cancel).toBeVisible();
  await expect(desk.topics.first()).toBeVisible({ timeout: 60_000 });
  const typed = "How does typing feel while the memory grows?";
  await desk.anew();
  await desk.question.fill("");
  await desk.question.press("End");
  await watchLongTasks(page);
  await desk.question.pressSequentially(typed, { delay: 30 });
  await expect(desk.question).toHaveValue(typed);
  const tasks = await longTasks(page);
  console.log(`PL-05: long tasks while typing: ${tasks.join(", ") || "none"} (ms)`);
  expect(tasks.filter((duration) => duration > 100).length).toBeLessThanOrEqual(LONG_TASKS_ALLOWED);
});

async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  });
}

/** Durations of the page's tasks over 50 ms, in milliseconds. */
function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}
