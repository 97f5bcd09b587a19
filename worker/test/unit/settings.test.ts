/** Settings of the deployment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Env, settingsOf } from "../../src/settings.ts";

const VALUE = "my-secret-value";
const HASH = "a".repeat(64);

const of = (variables: Record<string, unknown>) => settingsOf(variables as unknown as Env);

test("PL-02 MB-21 a variable that is wrong is told by its name, and its value is not repeated", () => {
  const wrong: [variable: string, variables: Record<string, string>][] = [
    ["USERS", { USERS: VALUE }],
    ["USERS", { USERS: JSON.stringify([VALUE]) }],
    ["USERS", { USERS: JSON.stringify({ ann: VALUE }) }],
    ["USERS", { USERS: JSON.stringify({ "": HASH }) }],
    ["USERS", { USERS: JSON.stringify({ ann: HASH.toUpperCase() }) }],
    ["ORIGINS", { ORIGINS: `https://${VALUE}.example/path` }],
    ["ORIGINS", { ORIGINS: `https://app.example,${VALUE}` }],
    ["EMBEDDER", { EMBEDDER: VALUE }],
    ["EMBEDDER", { EMBEDDER: "workers-ai" }],
    ["EMBEDDING_ADDRESS", { EMBEDDER: "endpoint", EMBEDDING_MODEL: VALUE }],
    ["EMBEDDING_ADDRESS", { EMBEDDER: "endpoint", EMBEDDING_ADDRESS: VALUE }],
    ["EMBEDDING_MODEL", { EMBEDDER: "endpoint", EMBEDDING_ADDRESS: "https://models.example/v1" }],
    ["LLM_PROVIDER", { LLM_MODEL: VALUE }],
    ["LLM_MODEL", { LLM_PROVIDER: "openai", LLM_KEY: VALUE }],
    ["SEARCH_ADDRESS", { LLM_PROVIDER: "deepseek", SEARCH_ADDRESS: VALUE }],
    ["READER_ADDRESS", { LLM_PROVIDER: "deepseek", READER_ADDRESS: `ftp://${VALUE}` }],
    ["PAGES", { PAGES: VALUE }],
  ];
  for (const [variable, variables] of wrong) {
    assert.throws(
      () => of(variables),
      ({ code, message }: { code: string; message: string }) => {
        assert.equal(code, "misconfigured");
        assert.ok(message.includes(variable) && !message.includes(VALUE), message);
        return true;
      },
      variable,
    );
  }
});

test("PL-02 a deployment without variables is extractive, with the model of the assets", () => {
  assert.deepEqual(of({}), {
    llm: null,
    search: null,
    reader: null,
    embedder: { kind: "minilm" },
    origins: [],
    pages: false,
    users: {},
  });
});

test("PL-02 services have their usual addresses unless others are named", () => {
  const { search, reader } = of({ LLM_PROVIDER: "deepseek", SERPER_KEY: "s", JINA_KEY: "j" });
  assert.deepEqual(search, { address: "https://google.serper.dev", key: "s" });
  assert.deepEqual(reader, { address: "https://r.jina.ai", key: "j" });
  const own = of({ LLM_PROVIDER: "deepseek", SEARCH_ADDRESS: "https://search.example/" });
  assert.deepEqual(own.search, { address: "https://search.example" });
  assert.equal(of({ LLM_PROVIDER: "deepseek" }).search, null, "nobody has a key for it");
});
