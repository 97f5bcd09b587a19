import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { artefacts } from "./build/artefacts.ts";

const target = fileURLToPath(new URL("../target", import.meta.url));

/** A preview is for this machine: what is not compressed for it is there sooner. */
function uncompressed(): Plugin {
  return {
    name: "uncompressed",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        delete request.headers["accept-encoding"];
        next();
      });
    },
  };
}

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
    uncompressed(),
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
