/** axe finds nothing serious, at both widths and in both colour schemes; the screenshots are for eyes. */

import type { Locator, Page } from "@playwright/test";
import { EXCERPT, expect, QUESTION, test } from "./desk.ts";
import { looksRight } from "./sight.ts";

test("PL-05: no serious issue, opened, answered and told of a mistake", async ({
  desk,
  page,
}, info) => {
  await looksRight(page, info, "opened");
  await desk.askAbout(EXCERPT, QUESTION);
  await desk.topics.nth(1).click();
  await desk.marks.first().click();
  await page.getByText("passages it was made from").click();
  await looksRight(page, info, "answered");
  await desk.anew();
  await desk.question.fill("");
  await desk.ask.click();
  await expect(desk.problem).not.toBeEmpty();
  await looksRight(page, info, "mistaken");
});

test("BX-09: the page speaks Chinese where the browser does, and switches", async ({ browser }) => {
  const page = await browser.newPage({ locale: "zh-CN" });
  await page.goto("./");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.getByRole("textbox", { name: "问题" }).fill("为什么？");
  await page
    .getByRole("button", { name: "Show this page in English" })
    .or(page.getByText("English"))
    .first()
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("为什么？");
  await page.close();
});

test("BX-09: the Chinese sample is answered in one click", async ({ browser }) => {
  const page = await browser.newPage({ locale: "zh-CN" });
  await page.goto("./");
  await page.getByRole("button", { name: "试用示例" }).click();
  await expect(page.locator(".citations")).toContainText("析构函数", { timeout: 90_000 });
  await page.locator("button.mark").first().click();
  await expect(page.locator(".source mark").first()).toBeInViewport();
  await page.close();
});

test("PL-05: “Disputed” stands on one line, however long the topic", async ({ desk, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const path = "The road over the northern mountains behind the harbour";
  await desk.askAbout(
    `# Roads\n\n${path} was opened in 1871.\n\n# Roads\n\n${path} was opened in 1893.`,
    "When was the road over the northern mountains behind the harbour opened?",
  );
  await desk.part("Memory");
  const mark = page.locator(".nodes .disputed").first();
  await expect(mark).toBeVisible();
  expect(await lines(mark)).toBe(1);
});

/** Lines that an element's text takes. */
function lines(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

test("PL-05: on a phone whatever can be pressed is 44 pixels high", async ({ browser }, info) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("./");
  await page.getByRole("textbox", { name: "Pasted text" }).fill(EXCERPT);
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(QUESTION);
  await page.locator("#language-model summary").tap();
  await page.getByRole("combobox", { name: "Who answers" }).selectOption("Ollama");
  expect(await small(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Who answers" }).selectOption("none");
  await page.locator("#ask").getByRole("button", { name: "Ask", exact: true }).tap();
  const mark = page.locator("button.mark").first();
  await expect(mark).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  expect(await small(page)).toEqual([]);
  const box = await mark.boundingBox();
  await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) - 6);
  await expect(page.locator(".citation-card")).toBeVisible();
  await page.screenshot({ path: info.outputPath("phone.png"), fullPage: true });
  await page.close();
});

/** What can be pressed and is lower than 44 pixels, but for marks, which take presses around them. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>("button:not(.mark), summary, select, input");
    const low = [...all].filter((one) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : null;
      const height = Math.max(...[one, label].map((it) => it?.getBoundingClientRect().height ?? 0));
      return one.checkVisibility() && !one.closest(".visually-hidden") && height < 43.5;
    });
    return low.map((one) => `${one.tagName} ${one.className} ${one.id} ${one.textContent}`.trim());
  });
}
