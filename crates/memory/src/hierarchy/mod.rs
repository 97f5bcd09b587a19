//! Hierarchical memory: what is kept of the user across tasks, in four levels (seed 004, AgentFlow).
//!
//! - [`SensoryBuffer`]: the latest inputs, raw;
//! - [`WorkingMemory`]: what stands in the prompt, core and context within one limit of tokens;
//! - episodic and semantic memory: [`MemoryEntry`]s of two [`MemoryLayer`]s, in a store.
//!
//! Nothing here has a clock, randomness, a model or a disk. Ids, times and vectors are passed in;
//! what needs the world is split in two: a step that says what is wanted, and a step that takes what
//! came back and says what to write, as a [`ChangeSet`] that a store applies whole.
//! [`EntryTable`] is such a store in memory, and shows what every other does.
//!
//! | seed | here |
//! |---|---|
//! | observe | [`NewMemory::prepare`], [`admit`] |
//! | recall | [`plan_recall`], [`rank`] |
//! | get_context | [`Recollection::context`] |
//! | reflect | [`questions_requests`] and what follows it in `reflection/` |
//! | consolidate | [`plan_consolidation`] and what follows it in `consolidation/` |
//!
//! **Trust.** Every entry says where it comes from ([`Trust`](crate::task::Trust)) and whose words it
//! holds ([`Speaker`]); what is made of several has the least of both. Core memory, facts about the
//! user and insights that speak of the user rest on first-hand words alone
//! ([`Speaker::is_first_hand`]). Contents are untrusted text wherever they are shown.

mod change_set;
mod consolidation;
mod entry;
mod entry_table;
mod error;
mod excerpt;
mod observation;
mod query;
mod recall;
mod reflection;
mod sensory_buffer;
mod settings;
mod working_memory;

pub use change_set::{Change, ChangeSet, ForgetReason, Forgotten, MemoryState};
pub use consolidation::*;
pub use entry::{
    ContentHash, Fact, Importance, MAX_CONTENT_CHARS, MAX_RELATED, MAX_SOURCES, MemoryEntry,
    MemoryId, MemoryLayer, MemoryType, Met, Speaker, Spelling, estimate_importance,
    is_called_important, left_out_of, normalised,
};
pub use entry_table::EntryTable;
pub use error::{HierarchyError, HierarchyErrorKind};
pub use excerpt::Excerpt;
pub use observation::{
    Admission, AdmissionOutcome, Admissions, Arrival, Known, Likeness, MAX_BATCH, NearDuplicate,
    NewMemory, PreparedMemory, admit,
};
pub use query::{
    QueryAnalysis, QueryKind, TimeExpression, TimeRange, UtcOffset, analyze_query, asked,
};
pub use recall::*;
pub use reflection::*;
pub use sensory_buffer::SensoryBuffer;
pub use settings::{ConsolidationSettings, HierarchySettings, RecallSettings, ReflectionSettings};
pub use working_memory::{
    ContextBlock, ContextItem, CoreBlock, CoreMemory, Displaced, Displacement, WorkingMemory,
};
