/** A run that was stopped, or that has paused: what can be done with it (BX-03). */

import { QUESTION, SAMPLE } from "./desk.ts";
import { askTheWeb, expect, holdAt, test } from "./model-desk.ts";
import { looksRight } from "./sight.ts";

test("BX-03: a stopped run answers with what a model knows so far, in one call", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const { model: address, question } = await world.play("plain-answer");
  await model.choose(address);
  const held = holdAt(world, 11);
  await askTheWeb(desk, model, question);
  await held.reached;
  await desk.cancel.click();
  await expect(model.goOn).toBeVisible();
  await looksRight(page, info, "stopped");
  const before = world.asked.length;
  held.release();
  await page.getByRole("button", { name: "Answer with what is known" }).click();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  await desk.settled();
  // Beside the call that was held when the run was stopped.
  expect(world.asked.length - before).toBe(2);
  await expect(model.goOn).toBeHidden();
});

test("BX-03: without a model a stopped run quotes what was read", async ({ desk, page }) => {
  const long = Array.from({ length: 40 }, (_, n) => SAMPLE.replaceAll("Rust", `Rust ${n}`));
  await desk.start(long.join("\n\n"), QUESTION);
  await expect(desk.topics.first()).toBeVisible({ timeout: 60_000 });
  await desk.cancel.click();
  await page.getByRole("button", { name: "Answer with what is known" }).click();
  await expect(desk.answer.locator(".citations")).toContainText(/scope|owner/);
  await expect(desk.answer).toContainText("this answer rests on that part");
});

test("BX-03: a run that is discarded is gone, and what was put in stays", async ({
  desk,
  page,
}) => {
  await desk.start(SAMPLE.repeat(20), QUESTION);
  await expect(desk.topics.first()).toBeVisible({ timeout: 60_000 });
  await desk.cancel.click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard for good" }).click();
  await expect(desk.answer).toBeHidden();
  await expect(desk.question).toHaveValue(QUESTION);
  await expect(page.locator(".documents > li")).toContainText("text.md");
  await page.reload();
  await expect(desk.ask).toBeVisible();
  await expect(page.getByRole("region", { name: "Earlier runs" })).toBeHidden();
});
