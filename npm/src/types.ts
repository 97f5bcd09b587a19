/**
 * The shapes that cross between Rust and JavaScript, and where they come from: all but the request are
 * generated from the Rust types.
 */
export type { RequestDocument, RequestImage, ResearchRequest } from "./request.ts";
export type { Agent } from "./types/Agent.ts";
export type { AgentSettings } from "./types/AgentSettings.ts";
export type { AgentTable } from "./types/AgentTable.ts";
export type { Answer } from "./types/Answer.ts";
export type { AnswerStatement } from "./types/AnswerStatement.ts";
export type { Attachment } from "./types/Attachment.ts";
export type { Citation } from "./types/Citation.ts";
export type { CompletedTask } from "./types/CompletedTask.ts";
export type { Dispute } from "./types/Dispute.ts";
export type { DocumentSummary } from "./types/DocumentSummary.ts";
export type { EngineLabel } from "./types/EngineLabel.ts";
export type { Event } from "./types/Event.ts";
export type { EvidencePassage } from "./types/EvidencePassage.ts";
export type { InsightDoc } from "./types/InsightDoc.ts";
export type { InteractionEntry } from "./types/InteractionEntry.ts";
export type { InteractionTreeExport } from "./types/InteractionTreeExport.ts";
export type { LlmSettings } from "./types/LlmSettings.ts";
export type { MergeEvent } from "./types/MergeEvent.ts";
export type { QueryGraphExport } from "./types/QueryGraphExport.ts";
export type { QueryGraphNode } from "./types/QueryGraphNode.ts";
export type { ReaderSettings } from "./types/ReaderSettings.ts";
export type { ResearchResult } from "./types/ResearchResult.ts";
export type { RunSummary } from "./types/RunSummary.ts";
export type { SearchSettings } from "./types/SearchSettings.ts";
export type { Settings } from "./types/Settings.ts";
export type { Span } from "./types/Span.ts";
export type { TaskStatus } from "./types/TaskStatus.ts";
export type { TaskType } from "./types/TaskType.ts";
export type { Termination } from "./types/Termination.ts";
