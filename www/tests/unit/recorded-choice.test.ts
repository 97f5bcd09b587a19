import type { JournalOptions } from "agentic-memory-bank";
import { describe, expect, it } from "vitest";
import type { Deployment } from "../../src/bank/deployment.ts";
import { type ModelChoice, NO_MODEL } from "../../src/bank/model-choice.ts";
import { type KnownAddresses, recordedChoice } from "../../src/bank/recorded-choice.ts";

const KNOWN: KnownAddresses = new Map([
  ["openai", "https://api.openai.com/v1"],
  ["ollama", "http://localhost:11434/v1"],
]);

function recorded(baseUrl: string, parts: Partial<JournalOptions> = {}): JournalOptions {
  return { llm: { provider: { baseUrl }, model: "m", reads: "all" }, reader: {}, ...parts };
}

function taken(
  journal: JournalOptions,
  present: Partial<ModelChoice> = {},
  site: Deployment | null = null,
): ModelChoice {
  return recordedChoice(journal, { ...NO_MODEL, ...present }, KNOWN, site);
}

/** BX-02: a run goes on with what it asked before. */
describe("the choice of a stored run (BX-02)", () => {
  it("names a known endpoint, and an unknown one by its address", () => {
    const openai = taken(recorded("https://api.openai.com/v1/"));
    expect(openai).toMatchObject({ provider: "openai", address: "", model: "m", reads: "all" });
    const own = taken(recorded("https://llm.example/v1"));
    expect(own).toMatchObject({ provider: "custom", address: "https://llm.example/v1" });
  });

  it("is the site's where the site has that endpoint", () => {
    const llm = { provider: "openai", model: "m" };
    const site = { llm, search: null, reader: null, proxy: "https://here/proxy/" };
    expect(taken(recorded("https://api.openai.com/v1"), {}, site).provider).toBe("deployment");
  });

  it("has the web as it was", () => {
    const web = recorded("https://llm.example/v1", {
      search: { service: "wikipedia", language: "de" },
      reader: { baseUrl: "" },
    });
    const expected = {
      search: true,
      searchService: "wikipedia",
      searchLanguage: "de",
      reader: "direct",
    };
    expect(taken(web)).toMatchObject(expected);
    expect(taken(recorded("https://llm.example/v1"), { search: true }).search).toBe(false);
  });

  it("keeps the key for the same endpoint alone, and the proxy for any", () => {
    const present = { provider: "openai", key: "k", searchKey: "s", proxy: "https://p/" } as const;
    const same = taken(recorded("https://api.openai.com/v1"), present);
    expect(same).toMatchObject({
      provider: "openai",
      key: "k",
      searchKey: "s",
      proxy: "https://p/",
    });
    const other = taken(recorded("https://llm.example/v1"), present);
    expect(other).toMatchObject({
      provider: "custom",
      key: "",
      searchKey: "s",
      proxy: "https://p/",
    });
  });

  it("leaves an endpoint on another machine what it is like", () => {
    const present = { provider: "ollama", address: "http://nas:11434/v1", key: "k" } as const;
    const same = taken(recorded("http://nas:11434/v1"), present);
    expect(same).toMatchObject({ ...present });
  });
});
