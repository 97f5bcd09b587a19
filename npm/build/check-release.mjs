// Run by npm before it packs: dist must hold the release build, for `cargo xtask start` fills it with a quick one.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { artefactFiles } from "./glue.mjs";

const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

for (const [name, bytes] of await artefactFiles(inProject("target/artefacts/release"))) {
  const packed = await readFile(inProject(`npm/dist/artefacts/${name}.wasm`)).catch(() => null);
  if (packed === null || !bytes.equals(packed)) {
    throw new Error(
      `dist holds another ${name} than the release build: run \`cargo xtask package\``,
    );
  }
}
