//! The five agents as typed inputs and outputs, apart from who answers.
//!
//! An [`Engine`] is a language model with prompts, or [`crate::extractive`] statistics: a run may use
//! either. Shapes are the seed's (000 §7), plus what a run needs of whoever carries out a task:
//! [`Engine::validate`] and [`Engine::answer`].

mod analysis;
mod answering;
mod classification;
mod contract;
mod doubt;
mod found;
mod integration;
mod origin;
mod past_steps;
mod planning;
mod structure;

pub use analysis::{AnalysisInput, AnalysisOutput, NodeInfo, Relation, Relationship};
pub use answering::{
    Answer, AnswerInput, AnswerStatement, Citation, EvidencePassage, ValidationInput,
    ValidationOutput, Verdict,
};
pub use classification::{ClassificationInput, ClassificationOutput, Cluster, WindowPassage};
pub use contract::{Engine, EngineContext, EngineError, EngineFuture, EngineLabel};
pub use doubt::{Doubt, refutations};
pub use found::FoundText;
pub use integration::{
    IntegrationInput, IntegrationOutput, MergedNode, NeighbourUpdate, NodeWithNeighbours,
};
pub(crate) use origin::marked_origin;
pub use origin::origin;
pub use past_steps::{PastStep, PastSteps, Room};
pub use planning::{ConflictNotification, PlannedTask, PlanningInput, PlanningOutput};
pub use structure::{StructureInput, StructureOutput};
