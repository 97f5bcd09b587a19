/** Word documents, books and tables on the page. */

import { fileURLToPath } from "node:url";
import { expect, test } from "./desk.ts";

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../crates/html/tests/files/${name}`, import.meta.url));

test("MB-04 BX-13: a Word document is judged, answers, and is shown with its tables", async ({
  desk,
  page,
}) => {
  await desk.choose([pathOf("ferry.docx")]);
  await expect(page.locator(".documents > li")).toContainText(/[\d,]+ characters/);
  await desk.question.fill("What does the North line cost in August?");
  await desk.ask.click();
  await desk.settled();
  const cited = desk.answer.locator(".citations li").first();
  await expect(cited).toContainText("3.60");
  await expect(cited).toContainText("Fares");
  await cited.getByRole("button").click();
  await expect(desk.source.locator("mark").first()).toContainText("North");
});

test("MB-04: a book and a table are read beside each other", async ({ desk, page }) => {
  await desk.choose([pathOf("tales.epub"), pathOf("fares.csv")]);
  await expect(page.locator(".documents > li")).toHaveCount(2);
  await desk.question.fill("When is the market held?");
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("held on Thursdays");
  await expect(desk.answer.locator(".citations")).toContainText("tales.epub");
});
