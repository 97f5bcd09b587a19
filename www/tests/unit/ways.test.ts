import { describe, expect, it } from "vitest";
import { NO_MODEL } from "../../src/bank/model-choice.ts";
import { choiceOf } from "../../src/views/ways.ts";

/** PL-05: three ways to begin. */
describe("the ways to begin (PL-05)", () => {
  const own = { ...NO_MODEL, provider: "ollama", model: "m" } as const;

  it("turn the web on and off, and leave the model as it is", () => {
    expect(choiceOf("web", own)).toMatchObject({ provider: "ollama", search: true });
    expect(choiceOf("model", { ...own, search: true }).search).toBe(false);
  });

  it("lead from the documents alone back to the endpoint that was chosen", () => {
    const alone = choiceOf("documents", { ...own, former: "ollama" });
    expect(alone).toMatchObject({ provider: "none", model: "m" });
    expect(choiceOf("model", alone)).toMatchObject({ provider: "ollama", model: "m" });
    expect(choiceOf("web", NO_MODEL).provider).toBe("none");
  });
});
