/** A file of runs that this page cannot read: told, saved, set aside, taken back (BX-02). */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { EXCERPT, expect, QUESTION, test } from "./desk.ts";
import { seriousIssues } from "./sight.ts";

/** The panel of earlier runs, and what is in it. */
function earlier(page: Page): { panel: Locator; runs: Locator; aside: Locator } {
  const panel = page.getByRole("region", { name: "Earlier runs" });
  const runs = panel.locator("ul:not(.aside) > li");
  return { panel, runs, aside: panel.locator("ul.aside > li") };
}

/** A page of this origin that has no store open. */
const ELSEWHERE = "./sample/ownership.txt";

/** Where SQLite's header has the last byte of the schema's number. */
const SCHEMA = 63;

/** A file in which a byte was written, and what stood there before. */
interface Written {
  readonly file: Buffer;
  readonly before: number;
}

/** Writes a byte of the database on OPFS, once the page that had it open is gone. */
async function write(page: Page, at: number, byte: number): Promise<Written> {
  await page.goto(ELSEWHERE);
  let was: number[] = [];
  await expect(async () => {
    was = await writeNow(page, at, byte);
  }).toPass();
  const file = Buffer.from(was);
  const before = file.readUInt8(at);
  file.writeUInt8(byte, at);
  return { file, before };
}

/** Gives back all of the file as it was before. */
function writeNow(page: Page, at: number, byte: number): Promise<number[]> {
  return page.evaluate(
    async ([position, value]) => {
      const root = await navigator.storage.getDirectory();
      const store = await root.getDirectoryHandle("agentic-memory-bank");
      const pool = await store.getDirectoryHandle(".opaque");
      for await (const entry of pool.values()) {
        const file = entry as FileSystemFileHandle;
        const header = 4096;
        if ((await file.getFile()).size <= header) continue;
        const was = await (await file.getFile()).slice(header).arrayBuffer();
        const stream = await file.createWritable({ keepExistingData: true });
        const data = Uint8Array.of(value);
        await stream.write({ type: "write", position: header + position, data });
        await stream.close();
        return [...new Uint8Array(was)];
      }
      throw new Error("no database is there");
    },
    [at, byte] as const,
  );
}

/** What is saved by this button, as one file. */
async function savedBy(page: Page, button: Locator): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("agentic-memory-bank-runs.sqlite");
  return readFile(await download.path());
}

test("BX-02: a damaged file is told, saved byte by byte, set aside for a new one, and deleted", async ({
  desk,
  page,
}) => {
  const { panel, runs, aside } = earlier(page);
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(runs).toHaveCount(1);
  const { file: damaged } = await write(page, 0, 0x3f);
  await page.goto("./");
  await expect(panel).toContainText("is damaged and cannot be read");
  expect(await seriousIssues(page)).toEqual([]);
  const save = panel.getByRole("button", { name: "Save the damaged file" });
  expect((await savedBy(page, save)).equals(damaged)).toBe(true);

  await panel.getByRole("button", { name: "Start a new store" }).click();
  await expect(panel).toContainText("is damaged and cannot be read");
  await panel.getByRole("button", { name: "Set the file aside and start a new store" }).click();
  await expect(panel).not.toContainText("cannot be read");
  await expect(aside).toContainText("A damaged file of runs, set aside");
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(runs).toHaveCount(1);
  await page.reload();
  await expect(runs).toHaveCount(1);
  expect(await seriousIssues(page)).toEqual([]);

  const what = "A damaged file of runs, set aside";
  const saveAside = panel.getByRole("button", { name: `Save the file: ${what}` });
  expect((await savedBy(page, saveAside)).equals(damaged)).toBe(true);
  await panel.getByRole("button", { name: `Delete: ${what}` }).click();
  await panel.getByRole("button", { name: `Delete for good: ${what}` }).click();
  await expect(aside).toHaveCount(0);
  await page.reload();
  await expect(runs).toHaveCount(1);
  await expect(aside).toHaveCount(0);
});

test("BX-02: runs of a newer version are told, set aside, and back when that version is here", async ({
  desk,
  page,
}) => {
  const { panel, runs, aside } = earlier(page);
  await desk.askAbout(EXCERPT, QUESTION);
  await expect(runs).toHaveCount(1);
  const { before: known } = await write(page, SCHEMA, 9);
  await page.goto("./");
  await expect(panel).toContainText("was written by a newer version of this page");
  await panel.getByRole("button", { name: "Start a new store" }).click();
  await panel.getByRole("button", { name: "Set the file aside and start a new store" }).click();
  await expect(aside).toContainText("Runs that a newer version wrote, set aside");
  await expect(runs).toHaveCount(0);

  // The schema that this version knows: to the file, this is now the version that wrote it.
  await write(page, SCHEMA, known);
  await page.goto("./");
  await panel.getByRole("button", { name: /^Use these runs again: / }).click();
  await expect(runs).toContainText(QUESTION);
  await page.reload();
  await page.getByRole("button", { name: `Open: ${QUESTION}` }).click();
  await expect(desk.answer).toContainText("an earlier run, read back as it stood");
});
