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
export type { Budget } from "./types/Budget.ts";
export type { CallPrice } from "./types/CallPrice.ts";
export type { Citation } from "./types/Citation.ts";
export type { CompletedTask } from "./types/CompletedTask.ts";
export type { Cost } from "./types/Cost.ts";
export type { Dispute } from "./types/Dispute.ts";
export type { DocumentReader } from "./types/DocumentReader.ts";
export type { DocumentSummary } from "./types/DocumentSummary.ts";
export type { EngineLabel } from "./types/EngineLabel.ts";
export type { Estimate } from "./types/Estimate.ts";
export type { Event } from "./types/Event.ts";
export type { EvidencePassage } from "./types/EvidencePassage.ts";
export type { Forecast } from "./types/Forecast.ts";
export type { InsightDoc } from "./types/InsightDoc.ts";
export type { InteractionEntry } from "./types/InteractionEntry.ts";
export type { InteractionTreeExport } from "./types/InteractionTreeExport.ts";
export type { Language } from "./types/Language.ts";
export type { Ledger } from "./types/Ledger.ts";
export type { LlmSettings } from "./types/LlmSettings.ts";
export type { MergeEvent } from "./types/MergeEvent.ts";
export type { ModelPrice } from "./types/ModelPrice.ts";
export type { ModelSpending } from "./types/ModelSpending.ts";
export type { PriceList } from "./types/PriceList.ts";
export type { QueryGraphExport } from "./types/QueryGraphExport.ts";
export type { QueryGraphNode } from "./types/QueryGraphNode.ts";
export type { ReaderSettings } from "./types/ReaderSettings.ts";
export type { ResearchResult } from "./types/ResearchResult.ts";
export type { RunSummary } from "./types/RunSummary.ts";
export type { SearchSettings } from "./types/SearchSettings.ts";
export type { Service } from "./types/Service.ts";
export type { ServiceSpending } from "./types/ServiceSpending.ts";
export type { Settings } from "./types/Settings.ts";
export type { Span } from "./types/Span.ts";
export type { Spent } from "./types/Spent.ts";
export type { TaskStatus } from "./types/TaskStatus.ts";
export type { TaskType } from "./types/TaskType.ts";
export type { Termination } from "./types/Termination.ts";
export type { Usage } from "./types/Usage.ts";
