/** The loopback server that plays a scenario's model, search and pages, from `crates/scenarios`. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const WORKSPACE = fileURLToPath(new URL("../../..", import.meta.url));

/** A scenario that is being played. */
export class Scenario {
  readonly address: string;
  readonly question: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string, question: string) {
    this.#child = child;
    this.address = address;
    this.question = question;
  }

  /** Starts to play it, at a free port or at this one. */
  static async play(name: string, port = 0): Promise<Scenario> {
    const built = process.env.SCENARIO_SERVER;
    const words = ["run", "--quiet", "-p", "amb-scenarios", "--example", "serve", "--"];
    const [program, given] = built ? [built, []] : ["cargo", words];
    const child = spawn(program, [...given, name, String(port)], {
      cwd: WORKSPACE,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [address, question] = await firstLines(child, 2);
    if (address === undefined || question === undefined)
      throw new Error(`the scenario ${name} does not play`);
    return new Scenario(child, address, question);
  }

  /** Where its model is. */
  get model(): string {
    return `${this.address}/v1`;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** Ends it. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin?.end();
    await ended;
  }
}

/** The first lines that a process says; fewer if it says no more. What comes after is read, too, and let go. */
function firstLines({ stdout }: ChildProcess, count: number): Promise<string[]> {
  const said: string[] = [];
  return new Promise((resolve) => {
    if (stdout === null) return resolve(said);
    const lines = createInterface({ input: stdout });
    lines.on("line", (line) => {
      if (said.length < count) said.push(line);
      if (said.length === count) resolve(said);
    });
    lines.on("close", () => resolve(said));
  });
}
