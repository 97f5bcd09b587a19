/** Large and awkward files in Node: the caller's event loop goes on while they are read. */
import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { MemoryBank } from "agentic-memory-bank/node";

/** The most milliseconds without a turn. A machine at work takes some by itself. */
const BOUND = 1_000;
const TRIES = 3;

const sentence = (number: number) =>
  `Lighthouse ${number} was lit with oil of kind ${number * 7} in the year ${1700 + (number % 300)}. `;

function text(bytes: number, between: string): string {
  const sentences: string[] = [];
  for (let size = 0; size < bytes; size += sentences.at(-1)?.length ?? 0) {
    sentences.push(sentence(sentences.length) + between);
  }
  return sentences.join("");
}

function html(bytes: number): Uint8Array {
  const rows = text(bytes / 2, "\n").split("\n");
  const cells = rows.map((row) => `<tr><td>${row}</td><td>1</td></tr><p>${row}</p>`);
  return new TextEncoder().encode(`<html><body><table>${cells.join("\n")}</table></body></html>`);
}

/** A file of PDF with so many pages. */
function pdf(pages: number): Uint8Array {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""];
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const kids: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const lines = Array.from({ length: 40 }, (_, line) => `(${sentence(page * 40 + line)}) Tj T*`);
    const content = `BT /F1 11 Tf 72 740 Td 14 TL\n${lines.join("\n")}\nET`;
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const resources = `/MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >>`;
    objects.push(`<< /Type /Page /Parent 2 0 R ${resources} /Contents ${objects.length} 0 R >>`);
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} >>`;
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${starts.join("")}`;
  const end = `trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return new TextEncoder().encode(file + table + end);
}

/** The longest time without a turn of the event loop, in milliseconds. */
async function longestDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  // The first interval after the start is not counted.
  await setTimeout(30);
  await work();
  await setTimeout(30);
  delay.disable();
  return delay.max / 1e6;
}

async function staysFree(work: () => Promise<unknown>): Promise<void> {
  const delays: number[] = [];
  while (delays.length < TRIES) {
    const delay = await longestDelay(work);
    if (delay < BOUND) return;
    delays.push(delay);
  }
  assert.fail(`the event loop stood still for ${delays.map(Math.round)} ms`);
}

const bank = await MemoryBank.open({ embedder: false });
test.after(() => bank.close());

const question = "What was lighthouse 19 lit with?";

/** Reads a document until the engine is at work in it. */
async function begun(document: { name: string; text?: string; bytes?: Uint8Array }): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const run = bank.research({ question, documents: [document] }, { signal });
  for await (const { type } of run) if (type === "progress") abort.abort();
  await run.result;
}

const FILES = {
  "a text of 19 MB": () => ({ name: "a.txt", text: text(19e6, "\n\n") }),
  "a text of 19 MB as bytes": () => {
    return { name: "a.md", bytes: new TextEncoder().encode(text(19e6, "\n")) };
  },
  "a text of one line": () => ({ name: "a.txt", text: text(2e6, "") }),
  "a text of one word": () => ({ name: "a.txt", text: "lighthouse".repeat(200_000) }),
  "HTML of 5 MB": () => ({ name: "a.html", bytes: html(5e6) }),
  "PDF of 300 pages": () => ({ name: "a.pdf", bytes: pdf(300) }),
};

for (const [what, document] of Object.entries(FILES)) {
  test(`PL-03 the event loop goes on while ${what} is read`, async () => {
    const given = document();
    await staysFree(() => begun(given));
  });
}

test("BX-02 PL-03 the event loop goes on while a run is replayed, exported and imported", async () => {
  const documents = [{ name: "a.txt", text: text(60_000, "\n\n") }];
  const { docId } = await bank.research({ question, documents, keep: true }).result;
  const journal = await bank.journal(docId);
  await staysFree(() => bank.replay(journal).result);
  const json = await bank.export(docId);
  await staysFree(() => bank.import(json));
});

test("PL-03 bytes of a document stay their owner's", async () => {
  const bytes = new TextEncoder().encode("The lantern was lit with colza oil.");
  const documents = [{ name: "a.txt", bytes }];
  for (const _ of [1, 2]) {
    const { answer } = await bank.research({
      question: "What was the lantern lit with?",
      documents,
    }).result;
    assert.match(answer?.text ?? "", /colza oil/);
  }
});
