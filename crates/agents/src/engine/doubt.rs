//! What is held against the sources of an answer (BX-04).

use std::collections::BTreeSet;

use amb_memory::text::Language;
use serde::{Deserialize, Serialize};

use super::Citation;

/// What is held against a source: against a statement of its node, of which sentence is told and not marked; or against
/// its own text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Doubt {
    /// It stands in a contradiction that is not decided.
    Disputed {
        /// What stands against what.
        conflict: String,
    },
    /// A validation found for the other side.
    Refuted {
        /// What stood against what.
        conflict: String,
        /// On what grounds it was decided.
        grounds: String,
    },
    /// Its text gives orders to whatever model reads it, or quotes such.
    GivesOrders,
}

/// What validation refuted on the topics of the sources that are cited, told once each.
#[must_use]
pub fn refutations(language: Language, citations: &[Citation]) -> Vec<String> {
    let mut told = BTreeSet::new();
    for citation in citations {
        for doubt in &citation.doubts {
            let Doubt::Refuted { conflict, grounds } = doubt else {
                continue;
            };
            let document = &citation.document;
            let conflict = conflict.replace('\n', "; ");
            told.insert(match language {
                Language::English => format!(
                    "A statement on the topic of {document} was refuted: {conflict} {grounds}"
                ),
                Language::Chinese => {
                    format!("与 {document} 同一主题的一个说法已被否定：{conflict} {grounds}")
                }
            });
        }
    }
    told.into_iter().collect()
}
