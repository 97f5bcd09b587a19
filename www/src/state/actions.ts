/** Everything that can change the state. */

import type { ShownModel } from "../bank/model-choice.ts";
import type { TokenProblem } from "../bank/token.ts";
import type { AsideStore, Estimate, Event, ResearchResult, RunHead } from "../bank/types.ts";
import type { Library } from "./library.ts";
import type { LongTermAction, MemoryUse } from "./long-term.ts";
import type {
  Draft,
  DraftDocument,
  Further,
  Judgement,
  Model,
  Problem,
  RequestedRun,
  TextPlace,
} from "./state.ts";
import type { TopicFilter } from "./topic-filter.ts";

/** The memory is shown as it was after `at` moments; `null`: as it is. */
export interface MomentShown {
  readonly type: "momentShown";
  readonly at: number | null;
  /** Topics to be selected; missing: the selection stays. */
  readonly selects?: readonly string[];
  /** The run is played from there. */
  readonly plays?: true;
}

/** Something that happened: in the engine, or by the user. */
export type Action =
  | { readonly type: "event"; readonly event: Event }
  | { readonly type: "modelChanged"; readonly model: Model }
  | { readonly type: "languageModelChosen"; readonly languageModel: ShownModel | null }
  /** The language model of further questions to the memory. */
  | { readonly type: "memoryAsked"; readonly by: ShownModel | null }
  | { readonly type: "documentsAdded"; readonly documents: readonly DraftDocument[] }
  | { readonly type: "documentRemoved"; readonly index: number }
  | { readonly type: "furtherAdded"; readonly documents: readonly DraftDocument[] }
  | { readonly type: "furtherChanged"; readonly further: Partial<Further> }
  | {
      readonly type: "documentJudged";
      readonly document: DraftDocument;
      readonly judgement: Judgement;
    }
  | { readonly type: "draftChanged"; readonly draft: Partial<Draft> }
  | { readonly type: "libraryChanged"; readonly library: Partial<Library> }
  /** `continued`: the question uses the memory that is already there. */
  | ({ readonly type: "runRequested" } & RequestedRun)
  /** The likely cost of what is drafted; `null` if it is free, or not complete. */
  | { readonly type: "forecast"; readonly estimate: Estimate | null }
  /** The estimated cost of the requested run. */
  | { readonly type: "estimated"; readonly estimate: Estimate }
  /** The requested run reads these of the draft's documents. */
  | { readonly type: "readingRequested"; readonly documents: readonly DraftDocument[] }
  /** `pauses`: it is not the user who stops the run, but the page, which could not reach the web. */
  | { readonly type: "cancelRequested"; readonly pauses?: true }
  | { readonly type: "runEnded"; readonly result: ResearchResult }
  /** The run that was shown is given up. */
  | { readonly type: "discarded" }
  | { readonly type: "imported"; readonly result: ResearchResult }
  /** A journal was run again: its memory is shown, and not kept. */
  | { readonly type: "replayed"; readonly result: ResearchResult }
  /** A run that this browser keeps was read back. */
  | { readonly type: "opened"; readonly result: ResearchResult }
  /** Runs that may be kept are looked for. */
  | { readonly type: "runsSought" }
  | {
      readonly type: "runsListed";
      readonly runs: readonly RunHead[];
      readonly aside: readonly AsideStore[];
      readonly atWork: readonly string[];
      readonly isLasting: boolean | null;
    }
  /** Runs go with the tab, for this reason. */
  | { readonly type: "runsNotKept"; readonly problem: Problem }
  /** A change of the shown long-term memory. */
  | { readonly type: "longTerm"; readonly action: LongTermAction }
  /** The next questions' use of it. */
  | { readonly type: "memoryUseChosen"; readonly use: MemoryUse }
  /** Everything that an answer without a language model takes is kept in this browser. */
  | { readonly type: "readyOffline" }
  | { readonly type: "failed"; readonly problem: Problem }
  | { readonly type: "problemClosed" }
  /** A token lacks something or was refused; `null`: it may be right by now. */
  | { readonly type: "tokenJudged"; readonly problem: TokenProblem | null }
  | { readonly type: "nodesSelected"; readonly ids: readonly string[] }
  | MomentShown
  | { readonly type: "topicsFiltered"; readonly filter: Partial<TopicFilter> }
  /** A place in a source is asked for; `null`: the reader goes back to the mark that led there. */
  | {
      readonly type: "placeShown";
      readonly place: TextPlace | null;
      readonly citation: number | null;
    };
