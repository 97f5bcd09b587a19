/** The files that the MCP server's tools may read, and how their paths are shown (BX-07). */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, win32 } from "node:path";
import { after, test } from "node:test";
import { AllowedFiles } from "../../src/mcp/allowed-files.ts";
import { namesBelow } from "../../src/mcp/folder-paths.ts";
import { exactly, visible } from "../../src/mcp/untrusted.ts";

const folder = mkdtempSync(join(tmpdir(), "amb-mcp-files-"));
after(() => rmSync(folder, { recursive: true }));

/** Makes a file, and the folders above it. */
function file(...names: string[]): void {
  const path = join(folder, ...names);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, names.join("/"));
}

test("BX-07 BX-05 hidden files and installed packages are neither listed nor read, by any way", async () => {
  file("docs", "a.txt");
  const hidden = [".env", ".git/config", "sub/.ssh/key", "node_modules/p/readme.md"];
  for (const path of hidden) file("docs", ...path.split("/"));
  symlinkSync(join(folder, "docs", ".env"), join(folder, "docs", "plain.txt"));
  symlinkSync(join(folder, "docs", ".git"), join(folder, "docs", "plain"));
  const files = await AllowedFiles.under([join(folder, "docs")]);
  for (const path of [...hidden, "plain.txt", "plain/config", ".nothing"]) {
    await assert.rejects(files.read(path, 100), { code: "file_refused" }, path);
    await assert.rejects(files.read(join(folder, "docs", path), 100), { code: "file_refused" });
  }
  const { files: listed } = await files.list("", 10);
  assert.deepEqual(listed, [{ path: "a.txt", bytes: 10 }]);
  const named = await AllowedFiles.under([join(folder, "docs"), join(folder, "docs", ".git")]);
  const config = await named.read(join(folder, "docs", ".git", "config"), 100);
  assert.equal(new TextDecoder().decode(config.bytes), "docs/.git/config");
});

test("BX-07 a folder may be named by a link, and its files by either path", async () => {
  file("real", "a.txt");
  symlinkSync(join(folder, "real"), join(folder, "named"));
  const files = await AllowedFiles.under([join(folder, "named")]);
  for (const path of ["a.txt", join(folder, "named", "a.txt"), join(folder, "real", "a.txt")]) {
    assert.equal((await files.read(path, 100)).name, "a.txt");
  }
});

test("BX-07 BX-05 network paths and devices of Windows are outside of each folder with another root", () => {
  const below = (root: string, path: string) => namesBelow(root, path, win32);
  const docs = "C:\\docs";
  assert.deepEqual(below(docs, "C:\\docs\\a\\b.txt"), ["a", "b.txt"]);
  for (const path of [
    ...["\\\\server\\share\\a.txt", "//server/share/a.txt", "\\\\?\\C:\\docs\\a.txt"],
    ...["\\\\.\\pipe\\x", "D:\\docs\\a.txt", "C:\\docs2\\a.txt", "C:\\docs\\..\\a.txt"],
  ]) {
    assert.equal(below(docs, path), null, path);
  }
  const share = "\\\\server\\share\\docs";
  assert.deepEqual(below(share, `${share}\\a.txt`), ["a.txt"]);
  assert.equal(below(share, "\\\\other\\share\\docs\\a.txt"), null);
});

test("BX-07 a walk that leaves out folders that are too deep says so", async () => {
  file("deep", ...Array.from({ length: 14 }, () => "d"), "a.txt");
  const files = await AllowedFiles.under([join(folder, "deep")]);
  const { files: listed, hasMore, isCutOff } = await files.list("", 10);
  assert.deepEqual([listed, hasMore, isCutOff], [[], false, true]);
});

test("BX-07 a path with characters that nobody sees stays exact, and cannot pass for a line", () => {
  const path = "می\u200cروم.txt";
  assert.deepEqual(visible({ files: [{ path }], text: path }).files, [{ path }]);
  assert.equal(visible({ text: path }).text, "میروم.txt");
  const shown = exactly("a\n/etc\u200c.txt");
  assert.equal(shown, '"a\\n/etc\\u200c.txt"');
  assert.equal(JSON.parse(shown), "a\n/etc\u200c.txt");
  assert.equal(exactly("灯塔.txt"), "灯塔.txt");
});
