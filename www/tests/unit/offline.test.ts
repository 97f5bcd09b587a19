import { describe, expect, it } from "vitest";
import { keptFiles } from "../../src/offline/kept-files.ts";
import { isReady, keepPage, type OfflineWorld } from "../../src/offline/offline.ts";

/** PL-01: the page without a network. */
describe("files that are kept (PL-01)", () => {
  it("are those of the build without the model's, and at once only the small ones", () => {
    const files = [
      { name: "index.html", bytes: 900 },
      { name: "assets/index-a1.js", bytes: 300_000 },
      { name: "assets/index-a1.css", bytes: 20_000 },
      { name: "assets/engine-b2.wasm", bytes: 3_000_000 },
      { name: "assets/tiny-b3.wasm", bytes: 100 },
      { name: "assets/large-c3.js", bytes: 600_000 },
      { name: "assets/model-d4.safetensors", bytes: 100 },
      { name: "assets/tokenizer-e5.json", bytes: 100 },
    ];
    expect(keptFiles(files)).toEqual({
      all: [
        "assets/engine-b2.wasm",
        "assets/index-a1.css",
        "assets/index-a1.js",
        "assets/large-c3.js",
        "assets/tiny-b3.wasm",
      ],
      first: ["assets/index-a1.css", "assets/index-a1.js"],
    });
  });
});

const ALL = ["/assets/engine-1.wasm", "/assets/embed-relaxed-2.wasm", "/m/x.safetensors?sha256=a"];

function worldOf(addresses: readonly string[], isControlled = true): OfflineWorld {
  const keys = addresses.map((address) => new Request(`https://page.example${address}`));
  const cache = { keys: async () => keys } as unknown as Cache;
  return {
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
    expect(await isReady({ caches: undefined, workers: undefined })).toBe(false);
  });

  it("works as before where it may keep nothing", async () => {
    await expect(keepPage(worldOf([]))).resolves.toBeUndefined();
    await expect(keepPage({ caches: undefined, workers: undefined })).resolves.toBeUndefined();
  });
});
