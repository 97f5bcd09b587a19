/** The types that every entry of the package exports. */
export type { ArtefactName, WasmSource, WasmSources } from "./artefacts.ts";
export type { MemoryUse, Task } from "./backend.ts";
export type { KeepUpOptions, ResearchOptions } from "./bank-face.ts";
export type * from "./budget.ts";
export type { LongTermOptions } from "./configuration.ts";
export type {
  ContextOptions,
  HierarchicalMemory,
  NewObservation,
  NewRecallQuery,
  PageOptions,
  WorkOptions,
} from "./hierarchical-memory.ts";
export type * from "./language-model.ts";
export type { ReadingCache } from "./latest-readings.ts";
export type { ImportedLongTerm } from "./long-term-file.ts";
export type { KeptUp } from "./memory-places.ts";
export type {
  EncoderDescription,
  GivenModel,
  ModelFileSource,
  ModelManifest,
  ModelProgress,
  ModelSource,
  ModelSources,
} from "./model-files.ts";
export type { ModelStatus } from "./model-status.ts";
export type { Neo4jOptions } from "./neo4j.ts";
export type { Run } from "./run.ts";
export type { NewTrajectory, QueryOptions, TrajectoryMemory } from "./trajectory-memory.ts";
export type * from "./types.ts";
