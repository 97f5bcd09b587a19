/** A browser that opens pages and collects what they report. */
import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";
import type { Told } from "./expected.ts";

/** Milliseconds until a page must have reported. */
const PATIENCE = 120_000;

/** Chromium; each page has a storage of its own. */
export class Visitor {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async open(): Promise<Visitor> {
    return new Visitor(await launchChromium());
  }

  /**
   * Opens a page and returns `globalThis.told` once it is there. Fails for an uncaught error or an unhandled rejection
   * of the page, and for a request that leaves this machine.
   */
  async told<T = Told>(url: string, prepare?: (page: Page) => Promise<unknown>): Promise<T> {
    const context = await this.#browser.newContext();
    try {
      const strangers = await keptAtHome(context);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (failure) => faults.push(String(failure)));
      page.on("console", (line) => line.type() === "error" && seen.push(line.text()));
      const seen: string[] = [];
      await prepare?.(page);
      await page.goto(url);
      const told = await reported<T>(page).catch((failure) => {
        throw new Error(`${failure}\n${[...faults, ...seen].join("\n")}`);
      });
      assert.deepEqual({ faults, strangers }, { faults: [], strangers: [] });
      return told;
    } finally {
      await context.close();
    }
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}

async function reported<T>(page: Page): Promise<T> {
  const handle = await page.waitForFunction(
    () => (globalThis as { told?: unknown }).told,
    undefined,
    { timeout: PATIENCE },
  );
  return (await handle.jsonValue()) as T;
}

/** Refuses requests to other machines, and lists them. */
async function keptAtHome(context: BrowserContext): Promise<string[]> {
  const strangers: string[] = [];
  const isStrange = (url: URL) => url.protocol.startsWith("http") && url.hostname !== "127.0.0.1";
  await context.route(isStrange, (route) => {
    strangers.push(route.request().url());
    return route.abort();
  });
  return strangers;
}
