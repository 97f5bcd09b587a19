// The licences of bundled packages: a file without a notice of its own gets that of its package, which the bundle then keeps.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Comments that esbuild keeps. */
const NOTICE = /\/\*!|@license|@preserve/;

/** An esbuild plugin: puts each bundled package's licence before its code. */
export const notices = {
  name: "notices",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const notice = NOTICE.test(code) ? "" : await noticeOf(path);
      return { contents: `${notice}${code}`, loader: "js" };
    });
  },
};

/** The licence of a file's package, as a comment that is kept. */
async function noticeOf(path) {
  const { folder, name, version, license } = await packageOf(dirname(path));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  if (file === undefined)
    throw new Error(`${name} has no file of its licence: it cannot be bundled`);
  const text = (await readFile(join(folder, file), "utf8")).trim().replaceAll("*/", "* /");
  return `/*! ${name} ${version}, ${license}\n\n${text}\n*/\n`;
}

/** The package that a folder is of; a package.json without a name only says how its folder is read. */
async function packageOf(folder) {
  const isThere = (await readdir(folder)).includes("package.json");
  const text = isThere ? await readFile(join(folder, "package.json"), "utf8") : "{}";
  const { name, version, license } = JSON.parse(text);
  return name === undefined ? packageOf(dirname(folder)) : { folder, name, version, license };
}
