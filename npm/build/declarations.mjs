// The declarations of the package, in dist/types: written by the TypeScript compiler, with the names of files as they are
// resolved outside of this project.
import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes dist/types in the package's folder. */
export async function writeDeclarations(folder) {
  const tsc = join(folder, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", join(folder, "tsconfig.types.json")], {
    cwd: folder,
    stdio: "inherit",
  });
  const types = join(folder, "dist/types");
  for (const name of await readdir(types, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(types, name);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/(["']\.\.?\/[^"']+)\.ts(["'])/g, "$1.js$2"));
  }
}
