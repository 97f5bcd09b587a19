//! What long-term memory answers.

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

/// An answer, of the kind that belongs to its request. Vectors are left out: they are long, and say nothing to a reader.
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

/// What was due, and is done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Upkeep {
    /// Of what runs have taught.
    #[serde(flatten)]
    pub taught: TaughtUpkeep,
    /// Of insights.
    pub reflection: ReflectionReport,
    /// Of what is kept of the user.
    pub consolidation: ConsolidationOutcome,
    /// Memories that were given a vector of the model that runs now, a part of them at a time.
    pub memory_vectors: ReEmbedded,
}

/// Of that, what is of what runs have taught.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaughtUpkeep {
    /// Methodologies that were made and changed.
    pub trajectories: ConsolidationRounds,
    /// What was given a vector of the model that runs now, a part of it at a time.
    pub trajectory_vectors: ReEmbedded,
}

/// What was given a vector of the model that runs now, a part of it at a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct KeptVectors {
    /// Of what is kept of the user.
    pub memory_vectors: ReEmbedded,
    /// Of what runs have taught.
    pub trajectory_vectors: ReEmbedded,
}

/// Of that, what is of what runs have taught.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaughtVectors {
    /// Of what runs have taught.
    pub trajectory_vectors: ReEmbedded,
}
