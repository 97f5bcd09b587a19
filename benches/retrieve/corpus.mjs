// Real sentences: the Rust book, which the toolchain ships, or else this repository's own documents.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ENTITIES = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
};

/** The sentences, and the name of where they are from. */
export function readSentences(root) {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const book = join(sysroot, "share/doc/rust/html/book/print.html");
  if (existsSync(book)) {
    return {
      source: "the Rust book",
      sentences: sentencesOf(textOfHtml(readFileSync(book, "utf8"))),
    };
  }
  const files = readdirSync(root).filter((file) => file.endsWith(".md"));
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n\n");
  return { source: "this repository's documents", sentences: sentencesOf(text) };
}

/** The running text of a page: headings, paragraphs and list items without listings and scripts. */
function textOfHtml(html) {
  return html
    .replace(/<(script|style|pre|nav)\b.*?<\/\1>/gs, "\n\n")
    .replace(/<\/(p|li|h[1-6]|td|th)>/g, "\n\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? " ");
}

/** Sentences of five words and more. */
function sentencesOf(text) {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:]) (?=[A-Z])/))
    .filter((sentence) => sentence.split(" ").length >= 5);
}
