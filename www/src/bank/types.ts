/**
 * The engine's face, as the package gives it; and, more exactly than the package's provisional types,
 * the parts of the export format (seed 000 §3) that the page reads.
 */

import type { ResearchResult as Provisional, Span, TaskType } from "../../../npm/src/types.ts";

export type { MemoryBank, ModelProgress } from "../../../npm/src/memory-bank.ts";
export type {
  Answer,
  AnswerStatement,
  Citation,
  EngineLabel,
  Event,
  EvidencePassage,
  ResearchRequest,
  Span,
  TaskType,
} from "../../../npm/src/types.ts";

/** A step of the Insight Doc that has ended. */
export interface CompletedTask {
  type: TaskType;
  description: string;
  status: string;
  context: string;
}

/** A topic; `links` are identifiers of its neighbours. */
export interface QueryGraphNode {
  id: string;
  summary: string;
  context: string;
  keywords: string[];
  timestamp: number;
  links: string[];
  disputed?: { with: string[]; description: string } | null;
}

/** An original text; `span` counts UTF-8 bytes of the document. */
export interface InteractionEntry {
  entry_id: string;
  text: string;
  timestamp: number;
  metadata: { source?: { document: string; span: Span } | null };
}

/** Nodes that became one. */
export interface MergeEvent {
  merged_node_ids: string[];
  new_node_id: string;
  description: string;
}

/** What a run gives back. */
export interface ResearchResult extends Omit<Provisional, "queryGraph" | "interactionTree"> {
  queryGraph: { nodes: Record<string, QueryGraphNode> };
  interactionTree: {
    entries: Record<string, InteractionEntry>;
    node_to_entries: Record<string, string[]>;
    merge_events: MergeEvent[];
  };
}
