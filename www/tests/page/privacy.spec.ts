/** Nothing leaves the tab. */

import { test as plain } from "@playwright/test";
import { expect, test } from "./desk.ts";

test("PL-01: no request leaves the page's own origin", async ({ desk, page, context, baseURL }) => {
  const foreign: string[] = [];
  const bodies: string[] = [];
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(baseURL ?? "").origin && !/^(data|blob):$/.test(protocol))
      foreign.push(request.url());
    if (request.method() !== "GET") bodies.push(request.url());
  });
  await desk.trySample();
  await desk.marks.first().click();
  await page.getByRole("button", { name: "Export journal" }).click();
  expect(foreign).toEqual([]);
  expect(bodies).toEqual([]);
});

plain("the policy forbids what the page does not need", async ({ page }) => {
  await page.goto("./");
  const refused = await page.evaluate(async () => {
    const attempts = [
      fetch("https://example.com/").then(
        () => "fetched",
        () => "refused",
      ),
      // Later, as the page's own code would: what the debugger evaluates itself is exempt.
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(String(new Function("return 'evaluated'")()));
          } catch {
            resolve("refused");
          }
        });
      }),
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            document.createElement("div").innerHTML = "<b>made of text</b>";
            resolve("parsed");
          } catch {
            resolve("refused");
          }
        });
      }),
    ];
    return Promise.all(attempts);
  });
  expect(refused).toEqual(["refused", "refused", "refused"]);
});
