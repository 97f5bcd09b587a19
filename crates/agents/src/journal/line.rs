//! A stored journal, line by line: a store's content of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::body::Bodies;
use super::format::{JournalError, JournalFile, Requested};
use super::record::{Effect, Outcome, Record};
use super::recorded_settings;
use crate::host::ContentHash;
use crate::protocol::ResearchRequest;
use crate::settings::Settings;

/// Version of the lines that this build writes, and the newest that it reads.
pub const LINES_VERSION: u32 = 1;

/// A line. Effects are numbered by their place in the journal, from 0.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The settings of the requests that follow.
    Begun {
        /// The settings.
        #[serde(deserialize_with = "recorded_settings::one")]
        settings: Box<Settings>,
        /// True if the journal was read from a text that may come from anybody.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        foreign: bool,
    },
    /// A request, as JSON in a body: it may hold whole documents.
    Requested {
        /// The body.
        body: ContentHash,
        /// Number of effects on record before the request.
        #[serde(default)]
        from: usize,
    },
    /// An effect that was begun, and whose result is awaited.
    Asked {
        /// Its number.
        number: usize,
        /// The effect.
        effect: Effect,
    },
    /// The result of an effect that was begun.
    Answered {
        /// Its number.
        number: usize,
        /// The answer.
        outcome: Outcome,
    },
    /// An effect that was answered at once.
    Recorded {
        /// Its number.
        number: usize,
        /// The effect.
        effect: Effect,
        /// The answer.
        outcome: Outcome,
    },
    /// The run goes on from here: effects from this number on, the failure that ended it, count no more.
    GoesOn {
        /// The number of the effect that follows.
        number: usize,
    },
}

impl Line {
    /// As JSON, without a line break. Plain data: the serialiser has nothing to object to.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The content of lines, before their bodies are read.
#[derive(Default)]
pub struct Reading {
    settings: Settings,
    requests: Vec<(ContentHash, Settings, usize)>,
    records: Vec<Record>,
    foreign: bool,
}

impl Reading {
    /// Reads the lines of a journal.
    pub fn of(lines: &[String]) -> Result<Self, JournalError> {
        let mut reading = Self::default();
        for (index, line) in lines.iter().enumerate() {
            let follows = reading.add(serde_json::from_str(line)?);
            follows.ok_or(JournalError::WrongLine { index })?;
        }
        Ok(reading)
    }

    /// `None` for a line that does not follow from those before it.
    fn add(&mut self, line: Line) -> Option<()> {
        match line {
            Line::Begun { settings, foreign } => {
                self.settings = *settings;
                self.foreign |= foreign;
            }
            Line::Requested { body, from } => {
                self.requests.push((body, self.settings.clone(), from));
            }
            Line::Asked { number, effect } => return self.record(number, effect, None),
            Line::Recorded {
                number,
                effect,
                outcome,
            } => return self.record(number, effect, Some(outcome)),
            Line::Answered { number, outcome } => {
                let record = self.records.get_mut(number)?;
                record.outcome = Some(outcome);
            }
            Line::GoesOn { number } => {
                self.records.get(number)?;
                self.records.truncate(number);
            }
        }
        Some(())
    }

    fn record(&mut self, number: usize, effect: Effect, outcome: Option<Outcome>) -> Option<()> {
        let follows = number == self.records.len();
        self.records.push(Record { effect, outcome });
        follows.then_some(())
    }

    /// The bodies that the lines point at, each once.
    pub fn bodies(&self) -> BTreeSet<ContentHash> {
        let outcomes = self
            .records
            .iter()
            .filter_map(|record| record.outcome.as_ref());
        let pointed = outcomes.filter_map(Outcome::body);
        let requests = self.requests.iter().map(|(body, ..)| body);
        pointed.chain(requests).cloned().collect()
    }

    /// The journal, once its bodies are there.
    pub fn complete(
        self,
        found: Vec<(ContentHash, Option<Vec<u8>>)>,
    ) -> Result<JournalFile, JournalError> {
        let asked: BTreeSet<_> = self
            .requests
            .iter()
            .map(|(body, ..)| body.clone())
            .collect();
        let mut requests = BTreeMap::new();
        let mut bodies = Bodies::default();
        for (hash, bytes) in found {
            let bytes = bytes.filter(|bytes| ContentHash::of(bytes) == hash);
            let Some(bytes) = bytes else {
                return Err(JournalError::DamagedBody { hash });
            };
            if asked.contains(&hash) {
                requests.insert(hash, serde_json::from_slice::<ResearchRequest>(&bytes)?);
            } else {
                bodies.put(bytes);
            }
        }
        let requested = self.requests.into_iter();
        let requested: Vec<_> = requested
            .filter_map(|(body, settings, from)| {
                Some(Requested {
                    request: requests.get(&body)?.clone(),
                    settings,
                    from,
                })
            })
            .collect();
        if requested.is_empty() {
            return Err(JournalError::NoRequest);
        }
        let file = JournalFile::from_parts(self.records, bodies).owned(!self.foreign);
        Ok(file.asked(requested))
    }
}
