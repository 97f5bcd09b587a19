/** The answer comes before its reader (PL-05). */

import { EXCERPT, expect, QUESTION, test } from "./desk.ts";

for (const width of [1280, 390]) {
  test(`PL-05: the first line of an answer is in the window at ${width} px`, async ({
    desk,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await desk.start(EXCERPT, QUESTION);
    await expect(desk.answer.locator(".statements")).toBeVisible({ timeout: 60_000 });
    await expect(desk.answer.locator(".statements").first()).toBeInViewport();
    await expect(desk.answer.getByRole("heading").first()).toBeInViewport();
  });
}

test("PL-05: a reader who looks at something else meanwhile stays there", async ({
  desk,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await desk.start(EXCERPT, QUESTION);
  await page.mouse.move(200, 400);
  // The progress of the work is scrolled to first.
  const backToTop = async () => {
    await page.mouse.wheel(0, -5000);
    return page.evaluate(() => scrollY);
  };
  await expect.poll(backToTop).toBe(0);
  await expect(desk.answer.locator(".statements")).toBeVisible({ timeout: 60_000 });
  await desk.settled();
  // The browser itself keeps what is seen in its place when a line comes above it.
  expect(await page.evaluate(() => scrollY)).toBeLessThan(100);
});
