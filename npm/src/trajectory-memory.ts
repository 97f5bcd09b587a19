/** Lessons of runs: learn, query, check for loops, consolidate. */
import { typed } from "./errors.ts";
import {
  checkNumbers,
  checkText,
  invalid,
  isObject,
  isWhole,
  type Shape,
  shaped,
} from "./fields.ts";
import type { TrajectoryRequest } from "./generated.ts";
import { type PageOptions, pageOf } from "./hierarchical-memory.ts";
import type { ImportSource } from "./import-source.ts";
import { IncomingFile } from "./incoming-file.ts";
import { type AskMemory, exported, imported } from "./memory-ask.ts";
import type {
  ConsolidationRounds,
  GraphRows,
  ImportedTrajectories,
  LearnReport,
  LoopReport,
  MemoryStats,
  MistakePattern,
  QueryReport,
  RawStep,
  RawTrajectory,
  ReEmbedded,
  State,
  TrajectoryPage,
} from "./types.ts";

/** A run to learn from; a missing field has its default. */
export type NewTrajectory = Partial<Omit<RawTrajectory, "steps">> &
  Pick<RawTrajectory, "id"> & { steps: Partial<RawStep>[] };

/** Options of a query, besides the situation. */
export interface QueryOptions {
  /** The repository. */
  repo?: string;
}

const QUERY: Shape<QueryOptions> = { repo: "text" };
const MISTAKES = 5;

/** Trajectory memory (ContextGraph V2). Methods reject with a `MemoryBankError`. */
export class TrajectoryMemory {
  readonly #ask: AskMemory;

  constructor(ask: AskMemory) {
    this.#ask = ask;
  }

  /**
   * Learns from a finished run, whole or not at all. Rejects with `trajectory_exists` for one that was learned before.
   */
  learn(run: NewTrajectory): Promise<LearnReport> {
    return typed(() => {
      if (!isObject(run)) throw invalid("the run of learn(run) must be an object");
      checkText(run.id, "the id of the run of learn(run)");
      checkNumbers(run, "the run of learn(run)");
      return this.#asked({ op: "learn", run: run as RawTrajectory });
    });
  }

  /**
   * The knowledge that fits a situation: methodologies, similar fragments, solutions of the error, warnings; each with
   * its reason.
   */
  query(state: Partial<State>, options: QueryOptions = {}): Promise<QueryReport> {
    return typed(() => {
      const { repo = "" } = shaped<QueryOptions>(options, "the options of query()", QUERY);
      if (!isObject(state)) throw invalid("the state of query(state) must be an object");
      checkNumbers(state, "the state of query(state)");
      return this.#asked({ op: "query", state: state as State, repo });
    });
  }

  /**
   * Checks a run with these states, the newest last, for a loop, and returns strategies that ended such loops before;
   * `null` if there is none.
   */
  checkLoop(history: Partial<State>[]): Promise<LoopReport | null> {
    return typed(() => {
      if (!Array.isArray(history))
        throw invalid("the history of checkLoop(history) must be an array");
      checkNumbers(history, "the history of checkLoop(history)");
      return this.#asked({ op: "checkLoop", history: history as State[] });
    });
  }

  /**
   * Mistakes in such situations that were not overcome, the most frequent first, at most so many: vain attempts and
   * loops. An error that was overcome is no mistake, but a solution, which `query` returns.
   */
  mistakes(situation: string, limit = MISTAKES): Promise<MistakePattern[]> {
    return typed(() => {
      checkText(situation, "the situation of mistakes(situation, limit)");
      if (!isWhole(limit, 1)) {
        throw invalid("the limit of mistakes(situation, limit) must be a whole number, 1 or more");
      }
      return this.#asked({ op: "mistakes", situation, limit });
    });
  }

  /** Numbers of learned items, the errors, and the fragments that follow them. */
  stats(): Promise<MemoryStats> {
    return typed(() => this.#asked({ op: "stats" }));
  }

  /** Gives a vector of the present model to all learned items without one. Upkeep does so, too, in batches. */
  reEmbed(): Promise<ReEmbedded> {
    return typed(() => this.#asked({ op: "reEmbed" }));
  }

  /** Derives methodologies and warnings from learned runs, and removes expired items. */
  consolidate(): Promise<ConsolidationRounds> {
    return typed(() => this.#asked({ op: "consolidate", idle: false }));
  }

  /** Trajectories, those that ended last first, page by page, with their fragments and errors. */
  browse(options: PageOptions = {}): Promise<TrajectoryPage> {
    return typed(() => this.#asked({ op: "browse", ...pageOf(options, "browse") }));
  }

  /**
   * The fragments of these ids that are still kept, as a methodology names its sources, with the trajectories that they
   * were cut from, those that ended last first.
   */
  cases(...ids: string[]): Promise<GraphRows> {
    return typed(() => {
      for (const id of ids) checkText(id, "an id of a fragment");
      return this.#asked({ op: "cases", ids });
    });
  }

  /** All methodologies and warnings, with their relations to errors. */
  knowledge(): Promise<GraphRows> {
    return typed(() => this.#asked({ op: "knowledge" }));
  }

  /** Forgets a trajectory. Resolves to true if there was one. Items derived from it stay. */
  forget(id: string): Promise<boolean> {
    return typed(() => {
      checkText(id, "the id of forget(id)");
      return this.#asked({ op: "forget", id });
    });
  }

  /** Forgets a methodology; whether there was one. It comes back by new cases alone. */
  forgetMethodology(id: string): Promise<boolean> {
    return typed(() => {
      checkText(id, "the id of forgetMethodology(id)");
      return this.#asked({ op: "forgetMethodology", id });
    });
  }

  /** All learned items, as JSON Lines in parts. */
  export(): AsyncGenerator<string> {
    return exported((cursor) => this.#asked({ op: "export", cursor }));
  }

  /**
   * Imports an export; items with a known id stay unchanged. A damaged file is refused with the line, and changes
   * nothing.
   */
  import(file: ImportSource): Promise<ImportedTrajectories> {
    return typed(() => imported(this.incoming(), file));
  }

  /** A file that is handed over part by part; `import` does so. */
  incoming(): IncomingFile<ImportedTrajectories> {
    return new IncomingFile((request) => this.#asked(request));
  }

  #asked<T>(request: TrajectoryRequest): Promise<T> {
    return this.#ask({ memory: "trajectories", ...request }) as Promise<T>;
  }
}
