/** The page of a deployment: its model, its token, its invitation; PL-02. */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { Desk } from "./desk.ts";
import { KEY } from "./model-desk.ts";
import { looksRight, overflow } from "./sight.ts";
import { expect, type Site, TOKEN, test } from "./site.ts";

const INVITATION = `./#token=${TOKEN}`;

function tokenOf(page: Page): Locator {
  return page.getByLabel("Access token", { exact: true });
}

/** Opens an address anew: a change of the fragment alone would load nothing. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

/** Asks the scenario's question, without a document. */
async function ask(desk: Desk, site: Site): Promise<void> {
  await desk.question.fill(site.scenario.question);
  await desk.ask.click();
}

test("PL-02: a visitor has the site's model chosen, needs no key, and is told where questions go", async ({
  desk,
  model,
  page,
}) => {
  await expect(model.label).toContainText("Language model scenario, asked through this site");
  await expect(model.label).toContainText("passes questions and documents on to Ollama");
  await expect(tokenOf(page)).toHaveAttribute("type", "password");
  await model.open();
  await expect(model.provider).toHaveValue("deployment");
  await expect(model.search).toBeChecked();
  for (const name of ["Key", "Serper key", "Jina key", "Proxy token"])
    await expect(page.getByLabel(name, { exact: true })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Proxy address" })).toBeHidden();
  await expect(desk.problem.first()).toBeEmpty();
});

test("PL-02: a missing token is told at its field, and nothing is asked", async ({
  desk,
  site,
  page,
}) => {
  await ask(desk, site);
  const token = tokenOf(page);
  await expect(token).toBeFocused();
  await expect(token).toHaveAttribute("aria-invalid", "true");
  await expect(token).toHaveAccessibleDescription(/asked only with an access token/);
  await expect(page.getByRole("heading", { name: "That did not work" })).toBeHidden();
  expect(site.passed).toEqual([]);
  await page.keyboard.type(TOKEN);
  await expect(token).toHaveAttribute("aria-invalid", "false");
  await page.keyboard.press("Enter");
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
});

test("PL-02: an invitation's token leaves the address, and goes to the site's proxy alone", async ({
  desk,
  site,
  page,
  context,
  baseURL,
}) => {
  const addresses: string[] = [];
  context.on("request", (request) => addresses.push(request.url()));
  await open(page, INVITATION);
  await expect(tokenOf(page)).toHaveValue(TOKEN);
  expect(page.url()).toBe(baseURL);
  expect(await page.evaluate(() => location.href + JSON.stringify(history.state))).not.toContain(
    TOKEN,
  );
  await ask(desk, site);
  await desk.settled();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
  expect(site.passed.length).toBeGreaterThan(4);
  expect(new Set(site.passed.map(({ token }) => token))).toEqual(new Set([TOKEN]));
  // Playwright names the address of a navigation with its fragment, which no browser sends.
  const own = addresses.filter((address) => /^https?:/.test(address) && !address.includes("#"));
  expect(own.filter((address) => !address.startsWith(baseURL ?? "?"))).toEqual([]);
  expect(own.join("\n")).not.toContain(TOKEN);
});

test("MB-21: the token is in no export, no journal, no storage and no element", async ({
  desk,
  site,
  page,
}) => {
  await open(page, INVITATION);
  await ask(desk, site);
  await desk.settled();
  const saved: string[] = [];
  for (const name of ["Export memory (JSON)", "Export journal"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    saved.push(await readFile(await (await download).path(), "utf8"));
  }
  const elsewhere = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    document.cookie,
  ]);
  expect([...saved, ...elsewhere].join("\n")).not.toContain(TOKEN);
});

test("PL-02: a token that the site does not know is told at its field, and the run goes on with another", async ({
  desk,
  model,
  site,
  page,
}) => {
  await tokenOf(page).fill("amb_wrong");
  await ask(desk, site);
  await expect(tokenOf(page)).toHaveAccessibleDescription(/does not know this access token/);
  await expect(page.locator("body")).not.toContainText("refused the key");
  await desk.idle();
  await tokenOf(page).fill(TOKEN);
  await expect(page.locator("#accessToken-error")).toBeHidden();
  await model.goOn.click();
  await expect(desk.answer.locator(".statements")).toContainText("42 metres tall");
});

test("PL-02: a site whose own key is refused is not taken for a wrong token", async ({
  desk,
  site,
  page,
}) => {
  site.refusal = { status: 401, json: { error: { message: "no such key", code: "bad_key" } } };
  await tokenOf(page).fill(TOKEN);
  await ask(desk, site);
  await expect(page.locator(".problem")).toContainText("Whoever runs the site must check its key");
  await expect(tokenOf(page)).toHaveAttribute("aria-invalid", "false");
});

test("MB-25: the test of a connection goes through the proxy, with the token", async ({
  model,
  site,
  page,
}) => {
  await model.open();
  await model.test.click();
  await expect(tokenOf(page)).toHaveAccessibleDescription(/asked only with an access token/);
  await tokenOf(page).fill("amb_wrong");
  await model.test.click();
  await expect(tokenOf(page)).toHaveAccessibleDescription(/does not know this access token/);
  await tokenOf(page).fill(TOKEN);
  await model.test.click();
  await expect(model.trial).toContainText(/It works: scenario answered/);
  await expect(model.trial.locator(".works, .fails")).toHaveCount(3);
  const asked = site.passed.filter(({ status }) => status === 200).map(({ target }) => target);
  const { address, model: endpoint } = site.scenario;
  const once = [`${endpoint}/chat/completions`, `${address}/search`];
  expect(asked.sort()).toEqual([...once, `${address}/r/https://example.com/`].sort());
});

test("PL-02: other fragments stay, and an invitation reaches a page that is open", async ({
  desk,
  page,
  baseURL,
}) => {
  await open(page, "./#question");
  expect(page.url()).toBe(`${baseURL}#question`);
  await desk.question.fill("Why?");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#token=${TOKEN}`);
  await expect(tokenOf(page)).toHaveValue(TOKEN);
  expect(page.url()).toBe(baseURL);
  await expect(desk.question).toHaveValue("Why?");
});

test("MB-25: the token is remembered on this device only if that is wished", async ({
  desk: _desk,
  page,
}) => {
  await open(page, INVITATION);
  await page.reload();
  await expect(tokenOf(page)).toHaveValue("");
  await tokenOf(page).fill(TOKEN);
  await page.getByRole("checkbox", { name: /Remember on this device/ }).check();
  await page.reload();
  await expect(tokenOf(page)).toHaveValue(TOKEN);
  await page.getByRole("button", { name: "Forget token and keys" }).click();
  await expect(tokenOf(page)).toHaveValue("");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("MB-25: a visitor may have another model with a key of their own, or none", async ({
  desk,
  model,
  site,
  world,
  page,
}) => {
  await model.open();
  await model.provider.selectOption("No language model (extractive)");
  await expect(model.label).toContainText("nothing leaves it");
  await expect(tokenOf(page)).toBeHidden();
  await desk.askAbout("The tower is 42 metres tall.", "How tall is the tower?");
  await expect(desk.answer.locator(".statements")).toContainText("42 metres");

  const other = await world.play("plain-answer");
  await model.open();
  await model.provider.selectOption("Ollama");
  await model.address.fill(other.model);
  await model.model.fill("scenario");
  await model.key.fill(KEY);
  await model.test.click();
  await expect(model.trial).toContainText("It works");
  expect(world.asked).toHaveLength(1);
  expect(site.passed).toEqual([]);
});

test("PL-05: no serious issue on a deployment's page, opened, without a token and answered", async ({
  desk,
  model,
  site,
  page,
}, info) => {
  await looksRight(page, info, "site-opened");
  await ask(desk, site);
  await expect(tokenOf(page)).toBeFocused();
  await looksRight(page, info, "site-token-missing");
  await tokenOf(page).fill(TOKEN);
  await model.open();
  await looksRight(page, info, "site-settings");
  await desk.ask.click();
  await desk.settled();
  await looksRight(page, info, "site-answered");
});

test("BX-09: a deployment's page speaks Chinese", async ({ browser, site }, info) => {
  const page = await browser.newPage({ locale: "zh-CN", viewport: { width: 390, height: 900 } });
  await site.serve(page);
  await page.goto("./");
  await expect(page.getByText(/经由本站访问/)).toBeVisible();
  await page.getByRole("textbox", { name: "问题" }).fill("为什么？");
  await page.getByRole("button", { name: "提问" }).first().click();
  await expect(page.getByLabel("访问令牌", { exact: true })).toHaveAccessibleDescription(
    /使用本站的语言模型需要访问令牌/,
  );
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: info.outputPath("site-zh.png"), fullPage: true });
  await page.close();
});
