/** The scenarios as a host plays them: what it is to run comes from a server on loopback, which also judges it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BudgetOptions } from "../../src/budget.ts";
import type { EngineOptions } from "../../src/configuration.ts";
import type { NewTrajectory } from "../../src/trajectory-memory.ts";
import type { Event, ResearchRequest, ResearchResult } from "../../src/types.ts";

const PROJECT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The server that was built for these tests, or else the one that cargo builds, and what it is given. */
const BUILT = process.env.SCENARIO_SERVER;
const CARGO = ["run", "--quiet", "-p", "amb-scenarios", "--example", "serve", "--"];

/** An image as it travels in JSON. */
interface EncodedImage {
  name: string;
  mediaType: string;
  base64: string;
}

/** With what a bank is opened, and what it is asked. */
export interface Asked {
  options: EngineOptions;
  request: Omit<ResearchRequest, "images"> & { images: EncodedImage[] };
  /** The run's own budget. */
  budget: BudgetOptions | null;
}

/** What long-term memory holds before a scenario. */
export interface Remembered {
  /** Runs to be learned. */
  learned: NewTrajectory[];
  /** What the user said. */
  said: string[];
  /** What is asked in the same memory before. */
  after: Asked[];
  /** It cannot be opened. */
  isAway: boolean;
}

/** A scenario to run. */
export interface Part extends Asked {
  id: string;
  /** `null` in a world without long-term memory. */
  memory: Remembered | null;
}

/** How the world is on a host. */
export interface World {
  /** Whether the proxy follows redirects itself. */
  follows: boolean;
  /** From this request (from 0) on, requests wait without an answer. */
  holdAt?: number;
}

/** What came of a run. */
export interface Outcome {
  result: ResearchResult;
  events: Event[];
  session: string;
  journal: string;
  /** All that long-term memory holds after it, as it is exported; `null` where nobody looked. */
  remembered: string | null;
}

/** What is wrong with a run, in words, and how many of its requests were answered. */
export interface Judgement {
  faults: string[];
  requests: number;
}

/** The server. */
export class Stage {
  readonly #process: ChildProcess;
  readonly #control: string;

  private constructor(process: ChildProcess, control: string) {
    this.#process = process;
    this.#control = control;
  }

  /** Starts the server; it ends with this process. */
  static async open(): Promise<Stage> {
    const [program, given] = BUILT ? [BUILT, []] : ["cargo", CARGO];
    const child = spawn(program, [...given, "--all"], {
      cwd: PROJECT,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = new Promise<never>((_, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the scenarios' server ended with ${code}`)));
    });
    ended.catch(() => {});
    const told = new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).once("line", resolve);
    });
    const { control } = JSON.parse(await Promise.race([told, ended]));
    return new Stage(child, control);
  }

  /** The names of all scenarios. */
  scenarios(): Promise<string[]> {
    return this.#ask("/scenarios");
  }

  /** Begins a scenario. */
  begin(scenario: string, world: World): Promise<Part> {
    return this.#ask("/plays", { scenario, ...world });
  }

  /** Resolves once a request waits. */
  async waits({ id }: Part): Promise<void> {
    while ((await this.#ask<{ waiting: number }>(`/plays/${id}`)).waiting === 0)
      await setTimeout(5);
  }

  /** Judges a run that was stopped while a request waited; requests are answered from now on. */
  stopped({ id }: Part, outcome: Outcome): Promise<Judgement> {
    return this.#ask(`/plays/${id}/stopped`, outcome);
  }

  /** Judges a run that went to its end. */
  ended({ id }: Part, outcome: Outcome): Promise<Judgement> {
    return this.#ask(`/plays/${id}/ended`, outcome);
  }

  /** Ends the server. */
  close(): void {
    this.#process.stdin?.end();
  }

  async #ask<T>(path: string, body?: unknown): Promise<T> {
    const message = body !== undefined && { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${this.#control}${path}`, message || {});
    const told = await response.json();
    if (!response.ok) throw new Error(`${path}: ${told.error}`);
    return told;
  }
}
