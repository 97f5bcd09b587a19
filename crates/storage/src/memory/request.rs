//! Requests to long-term memory.

use amb_long_term::{ExportCursor, Observation, RecallQuery};
use amb_memory::ListCursor;
use amb_memory::hierarchy::{ContextItem, CoreBlock, MemoryId};
use amb_memory::text::Language;
use amb_memory::trajectory::records::{
    FragmentId, MethodologyId, RawTrajectory, State, TrajectoryId,
};
use amb_store::long_term::MemoryCall;
use serde::Deserialize;

use super::run_call::run_call;
use crate::tagged::from_tagged;

/// A call of one of the memories. [`Self::from_json`] reads it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, tag = "memory"))]
#[serde(rename_all = "camelCase")]
pub enum MemoryRequest {
    /// A request to hierarchical memory.
    Hierarchy(HierarchyRequest),
    /// A request to trajectory memory.
    Trajectories(TrajectoryRequest),
    /// A request of a run under way.
    Run {
        /// The call.
        #[serde(deserialize_with = "run_call")]
        call: Box<MemoryCall>,
    },
    /// Does the upkeep that is due: reflects, consolidates, gives vectors of the present model to entries without one.
    Upkeep {
        /// True if there is nothing else to do, which lowers the threshold to begin.
        idle: bool,
    },
    /// Only gives vectors of the present model, to a batch of entries without one.
    Vectors,
}

impl MemoryRequest {
    /// Reads a request from JSON: an object whose `memory`, and within a memory `op`, select the kind.
    ///
    /// # Errors
    /// The JSON does not fit the shape.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        from_tagged(json, &["memory", "op"])
    }
}

/// A call of trajectory memory in a place of its own (CG-09). [`Self::from_json`] reads it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TaughtRequest {
    /// A request to trajectory memory.
    Trajectories(TrajectoryRequest),
    /// A request of a run under way.
    Run {
        /// The call.
        #[serde(deserialize_with = "run_call")]
        call: Box<MemoryCall>,
    },
    /// Does the upkeep that is due: consolidates, gives vectors of the present model to entries without one.
    Upkeep {
        /// True if there is nothing else to do, which lowers the threshold to begin.
        idle: bool,
    },
    /// Only gives vectors of the present model, to a batch of entries without one.
    Vectors,
}

impl TaughtRequest {
    /// Reads a request from JSON: an object whose `memory`, and within a memory `op`, select the kind.
    ///
    /// # Errors
    /// The JSON does not fit the shape.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        from_tagged(json, &["memory", "op"])
    }
}

/// A call of hierarchical memory (AF-13), by its name.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(tag = "op"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HierarchyRequest {
    /// Remembers things.
    Observe {
        /// In their order.
        observations: Vec<Observation>,
    },
    /// Recalls entries.
    Recall {
        /// The query.
        query: RecallQuery,
    },
    /// The same as a text for a prompt.
    GetContext {
        /// The query.
        query: RecallQuery,
        /// Its most tokens.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        tokens: usize,
        /// Language of the labels.
        language: Language,
    },
    /// Derives insights from the memory.
    Reflect {
        /// Now, and not only if it is due.
        now: bool,
    },
    /// Summarises, extracts facts, and forgets faded entries.
    Consolidate {
        /// Now, and not only if it is due.
        now: bool,
    },
    /// Returns the work that is due.
    Due,
    /// Remembered entries after a place, the newest first.
    Browse {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// Most results.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// The remembered ones of these entries, in this order.
    Entries {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Corrects the content of an entry.
    Edit {
        /// The entry.
        id: MemoryId,
        /// The new content.
        content: String,
    },
    /// Forgets entries; they can be restored.
    Forget {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Remembers forgotten entries again.
    Restore {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Deletes forgotten entries for good.
    Purge {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Lists forgotten entries after a cursor, the last forgotten first.
    Forgotten {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// Most results.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// Lists the entries derived from these.
    DerivedFrom {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Numbers.
    Stats,
    /// The text of core memory.
    CoreMemory,
    /// Sets a block of core memory, in the user's own words.
    SetCoreMemory {
        /// The block.
        block: CoreBlock,
        /// The new text.
        text: String,
    },
    /// The latest inputs as they came, the oldest first.
    LatestInputs,
    /// Returns the text of working memory: core memory and context items.
    WorkingMemory,
    /// Keeps an item in working memory, in place of the item with the same id.
    KeepInMind {
        /// It.
        item: ContextItem,
    },
    /// Puts something out of mind.
    PutOutOfMind {
        /// Its id.
        id: MemoryId,
    },
    /// Gives vectors of the present model to entries without one.
    ReEmbed,
    /// A page of the export.
    Export {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        cursor: Option<ExportCursor>,
    },
    /// Reads a part of a file to be imported. Nothing is imported before [`Self::Import`].
    ReadImport {
        /// The import, by a number that its sender makes up.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
        /// The part, from 0.
        part: u32,
        /// Its text; parts may be cut anywhere.
        text: String,
    },
    /// Checks that the parts are a whole file without an entry that would be refused.
    CheckImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Imports the file whose parts were read.
    Import {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Lets go of the parts that were read.
    DropImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
}

/// A call of trajectory memory (CG-08), by its name.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(tag = "op"))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TrajectoryRequest {
    /// Learns from a run.
    Learn {
        /// The run.
        run: Box<RawTrajectory>,
    },
    /// Returns the knowledge that fits a situation.
    Query {
        /// The situation.
        state: Box<State>,
        /// The repository.
        #[serde(default)]
        repo: String,
    },
    /// Checks for a loop, and returns strategies that ended such loops before.
    CheckLoop {
        /// Its states, the newest last.
        history: Vec<State>,
    },
    /// Returns mistakes made in such situations.
    Mistakes {
        /// In words.
        situation: String,
        /// Most results.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// Numbers.
    Stats,
    /// Gives vectors of the present model to entries without one.
    ReEmbed,
    /// Makes methodologies, now.
    Consolidate {
        /// True to do it only in idle time and if something was learned.
        #[serde(default)]
        idle: bool,
    },
    /// Lists trajectories after a cursor, the last ended first, with their related rows.
    Browse {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// Most results.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// The fragments of these ids that are kept, with the trajectories that they were cut from, those that ended last
    /// first.
    Cases {
        /// The fragments, as a methodology names its sources.
        ids: Vec<FragmentId>,
    },
    /// Returns all methodologies, with their relations to errors.
    Knowledge,
    /// Forgets a trajectory.
    Forget {
        /// The trajectory.
        id: TrajectoryId,
    },
    /// Forgets a methodology.
    ForgetMethodology {
        /// The methodology.
        id: MethodologyId,
    },
    /// A page of the export.
    Export {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        cursor: Option<ExportCursor>,
    },
    /// Reads a part of a file to be imported. Nothing is imported before [`Self::Import`].
    ReadImport {
        /// The import, by a number that its sender makes up.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
        /// The part, from 0.
        part: u32,
        /// Its text; parts may be cut anywhere.
        text: String,
    },
    /// Checks that the parts are a whole file without an entry that would be refused.
    CheckImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Imports the file whose parts were read.
    Import {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Lets go of the parts that were read.
    DropImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
}
