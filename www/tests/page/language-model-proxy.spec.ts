/** A proxy of the user's own, which asks for a token: MB-21. */

import type { Page, Route } from "@playwright/test";
import { expect, KEY, type ModelDesk, test } from "./model-desk.ts";
import { looksRight } from "./sight.ts";

const PROXY = "https://proxy.example/fetch?url=";
const TOKEN = "amb_proxy-token_0123456789";
const OPEN = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** What the proxy was shown, request by request. */
interface Shown {
  readonly token: string | undefined;
  readonly authorization: string | undefined;
  readonly target: string;
}

/** Has a proxy stand that knows one token. */
async function standProxy(page: Page): Promise<Shown[]> {
  const seen: Shown[] = [];
  await page.route(`${PROXY}**`, async (route: Route) => {
    const { "x-proxy-token": token, authorization, ...rest } = route.request().headers();
    const target = new URL(route.request().url()).searchParams.get("url") ?? "";
    seen.push({ token, authorization, target });
    if (token !== TOKEN) return route.fulfill(refusal(token));
    const response = await route.fetch({ url: target, headers: rest }).catch(() => null);
    if (response !== null) await route.fulfill({ response }).catch(() => {});
  });
  return seen;
}

function refusal(token: string | undefined) {
  const code = token === undefined ? "token_missing" : "token_unknown";
  const json = { error: { code, message: "refused by the proxy", retryable: false } };
  return { status: 401, headers: OPEN, json };
}

/** Chooses the model, through the proxy. */
async function choose(model: ModelDesk, address: string): Promise<void> {
  await model.choose(address);
  await model.page.getByRole("textbox", { name: "Proxy address" }).fill(PROXY);
  await model.page.getByRole("checkbox", { name: /Ask the language model through it/ }).check();
}

test("MB-21: a proxy's token is sent to the proxy alone, and refused at its field", async ({
  desk,
  model,
  world,
  page,
}, info) => {
  const seen = await standProxy(page);
  const { model: address } = await world.play("plain-answer");
  const token = page.getByLabel("Proxy token", { exact: true });
  await model.open();
  await expect(token).toBeHidden();
  await model.open();
  await choose(model, address);
  await expect(token).toHaveAttribute("type", "password");

  await model.test.click();
  await expect(token).toBeFocused();
  await expect(token).toHaveAccessibleDescription(/The proxy asks for a token/);
  await token.fill("amb wrong");
  await model.test.click();
  await expect(token).toHaveAccessibleDescription(/No token has blanks/);
  await token.fill("amb_wrong");
  await model.test.click();
  await expect(token).toHaveAccessibleDescription(/does not know this token/);
  await expect(page.locator("body")).not.toContainText("refused the key");
  await looksRight(page, info, "proxy-token-refused");

  await token.fill(TOKEN);
  await expect(token).toHaveAttribute("aria-invalid", "false");
  await model.test.click();
  await expect(model.trial).toContainText("It works");
  expect(world.asked).toEqual([]);
  expect(seen.filter(({ target }) => target === `${address}/chat/completions`)).toHaveLength(3);
  expect(seen.map(({ authorization }) => authorization)).not.toContain(`Bearer ${KEY}`);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(TOKEN);
  await expect(desk.problem.filter({ hasText: /./ })).toHaveCount(0);
});

test("MB-21: a run whose proxy refuses its token opens the settings at the token", async ({
  desk,
  model,
  world,
  page,
}) => {
  await standProxy(page);
  const { model: address } = await world.play("plain-answer");
  await choose(model, address);
  await page.getByLabel("Proxy token", { exact: true }).fill("amb_wrong");
  await model.panel.locator("summary").click();
  await desk.pasted.fill("The tower is 42 metres tall.");
  await desk.question.fill("How tall is the tower?");
  await desk.ask.click();
  const token = page.getByLabel("Proxy token", { exact: true });
  await expect(token).toBeVisible();
  await expect(token).toHaveAccessibleDescription(/does not know this token/);
  await expect(token).toBeInViewport();
  await expect(page.locator(".problem")).toHaveCount(0);
});
