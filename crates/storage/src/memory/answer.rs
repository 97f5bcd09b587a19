//! What long-term memory answers.

use amb_long_term::{
    ConsolidationOutcome, ConsolidationRounds, EditedMemory, ExportPage, ForgottenMemories,
    ForgottenPage, HierarchyStats, ImportedMemories, ImportedTrajectories, LearnReport, LoopReport,
    MemoryContext, MemoryDue, MemoryPage, ObservationReport, QueryReport, ReEmbedded,
    RecalledMemories, ReflectionReport, TrajectoryPage,
};
use amb_memory::hierarchy::{CoreMemory, Displaced, MemoryEntry, MemoryId};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{Fragment, Methodology};
use amb_memory::trajectory::retriever::{Recalled, RecalledItem};
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
    Edited(EditedMemory),
    Forgot(ForgottenMemories),
    Done(()),
    Forgotten(ForgottenPage),
    Ids(Vec<MemoryId>),
    MemoryStats(HierarchyStats),
    Core(CoreMemory),
    Displaced(Vec<Displaced>),
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
    Knowledge(GraphRows),
    Found(bool),
    ImportedTrajectories(ImportedTrajectories),
    Run(MemoryReply),
    Upkeep(Box<Upkeep>),
}

/// What was due, and is done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Upkeep {
    /// Of what runs have taught.
    pub trajectories: ConsolidationRounds,
    /// Of insights.
    pub reflection: ReflectionReport,
    /// Of what is kept of the user.
    pub consolidation: ConsolidationOutcome,
}

/// What is shown without its vectors.
pub(super) trait WithoutVectors: Sized {
    /// The same without vectors.
    fn without_vectors(self) -> Self;
}

impl WithoutVectors for MemoryEntry {
    fn without_vectors(self) -> Self {
        Self {
            embedding: None,
            ..self
        }
    }
}

impl WithoutVectors for Fragment {
    fn without_vectors(self) -> Self {
        Self {
            embedding: None,
            ..self
        }
    }
}

impl WithoutVectors for Methodology {
    fn without_vectors(self) -> Self {
        Self {
            embedding: None,
            ..self
        }
    }
}

impl WithoutVectors for Recalled {
    fn without_vectors(self) -> Self {
        let item = match self.item {
            RecalledItem::Fragment(fragment) => RecalledItem::Fragment(fragment.without_vectors()),
            RecalledItem::Methodology(methodology) => {
                RecalledItem::Methodology(methodology.without_vectors())
            }
        };
        Self { item, ..self }
    }
}

impl WithoutVectors for GraphRows {
    fn without_vectors(mut self) -> Self {
        for trajectory in &mut self.trajectories {
            trajectory.embedding = None;
        }
        Self {
            fragments: self.fragments.without_vectors(),
            methodologies: self.methodologies.without_vectors(),
            ..self
        }
    }
}

impl<T: WithoutVectors> WithoutVectors for Vec<T> {
    fn without_vectors(self) -> Self {
        self.into_iter().map(T::without_vectors).collect()
    }
}

impl<T: WithoutVectors> WithoutVectors for Box<T> {
    fn without_vectors(self) -> Self {
        Self::new((*self).without_vectors())
    }
}
