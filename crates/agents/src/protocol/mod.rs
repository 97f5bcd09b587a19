//! Plain data that crosses the boundary of a run, or goes to an agent and comes back.
//!
//! - `analysis`, `classification`, `integration`, `planning`, `structure`: the five agents' inputs and outputs (seed
//!   000 §7). `answering`: those of validations and answers, `doubt`: the disputes that they show.
//! - `found`: texts that a step found. `past_steps`, `origin`: steps and labels of trust in the words of prompts.
//! - `request`, `result`: of a run. `event`: events on the way. `ledger`: the spending by agent and model, and by
//!   service. `label`: the label of a result's maker. `service_reply`: the reply of a
//!   service that is tried. `image`: kinds of images. `tools`: names of tools.

mod analysis;
mod answering;
mod classification;
mod doubt;
mod event;
mod found;
mod image;
mod integration;
mod label;
mod ledger;
mod origin;
mod past_steps;
mod planning;
mod request;
mod result;
mod service_reply;
mod structure;
mod tools;

pub use analysis::{AnalysisInput, AnalysisOutput, NodeInfo, Relation, Relationship};
pub use answering::{
    Answer, AnswerInput, AnswerStatement, Citation, EvidencePassage, NewConflict, ValidationInput,
    ValidationOutput, Verdict,
};
pub use classification::{ClassificationInput, ClassificationOutput, Cluster, WindowPassage};
pub use doubt::{AnswerDispute, Doubt, refutations};
pub use event::{Activity, Event, MemoryPurpose};
pub use found::FoundText;
pub(crate) use image::{KINDS, media_type};
pub use integration::{
    IntegrationInput, IntegrationOutput, MergedNode, NeighbourUpdate, NodeWithNeighbours,
};
pub use label::EngineLabel;
pub use ledger::{Cost, Ledger, ModelSpending, Service, ServiceSpending, Spent};
pub use origin::origin;
pub use past_steps::{PastStep, PastSteps, Room};
pub use planning::{ConflictNotification, PlannedTask, PlanningInput, PlanningOutput};
pub use request::{Brought, ImageInput, RequestError, ResearchRequest, SourceText};
pub use result::{DocumentSummary, ResearchResult, RunFailure, RunSummary, Termination, Usage};
pub use service_reply::ServiceReply;
pub use structure::{StructureInput, StructureOutput};
pub(crate) use tools::{DEEP_RETRIEVAL, SEARCH, TOOLS, VISIT};
