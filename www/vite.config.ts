import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const manifest = fileURLToPath(new URL("../npm/minilm/manifest.js", import.meta.url));
/** A model that could not be had is left out: the page then searches by keywords, and says so. */
const missing = existsSync(manifest) ? [] : ["agentic-memory-bank-minilm"];

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
    rolldownOptions: { external: missing },
  },
  worker: { format: "es" },
  plugins: [uncompressed()],
});
