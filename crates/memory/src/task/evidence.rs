//! Passages of the Interaction Tree's entries, indexed to answer from.

use super::error::TaskError;
use super::ids::EntryId;
use crate::retrieval::{HybridIndex, Query, RetrievalError};
use crate::text::{Span, Structure, folded};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which passage of which entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PassageId {
    /// The entry.
    pub entry: EntryId,
    /// The passage's position among the entry's passages, from 0.
    pub index: u32,
}

/// A passage to be indexed.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidencePassage {
    /// Bytes in the entry's text.
    pub span: Span,
    /// Headings above the passage (document, titles): indexed with it, not part of it. May be empty.
    pub context: String,
    /// The vector of [`indexed_text`]; none where no embedder runs.
    pub vector: Option<Vec<f32>>,
}

/// A passage that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageHit {
    /// The passage.
    pub id: PassageId,
    /// Bytes in its entry's text.
    pub span: Span,
    /// The fused score.
    pub score: f32,
    /// The normalised keyword score, 0 to 1.
    pub keyword: f32,
    /// The cosine.
    pub semantic: f32,
}

/// An index over passages of entries. Derived: it can be built again from the entries.
#[derive(Debug, Clone)]
pub struct EvidenceIndex {
    pub(super) passages: BTreeMap<EntryId, Vec<IndexedPassage>>,
    index: HybridIndex<PassageId>,
    dimensions: usize,
}

/// Data of a passage beside its index entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndexedPassage {
    pub span: Span,
    pub context: String,
}

impl EvidenceIndex {
    /// An empty index for vectors of `dimensions` numbers.
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            passages: BTreeMap::new(),
            index: HybridIndex::new(dimensions),
            dimensions,
        }
    }

    /// Number of passages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns true if there is no passage.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The index over the passages, for the single channels and other rankings.
    #[must_use]
    pub fn index(&self) -> &HybridIndex<PassageId> {
        &self.index
    }

    /// Returns the span of the passage in its entry's text.
    #[must_use]
    pub fn span(&self, id: &PassageId) -> Option<Span> {
        self.passage(id).map(|passage| passage.span)
    }

    /// Returns the headings above the passage.
    #[must_use]
    pub fn context(&self, id: &PassageId) -> Option<&str> {
        self.passage(id).map(|passage| passage.context.as_str())
    }

    /// The passage's unit vector.
    #[must_use]
    pub fn vector(&self, id: &PassageId) -> Option<&[f32]> {
        self.index.vector(id)
    }

    /// Gives a passage its vector.
    ///
    /// # Errors
    /// [`TaskError::UnknownPassage`], [`TaskError::Retrieval`]; then nothing is changed.
    pub fn embed(&mut self, id: &PassageId, vector: &[f32]) -> Result<(), TaskError> {
        if self.index.set_vector(id, vector)? {
            return Ok(());
        }
        let PassageId { entry, index } = id.clone();
        Err(TaskError::UnknownPassage { entry, index })
    }

    /// The passages of an entry, in the order they were added.
    pub fn passages_of(&self, entry: &EntryId) -> impl Iterator<Item = (PassageId, Span)> {
        let passages = self.passages.get(entry).map_or(&[][..], Vec::as_slice);
        (0..).zip(passages).map(move |(index, passage)| {
            (
                PassageId {
                    entry: entry.clone(),
                    index,
                },
                passage.span,
            )
        })
    }

    /// Indexes the passages of an entry with this text and structure, in place of those it had.
    ///
    /// # Errors
    /// [`TaskError::PassageOutsideEntry`], [`TaskError::Retrieval`]; then nothing is changed.
    pub fn add_entry_passages(
        &mut self,
        entry: &EntryId,
        text: &str,
        structure: &Structure,
        passages: Vec<EvidencePassage>,
    ) -> Result<(), TaskError> {
        self.check(entry, text, &passages)?;
        self.remove_entry(entry);
        for (index, passage) in (0..).zip(&passages) {
            let id = PassageId {
                entry: entry.clone(),
                index,
            };
            let words = structure.passage_words(text, passage.span);
            let indexed = indexed_text(&passage.context, &words);
            self.index.upsert(id, &indexed, passage.vector.as_deref())?;
        }
        let kept = passages.into_iter().map(|p| IndexedPassage {
            span: p.span,
            context: p.context,
        });
        self.passages.insert(entry.clone(), kept.collect());
        Ok(())
    }

    /// Removes the passages of an entry; `false` if it had none.
    pub fn remove_entry(&mut self, entry: &EntryId) -> bool {
        let ids: Vec<PassageId> = self.passages_of(entry).map(|(id, _)| id).collect();
        for id in &ids {
            self.index.remove(id);
        }
        self.passages.remove(entry).is_some()
    }

    /// The best passages by fused score, best first.
    ///
    /// # Errors
    /// [`TaskError::Retrieval`] for a vector or α that does not fit.
    pub fn search(&self, query: &Query<'_, PassageId>) -> Result<Vec<PassageHit>, TaskError> {
        let hits = self.index.search(query)?;
        let with_span = |hit: crate::retrieval::Hit<PassageId>| {
            let span = self.span(&hit.key)?;
            let (score, keyword, semantic) = (hit.score, hit.keyword, hit.semantic);
            Some(PassageHit {
                id: hit.key,
                span,
                score,
                keyword,
                semantic,
            })
        };
        Ok(hits.into_iter().filter_map(with_span).collect())
    }

    fn passage(&self, id: &PassageId) -> Option<&IndexedPassage> {
        self.passages
            .get(&id.entry)?
            .get(usize::try_from(id.index).ok()?)
    }

    /// Refuses what the index would refuse halfway.
    fn check(
        &self,
        entry: &EntryId,
        text: &str,
        passages: &[EvidencePassage],
    ) -> Result<(), TaskError> {
        for (index, passage) in passages.iter().enumerate() {
            if !passage.span.fits(text) {
                return Err(TaskError::PassageOutsideEntry {
                    entry: entry.clone(),
                    index,
                });
            }
            if let Some(vector) = &passage.vector {
                self.check_vector(vector)?;
            }
        }
        Ok(())
    }

    /// The index's own conditions, before anything is changed.
    fn check_vector(&self, vector: &[f32]) -> Result<(), RetrievalError> {
        let (expected, actual) = (self.dimensions, vector.len());
        if actual != expected {
            return Err(RetrievalError::WrongDimensions { expected, actual });
        }
        match vector.iter().position(|number| !number.is_finite()) {
            Some(position) => Err(RetrievalError::NotFinite { position }),
            None => Ok(()),
        }
    }
}

/// Returns the text under which a passage is embedded and indexed: its context, then its words in plain letters, without
/// what rules are drawn with.
///
/// The words of a passage are its structure's ([`Structure::passage_words`]).
#[must_use]
pub fn indexed_text(context: &str, words: &str) -> String {
    let said = without_drawing(&folded(words));
    if context.is_empty() {
        said
    } else {
        format!("{context}\n{said}")
    }
}

/// The text with at most three of the same sign in a row: the rules of tables and headings say
/// nothing, and each of their signs is a token to the embedder.
fn without_drawing(text: &str) -> String {
    const MAX_REPEATS: usize = 3;
    let mut run = (None, 0);
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        run = (Some(c), if run.0 == Some(c) { run.1 + 1 } else { 1 });
        if run.1 <= MAX_REPEATS || c.is_alphanumeric() {
            kept.push(c);
        }
    }
    kept
}
