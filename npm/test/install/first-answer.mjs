// Measures the way from an empty folder to the first answer: `node first-answer.mjs [FOLDER OF TARBALLS]`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const inProject = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const HOSTS = inProject("npm/test/install/hosts");

/** Installs the tarballs of a folder and asks one question. Returns the seconds of each, and the answer. */
export function firstAnswer(packages) {
  const folder = mkdtempSync(join(tmpdir(), "first-answer-"));
  try {
    const pingSeconds = seconds(() => run(folder, "npm", ["ping"]));
    const tarballs = readdirSync(packages).filter((name) => name.endsWith(".tgz"));
    const words = [
      "install",
      "--no-audit",
      "--no-fund",
      ...tarballs.map((name) => join(packages, name)),
    ];
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const installSeconds = seconds(() => run(folder, "npm", words));
    for (const source of ["shared", "node"]) {
      cpSync(join(HOSTS, source), folder, { recursive: true, force: false });
    }
    let printed = "";
    const answerSeconds = seconds(() => {
      printed = run(folder, process.execPath, ["ask.mjs"]);
    });
    const { outcome, failure } = JSON.parse(printed);
    if (failure) throw new Error(failure.message);
    return { pingSeconds, installSeconds, answerSeconds, answer: outcome.answer.text };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder, program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(" ")} ended with ${status}: ${stderr}`);
}

function seconds(work) {
  const start = performance.now();
  work();
  return Math.round((performance.now() - start) / 10) / 100;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = resolve(process.argv[2] ?? process.env.PACKAGES ?? inProject("target/package"));
  const { pingSeconds, installSeconds, answerSeconds, answer } = firstAnswer(packages);
  console.log(`a request to the registry by npm, npm's own start included: ${pingSeconds} s`);
  console.log(`npm install of ${packages}: ${installSeconds} s`);
  console.log(`the first answer, Node's start included: ${answerSeconds} s`);
  console.log(answer);
}
