import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { keptFiles } from "./src/offline/built-files.ts";

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

const SERVICE_WORKER = "service-worker";

/** Tells the service worker the files of the build, once they are all there. */
function offline(): Plugin {
  let folder = "";
  return {
    name: "offline",
    apply: "build",
    configResolved({ root, build }) {
      folder = `${root}/${build.outDir}`;
    },
    closeBundle() {
      const names = readdirSync(`${folder}/assets`).map((name) => `assets/${name}`);
      const files = names.map((name) => ({ name, bytes: statSync(`${folder}/${name}`).size }));
      const worker = `${folder}/${SERVICE_WORKER}.js`;
      const told = JSON.stringify(keptFiles(files));
      writeFileSync(worker, readFileSync(worker, "utf8").replaceAll("KEPT_FILES", `(${told})`));
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
    rolldownOptions: {
      external: missing,
      input: { index: "index.html", [SERVICE_WORKER]: "src/offline/service-worker.ts" },
      output: {
        // Its address must stay the same, and above all that it serves.
        entryFileNames: ({ name }) =>
          name === SERVICE_WORKER ? `${name}.js` : "assets/[name]-[hash].js",
      },
    },
  },
  worker: { format: "es" },
  plugins: [uncompressed(), offline()],
});
