//! Replies of long-term memory.

use amb_long_term::{
    ConsolidationOutcome, ConsolidationRounds, EditedMemory, ExportPage, ForgottenMemories,
    ForgottenPage, HierarchyStats, ImportedMemories, ImportedTrajectories, LatestInput,
    LearnReport, LoopReport, MemoryContext, MemoryDue, MemoryPage, ObservationReport, QueryReport,
    ReEmbedded, RecalledMemories, ReflectionReport, TrajectoryPage,
};
use amb_memory::hierarchy::{ContextItem, CoreMemory, Displaced, MemoryEntry, MemoryId};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::statistics::{MemoryStats, MistakePattern};
use amb_store::long_term::MemoryReply;
use serde::Serialize;

/// A reply, of its request's kind. Vectors are left out: they are long, and mean nothing to a reader.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(untagged)]
#[expect(missing_docs, reason = "each is what its type says")]
pub enum MemoryAnswer {
    Observed(ObservationReport),
    Recalled(RecalledMemories),
    Context(MemoryContext),
    Reflected(ReflectionReport),
    Consolidated(ConsolidationOutcome),
    Due(MemoryDue),
    Page(MemoryPage),
    Entries(Vec<MemoryEntry>),
    Edited(EditedMemory),
    Forgot(ForgottenMemories),
    Done(()),
    Forgotten(ForgottenPage),
    Ids(Vec<MemoryId>),
    MemoryStats(HierarchyStats),
    Core(CoreMemory),
    Displaced(Vec<Displaced>),
    LatestInputs(Vec<LatestInput>),
    Text(String),
    ContextItem(Option<ContextItem>),
    ReEmbedded(ReEmbedded),
    Export(ExportPage),
    ImportedMemories(ImportedMemories),
    Learned(LearnReport),
    Query(QueryReport),
    Loop(Option<LoopReport>),
    Mistakes(Vec<MistakePattern>),
    TrajectoryStats(MemoryStats),
    Rounds(ConsolidationRounds),
    Trajectories(TrajectoryPage),
    Cases(GraphRows),
    Knowledge(GraphRows),
    Found(bool),
    ImportedTrajectories(ImportedTrajectories),
    Run(MemoryReply),
    Upkeep(Box<Upkeep>),
    TaughtUpkeep(TaughtUpkeep),
    Vectors(KeptVectors),
    TaughtVectors(TaughtVectors),
}

/// Results of the upkeep that was due.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Upkeep {
    /// Upkeep of trajectory memory.
    #[serde(flatten)]
    pub taught: TaughtUpkeep,
    /// Reflection: new insights.
    pub reflection: ReflectionReport,
    /// Consolidation of hierarchical memory.
    pub consolidation: ConsolidationOutcome,
    /// Memories that were given a vector of the model that runs now, a part of them at a time.
    pub memory_vectors: ReEmbedded,
}

/// Upkeep of trajectory memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaughtUpkeep {
    /// Methodologies that were made and changed.
    pub trajectories: ConsolidationRounds,
    /// Entries that got a vector of the present model, one batch at a time.
    pub trajectory_vectors: ReEmbedded,
}

/// Entries that got a vector of the present model, one batch at a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct KeptVectors {
    /// Hierarchical memory.
    pub memory_vectors: ReEmbedded,
    /// Trajectory memory.
    pub trajectory_vectors: ReEmbedded,
}

/// Vectors of trajectory memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaughtVectors {
    /// Trajectory memory.
    pub trajectory_vectors: ReEmbedded,
}
