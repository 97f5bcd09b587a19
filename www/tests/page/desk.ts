/** The page as its tests use it. */

import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test as plain } from "@playwright/test";

/** The sample's document. */
export const SAMPLE = readFileSync(
  new URL("../../public/sample/ownership.txt", import.meta.url),
  "utf8",
);

/** Passages of it, which most tests read in its place: a test takes a fraction as long with them. */
export const EXCERPT = [
  between("### Ownership Rules", "### The String Type"),
  between("### Dangling References", "Let’s try to create"),
].join("");

/** A question that both answer, and the passage that answers it. */
export const QUESTION = "What happens when the owner goes out of scope?";
export const EVIDENCE = "the value will be dropped";

function between(start: string, end: string): string {
  return SAMPLE.slice(SAMPLE.indexOf(start), SAMPLE.indexOf(end));
}

/** The opened page. */
export class Desk {
  readonly page: Page;
  readonly ask: Locator;
  readonly cancel: Locator;
  readonly enough: Locator;
  readonly question: Locator;
  readonly pasted: Locator;
  readonly answer: Locator;
  readonly marks: Locator;
  readonly source: Locator;
  readonly topics: Locator;
  readonly details: Locator;
  readonly problem: Locator;

  constructor(page: Page) {
    this.page = page;
    this.ask = page.locator("#ask").getByRole("button", { name: "Ask" });
    this.cancel = page.getByRole("button", { name: "Stop", exact: true });
    this.enough = page.getByRole("button", { name: "Stop, keep this answer" });
    this.question = page.getByRole("textbox", { name: "Question", exact: true });
    this.pasted = page.getByRole("textbox", { name: "Pasted text" });
    this.answer = page.getByRole("region", { name: "Answer" });
    this.marks = this.answer.locator("button.mark");
    this.source = page.getByRole("region", { name: "Text of the document" });
    this.topics = topicsOf(page);
    this.details = page.locator(".details");
    this.problem = page.getByRole("alert");
  }

  /** Loads the sample and waits for its answer. */
  async trySample(): Promise<void> {
    await this.page.getByRole("button", { name: "Try the sample" }).click();
    await this.settled();
  }

  /** Asks a question about a text and waits for the answer. */
  async askAbout(text: string, question: string): Promise<void> {
    await this.start(text, question);
    await this.settled();
  }

  /** Asks a question about a text, in a new memory. */
  async start(text: string, question: string): Promise<void> {
    await this.anew();
    await this.choose({ name: "text.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
    await this.question.fill(question);
    await this.ask.click();
  }

  /** Pastes a text into the field, as the clipboard would. */
  async paste(text: string): Promise<void> {
    await this.pasted.focus();
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    }, text);
  }

  /** Unfolds the form for a new memory, which is folded while there is a run. */
  async anew(): Promise<void> {
    const unfold = this.page.getByRole("button", { name: "Ask about something else" });
    if (await unfold.isVisible()) await unfold.click();
  }

  /** Has a phone show this part of a run. */
  async part(name: "Steps" | "Answer" | "Memory" | "More"): Promise<void> {
    const bar = this.page.getByRole("navigation", { name: "Parts of the run" });
    await bar.getByRole("button", { name }).click();
  }

  /** Waits until no run is under way and one has ended. */
  async settled(): Promise<void> {
    await this.drawn();
    await expect(this.answer).toBeVisible({ timeout: 90_000 });
    await this.idle();
  }

  /** Waits until what was done last is drawn. */
  async drawn(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((drawn) => {
          requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
          // A tab in the background has no frames.
          setTimeout(drawn, 500);
        }),
    );
  }

  /** Waits until no run is under way. */
  async idle(): Promise<void> {
    await expect(this.page.locator(".progress")).toBeHidden({ timeout: 90_000 });
  }

  /** Takes a document away again; what is given is folded once a question was asked. */
  async remove(name: string): Promise<void> {
    await this.anew();
    await this.unfold(this.page.locator("#ask details.about"));
    await this.page.getByRole("button", { name: `Remove ${name}` }).click();
  }

  /** Opens the task and its steps, which are folded once an answer came. */
  async openTask(): Promise<void> {
    const folded = this.page.getByRole("region", { name: "Task" }).locator("details");
    for (const details of await folded.all()) await this.unfold(details);
  }

  /** Opens what is folded. */
  async unfold(details: Locator): Promise<void> {
    if ((await details.getAttribute("open")) === null)
      await details.locator("summary").first().click();
  }

  /** Gives the page files, as the file picker would. */
  async choose(...files: Parameters<Locator["setInputFiles"]>): Promise<void> {
    await this.page.locator("#documents").setInputFiles(...files);
  }
}

/** The topics of the tree, without their branches. */
export function topicsOf(page: Page): Locator {
  const tree = page.getByRole("tree", { name: "Topics in memory" });
  return tree.getByRole("treeitem").and(page.locator('[aria-level="1"]'));
}

/** A test with the page open; it fails when the page logs an error of its own or breaks its policy. */
export const test = plain.extend<{ desk: Desk }>({
  desk: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    await page.goto("./");
    await use(new Desk(page));
    expect(complaints).toEqual([]);
  },
});

export { expect } from "@playwright/test";
