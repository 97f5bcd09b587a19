/** The graph as a tree, in step with the drawing (PL-05). */

import type { Page } from "@playwright/test";
import { type Desk, EXCERPT, expect, QUESTION, SAMPLE, test } from "./desk.ts";
import { looksRight } from "./sight.ts";

const TOLL = [
  "# The charter\n\nThe toll for a cart on the Westby bridge is five crowns. Dogs cross the bridge for nothing.",
  "# The notice\n\nThe toll for a cart on the Westby bridge is seven crowns. Riders pay at the lodge.",
].join("\n\n");
const TOLL_QUESTION = "What is the toll for a cart?";

/** A line of a label, and how it was written last. */
interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly colour: string;
}

/** Notes the labels of the drawing. Call it before the page is opened. */
async function noteLabels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let written: Written[] = [];
    Object.assign(window, { written: () => written });
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    const isOfLabels = ({ canvas }: CanvasRenderingContext2D) =>
      (canvas as HTMLCanvasElement).classList.contains("sigma-labels");
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      if (isOfLabels(this)) written = [];
      clearRect.apply(this, place);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      const { width } = this.measureText(text);
      if (isOfLabels(this)) written.push({ text, x, y, width, colour: String(this.fillStyle) });
      fillText.call(this, text, x, y, ...rest);
    };
  });
}

function labels(page: Page): Promise<Written[]> {
  return page.evaluate(() => (window as unknown as { written(): Written[] }).written());
}

/** Asks about a text after the page was opened anew, and brings the drawing into sight. */
async function drawn(desk: Desk, text: string, question: string): Promise<void> {
  await noteLabels(desk.page);
  await desk.page.reload();
  await desk.askAbout(text, question);
  await desk.page.locator(".canvas").scrollIntoViewIfNeeded();
}

test("PL-05: the keyboard opens a topic, follows its dispute, and comes to its text", async ({
  desk,
  page,
}, info) => {
  await desk.askAbout(`${TOLL}\n\n${EXCERPT}`, TOLL_QUESTION);
  const tree = page.getByRole("tree", { name: "Topics in memory" });
  const focused = tree.locator(":focus");
  await desk.topics.first().focus();
  await page.keyboard.press("Home");
  await expect(desk.topics.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("t");
  await page.keyboard.press("h");
  await page.keyboard.press("e");
  await page.keyboard.type(" c");
  await expect(focused).toContainText("The charter");
  await expect(focused).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAttribute("aria-level", "2");
  await expect(focused).toContainText("Disputed with: The notice");
  await expect(focused).toContainText("five crowns");
  await expect(desk.details.locator("h3")).toContainText("The charter");
  await looksRight(page, info, "tree", [1280]);
  await page.keyboard.press("Enter");
  await expect(focused).toContainText("The notice");
  await expect(focused).toHaveAttribute("aria-selected", "true");
  await expect(desk.details.locator("h3")).toContainText("The notice");

  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  while (!(await focused.textContent())?.startsWith("Source:"))
    await page.keyboard.press("ArrowDown");
  await expect(focused).toContainText("seven crowns");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("ArrowLeft");
  await expect(focused).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  while (!(await focused.textContent())?.startsWith("Source:"))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(desk.source.locator("mark").first()).toBeFocused();
  expect((await desk.source.locator("mark").allTextContents()).join(" ")).toContain("seven crowns");
});

test("PL-05: a branch leads to a topic that the search hides", async ({ desk, page }) => {
  await desk.askAbout(`${TOLL}\n\n${EXCERPT}`, TOLL_QUESTION);
  const all = await desk.topics.count();
  const field = page.getByRole("textbox", { name: "Find a topic" });
  await field.fill("charter");
  await expect(desk.topics).toHaveCount(1);
  await desk.topics.first().locator(".toggle").click();
  await page.getByRole("treeitem", { name: /^Disputed with: The notice/ }).click();
  await expect(field).toHaveValue("");
  await expect(desk.topics).toHaveCount(all);
  await expect(desk.topics.filter({ hasText: "seven crowns" })).toBeFocused();
});

test("PL-05: Control selects several topics, which are told one beneath the other", async ({
  desk,
  page,
}) => {
  await desk.askAbout(`${TOLL}\n\n${EXCERPT}`, TOLL_QUESTION);
  const chosen = desk.topics.and(page.locator('[aria-selected="true"]'));
  await desk.topics.first().click();
  await page.keyboard.press("Control+ArrowDown");
  await expect(desk.topics.nth(1)).toBeFocused();
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press("Control+Space");
  await expect(chosen).toHaveCount(2);
  await expect(desk.details.locator("h3")).toHaveCount(2);
  await desk.topics.first().click({ modifiers: ["ControlOrMeta"] });
  await expect(chosen).toHaveCount(1);
  await expect(chosen)
    .toBeFocused({ timeout: 1 })
    .catch(() => {});
  await page.keyboard.press("Home");
  await expect(chosen).toHaveText((await desk.topics.first().textContent()) ?? "");
});

test("PL-05: tree and drawing share their selection, both ways", async ({ desk, page }) => {
  await drawn(desk, TOLL, TOLL_QUESTION);
  const chosen = desk.topics.and(page.locator('[aria-selected="true"]'));
  for (const [index, name] of ["The charter", "The notice"].entries()) {
    // The nodes may be on their way still.
    await expect(async () => {
      await pressNode(page, name, "left");
      if ((await chosen.count()) === 0) await pressNode(page, name, "right");
      await expect(chosen).toContainText(name, { timeout: 2000 });
    }).toPass();
    await expect(chosen).toHaveCount(1);
    await desk.topics.nth(1 - index).click();
    await expect(chosen).not.toContainText(name);
    await press(page, { x: 200, y: 200 });
    await expect(chosen).toHaveCount(0);
  }
});

/** Presses a point of the drawing; two presses in a moment would zoom. */
async function press(page: Page, position: { x: number; y: number }): Promise<void> {
  await page.locator(".canvas").click({ position });
  await page.waitForTimeout(500);
}

/** Presses where the node of a label is, if the label stands beside it on the other side. */
async function pressNode(page: Page, name: string, side: "left" | "right"): Promise<void> {
  const lines = await labels(page);
  const at = lines.findIndex(({ text }) => text.startsWith(name));
  const [line, second] = [lines[at], lines[at + 1]];
  if (!line || !second) throw new Error(`no label begins with ${name}: ${JSON.stringify(lines)}`);
  const x = side === "left" ? line.x - 8 : line.x + Math.max(line.width, second.width) + 8;
  await press(page, { x, y: line.y + 7 });
}

test("PL-05: a topic chosen in the tree stands out in the drawing", async ({ desk, page }) => {
  await drawn(desk, SAMPLE.slice(0, SAMPLE.indexOf("### Variable Scope")), QUESTION);
  const colours = async () => {
    const written = await labels(page);
    return [...new Set(written.map(({ colour }) => colour))];
  };
  await expect.poll(async () => (await colours()).length).toBe(1);
  const [plain] = await colours();
  await desk.topics.first().click();
  const topic = (await desk.topics.first().locator(".topic").textContent()) ?? "";
  await expect.poll(async () => (await colours()).length).toBe(2);
  const inked = (await labels(page)).filter(({ colour }) => colour === plain);
  expect(inked.some(({ text }) => topic.startsWith(text.replace("…", "")))).toBe(true);
});

test("PL-05: with less motion wished for, the nodes do not glide", async ({ desk, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await drawn(desk, `${TOLL}\n\n${EXCERPT}`, TOLL_QUESTION);
  const places = new Set<string>();
  for (let look = 0; look < 30; look += 1) {
    const written = await labels(page);
    const first = written.find(({ text }) => text.startsWith("The charter"));
    if (first) places.add(`${Math.round(first.x)} ${Math.round(first.y)}`);
    await page.waitForTimeout(150);
  }
  expect(places.size).toBeGreaterThan(0);
  expect(places.size).toBeLessThanOrEqual(3);
});
