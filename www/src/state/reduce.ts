/** The reducer of the state: pure, and cheap over many events at once. */

import type { Estimate, Event, ResearchResult } from "../bank/types.ts";
import type { Action } from "./actions.ts";
import { outlives } from "./draft.ts";
import { afterLongTerm } from "./long-term.ts";
import { afterLook, withFound } from "./look.ts";
import { graphOf } from "./memory.ts";
import { withDistinctNames } from "./names.ts";
import { sourceDocuments } from "./source.ts";
import {
  type DraftDocument,
  FAILED,
  INITIAL_STATE,
  isStopped,
  type Judgement,
  type KeptRuns,
  NO_FURTHER,
  NO_KEPT_RUNS,
  type Problem,
  type RequestedRun,
  type State,
  SUCCEEDED,
  type TaskList,
} from "./state.ts";
import { timelineFrom, withEvents } from "./timeline.ts";
import { ALL_TOPICS } from "./topic-filter.ts";
import { afterEvent as afterWork, NOTHING_ASKED, settled } from "./work.ts";

/** The state after the actions, in their order. */
export function reduce(state: State, actions: readonly Action[]): State {
  // The graph's map is copied once per batch, not once per event.
  const told = withEvents(state, actions);
  const isTold = told.nodes !== state.nodes || told.timeline !== state.timeline;
  return withFound(state, actions.reduce(afterAction, isTold ? { ...state, ...told } : state));
}

function afterAction(state: State, action: Action): State {
  switch (action.type) {
    case "event":
      return afterEvent(state, action.event);
    case "modelChanged":
      return { ...state, model: action.model };
    case "languageModelChosen":
      return { ...state, languageModel: action.languageModel };
    case "memoryAsked":
      return { ...state, memoryModel: action.by };
    case "documentsAdded":
    case "documentRemoved":
    case "furtherAdded":
    case "furtherChanged":
    case "documentJudged":
    case "draftChanged":
    case "libraryChanged":
      return afterChoice(state, action);
    case "forecast":
      return { ...state, forecast: action.estimate };
    case "runRequested":
      return requestedRun(state, action);
    case "estimated":
      return withEstimate(state, action.estimate);
    case "readingRequested":
      return { ...state, reading: action.documents };
    case "cancelRequested":
      return state.phase === "working"
        ? { ...state, phase: "cancelling", isPaused: action.pauses ?? false }
        : state;
    case "runEnded":
      return endedRun(state, action.result);
    case "discarded":
      return withoutRun(state);
    case "imported":
      return importedRun(state, action.result);
    case "replayed":
      return { ...endedRun(state, action.result), notice: "replayed", keptRun: null };
    case "opened":
      return openedRun(state, action.result);
    case "runsSought":
    case "runsListed":
    case "runsNotKept":
      return { ...state, stored: { ...NO_KEPT_RUNS, ...knownOf(action) } };
    case "longTerm":
      return { ...state, longTerm: afterLongTerm(state.longTerm, action.action) };
    case "readyOffline":
      return { ...state, isOfflineReady: true };
    case "memoryUseChosen":
      return { ...state, memoryUse: action.use };
    case "failed":
      return failedRun(state, action.problem);
    case "problemClosed":
      return { ...state, problem: null };
    case "tokenJudged":
      return { ...state, tokenProblem: action.problem };
    case "nodesSelected":
    case "momentShown":
    case "topicsFiltered":
    case "placeShown":
      return afterLook(state, action);
  }
}

/** The state after the user has chosen, changed or taken away what a question is about. */
function afterChoice(
  state: State,
  action: Extract<
    Action,
    { type: `document${string}` | `further${string}` | "draftChanged" | "libraryChanged" }
  >,
): State {
  switch (action.type) {
    case "documentsAdded":
      return withDraft(state, {
        documents: withDistinctNames(state.draft.documents, action.documents),
      });
    case "documentRemoved":
      return withDraft(state, {
        documents: state.draft.documents.filter((_, index) => index !== action.index),
      });
    case "furtherAdded":
      return withFurther(state, {
        documents: withDistinctNames(state.further.documents, action.documents),
      });
    case "furtherChanged":
      return withFurther(state, action.further);
    case "documentJudged":
      return judgedDocument(state, action.document, action.judgement);
    case "draftChanged":
      return withDraft(state, action.draft);
    case "libraryChanged":
      return { ...state, library: { ...state.library, ...action.library } };
  }
}

function withEstimate(state: State, estimate: Estimate): State {
  const { requested } = state;
  return requested === null ? state : { ...state, requested: { ...requested, estimate } };
}

/** Judgements of documents that were removed are forgotten. */
function judgedDocument(state: State, document: DraftDocument, judgement: Judgement): State {
  const chosen = [...state.draft.documents, ...state.further.documents];
  const kept = [...state.judged].filter(([one]) => chosen.includes(one));
  return { ...state, judged: new Map([...kept, [document, judgement]]) };
}

/** The changes of an action to the runs that this browser keeps. */
function knownOf(action: Extract<Action, { type: `runs${string}` }>): Partial<KeptRuns> {
  switch (action.type) {
    case "runsSought":
      return { isSought: true };
    case "runsListed":
      return {
        runs: action.runs,
        aside: action.aside,
        atWork: action.atWork,
        isLasting: action.isLasting,
      };
    case "runsNotKept":
      return { problem: action.problem };
  }
}

/** A problem of the draft goes with its cause. */
function withDraft(state: State, change: Partial<State["draft"]>): State {
  const draft = { ...state.draft, ...change };
  const stays = state.problem !== null && outlives(state.problem, state.draft, draft);
  return { ...state, draft, problem: stays ? state.problem : null };
}

/** A problem of a further question goes with any change of it. */
function withFurther(state: State, change: Partial<State["further"]>): State {
  const problem = state.problem?.field === "follow-up" ? null : state.problem;
  return { ...state, further: { ...state.further, ...change }, problem };
}

const NOTHING_WRONG = { problem: null, tokenProblem: null };

/** The former answer and memory stay until the run starts: it may be refused. */
function requestedRun(state: State, asked: RequestedRun): State {
  const { question, continued, further, at, uses } = asked;
  const requested = { question, continued, ...(further && { further }), ...(uses && { uses }) };
  const startedAt = at ?? null;
  return {
    ...state,
    phase: "working",
    requested,
    startedAt,
    isPaused: false,
    progress: null,
    moment: null,
    isPlayed: false,
    ...NOTHING_WRONG,
  };
}

function startedRun(state: State, requested: RequestedRun): State {
  const { question, continued, estimate, warnings = [] } = requested;
  const fresh = {
    requested: null,
    question,
    progress: null,
    answer: null,
    isRevised: false,
    retrieved: [],
    place: null,
    citation: null,
    warnings,
    problem: null,
    notice: null,
    termination: null,
    work: NOTHING_ASKED,
    estimate: estimate ?? null,
    uses: requested.uses ?? null,
    canGoOn: false,
    further: requested.further === "kept" ? state.further : NO_FURTHER,
  } as const;
  if (!continued)
    return {
      ...withoutRun(state),
      phase: state.phase,
      startedAt: state.startedAt,
      reading: state.reading,
      nodes: state.nodes,
      timeline: state.timeline,
      moment: state.moment,
      ...fresh,
    };
  const earlier = state.answer
    ? [...state.earlier, { question: state.question, answer: state.answer }]
    : state.earlier;
  return { ...state, ...fresh, earlier };
}

/** The state without a run and its memory; what is drafted and chosen stays. */
function withoutRun(state: State): State {
  return {
    ...INITIAL_STATE,
    model: state.model,
    languageModel: state.languageModel,
    stored: state.stored,
    longTerm: state.longTerm,
    memoryUse: state.memoryUse,
    isOfflineReady: state.isOfflineReady,
    draft: state.draft,
    library: state.library,
    judged: state.judged,
    forecast: state.forecast,
  };
}

/** A refused request changes nothing; a run that breaks off reports that. */
function failedRun(state: State, problem: Problem): State {
  const brokeOff = state.phase !== "idle" && state.requested === null;
  const termination = brokeOff ? "error" : state.termination;
  return {
    ...state,
    phase: "idle",
    requested: null,
    reading: [],
    progress: null,
    problem,
    termination,
  };
}

function afterEvent(before: State, event: Event): State {
  const work = afterWork(before.work, event);
  const state = work === before.work ? before : { ...before, work };
  switch (event.type) {
    case "runStarted":
      return {
        ...begun(state, event.question),
        engine: event.engine,
        embedder: event.embedder,
        tasks: { docId: event.docId, goal: event.question, completed: [], pending: null },
      };
    case "source":
      return {
        ...state,
        documents: [
          ...state.documents,
          {
            name: event.document,
            chars: event.chars,
            notes: event.notes,
            ...(event.engine && { engine: event.engine }),
          },
        ],
      };
    case "progress":
      return {
        ...state,
        progress: { activity: event.activity, done: event.done, total: event.total },
      };
    case "plan":
      return withTasks(state, (tasks) => ({ ...tasks, pending: event.task }));
    case "taskCompleted":
      return withTasks(state, (tasks) => ({
        ...tasks,
        pending: null,
        completed: [
          ...tasks.completed,
          {
            type: event.taskType,
            description: event.task,
            status: event.succeeded ? SUCCEEDED : FAILED,
            context: event.context,
          },
        ],
      }));
    case "answered":
      return { ...state, answer: event.answer, isRevised: state.answer !== null };
    case "firstResult":
      return shownEarly(state, event.result);
    case "warning":
      return warned(state, { code: event.code, message: event.message });
    default:
      return state;
  }
}

/** Warnings before a run starts belong to the run: until it starts, the former ones stay. */
function warned(state: State, warning: Problem): State {
  const { requested } = state;
  if (requested === null) return { ...state, warnings: [...state.warnings, warning] };
  const warnings = [...(requested.warnings ?? []), warning];
  return { ...state, requested: { ...requested, warnings } };
}

/** A journal may hold several questions: each except the first uses the memory of those before. */
function begun(state: State, question: string): State {
  if (state.requested) return startedRun(state, asked(state.requested, question));
  return state.phase === "idle" ? state : startedRun(state, { question, continued: true });
}

/** The requested run; a journal's question is known only from its run. */
function asked(requested: RequestedRun, question: string): RequestedRun {
  return requested.question === "" ? { ...requested, question } : requested;
}

function withTasks(state: State, change: (tasks: TaskList) => TaskList): State {
  return state.tasks ? { ...state, tasks: change(state.tasks) } : state;
}

/** The result repeats all data of the events, and adds the rest: summaries and original texts. */
function restored(state: State, result: ResearchResult): State {
  const nodes = graphOf(result, state.nodes);
  return {
    ...state,
    phase: "idle",
    requested: null,
    reading: [],
    progress: null,
    problem: null,
    question: result.question,
    engine: result.engine,
    // A run that was stopped while its model was loading has no embedder in its result.
    embedder: holdsNothing(result) ? state.embedder : result.embedder,
    tasks: {
      docId: result.insightDoc.doc_id,
      goal: result.insightDoc.task_goal,
      completed: result.insightDoc.completed_tasks,
      pending: result.insightDoc.pending_tasks[0] ?? null,
    },
    nodes,
    timeline: { ...state.timeline, known: nodes },
    selectedNodes: [],
    answer: result.answer,
    retrieved: result.retrieved,
    sources: sourceDocuments(result),
    documents: result.documents,
    place: null,
    citation: null,
    imported: result.imported,
    usage: result.usage,
    termination: result.termination,
    keptRun: holdsNothing(result) ? null : result.docId,
  };
}

/** A run that has answered and goes on: its texts, passages and topics can be looked at. */
function shownEarly(state: State, result: ResearchResult): State {
  const { phase, progress, keptRun, usage, termination } = state;
  return { ...restored(state, result), phase, progress, keptRun, usage, termination };
}

/** What is looked at stays as it is where the end of the run changes neither the texts nor the answer. */
function stillShown(state: State, result: ResearchResult): Partial<State> {
  const told = sourceDocuments(result);
  const { sources, place, citation, answer, retrieved } = state;
  const isSame = told.every(({ name, blocks }, at) => {
    const shown = sources[at];
    return shown?.name === name && shown.blocks.length === blocks.length;
  });
  // What was asked for before its text was there is shown now.
  const isThere = place !== null && told.some(({ name }) => name === place.document);
  const isOf = !state.isRevised && answer?.text === result.answer?.text;
  const looked = isThere && isOf ? { place, citation } : {};
  if (!isSame || told.length !== sources.length) return looked;
  const isShownEarly = retrieved.length > 0 && !state.isRevised;
  return isShownEarly ? { sources, place, citation, answer, retrieved } : { sources, ...looked };
}

/** True if a run was stopped before it remembered anything: there is nothing to ask or to save then. */
function holdsNothing({ termination, interactionTree }: ResearchResult): boolean {
  return termination === "aborted" && Object.keys(interactionTree.entries).length === 0;
}

/** True if any work was done that would have to be repeated. */
function hasDone(state: State, result: ResearchResult): boolean {
  return !holdsNothing(result) || state.work.spending.size > 0;
}

/** A run that was cut off goes on even if its memory is empty: its question is known. */
function openedRun(state: State, result: ResearchResult): State {
  const ended = endedRun(state, result);
  return { ...ended, topicFilter: ALL_TOPICS, notice: "opened", canGoOn: isStopped(result) };
}

function importedRun(state: State, result: ResearchResult): State {
  const shown = restored(state, result);
  return {
    ...shown,
    timeline: timelineFrom(shown.nodes),
    moment: null,
    isPlayed: false,
    topicFilter: ALL_TOPICS,
    notice: "imported",
    earlier: [],
    uses: null,
    work: NOTHING_ASKED,
    estimate: null,
    canGoOn: false,
  };
}

function noticeOfStop({ isPaused }: State, result: ResearchResult): State["notice"] {
  if (isPaused) return "paused";
  return holdsNothing(result) ? "cancelledAtOnce" : "cancelled";
}

function endedRun(state: State, result: ResearchResult): State {
  const isEarly = isStopped(result) && (result.termination === "error" || hasDone(state, result));
  const ended = {
    ...restored(state, result),
    ...stillShown(state, result),
    selectedNodes: state.selectedNodes,
    work: settled({ ...state.work, writing: "" }, result.usage.ledger),
    canGoOn: isEarly,
  };
  if (result.termination === "aborted") return { ...ended, notice: noticeOfStop(state, result) };
  if (result.termination === "budget") return { ...ended, notice: "budgetReached" };
  return { ...ended, problem: result.error ?? null };
}
