//! A run as a store knows it: texts, bytes and numbers.

use serde::{Deserialize, Serialize};

/// A run that begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct NewRun {
    /// Its identifier, unique in a store.
    pub id: String,
    /// The question, for people who choose among runs.
    pub question: String,
    /// Version of its journal's lines.
    pub format: u32,
    /// Time of creation, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// The first lines of the journal, with the request.
    pub lines: Vec<String>,
    /// Bodies that they point at.
    pub bodies: Vec<Body>,
}

/// An append to a run in one transaction: all of it becomes visible, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// Number of lines in the journal before the append; another number is refused.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// Lines that follow.
    pub lines: Vec<String>,
    /// Bodies that lines point at, if the run does not have them yet.
    pub bodies: Vec<Body>,
    /// The new state of the run, if it changed.
    #[serde(default)]
    pub state: Option<RunState>,
    /// The time, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated: i64,
}

/// Bytes and their name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Body {
    /// The content hash that names them: the same name always means the same bytes.
    pub hash: String,
    /// The bytes.
    #[serde(with = "serde_bytes")]
    #[cfg_attr(feature = "ts", ts(type = "Uint8Array"))]
    pub bytes: Vec<u8>,
}

/// The state of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunState {
    /// At work; or killed at work, if nobody has it open.
    Running,
    /// Stopped by the user, to go on later.
    Paused,
    /// Come to its end.
    Finished {
        /// Why it ended.
        termination: String,
    },
    /// Ended by a failure.
    Failed {
        /// Stable name of the failure.
        code: String,
    },
}

/// The entry of a run in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RunHead {
    /// Its identifier.
    pub id: String,
    /// The question.
    pub question: String,
    /// Version of its journal's lines.
    pub format: u32,
    /// The state.
    pub state: RunState,
    /// Time of creation, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// Time of the last change, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated: i64,
    /// Lines of its journal.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub lines: u64,
    /// Bytes of its lines, bodies and blobs; those that it shares with other runs included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}

/// A run read back; its bodies are read by hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct StoredRun {
    /// The entry of the run in a list.
    pub head: RunHead,
    /// Its journal.
    pub lines: Vec<String>,
}
