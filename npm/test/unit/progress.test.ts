import assert from "node:assert/strict";
import { test } from "node:test";
import { type Progress, progressOn, showEvent } from "../../src/cli/progress.ts";

class Paper {
  readonly columns = 40;
  readonly isTTY: boolean;
  text = "";

  constructor(isTTY: boolean) {
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.text += text;
  }
}

function read(progress: Progress): void {
  for (let done = 0; done <= 100; done += 1) progress.show("reading book.html", done, 100);
}

test("PL-06 off a terminal there is a line for each quarter, without escape sequences", () => {
  const paper = new Paper(false);
  read(progressOn(paper, false));
  assert.equal(
    paper.text,
    [0, 25, 50, 75, 100].map((percent) => `reading book.html: ${percent} %\n`).join(""),
  );
});

test("activities that take turns do not fill the log", () => {
  const paper = new Paper(false);
  const progress = progressOn(paper, false);
  for (let done = 1; done <= 100; done += 1) {
    progress.show("reading", done, 100);
    progress.show("linking", done, 100);
  }
  assert.equal(paper.text.trimEnd().split("\n").length, 10);
});

test("PL-06 on a terminal one line is drawn over and over, within its width, and cleared", () => {
  const paper = new Paper(true);
  const progress = progressOn(paper, false);
  read(progress);
  progress.clear();
  assert.ok(!paper.text.includes("\n"));
  assert.ok(paper.text.endsWith("\r\x1b[K"));
  const lines = paper.text.split("\r\x1b[K");
  assert.ok(lines.every((line) => Array.from(line).length < paper.columns));
  assert.ok(lines.some((line) => line.includes(" 50 %")));
});

test("a quiet run still says its warnings", () => {
  const paper = new Paper(true);
  const progress = progressOn(paper, true);
  read(progress);
  assert.equal(paper.text, "");
  showEvent({ type: "warning", code: "model_unreachable", message: "keywords alone" }, progress);
  assert.equal(paper.text, "warning: keywords alone\n");
});

test("what had to be mended in a document is said", () => {
  const paper = new Paper(false);
  const notes = ["2 NUL characters"];
  showEvent({ type: "source", document: "a.txt", chars: 9, notes }, progressOn(paper, false));
  assert.equal(paper.text, "note: a.txt: 2 NUL characters\n");
});

const modelCalls = [
  {
    type: "agentCall",
    agent: "planning",
    model: "deepseek-flash",
    inputTokens: 1200,
    cachedTokens: 1000,
    outputTokens: 56,
    estimated: false,
    cost: { amount: 0.000_123_4, currency: "USD" },
  },
  {
    type: "agentCall",
    agent: "react",
    model: "local",
    inputTokens: 10,
    cachedTokens: 0,
    outputTokens: 2,
    estimated: true,
    cost: null,
  },
  { type: "toolCall", tool: "search", arguments: "a\nb", succeeded: true, outcome: "3 results" },
  { type: "toolCall", tool: "visit", arguments: "x", succeeded: false, outcome: "no\u202e answer" },
] as const;

for (const isTTY of [true, false]) {
  test(`PL-06 model and tool calls have a line each, with tokens${isTTY ? ", on a terminal" : ""}`, () => {
    const paper = new Paper(isTTY);
    for (const event of modelCalls) showEvent(event, progressOn(paper, false));
    assert.deepEqual(paper.text.trimEnd().split("\n"), [
      "planning agent, deepseek-flash: 1200 tokens read (1000 cached), 56 written, 0.000123 USD",
      "react agent, local: about 10 tokens read, about 2 written, price not known",
      "search a b: 3 results",
      "visit x: failed: no answer",
    ]);
  });
}

test("a quiet run does not tell of calls", () => {
  const paper = new Paper(false);
  for (const event of modelCalls) showEvent(event, progressOn(paper, true));
  assert.equal(paper.text, "");
});

test("a document's words cannot pass for a line of the program's own", () => {
  const paper = new Paper(false);
  progressOn(paper, true).say("note: a\nerror: forged\u2028more");
  assert.equal(paper.text, "note: a error: forged more\n");
});

test("progress of nothing is no division by zero", () => {
  const paper = new Paper(false);
  progressOn(paper, false).show("waiting", 0, 0);
  assert.equal(paper.text, "waiting: 0 %\n");
});
