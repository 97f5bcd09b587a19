/** The answer comes before its reader (PL-05). */

import { EXCERPT, expect, QUESTION, SAMPLE, test } from "./desk.ts";

for (const width of [1280, 390]) {
  test(`PL-05: an answer is in the window, in focus and in the title at ${width} px`, async ({
    desk,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await desk.start(EXCERPT, QUESTION);
    await expect(desk.answer.locator(".statements")).toBeVisible({ timeout: 60_000 });
    await expect(desk.answer.locator(".statements").first()).toBeInViewport();
    const heading = desk.answer.getByRole("heading").first();
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle("Answer · Agentic Memory Bank");
  });
}

test("PL-05: a reader who looks at something else meanwhile stays there", async ({
  desk,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  // So low that an answer must be scrolled to.
  await page.setViewportSize({ width: 390, height: 480 });
  await desk.start(EXCERPT, QUESTION);
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, -5000);
  await expect.poll(scrolled).toBe(0);
  await expect(desk.answer.locator(".statements")).toBeVisible({ timeout: 60_000 });
  await desk.settled();
  // The browser itself keeps what is seen in its place when a line comes above it.
  expect(await scrolled()).toBeLessThan(100);
  await expect(desk.answer.getByRole("heading").first()).not.toBeFocused();
});

test("PL-05: on a phone little moves by itself while a run works and answers", async ({
  desk,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await desk.askAbout(SAMPLE, QUESTION);
  const { sum } = await page.evaluate(
    () => (window as unknown as { shifts: { sum: number } }).shifts,
  );
  console.log(`PL-05: layout shifts on a phone: ${sum.toFixed(3)}`);
  expect(sum).toBeLessThanOrEqual(0.1);
});

/** A shift of the layout, as the browser tells it. */
interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
