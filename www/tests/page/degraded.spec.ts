/** Where something is missing, the page says so and still answers. */

import { EVIDENCE, EXCERPT, expect, QUESTION, test } from "./desk.ts";

const KEYWORD_ONLY = "Keyword-only mode";
/** The files of the embedding model. */
const MODEL = /\/assets\/(tokenizer-[^/]*\.json|[^/]*\.safetensors)$/;
/** The script of every worker. */
const WORKER = "**/assets/worker-*.js";

test("MB-05: without the model, keywords alone answer, and the page says so", async ({
  desk,
  page,
}) => {
  await page.route(MODEL, (route) => route.fulfill({ status: 404, body: "" }));
  await desk.trySample();
  await expect(page.getByText(KEYWORD_ONLY).first()).toBeVisible();
  await expect(page.locator(".warnings")).toContainText("answers 404");
  await expect(page.locator(".warnings li")).toHaveCount(1);
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
});

test("MB-05: a model that can be had again is used for the next question", async ({
  desk,
  page,
}) => {
  await page.route(MODEL, (route) => route.abort());
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(page.getByText(KEYWORD_ONLY).first()).toBeVisible();
  await page.unroute(MODEL);
  await desk.anew();
  await desk.ask.click();
  await expect(page.getByText(KEYWORD_ONLY)).toHaveCount(0, { timeout: 60_000 });
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
  await desk.answer.getByRole("textbox").fill("What is a dangling pointer?");
  await desk.answer.getByRole("button", { name: "Ask" }).click();
  await expect(desk.answer.locator(".citations")).toContainText(/dangling/i);
});

test("MB-05: a model with the wrong hash is refused", async ({ desk, page }) => {
  let served = 0;
  await page.route(/\.safetensors$/, async (route) => {
    served += 1;
    const response = await route.fetch();
    const body = await response.body();
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    await route.fulfill({ response, body });
  });
  await desk.askAbout(EXCERPT, QUESTION);
  expect(served).toBe(2);
  await expect(page.getByText(KEYWORD_ONLY).first()).toBeVisible();
  await expect(page.locator(".warnings")).toContainText("wrong hash");
  await expect(desk.answer.locator(".citations")).toContainText(EVIDENCE);
});

test("MB-05: without relaxed SIMD the baseline build gives the same answer", async ({
  desk,
  page,
}) => {
  const builds: string[] = [];
  page.on("request", (request) => {
    const build = /embed-(baseline|relaxed)-[^/]*\.wasm$/.exec(request.url())?.[1];
    if (build !== undefined) builds.push(build);
  });
  await desk.askAbout(EXCERPT, QUESTION);
  const answer = await desk.answer.locator(".statements").textContent();
  await page.route(WORKER, async (route) => {
    const response = await route.fetch();
    const body = `WebAssembly.validate = () => false;\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
  await page.reload();
  await desk.askAbout(EXCERPT, QUESTION);
  // Each of two workers may load it.
  expect([...new Set(builds)]).toEqual(["relaxed", "baseline"]);
  expect(await desk.answer.locator(".statements").textContent()).toBe(answer);
});

test("without WebGL the list still shows the memory", async ({ desk, page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(page.getByText("cannot draw the graph")).toBeVisible();
  await desk.topics.nth(1).click();
  await expect(desk.details.locator("h3")).toBeVisible();
});

test("offline before the engine was ever loaded, the page says what to do, and asks again when it is back", async ({
  desk,
  page,
}) => {
  await page.route(WORKER, (route) => route.abort("internetdisconnected"));
  await desk.pasted.fill("The pier is 40 metres long.");
  await desk.question.fill("How long is the pier?");
  await desk.ask.click();
  await expect(desk.problem).toContainText("Go online and ask again");
  await expect(desk.problem).toContainText("worker_unreachable");
  await page.unroute(WORKER);
  await desk.ask.click();
  await desk.settled();
  await expect(desk.answer.locator(".citations")).toContainText("40 metres");
});
