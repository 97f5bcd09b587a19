/**
 * The shapes that cross between Rust and JavaScript, written by hand until the ones generated from Rust are in
 * `types/`. Everything else imports them from `types.ts`.
 */

export interface Span {
  start: number;
  end: number;
}

export type TaskType = "NORMAL" | "CROSS_VALIDATE";

export interface EngineLabel {
  name: string;
  description: string;
}

export interface AnswerStatement {
  text: string;
  citations: number[];
}

export interface Citation {
  number: number;
  nodeId: string;
  entryId: string;
  document: string;
  quote: string;
  chars: Span;
  bytes: Span;
  headings: string[];
}

export interface Answer {
  text: string;
  found: boolean;
  confidence: number;
  statements: AnswerStatement[];
  citations: Citation[];
  disputes: string[];
  engine: EngineLabel;
}

export interface EvidencePassage {
  nodeId: string;
  entryId: string;
  document: string;
  chars: Span;
  bytes: Span;
  headings: string[];
  text: string;
  score: number;
  keyword: number;
  semantic: number;
}

export type Termination =
  | "answer"
  | "max_iterations"
  | "token_limit"
  | "budget"
  | "aborted"
  | "error";

export type Event =
  | {
      type: "runStarted";
      docId: string;
      question: string;
      engine: EngineLabel;
      embedder: string | null;
    }
  | { type: "source"; document: string; chars: number; notes: string[] }
  | { type: "progress"; activity: string; done: number; total: number }
  | { type: "plan"; taskType: TaskType | null; task: string | null }
  | { type: "taskCompleted"; taskType: TaskType; task: string; succeeded: boolean; context: string }
  | {
      type: "nodeAdded";
      id: string;
      context: string;
      keywords: string[];
      document: string | null;
    }
  | { type: "nodeUpdated"; id: string; context: string; keywords: string[] }
  | { type: "nodesLinked"; from: string; to: string; reason: string }
  | { type: "nodesDisputed"; ids: string[]; description: string }
  | { type: "nodesMerged"; from: string[]; into: string; context: string; description: string }
  | { type: "answered"; answer: Answer }
  | { type: "warning"; code: string; message: string }
  | { type: "runFinished"; termination: Termination };

export interface Settings {
  retrievalK: number;
  retrievalAlpha: number;
  classificationWindow: number;
  chunkRatio: number;
  embeddingBatch: number;
  maxIterations: number;
  mergeDepth: number;
  maxDocumentBytes: number;
}

export interface RequestDocument {
  name: string;
  mediaType?: string;
  text?: string;
  bytes?: Uint8Array;
}

export interface RequestImage {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

export interface ResearchRequest {
  question: string;
  context?: string;
  documents?: RequestDocument[];
  images?: RequestImage[];
  /** Keep this run's memory in the bank afterwards, for export and follow-up questions; default false. */
  keep?: boolean;
  /** `docId` of a kept run whose memory this question uses; it moves into the new run. */
  continueFrom?: string;
  /** Language of labels and sentences; default the question's. */
  language?: "en" | "zh";
}

export interface InsightDoc {
  doc_id: string;
  task_goal: string;
  completed_tasks: {
    type: TaskType;
    description: string;
    status: string;
    context: string;
  }[];
  pending_tasks: string[];
}

export interface QueryGraphNode {
  id: string;
  summary: string;
  context: string;
  keywords: string[];
  embedding?: string | null;
  embedding_model?: string | null;
  timestamp: number;
  links: string[];
}

export interface ResearchResult {
  docId: string;
  question: string;
  answer: Answer | null;
  retrieved: EvidencePassage[];
  insightDoc: InsightDoc;
  queryGraph: { nodes: Record<string, QueryGraphNode> };
  interactionTree: {
    entries: Record<string, unknown>;
    node_to_entries: Record<string, string[]>;
    merge_events: unknown[];
  };
  documents: { name: string; chars: number; notes: string[] }[];
  usage: {
    embeddedTexts: number;
    ingestMilliseconds: number;
    answerMilliseconds: number;
    nodes: number;
    passages: number;
  };
  termination: Termination;
  error?: { code: string; message: string };
  engine: EngineLabel;
  embedder: string | null;
}

export interface RunSummary {
  docId: string;
  question: string;
}
