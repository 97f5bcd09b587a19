/** The contract's cases, in memory and on disk. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { FileStore } from "../../src/file-store.ts";
import { type FolderFiles, filesOf } from "../../src/folder-files.ts";
import { FaultyFiles } from "../faulty-files.ts";
import { STORE_CASES } from "../store-cases.ts";

const folder = mkdtempSync(join(tmpdir(), "store-"));
after(() => rmSync(folder, { recursive: true }));

const PLACES: [string, () => FolderFiles][] = [
  ["in memory", () => new FaultyFiles()],
  ["on disk", () => filesOf(mkdtempSync(join(folder, "runs-")))],
];

for (const [place, files] of PLACES) {
  for (const [name, holds] of Object.entries(STORE_CASES)) {
    test(`BX-02 a store in files, ${place}: ${name}`, async () => {
      const held = files();
      await holds(() => new FileStore(held));
    });
  }
}
