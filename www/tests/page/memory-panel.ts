/** The panel of what is remembered beyond a run, as its user works with it. */

import type { Locator, Page } from "@playwright/test";

/** The panel of long-term memory. */
export class Remembered {
  readonly panel: Locator;
  readonly search: Locator;
  readonly ofYou: Locator;
  readonly forgotten: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.panel = page.locator(".long-term");
    this.search = page.getByRole("textbox", { name: "Search what is remembered" });
    this.ofYou = this.panel.locator(".of-you").getByRole("listitem");
    this.forgotten = this.panel.locator(".forgotten").getByRole("listitem");
    this.status = this.panel.getByRole("status");
  }

  async open(): Promise<void> {
    await this.panel.locator("#long-term-heading").click();
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole("button", { name });
  }
}
