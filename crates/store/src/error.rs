//! Errors of a store.

use serde::{Deserialize, Serialize};

/// Why a call failed; it changed nothing, unless [`StoreError::is_in_doubt`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StoreError {
    /// The quota of the origin, or the disk, is used up.
    #[error(
        "there is no room left to store this: free space or delete runs, then go on ({detail})"
    )]
    Full {
        /// The platform's message.
        detail: String,
    },
    /// The database is damaged, or of another program. Its bytes are unchanged.
    #[error(
        "what is stored cannot be read and was left as it is: keep a copy of it, then delete that run, or set the database aside ({detail})"
    )]
    Corrupt {
        /// The fault.
        detail: String,
    },
    /// The database is from a newer version of this program. Its bytes are unchanged.
    #[error(
        "the stored database has schema {found}, and this version knows up to {supported}: update to open it"
    )]
    TooNew {
        /// The schema of the database.
        found: u32,
        /// The newest schema that this build knows.
        supported: u32,
    },
    /// Another tab, worker or process holds the database.
    #[error(
        "the stored database is in use by another tab or process: close that, or try again ({detail})"
    )]
    Busy {
        /// The platform's message.
        detail: String,
    },
    /// The platform has no such storage, or does not let this page use it.
    #[error("this platform stores nothing here: runs are kept in memory alone ({detail})")]
    Unavailable {
        /// The platform's message.
        detail: String,
    },
    /// The database is encrypted, and no passphrase was given. Its bytes are unchanged.
    #[error("the stored database is encrypted: open it with its passphrase")]
    PassphraseNeeded,
    /// The database is encrypted with another passphrase, or its beginning is damaged; the two cannot be distinguished.
    /// Its bytes are unchanged.
    #[error(
        "this is not the passphrase of the stored database, or its beginning is damaged: nothing was changed; try the passphrase again"
    )]
    PassphraseWrong,
    /// A passphrase was given for a plain database. Its bytes are unchanged.
    #[error(
        "the stored database is not encrypted: open it without a passphrase, and encrypt it by changing its passphrase"
    )]
    NotEncrypted,
    /// The database is or would be encrypted, but its medium here does not support encryption.
    #[error(
        "databases cannot be encrypted here, nor encrypted ones read: they are in a browser and in Node, where they are kept on disk"
    )]
    EncryptionUnavailable,
    /// No run has this identifier.
    #[error("no run {run} is stored: it may have been deleted; list the runs to see what there is")]
    RunNotFound {
        /// The identifier.
        run: String,
    },
    /// A run of this identifier is there already.
    #[error(
        "a run {run} is stored already, as it went on there: go on with that one by its identifier"
    )]
    RunExists {
        /// The identifier.
        run: String,
    },
    /// The journal does not end at the caller's position: it has another writer.
    #[error(
        "the journal of run {run} has {expected} lines and was to be continued at {given}: it has another writer; load it again"
    )]
    WrongIndex {
        /// The run.
        run: String,
        /// The lines that the journal has.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        expected: u64,
        /// The index at which the caller appended.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        given: u64,
    },
    /// The medium failed.
    #[error("the storage failed: try again, and keep an export if it goes on ({detail})")]
    Io {
        /// The platform's message.
        detail: String,
    },
}

impl StoreError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Full { .. } => "store_full",
            Self::Corrupt { .. } => "store_corrupt",
            Self::TooNew { .. } => "store_too_new",
            Self::Busy { .. } => "store_busy",
            Self::Unavailable { .. } => "store_unavailable",
            Self::PassphraseNeeded => "passphrase_needed",
            Self::PassphraseWrong => "passphrase_wrong",
            Self::NotEncrypted => "store_not_encrypted",
            Self::EncryptionUnavailable => "encryption_unavailable",
            Self::RunNotFound { .. } => "stored_run_not_found",
            Self::RunExists { .. } => "stored_run_exists",
            Self::WrongIndex { .. } => "stored_run_wrong_index",
            Self::Io { .. } => "store_io",
        }
    }

    /// Returns true if the same call may succeed later.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::Full { .. } | Self::Busy { .. } | Self::Io { .. }
        )
    }

    /// Returns true if the call may have been carried out whole in spite of the error. A repeated write settles it: a
    /// batch that was kept is refused with [`StoreError::WrongIndex`].
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        matches!(self, Self::Full { .. } | Self::Io { .. })
    }
}
