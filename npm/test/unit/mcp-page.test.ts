/** The sizes of the MCP server's replies (BX-07). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerReply } from "../../src/mcp/answer-reply.ts";
import { beginning, fitting, line } from "../../src/mcp/page.ts";
import type { ResearchResult } from "../../src/types.ts";
import { someAnswer, somePassage, someResult } from "../fixtures.ts";

test("BX-07 a text's beginning fits as JSON, and ends in no half of a character", () => {
  assert.equal(beginning('""""', 4), '""');
  assert.equal(beginning("a😀", 2), "a");
  assert.equal(beginning("\n".repeat(1_000), 100).length, 50);
});

test("BX-07 items are given as far as they fit, and at least one of a page", () => {
  assert.deepEqual(fitting(["aa", "bb", "cc"], 10), ["aa", "bb"]);
  assert.deepEqual(fitting(["aa", "bb"], 0), ["aa"]);
  assert.deepEqual(fitting(["aa", "bb"], 0, 0), []);
  assert.equal(line("a\n\u202eb  c"), "a b c");
});

/** A result with a long answer, many citations, and words of others that would pass for lines of the reply. */
function longResult(): ResearchResult {
  const answer = someAnswer();
  const [citation] = answer.citations;
  assert.ok(citation);
  return {
    ...someResult(),
    answer: {
      ...answer,
      text: Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(" "),
      citations: Array.from({ length: 60 }, (_, at) => ({ ...citation, number: at + 1 })),
      flags: Array.from({ length: 500 }, (_, at) => `flag ${at}`),
    },
    retrieved: Array.from({ length: 50 }, somePassage),
  };
}

test("BX-07 an answer's reply is bounded, says what it leaves out, and the rest can be had", () => {
  const told = { result: longResult(), isFirst: false };
  const whole = told.result.answer?.text ?? "";
  const warnings = Array.from({ length: 100 }, () => "odd\nmemory_id: another");
  let answer = "";
  for (let offset: number | null = 0; offset !== null; ) {
    const { data, text } = answerReply(told, warnings, { most: 3_000, offset });
    assert.ok(text.length <= 3_500 && JSON.stringify(data).length <= 3_500, `${text.length}`);
    assert.equal(text.match(/^memory_id: /gm)?.length, 1, "a warning is no line of the reply");
    assert.match(data.left_out ?? "", /citations.*passages.*resume_run/);
    assert.ok(text.includes("left out: "));
    answer += data.answer;
    offset = data.next_offset;
  }
  assert.equal(answer, whole);
  const { data } = answerReply(told, [], { most: 40_000 });
  assert.deepEqual([data.answer, data.next_offset, data.citations.length], [whole, null, 60]);
  assert.equal(
    answerReply({ ...told, result: someResult() }, [], { most: 8_000 }).data.left_out,
    null,
  );
});
