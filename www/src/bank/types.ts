/** The engine's face, as the package gives it. */

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

export interface CompletedTask {
  type: TaskType;
  description: string;
  status: string;
  context: string;
}
export interface QueryGraphNode {
  id: string;
  summary: string;
  context: string;
  keywords: string[];
  timestamp: number;
  links: string[];
  disputed?: { with: string[]; description: string } | null;
}
export interface InteractionEntry {
  entry_id: string;
  text: string;
  timestamp: number;
  metadata: { source?: { document: string; span: Span } | null };
}
export interface MergeEvent {
  merged_node_ids: string[];
  new_node_id: string;
  description: string;
}
export interface ResearchResult extends Omit<Provisional, "queryGraph" | "interactionTree"> {
  queryGraph: { nodes: Record<string, QueryGraphNode> };
  interactionTree: {
    entries: Record<string, InteractionEntry>;
    node_to_entries: Record<string, string[]>;
    merge_events: MergeEvent[];
  };
}
