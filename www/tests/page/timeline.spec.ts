/** The timeline of a run, its history, and playback (PL-05, BX-02). */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { type Desk, QUESTION, SAMPLE } from "./desk.ts";
import { expect, KEY, type ModelDesk, test, type World } from "./model-desk.ts";
import { looksRight, seriousIssues } from "./sight.ts";

/** The documents of a scenario in which topics are merged twice. */
const BRIDGE = {
  "guide.txt": "According to the guidebook the Westby bridge was completed in 1932.",
  "chronicle.txt": "According to the chronicle the Westby bridge was completed in 1937.",
  "leaflet.txt":
    "The leaflet says that the first tram crossed the bridge at its completion in 1930.",
};

const CHARTERS = `# 章程

过桥的狗免费。

# The charter

The toll for a cart on the Westby bridge is five crowns.

# The notice

The toll for a cart on the Westby bridge is seven crowns.`;

const DISPUTED =
  "Disputed: ‘Completion by the guidebook.’ and ‘Completion by the chronicle.’ contradict each other";
const MERGED = "Merged ‘Completion by the guidebook.’ and ‘Completion by the chronicle.’";

/** The parts of the timeline. */
class Timeline {
  readonly slider: Locator;
  readonly told: Locator;
  readonly history: Locator;
  readonly speed: Locator;
  readonly #memory: Locator;

  constructor(page: Page) {
    this.#memory = page.getByRole("region", { name: "Memory", exact: true });
    this.slider = this.#memory.getByRole("slider", { name: "Event of the run" });
    this.told = this.#memory.locator(".moment");
    this.history = this.#memory.locator(".history");
    this.speed = this.#memory.getByRole("combobox", { name: "Speed" });
  }

  button(name: "Back" | "Play" | "Pause" | "Forward" | "To now"): Locator {
    return this.#memory.getByRole("button", { name, exact: true });
  }

  /** Opens the history, and returns its entries. */
  async entries(): Promise<Locator> {
    if ((await this.history.getAttribute("open")) === null)
      await this.history.locator("summary").click();
    return this.history.getByRole("listitem").getByRole("button");
  }
}

/** Has a run merge topics twice. */
async function mergedTwice(desk: Desk, model: ModelDesk, world: World): Promise<Timeline> {
  const { model: address, question } = await world.play("conflict-merged-twice");
  await model.choose(address);
  await model.search.check();
  await desk.page.getByRole("combobox", { name: "Search service" }).selectOption("serper");
  await desk.page.getByLabel("Serper key").fill(KEY);
  const files = Object.entries(BRIDGE).map(([name, text]) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  }));
  await desk.choose(files);
  await desk.question.fill(question);
  await desk.ask.click();
  await desk.settled();
  return new Timeline(desk.page);
}

test("PL-05: the slider shows the graph after each event, by keyboard, and names the event", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const timeline = await mergedTwice(desk, model, world);
  const { slider, told } = timeline;
  const now = await desk.topics.allTextContents();
  await expect(told).toHaveText("Now, after 14 events");
  await expect(slider).toHaveValue("14");
  for (let step = 14; step > 6; step -= 1) await slider.press("ArrowLeft");
  await expect(told).toHaveText(`Event 6 of 14 · ${MERGED}`);
  await expect(slider).toHaveAttribute("aria-valuetext", `Event 6 of 14 · ${MERGED}`);
  await expect(desk.topics).toHaveText(["The first tram.", /^Completion of the Westby bridge/]);
  await slider.press("ArrowLeft");
  await slider.press("ArrowLeft");
  await expect(told).toHaveText(`Event 4 of 14 · ${DISPUTED}`);
  await expect(desk.topics).toHaveText([/guidebook.*Disputed/, /chronicle.*Disputed/]);
  await slider.press("Home");
  await expect(told).toHaveText("Before the first event");
  await expect(desk.topics).toHaveCount(0);
  await expect(timeline.button("Back")).toHaveAttribute("aria-disabled", "true");
  await timeline.button("Forward").click();
  await expect(told).toHaveText(/^Event 1 of 14 · Asked: When was the Westby bridge/);
  // The answer stays while the run is not played.
  await expect(desk.answer.locator(".statements")).toContainText("1932");
  await slider.press("End");
  await expect(told).toHaveText("Now, after 14 events");
  expect(await desk.topics.allTextContents()).toEqual(now);
  await desk.topics.first().click();
  await looksRight(page, info, "timeline-now", [1280]);
});

test("PL-05: an entry of the history leads to its moment, and selects its topics", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const timeline = await mergedTwice(desk, model, world);
  const entries = await timeline.entries();
  await expect(timeline.history.locator("summary")).toHaveText("Merges and disputes (4)");
  await expect(entries).toHaveText([
    DISPUTED,
    MERGED,
    /^Disputed: ‘The first tram\.’/,
    /^Merged ‘The first tram\.’/,
  ]);
  await page.getByRole("textbox", { name: "Find a topic" }).fill("tram");
  await entries.first().click();
  const chosen = desk.topics.and(page.locator('[aria-selected="true"]'));
  await expect(chosen).toHaveText([/guidebook/, /chronicle/]);
  await expect(entries.first()).toHaveAttribute("aria-current", "step");
  await expect(timeline.slider).toHaveValue("4");
  await expect(desk.details.locator("h3")).toHaveText([/guidebook/, /chronicle/]);
  await expect(desk.details).toContainText("This topic was merged into another one later");
  await looksRight(page, info, "history", [1280]);
  await page.setViewportSize({ width: 390, height: 844 });
  await desk.part("Memory");
  await looksRight(page, info, "history", [390]);
  await entries.nth(1).click();
  await expect(chosen).toHaveText(["Completion of the Westby bridge in 1932."]);
  await expect(timeline.told).toHaveText(`Event 6 of 14 · ${MERGED}`);
});

test("PL-05: while a run reads, the slider stays at now unless it was moved", async ({
  desk,
  page,
}) => {
  const { slider, told } = new Timeline(page);
  const copies = Array.from({ length: 40 }, (_, n) => SAMPLE.replaceAll("Rust", `Rust ${n}`));
  await desk.start(copies.join("\n\n"), QUESTION);
  await expect(desk.topics.nth(3)).toBeVisible({ timeout: 60_000 });
  const max = async () => Number(await slider.getAttribute("max"));
  const first = await max();
  await expect.poll(max).toBeGreaterThan(first);
  await expect(told).toHaveText(/^Now, after/);
  const [at, end] = await slider.evaluate((input: HTMLInputElement) => [input.value, input.max]);
  expect(at).toBe(end);
  await slider.press("Home");
  for (let step = 0; step < 3; step += 1) await slider.press("ArrowRight");
  const moved = await max();
  await expect.poll(max).toBeGreaterThan(moved);
  await expect(slider).toHaveValue("3");
  await expect(desk.topics).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "To now" }).click();
  await expect(told).toHaveText(/^Now, after/);
  await desk.cancel.click();
  await desk.idle();
});

test("BX-02: an earlier run is played, and its answer comes at its time", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const timeline = await mergedTwice(desk, model, world);
  await page.reload();
  await page.getByRole("button", { name: "Open: When was the Westby bridge" }).click();
  await expect(desk.answer).toContainText("an earlier run, read back as it stood");
  const { answer } = desk;
  const statements = answer.locator(".statements");
  await expect(statements).toContainText("1932");
  const height = (await answer.boundingBox())?.height;
  await timeline.button("Play").click();
  await expect(statements).toBeHidden();
  const notYet = answer.getByText("At this moment of the run there is no answer yet.");
  await expect(notYet).toBeVisible();
  expect((await answer.boundingBox())?.height).toBe(height);
  await expect(timeline.told).toHaveText(/^Event 2 of 14/);
  await timeline.button("Pause").click();
  const at = await timeline.slider.inputValue();
  await page.waitForTimeout(1500);
  await expect(timeline.slider).toHaveValue(at);
  await timeline.button("Forward").click();
  await expect(timeline.slider).toHaveValue(String(Number(at) + 1));
  await looksRight(page, info, "played", [1280]);
  await timeline.speed.selectOption("4 events a second");
  await timeline.button("Play").click();
  await expect(statements).toContainText("1932");
  await expect(timeline.told).toHaveText("Now, after 14 events");
  await expect(timeline.button("Play")).toBeVisible();
  await expect(notYet).toBeHidden();
});

test("BX-02: a replayed journal is played, too, and stepped through", async ({
  desk,
  model,
  world,
  page,
}) => {
  const timeline = await mergedTwice(desk, model, world);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export journal" }).click();
  const buffer = await readFile(await (await download).path());
  await page.reload();
  const [picker] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Replay a journal" }).click(),
  ]);
  await picker.setFiles({ name: "journal.json", mimeType: "application/json", buffer });
  await expect(desk.answer).toContainText("run again without a network");
  await timeline.button("Play").click();
  await expect(desk.answer.locator(".statements")).toBeHidden();
  await timeline.button("Pause").click();
  // It stays focused at its end.
  for (let step = 0; step < 16; step += 1) await timeline.button("Forward").press("Enter");
  await expect(timeline.told).toHaveText("Now, after 14 events");
  await expect(desk.answer.locator(".statements")).toContainText("1932");
  await expect(timeline.button("Forward")).toBeFocused();
});

test("BX-09: the timeline speaks Chinese, and on a phone a finger moves it", async ({
  browser,
}, info) => {
  const context = await browser.newContext({
    locale: "zh-CN",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("./");
  await page.getByRole("textbox", { name: "粘贴的文本" }).fill(CHARTERS);
  await page.getByRole("textbox", { name: "问题" }).fill("What is the toll for a cart?");
  await page.locator("#ask").getByRole("button", { name: "提问" }).tap();
  await expect(page.locator(".statements")).toContainText("crowns", { timeout: 90_000 });
  await page.locator("nav.parts").getByRole("button", { name: "记忆" }).tap();
  await expect(page.locator(".moment")).toHaveText(/^现在，共 \d+ 个事件$/);
  await page.getByRole("slider", { name: "运行中的事件" }).press("Home");
  await page.getByRole("button", { name: "前进", exact: true }).tap();
  await page.getByRole("button", { name: "前进", exact: true }).tap();
  await expect(page.locator(".moment")).toHaveText(/^第 2 个事件，共 \d+ 个 · 新主题“章程/);
  await page.locator(".history summary").tap();
  await page.locator(".history button").first().tap();
  await expect(page.locator(".moment")).toHaveText(/有争议：“.*”和“.*”相互矛盾$/);
  const rows = page.getByRole("treeitem");
  await expect(rows).toHaveCount(3);
  await rows.last().locator(".toggle").tap();
  await expect(rows).not.toHaveCount(3);
  const parts = ".timeline :is(button, select, input, summary), .nodes li";
  const low = await page
    .locator(parts)
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML),
    );
  expect(low).toEqual([]);
  expect(await seriousIssues(page)).toEqual([]);
  await page.screenshot({ path: info.outputPath("zh-phone.png"), fullPage: true });
  await context.close();
});
