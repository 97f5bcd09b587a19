// The licences of the packages whose code is in our scripts: most of them ask that their text goes along.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Packages that scripts were built of. */
export class BundledLicences {
  #folder;
  #packages = new Set();

  /** `folder` is that of our own package, which the paths of builds start from. */
  constructor(folder) {
    this.#folder = folder;
  }

  /** Notes the packages of a build with a metafile. */
  note({ metafile }) {
    for (const file of Object.keys(metafile.inputs)) {
      const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
      if (found) this.#packages.add(found[0]);
    }
  }

  /** Writes their licences into one file. Fails for a package without any. */
  async write(path) {
    const texts = [];
    for (const folder of [...this.#packages].sort()) texts.push(await this.#licenceOf(folder));
    await writeFile(path, texts.join(`\n${"-".repeat(80)}\n\n`));
  }

  async #licenceOf(folder) {
    const inside = join(this.#folder, folder);
    const { name, version, license } = JSON.parse(await readFile(join(inside, "package.json")));
    const file = (await readdir(inside)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${name} is bundled, and brings no licence`);
    const text = await readFile(join(inside, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  }
}
