/** The page as the deployment serves it, in Chromium: its model, its token, its proxy; PL-02, MB-21. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { type Request, Response } from "miniflare";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { launchChromium } from "../../npm/test/chromium.ts";
import { Scenario } from "../../www/tests/page/scenario.ts";
import { Deployment, TOKENS } from "./deployment.ts";

/** Folder of screenshots, for eyes; none are taken without it. */
const { PICTURES } = process.env;
const WIDTHS = [1280, 390];

/** Services of the deployment. The scenario stands in the place of each. */
const MODEL = "http://localhost:11434/v1";
const SEARCH = "https://search.example.com";
const READER = "https://reader.example.com/r";
/** The page of the scenario, under a name that the proxy takes for one of the public internet. */
const PAGE = { played: "lights.example", named: "lights.example.com" };
const KEY = "deployment-key-0123456789";
const PATIENCE = { timeout: 60_000 };

/** A request that the Worker made of the world. */
interface Sent {
  address: string;
  headers: Headers;
}

let browser: Browser;
let scenario: Scenario;
let deployment: Deployment;
let sent: Sent[] = [];

before(async () => {
  deployment = await Deployment.start({
    variables: {
      LLM_PROVIDER: "ollama",
      LLM_MODEL: "scenario",
      LLM_KEY: KEY,
      SEARCH_ADDRESS: SEARCH,
      SERPER_KEY: KEY,
      READER_ADDRESS: READER,
    },
    files: "site",
    options: { outboundService: (request: Request) => ofWorld(request) },
  });
  const { ok } = await fetch(deployment.address);
  assert.ok(ok, "no page: run npm run build in www before the tests are built");
  browser = await launchChromium();
});

// A scenario is played once.
beforeEach(async () => {
  sent = [];
  scenario = await Scenario.play("plain-answer");
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await scenario.end();
});

after(async () => {
  await browser?.close();
  await deployment?.end();
});

/** The world beyond the Worker: the scenario alone. */
async function ofWorld(request: Request): Promise<Response> {
  const { url, method, headers } = request;
  sent.push({ address: url, headers: new Headers([...headers]) });
  const address = playedAt(url);
  if (address === null) return new Response("nobody is there", { status: 502 });
  const body = method === "POST" ? played(await request.text()) : null;
  const answer = await fetch(address, { method, body });
  const type = answer.headers.get("content-type") ?? "text/plain";
  const told = await answer.text();
  const whole = type.startsWith("text/event-stream") ? inOnePiece(told) : told;
  const text = whole.replaceAll(PAGE.played, PAGE.named);
  return new Response(text, { status: answer.status, headers: { "content-type": type } });
}

/** A stream whose words come at once: its pieces may cut a name in two. */
function inOnePiece(stream: string): string {
  const told = stream.split("\n\n").filter((event) => event.startsWith("data: {"));
  const events = told.map((event) => JSON.parse(event.slice("data: ".length)));
  const wordsOf = (event: Streamed) => event.choices[0]?.delta?.content;
  const content = events.map((event) => wordsOf(event) ?? "").join("");
  const others = events.filter((event) => wordsOf(event) === undefined);
  const again = [{ choices: [{ delta: { content } }] }, ...others];
  return `${again.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}

interface Streamed {
  choices: { delta?: { content?: string } }[];
}

/** Where the scenario plays an address; `null` where it does not. */
function playedAt(address: string): string | null {
  const places = [
    [MODEL, scenario.model],
    [SEARCH, scenario.address],
    [READER, `${scenario.address}/r`],
  ] as const;
  const place = places.find(([service]) => address.startsWith(service));
  if (place === undefined) return null;
  const [service, at] = place;
  return played(address.replace(service, at));
}

function played(text: string): string {
  return text.replaceAll(PAGE.named, PAGE.played);
}

/** A visitor, and what the visitor's browser asked. */
interface Visit {
  context: BrowserContext;
  page: Page;
  token: Locator;
  answer: Locator;
  asked: string[];
  /** What the page complained of. */
  complaints: string[];
}

/** Opens the page at this fragment. */
async function visit(fragment = ""): Promise<Visit> {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  const [asked, complaints]: string[][] = [[], []];
  context.on("request", (request) => asked?.push(request.url()));
  page.on("pageerror", ({ message }) => complaints?.push(message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) complaints?.push(message.text());
  });
  await page.goto(`${deployment.address}/${fragment}`);
  const token = page.getByLabel("Access token", { exact: true });
  await token.waitFor(PATIENCE);
  const answer = page.getByRole("region", { name: "Answer" });
  return { context, page, token, answer, asked: asked ?? [], complaints: complaints ?? [] };
}

async function ask({ page }: Visit): Promise<void> {
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(scenario.question);
  await page.locator("#ask").getByRole("button", { name: "Ask" }).click();
}

async function answered({ answer, page }: Visit): Promise<void> {
  const words = answer.locator(".statements").getByText("42 metres tall");
  const problem = page.locator(".problem");
  await words.or(problem).first().waitFor(PATIENCE);
  assert.deepEqual(await problem.allTextContents(), []);
  await page.locator("#ask").getByRole("button", { name: "Ask" }).waitFor(PATIENCE);
}

async function picture({ page }: Visit, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), fullPage: true });
  }
}

/** The error at the token's field. */
async function refusal({ page }: Visit, text: RegExp): Promise<void> {
  await page.locator("#accessToken-error").getByText(text).waitFor(PATIENCE);
}

test("PL-02: a visitor needs no key, and is told at the field that the token is missing", async () => {
  const visitor = await visit();
  const { page, token } = visitor;
  const label = await page.locator(".label").textContent();
  assert.match(label ?? "", /scenario, asked through this site/);
  await picture(visitor, "fresh");
  await ask(visitor);
  await refusal(visitor, /asked only with an access token/);
  assert.ok(await token.evaluate((input) => input === document.activeElement));
  await picture(visitor, "token-missing");
  assert.deepEqual(sent, []);
  assert.deepEqual(visitor.complaints, []);
});

test("PL-02: an invitation's visitor is answered through the Worker, and the page asks no other origin", async () => {
  const visitor = await visit(`#token=${TOKENS.ann}`);
  const { page, asked } = visitor;
  assert.equal(page.url(), `${deployment.address}/`);
  await ask(visitor);
  await answered(visitor);
  await picture(visitor, "answered");

  const own = asked.filter((address) => /^https?:/.test(address));
  assert.ok(own.some((address) => address.startsWith(`${deployment.address}/proxy?url=`)));
  assert.deepEqual(
    own.filter((address) => !address.startsWith(`${deployment.address}/`)),
    [],
  );
  // The navigation is told with its fragment, which no browser sends.
  const [, ...later] = own;
  assert.ok(!later.join("\n").includes(TOKENS.ann));
  const state = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([localStorage, sessionStorage, history.state]),
    location.href,
  ]);
  assert.ok(!state.join("\n").includes(TOKENS.ann));
  assert.deepEqual(visitor.complaints, []);
});

test("MB-21: the Worker's proxy adds its keys, and passes neither token nor origin on", async () => {
  const visitor = await visit(`#token=${TOKENS.ben}`);
  await ask(visitor);
  await answered(visitor);
  const sentTo = (service: string) => sent.filter(({ address }) => address.startsWith(service));
  const [chats, searches] = [sentTo(MODEL), sentTo(SEARCH)];
  assert.ok(chats.length > 4 && searches.length > 0 && sentTo(READER).length > 0);
  for (const { headers } of chats) assert.equal(headers.get("authorization"), `Bearer ${KEY}`);
  for (const { headers } of searches) assert.equal(headers.get("x-api-key"), KEY);
  for (const { headers } of sent) {
    assert.ok(!JSON.stringify([...headers]).includes(TOKENS.ben));
    for (const name of ["x-proxy-token", "cookie", "origin", "referer"])
      assert.equal(headers.get(name), null, name);
  }
});

test("PL-02: a token that the Worker does not know is told at its field, and the run goes on with another", async () => {
  const visitor = await visit();
  const { page, token } = visitor;
  await token.fill("amb_of-nobody");
  await ask(visitor);
  await refusal(visitor, /does not know this access token/);
  assert.deepEqual(sent, []);
  assert.ok(!(await page.locator("body").textContent())?.includes("refused the key"));
  await token.fill(TOKENS.ann);
  await page.getByRole("button", { name: "Go on with this run" }).click();
  await answered(visitor);
});

test("MB-25: the test of a connection goes through the Worker's proxy", async () => {
  const visitor = await visit(`#token=${TOKENS.ann}`);
  const { page } = visitor;
  await page.locator("#language-model summary").click();
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.locator(".trial").getByText("It works: scenario answered").waitFor(PATIENCE);
  const services = page.locator(".trial .works, .trial .fails");
  await services.nth(2).waitFor(PATIENCE);
  const asked = sent.map(({ address }) => new URL(address).host);
  assert.deepEqual(asked.sort(), [new URL(MODEL).host, "reader.example.com", "search.example.com"]);
});
