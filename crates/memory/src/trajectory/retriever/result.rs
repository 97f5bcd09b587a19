use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::words::{fragment_words, methodology_words};
use crate::trajectory::records::{Fragment, Methodology, ResolvedBy};

/// Answer of a store to one query, the best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranked {
    /// Methodologies, the best first.
    pub methodologies: Vec<Methodology>,
    /// Fragments, the best first.
    pub fragments: Vec<Fragment>,
    /// Relations that led to the methodologies; only for a query by error.
    pub resolved_by: Vec<ResolvedBy>,
}

/// A store's answers in all dimensions; empty where nothing was asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Candidates {
    /// By error.
    pub error: Ranked,
    /// By task.
    pub task: Ranked,
    /// By state.
    pub state: Ranked,
    /// By meaning.
    pub meaning: Ranked,
}

impl Candidates {
    /// Leaves out what has one of these ids, and what says the same, word for word, as one of these or as one of `fragments`:
    /// of twins one alone is told, and to switch it off is not to ask for the next.
    pub fn leave_out(&mut self, ids: &[String], fragments: &[Fragment]) {
        let is_of = |id: &str| ids.iter().any(|of| of == id);
        let mut unwanted: BTreeSet<(bool, String)> = fragments.iter().map(fragment_words).collect();
        for ranked in self.all() {
            let fragments = ranked.fragments.iter().filter(|it| is_of(it.id.as_str()));
            unwanted.extend(fragments.map(fragment_words));
            let methodologies = ranked.methodologies.iter();
            let methodologies = methodologies.filter(|it| is_of(it.id.as_str()));
            unwanted.extend(methodologies.map(methodology_words));
        }
        for ranked in self.all() {
            let wanted = |words: &(bool, String)| !unwanted.contains(words);
            ranked.fragments.retain(|it| wanted(&fragment_words(it)));
            let methodologies = &mut ranked.methodologies;
            methodologies.retain(|it| wanted(&methodology_words(it)));
        }
    }

    fn all(&mut self) -> [&mut Ranked; 4] {
        let Self {
            error,
            task,
            state,
            meaning,
        } = self;
        [error, task, state, meaning]
    }
}

/// A dimension of retrieval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// The error is the same.
    Error,
    /// The task is of the same type.
    Task,
    /// Phase, action or task have words in common.
    State,
    /// It means nearly the same.
    Meaning,
}

/// One reason for which something was returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// Dimension that found the item.
    pub dimension: Dimension,
    /// Its rank among what was found there of its kind, from 1.
    pub rank: u32,
}

/// Something that memory holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "they are few, and boxes would only be in the way"
)]
pub enum RecalledItem {
    /// A methodology.
    Methodology(Methodology),
    /// A fragment.
    Fragment(Fragment),
}

/// Something recalled, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Recalled {
    /// What.
    pub item: RecalledItem,
    /// Score of the rank: reciprocal ranks, raised by the bonuses.
    pub score: f32,
    /// The dimensions it was found in, in their order; at least one.
    pub why: Vec<Why>,
    /// Success rate of a methodology against the error; `None` for other items.
    pub success_rate: Option<f32>,
    /// Average number of steps of a methodology against the error; `None` for other items.
    pub avg_steps: Option<f32>,
}

/// Result of a retrieval for a run (seed 003, `retrieve`). No item is in two of the lists; each has the best first and
/// at most [`TrajectorySettings::top_k`](crate::trajectory::TrajectorySettings::top_k).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RetrievalResult {
    /// Advice that was not found by the error.
    pub methodologies: Vec<Recalled>,
    /// Fragments of similar cases that did not fail.
    pub similar_fragments: Vec<Recalled>,
    /// Items that help against the error: advice, and fragments that recovered.
    pub error_solutions: Vec<Recalled>,
    /// Methodologies that warn, and fragments that failed.
    pub warnings: Vec<Recalled>,
}
