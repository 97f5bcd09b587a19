/** The whole job in the tab: PL-01, PL-05, BX-01, MB-24. */

import { readFile } from "node:fs/promises";
import { EVIDENCE, EXCERPT, expect, QUESTION, SAMPLE, test } from "./desk.ts";

test("BX-01 PL-05: after a mistake was told, the sample is answered in one click, cited and labelled", async ({
  desk,
  page,
}) => {
  await desk.ask.click();
  await expect(desk.problem).not.toBeEmpty();
  await expect(page.getByText(/extractive, no language model.*nothing leaves it/i)).toBeVisible();
  await desk.trySample();
  await expect(desk.answer.locator(".asked")).toHaveText(QUESTION);
  await expect(desk.marks.first()).toBeVisible();
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
  await expect(desk.answer).toContainText("extractive, no language model");
  await expect(desk.answer.locator(".passages li")).toHaveCount(5);
  expect(await desk.topics.count()).toBeGreaterThan(3);
  await expect(page.getByRole("region", { name: "Task" })).toContainText(QUESTION);
  await expect(page.locator(".steps li").first()).toBeHidden();
  await desk.openTask();
  await expect(page.locator(".steps li").first()).toBeVisible();
  await expect(page.getByText("Keyword-only mode")).toHaveCount(0);
});

test("MB-24: a citation leads to its very words in the source", async ({ desk }) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const count = await desk.marks.count();
  expect(count).toBeGreaterThan(0);
  const quotes = await desk.answer.locator(".citations blockquote").allTextContents();
  for (let index = 0; index < count; index += 1) {
    const mark = desk.marks.nth(index);
    const number = Number(await mark.textContent());
    await mark.click();
    const highlighted = desk.source.locator("mark");
    await expect(highlighted.first()).toBeInViewport();
    expect(squeezed((await highlighted.allTextContents()).join(" "))).toBe(
      squeezed(quotes[number - 1] ?? ""),
    );
  }
  expect(quotes.every((quote) => SAMPLE.includes(quote))).toBe(true);
});

test("BX-01: a question that the document does not answer is told so", async ({ desk }) => {
  await desk.askAbout(EXCERPT, "How many moons does the planet Jupiter have?");
  await expect(desk.answer).toContainText("does not seem to answer this");
  await expect(desk.answer).not.toContainText("Confidence");
  await expect(desk.marks).toHaveCount(0);
});

test("PL-05: a long text that is pasted becomes a document and is answered", async ({
  desk,
  page,
}) => {
  await desk.paste(SAMPLE);
  await expect(desk.pasted).toHaveValue("");
  await expect(page.locator(".documents > li")).toContainText("Pasted text");
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
});

test("PL-05: a short text typed into the field is answered", async ({ desk }) => {
  await desk.pasted.fill("The harbour has a lamp.\n\nThe lamp of the harbour was lit in 1871.");
  await desk.question.fill("When was the lamp of the harbour lit?");
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("1871");
});

test("PL-05: a further question that is too long is told at its own field", async ({
  desk,
  page,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  await desk.enough.click({ timeout: 5000 }).catch(() => {});
  const again = desk.answer.getByRole("textbox");
  await again.fill("And why? ".repeat(2000));
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.getByRole("alert")).toContainText("This question is too long");
  await expect(again).toBeFocused();
  await expect(page.locator("#question")).not.toHaveAttribute("aria-invalid");
});

test("MB-24: a follow-up question uses the same memory", async ({ desk, page }) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const topics = await desk.topics.count();
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.problem).toContainText("Write a question first");
  await desk.answer.getByRole("textbox").fill("What is a dangling pointer?");
  await expect(desk.problem).toBeEmpty();
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.locator(".asked")).toHaveText("What is a dangling pointer?");
  await expect(desk.answer.locator(".citations")).toContainText(/dangling/i);
  await expect(desk.topics).toHaveCount(topics);
  const earlier = page.getByRole("group", { name: "Earlier questions" });
  await earlier.getByText(QUESTION).click();
  await expect(earlier.locator(".statements")).toContainText(EVIDENCE);
  await earlier.locator("button.mark").first().click();
  await expect(desk.source.locator("mark").first()).toContainText(EVIDENCE);
  await expect(desk.answer.locator("button.mark.shown")).toHaveCount(0);
});

test("PL-05: cancelling keeps what was remembered, and the page goes on working", async ({
  desk,
}) => {
  await desk.start(many(SAMPLE, 40), QUESTION);
  await expect(desk.topics.first()).toBeVisible({ timeout: 60_000 });
  await desk.cancel.click();
  await expect(desk.answer.getByText("You stopped this run.")).toBeVisible();
  await desk.idle();
  expect(await desk.topics.count()).toBeGreaterThan(0);
  const partly = /Only (the beginning|\d+ %) of text\.md was read/;
  await expect(desk.answer).toContainText(partly);
  await expect(desk.page.getByRole("region", { name: "Source" })).toContainText(partly);
  await expect(desk.page.getByRole("region", { name: "Task" })).toContainText(/stopped/i);
  await expect(desk.page.locator(".summary")).toHaveText(/^Stopped with \d+ topics? from/);
  await desk.answer.getByRole("textbox").fill("How many moons does the planet Jupiter have?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer).toContainText("does not seem to answer this");
  await expect(desk.answer).toContainText("this answer rests on that part");
  // It may be over by then.
  await desk.enough.click({ timeout: 5000 }).catch(() => {});
  await desk.idle();
  await desk.remove("text.md");
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
});

test("PL-05: cancelling at once leaves nothing half done", async ({ desk }) => {
  await desk.start(SAMPLE, QUESTION);
  await desk.cancel.click();
  await desk.idle();
  await expect(desk.problem).toBeEmpty();
  await expect(desk.answer).not.toContainText("is kept below");
});

test("PL-05: a document cannot be removed while it is read, another can", async ({
  desk,
  page,
}) => {
  await desk.start(many(SAMPLE, 8), QUESTION);
  await expect(desk.cancel).toBeVisible();
  await desk.anew();
  await desk.unfold(page.locator("#ask details.about"));
  const removeRead = page.getByRole("button", { name: "Remove text.md" });
  await expect(removeRead).toBeDisabled();
  await expect(removeRead).toHaveAttribute("title", /being read/);
  await desk.choose({ name: "next.md", mimeType: "text/markdown", buffer: Buffer.from("Next.") });
  await desk.remove("next.md");
  await expect(page.locator(".documents .name")).toHaveText(["text.md"]);
  await expect(removeRead).toBeDisabled();
  await expect(page.locator(".progress .count")).toHaveText(/^\d+ % done$/, { timeout: 60_000 });
  await desk.cancel.click();
  await desk.idle();
  await removeRead.click();
  await expect(page.locator(".documents > li")).toHaveCount(0);
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`PL-05: on a phone the progress comes into view (motion: ${reducedMotion})`, async ({
    desk,
    page,
  }, info) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion });
    // Long enough that it is still read when that is looked at.
    await desk.start(SAMPLE.repeat(60), QUESTION);
    await expect(page.locator(".progress")).toBeInViewport({ ratio: 1 });
    const stop = desk.cancel.or(desk.enough);
    await expect(stop).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: info.outputPath("working.png") });
    await stop.click();
    await desk.settled();
  });
}

test("MB-24: an exported memory, imported into a new page, is the same and can be asked", async ({
  desk,
  page,
}) => {
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(page.getByText("not checked against the source").first()).toBeHidden();
  const topics = await desk.topics.allTextContents();
  const answer = await desk.answer.locator(".statements").textContent();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export memory (JSON)" }).click();
  const file = await (await download).path();
  await page.reload();
  await expect(desk.topics).toHaveCount(0);
  const [picker] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Import a saved memory" }).click(),
  ]);
  await picker.setFiles(file);
  await expect(desk.answer.locator(".statements")).toHaveText(answer ?? "");
  expect(await desk.topics.allTextContents()).toEqual(topics);
  await expect(page.getByText("not checked against the source")).toHaveCount(3);
  for (const notice of await page.getByText("not checked against the source").all())
    await expect(notice).toBeVisible();
  await desk.marks.first().click();
  await expect(desk.source.locator("mark").first()).toBeInViewport();
  await desk.answer.getByRole("textbox").fill("What is a dangling pointer?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.locator(".citations")).toContainText(/dangling/i);
});

test("the journal of a run can be saved", async ({ desk, page }) => {
  await desk.askAbout(EXCERPT, QUESTION);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export journal" }).click();
  const journal = await readFile(await (await download).path(), "utf8");
  expect(journal).toContain(QUESTION);
});

/** Text without the white space that passages lose at their ends. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text as long as `copies` of one, in which no two parts are alike. */
function many(text: string, copies: number): string {
  const numbered = (copy: number) => text.replace(/\bRust\b/g, `Rust ${copy}`);
  return Array.from({ length: copies }, (_, copy) => numbered(copy)).join("\n\n");
}

test("a drawing that made room for another is left alone by what comes later", async ({
  desk,
  page,
}) => {
  // The page's language is changed while the graph grows, and the colours when it has.
  await page.getByRole("button", { name: "Try the sample" }).click();
  for (let turn = 0; turn < 4; turn += 1) {
    await expect(page.locator(".canvas canvas").first()).toBeVisible({ timeout: 90_000 });
    await page.getByRole("button", { name: turn % 2 === 0 ? "中文" : "English" }).click();
  }
  await desk.settled();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(1_000);
  await expect(page.locator(".canvas canvas").first()).toBeVisible();
});
