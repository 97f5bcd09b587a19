/** The memory graph: searched, its disputes, and the way from a topic to the text. */

import type { Page } from "@playwright/test";
import { type Desk, EXCERPT, expect, QUESTION, SAMPLE, test } from "./desk.ts";
import { looksRight, seriousIssues } from "./sight.ts";

const TOLL = [
  "# The charter\n\nThe toll for a cart on the Westby bridge is five crowns. Dogs cross the bridge for nothing.",
  "# The notice\n\nThe toll for a cart on the Westby bridge is seven crowns. Riders pay at the lodge.",
];
const TOLL_QUESTION = "What is the toll for a cart?";

/** Notes which texts stand on each canvas. Call it before the page is opened. */
async function noteDrawnTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = new Map<HTMLCanvasElement, string[]>();
    Object.assign(window, { drawnTexts: drawn });
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      drawn.set(this.canvas as HTMLCanvasElement, []);
      clearRect.apply(this, place);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.get(this.canvas as HTMLCanvasElement)?.push(text);
      fillText.call(this, text, ...place);
    };
  });
}

/** The labels of the drawing, line by line. */
function labels(page: Page): Promise<string> {
  return page.locator("canvas.sigma-labels").evaluate((canvas) => {
    const { drawnTexts } = window as unknown as { drawnTexts: Map<Element, string[]> };
    return (drawnTexts.get(canvas) ?? []).join("\n");
  });
}

/** Asks about a text after the page was opened anew, and brings the drawing into sight. */
async function drawn(desk: Desk, text: string, question: string): Promise<void> {
  await noteDrawnTexts(desk.page);
  await desk.page.reload();
  await desk.askAbout(text, question);
  await desk.page.locator(".canvas").scrollIntoViewIfNeeded();
}

test("PL-05: a topic is found by its words, in the list and in the drawing", async ({
  desk,
  page,
}) => {
  await drawn(desk, `${TOLL[0]}\n\n${EXCERPT}`, QUESTION);
  const memory = page.getByRole("region", { name: "Memory", exact: true });
  const field = memory.getByRole("textbox", { name: "Find a topic" });
  const status = memory.getByRole("search").getByRole("status");
  const all = await desk.topics.count();
  expect(all).toBeGreaterThan(1);
  await expect(memory.getByRole("button", { name: "Disputed only" })).toBeHidden();
  await expect.poll(() => labels(page)).toContain("\n");

  await field.pressSequentially("WESTBY charter");
  await expect(desk.topics).toHaveCount(1);
  await expect(desk.topics).toContainText("The charter");
  await expect(status).toHaveText(`1 of ${all} topics matches`);
  await expect.poll(() => labels(page)).toMatch(/^The charter.*\n.*$/);

  await page.keyboard.press("Tab");
  await expect(desk.topics).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(desk.topics).toHaveAttribute("aria-selected", "true");
  await field.fill("no such topic anywhere");
  await expect(desk.topics).toHaveCount(0);
  await expect(status).toHaveText("No topic matches");
  expect(await seriousIssues(page)).toEqual([]);

  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(status).toBeEmpty();
  await expect(desk.topics).toHaveCount(all);
  await expect(desk.topics.and(page.locator('[aria-selected="true"]'))).toContainText("charter");
  await expect(desk.topics.and(page.locator('[tabindex="0"]'))).toHaveCount(1);
});

test("PL-05: disputed topics are joined by a dashed line, labelled, and listed alone", async ({
  desk,
  page,
}, info) => {
  await drawn(desk, [...TOLL, EXCERPT].join("\n\n"), TOLL_QUESTION);
  const all = await desk.topics.count();
  const only = page.getByRole("button", { name: "Disputed only" });
  await expect(page.getByText("A dashed line joins topics")).toBeVisible();
  await expect.poll(() => inked(page)).toBeGreaterThan(0);
  for (const topic of ["The charter", "The notice"])
    await expect.poll(() => labels(page)).toContain(topic);
  // A selection elsewhere leaves them their labels.
  await desk.topics.last().click();
  await expect(desk.topics.last()).not.toContainText("Disputed");
  for (const topic of ["The charter", "The notice"])
    await expect.poll(() => labels(page)).toContain(topic);

  await only.click();
  await expect(only).toHaveAttribute("aria-pressed", "true");
  await expect(desk.topics).toHaveCount(2);
  await expect(page.getByText(`2 of ${all} topics match`)).toBeVisible();
  await desk.topics.filter({ hasText: "The notice" }).click();
  await expect(desk.details).toContainText("five crowns");
  await looksRight(page, info, "disputed");
  await desk.details.getByRole("button", { name: /^The charter/ }).click();
  await expect(desk.details.locator("h3")).toContainText("The charter");
  await only.click();
  await expect(desk.topics).toHaveCount(all);
});

/** Pixels on the layer of the disputes that are not empty. */
function inked(page: Page): Promise<number> {
  return page.locator("canvas.sigma-edgeLabels").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext("2d");
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    return Array.from(data).filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

test("PL-05: a topic leads to its text in the source", async ({ desk, page }) => {
  await desk.choose(
    TOLL.map((text, index) => ({
      name: `${index + 1}.md`,
      mimeType: "text/markdown",
      buffer: Buffer.from(text),
    })),
  );
  await desk.question.fill(TOLL_QUESTION);
  await desk.ask.click();
  await desk.settled();
  await desk.topics.filter({ hasText: "The notice" }).click();
  const show = desk.details.getByRole("button", { name: "Show in the source" });
  await show.press("Enter");
  await expect(desk.source.locator("mark").first()).toBeFocused();
  await expect(desk.source.locator("mark").first()).toBeInViewport();
  expect((await desk.source.locator("mark").allTextContents()).join(" ")).toContain("seven crowns");
  await expect(page.getByRole("combobox", { name: "Document" })).toHaveValue("2.md");
});

test("PL-05: the graph is drawn only in sight, and at most twice a second while a run reads", async ({
  desk,
  page,
}) => {
  await page.addInitScript(() => {
    const moments: number[] = [];
    Object.assign(window, { moments });
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      const canvas = this.canvas as HTMLCanvasElement;
      if (canvas.classList.contains("sigma-labels")) moments.push(performance.now());
      clearRect.apply(this, place);
    };
  });
  const moments = () =>
    page.evaluate(() => (window as unknown as { moments: number[] }).moments.splice(0));
  await page.reload();
  const copies = Array.from({ length: 60 }, (_, n) => SAMPLE.replaceAll("Rust", `Rust ${n}`));
  await desk.start(copies.join("\n\n"), QUESTION);
  await expect(desk.topics.nth(3)).toBeVisible();
  await page.locator(".canvas").scrollIntoViewIfNeeded();
  await expect(desk.cancel).toBeVisible();
  await expect.poll(moments).not.toEqual([]);
  await moments();
  await page.waitForTimeout(3000);
  const seen = await moments();
  await expect(desk.cancel).toBeVisible();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.length).toBeLessThanOrEqual(7);

  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator(".canvas")).not.toBeInViewport();
  await page.waitForTimeout(700);
  await moments();
  await page.waitForTimeout(2000);
  expect(await moments()).toEqual([]);
});
