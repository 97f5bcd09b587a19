//! Errors of hierarchical memory.

use super::entry::{MemoryId, Speaker};
use super::working_memory::CoreBlock;
use crate::retrieval::RetrievalError;
use crate::task::Trust;
use thiserror::Error;

/// Why an operation on hierarchical memory was refused. A refused operation changed nothing.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum HierarchyError {
    /// Nothing of the content can be seen, or all of it was recalled from memory.
    #[error("there is nothing to remember: the content is empty, or was recalled from memory")]
    EmptyContent,
    /// An entry's content is longer than is kept; whoever prepares it cuts it.
    #[error("entry {id} holds {chars} characters, more than is kept of a memory")]
    ContentTooLong {
        /// The entry.
        id: MemoryId,
        /// Characters in its content.
        chars: usize,
    },
    /// An id is empty, too long, or holds what cannot be seen.
    #[error("the id of a memory must be 1 to 256 visible characters on one line")]
    MalformedId,
    /// An importance is not a share.
    #[error("an importance is a number from 0 to 1, not {0}")]
    ImportanceOutOfRange(f32),
    /// An entry's content hash is not that of its content.
    #[error("the content hash of entry {0} is not that of its content")]
    HashMismatch(MemoryId),
    /// An entry names itself as related, as a source, or as its own summary.
    #[error("entry {0} refers to itself")]
    SelfReference(MemoryId),
    /// An entry refers to more others than are kept.
    #[error("entry {id} refers to {count} others, more than {most}")]
    TooManyReferences {
        /// The entry.
        id: MemoryId,
        /// Number of references.
        count: usize,
        /// Most references that are allowed.
        most: usize,
    },
    /// A subject, relation or value is empty or too long.
    #[error("a fact needs a subject, a relation and a value of 1 to 500 characters each")]
    MalformedFact,
    /// No entry has this id.
    #[error("there is no memory {0}")]
    UnknownEntry(MemoryId),
    /// Nothing forgotten has this id.
    #[error("memory {0} is not among the forgotten: it was purged, or never forgotten")]
    NotForgotten(MemoryId),
    /// The id names an entry already, remembered or forgotten.
    #[error("there is a memory {0} already")]
    DuplicateId(MemoryId),
    /// The same content is kept already, remembered or forgotten.
    #[error("memory {existing} has the same content")]
    DuplicateContent {
        /// The entry that has it.
        existing: MemoryId,
    },
    /// A vector was refused.
    #[error(transparent)]
    Retrieval(#[from] RetrievalError),
    /// A block of core memory, which is never evicted, does not fit beside the others.
    #[error(
        "core memory would take {tokens} of {limit} tokens with this {block:?}: shorten it, or raise the limit"
    )]
    CoreOverflow {
        /// The block that was to be set.
        block: CoreBlock,
        /// Tokens that core memory would take.
        tokens: usize,
        /// The limit of working memory.
        limit: usize,
    },
    /// Core memory and facts about the user rest on the user's own words.
    #[error("only first-hand words are put there, not those of {speaker:?} with trust {trust:?}")]
    NotFirstHand {
        /// Whose words they are.
        speaker: Speaker,
        /// Trust label of the words.
        trust: Trust,
    },
    /// A setting has no meaning at its value.
    #[error("the setting {name} must be {expected}")]
    InvalidSetting {
        /// Its name, as in JSON.
        name: &'static str,
        /// Range or form that the value must have.
        expected: &'static str,
    },
    /// No clock on Earth is that far from UTC.
    #[error("an offset from UTC is at most 18 hours, not {0} minutes")]
    OffsetOutOfRange(i32),
    /// A range of time ends before it begins.
    #[error("a range of time ends before it begins")]
    BackwardRange,
    /// More memories at once than are compared with each other.
    #[error("{count} memories at once; at most {most} are taken, send them in parts")]
    BatchTooLarge {
        /// Number of memories.
        count: usize,
        /// Most memories that are allowed.
        most: usize,
    },
    /// Not as many replies came as there were requests.
    #[error("{actual} replies to {expected} requests")]
    RepliesMismatch {
        /// Number of requests.
        expected: usize,
        /// Number of replies.
        actual: usize,
    },
}

/// The kinds of [`HierarchyError`], for callers that decide by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HierarchyErrorKind {
    /// The named item does not exist.
    NotFound,
    /// The item to create exists already.
    AlreadyExists,
    /// A limit is reached.
    Capacity,
    /// The rules of trust forbid it.
    Refused,
    /// The caller passed something malformed.
    InvalidInput,
}

impl HierarchyError {
    /// The kind of this error.
    #[must_use]
    pub fn kind(&self) -> HierarchyErrorKind {
        match self {
            Self::UnknownEntry(_) | Self::NotForgotten(_) => HierarchyErrorKind::NotFound,
            Self::DuplicateId(_) | Self::DuplicateContent { .. } => {
                HierarchyErrorKind::AlreadyExists
            }
            Self::CoreOverflow { .. } | Self::BatchTooLarge { .. } => HierarchyErrorKind::Capacity,
            Self::NotFirstHand { .. } => HierarchyErrorKind::Refused,
            Self::EmptyContent
            | Self::ContentTooLong { .. }
            | Self::MalformedId
            | Self::ImportanceOutOfRange(_)
            | Self::HashMismatch(_)
            | Self::SelfReference(_)
            | Self::TooManyReferences { .. }
            | Self::MalformedFact
            | Self::Retrieval(_)
            | Self::InvalidSetting { .. }
            | Self::OffsetOutOfRange(_)
            | Self::BackwardRange
            | Self::RepliesMismatch { .. } => HierarchyErrorKind::InvalidInput,
        }
    }
}
