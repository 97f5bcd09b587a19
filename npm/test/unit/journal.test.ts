/** The services that a journal names, and the options that a run is taken up with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readArguments } from "../../src/cli/arguments.ts";
import { howToGoOn, takeUpOptions } from "../../src/cli/journal.ts";
import { journalOptions } from "../../src/journal.ts";

const LLM = { provider: { baseUrl: "https://llm.example/v1" }, model: "m" };
const WIKIPEDIA = { service: "wikipedia", baseUrl: "https://wikipedia.org", language: "de" };
const JINA = { service: "jina", baseUrl: "https://s.jina.ai" };

/** A journal of a run with this search. */
function journalOf(search: unknown, llm: unknown = LLM): string {
  return JSON.stringify({ settings: { llm, search, reader: { baseUrl: "" } } });
}

/** The options that a journal of such a search is resumed with. */
function takenUp(
  search: unknown,
  environment: NodeJS.ProcessEnv,
  { isKept = false, words = ["--llm", "ollama"] } = {},
): ReturnType<typeof takeUpOptions> {
  const command = readArguments(["ask", "--resume", "x", ...words]);
  assert.ok(command.name === "ask");
  return takeUpOptions(command, environment, { journal: journalOf(search), isKept });
}

test("BX-02 a journal names the search of its run, as options without a key", () => {
  const narrowed = { ...WIKIPEDIA, results: 5, country: "de", apiKey: "k" };
  const { apiKey: _, ...shown } = narrowed;
  assert.deepEqual(journalOptions(journalOf(narrowed))?.search, shown);
  // Serper is the default, which journals leave out.
  const serper = { baseUrl: "https://google.serper.dev", results: 10, language: null };
  const { language: __, ...known } = serper;
  assert.deepEqual(journalOptions(journalOf(serper))?.search, known);
  assert.equal(journalOptions(journalOf(null))?.search, undefined);
});

test("BX-02 a journal of an unknown search service has no search, and one without an address no services", () => {
  const options = journalOptions(journalOf({ ...WIKIPEDIA, service: "bing" }));
  assert.equal(options?.search, undefined);
  assert.equal(options?.llm.model, "m");
  for (const provider of [{}, { baseUrl: 7 }, "ollama"]) {
    assert.equal(journalOptions(journalOf(WIKIPEDIA, { provider, model: "m" })), undefined);
  }
});

test("BX-02 MB-19 a file's run searches by its own service at that service's own address alone", () => {
  const keys = { SERPER_API_KEY: "s", JINA_API_KEY: "j" };
  assert.deepEqual(takenUp(WIKIPEDIA, keys).search, WIKIPEDIA);
  assert.deepEqual(takenUp(JINA, keys).search, { ...JINA, apiKey: "j" });
  const elsewhere = { ...JINA, baseUrl: "https://s.jina.ai.evil.example" };
  assert.deepEqual(takenUp(elsewhere, keys).search, { apiKey: "s" });
  assert.equal(takenUp(elsewhere, {}).search, undefined);
  const named = ["--llm", "ollama", "--search-service", "wikipedia"];
  assert.deepEqual(takenUp(JINA, keys, { words: named }).search, { service: "wikipedia" });
});

test("BX-02 MB-19 a kept run searches as it did before, with the environment's key", () => {
  const kept = { isKept: true, words: [] };
  const elsewhere = { ...JINA, baseUrl: "https://search.example" };
  const taken = takenUp(elsewhere, { JINA_API_KEY: "j" }, kept);
  assert.deepEqual(taken, { llm: LLM, search: { ...elsewhere, apiKey: "j" } });
  assert.deepEqual(takenUp(WIKIPEDIA, {}, kept), { llm: LLM, search: WIKIPEDIA });
  assert.deepEqual(takenUp(WIKIPEDIA, {}, { words: [] }), {});
});

test("BX-02 the advice to go on names the search service that was named", () => {
  const told = howToGoOn("run.json", { llm: "ollama", searchService: "wikipedia" });
  assert.match(told, /ask --resume run\.json --llm ollama --search-service wikipedia$/);
  assert.match(howToGoOn("run.json", { llm: null, searchService: null }), /--resume run\.json$/);
});
