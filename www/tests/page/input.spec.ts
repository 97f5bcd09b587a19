/** What people put in by mistake: each gets a message that says what to do. */

import { truncate, writeFile } from "node:fs/promises";
import { EVIDENCE, expect, QUESTION, SAMPLE, test } from "./desk.ts";

test("an empty question", async ({ desk }) => {
  await desk.pasted.fill(SAMPLE);
  await desk.ask.click();
  await expect(desk.problem).toContainText("Write a question first");
  await expect(desk.problem).toContainText("empty_question");
});

test("no document", async ({ desk }) => {
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("Add a document first");
});

test("an empty file", async ({ desk }) => {
  await desk.choose({ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("This file is empty");
});

test("a file of blanks", async ({ desk }) => {
  await desk.choose({ name: "blank.txt", mimeType: "text/plain", buffer: Buffer.from(" \n\t ") });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText(/no text|empty/);
});

test("a binary file; after it is removed, the page answers", async ({ desk, page }) => {
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
  await expect(desk.problem).toContainText("not a text file");
  await page.getByRole("button", { name: "Remove program" }).click();
  await desk.askAbout(SAMPLE, QUESTION);
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
  await expect(page).toHaveTitle("Agentic Memory Bank");
});
