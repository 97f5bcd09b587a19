//! Similarity of two memories.

use super::super::entry::{MemoryEntry, MemoryId};
use super::super::settings::HierarchySettings;
use crate::retrieval::{jaccard, opening_terms};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A memory that says nearly the same as a new one. Both are kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NearDuplicate {
    /// The other memory.
    pub id: MemoryId,
    /// Similarity, 0 to 1.
    pub similarity: f32,
    /// Measure of the similarity.
    pub by: Likeness,
}

/// Measure of the similarity of two memories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// The cosine of their vectors, which are of one model.
    Meaning,
    /// The share of terms that both hold, of those that either holds (Jaccard).
    Terms,
}

/// An entry as it is compared with many others.
#[derive(Debug, Clone)]
pub(super) struct Compared<'e> {
    pub(super) entry: &'e MemoryEntry,
    terms: BTreeSet<String>,
}

impl<'e> Compared<'e> {
    pub(super) fn of(entry: &'e MemoryEntry) -> Self {
        let terms = opening_terms(&entry.content);
        Self { entry, terms }
    }

    /// The other as a near-duplicate of this one, if it is one: by meaning where their vectors say so, else by terms.
    /// A model may set the same words apart, in a language that it knows little of, for a mark at their end.
    pub(super) fn near(&self, other: &Self, settings: &HierarchySettings) -> Option<NearDuplicate> {
        let by_meaning = || {
            let (a, b) = (&self.entry.embedding, &other.entry.embedding);
            let cosine = a.as_ref()?.cosine(b.as_ref()?)?;
            Some((cosine, Likeness::Meaning)).filter(|_| cosine >= settings.near_duplicate_cosine)
        };
        let by_terms = || {
            let share = jaccard(&self.terms, &other.terms);
            Some((share, Likeness::Terms)).filter(|_| share >= settings.near_duplicate_terms)
        };
        let is_like = |(similarity, _): &(f32, Likeness)| *similarity > 0.0;
        let near = by_meaning().filter(is_like);
        near.or_else(|| by_terms().filter(is_like))
            .map(|(similarity, by)| NearDuplicate {
                id: other.entry.id.clone(),
                similarity,
                by,
            })
    }
}
