//! Doubts about the sources of an answer (BX-04).

use std::collections::BTreeSet;

use amb_memory::task::{Conflict, ConflictId, ConflictStatus, Dissent, Quote};
use amb_memory::text::Language;
use serde::{Deserialize, Serialize};

use super::Citation;

/// A doubt about a source: about a statement of its node, or about its own text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Doubt {
    /// It stands in a contradiction that is not decided.
    Disputed {
        /// The conflict.
        conflict: ConflictId,
        /// The contradiction.
        dissent: Dissent,
    },
    /// A validation found for the other side.
    Refuted {
        /// The conflict.
        conflict: ConflictId,
        /// The contradiction that was decided.
        dissent: Dissent,
        /// On what grounds it was decided.
        grounds: String,
    },
}

/// A dispute that an answer shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct AnswerDispute {
    /// The conflict; `None` of one that no two nodes stand in.
    pub conflict: Option<ConflictId>,
    /// Both sides; `None` where an older file did not tell them apart.
    pub sides: Option<[Quote; 2]>,
    /// The same in a sentence for people.
    pub description: String,
    /// Status of the conflict.
    pub status: ConflictStatus,
    /// Why it could not be decided, or on what grounds it was.
    pub grounds: String,
}

impl AnswerDispute {
    /// An open one of these sides.
    #[must_use]
    pub fn open(dissent: Dissent) -> Self {
        Self {
            conflict: None,
            sides: dissent.sides,
            description: dissent.description,
            status: ConflictStatus::Open,
            grounds: String::new(),
        }
    }

    /// Returns the contradiction: its sides and its description.
    #[must_use]
    pub fn dissent(&self) -> Dissent {
        Dissent {
            sides: self.sides.clone(),
            description: self.description.clone(),
        }
    }
}

impl From<&Conflict> for AnswerDispute {
    fn from(conflict: &Conflict) -> Self {
        Self {
            conflict: Some(conflict.id.clone()),
            status: conflict.status,
            grounds: conflict.grounds.clone(),
            ..Self::open(conflict.dissent.clone())
        }
    }
}

/// Returns the refutations on the topics of the cited sources, each once.
#[must_use]
pub fn refutations(language: Language, citations: &[Citation]) -> Vec<AnswerDispute> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for citation in citations {
        for doubt in &citation.doubts {
            let Doubt::Refuted {
                conflict,
                dissent,
                grounds,
            } = doubt
            else {
                continue;
            };
            let (document, what) = (&citation.document, &dissent.description);
            let description = match language {
                Language::English => {
                    format!("A statement on the topic of {document} was refuted: {what} {grounds}")
                }
                Language::Chinese => {
                    format!("与 {document} 同一主题的一个说法已被否定：{what} {grounds}")
                }
            };
            if told.insert(description.clone()) {
                found.push(AnswerDispute {
                    conflict: Some(conflict.clone()),
                    sides: dissent.sides.clone(),
                    description,
                    status: ConflictStatus::Refuted,
                    grounds: grounds.clone(),
                });
            }
        }
    }
    found
}
