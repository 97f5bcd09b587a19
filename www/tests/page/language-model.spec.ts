/** A language model in the page, from a scenario on loopback: PL-01, PL-05, MB-25, BX-02, BX-04. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Desk } from "./desk.ts";
import { askTheWeb, expect, holdAt, KEY, type ModelDesk, test, type World } from "./model-desk.ts";

const NOTES = { name: "notes.txt", mimeType: "text/plain" };

const NOTE = "The tower is 42 metres tall.";

/** Has the model of a scenario answer a question about a note. */
async function answeredBy(
  scenario: string,
  { desk, model, world }: { desk: Desk; model: ModelDesk; world: World },
  { note = NOTE, question = "How tall is the tower?" } = {},
): Promise<void> {
  const { model: address } = await world.play(scenario);
  await model.choose(address);
  await desk.choose({ ...NOTES, buffer: Buffer.from(note) });
  await desk.question.fill(question);
  await desk.ask.click();
  await desk.settled();
}

/** What a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFile(await (await download).path(), "utf8");
}

test("MB-25: without a language model the panel is closed, and nothing is asked of one", async ({
  model,
}) => {
  await expect(model.panel).not.toHaveAttribute("open");
  await expect(model.provider).toBeHidden();
  await model.open();
  await expect(model.provider).toHaveValue("none");
  await expect(model.key).toBeHidden();
  await expect(model.label).toContainText("nothing leaves it");
});

test("MB-25: a known endpoint's address comes from the engine", async ({ model }) => {
  await model.open();
  for (const [name, address] of [
    ["DeepSeek", "https://api.deepseek.com/v1"],
    ["OpenAI", "https://api.openai.com/v1"],
    ["Ollama", "http://localhost:11434/v1"],
    ["LM Studio", "http://localhost:1234/v1"],
    ["llama.cpp", "http://localhost:8080/v1"],
  ] as const) {
    await model.provider.selectOption(name);
    await expect(model.address).toHaveAttribute("placeholder", address);
  }
});

test("BX-03: the likely cost stands under the question before it is asked", async ({
  desk,
  model,
  page,
}) => {
  const forecast = page.locator(".forecast");
  await desk.question.fill("How tall is the tower?");
  await expect(forecast).toBeHidden();
  await model.choose("http://127.0.0.1:9/v1");
  await expect(forecast).toHaveText(/^Likely \d+ requests, [\d,]+ tokens\./);
  const few = await forecast.textContent();
  await desk.choose({ ...NOTES, buffer: Buffer.from(`${NOTE} `.repeat(200)) });
  await expect(forecast).not.toHaveText(few ?? "");
  await page.getByRole("combobox", { name: "It reads your documents" }).selectOption("none");
  await model.provider.selectOption("No language model (extractive)");
  await expect(forecast).toBeHidden();
});

test("MB-08: a long document is searched by its words, and that is told beside it", async ({
  desk,
  model,
  world,
  page,
}) => {
  const entry =
    "Entry. The keeper of the lock noted the level of the water and the barges that passed.";
  const told = [
    "The Westby dam was rebuilt in 1921 after the great flood.",
    "# The charter\n\nThe toll for a cart on the Westby dam is five crowns.",
    "# The notice\n\nThe toll for a cart on the Westby dam is seven crowns.",
  ];
  const note = [...told, "# The lock", ...Array(160).fill(entry)].join("\n\n");
  const question = "When was the Westby dam rebuilt, and what was the toll for a cart?";
  await answeredBy("long-document-by-words", { desk, model, world }, { note, question });
  await expect(desk.answer.locator(".statements")).toContainText("rebuilt in 1921");
  const source = page.getByRole("region", { name: "Source", exact: true });
  await expect(source).toContainText(/[\d,]+ characters, searched by words, not read by/);
  const spending = page.getByRole("region", { name: "Tokens and costs" });
  await expect(spending.getByRole("row", { name: /^Planning 2 / })).toBeVisible();
  await expect(spending.getByRole("row", { name: /^Classification/ })).toHaveCount(0);
});

test("PL-01 PL-05: a question without a document is answered by a model that searches and visits", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  await expect(model.label).toContainText(`Language model scenario — questions and documents`);
  await askTheWeb(desk, model, question);
  await desk.settled();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  await expect(desk.answer).toContainText("language model scenario");
  await expect(desk.answer.locator(".citations")).toContainText("42 metres tall");
  const tasks = page.getByRole("region", { name: "Task" });
  await expect(tasks.locator(".tools li")).toHaveCount(2);
  await expect(tasks.locator(".tools")).toContainText(/Searched.*Westby lighthouse height/s);
  await expect(tasks.locator(".tools")).toContainText(/Visited.*lights\.example/s);
  const spending = page.getByRole("region", { name: "Tokens and costs" });
  await expect(spending.getByRole("row", { name: /^Planning 2 / })).toBeVisible();
  await expect(spending.getByRole("row", { name: /^Acting and answering 4 / })).toBeVisible();
});

test("MB-25: the key is in no export, no journal, no storage and no element", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  await askTheWeb(desk, model, question);
  await desk.settled();
  const [memory, journal] = [
    await saved(page, "Export memory (JSON)"),
    await saved(page, "Export journal"),
  ];
  expect(journal).toContain(question);
  const elsewhere = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
    location.href,
  ]);
  expect([memory, journal, ...elsewhere].join("\n")).not.toContain(KEY);
});

test("MB-25 PL-05: a refused key is told with what to do, in the test and in a run", async ({
  desk,
  model,
  world,
}) => {
  const { model: address, question } = await world.play("wrong-key");
  await model.choose(address);
  await model.test.click();
  await expect(model.trial).toContainText("refused the key. Check the key in the settings");
  await expect(model.trial).toContainText("llm_unauthorized");
  expect(world.asked).toHaveLength(1);
  await askTheWeb(desk, model, question);
  await expect(desk.problem).toContainText("refused the key. Check the key in the settings");
  await expect(desk.page.locator("body")).not.toContainText(KEY);
  await expect(model.goOn).toBeVisible();
});

test("BX-02: a run that a refused key ended goes on once the key is right", async ({
  desk,
  model,
  world,
  page,
}) => {
  const wrong = await world.play("wrong-key");
  await model.choose(wrong.model, "wrong");
  await model.search.check();
  await desk.question.fill("How tall is the Westby lighthouse?");
  await desk.ask.click();
  await expect(desk.problem).toContainText("refused the key");
  const { port } = wrong;
  await wrong.end();
  await page.unrouteAll();
  await world.play("plain-answer", port);
  await model.open();
  await model.key.fill(KEY);
  await model.goOn.click();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  await expect(desk.problem).toBeEmpty();
});

test("PL-05: a budget that cannot be read is told at its field, which opens", async ({
  desk,
  model,
}) => {
  await model.choose("http://127.0.0.1:9/v1");
  await model.budget.fill("5 apples");
  await model.panel.locator("summary").click();
  await expect(model.budget).toBeHidden();
  await desk.choose({ ...NOTES, buffer: Buffer.from(NOTE) });
  await desk.question.fill("How tall is the tower?");
  await desk.ask.click();
  await expect(model.panel.getByRole("alert")).toContainText("unknown unit");
  await expect(model.budget).toBeFocused();
});

test("MB-25: a search that cannot find anything is told when it is switched on", async ({
  model,
  page,
}) => {
  await model.choose("http://127.0.0.1:9/v1");
  const lack = model.panel.locator(".lacks");
  await expect(lack).toBeHidden();
  await model.search.check();
  await expect(lack).toContainText("write a Serper key");
  await page.getByLabel("Serper key").fill(KEY);
  await expect(lack).toBeHidden();
});

test("MB-19: Wikipedia needs no key, and Jina Search has that of the reader", async ({
  model,
  page,
}) => {
  await model.choose("http://127.0.0.1:9/v1");
  const service = page.getByLabel("Search service");
  await expect(service).toBeHidden();
  await model.search.check();
  const lack = model.panel.locator(".lacks");
  await service.selectOption("wikipedia");
  await expect(lack).toBeHidden();
  await expect(page.getByLabel("Serper key")).toBeHidden();
  await service.selectOption("jina");
  await expect(lack).toContainText("write a Jina key");
  await page.getByLabel("Jina key").fill(KEY);
  await expect(lack).toBeHidden();
  await service.selectOption("serper");
  await expect(page.getByLabel("Serper key")).toBeVisible();
});

test("PL-05: a run that does not reach the web pauses, and goes on to tell that as the cause", async ({
  desk,
  model,
  world,
}) => {
  const { model: address, question } = await world.play("web-not-reached");
  await model.choose(address);
  await askTheWeb(desk, model, question);
  await expect(desk.answer).toContainText("The web was tried twice and not reached");
  await model.goOn.click();
  const verdict = desk.answer.locator(".verdict");
  await expect(verdict).toContainText("The web could not be reached: all 2 calls failed.");
  await expect(verdict).toContainText("the search key was refused");
});

test("BX-02: a run that was stopped goes on, and nothing is asked twice; its journal replays", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  const held = holdAt(world, 4);
  await askTheWeb(desk, model, question);
  await held.reached;
  await desk.cancel.click();
  await expect(desk.answer.getByText(/^You stopped this run before/)).toBeVisible();
  const before = [...world.asked];
  held.release();
  await model.goOn.click();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  await expect(model.goOn).toBeHidden();
  const after = world.asked.slice(before.length);
  for (const body of before) expect(after).not.toContain(body);
  const answer = await desk.answer.locator(".statements").textContent();
  const topics = await desk.topics.allTextContents();

  const journal = await saved(page, "Export journal");
  await page.reload();
  const asked = world.asked.length;
  const [picker] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Replay a journal" }).click(),
  ]);
  await picker.setFiles({
    name: "journal.json",
    mimeType: "application/json",
    buffer: Buffer.from(journal),
  });
  await expect(desk.answer).toContainText("run again without a network");
  await expect(desk.answer.locator(".statements")).toHaveText(answer ?? "");
  expect(await desk.topics.allTextContents()).toEqual(topics);
  expect(world.asked).toHaveLength(asked);
});

test("PL-05: the answer is shown while it is written, and tokens as they are spent", async ({
  desk,
  model,
  world,
  page,
}) => {
  const { model: address } = await world.play("invented-sources");
  await model.choose(address);
  const held = holdAt(world, 3);
  await desk.choose({ ...NOTES, buffer: Buffer.from(NOTE) });
  await desk.question.fill("How tall is the tower?");
  await desk.ask.click();
  await held.reached;
  const spending = page.getByRole("region", { name: "Tokens and costs" });
  await expect(spending.getByRole("row", { name: /^Classification 1 / })).toBeVisible();
  await expect(desk.cancel).toBeVisible();
  held.release();
  await desk.settled();
  await expect(page.locator(".writing")).toBeHidden();
});

test("BX-04: links and numbers that were not retrieved are flagged, and are no links", async ({
  desk,
  model,
  world,
  page,
}) => {
  await answeredBy("invented-sources", { desk, model, world });
  const flags = desk.answer.locator(".flags");
  await expect(flags).toContainText("Not found in what was retrieved");
  await expect(flags.locator("li")).toHaveText([
    "https://invented.example/guide",
    "https://pixel.example/p.png?q=42",
    "www.bare.example",
    "HTTPS://Upper.example/%7Ea#b",
    "//reference.example/r",
    "[7]",
    "[9]",
  ]);
  await expect(page.locator("main a, main img")).toHaveCount(0);
});

test("BX-04: markup in what a model says stays text", async ({ desk, model, world, page }) => {
  let alerted = false;
  page.on("dialog", (dialog) => {
    alerted = true;
    void dialog.dismiss();
  });
  await answeredBy("markup-in-answer", { desk, model, world });
  await expect(desk.answer).toContainText("<script>alert(1)</script> <svg onload=alert(1)>");
  await expect(desk.answer.locator("script, svg, a, img")).toHaveCount(0);
  await expect(page.locator("main img, main a, main b[onclick]")).toHaveCount(0);
  expect(alerted).toBe(false);
});

test("BX-04 PL-05: an answer keeps its form, and each mark shows the sentence that its claim rests on", async ({
  desk,
  model,
  world,
  page,
}) => {
  const note =
    "The tower is 42 metres tall. It was built in 1884 by Anna Lee. The lamp is fed with counts[2] of oil.";
  const question = "What is known of the tower?";
  await answeredBy("answer-in-markdown", { desk, model, world }, { note, question });
  const statements = desk.answer.locator(".statements");
  await expect(statements.locator("strong")).toHaveText("42 metres");
  await expect(statements.locator("ul > li")).toHaveCount(2);
  await expect(statements.locator("li code")).toHaveText("counts[2]");
  await expect(statements.locator("p").nth(1)).toHaveText("Of its history and its lamp:");
  await expect(statements.locator("li").nth(1)).toContainText("3~5 litres in winter, 7~9");
  await expect(statements.locator("li").nth(1)).toContainText("no source");
  const card = page.locator(".citation-card");
  await expect(desk.marks).toHaveText(["1", "2", "1"]);
  await desk.marks.nth(1).hover();
  await expect(card.locator("blockquote")).toHaveText("It was built in 1884 by Anna Lee.");
  await expect(card).toContainText("notes.txt");
  await desk.marks.first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(card.locator("blockquote")).toHaveText("The tower is 42 metres tall.");
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(desk.source.locator("mark")).toHaveText("The tower is 42 metres tall.");
  await page.getByRole("button", { name: "Back to the answer" }).click();
  await expect(desk.marks.first()).toBeFocused();
});

test("BX-08: an answer is copied, saved and printed with its sources, and without the form", async ({
  desk,
  model,
  world,
  page,
}) => {
  await answeredBy("markup-in-answer", { desk, model, world });
  const report = await saved(page, "Save as Markdown");
  expect(report).toContain("# How tall is the tower?");
  expect(report).toContain("\\<script>alert(1)");
  expect(report).toContain("1. “The tower is 42 metres tall.” — notes.txt");
  const html = await saved(page, "Save as HTML");
  expect(html).toContain('<h1 dir="auto">How tall is the tower?</h1>');
  expect(html).toContain("&lt;script&gt;alert(1)");
  expect(html).not.toMatch(/<(script|img|svg)|<a [^>]*href="(?!#)/i);
  expect(html).toMatch(
    /<li id="source-1" value="1"><blockquote[^>]*>The tower is 42 metres tall\./,
  );
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy with sources" }).click();
  await expect(desk.answer.locator(".take-away")).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(report);
  await page.emulateMedia({ media: "print" });
  await expect(desk.answer.locator(".statements")).toBeVisible();
  await expect(desk.answer.locator(".citations blockquote").first()).toBeVisible();
  for (const gone of ["#ask", "#language-model", ".source", ".take-away", ".follow-up"])
    await expect(page.locator(gone)).toBeHidden();
});

test("BX-04: an answer that names no source is told as the model's own words", async ({
  desk,
  model,
  world,
}) => {
  await answeredBy("uncited-answer", { desk, model, world });
  await expect(desk.answer.locator(".verdict")).toContainText("the model’s own words");
  await expect(desk.answer.locator(".statements")).toContainText("43 metres");
  await expect(desk.answer.locator(".mark")).toHaveCount(0);
});

test("MB-25: keys are remembered on this device only if that is wished, and can be forgotten", async ({
  model,
  page,
}) => {
  await model.choose("http://127.0.0.1:9/v1");
  await page.reload();
  await model.open();
  await expect(model.provider).toHaveValue("none");
  await model.open();
  await model.choose("http://127.0.0.1:9/v1");
  await page.getByRole("checkbox", { name: /Remember on this device/ }).check();
  await page.reload();
  await expect(model.label).toContainText("Language model scenario");
  await model.open();
  await expect(model.key).toHaveValue(KEY);
  await expect(page.getByRole("checkbox", { name: /Remember on this device/ })).toBeChecked();
  await page.getByRole("button", { name: "Forget the keys" }).click();
  await expect(model.key).toHaveValue("");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
