/** Word documents, books and tables on the page. */

import { fileURLToPath } from "node:url";
import { expect, test } from "./desk.ts";
import { looksRight } from "./sight.ts";

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

test("PL-05 BX-13: a document's outline is shown before it is asked about, and its titles ask", async ({
  desk,
  page,
}, info) => {
  const text = `# Harbour\n\nBoats may stay a week.\n\n## Fees\n\nA boat pays ten crowns a night at the quay.\n`;
  const buffer = Buffer.from(text);
  await desk.choose({ name: "harbour.md", mimeType: "text/markdown", buffer });
  const outline = page.locator(".documents .outline");
  await outline.getByText("Outline · 2 titles").click();
  await looksRight(page, info, "outline");
  await outline.getByRole("button", { name: "Fees" }).click();
  await expect(desk.question).toBeFocused();
  await expect(desk.question).toHaveValue("What is “Fees” about?");
  await desk.question.fill("How much is it, by");
  await outline.getByRole("button", { name: "Fees" }).click();
  await expect(desk.question).toHaveValue("How much is it, by “Fees”");
  await desk.question.fill("");
  await outline.getByRole("button", { name: "Fees" }).click();
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".statements")).toContainText("ten crowns a night");
  await expect(desk.answer.locator(".statements")).not.toContainText("stay a week");
});

test("PL-05 BX-01: what a document is about takes one click", async ({ desk, page }) => {
  const overview = page.getByRole("button", { name: "What is this about?", exact: true });
  await expect(overview).toBeHidden();
  await desk.pasted.fill(
    "# Harbour\n\nThe harbour of Westby shelters fishing boats from storms.\n",
  );
  await overview.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations li")).toHaveCount(2);
  await expect(desk.answer.locator(".statements")).toContainText("shelters fishing boats");
  await expect(overview).toBeHidden();
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

test("PL-05: nothing moves on a phone once a chosen document is read", async ({ desk, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const place = async () => (await desk.ask.boundingBox())?.y;
  const buffer = Buffer.from(
    `# Harbour\n\n## Fees\n\n${"A boat pays ten crowns. ".repeat(20_000)}`,
  );
  await desk.choose({ name: "harbour.md", mimeType: "text/markdown", buffer });
  await expect(page.locator(".documents > li")).toBeVisible();
  const before = await place();
  await expect(page.locator(".documents .outline")).toContainText("Outline");
  expect(await place()).toBe(before);
});
