import { describe, expect, it } from "vitest";
import { type ModelChoice, NO_MODEL } from "../../src/bank/model-choice.ts";
import { modelCommand, proxyCommand } from "../../src/bank/start-commands.ts";

const HERE = { origin: "http://localhost:5173", isWindows: false };

const chosen = (parts: Partial<ModelChoice>): ModelChoice => ({ ...NO_MODEL, ...parts });

/** MB-21: the commands that let this page ask what runs on the user's machine. */
describe("a command that starts what the page asks (MB-21)", () => {
  it("names this page to a local server, in the shell of the system", () => {
    const ollama = chosen({ provider: "ollama" });
    expect(modelCommand(ollama, HERE)).toBe(
      "OLLAMA_ORIGINS=http://localhost:5173 OLLAMA_CONTEXT_LENGTH=40000 ollama serve",
    );
    expect(modelCommand(ollama, { ...HERE, isWindows: true })).toBe(
      '$env:OLLAMA_ORIGINS="http://localhost:5173"; $env:OLLAMA_CONTEXT_LENGTH="40000"; ollama serve',
    );
    expect(modelCommand(chosen({ provider: "lmstudio", model: "qwen/qwen3-8b" }), HERE)).toBe(
      "lms load qwen/qwen3-8b --context-length 40000; lms server start --cors",
    );
    expect(modelCommand(chosen({ provider: "lmstudio", model: "a; b" }), HERE)).toMatch(
      /load MODEL /,
    );
    for (const provider of ["openai", "custom", "none"] as const) {
      expect(modelCommand(chosen({ provider }), HERE)).toBeNull();
    }
  });

  it("starts a proxy for the chosen endpoint, and holds no key", () => {
    const choice = chosen({
      provider: "openrouter",
      key: "secret",
      searchKey: "other",
      search: true,
    });
    expect(proxyCommand(choice, HERE)).toBe(
      "LLM_BASE_URL=openrouter LLM_API_KEY=… SERPER_API_KEY=… npx agentic-memory-bank proxy --origin http://localhost:5173 --pages",
    );
    expect(proxyCommand({ ...choice, searchService: "jina" }, HERE)).toContain(
      " SEARCH_SERVICE=jina JINA_API_KEY=… npx",
    );
    expect(proxyCommand({ ...choice, searchService: "wikipedia" }, HERE)).toContain(
      "LLM_API_KEY=… npx",
    );
    const local = chosen({ provider: "ollama" });
    expect(proxyCommand(local, HERE)).toMatch(/^LLM_BASE_URL=ollama npx/);
    const own = chosen({ provider: "custom", address: " https://llm.example/v1 " });
    expect(proxyCommand(own, HERE)).toMatch(
      /^LLM_BASE_URL=https:\/\/llm\.example\/v1 LLM_API_KEY=… npx/,
    );
    const strange = chosen({ provider: "custom", address: "https://x/$(ls)" });
    expect(proxyCommand(strange, HERE)).toMatch(/^LLM_BASE_URL=… /);
    for (const none of [{}, { provider: "openai", proxy: "https://p.example/?url=" }] as const) {
      expect(proxyCommand(chosen(none), HERE)).toBeNull();
    }
  });
});
