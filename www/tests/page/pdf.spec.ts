/** A PDF file on the page. */

import { readFileSync } from "node:fs";
import { EXCERPT, expect, test } from "./desk.ts";

/** Two pages that Chromium printed. */
const PDF = readFileSync(
  new URL("../../../crates/pdf/tests/files/two-columns.pdf", import.meta.url),
);
const QUESTION = "How are heights measured?";
const SENTENCE = "All heights are measured above the mean high water of spring tides.";

test("MB-04 BX-04: a PDF file is dropped, answers, and its citation names the page", async ({
  desk,
  page,
}) => {
  const readers: string[] = [];
  page.context().on("request", (request) => {
    if (/\/pdf-[^/]*\.wasm$/.test(request.url())) readers.push(request.url());
  });
  await desk.askAbout(EXCERPT, QUESTION);
  expect(readers).toEqual([]);
  await desk.remove("text.md");
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "lights.pdf", { type: "application/pdf" }));
    document
      .querySelector(".drop")
      ?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, PDF.toString("base64"));
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  const cited = desk.answer.locator(".citations li").first();
  await expect(cited).toContainText(SENTENCE, { timeout: 90_000 });
  await expect(cited).toContainText("lights.pdf");
  await expect(cited).toContainText("page 2");
  await cited.getByRole("button").click();
  await expect(desk.source.locator("mark").first()).toContainText("mean high water");
  await page.getByRole("button", { name: "中文" }).click();
  await expect(page.locator(".citations li").first()).toContainText("第 2 页");
  expect(readers.length).toBeGreaterThan(0);
});

test("MB-04: a damaged PDF file is refused with what to do, and the page goes on", async ({
  desk,
}) => {
  const buffer = PDF.subarray(0, 2000);
  await desk.choose({ name: "cut.pdf", mimeType: "application/pdf", buffer });
  await desk.question.fill(QUESTION);
  await desk.ask.click();
  await expect(desk.problem).toContainText("This PDF file is damaged");
  await desk.remove("cut.pdf");
  await desk.choose({ name: "lights.pdf", mimeType: "application/pdf", buffer: PDF });
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("page 2");
});
