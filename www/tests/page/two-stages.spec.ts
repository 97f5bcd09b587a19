/** A long text: answered within seconds, then understood (MB-05, MB-24, PL-05). */

import { EVIDENCE, expect, QUESTION, SAMPLE, test } from "./desk.ts";

/** The sample three times, each under a title of its own. */
const LONG = [1, 2, 3].map((part) => `# Part ${part}\n\n${SAMPLE}\n\n`).join("");

test("BX-11 PL-05 MB-24: the answer to a long text can be checked while the text is compared by meaning", async ({
  desk,
  page,
}) => {
  await desk.start(LONG, QUESTION);
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE, { timeout: 60_000 });
  await expect(desk.enough).toBeVisible();
  await expect(page.locator(".activity")).toHaveText(/by meaning/);
  await desk.marks.first().click();
  await expect(desk.source.locator("mark").first()).toBeInViewport();
  await expect(desk.answer.locator(".passages li")).toHaveCount(5);
  const followUp = desk.answer.getByRole("textbox");
  await followUp.fill("What is a dangling");
  await desk.enough.click();
  await desk.settled();
  await expect(followUp).toHaveValue("What is a dangling");
  await expect(desk.answer).not.toContainText("You cancelled this run");
  await expect(desk.source.locator("mark").first()).toBeVisible();
});

test("MB-24: the same memory can be asked on while a long text is compared by meaning", async ({
  desk,
}) => {
  await desk.start(LONG, QUESTION);
  const followUp = desk.answer.getByRole("textbox");
  await expect(followUp).toBeVisible({ timeout: 60_000 });
  await followUp.fill("What is a dangling pointer?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.locator(".asked")).toHaveText("What is a dangling pointer?", {
    timeout: 60_000,
  });
  await expect(desk.answer.locator(".citations")).toContainText(/dangling/i, { timeout: 60_000 });
});

test("PL-05 BX-04: the card of a citation stays open when the answer is drawn anew", async ({
  desk,
  page,
}) => {
  await desk.start(LONG, QUESTION);
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE, { timeout: 60_000 });
  const [mark, card] = [desk.marks.first(), page.locator(".citation-card")];
  await mark.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(card).toContainText(EVIDENCE);
  await expect(desk.enough).toBeVisible();
  await expect(desk.enough).toBeHidden({ timeout: 120_000 });
  await expect(mark).toBeFocused();
  await expect(card).toContainText(EVIDENCE);
});
