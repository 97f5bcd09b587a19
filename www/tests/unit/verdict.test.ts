import { describe, expect, it } from "vitest";
import { INITIAL_STATE, type MemoryNode } from "../../src/state/state.ts";
import { causeOf, isCutOff } from "../../src/state/verdict.ts";
import { NOTHING_ASKED, type ToolUse } from "../../src/state/work.ts";
import { documentOf } from "./results.ts";

function used(tool: string, succeeded: boolean, outcome = ""): ToolUse {
  return { step: 0, tool, arguments: "{}", succeeded, outcome };
}

/** PL-05: why there is no answer. */
describe("an answer that was not found (PL-05)", () => {
  const of = (tools: readonly ToolUse[], documents: readonly string[] = [], topics = 1) =>
    causeOf({
      nodes: new Map(Array.from({ length: topics }, (_, at) => [String(at), {} as MemoryNode])),
      documents: documents.map((name) => documentOf(name, 10, 10)),
      work: { ...INITIAL_STATE.work, ...NOTHING_ASKED, tools },
    });

  it("is the documents' where nothing else was asked", () => {
    expect(of([], ["a.md", "b.md"])).toEqual({ cause: "documents", count: 2 });
    for (const tool of [used("memory", true), used("visit", false)])
      expect(of([tool], ["a.md"])).toEqual({ cause: "documents", count: 1 });
  });

  it("is the web's where no call of it came through", () => {
    const tools = [used("search", false, "no key"), used("visit", false, "no reader")];
    expect(of(tools, ["a.md"])).toEqual({ cause: "unreached", failed: 2, last: "no reader" });
  });

  it("is that nothing was found where the web was reached", () => {
    expect(of([used("search", true)], [], 0)).toEqual({ cause: "nothing" });
  });

  it("pauses a run after two calls of the web, if none came through", () => {
    const [fails, works] = [used("search", false), used("visit", true)];
    const cutOff = (...tools: readonly ToolUse[]) => isCutOff({ tools });
    expect([cutOff(), cutOff(fails), cutOff(fails, used("memory", false))]).not.toContain(true);
    expect(cutOff(fails, used("visit", false))).toBe(true);
    expect(cutOff(used("visit", false), used("visit", false))).toBe(false);
    expect([cutOff(fails, works), cutOff(works, fails, fails)]).not.toContain(true);
  });

  it("is what was read where some of the web was", () => {
    expect(of([used("search", true), used("visit", false)], ["a.md"])).toEqual({ cause: "read" });
    expect(of([])).toEqual({ cause: "read" });
  });
});
