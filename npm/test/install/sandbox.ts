/** Empty folders outside the repository, with a host's files and the packed packages. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Ended, run } from "./child.ts";

const PROJECT = fileURLToPath(new URL("../../../..", import.meta.url));
const HOSTS = join(PROJECT, "npm/test/install/hosts");

/** The folder of the tarballs. */
const TARBALLS = resolve(process.env.PACKAGES ?? join(PROJECT, "target/package"));

/** Node from npm, once for all runs of these tests. */
const RUNTIMES = join(PROJECT, "target/runtimes");

/** Milliseconds for an installation. */
const PATIENCE = 300_000;

/** The package and its model. */
export const BOTH = ["agentic-memory-bank", "agentic-memory-bank-minilm"];
/** The package without its model. */
export const WITHOUT_MODEL = ["agentic-memory-bank"];

/** Path of a package's tarball. */
export function tarball(name: string): string {
  const isIt = new RegExp(`^${name}-\\d[^-]*\\.tgz$`);
  const file = existsSync(TARBALLS) && readdirSync(TARBALLS).find((file) => isIt.test(file));
  if (file) return join(TARBALLS, file);
  throw new Error(`no tarball of ${name} in ${TARBALLS}: run \`cargo xtask package\``);
}

/** A folder in which the packages are installed. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), "install-"));

  private constructor() {
    // The hook `after` does not run where a test file fails before its first test.
    process.once("exit", () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Copies a host's files into a new folder and installs its tools and these packages. */
  static async of(host: string, packages = BOTH): Promise<Sandbox> {
    const sandbox = new Sandbox();
    for (const source of ["shared", host]) {
      cpSync(join(HOSTS, source), sandbox.folder, { recursive: true });
    }
    await sandbox.install(packages.map(tarball));
    return sandbox;
  }

  /** Path of a file of the folder. */
  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Installs packages by npm. */
  async install(packages: string[]): Promise<void> {
    await this.#npm("install", ...packages);
  }

  /** Takes the model's package away. */
  async withoutModel(): Promise<void> {
    await this.#npm("uninstall", "agentic-memory-bank-minilm");
  }

  /** Runs a script by Node, and returns what it prints. Fails unless it ends well. */
  async output(words: string[], node = process.execPath): Promise<string> {
    return succeeded(await this.run(words, {}, node), words);
  }

  /** Runs a script by Node, and returns the JSON value that it prints. */
  async json<T>(words: string[], node = process.execPath): Promise<T> {
    return JSON.parse(await this.output(words, node));
  }

  /** Runs a script by Node to its end, whichever. */
  run(words: string[], environment = {}, node = process.execPath): Promise<Ended> {
    return run(node, words, { folder: this.folder, environment });
  }

  /** Runs the installed command line as `npx` does. */
  command(words: string[], environment = {}): Promise<Ended> {
    const npx = ["--no-install", "agentic-memory-bank", ...words];
    return run("npx", npx, { folder: this.folder, environment });
  }

  async #npm(...words: string[]): Promise<void> {
    await npm(this.folder, ...words);
  }
}

/** The path of Node in this version, which npm installs. */
export async function nodeOf(version: string): Promise<string> {
  const folder = join(RUNTIMES, `node-${version}`);
  const program = join(folder, "node_modules/node/bin/node");
  if (existsSync(program)) return program;
  mkdirSync(RUNTIMES, { recursive: true });
  const fresh = mkdtempSync(join(RUNTIMES, "fresh-"));
  await npm(fresh, "install", "--prefix", fresh, `node@${version}`);
  try {
    renameSync(fresh, folder);
  } catch (failure) {
    // Another test file was quicker.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(program)) throw failure;
  }
  return program;
}

async function npm(folder: string, ...words: string[]): Promise<void> {
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--save-exact"];
  succeeded(await run("npm", [...words, ...quiet], { folder, patience: PATIENCE }), words);
}

function succeeded({ status, stdout, stderr }: Ended, words: string[]): string {
  if (status === 0) return stdout;
  throw new Error(`${words.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
}
