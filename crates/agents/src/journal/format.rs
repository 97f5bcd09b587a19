//! The journal as a file: versioned JSON, bodies in base64.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use super::body::Bodies;
use super::record::{Effect, Record};
use super::recorded_settings;
use crate::host::ContentHash;
use crate::protocol::ResearchRequest;
use crate::settings::Settings;

/// The value of a journal's `format` field.
pub const JOURNAL_FORMAT: &str = "agentic-memory-bank/journal";
/// The newest version that this build reads, and writes for runs that used long-term memory. Any other run is written
/// as version 1, which older builds read.
pub const JOURNAL_VERSION: u32 = 2;
/// The version of a journal without long-term memory.
const PLAIN_VERSION: u32 = 1;

/// A journal: the requests to the run, and its effects.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalFile {
    /// The requests, in order; more than one if a memory was kept and continued.
    pub requests: Vec<Requested>,
    records: Vec<Record>,
    bodies: Bodies,
    own: bool,
}

/// A request, and the settings that it was carried out with.
#[derive(Debug, Clone, PartialEq)]
pub struct Requested {
    /// The request.
    pub request: ResearchRequest,
    /// The settings.
    pub settings: Settings,
    /// Number of effects on record before the request; 0 for the first request, and in journals of older versions.
    pub from: usize,
}

/// The JSON of a journal.
#[derive(Serialize, Deserialize)]
struct Wire {
    format: String,
    version: u32,
    #[serde(default)]
    requests: Vec<ResearchRequest>,
    /// The settings of the last request.
    #[serde(default, deserialize_with = "recorded_settings::one")]
    settings: Settings,
    /// The settings of each request before, unless they are the same.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "recorded_settings::several"
    )]
    earlier_settings: Vec<Settings>,
    /// Number of records before each request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    from: Vec<usize>,
    #[serde(default)]
    records: Vec<Record>,
    #[serde(default)]
    bodies: BTreeMap<ContentHash, String>,
}

/// The head of a journal's JSON, read first so that a newer version is named as such.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Why a journal could not be read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Not JSON, or not of a journal's shape.
    #[error("this is not a journal of the Agentic Memory Bank: {0}")]
    Malformed(#[from] serde_json::Error),
    /// JSON of something else.
    #[error("this is a {found:?} file; a journal says {JOURNAL_FORMAT:?}")]
    WrongFormat {
        /// The value of the `format` field.
        found: String,
    },
    /// A version that nothing ever wrote.
    #[error("this journal says it has version 0, which there never was: it is damaged")]
    NoSuchVersion,
    /// Written by a newer version.
    #[error(
        "this journal has version {found}, and this build reads up to {supported}: update to replay it"
    )]
    TooNew {
        /// The journal's version.
        found: u32,
        /// The newest that this build reads.
        supported: u32,
    },
    /// A body that does not match its hash.
    #[error("the body {hash} of this journal is damaged")]
    DamagedBody {
        /// The hash.
        hash: ContentHash,
    },
    /// A line of a stored journal that does not follow from those before it.
    #[error("line {index} of this journal does not follow from those before it: it is damaged")]
    WrongLine {
        /// Its number, from 0.
        index: usize,
    },
    /// A journal without its request cannot be replayed.
    #[error("this journal does not say what was asked, so it cannot be replayed")]
    NoRequest,
}

impl JournalError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Malformed(_) | Self::NoSuchVersion => "journal_malformed",
            Self::WrongFormat { .. } => "journal_wrong_format",
            Self::TooNew { .. } => "journal_too_new",
            Self::DamagedBody { .. } | Self::WrongLine { .. } => "journal_damaged",
            Self::NoRequest => "journal_without_request",
        }
    }
}

impl JournalFile {
    pub(super) fn from_parts(records: Vec<Record>, bodies: Bodies) -> Self {
        Self {
            requests: Vec::new(),
            records,
            bodies,
            own: true,
        }
    }

    pub(super) fn owned(self, own: bool) -> Self {
        Self { own, ..self }
    }

    /// Returns true if the run began here, as far as is known. A text may come from anybody, so a journal read from one
    /// is foreign until its caller [declares it](Self::as_own). A continued journal, and one in a store, keep their
    /// state.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// Returns the same journal as the caller's own run: if it goes on, it reads and writes the long-term memory here.
    #[must_use]
    pub fn as_own(self) -> Self {
        self.owned(true)
    }

    /// Sets the requests.
    #[must_use]
    pub fn asked(mut self, requests: Vec<Requested>) -> Self {
        self.requests = requests;
        self
    }

    pub(super) fn into_parts(self) -> (Vec<Record>, Bodies) {
        (self.records, self.bodies)
    }

    /// Returns the bodies of its records, by content hash.
    pub fn bodies(&self) -> impl Iterator<Item = (&ContentHash, &[u8])> {
        self.bodies.iter()
    }

    /// The effects, in order.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the journal cut after this many effects: the journal of a run that was killed there.
    #[must_use]
    pub fn truncated(mut self, effects: usize) -> Self {
        self.records.truncate(effects);
        self
    }

    /// Returns the journal of a failed run, without its failure: up to the last exchange, or to a later failure. A
    /// repeated exchange is left out with its earlier attempts, which a continued run makes anew.
    #[must_use]
    pub fn before_failure(self) -> Self {
        let Some(mut at) = self.records.iter().rposition(Record::may_have_failed) else {
            return self;
        };
        while let Some(earlier) = self.attempt_before(at) {
            at = earlier;
        }
        self.truncated(at)
    }

    /// Returns the previous attempt at the same exchange, if only a wait lies between.
    fn attempt_before(&self, at: usize) -> Option<usize> {
        let repeated = self.records.get(at)?;
        let before = self.records.get(..at)?;
        let earlier = before.iter().rposition(|record| !record.is_of_waiting())?;
        let is_same = before.get(earlier)?.effect == repeated.effect;
        let waited = before.get(earlier..)?.iter().any(Record::is_pause);
        (is_same && waited && repeated.effect.is_paid()).then_some(earlier)
    }

    /// Returns the journal as JSON.
    ///
    /// # Errors
    /// Does not fail for a recorded journal; passes on the serialiser's error.
    pub fn to_json(&self) -> Result<String, JournalError> {
        let bodies = self
            .bodies
            .iter()
            .map(|(hash, bytes)| (hash.clone(), BASE64.encode(bytes)));
        let settings = self.requests.iter().map(|asked| asked.settings.clone());
        let (settings, earlier_settings) = last_and_earlier(settings.collect());
        let requests = self.requests.iter().map(|asked| asked.request.clone());
        let mut from: Vec<usize> = self.requests.iter().map(|asked| asked.from).collect();
        if from.iter().all(|from| *from == 0) {
            from.clear();
        }
        Ok(serde_json::to_string(&Wire {
            format: JOURNAL_FORMAT.to_owned(),
            version: self.version(),
            requests: requests.collect(),
            settings,
            earlier_settings,
            from,
            records: self.records.clone(),
            bodies: bodies.collect(),
        })?)
    }

    /// Reads a journal from JSON.
    ///
    /// # Errors
    /// One [`JournalError`] for each reason why a file is no journal of this version.
    pub fn from_json(json: &str) -> Result<Self, JournalError> {
        let head: Head = serde_json::from_str(json)?;
        if head.format != JOURNAL_FORMAT {
            return Err(JournalError::WrongFormat { found: head.format });
        }
        if head.version == 0 {
            return Err(JournalError::NoSuchVersion);
        }
        if head.version > JOURNAL_VERSION {
            return Err(JournalError::TooNew {
                found: head.version,
                supported: JOURNAL_VERSION,
            });
        }
        let mut wire: Wire = serde_json::from_str(json)?;
        let mut bodies = Bodies::default();
        for (hash, text) in std::mem::take(&mut wire.bodies) {
            let intact = BASE64
                .decode(text)
                .is_ok_and(|bytes| bodies.put(bytes) == hash);
            if !intact {
                return Err(JournalError::DamagedBody { hash });
            }
        }
        if wire.requests.is_empty() {
            return Err(JournalError::NoRequest);
        }
        let records = std::mem::take(&mut wire.records);
        let file = Self::from_parts(records, bodies).owned(false);
        Ok(file.asked(wire.requested()))
    }

    fn version(&self) -> u32 {
        let asks_memory = |record: &Record| matches!(record.effect, Effect::Remember { .. });
        if self.records.iter().any(asks_memory) {
            JOURNAL_VERSION
        } else {
            PLAIN_VERSION
        }
    }
}

impl Wire {
    /// Each request with its settings.
    fn requested(self) -> Vec<Requested> {
        let is_earlier = self.requests.len().saturating_sub(1);
        let mut earlier = self.earlier_settings.into_iter().take(is_earlier);
        let mut from = self.from.into_iter();
        let requests = self.requests.into_iter();
        requests
            .map(|request| Requested {
                request,
                settings: earlier.next().unwrap_or_else(|| self.settings.clone()),
                from: from.next().unwrap_or_default(),
            })
            .collect()
    }
}

/// The last settings, and those before it unless all are the same.
fn last_and_earlier(mut settings: Vec<Settings>) -> (Settings, Vec<Settings>) {
    let last = settings.pop().unwrap_or_default();
    if settings.iter().all(|earlier| *earlier == last) {
        settings.clear();
    }
    (last, settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostError;
    use crate::journal::record::Outcome;

    fn record(effect: Effect, outcome: Option<Outcome>) -> Record {
        Record { effect, outcome }
    }

    fn exchange() -> Record {
        fetched(b"")
    }

    fn other() -> Record {
        fetched(b"other")
    }

    fn sleep() -> Record {
        let milliseconds = 500;
        record(Effect::Sleep { milliseconds }, Some(Outcome::Done))
    }

    fn put() -> Record {
        let hash = ContentHash::of(b"");
        record(Effect::PutBlob { hash }, Some(Outcome::Done))
    }

    fn fetched(request: &[u8]) -> Record {
        let hash = ContentHash::of(request);
        let asked = "GET https://a.example/".to_owned();
        let digest = hash.clone();
        let response = Outcome::Response {
            status: 200,
            url: "https://a.example/".to_owned(),
            headers: Vec::new(),
            body: hash,
        };
        record(Effect::Fetch { asked, digest }, Some(response))
    }

    fn now() -> Record {
        record(Effect::Now, Some(Outcome::Time { milliseconds: 1 }))
    }

    fn failed() -> Record {
        let error = HostError::Storage {
            detail: "full".to_owned(),
        };
        record(Effect::Now, Some(Outcome::Failed { error }))
    }

    /// A run ended by its last exchange, whatever the status, or by a later failure.
    #[test]
    fn bx_02_what_ended_a_run_is_left_out() {
        for (records, left) in [
            (vec![exchange(), now(), exchange(), now()], 2),
            (vec![exchange(), now(), failed(), now()], 2),
            (vec![failed(), exchange(), now()], 1),
            // The attempts at one exchange go together.
            (
                vec![
                    now(),
                    exchange(),
                    now(),
                    sleep(),
                    exchange(),
                    sleep(),
                    now(),
                    exchange(),
                ],
                1,
            ),
            // Another exchange, or the same one after another effect, is not among them.
            (vec![other(), sleep(), exchange(), now()], 2),
            (vec![exchange(), put(), sleep(), exchange()], 3),
            (vec![failed(), sleep(), failed()], 2),
            (vec![now()], 1),
            (vec![], 0),
        ] {
            let file = JournalFile::from_parts(records, Bodies::default());
            assert_eq!(file.before_failure().records.len(), left);
        }
    }
}
