//! Consolidation: old memories compressed, faded ones forgotten, knowledge taken out of new ones
//! (seed 004, 记忆整合; AF-09).
//!
//! 1. [`consolidation_queries`] says what to read; [`ConsolidationMaterial`] holds it.
//! 2. [`plan_consolidation`] says what is to be summarised, what facts are looked for in, and what is
//!    forgotten.
//! 3. An engine answers each request. Without a model [`quoted_summary`] sums up, and there are no facts: the memories
//!    themselves are searched.
//! 4. [`draft_consolidation`] turns the replies into memories, which are embedded and looked up like
//!    any other; [`ConsolidationReplies::quote_repeated`] sees to it that no summary is one that is there.
//! 5. [`conclude_consolidation`] gives one change set, and a [`ConsolidationReport`] of what it does.
//!
//! Nothing is lost: what is summarised is kept as the summary's sources, what is forgotten can be
//! brought back until it is purged.

mod compression;
mod conclusion;
mod draft;
mod forgetting;
mod knowledge;
mod plan;

pub use compression::{SummaryReply, SummaryRequest, quoted_summary};
pub use conclusion::{
    Compressed, ConsolidationReport, Contradiction, SkippedRequest, conclude_consolidation,
};
pub use draft::{ConsolidationDrafts, ConsolidationReplies, RefusedFact, draft_consolidation};
pub use forgetting::{EntryVitals, Fading, bring_back, forget, purge, strength, undo_forgetting};
pub use knowledge::{FactReply, FactsReply, FactsRequest, is_stated};
pub use plan::{
    ConsolidationMaterial, ConsolidationPlan, ConsolidationQueries, consolidation_queries,
    episodic_memories, is_compression_due, is_knowledge_due, plan_consolidation, unread_memories,
};
