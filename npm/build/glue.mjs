// The JavaScript half of each artefact, as a module `glue:NAME`; and the artefact's wasm, marked with the same build.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { build } from "esbuild";

/** The custom section of a wasm that names its build. */
const SECTION = "agentic-memory-bank";

/**
 * An esbuild plugin: `glue:NAME` gives a function that makes a glue with state of its own at each call. With `standInBuild`
 * the folder holds stand-ins for some artefacts, of that build, and nothing for the others.
 */
export function glue(folder, standInBuild = null) {
  return {
    name: "glue",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^glue:/ }, ({ path }) => ({
        path: path.slice("glue:".length),
        namespace: "glue",
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: "glue" }, async ({ path: name }) => {
        const { outputFiles } = await build({
          ...(await half(folder, name, standInBuild)),
          bundle: true,
          write: false,
          format: "iife",
          globalName: "glue",
          target: "es2022",
        });
        const contents = `export const build = ${JSON.stringify(standInBuild ?? (await buildOf(folder, name)))};
export default function newGlue() {
${outputFiles[0].text}
return glue;
}`;
        return { contents, loader: "js" };
      });
    },
  };
}

/** The wasm of every artefact, by name, each marked with its build. */
export async function artefactFiles(folder) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".wasm"));
  const files = names.map(async (file) => {
    const name = file.slice(0, -".wasm".length);
    const wasm = await readFile(`${folder}/${file}`);
    return [name, Buffer.concat([wasm, customSection(SECTION, await buildOf(folder, name))])];
  });
  return Promise.all(files);
}

/** A digest of both halves: a wasm of another build, or another artefact, has another one. */
async function buildOf(folder, name) {
  const digest = createHash("sha256");
  for (const half of ["js", "wasm"]) {
    digest.update(await readFile(await present(folder, `${name}.${half}`)));
  }
  return digest.digest("hex").slice(0, 16);
}

async function half(folder, name, standInBuild) {
  const file = `${name}.js`;
  if (standInBuild === null) return { entryPoints: [await present(folder, file)] };
  const isThere = (await readdir(folder)).includes(file);
  return isThere ? { entryPoints: [`${folder}/${file}`] } : { stdin: { contents: "" } };
}

async function present(folder, file) {
  const path = `${folder}/${file}`;
  await readFile(path).catch(() => {
    throw new Error(`${path} is not there: run \`cargo xtask build\` first`);
  });
  return path;
}

function customSection(name, content) {
  const named = Buffer.concat([lengthOf(name), Buffer.from(name), Buffer.from(content)]);
  return Buffer.concat([Buffer.from([0]), leb128(named.length), named]);
}

function lengthOf(text) {
  return leb128(Buffer.byteLength(text));
}

/** A number in the variable-length encoding of wasm. */
function leb128(number) {
  const bytes = [];
  let rest = number;
  do {
    const more = rest > 0x7f ? 0x80 : 0;
    bytes.push((rest & 0x7f) | more);
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(bytes);
}
