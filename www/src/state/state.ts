/** What the page knows, as one immutable value that the views draw. */

import type { ShownModel } from "../bank/model-choice.ts";
import type { TokenProblem } from "../bank/token.ts";
import type {
  Answer,
  AsideStore,
  Citation,
  CompletedTask,
  EngineLabel,
  Estimate,
  EvidencePassage,
  ResearchResult,
  RunHead,
  Span,
  Termination,
} from "../bank/types.ts";
import { ALL_USED, type LongTerm, type MemoryUse, UNOPENED } from "./long-term.ts";
import type { Problem } from "./problem.ts";
import type { SourceDocument } from "./source.ts";
import { NOTHING_ASKED, type Work } from "./work.ts";

/** Nodes shown at most, in the drawing and in the list: more would not be read. */
export const NODES_SHOWN = 2000;

/** How the Insight Doc writes that a task went well, and that it did not (seed 000 §3.1). */
export const SUCCEEDED = "成功";
export const FAILED = "失败";

/** A document the user gave, before it is read. */
export interface DraftDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  /** Set for a text that was pasted: it has no name of the user's. */
  readonly pasted?: true;
  /** The bytes, read only when the question is asked. */
  readonly blob: Blob;
}

/** What the user has put in and not yet asked. */
export interface Draft {
  readonly documents: readonly DraftDocument[];
  readonly pasted: string;
  readonly question: string;
}

/** The embedding model on its way into the tab. */
export type Model =
  | { readonly state: "loading"; readonly loaded: number; readonly total: number }
  | { readonly state: "ready" }
  | { readonly state: "absent" };

/** A document that is being read, or was. */
export interface DocumentRead {
  readonly name: string;
  /** Characters in its text. */
  readonly chars: number;
  /** Of these, characters in memory: fewer where reading was stopped. All of them where it is missing. */
  readonly readChars?: number | null;
  /** What reading it had to mend. */
  readonly notes: readonly string[];
}

/** A run that was asked for and has not started: until it does, what was there before stays. */
export interface RequestedRun {
  readonly question: string;
  /** Whether it is asked of the memory that is already there. */
  readonly continued: boolean;
  /** What it may cost; missing until that is known, and where it costs nothing. */
  readonly estimate?: Estimate;
  /** What was warned of before it started. */
  readonly warnings?: readonly Problem[];
}

/** One node of the Query Graph as people see it. */
export interface MemoryNode {
  readonly id: string;
  readonly topic: string;
  readonly keywords: readonly string[];
  /** Known once the run's result is there. */
  readonly summary: string;
  /** Document it comes from; empty where it comes from none. */
  readonly document: string;
  /** Neighbours, each with the reason for the link ("" where none was told). */
  readonly links: ReadonlyMap<string, string>;
  /** What it is disputed over. */
  readonly disputes: readonly string[];
  /** Whether its words, or a text that it was made of, give orders to a model; known once the result is there. */
  readonly givesOrders: boolean;
  /** Merges that made it, oldest first. */
  readonly merges: readonly string[];
}

/** The Insight Doc as it stands. */
export interface TaskList {
  readonly docId: string;
  readonly goal: string;
  readonly completed: readonly CompletedTask[];
  readonly pending: string | null;
}

export type { Problem } from "./problem.ts";

/** How far the present work is. */
export interface Progress {
  readonly activity: string;
  readonly done: number;
  readonly total: number;
}

/** A question that has been answered over the present memory. */
export interface Exchange {
  readonly question: string;
  readonly answer: Answer;
}

/** A place in a document that the source view shows. */
export interface Place {
  readonly document: string;
  readonly bytes: Span;
  /** Grows with every request, so that asking for the same place scrolls again. */
  readonly request: number;
}

/** The runs that this browser keeps. */
export interface KeptRuns {
  /** The youngest first. */
  readonly runs: readonly RunHead[];
  /** What cannot be read by this page, or is not used, and is kept all the same. */
  readonly aside: readonly AsideStore[];
  /** The runs that are under way now, in whichever tab. */
  readonly atWork: readonly string[];
  /** Whether the browser keeps them when it runs short of space; `null` where it does not tell. */
  readonly isLasting: boolean | null;
  /** Why runs go with the tab; `null` where they are kept, or nobody knows yet. */
  readonly problem: Problem | null;
  /** Whether they are still looked for. */
  readonly isSought: boolean;
}

/** Nothing is kept, as far as is known. */
export const NO_KEPT_RUNS: KeptRuns = {
  runs: [],
  aside: [],
  atWork: [],
  isLasting: null,
  problem: null,
  isSought: false,
};

/** The whole state. */
export interface State {
  readonly phase: "idle" | "working" | "cancelling";
  readonly requested: RequestedRun | null;
  readonly model: Model;
  /** The language model that is wanted; `null`: the extractive engine. */
  readonly languageModel: ShownModel | null;
  /** The one that further questions to the present memory are sent to; `null`: none. */
  readonly memoryModel: ShownModel | null;
  readonly draft: Draft;
  /** The draft's documents that the present run reads; none when it has ended. */
  readonly reading: readonly DraftDocument[];
  readonly engine: EngineLabel | null;
  /** The embedding model of the last run; `null` in keyword-only mode; `undefined` before a run. */
  readonly embedder: string | null | undefined;
  readonly question: string;
  readonly progress: Progress | null;
  readonly tasks: TaskList | null;
  readonly nodes: ReadonlyMap<string, MemoryNode>;
  readonly selectedNode: string | null;
  readonly answer: Answer | null;
  /** What the language model did in the last run. */
  readonly work: Work;
  /** What the last run was thought to cost, where that was asked before it. */
  readonly estimate: Estimate | null;
  readonly retrieved: readonly EvidencePassage[];
  readonly sources: readonly SourceDocument[];
  readonly documents: readonly DocumentRead[];
  readonly place: Place | null;
  readonly citation: Citation["number"] | null;
  readonly earlier: readonly Exchange[];
  readonly warnings: readonly Problem[];
  readonly problem: Problem | null;
  /** What is wrong with a token, told at its field. */
  readonly tokenProblem: TokenProblem | null;
  /** A sentence about the last thing done, such as a cancelled run. */
  readonly notice:
    | "cancelled"
    | "cancelledAtOnce"
    | "budgetReached"
    | "imported"
    | "opened"
    | "replayed"
    | null;
  /** Whether the memory came from a file. */
  readonly imported: boolean;
  readonly usage: ResearchResult["usage"] | null;
  /** Why the last run ended; `null` before and while one runs. */
  readonly termination: Termination | null;
  /** The run whose memory is kept: it can be exported and asked again. */
  readonly keptRun: string | null;
  /** Whether the last run ended early and its journal is at hand, so that it can go on. */
  readonly canGoOn: boolean;
  /** What this browser keeps; `null` before that is known. */
  readonly stored: KeptRuns | null;
  /** What is shown of long-term memory. */
  readonly longTerm: LongTerm;
  /** What the next questions use of it. */
  readonly memoryUse: MemoryUse;
}

/** The state of a page just opened. */
export const INITIAL_STATE: State = {
  phase: "idle",
  requested: null,
  model: { state: "loading", loaded: 0, total: 0 },
  languageModel: null,
  memoryModel: null,
  draft: { documents: [], pasted: "", question: "" },
  reading: [],
  engine: null,
  embedder: undefined,
  question: "",
  progress: null,
  tasks: null,
  nodes: new Map(),
  selectedNode: null,
  answer: null,
  work: NOTHING_ASKED,
  estimate: null,
  retrieved: [],
  sources: [],
  documents: [],
  place: null,
  citation: null,
  earlier: [],
  warnings: [],
  problem: null,
  tokenProblem: null,
  notice: null,
  imported: false,
  usage: null,
  termination: null,
  keptRun: null,
  canGoOn: false,
  stored: null,
  longTerm: UNOPENED,
  memoryUse: ALL_USED,
};

/** Whether the last run was stopped before its end, by the user or by a failure. */
export function isStopped({ termination }: Pick<State, "termination">): boolean {
  return termination === "aborted" || termination === "error";
}
