import { describe, expect, it } from "vitest";
import { draftProblem, MAX_DOCUMENT_BYTES, problemOf } from "../../src/session.ts";
import { type Draft, INITIAL_STATE } from "../../src/state/state.ts";

function problemWith(draft: Partial<Draft>): string | undefined {
  return draftProblem({ ...INITIAL_STATE, draft: { ...INITIAL_STATE.draft, ...draft } })?.code;
}

function file(size: number) {
  return { name: "a.txt", mediaType: "text/plain", size, blob: new Blob() };
}

describe("what was put in", () => {
  it.each([
    ["a blank question", { question: " ", pasted: "text" }, "empty_question"],
    ["no document", { question: "Why?", pasted: " \n" }, "no_document"],
    ["an empty file", { question: "Why?", documents: [file(0)] }, "empty"],
    [
      "files over the limit",
      { question: "Why?", documents: [file(MAX_DOCUMENT_BYTES), file(1)] },
      "too_large",
    ],
    ["a text and a question", { question: "Why?", pasted: "Because." }, undefined],
  ])("%s", (_name, draft, code) => {
    expect(problemWith(draft)).toBe(code);
  });
});

describe("whatever is thrown", () => {
  it("keeps its code", () => {
    const thrown = Object.assign(new Error("busy with another run"), { code: "busy" });
    expect(problemOf(thrown)).toEqual({ code: "busy", message: "busy with another run" });
  });

  it.each([[undefined], ["text"], [{}]])("has something to show for %s", (thrown) => {
    expect(problemOf(thrown)).toEqual({ code: "internal", message: String(thrown) });
  });
});
