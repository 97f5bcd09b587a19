use serde::{Deserialize, Serialize};

use super::ids::ErrorPatternId;
use crate::task::Trust;

/// A kind of error that runs have met (seed 003, `ErrorPattern`): type, keywords, place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ErrorPattern {
    /// [`ErrorPatternId::of`] type and keywords.
    pub id: ErrorPatternId,
    /// `ImportError`, `HTTP 429`, `Timeout`, …
    pub error_type: String,
    /// Terms of the analyzer that set the pattern apart from others of its type, the most specific first.
    pub keywords: Vec<String>,
    /// Last location of the error: a file and line, or an address without its query.
    pub location: Option<String>,
    /// Number of fragments that met the error; each merged fragment counts.
    pub frequency: u32,
    /// When it was met last, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub last_seen: i64,
    /// The least of the texts it was read from.
    pub trust: Trust,
}

impl ErrorPattern {
    /// Takes in the same pattern, met again: frequencies add up, the later place stays, the lesser trust.
    pub fn absorb(&mut self, again: &Self) {
        self.frequency = self.frequency.saturating_add(again.frequency);
        if again.last_seen >= self.last_seen {
            self.last_seen = again.last_seen;
            if again.location.is_some() {
                self.location.clone_from(&again.location);
            }
        }
        self.trust = self.trust.min(again.trust);
    }
}
