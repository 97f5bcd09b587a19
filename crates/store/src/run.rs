//! A run as a store knows it: texts, bytes and numbers.

use serde::{Deserialize, Serialize};

/// A run that begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct NewRun {
    /// Its identifier, unique in a store.
    pub id: String,
    /// What was asked, for people who choose among runs.
    pub question: String,
    /// Version of its journal's lines.
    pub format: u32,
    /// When it began, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// Its first lines, which say what was asked.
    pub lines: Vec<String>,
    /// Bodies that they point at.
    pub bodies: Vec<Body>,
}

/// What is added to a run in one transaction: all of it becomes visible, or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// How many lines the journal has before; another number is refused.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// Lines that follow.
    pub lines: Vec<String>,
    /// Bodies that lines point at, if the run does not have them yet.
    pub bodies: Vec<Body>,
    /// How the run stands, if that changed.
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

/// How a run stands.
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

/// What a list of runs shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RunHead {
    /// Its identifier.
    pub id: String,
    /// What was asked.
    pub question: String,
    /// Version of its journal's lines.
    pub format: u32,
    /// How it stands.
    pub state: RunState,
    /// When it began, in milliseconds since the Unix epoch.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    /// When it last changed, likewise.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub updated: i64,
    /// Lines of its journal.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub lines: u64,
    /// Bytes of its lines, bodies and blobs; those that it shares with other runs included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub bytes: u64,
}

/// A run read back; its bodies are asked for by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct StoredRun {
    /// What is known of it.
    pub head: RunHead,
    /// Its journal.
    pub lines: Vec<String>,
}
