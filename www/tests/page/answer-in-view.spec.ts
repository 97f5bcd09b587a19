/** The answer comes before its reader (PL-05). */

import { EXCERPT, expect, QUESTION, test } from "./desk.ts";

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
