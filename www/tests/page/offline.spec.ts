/** The page without a network: PL-01, PL-05. */

import { fileURLToPath } from "node:url";
import { expect, test } from "./desk.ts";
import { looksRight } from "./sight.ts";

test.use({ serviceWorkers: "allow" });

const NOTE = "The market is held on Fridays from eight to noon.\n\nThe tower is 42 metres tall.";

test("PL-01 PL-05: after an answer the page opens and answers without a network", async ({
  desk,
  page,
  context,
}, info) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await desk.pasted.fill(NOTE);
  await desk.question.fill("When is the market held?");
  await desk.ask.click();
  await expect(desk.answer).toContainText("on Fridays");
  await expect(page.locator("header")).toContainText("Ready offline");
  await looksRight(page, info, "ready-offline");

  await context.setOffline(true);
  await page.reload();
  const pdf = new URL("../../../crates/pdf/tests/files/two-columns.pdf", import.meta.url);
  await desk.choose([fileURLToPath(pdf)]);
  await expect(page.locator(".documents > li")).toContainText("2 pages");
  await desk.remove("two-columns.pdf");
  await desk.pasted.fill(NOTE);
  await desk.question.fill("How tall is the tower?");
  await desk.ask.click();
  await expect(desk.answer).toContainText("42 metres");
  await expect(page.locator("header")).toContainText("Ready offline");
  await context.setOffline(false);
});

test("PL-05: the page can be installed, and keeps at first what is small alone", async ({
  desk,
  page,
}) => {
  await expect(desk.ask).toBeVisible();
  const manifest = await page.request.get("manifest.webmanifest");
  const { name, start_url, icons } = await manifest.json();
  expect([name, start_url]).toEqual(["Agentic Memory Bank", "./"]);
  expect((await page.request.get(icons[0].src)).ok()).toBe(true);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = await page.evaluate(async () => {
    const cache = await caches.open(`agentic-memory-bank-page ${location.origin}/`);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  // Only what is small is kept before it is used.
  expect(kept.filter((path) => /\.(wasm|safetensors)$/.test(path))).toEqual([]);
});
