/** The page as a deployment serves it: its tag in the head, and its proxy at the page's own origin. */

import type { Page, Route } from "@playwright/test";
import { test as withModel } from "./model-desk.ts";
import { Scenario } from "./scenario.ts";

/** The token that the site knows. */
export const TOKEN = "amb_page-token_0123456789";

/** Where the engine asks the site's model; the scenario stands there. */
const MODEL = "http://localhost:11434/v1";

/** A request to the site's proxy. */
interface Passed {
  readonly target: string;
  readonly token: string | undefined;
  readonly status: number;
}

/** A deployment, over a scenario that plays its services. */
export class Site {
  readonly passed: Passed[] = [];
  readonly scenario: Scenario;
  /** Status and error of the model's service, where it refuses the site. */
  refusal: { status: number; json: unknown } | null = null;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
  }

  /** What it tells in the page's head. */
  get tag(): string {
    const { address } = this.scenario;
    return JSON.stringify({
      llm: { provider: "ollama", model: "scenario" },
      search: address,
      reader: `${address}/r`,
      proxy: "/proxy?url=",
    });
  }

  /** Has every page of this browser's tab served by it. */
  async serve(page: Page): Promise<void> {
    await page.route(
      ({ pathname }) => pathname === "/",
      (route) => this.#answerPage(route),
    );
    await page.route(
      ({ pathname }) => pathname === "/proxy",
      (route) => this.#answerProxy(route),
    );
  }

  async #answerPage(route: Route): Promise<void> {
    const response = await route.fetch();
    const tag = this.tag.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const page = await response.text();
    const body = page.replace("<title>", `<meta name="deployment" content="${tag}" /><title>`);
    await route.fulfill({ response, body });
  }

  async #answerProxy(route: Route): Promise<void> {
    const request = route.request();
    const { "x-proxy-token": token, ...headers } = request.headers();
    const wanted = new URL(request.url()).searchParams.get("url") ?? "";
    const target = wanted.replace(MODEL, this.scenario.model);
    const answer = await this.#answerOf(token, target);
    this.passed.push({ target, token, status: answer?.status ?? 200 });
    if (answer !== null) return route.fulfill(answer);
    // The token is the proxy's alone.
    const response = await route.fetch({ url: target, headers }).catch(() => null);
    if (response !== null) await route.fulfill({ response }).catch(() => {});
  }

  /** What it answers by itself; `null` where it passes on. */
  async #answerOf(token: string | undefined, target: string) {
    if (token === undefined) return refused(401, "token_missing");
    if (token !== TOKEN) return refused(401, "token_unknown");
    if (!target.startsWith(this.scenario.address)) return refused(403, "target_refused");
    return this.refusal;
  }
}

function refused(status: number, code: string) {
  return { status, json: { error: { code, message: "refused by the proxy", retryable: false } } };
}

/** A test with the page of a deployment open, whose services play `plain-answer`. */
export const test = withModel.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  site: async ({}, use) => {
    const scenario = await Scenario.play("plain-answer");
    await use(new Site(scenario));
    await scenario.end();
  },
  page: async ({ page, site }, use) => {
    await site.serve(page);
    await use(page);
  },
});

export { expect } from "@playwright/test";
