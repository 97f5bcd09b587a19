//! What a program asks of long-term memory.

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

/// A call of one of the memories. It is read by [`Self::from_json`].
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, tag = "memory"))]
#[serde(rename_all = "camelCase")]
pub enum MemoryRequest {
    /// Of what is kept of the user.
    Hierarchy(HierarchyRequest),
    /// Of what runs have taught.
    Trajectories(TrajectoryRequest),
    /// Of a run under way.
    Run {
        /// The call.
        #[serde(deserialize_with = "run_call")]
        call: Box<MemoryCall>,
    },
    /// To do what is due: reflect, consolidate, give vectors of the present model to what has none of it.
    Upkeep {
        /// Whether nothing else is to be done, so that little is enough to begin.
        idle: bool,
    },
    /// Of that, to give vectors alone, to a part of what has none of the present model.
    Vectors,
}

impl MemoryRequest {
    /// A request as JavaScript writes it: an object whose `memory`, and within a memory `op`, say what it is.
    ///
    /// # Errors
    /// It is of no such shape.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        from_tagged(json, &["memory", "op"])
    }
}

/// A call of trajectory memory where that is in a place of its own (CG-09). It is read by [`Self::from_json`].
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TaughtRequest {
    /// Of what runs have taught.
    Trajectories(TrajectoryRequest),
    /// Of a run under way.
    Run {
        /// The call.
        #[serde(deserialize_with = "run_call")]
        call: Box<MemoryCall>,
    },
    /// To do what is due: consolidate, give vectors of the present model to what has none of it.
    Upkeep {
        /// Whether nothing else is to be done, so that little is enough to begin.
        idle: bool,
    },
    /// Of that, to give vectors alone, to a part of what has none of the present model.
    Vectors,
}

impl TaughtRequest {
    /// A request as JavaScript writes it: an object whose `memory`, and within a memory `op`, say what it is.
    ///
    /// # Errors
    /// It is of no such shape.
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
    /// What comes to mind.
    Recall {
        /// Of this.
        query: RecallQuery,
    },
    /// The same as a text for a prompt.
    GetContext {
        /// Of this.
        query: RecallQuery,
        /// Its most tokens.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        tokens: usize,
        /// Of its labels.
        language: Language,
    },
    /// Insights of what is remembered.
    Reflect {
        /// Now, and not only if it is due.
        now: bool,
    },
    /// Compresses, takes knowledge out, forgets what faded.
    Consolidate {
        /// Now, and not only if it is due.
        now: bool,
    },
    /// What is to be done next.
    Due,
    /// Remembered entries after a place, the newest first.
    Browse {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// At most so many.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// The remembered ones of these entries, in this order.
    Entries {
        /// The entries.
        ids: Vec<MemoryId>,
    },
    /// Corrects what an entry says.
    Edit {
        /// The entry.
        id: MemoryId,
        /// What it is to say.
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
    /// Forgotten entries after a place, what was forgotten last first.
    Forgotten {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// At most so many.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// What was made of entries.
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
        /// What it is to say.
        text: String,
    },
    /// The latest inputs as they came, the oldest first.
    LatestInputs,
    /// The text of working memory: core memory, and what is kept in mind.
    WorkingMemory,
    /// Keeps something in mind, in place of what has its id.
    KeepInMind {
        /// It.
        item: ContextItem,
    },
    /// Puts something out of mind.
    PutOutOfMind {
        /// Its id.
        id: MemoryId,
    },
    /// Gives vectors of the present model to entries that have none of it.
    ReEmbed,
    /// A page of the export.
    Export {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        cursor: Option<ExportCursor>,
    },
    /// Reads a part of a file that is to be imported. Nothing is taken in before [`Self::Import`].
    ReadImport {
        /// The import, by a number that its sender makes up.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
        /// The part, from 0.
        part: u32,
        /// Its text; parts may be cut anywhere.
        text: String,
    },
    /// Whether the parts are a whole file of which nothing would be refused.
    CheckImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Takes the file in whose parts were read.
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
    /// What is known in a situation.
    Query {
        /// The situation.
        state: Box<State>,
        /// What is worked on.
        #[serde(default)]
        repo: String,
    },
    /// Whether a run is stuck, and what led out of it before.
    CheckLoop {
        /// Its states, the newest last.
        history: Vec<State>,
    },
    /// What went wrong in such situations.
    Mistakes {
        /// In words.
        situation: String,
        /// At most so many.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// Numbers.
    Stats,
    /// Gives vectors of the present model to what has none of it.
    ReEmbed,
    /// Makes methodologies, now.
    Consolidate {
        /// Only if nothing else is to be done and something was learned.
        #[serde(default)]
        idle: bool,
    },
    /// Trajectories after a place, those that ended last first, with what belongs to them.
    Browse {
        /// None for the first.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        after: Option<ListCursor>,
        /// At most so many.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        limit: usize,
    },
    /// The fragments of these ids that are kept, with the trajectories that they were cut from, those that ended last first.
    Cases {
        /// The fragments, as a methodology names its sources.
        ids: Vec<FragmentId>,
    },
    /// All methodologies, with what relates them to errors.
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
    /// Reads a part of a file that is to be imported. Nothing is taken in before [`Self::Import`].
    ReadImport {
        /// The import, by a number that its sender makes up.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
        /// The part, from 0.
        part: u32,
        /// Its text; parts may be cut anywhere.
        text: String,
    },
    /// Whether the parts are a whole file of which nothing would be refused.
    CheckImport {
        /// The import.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        import: u64,
    },
    /// Takes the file in whose parts were read.
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
