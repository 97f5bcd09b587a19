/** What runs have taught: learn, query, check for loops, consolidate. */
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

/** A run to learn from; what is left out has its default. */
export type NewTrajectory = Partial<Omit<RawTrajectory, "steps">> &
  Pick<RawTrajectory, "id"> & { steps: Partial<RawStep>[] };

/** What is asked about besides the situation. */
export interface QueryOptions {
  /** What is worked on. */
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

  /** Learns from a run that ended, whole or not at all. Rejects with `trajectory_exists` for one that was learned before. */
  learn(run: NewTrajectory): Promise<LearnReport> {
    return typed(() => {
      if (!isObject(run)) throw invalid("the run of learn(run) must be an object");
      checkText(run.id, "the id of the run of learn(run)");
      checkNumbers(run, "the run of learn(run)");
      return this.#asked({ op: "learn", run: run as RawTrajectory });
    });
  }

  /** What is known in a situation: methodologies, similar fragments, solutions of the error, warnings; each with why. */
  query(state: Partial<State>, options: QueryOptions = {}): Promise<QueryReport> {
    return typed(() => {
      const { repo = "" } = shaped<QueryOptions>(options, "the options of query()", QUERY);
      if (!isObject(state)) throw invalid("the state of query(state) must be an object");
      checkNumbers(state, "the state of query(state)");
      return this.#asked({ op: "query", state: state as State, repo });
    });
  }

  /** Whether a run with these states, the newest last, is stuck, and what led out of it before; `null` if it is not. */
  checkLoop(history: Partial<State>[]): Promise<LoopReport | null> {
    return typed(() => {
      if (!Array.isArray(history))
        throw invalid("the history of checkLoop(history) must be an array");
      checkNumbers(history, "the history of checkLoop(history)");
      return this.#asked({ op: "checkLoop", history: history as State[] });
    });
  }

  /**
   * What went wrong in situations like this and was not got over, the most frequent first, at most so many: vain attempts and
   * loops. What was got over is no mistake, but a solution: `query` tells it.
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

  /** How much was learned, which errors there are and what follows them. */
  stats(): Promise<MemoryStats> {
    return typed(() => this.#asked({ op: "stats" }));
  }

  /** Gives a vector of the present model to all that was learned and has none of it. Upkeep does so, too, part by part. */
  reEmbed(): Promise<ReEmbedded> {
    return typed(() => this.#asked({ op: "reEmbed" }));
  }

  /** Makes methodologies and warnings out of what was learned, and tidies up. */
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

  /** All methodologies and warnings, with what relates them to errors. */
  knowledge(): Promise<GraphRows> {
    return typed(() => this.#asked({ op: "knowledge" }));
  }

  /** Forgets a trajectory; whether there was one. What was made of it stays. */
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

  /** All that was learned, as JSON Lines in parts. */
  export(): AsyncGenerator<string> {
    return exported((cursor) => this.#asked({ op: "export", cursor }));
  }

  /** Takes an export in; what is known by its id stays as it is. A damaged file is refused with the line, and changes nothing. */
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
