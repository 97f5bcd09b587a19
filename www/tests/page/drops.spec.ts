/** What is dragged onto the page. */

import type { Page } from "@playwright/test";
import { expect, test } from "./desk.ts";

/** Lets go of a file, or of text, over an element; whether the page took it from the browser. */
function drop(page: Page, over: string, dragged: { file: string } | { text: string }) {
  return page.evaluate(
    ({ over, dragged }) => {
      const dataTransfer = new DataTransfer();
      if ("file" in dragged) dataTransfer.items.add(new File(["text"], dragged.file));
      else dataTransfer.setData("text/plain", dragged.text);
      const told = { dataTransfer, bubbles: true, cancelable: true };
      const target = document.querySelector(over);
      target?.dispatchEvent(new DragEvent("dragover", told));
      return target?.dispatchEvent(new DragEvent("drop", told)) === false;
    },
    { over, dragged },
  );
}

test("a file is taken wherever on the page it is dropped", async ({ desk }) => {
  const { page } = desk;
  const names = page.locator(".documents .name");
  expect(await drop(page, "body", { file: "beside.txt" })).toBe(true);
  expect(await drop(page, ".drop", { file: "on.txt" })).toBe(true);
  expect(await drop(page, "#question", { file: "field.txt" })).toBe(true);
  await expect(names).toHaveText(["beside.txt", "on.txt", "field.txt"]);
  await expect(page.locator(".drop")).not.toHaveClass(/over/);
  // Drawn anew in another language, the page takes a file once.
  await page.getByRole("button", { name: "中文" }).click();
  expect(await drop(page, "body", { file: "once.txt" })).toBe(true);
  await expect(names).toHaveText(["beside.txt", "on.txt", "field.txt", "once.txt"]);
});

test("text that is dropped on the zone is pasted text; a long one is a document", async ({
  page,
  desk,
}) => {
  expect(await drop(page, ".drop", { text: "The pier is long." })).toBe(true);
  await expect(desk.pasted).toHaveValue("The pier is long.");
  expect(await drop(page, ".drop", { text: "The lamp is blue." })).toBe(true);
  await expect(desk.pasted).toHaveValue("The pier is long.\n\nThe lamp is blue.");
  expect(await drop(page, ".drop", { text: "The pier is long. ".repeat(2000) })).toBe(true);
  await expect(page.locator(".documents .name")).toHaveText(["Pasted text"]);
  // A field has its own way with text; beside the zone there is no place for it.
  expect(await drop(page, "#question", { text: "How long?" })).toBe(false);
  expect(await drop(page, "h1", { text: "https://example.com/" })).toBe(true);
  await expect(desk.pasted).toHaveValue("The pier is long.\n\nThe lamp is blue.");
});
