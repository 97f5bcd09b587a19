/** The settings of a language model as tests use them, over a scenario that plays the world. */

import { expect, type Locator, type Page } from "@playwright/test";
import { type Desk, test as withDesk } from "./desk.ts";
import { Scenario } from "./scenario.ts";

/** A key that must be seen nowhere. */
export const KEY = "page-key-0123456789";

/** The panel of the language model. */
export class ModelDesk {
  readonly page: Page;
  readonly panel: Locator;
  readonly provider: Locator;
  readonly address: Locator;
  readonly model: Locator;
  readonly key: Locator;
  readonly answerLanguage: Locator;
  readonly budget: Locator;
  readonly search: Locator;
  readonly test: Locator;
  readonly trial: Locator;
  readonly goOn: Locator;
  readonly label: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.locator("#language-model");
    this.provider = page.getByRole("combobox", { name: "Who answers" });
    this.address = page.getByRole("textbox", { name: "Base address" });
    this.model = page.getByRole("combobox", { name: "Model", exact: true });
    this.key = page.getByLabel("Key", { exact: true });
    this.answerLanguage = page.getByRole("combobox", { name: "Answers in" });
    this.budget = page.getByRole("combobox", { name: "A question may take at most" });
    this.search = page.getByRole("checkbox", { name: /search the web/ });
    this.test = page.getByRole("button", { name: "Test connection" });
    this.trial = this.panel.locator(".trial");
    this.goOn = page.getByRole("button", { name: "Go on with this run" });
    this.label = page.locator(".label");
  }

  /** Opens the panel, if it is not open. */
  async open(): Promise<void> {
    if ((await this.panel.getAttribute("open")) === null)
      await this.panel.locator("summary").click();
  }

  /** Chooses a model like Ollama's at this address. */
  async choose(address: string, key = KEY): Promise<void> {
    await this.open();
    await this.provider.selectOption("Ollama");
    await this.address.fill(address);
    await this.model.fill("scenario");
    await this.key.fill(key);
  }
}

/** A request that the page made of the scenario's world. */
type Hold = (url: string, body: string) => Promise<void>;

/** What a test may do with the world. */
export interface World {
  /** Plays a scenario; the web's search and reader are its, too. */
  play(name: string, port?: number): Promise<Scenario>;
  /** Bodies that the model was sent, in order. */
  readonly asked: string[];
  /** Is told of each request before it goes out, and may hold it. */
  hold: Hold;
}

export const test = withDesk.extend<{ model: ModelDesk; world: World }>({
  model: async ({ desk }, use) => use(new ModelDesk(desk.page)),
  world: async ({ page }, use) => {
    const played: Scenario[] = [];
    const world: World = {
      asked: [],
      hold: async () => {},
      play: async (name, port) => {
        const scenario = await Scenario.play(name, port);
        played.push(scenario);
        await stand(page, scenario, world);
        return scenario;
      },
    };
    await use(world);
    for (const scenario of played) await scenario.end();
  },
});

/** Has the scenario stand where the services are. */
async function stand(page: Page, scenario: Scenario, world: World): Promise<void> {
  const places: [string, (path: string) => string][] = [
    [`${scenario.address}/v1/**`, (path) => path],
    ["https://google.serper.dev/**", (path) => path],
    ["https://r.jina.ai/**", (path) => `/r${path}`],
  ];
  for (const [pattern, place] of places) {
    await page.route(pattern, async (route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const body = request.postData() ?? "";
      await world.hold(request.url(), body);
      if (pathname.startsWith("/v1/chat")) world.asked.push(body);
      const url = `${scenario.address}${place(pathname + search)}`;
      // A run that was stopped waits for no response.
      const response = await route.fetch({ url }).catch(() => null);
      if (response !== null) await route.fulfill({ response }).catch(() => {});
    });
  }
}

/** Holds the n-th request to the model until it is released. */
export function holdAt(world: World, n: number) {
  let release = () => {};
  let tell = () => {};
  const reached = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let count = 0;
  world.hold = async (url) => {
    if (!url.includes("/v1/")) return;
    count += 1;
    if (count !== n) return;
    tell();
    await released;
  };
  return { reached, release: () => release() };
}

/** Asks the question of a scenario, without a document, and with the web. */
export async function askTheWeb(desk: Desk, model: ModelDesk, question: string): Promise<void> {
  await model.search.check();
  await desk.anew();
  await desk.question.fill(question);
  await desk.ask.click();
}

export { expect };
