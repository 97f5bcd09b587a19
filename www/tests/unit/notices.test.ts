import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/bank/types.ts";
import { reduce } from "../../src/state/reduce.ts";
import { INITIAL_STATE, NO_KEPT_RUNS, type State } from "../../src/state/state.ts";
import { en } from "../../src/text/en.ts";
import { zh } from "../../src/text/zh.ts";
import { warningsOf } from "../../src/views/notices.ts";
import { sentencesOf } from "../../src/views/partly-read.ts";
import { standingOf, summaryOf } from "../../src/views/progress.ts";
import { nextText } from "../../src/views/tasks.ts";
import { documentOf, resultWith, treeOf } from "./results.ts";

const ANSWER: Answer = {
  found: false,
  text: "",
  statements: [],
  citations: [],
  confidence: 0.4,
  disputes: [],
  trust: "model",
  flags: [],
  engine: { name: "extractive", description: "extractive, no language model" },
};

/** The state after a run that read some of each document, and remembers one passage of `a.md`. */
function stateAfter(documents: ReturnType<typeof documentOf>[], answer: Answer | null): State {
  const interactionTree = treeOf("a.md", "One.", ["One."]);
  const result = resultWith({ interactionTree, documents, answer, termination: "aborted" });
  return reduce(INITIAL_STATE, [{ type: "runEnded", result }]);
}

/** PL-05: what was stopped is told, where it matters for the answer. */
describe("a document that was read in part (PL-05)", () => {
  it.each([
    [en, "Only 12 % of a.md was read: this answer rests on that part."],
    [zh, "a.md 只读了 12 %：此回答只依据已读的部分。"],
  ])("is named beside the answer", (words, sentence) => {
    expect(sentencesOf(stateAfter([documentOf("a.md", 1000, 129)], ANSWER), words)).toEqual([
      sentence,
    ]);
  });

  it("is named before there is an answer", () => {
    const [sentence] = sentencesOf(stateAfter([documentOf("a.md", 1000, 129)], null), en);
    expect(sentence).toBe(
      "Only 12 % of a.md was read: what you ask of this memory rests on that part.",
    );
  });

  it("may be at its beginning, or not begun", () => {
    const documents = [documentOf("a.md", 1000, 0), documentOf("b.md", 1000, 0)];
    expect(sentencesOf(stateAfter(documents, ANSWER), en)).toEqual([
      "Only the beginning of a.md was read: this answer rests on that part.",
      "Nothing of b.md was read.",
    ]);
  });

  it("is told of in later answers, once, in the page's words", () => {
    const stopped = stateAfter([documentOf("a.md", 1000, 129)], null);
    const later = reduce(stopped, [
      { type: "runRequested", question: "And?", continued: true },
      {
        type: "event",
        event: {
          type: "runStarted",
          docId: "run-1",
          question: "And?",
          language: "en",
          engine: ANSWER.engine,
          embedder: "MiniLM",
        },
      },
      {
        type: "event",
        event: { type: "warning", code: "partly_read", message: "Reading a.md was stopped" },
      },
      { type: "event", event: { type: "answered", answer: ANSWER } },
    ]);
    expect(sentencesOf(later, en)).toHaveLength(1);
    expect(warningsOf(later, en)).toEqual([]);
  });

  it.each([[undefined], [1000]])("is none when %s of 1000 characters are told of", (readChars) => {
    expect(sentencesOf(stateAfter([documentOf("a.md", 1000, readChars)], ANSWER), en)).toEqual([]);
  });
});

describe("a run that was stopped (PL-05)", () => {
  const usage = { nodes: 1, passages: 3, ingestMilliseconds: 0, answerMilliseconds: 0 };

  it.each([
    [null, "Stopped before everything was read and answered."],
    ["Answer", "Answer (stopped)"],
  ])("does not call what is left (%s) nothing", (pending, said) => {
    expect(nextText(pending, "stopped", en)).toBe(said);
  });

  it("has nothing left to do only when it has finished", () => {
    expect(nextText(null, "finished", en)).toBe("Nothing is left to do.");
    expect(nextText(null, "working", en)).toBeNull();
  });

  it("tells no times", () => {
    expect(summaryOf(usage, true, en)).toBe("Stopped with 1 topic from 3 passages in memory");
    expect(summaryOf({ ...usage, nodes: 0 }, true, en)).not.toMatch(/\d/);
  });

  it("tells no time of reading where nothing was read, as for a second question", () => {
    const said = summaryOf({ ...usage, answerMilliseconds: 83 }, false, en);
    expect(said).toBe("1 topic from 3 passages · answered in 83 ms");
  });

  it("counts one as one", () => {
    expect(summaryOf({ ...usage, passages: 1 }, false, en)).toMatch(/^1 topic from 1 passage · /);
    expect(en.answer.retrieved(1)).toBe("The passage it was made from");
  });
});

describe("the progress of a run (PL-05)", () => {
  it.each([
    [en, "0 % done", 20969],
    [en, "99 % done", 2638651],
    [zh, "已完成 50 %", 1319326],
  ])("is told per cent, for the engine's count means nothing to people", (words, count, done) => {
    const progress = {
      activity: { kind: "reading", document: "a.md" } as const,
      done,
      total: 2638652,
    };
    expect(standingOf({ ...INITIAL_STATE, progress }, words).count).toBe(count);
  });
});

/** BX-02: a run that is not kept is told once: where earlier runs are listed. */
describe("a run that the store did not take (BX-02)", () => {
  const warnings = [{ code: "store_busy", message: "another tab has it" }];

  it("is warned of, unless all runs go with the tab, which is told beside them", () => {
    const kept = { ...NO_KEPT_RUNS, problem: { code: "store_busy", message: "" } };
    expect(warningsOf({ ...INITIAL_STATE, warnings }, en)).toEqual(["another tab has it"]);
    expect(warningsOf({ ...INITIAL_STATE, warnings, stored: kept }, en)).toEqual([]);
  });
});

/** BX-09: a Chinese page tells a warning in Chinese, with the engine's sentence, which has the values. */
describe("a warning on a Chinese page (BX-09)", () => {
  const told = (code: string) =>
    warningsOf({ ...INITIAL_STATE, warnings: [{ code, message: "After 3 merges." }] }, zh);

  it("is told by its code", () => {
    expect(told("merge_depth")).toEqual([
      "有一个合并后的主题未再与其他主题比较。（After 3 merges.）",
    ]);
  });

  it("is told as it is where the code is not known", () => {
    expect(told("of_tomorrow")).toEqual(["After 3 merges."]);
  });
});

/** MB-05: without the model the page says so. */
describe("keyword-only mode (MB-05)", () => {
  const message = "searching by keywords alone, which finds less: manifest.json answers 404";
  const warned = {
    ...INITIAL_STATE,
    embedder: null,
    model: { state: "absent" },
    warnings: [
      { code: "model_unreachable", message },
      { code: "other", message: "Something else." },
    ],
  } as const;

  it("is told once, with its reason and what will be done", () => {
    const [told, other, ...more] = warningsOf(warned, en);
    expect(told).toBe(
      `${en.notes.keywordOnly} Reason: manifest.json answers 404 ${en.notes.modelRetried}`,
    );
    expect([other, more]).toEqual(["Something else.", []]);
  });

  it("is told without a reason where none is known", () => {
    const restored = { ...INITIAL_STATE, embedder: null, model: { state: "ready" } } as const;
    expect(warningsOf(restored, en)).toEqual([en.notes.keywordOnly]);
  });
});
