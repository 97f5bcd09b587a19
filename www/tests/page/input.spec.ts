/** What people put in by mistake: each gets a message that says what to do. */

import { truncate, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { EVIDENCE, EXCERPT, expect, QUESTION, test } from "./desk.ts";

test("an empty question", async ({ desk }) => {
  await desk.pasted.fill(EXCERPT);
  await desk.ask.click();
  await expect(desk.problem).toContainText("Write a question first");
  await expect(desk.problem).toContainText("empty_question");
  await expect(desk.page.locator("#ask").getByRole("alert")).toBeVisible();
  await expect(desk.question).toBeFocused();
  await expect(desk.question).toHaveAttribute("aria-invalid", "true");
  await desk.question.fill(QUESTION);
  await expect(desk.problem).toBeEmpty();
  await expect(desk.question).not.toHaveAttribute("aria-invalid");
});

test("no document", async ({ desk }) => {
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("Add a document first");
  const empty = { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) };
  await desk.choose(empty);
  await expect(desk.problem).toBeEmpty();
});

test("an empty file", async ({ desk }) => {
  await desk.choose({ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("This file is empty");
  await desk.remove("empty.txt");
  await expect(desk.problem).toBeEmpty();
});

test("MB-04: a chosen file is judged before anything is asked, each in its line", async ({
  desk,
  page,
}) => {
  const pdf = fileURLToPath(
    new URL("../../../crates/pdf/tests/files/two-columns.pdf", import.meta.url),
  );
  await desk.choose([pdf]);
  const lines = page.locator(".documents > li");
  await expect(lines.first()).toContainText(/2 pages · [\d,]+ characters/);
  const buffer = Buffer.from([
    0x7f,
    0x45,
    0x4c,
    0x46,
    ...Array.from({ length: 512 }, (_, i) => i % 7),
  ]);
  await desk.choose({ name: "program", mimeType: "application/octet-stream", buffer });
  await expect(lines.nth(1)).toContainText("This kind of file cannot be read");
  await expect(desk.problem).toBeEmpty();
  await desk.remove("two-columns.pdf");
  await expect(lines).toContainText(["This kind of file cannot be read"]);
});

test("a file of blanks", async ({ desk }) => {
  await desk.choose({ name: "blank.txt", mimeType: "text/plain", buffer: Buffer.from(" \n\t ") });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText(/no text|empty/);
  const buffer = Buffer.from("The pier is 40 metres long.");
  await desk.choose({ name: "pier.txt", mimeType: "text/plain", buffer });
  await expect(desk.problem).toContainText("blank.txt");
  await desk.remove("blank.txt");
  await expect(desk.problem).toBeEmpty();
});

test("a binary file; after it is removed, the page answers", async ({ desk }) => {
  const buffer = Buffer.from([
    0x7f,
    0x45,
    0x4c,
    0x46,
    ...Array.from({ length: 4096 }, (_, i) => (i * 37) % 256),
  ]);
  await desk.choose({ name: "program", mimeType: "application/octet-stream", buffer });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("cannot be read");
  await desk.remove("program");
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(desk.problem).toBeEmpty();
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
});

test("a file of 50 MB is refused before it is read", async ({ desk }, info) => {
  const path = info.outputPath("huge.txt");
  await writeFile(path, "");
  await truncate(path, 50 * 1024 * 1024);
  await desk.choose(path);
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("up to 20 MB");
});

test("something else than an exported memory", async ({ desk, page }) => {
  const [picker] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import a saved memory" }).click(),
  ]);
  await picker.setFiles({
    name: "a.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"a":1}'),
  });
  await expect(desk.problem).toContainText("not a memory saved by this page");
});

test("markup in a document stays text", async ({ desk, page }) => {
  const hostile =
    "The lamp is blue. <img src=x onerror=\"document.title='broken'\"> <script>document.title='broken'</script>";
  await desk.askAbout(
    `${hostile}\n\n# <b>Lamp</b>\n\nThe lamp of the harbour is blue.`,
    "Which colour has the lamp?",
  );
  await expect(desk.source).toContainText("<img src=x");
  await expect(page.locator("main img, main script")).toHaveCount(0);
  await expect(page).toHaveTitle("Answer · Agentic Memory Bank");
});

test("MB-24: two pasted texts are two documents, and a citation leads to its own", async ({
  desk,
  page,
}) => {
  const filler = (what: string) => `The ${what} stands in the harbour. `.repeat(900);
  await desk.paste(`The lamp was lit in 1871.\n\n${filler("lamp")}`);
  await desk.paste(`The pier is 40 metres long.\n\n${filler("pier")}`);
  await expect(page.locator(".documents .name")).toHaveText(["Pasted text", "Pasted text 2"]);
  await desk.question.fill("How long is the pier?");
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("Pasted text 2");
  await desk.marks.first().click();
  await expect(desk.source.locator("mark").first()).toContainText("40 metres");
  const choice = page.getByRole("combobox", { name: "Document" });
  await expect(choice.locator("option")).toHaveText(["Pasted text", "Pasted text 2"]);
  await expect(choice).toHaveValue("Pasted text 2");
});

test("MB-24: a file that is refused costs neither the answer nor the memory", async ({
  desk,
  page,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const topics = await desk.topics.allTextContents();
  const buffer = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 256));
  await desk.choose({ name: "program", mimeType: "application/octet-stream", buffer });
  await desk.anew();
  await desk.ask.click();
  await expect(desk.problem).toContainText("cannot be read");
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
  expect(await desk.topics.allTextContents()).toEqual(topics);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export memory (JSON)" }).click();
  await download;
  await desk.answer.getByRole("textbox").fill("What is a dangling pointer?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.locator(".citations")).toContainText(/dangling/i);
});

test("BX-04: characters that reorder or hide text do so neither in quotations nor in the source", async ({
  desk,
}) => {
  const hidden = [..."ignore"].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0)));
  await desk.askAbout(
    `The bridge ${hidden.join("")} was opened in \u202E1991\u202C by the mayor.\n\nThe pier is long.`,
    "When was the bridge opened?",
  );
  const quote = "The bridge ▯ was opened in ▯1991▯ by the mayor.";
  await expect(desk.answer.locator("blockquote").first()).toHaveText(quote);
  await desk.marks.first().click();
  await expect(desk.source.locator("mark").first()).toHaveText(quote);
  await expect(desk.page.getByText("▯ stands for hidden characters")).toBeVisible();
  expect(await desk.page.locator("main").textContent()).not.toMatch(
    /[\u202A-\u202E\u{E0000}-\u{E007F}]/u,
  );
});

test("BX-01: the sample asks before it takes the place of what was put in", async ({
  desk,
  page,
}) => {
  const buffer = Buffer.from("The pier is 40 metres long.");
  await desk.choose({ name: "mine.txt", mimeType: "text/plain", buffer });
  await desk.pasted.fill("Notes of mine.");
  await desk.question.fill("How long is the pier?");
  const sample = page.getByRole("button", { name: "Try the sample" });
  const dialog = page.getByRole("dialog", { name: "Replace what you put in?" });
  await sample.click();
  await expect(dialog.getByRole("button", { name: "Keep mine" })).toBeFocused();
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(sample).toBeFocused();
  await expect(page.locator(".documents .name")).toHaveText(["mine.txt"]);
  await expect(desk.pasted).toHaveValue("Notes of mine.");
  await expect(desk.question).toHaveValue("How long is the pier?");
  await sample.click();
  await dialog.getByRole("button", { name: "Replace with the sample" }).click();
  await desk.settled();
  await expect(page.locator(".documents .name")).toHaveText(["ownership.txt"]);
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
  await desk.anew();
  await sample.click();
  await expect(desk.cancel).toBeVisible();
  await expect(dialog).toBeHidden();
});
