import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { artefacts } from "./build/artefacts.ts";

const target = fileURLToPath(new URL("../target", import.meta.url));

export default defineConfig({
  base: "./",
  build: {
    target: "es2023",
    // Everything is a file of its own: the page's policy allows neither inline scripts nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  plugins: [
    artefacts([
      {
        from: `${target}/artefacts`,
        to: "artefacts",
        wanted: (path) => /\.(js|wasm)$/.test(path),
      },
      {
        from: `${target}/models`,
        to: "models",
        wanted: (path) => /^(manifest\.json|tokenizer\.json|[^/\\]+\.safetensors)$/.test(path),
      },
    ]),
  ],
});
