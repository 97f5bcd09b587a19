/** The keyboard alone suffices. */

import type { Page } from "@playwright/test";
import { expect, QUESTION, SAMPLE, test } from "./desk.ts";

test("PL-05: the keyboard alone asks, follows a citation and walks the memory", async ({
  desk,
  page,
}) => {
  await tabTo(page, "Try the sample");
  await page.keyboard.press("Enter");
  await desk.settled();
  await tabTo(page, "Citation 1: show it in the source");
  await page.keyboard.press("Enter");
  await expect(desk.source.locator("mark").first()).toBeFocused();

  await tabUntil(page, () => document.activeElement?.getAttribute("role") === "treeitem");
  await page.keyboard.press("Home");
  await expect(desk.topics.first()).toHaveAttribute("aria-selected", "true");
  const first = await desk.details.locator("h3").textContent();
  await page.keyboard.press("ArrowDown");
  await expect(desk.topics.nth(1)).toBeFocused();
  await expect(desk.topics.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(desk.details.locator("h3")).toHaveText(
    (await desk.topics.nth(1).locator(".topic").textContent()) ?? "",
  );
  await expect(desk.details.locator(".remembered")).not.toBeEmpty();
  await expect(desk.details).toContainText("Keywords");
  await expect(desk.details).toContainText("ownership.txt");
  await page.keyboard.press("ArrowUp");
  await expect(desk.details.locator("h3")).toHaveText(first ?? "");
  await page.keyboard.press("End");
  await expect(desk.topics.last()).toBeFocused();
});

test("PL-05: a related topic in the details selects it in the list", async ({ desk, page }) => {
  // Long enough for topics that bear on each other.
  await desk.askAbout(SAMPLE.slice(0, SAMPLE.indexOf("### Variable Scope")), QUESTION);
  const heading = desk.details.locator("h3");
  const related = desk.details.locator("ul button").first();
  for (const topic of await desk.topics.all()) {
    await topic.click();
    await expect(topic).toHaveAttribute("aria-selected", "true");
    await expect(heading).toHaveText((await topic.locator(".topic").textContent()) ?? "");
    if ((await related.count()) > 0) break;
  }
  const topic = (await related.textContent()) ?? "";
  await related.click();
  await expect(heading).toHaveText(topic);
  const chosen = desk.topics.and(page.locator('[aria-selected="true"]'));
  await expect(chosen.locator(".topic")).toHaveText(topic);
});

async function tabTo(page: Page, name: string): Promise<void> {
  await tabUntil(
    page,
    (wanted) => {
      const active = document.activeElement;
      return (active?.getAttribute("aria-label") ?? active?.textContent) === wanted;
    },
    name,
  );
}

async function tabUntil(
  page: Page,
  reached: (wanted: string) => boolean,
  wanted = "",
): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(reached, wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${wanted || "the list"}`);
}
