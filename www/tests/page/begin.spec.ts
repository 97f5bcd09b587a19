/** The first minute on the page: ways to begin, one box to go on with, parts on a phone (PL-05). */

import { EVIDENCE, EXCERPT, QUESTION } from "./desk.ts";
import { expect, test } from "./model-desk.ts";
import { looksRight } from "./sight.ts";

test("PL-05: three ways to begin lead to a model, to the web, and back", async ({
  desk,
  model,
  page,
}, info) => {
  const way = (name: RegExp) =>
    page.getByRole("group", { name: "Answer from" }).getByRole("button", { name });
  await expect(way(/^My documents/)).toHaveAttribute("aria-pressed", "true");
  await looksRight(page, info, "ways");
  await way(/^A model and the web/).click();
  await expect(model.provider).toBeFocused();
  await model.provider.selectOption("Ollama");
  await model.model.fill("m");
  await expect(model.search).toBeChecked();
  await expect(way(/^A model and the web/)).toHaveAttribute("aria-pressed", "true");
  await way(/^My documents/).click();
  await expect(model.label).toContainText("nothing leaves it");
  await way(/^A language model/).click();
  await expect(model.provider).toHaveValue("ollama");
  await expect(model.search).not.toBeChecked();
  await way(/^My documents/).click();
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(way(/^My documents/)).toBeHidden();
});

test("MB-25: a hosted model is asked only with a key, which has its field", async ({
  desk,
  model,
}) => {
  await model.open();
  await model.provider.selectOption("Anthropic");
  await model.model.fill("claude");
  await desk.choose({ name: "a.md", mimeType: "text/markdown", buffer: Buffer.from(EXCERPT) });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(model.panel.getByRole("alert")).toContainText("wants a key");
  await expect(model.key).toBeFocused();
});

test("MB-24: a further question takes a document along", async ({ desk, page }) => {
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(page.getByText("Drop files here")).toBeHidden();
  await expect(desk.question).toBeHidden();
  const further = desk.answer.locator("form");
  await further.locator("input[type=file]").setInputFiles({
    name: "pier.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Pier\n\nThe pier of the harbour is 40 metres long."),
  });
  await expect(further.locator(".documents > li")).toContainText("pier.md");
  await expect(further.locator(".documents > li")).toContainText("characters");
  await further.getByRole("textbox").fill("How long is the pier of the harbour?");
  await further.getByRole("textbox").press("Enter");
  await expect(desk.answer.locator(".citations")).toContainText("40 metres");
  await desk.settled();
  await expect(further.locator(".documents > li")).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Document" }).locator("option")).toHaveCount(2);
});

test("MB-16: an image is refused at once where no model can see it", async ({ desk }) => {
  await desk.choose({
    name: "a.png",
    mimeType: "image/png",
    buffer: Buffer.from([0x89, 80, 78, 71]),
  });
  await desk.question.fill("What is on it?");
  await desk.ask.click();
  await expect(desk.problem).toContainText("Only a language model that sees");
  await desk.remove("a.png");
  await expect(desk.problem).toBeEmpty();
});

test("PL-05: a phone shows one part of a run at a time", async ({ desk, page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await desk.askAbout(EXCERPT, QUESTION);
  const parts = page.getByRole("navigation", { name: "Parts of the run" });
  await expect(parts.getByRole("button", { name: "Answer" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
  await expect(page.locator(".memory")).toBeHidden();
  await looksRight(page, info, "phone-answer", [390]);
  await desk.part("Memory");
  await expect(desk.topics.first()).toBeVisible();
  await expect(desk.answer).toBeHidden();
  await desk.part("Steps");
  await expect(page.getByRole("region", { name: "Task" })).toBeVisible();
  await desk.part("More");
  await expect(page.getByRole("button", { name: "Export memory (JSON)" })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(parts).toBeHidden();
  await expect(desk.answer).toBeVisible();
});

test("BX-08: of many earlier runs one is found by its question", async ({ desk, page }) => {
  const runs = page.getByRole("region", { name: "Earlier runs" });
  for (const what of ["pier", "lamp", "tower", "quay", "ferry", "mast"])
    await desk.askAbout(`The ${what} is 40 metres long.`, `How long is the ${what}?`);
  await expect(runs.getByRole("listitem")).toHaveCount(6);
  await runs.getByRole("searchbox").fill("TOWER long");
  await expect(runs.getByRole("listitem")).toHaveCount(1);
  await expect(runs.getByRole("listitem")).toContainText("How long is the tower?");
  await expect(runs).toContainText("1 of 6 runs");
});
