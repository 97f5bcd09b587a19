// Asks the questions of cases.jsonl over their documents, by the command line, and checks the answers:
//   node benches/judgement/cases.mjs [KIND …]
// AMB is the program before `ask`: `node npm/dist/cli.js` if it is not set. MODEL=1 uses the embedding model.
// The kinds that need a memory or a language model are counted and left to the tests of the package.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { obtain, readLines } from "./obtain.mjs";

const documentsFolder = fileURLToPath(new URL("../../target/judgement", import.meta.url));
const [command, ...before] = (process.env.AMB ?? "node npm/dist/cli.js").split(" ");
const LINE = 18;

/** A PDF file of one page: each row a line, each cell at its column, no rules. */
function drawn({ columns, rows }) {
  const escaped = (text) => text.replace(/[\\()]/gu, "\\$&");
  const content = rows
    .flatMap((row, line) =>
      row.map(
        (cell, at) =>
          cell &&
          `BT /F1 10 Tf 1 0 0 1 ${columns[at]} ${760 - line * LINE} Tm (${escaped(cell)}) Tj ET\n`,
      ),
    )
    .join("");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.7\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** Writes the documents of a case and returns their paths. */
function written(one, folder, files) {
  const write = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  if (one.file) return [join(documentsFolder, files.get(one.file))];
  if (one.pdf) return [write("document.pdf", drawn(one.pdf))];
  if (one.html)
    return [write("document.html", `<!doctype html><meta charset="utf-8"><body>${one.html}`)];
  if (one.markdown) return [write("document.md", one.markdown)];
  if (one.texts) return one.texts.map((text, at) => write(`document-${at + 1}.md`, text));
  return [write("document.txt", one.plain)];
}

function wrong(one, result, text) {
  const { answer } = result;
  const said = answer?.text ?? "";
  const { expect } = one;
  const tight = (words) => words.replace(/\s+/gu, "");
  const found = [];
  const check = (what, is) => is || found.push(what);
  if (expect.found !== undefined)
    check(`found is ${answer?.found}`, answer?.found === expect.found);
  for (const part of expect.contains ?? [])
    check(`the answer lacks ${part}`, tight(said).includes(tight(part)));
  for (const part of expect.lacks ?? []) check(`the answer has ${part}`, !said.includes(part));
  for (const part of expect.text_contains ?? [])
    check(`the text lacks ${part}`, tight(text).includes(tight(part)));
  for (const part of expect.text_lacks ?? []) check(`the text has ${part}`, !text.includes(part));
  if (expect.disputes !== undefined)
    check(`${answer?.disputes?.length} disputes`, answer?.disputes?.length === expect.disputes);
  if (expect.headings) {
    const seen = answer?.citations?.[0]?.headings ?? [];
    check(
      `the titles are ${JSON.stringify(seen)}`,
      JSON.stringify(seen) === JSON.stringify(expect.headings),
    );
  }
  if (found.length > 0) found.push(`said: ${JSON.stringify(said.slice(0, 300))}`);
  return found;
}

const { documents } = await obtain(documentsFolder);
const files = new Map(documents.map(({ id, file }) => [id, file]));
const kinds = process.argv.slice(2);
const cases = (await readLines("cases.jsonl")).filter(
  ({ kind }) => kinds.length === 0 || kinds.includes(kind),
);
const asked = cases.filter(({ model }) => model === undefined);
let right = 0;
for (const one of asked) {
  const folder = mkdtempSync(join(tmpdir(), "case-"));
  try {
    const paths = written(one, folder, files);
    const options = [
      "--json",
      "--quiet",
      "--text-dir",
      join(folder, "texts"),
      ...(process.env.MODEL ? [] : ["--no-model"]),
    ];
    const given = [
      ...before,
      "ask",
      one.question,
      ...paths.flatMap((path) => ["--doc", path]),
      ...options,
    ];
    const ended = spawnSync(command, given, { encoding: "utf8", maxBuffer: 1 << 28 });
    let faults;
    try {
      const result = JSON.parse(ended.stdout);
      faults = wrong(
        one,
        result,
        (result.documents ?? [])
          .map((read) => (read.text ? readFileSync(read.text, "utf8") : ""))
          .join("\n"),
      );
    } catch {
      faults = [`no answer: ${ended.stderr.slice(-400)}`];
    }
    right += faults.length === 0 ? 1 : 0;
    console.log(`${faults.length === 0 ? "ok  " : "FAIL"} ${one.id} ${one.question}`);
    for (const fault of faults) console.log(`     ${fault}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(
  `${right} of ${asked.length} right, ${cases.length - asked.length} need a memory or a language model`,
);
process.exit(right === asked.length ? 0 : 1);
