/** The panel of what is remembered beyond a run, as its user works with it. */

import type { Locator, Page } from "@playwright/test";

/** The panel of long-term memory. */
export class Remembered {
  readonly panel: Locator;
  readonly search: Locator;
  readonly ofYou: Locator;
  readonly forgotten: Locator;
  readonly status: Locator;
  readonly #file: Locator;

  constructor(page: Page) {
    this.#file = page.locator("#memory-file");
    this.panel = page.locator(".long-term");
    this.search = page.getByRole("textbox", { name: "Search what is remembered" });
    this.ofYou = this.panel.locator(".of-you").getByRole("listitem");
    this.forgotten = this.panel.locator(".forgotten").getByRole("listitem");
    this.status = this.panel.getByRole("status");
  }

  async open(): Promise<void> {
    await this.panel.locator("#long-term-heading").click();
  }

  /** Chooses a file of these lines to be imported. */
  async choose(lines: readonly object[]): Promise<void> {
    const buffer = Buffer.from(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    await this.#file.setInputFiles({ name: "memories.jsonl", mimeType: "", buffer });
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole("button", { name });
  }
}
