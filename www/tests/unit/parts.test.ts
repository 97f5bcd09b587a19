import { describe, expect, it } from "vitest";
import { INITIAL_STATE, type State } from "../../src/state/state.ts";
import { NOTHING_ASKED } from "../../src/state/work.ts";
import { partFor } from "../../src/views/parts.ts";

const TASKS = { docId: "a", goal: "Why?", completed: [], pending: null };
const AT_WORK: State = { ...INITIAL_STATE, phase: "working", tasks: TASKS };
const WRITING: State = { ...AT_WORK, work: { ...NOTHING_ASKED, writing: "It" } };

/** PL-05: the part of a run that a phone shows. */
describe("the part that a phone shows (PL-05)", () => {
  it("is everything without a run", () => {
    expect(partFor(INITIAL_STATE, null)).toBeNull();
    expect(partFor(INITIAL_STATE, AT_WORK)).toBeNull();
    expect(partFor(INITIAL_STATE, INITIAL_STATE)).toBeUndefined();
  });

  it("is the steps until there is an answer, and then the answer", () => {
    expect(partFor(AT_WORK, INITIAL_STATE)).toBe("steps");
    expect(partFor(AT_WORK, AT_WORK)).toBeUndefined();
    expect(partFor(WRITING, AT_WORK)).toBe("answer");
    expect(partFor(WRITING, null)).toBe("answer");
  });

  it("is the steps again where a stopped run goes on", () => {
    const stopped: State = { ...AT_WORK, phase: "idle", notice: "cancelled" };
    expect(partFor({ ...stopped, phase: "working" }, stopped)).toBe("steps");
  });

  it("stays what the reader has chosen, unless a place in a document is asked for", () => {
    expect(partFor(WRITING, WRITING)).toBeUndefined();
    const place = { document: "a.md", bytes: { start: 0, end: 1 }, request: 1 };
    expect(partFor({ ...WRITING, place }, WRITING)).toBe("answer");
  });
});
