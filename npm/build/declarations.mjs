// The declarations of the package, in dist/types: written by the TypeScript compiler, with the names of files as they are
// resolved outside of this project, and without those that no entry leads to.
import { execFileSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";

const ENTRIES = ["browser", "node", "proxy", "remote", "slim", "worker", "workerd"];

/** Writes dist/types in the package's folder. */
export async function writeDeclarations(folder) {
  const tsc = join(folder, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(folder, "tsconfig.types.json")], {
    cwd: folder,
    stdio: "inherit",
  });
  const types = join(folder, "dist/types");
  const wanted = new Set(ENTRIES.map((name) => `${name}.d.ts`));
  for (const name of wanted) {
    const text = await readFile(join(types, name), "utf8");
    const resolved = text.replace(/(["']\.{1,2}\/[\w./-]+?)(?:\.ts)?(["'])/g, "$1.js$2");
    for (const file of imported(name, resolved)) wanted.add(file);
    await writeFile(join(types, name), resolved);
  }
  for (const entry of await readdir(types, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(types.length + 1).replaceAll("\\", "/");
    if (entry.isFile() && !wanted.has(name)) await rm(path);
  }
}

/** The declarations that one imports. One of another package would have to be installed by everybody. */
function imported(name, text) {
  return Array.from(text.matchAll(/\bfrom ["']([^"']+)["']/g), ([, specifier]) => {
    if (!specifier.startsWith("./") && !specifier.startsWith("../")) {
      throw new Error(`${name} imports ${specifier}: what an entry declares must stand by itself`);
    }
    return posix.join(posix.dirname(name), specifier).replace(/\.js$/, ".d.ts");
  });
}
