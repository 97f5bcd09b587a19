// The text that is ingested: the Rust books that come with the toolchain, as Chromium shows them.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const BOOKS = ["rust-book.html", "rust-reference.html", "cargo-book.html"];

/** One book more, straight from the toolchain: the three are 3.5 MB of text. */
const TOOLCHAIN_BOOK = "share/doc/rust/html/rustc/print.html";

/** The books' text, one after the other, with Markdown headings; UTF-8. */
export async function booksText(browser, root) {
  const texts = [];
  for (const path of bookPaths(root)) {
    texts.push(await shownText(browser, readFileSync(path, "utf8")));
  }
  return Buffer.from(texts.join("\n\n"));
}

function bookPaths(root) {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" });
  const more = join(sysroot.trim(), TOOLCHAIN_BOOK);
  const paths = BOOKS.map((book) => join(root, "target/documents", book));
  return existsSync(more) ? [...paths, more] : paths;
}

/** The main part of a page as text. Nothing that the page names is loaded. */
async function shownText(browser, html) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route("**", (route) => route.abort());
  await page.setContent(html, { waitUntil: "domcontentloaded" });
  const text = await page.evaluate(() => {
    for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
      heading.prepend(`${"#".repeat(Number(heading.tagName[1]))} `);
    }
    // innerText, not textContent: line breaks are wanted as they are shown.
    return (document.querySelector("main") ?? document.body).innerText;
  });
  await context.close();
  return text;
}

/** The beginning of the text: at most `bytes`, cut behind a line. */
export function beginning(text, bytes) {
  if (text.length <= bytes) return text;
  return text.subarray(0, text.lastIndexOf(10, bytes) + 1);
}
