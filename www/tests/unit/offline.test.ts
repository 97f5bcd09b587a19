import { describe, expect, it } from "vitest";
import { keptFiles } from "../../src/offline/built-files.ts";
import { isReady, keepPage, type OfflineWorld } from "../../src/offline/offline.ts";

/** PL-01: the page without a network. */
describe("files that are kept (PL-01)", () => {
  it("are those of the build without the model's, and at once only the small ones", () => {
    const files = [
      { name: "index.html", bytes: 900 },
      { name: "assets/logo.svg", bytes: 900 },
      { name: "assets/index-a1xxxxxx.js", bytes: 300_000 },
      { name: "assets/index-a1xxxxxx.css", bytes: 20_000 },
      { name: "assets/engine-b2xxxxxx.wasm", bytes: 3_000_000 },
      { name: "assets/tiny-b3xxxxxx.wasm", bytes: 100 },
      { name: "assets/pdf-f6xxxxxx.wasm", bytes: 1_000_000 },
      { name: "assets/large-c3xxxxxx.js", bytes: 600_000 },
      { name: "assets/model-d4xxxxxx.safetensors", bytes: 100 },
      { name: "assets/tokenizer-e5xxxxxx.json", bytes: 100 },
    ];
    expect(keptFiles(files)).toEqual({
      all: [
        "assets/engine-b2xxxxxx.wasm",
        "assets/index-a1xxxxxx.css",
        "assets/index-a1xxxxxx.js",
        "assets/large-c3xxxxxx.js",
        "assets/pdf-f6xxxxxx.wasm",
        "assets/tiny-b3xxxxxx.wasm",
      ],
      engine: ["assets/engine-b2xxxxxx.wasm"],
      withEngine: ["assets/pdf-f6xxxxxx.wasm"],
      first: ["assets/index-a1xxxxxx.css", "assets/index-a1xxxxxx.js"],
    });
  });
});

const ALL = [
  "/assets/engine-1.wasm",
  "/assets/embed-relaxed-2.wasm",
  "/assets/html-3.wasm",
  "/assets/pdf-4.wasm",
  "/m/x.safetensors?sha256=a",
];

function worldOf(addresses: readonly string[], isControlled = true): OfflineWorld {
  const keys = addresses.map((address) => new Request(`https://page.example${address}`));
  const cache = { keys: async () => keys } as unknown as Cache;
  return {
    home: "https://page.example/",
    caches: { keys: async () => ["one"], open: async () => cache },
    workers: {
      controller: isControlled ? ({} as ServiceWorker) : null,
      register: async () => Promise.reject(new Error("refused")),
    },
  };
}

describe("a page that answers without a network (PL-01)", () => {
  it("has engine, embedder and model kept, and a worker that gives them out", async () => {
    expect(await isReady(worldOf(ALL))).toBe(true);
    for (const missing of ALL) {
      expect(await isReady(worldOf(ALL.filter((one) => one !== missing)))).toBe(false);
    }
    expect(await isReady(worldOf(ALL, false))).toBe(false);
    const withModel = ALL.map((one) => one.replace("engine-1", "engine-llm-1"));
    expect(await isReady(worldOf(withModel))).toBe(false);
    const elsewhere = { ...worldOf(ALL), home: "https://page.example/preview/" };
    expect(await isReady(elsewhere)).toBe(false);
    const none = { home: "https://page.example/", caches: undefined, workers: undefined };
    expect(await isReady(none)).toBe(false);
  });

  it("works as before where it may keep nothing", async () => {
    await expect(keepPage(worldOf([]))).resolves.toBeUndefined();
    const none = { home: "", caches: undefined, workers: undefined };
    await expect(keepPage(none)).resolves.toBeUndefined();
  });
});
