//! Who says what of a contradiction (BX-01): documents are counted, not how often one of them repeats itself.

use std::collections::BTreeMap;

use super::contradiction::{Contradiction, contradiction, statements};
use super::measure::Value;
use super::statement::Statement;
use crate::engine::EvidencePassage;

/// How many speak for either side of a contradiction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Witnesses {
    pub(super) for_left: usize,
    pub(super) for_right: usize,
    /// Whether passages were counted, because each document says both.
    pub(super) are_passages: bool,
}

/// The documents that say one side and not the other. Where there is none, the passages of those that say both.
pub(super) fn witnesses(conflict: &Contradiction<'_>, evidence: &[EvidencePassage]) -> Witnesses {
    let (left, right) = sides(conflict);
    let mut passages: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for passage in evidence {
        let of_document = passages.entry(source(passage)).or_default();
        of_document.0 += usize::from(left.is_supported_by(passage));
        of_document.1 += usize::from(right.is_supported_by(passage));
    }
    let documents = Witnesses {
        for_left: passages.values().filter(|(l, r)| *l > 0 && *r == 0).count(),
        for_right: passages.values().filter(|(l, r)| *r > 0 && *l == 0).count(),
        are_passages: false,
    };
    if (documents.for_left, documents.for_right) != (0, 0) {
        return documents;
    }
    Witnesses {
        for_left: passages.values().map(|(left, _)| left).sum(),
        for_right: passages.values().map(|(_, right)| right).sum(),
        are_passages: !passages.is_empty(),
    }
}

/// What a passage was taken from; what stands in no document is a source of its own.
fn source(passage: &EvidencePassage) -> &str {
    if passage.document.is_empty() {
        passage.entry_id.as_str()
    } else {
        &passage.document
    }
}

fn sides<'c, 't>(conflict: &'c Contradiction<'t>) -> (Side<'c, 't>, Side<'c, 't>) {
    let values = conflict.values.as_ref();
    let left = Side {
        claim: &conflict.left,
        other: &conflict.right,
        values: values.map(|(left, right)| (left, right)),
    };
    let right = Side {
        claim: &conflict.right,
        other: &conflict.left,
        values: values.map(|(left, right)| (right, left)),
    };
    (left, right)
}

/// What one side of a contradiction claims, against the other.
struct Side<'c, 't> {
    claim: &'c Statement<'t>,
    other: &'c Statement<'t>,
    /// Its own value and the other's, where values differ.
    values: Option<(&'c Value, &'c Value)>,
}

impl Side<'_, '_> {
    /// Whether a passage says the same, in the same words or in others, perhaps with more detail.
    fn is_supported_by(&self, passage: &EvidencePassage) -> bool {
        statements(&passage.text)
            .iter()
            .any(|statement| self.is_asserted_by(statement) || self.against_the_other(statement))
    }

    fn is_asserted_by(&self, statement: &Statement<'_>) -> bool {
        let says = |value: &Value| {
            let mut told = statement.values.iter();
            told.any(|told| told.measure.agrees(&value.measure) == Some(true))
        };
        statement.negated == self.claim.negated
            && statement.tells_of(self.claim)
            && match self.values {
                Some((own, other)) => says(own) && !says(other),
                None => self.claim.values.iter().all(says),
            }
    }

    /// Whether it denies the other side, or has this side's value against it; a third value speaks for neither.
    fn against_the_other(&self, statement: &Statement<'_>) -> bool {
        let against = contradiction(statement, self.other);
        let own = self.values.map(|(own, _)| own);
        let is_for_this = against.is_some_and(|found| found.values.is_none() || found.is_for(own));
        is_for_this && contradiction(statement, self.claim).is_none()
    }
}
