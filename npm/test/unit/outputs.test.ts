import assert from "node:assert/strict";
import { test } from "node:test";
import { failureObject, resultObject } from "../../src/cli/output-json.ts";
import { resultText } from "../../src/cli/output-text.ts";
import { fitting, harmless, styleFor } from "../../src/cli/terminal.ts";
import { MemoryBankError } from "../../src/errors.ts";
import type { AnswerDispute, ResearchResult, Trust } from "../../src/types.ts";
import { silentDocument, someAnswer, someDocument, somePassage, someResult } from "../fixtures.ts";

const plain = styleFor({}, {});
const timings = {
  loadMilliseconds: 1,
  ingestMilliseconds: 120.123_45,
  answerMilliseconds: 3,
  totalMilliseconds: 200,
};

test("PL-06 text says who answered, and cites document, section and characters", () => {
  assert.equal(
    resultText(someResult(), plain),
    `Answer (extractive, no language model)

Ownership is Rust’s most unique feature. [1]

Sources

[1] “Ownership is Rust’s most unique feature.”
    book.html › Understanding Ownership · characters 10–50
`,
  );
});

test("MB-04 a citation in a document with pages names its page, in text and in JSON", () => {
  const answer = someAnswer();
  for (const citation of answer.citations) citation.page = 12;
  const result = someResult({ answer });
  assert.match(resultText(result, plain), /Ownership · page 12 · characters 10–50/);
  assert.match(
    resultText({ ...result, language: "zh" }, plain),
    /Ownership · 第 12 页 · 字符 10–50/,
  );
  const printed = JSON.parse(JSON.stringify(resultObject(result, { timings })));
  assert.equal(printed.answer.citations[0].page, 12);
});

test("BX-04 statements that name no source are told, and an answer of them alone before its words", () => {
  const answer = someAnswer();
  const loose = { text: "So it is.", citations: [] };
  const partly = { ...answer, statements: [...answer.statements, loose] };
  const told = resultText(someResult({ answer: partly }), plain);
  assert.match(told, /feature\. \[1\]\n\n1 of 2 statements name no source\.\n/);

  const none = { ...answer, found: false, text: loose.text, statements: [loose], citations: [] };
  const lines = resultText(someResult({ answer: none }), plain).split("\n\n");
  assert.match(lines[1] ?? "", /^No source supports this/);
  assert.equal(lines[2], "So it is.\n");
  const chinese = { ...someResult({ answer: none }), language: "zh" } as const;
  assert.match(resultText(chinese, plain), /没有任何出处支持/);
});

const DISPUTED = {
  kind: "disputed" as const,
  conflict: "c1",
  dissent: { sides: null, description: "42 or 44 metres" },
};

/** A dispute that is told so. */
function disputeOf(description: string): AnswerDispute {
  return { conflict: null, sides: null, description, status: "open", grounds: "" };
}

/** A result whose only citation is of a page. */
function pageResult(trust: Trust): ResearchResult {
  const answer = { ...someAnswer(), trust };
  for (const citation of answer.citations) {
    const page = { document: "https://lights.example/w", title: "Westby", published: "May 2024" };
    const doubts = [DISPUTED];
    Object.assign(citation, page, { trust, doubts });
  }
  return someResult({ answer, retrieved: [{ ...somePassage(), trust }] });
}

for (const [trust, english, chinese] of [
  ["named_page", "page you named", "你指定的网页"],
  ["found_page", "found by search", "搜索找到"],
  ["snippet", "search result only, page not read", "仅为搜索结果摘要，网页未读"],
  ["imported", "imported", "由文件导入"],
  ["model", "a model’s words", "模型的话"],
] as const) {
  test(`BX-05 BX-09 a citation says its page, its date and that it is ${trust}`, () => {
    const result = pageResult(trust);
    assert.equal(
      resultText(result, plain).trimEnd().split("\n").at(-1),
      `    Westby (https://lights.example/w) › Understanding Ownership · published May 2024 · characters 10–50 · ${english}`,
    );
    const told = resultText({ ...result, language: "zh" }, plain);
    assert.match(told, new RegExp(` · 发布于 May 2024 · 字符 10–50 · ${chinese}\n$`));
  });
}

test("BX-04 BX-05 JSON says of answer, citations and passages how far they can be trusted", () => {
  const object = JSON.parse(JSON.stringify(resultObject(pageResult("snippet"), { timings })));
  assert.deepEqual([object.answer.trust, object.retrieved[0].trust], ["snippet", "snippet"]);
  const [{ title, published, trust, doubts }] = object.answer.citations;
  assert.deepEqual([title, published, trust], ["Westby", "May 2024", "snippet"]);
  assert.deepEqual(doubts, [DISPUTED]);
});

test("BX-09 the labels are in the language that the result names, whatever the question's", () => {
  const chinese = resultText(someResult({ language: "zh" }), plain);
  assert.match(chinese, /^回答 \(/);
  assert.match(chinese, /字符 10–50/);
  assert.match(resultText(someResult({ question: "什么是所有权？" }), plain), /^Answer \(/);
});

test("BX-01 keyword-only mode is said beside the answer", () => {
  assert.match(resultText(someResult({ embedder: null }), plain), /keywords alone/);
});

test("escape sequences of a document do not reach the terminal", () => {
  const answer = someAnswer();
  answer.text = "a\x1b[2J\x9b31mb\u202ec";
  for (const citation of answer.citations) {
    citation.quote = "q\x1b]0;title\x07";
    citation.document = "d\x1b[0m";
  }
  answer.disputes = [disputeOf("x\x1b[1m")];
  answer.flags = ["https://invented.example/\x1b[1m"];
  const text = resultText(someResult({ answer }), plain);
  assert.doesNotMatch(text, /[^\P{Cc}\n]|\u202e/u);
  assert.match(text, /a\[2J31mbc/);
});

test("PL-06 what hides or turns text does not reach the terminal: bidi, tags, zero width", () => {
  const points = [
    ...[0x00, 0x07, 0x1b, 0x7f, 0x85, 0x9b, 0x61c, 0x180e, 0xfeff, 0xfff9],
    ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2064, 0x206f],
    ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
    ...[0xe0000, 0xe0001, 0xe0041, 0xe007f, 0xe0100],
  ];
  const hidden = String.fromCodePoint(...points);
  assert.equal(harmless(`a${hidden}b\u2028\tc\n`), "ab\n\tc\n");
  const answer = someAnswer();
  answer.text += hidden;
  answer.disputes = [disputeOf(`x${hidden}`)];
  for (const citation of answer.citations) {
    citation.quote += hidden;
    citation.document += hidden;
    citation.title = `t${hidden}`;
    citation.published = `p${hidden}`;
    citation.headings.push(`h${hidden}`);
  }
  const documents = [someDocument(`d${hidden}`, 100, 1)];
  const text = resultText(someResult({ answer, documents }), plain);
  assert.doesNotMatch(text, /[^\P{Cc}\n]|\p{Cf}|[\u{e0000}-\u{e0fff}]/u);
  const printed = JSON.stringify(resultObject(someResult({ answer }), { timings }));
  assert.ok(JSON.parse(printed).answer.text.endsWith(hidden), "JSON is for programs: verbatim");
});

test("BX-09 BX-01 who answered is said in the language of the answer", () => {
  const answer = someAnswer();
  answer.engine = { name: "extractive", description: "抽取式，无语言模型" };
  const question = "什么是所有权？";
  const text = resultText(someResult({ question, language: "zh", answer }), plain);
  assert.match(text, /^回答 \(抽取式，无语言模型\)\n/);
});

test("BX-09 a Japanese question has English labels, as its answer has: one language for all", () => {
  const text = resultText(someResult({ question: "所有権とは何ですか。" }), plain);
  assert.match(text, /^Answer \(extractive, no language model\)\n/);
  assert.match(text, /\nSources\n/);
  assert.doesNotMatch(text, /回答|出处|字符/);
});

test("PL-06 a document that was not read to its end is said, with how much of it was", () => {
  const documents = [
    someDocument("whole.txt", 100),
    someDocument("part.txt", 1000, 129),
    silentDocument("unknown.txt", 10),
  ];
  const stopped = someResult({ documents, answer: null, termination: "aborted" });
  const text = resultText(stopped, plain);
  assert.match(text, /\n\nOnly 12 % of part\.txt was read\.\n$/);
  assert.doesNotMatch(text, /whole|unknown/);
  assert.match(resultText({ ...stopped, language: "zh" }, plain), /part\.txt 仅读取了 12 %。/);
  const object = JSON.parse(JSON.stringify(resultObject(stopped, { timings })));
  assert.deepEqual(
    object.documents.map(({ readChars }: { readChars: number }) => readChars),
    [100, 129, 10],
  );
});

test("an answer from an imported memory says so, in words and in JSON", () => {
  const imported = someResult({ imported: true });
  assert.match(resultText(imported, plain), /^Answer \(.*; imported: not checked .*\)\n/);
  assert.match(resultText({ ...imported, language: "zh" }, plain), /^回答 \(.*由文件导入/);
  assert.doesNotMatch(resultText(someResult(), plain), /imported/);
  const object = JSON.parse(JSON.stringify(resultObject(imported, { timings })));
  assert.equal(object.imported, true);
});

test("PL-06 JSON names the file that holds a document's text", () => {
  const texts = new Map([["book.html", "out/1-book.html.txt"]]);
  const object = JSON.parse(JSON.stringify(resultObject(someResult(), { timings, texts })));
  assert.equal(object.documents[0].text, "out/1-book.html.txt");
});

test("PL-06 a question that failed has its code and message in the place of its answer", () => {
  const failure = new MemoryBankError("busy", "a run is at work", { retryable: true });
  assert.deepEqual(failureObject({ question: "q?", id: 4 }, failure), {
    id: 4,
    question: "q?",
    answer: null,
    error: { code: "busy", message: "a run is at work" },
  });
});

test("a cancelled run and a failed run say so", () => {
  const cancelled = someResult({ answer: null, termination: "aborted" });
  assert.equal(resultText(cancelled, plain), "Cancelled before there was an answer.\n");
  const limited = someResult({ answer: null, termination: "max_iterations" });
  assert.match(resultText(limited, plain), /ended early \(max_iterations\)/);
});

test("PL-06 JSON has the agreed shape, offsets in characters and ranks from 1", () => {
  const object = JSON.parse(JSON.stringify(resultObject(someResult(), { timings, id: 7 })));
  assert.deepEqual(Object.keys(object), [
    ...["id", "question", "answer", "retrieved", "timings", "documents", "termination"],
    ...["engine", "embedder", "imported"],
  ]);
  assert.equal(object.id, 7);
  const [citation] = object.answer.citations;
  assert.deepEqual([citation.start, citation.end, citation.document], [10, 50, "book.html"]);
  assert.equal(citation.quote, "Ownership is Rust’s most\nunique feature.");
  assert.deepEqual(Object.keys(object.retrieved[0]), [
    ...["rank", "text", "score", "keyword", "semantic", "start", "end", "document"],
    ...["title", "published", "headings", "trust", "doubts"],
  ]);
  assert.equal(object.retrieved[0].rank, 1);
  assert.equal(object.retrieved[0].score, 0.9123);
  assert.equal(object.timings.ingestMilliseconds, 120.1235);
});

test("JSON of a run without an answer", () => {
  const error = { code: "embedding_failed", message: "the embedder failed" };
  const failed = someResult({ answer: null, termination: "error", error });
  const object = JSON.parse(JSON.stringify(resultObject(failed, { timings })));
  assert.equal(object.answer, null);
  assert.deepEqual(object.error, error);
  assert.ok(!("id" in object));
});

test("colour only on a terminal, and never with NO_COLOR", () => {
  const bold = (screen: { isTTY?: boolean }, environment: NodeJS.ProcessEnv) =>
    styleFor(screen, environment).bold("x");
  assert.equal(bold({ isTTY: true }, {}), "\x1b[1mx\x1b[22m");
  assert.equal(bold({ isTTY: true }, { NO_COLOR: "1" }), "x");
  assert.equal(bold({ isTTY: true }, { NO_COLOR: "" }), "\x1b[1mx\x1b[22m");
  assert.equal(bold({ isTTY: true }, { TERM: "dumb" }), "x");
  assert.equal(bold({}, {}), "x");
});

test("Chinese characters take two columns", () => {
  assert.equal(fitting("读取文档", 5), "读取");
  assert.equal(fitting("reading", 4), "read");
});

test("BX-04 what the model wrote without having retrieved it is told apart from sources", () => {
  const answer = { ...someAnswer(), flags: ["https://invented.example/", "[9]"] };
  const result = someResult({ answer });
  const text = resultText(result, plain);
  assert.match(text, /Not found in what was retrieved\n- https:\/\/invented.example\/\n- \[9\]/);
  const printed = JSON.stringify(resultObject(result, { timings }));
  assert.match(printed, /"flags":\["https:\/\/invented.example\/","\[9\]"\]/);
});
