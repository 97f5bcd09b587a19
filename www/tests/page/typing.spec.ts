/** Typing stays smooth while a document is read. */

import { expect, QUESTION, SAMPLE, test } from "./desk.ts";

/** Tasks of the page's own thread over 100 ms that one ingest may cause. The machine may be busy with more than us. */
const LONG_TASKS_ALLOWED = 3;

test("PL-05: the page's thread stays free while a document is read", async ({ desk, page }) => {
  const copies = Array.from({ length: 25 }, (_, copy) => SAMPLE.replaceAll("Rust", `Rust ${copy}`));
  await desk.start(copies.join("\n\n"), QUESTION);
  await expect(desk.topics.first()).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  });
  const typed = "How does typing feel while the memory grows?";
  await desk.question.fill("");
  await desk.question.pressSequentially(typed, { delay: 30 });
  await expect(desk.cancel).toBeVisible();
  await expect(desk.question).toHaveValue(typed);
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  const long = tasks.filter((duration) => duration > 100);
  expect(long.length, `long tasks: ${tasks.join(", ")} ms`).toBeLessThanOrEqual(LONG_TASKS_ALLOWED);
  await desk.cancel.click();
  await expect(desk.ask).toBeVisible();
});
