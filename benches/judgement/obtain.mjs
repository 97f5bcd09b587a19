// Gets the documents of documents.jsonl:
//   node benches/judgement/obtain.mjs [FOLDER]
// FOLDER is target/judgement if none is given. Each document is written there under its `file`; a file that
// is there already, with the right checksum, is kept. Packages come by `npm pack`, with npm's own settings.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const AT_ONCE = 4;
const TRIES = 3;
const BLOCK = 512;

export async function readLines(name) {
  const text = await readFile(join(here, name), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line, at) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new Error(`${name}, entry ${at + 1} is not JSON: ${error.message}`);
      }
    });
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

async function pack(name, version, folder) {
  const wanted = `${name}@${version}`;
  for (let tries = 1; ; tries += 1) {
    try {
      const { stdout } = await promisify(execFile)(
        npm,
        ["pack", wanted, "--json", "--ignore-scripts", "--pack-destination", folder],
        { cwd: folder, maxBuffer: 64 << 20, timeout: 90_000, shell: process.platform === "win32" },
      );
      const report = JSON.parse(stdout);
      const { filename } = Array.isArray(report) ? report[0] : Object.values(report)[0];
      return await readFile(join(folder, filename.replace("@", "").replace("/", "-")));
    } catch (error) {
      if (tries >= TRIES)
        throw new Error(`npm pack ${wanted} failed: ${error.stderr || error.message}`);
    }
  }
}

const field = (block, from, length) => {
  const bytes = block.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? length : end).toString("utf8");
};

/** The path that a record "LENGTH path=NAME\n" of an extended header gives. */
function extendedPath(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.subarray(at, blank).toString());
    if (!(length > 0)) return undefined;
    const record = bytes.subarray(blank + 1, at + length - 1).toString("utf8");
    if (record.startsWith("path=")) return record.slice("path=".length);
    at += length;
  }
  return undefined;
}

/** The files of a tar archive, each a path without its first folder, and its bytes. */
function files(archive) {
  const found = new Map();
  let longer;
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const head = archive.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const size = Number.parseInt(field(head, 124, 12).trim() || "0", 8);
    const kind = field(head, 156, 1) || "0";
    const body = archive.subarray(at + BLOCK, at + BLOCK + size);
    const folder = field(head, 257, 5) === "ustar" ? field(head, 345, 155) : "";
    const path = longer ?? (folder ? `${folder}/${field(head, 0, 100)}` : field(head, 0, 100));
    longer = undefined;
    if (kind === "x") longer = extendedPath(body);
    else if (kind === "L") longer = field(body, 0, size);
    else if (kind === "0") found.set(path.slice(path.indexOf("/") + 1), body);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

async function isThere(document, folder) {
  try {
    return sha256(await readFile(join(folder, document.file))) === document.sha256;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

async function fetchPackage(documents, folder) {
  const [{ package: name, version }] = documents;
  const temporary = await mkdtemp(join(tmpdir(), "judgement-"));
  try {
    const archive = files(gunzipSync(await pack(name, version, temporary)));
    for (const document of documents) {
      const bytes = archive.get(document.path);
      if (!bytes) throw new Error(`${name}@${version} has no file ${document.path}`);
      if (sha256(bytes) !== document.sha256)
        throw new Error(
          `${name}@${version}, ${document.path}: the checksum is ${sha256(bytes)}, not ${document.sha256}`,
        );
      const partial = join(folder, `${document.file}.${process.pid}.partial`);
      await writeFile(partial, bytes);
      await rename(partial, join(folder, document.file));
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Gets all the documents that are not in the folder yet. */
export async function obtain(folder) {
  await mkdir(folder, { recursive: true });
  const documents = await readLines("documents.jsonl");
  const missing = new Map();
  for (const document of documents) {
    if (document.registry !== "npm")
      throw new Error(`${document.id}: no way to get files from ${document.registry}`);
    if (await isThere(document, folder)) continue;
    const wanted = `${document.package}@${document.version}`;
    missing.set(wanted, [...(missing.get(wanted) ?? []), document]);
  }
  const packages = [...missing.values()];
  const worker = async () => {
    for (let next = packages.pop(); next; next = packages.pop()) await fetchPackage(next, folder);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { documents, fetched: missing.size };
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  const [folder = fileURLToPath(new URL("../../target/judgement", import.meta.url)), ...more] =
    process.argv.slice(2);
  if (more.length > 0 || folder.startsWith("-")) {
    console.error("usage: node benches/judgement/obtain.mjs [FOLDER]");
    process.exit(2);
  }
  try {
    const { documents, fetched } = await obtain(folder);
    console.log(`${documents.length} documents in ${folder}, ${fetched} packages fetched`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
