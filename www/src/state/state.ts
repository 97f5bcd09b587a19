/** The page's state, as one immutable value that the views draw. */

import type { ShownModel } from "../bank/model-choice.ts";
import type { TokenProblem } from "../bank/token.ts";
import type {
  Activity,
  Answer,
  AsideStore,
  Citation,
  CompletedTask,
  DocumentSize,
  EngineLabel,
  Estimate,
  EvidencePassage,
  ResearchResult,
  RunHead,
  Span,
  Termination,
} from "../bank/types.ts";
import { EMPTY_LIBRARY, type Library } from "./library.ts";
import { ALL_USED, type LongTerm, type MemoryUse, UNOPENED } from "./long-term.ts";
import type { Problem } from "./problem.ts";
import type { SourceDocument } from "./source.ts";
import { type Timeline, timelineFrom } from "./timeline.ts";
import { ALL_TOPICS, type TopicFilter } from "./topic-filter.ts";
import { NOTHING_ASKED, type Work } from "./work.ts";

/** Nodes shown at most, in the drawing and in the list: more would not be read. */
export const NODES_SHOWN = 2000;

/** The status texts of the Insight Doc for a successful and a failed task (seed 000 §3.1). */
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

/** A chosen document as it was read, or the reason why it cannot be. */
export type Judgement = DocumentSize | Problem;

/** The user's input for the next question. */
export interface Draft {
  readonly documents: readonly DraftDocument[];
  readonly pasted: string;
  readonly question: string;
  /** True: a new memory is made, though one holds these documents. */
  readonly isAnew?: boolean;
}

/** The user's input for a question to the memory that is there. */
export type Further = Pick<Draft, "documents" | "question">;

/** No such input. */
export const NO_FURTHER: Further = { documents: [], question: "" };

/** The embedding model on its way into the tab. */
export type Model =
  | { readonly state: "loading"; readonly loaded: number; readonly total: number }
  | { readonly state: "ready" }
  | { readonly state: "absent" };

/** The name of the engine without a language model. */
export const EXTRACTIVE = "extractive";

/** A document that is being read, or was. */
export interface DocumentRead {
  readonly name: string;
  /** Characters in its text. */
  readonly chars: number;
  /** Characters of it in memory: fewer if reading was stopped. All of them if missing. */
  readonly readChars?: number | null;
  /** Notes on repairs during its reading. */
  readonly notes: readonly string[];
  /** Who read it into memory, if that is known. */
  readonly engine?: EngineLabel;
}

/** A run that was requested and has not started: until it does, the former state stays. */
export interface RequestedRun {
  readonly question: string;
  /** True if it uses the memory that is already there. */
  readonly continued: boolean;
  /** Whether it takes the input for a further question, or leaves it; missing: that input goes with the memory before. */
  readonly further?: "taken" | "kept";
  /** The time when it was requested, in milliseconds since the epoch; missing if that does not matter. */
  readonly at?: number;
  /** Its likely cost; missing until that is known, and for a free run. */
  readonly estimate?: Estimate;
  /** Warnings before it started. */
  readonly warnings?: readonly Problem[];
  /** The question of the memory that it uses, because that holds exactly its documents. */
  readonly uses?: string;
}

/** A part of a document. */
export interface TextPlace {
  readonly document: string;
  /** UTF-8 bytes in it. */
  readonly bytes: Span;
}

/** One node of the Query Graph as people see it. */
export interface MemoryNode {
  readonly id: string;
  readonly topic: string;
  readonly keywords: readonly string[];
  /** Known once the run's result is there. */
  readonly summary: string;
  /** Its document; empty if there is none. */
  readonly document: string;
  /** The places of its original texts in the documents, in reading order. Known once the run's result is there. */
  readonly places: readonly TextPlace[];
  /** Neighbours, each with the reason for the link ("" if there was none). */
  readonly links: ReadonlyMap<string, string>;
  /** Its disputes by the node on the other side, each with its subjects and the reasons why it is undecided. */
  readonly disputes: ReadonlyMap<string, readonly string[]>;
  /** Merges that made it, oldest first. */
  readonly merges: readonly string[];
}

/** The present Insight Doc. */
export interface TaskList {
  readonly docId: string;
  readonly goal: string;
  readonly completed: readonly CompletedTask[];
  readonly pending: string | null;
}

export type { Problem } from "./problem.ts";

/** Progress of the present work. */
export interface Progress {
  readonly activity: Activity;
  readonly done: number;
  readonly total: number;
}

/** A question that has been answered over the present memory. */
export interface Exchange {
  readonly question: string;
  readonly answer: Answer;
}

/** A place in a document that the source view shows. */
export interface Place extends TextPlace {
  /** Grows with every request, so that asking for the same place scrolls again. */
  readonly request: number;
}

/** The runs that this browser keeps. */
export interface KeptRuns {
  /** The youngest first. */
  readonly runs: readonly RunHead[];
  /** Stores that this page cannot read, or does not use, and that are kept all the same. */
  readonly aside: readonly AsideStore[];
  /** The runs that are under way now, in any tab. */
  readonly atWork: readonly string[];
  /** True if the browser keeps them when space runs short; `null` if it does not tell. */
  readonly isLasting: boolean | null;
  /** The reason why runs go with the tab; `null` if they are kept, or that is unknown yet. */
  readonly problem: Problem | null;
  /** True while they are looked for. */
  readonly isSought: boolean;
}

/** The state without kept runs, as far as is known. */
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
  /** True if the page has stopped the run, because the web could not be reached. */
  readonly isPaused: boolean;
  /** The time when the last run was requested, in milliseconds since the epoch; `null` if that is unknown. */
  readonly startedAt: number | null;
  readonly model: Model;
  /** The language model that is wanted; `null`: the extractive engine. */
  readonly languageModel: ShownModel | null;
  /** The language model of further questions to the present memory; `null`: none. */
  readonly memoryModel: ShownModel | null;
  readonly draft: Draft;
  /** The next question to the present memory, and the documents that it brings along. */
  readonly further: Further;
  /** The draft's documents that the present run reads; none when it has ended. */
  readonly reading: readonly DraftDocument[];
  /** The documents that the user has given. */
  readonly library: Library;
  /** The question of the memory that the last run used in place of its documents; `null` for none. */
  readonly uses: string | null;
  /** The judgements of documents that were chosen. */
  readonly judged: ReadonlyMap<DraftDocument, Judgement>;
  readonly engine: EngineLabel | null;
  /** The embedding model of the last run; `null` in keyword-only mode; `undefined` before a run. */
  readonly embedder: string | null | undefined;
  readonly question: string;
  readonly progress: Progress | null;
  readonly tasks: TaskList | null;
  readonly nodes: ReadonlyMap<string, MemoryNode>;
  readonly timeline: Timeline;
  /** The number of moments after which the memory is shown; `null`: all, and those to come. */
  readonly moment: number | null;
  /** True while the run is played again: its answer is shown at its time, too. */
  readonly isPlayed: boolean;
  /** The nodes at the moment that is shown. */
  readonly shownNodes: ReadonlyMap<string, MemoryNode>;
  /** The ids of the selected nodes, in the order of their selection. */
  readonly selectedNodes: readonly string[];
  readonly topicFilter: TopicFilter;
  /** The ids of the shown nodes that pass the filter; `null` if it lets all pass. */
  readonly foundNodes: ReadonlySet<string> | null;
  readonly answer: Answer | null;
  /** True if the answer replaced an earlier one of the same run. */
  readonly isRevised: boolean;
  /** The language model's work in the last run. */
  readonly work: Work;
  /** The likely cost of what is drafted; `null` if it is free, or not complete. */
  readonly forecast: Estimate | null;
  /** The estimated cost of the last run, if it was requested before the run. */
  readonly estimate: Estimate | null;
  readonly retrieved: readonly EvidencePassage[];
  readonly sources: readonly SourceDocument[];
  readonly documents: readonly DocumentRead[];
  readonly place: Place | null;
  readonly citation: Citation["number"] | null;
  readonly earlier: readonly Exchange[];
  readonly warnings: readonly Problem[];
  readonly problem: Problem | null;
  /** The fault of a token, shown at its field. */
  readonly tokenProblem: TokenProblem | null;
  /** A sentence about the last thing done, such as a cancelled run. */
  readonly notice:
    | "cancelled"
    | "cancelledAtOnce"
    | "paused"
    | "budgetReached"
    | "imported"
    | "opened"
    | "replayed"
    | null;
  /** True if the memory came from a file. */
  readonly imported: boolean;
  readonly usage: ResearchResult["usage"] | null;
  /** Why the last run ended; `null` before and while one runs. */
  readonly termination: Termination | null;
  /** The run whose memory is kept: it can be exported and questioned again. */
  readonly keptRun: string | null;
  /** True if the last run ended early and its journal is at hand, so that it can go on. */
  readonly canGoOn: boolean;
  /** The runs that this browser keeps; `null` before they are known. */
  readonly stored: KeptRuns | null;
  /** The shown long-term memory. */
  readonly longTerm: LongTerm;
  /** The next questions' use of it. */
  readonly memoryUse: MemoryUse;
  /** True if the page answers without a network, too. */
  readonly isOfflineReady: boolean;
}

const NO_NODES: State["nodes"] = new Map();

/** The state of a page just opened. */
export const INITIAL_STATE: State = {
  phase: "idle",
  requested: null,
  isPaused: false,
  startedAt: null,
  model: { state: "loading", loaded: 0, total: 0 },
  languageModel: null,
  memoryModel: null,
  draft: { documents: [], pasted: "", question: "" },
  further: NO_FURTHER,
  reading: [],
  library: EMPTY_LIBRARY,
  uses: null,
  judged: new Map(),
  forecast: null,
  engine: null,
  embedder: undefined,
  question: "",
  progress: null,
  tasks: null,
  nodes: NO_NODES,
  timeline: timelineFrom(NO_NODES),
  moment: null,
  isPlayed: false,
  shownNodes: NO_NODES,
  selectedNodes: [],
  topicFilter: ALL_TOPICS,
  foundNodes: null,
  answer: null,
  isRevised: false,
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
  isOfflineReady: false,
};

/** True while a run that has answered goes on to compare its text by meaning. Only the extractive engine does. */
export function readsOn({ phase, requested, answer, engine }: State): boolean {
  return phase !== "idle" && requested === null && answer !== null && engine?.name === EXTRACTIVE;
}

/** True if the last run was stopped before its end, by the user or by a failure. */
export function isStopped({ termination }: Pick<State, "termination">): boolean {
  return termination === "aborted" || termination === "error";
}
