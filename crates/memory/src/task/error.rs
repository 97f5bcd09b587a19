//! Errors of task memory.

use super::ids::{ConflictId, EntryId, NodeId};
use crate::retrieval::RetrievalError;
use thiserror::Error;

/// Why an operation on task memory was refused. A refused operation changed nothing.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TaskError {
    /// No node has this id.
    #[error("there is no node {0}")]
    UnknownNode(NodeId),
    /// No conflict has this id.
    #[error("there is no conflict {0}")]
    UnknownConflict(ConflictId),
    /// The id names a node already, or named one that was merged.
    #[error("the id {0} is or was another node's")]
    DuplicateNode(NodeId),
    /// An entry is not as long as the place in a document that it names, or lies at an impossible one.
    #[error("entry {0} does not fit the place in a document that it names")]
    MisplacedEntry(EntryId),
    /// An entry's structure is not one of its text.
    #[error("the structure of entry {0} does not fit its text")]
    UnfitStructure(EntryId),
    /// No entry has this id.
    #[error("there is no entry {0}")]
    UnknownEntry(EntryId),
    /// The id names an entry already; entries never change.
    #[error("there is an entry {0} already, and entries never change")]
    DuplicateEntry(EntryId),
    /// A node was to be linked to, or disputed with, itself.
    #[error("node {0} cannot be related to itself")]
    SelfLink(NodeId),
    /// A node with entries may only go by a merge, or its entries could not be reached.
    #[error("node {0} has entries: it can be merged, not removed")]
    NodeHasEntries(NodeId),
    /// A merge names no node, or one twice.
    #[error("a merge takes one or more different nodes")]
    NothingToMerge,
    /// The merge event's id names another event.
    #[error("there is a merge event {0} already")]
    DuplicateMergeEvent(String),
    /// The merge event tells of other nodes than those merged.
    #[error("merge event {0} does not tell of this merge")]
    MergeEventMismatch(String),
    /// More than one pending task: planning decides one step at a time.
    #[error("{0} pending tasks where at most one is planned")]
    TooManyPendingTasks(usize),
    /// A task was to be completed while none is pending.
    #[error("no task is pending")]
    NothingPending,
    /// An attachment's content is not a path, a URI or a hash, but the content itself.
    #[error("attachment {0} must be kept by path, URI or hash, not by content")]
    AttachmentByContent(String),
    /// A passage's span does not lie on character boundaries within its entry's text.
    #[error("passage {index} does not lie within entry {entry}")]
    PassageOutsideEntry {
        /// The entry.
        entry: EntryId,
        /// Position of the passage among those passed.
        index: usize,
    },
    /// No passage is indexed under this name.
    #[error("entry {entry} has no passage {index}")]
    UnknownPassage {
        /// The entry.
        entry: EntryId,
        /// Position of the passage among the entry's.
        index: u32,
    },
    /// The index refused a vector or a query.
    #[error(transparent)]
    Retrieval(#[from] RetrievalError),
}

/// The kinds of [`TaskError`], for callers that decide by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskErrorKind {
    /// The named item does not exist.
    NotFound,
    /// The item to create exists already.
    AlreadyExists,
    /// The state of the memory forbids it.
    Refused,
    /// The caller passed something malformed.
    InvalidInput,
}

impl TaskError {
    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> TaskErrorKind {
        match self {
            Self::UnknownConflict(_) | Self::UnknownNode(_) | Self::UnknownEntry(_) => {
                TaskErrorKind::NotFound
            }
            Self::DuplicateNode(_) | Self::DuplicateEntry(_) | Self::DuplicateMergeEvent(_) => {
                TaskErrorKind::AlreadyExists
            }
            Self::NodeHasEntries(_) | Self::NothingPending => TaskErrorKind::Refused,
            Self::SelfLink(_)
            | Self::MisplacedEntry(_)
            | Self::UnfitStructure(_)
            | Self::NothingToMerge
            | Self::MergeEventMismatch(_)
            | Self::TooManyPendingTasks(_)
            | Self::AttachmentByContent(_)
            | Self::PassageOutsideEntry { .. }
            | Self::UnknownPassage { .. }
            | Self::Retrieval(_) => TaskErrorKind::InvalidInput,
        }
    }
}
