/** Brings the wasm artefacts and the model beside the page, in the build and while developing. */

import { cp, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import type { Plugin } from "vite";

/** A folder of the workspace and the folder of the page that it becomes. */
export interface Served {
  readonly from: string;
  readonly to: string;
  /** Which of its files are wanted, by their path in it. */
  readonly wanted: (path: string) => boolean;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".safetensors": "application/octet-stream",
};

/** Copies the folders into the build's output, and serves them in development. */
export function artefacts(folders: readonly Served[]): Plugin {
  let output = "";
  return {
    name: "artefacts",
    configResolved: ({ root, build }) => {
      output = join(root, build.outDir);
    },
    async writeBundle() {
      for (const folder of folders) await copy(folder, join(output, folder.to));
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent(new URL(request.url ?? "/", "http://page").pathname);
        void fileOf(path, folders).then((file) => {
          if (file === null) return next();
          response.setHeader("Content-Type", MEDIA_TYPES[extname(file)] ?? "text/plain");
          void readFile(file).then((bytes) => response.end(bytes), next);
        });
      });
    },
  };
}

async function copy({ from, wanted }: Served, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter(wanted);
  if (paths.length === 0) {
    throw new Error(`${from} holds no artefacts: run \`cargo xtask build\` first`);
  }
  for (const path of paths) {
    await mkdir(join(to, path, ".."), { recursive: true });
    await cp(join(from, path), join(to, path));
  }
}

async function fileOf(path: string, folders: readonly Served[]): Promise<string | null> {
  for (const { from, to, wanted } of folders) {
    if (!path.startsWith(`/${to}/`)) continue;
    const inside = normalize(path.slice(to.length + 2));
    if (inside.startsWith(`..${sep}`) || !wanted(inside)) continue;
    const file = join(from, inside);
    const found = await stat(file).catch(() => null);
    if (found?.isFile()) return file;
  }
  return null;
}
