use std::collections::{BTreeMap, BTreeSet};

use super::error::RetrievalError;
use super::inverted_index::InvertedIndex;
use super::query::{Hit, Query};
use super::top_k::TopK;
use super::vector_matrix::VectorMatrix;

/// Documents that can be found by their words and by their vectors, under the caller's keys.
///
/// Everything is kept up to date in place: the cost of a change depends only on the changed document. A search reads
/// every vector once.
#[derive(Debug, Clone)]
pub struct HybridIndex<K> {
    slots: BTreeMap<K, usize>,
    keys: Vec<K>,
    words: InvertedIndex,
    vectors: VectorMatrix,
}

impl<K: Ord + Clone> HybridIndex<K> {
    /// An empty index for vectors of `dimensions` numbers (MiniLM: 384).
    #[must_use]
    pub fn new(dimensions: usize) -> Self {
        Self {
            slots: BTreeMap::new(),
            keys: Vec::new(),
            words: InvertedIndex::new(),
            vectors: VectorMatrix::new(dimensions),
        }
    }

    /// Checks that a vector could be stored here, for callers that must know before they change anything.
    ///
    /// # Errors
    /// The vector has another number of dimensions or holds a number that is not finite.
    pub fn check_vector(&self, vector: &[f32]) -> Result<(), RetrievalError> {
        self.vectors.check(vector)
    }

    /// Stores a document under a key, in place of any earlier one.
    ///
    /// The vector is stored at length 1; one that has that length already is stored bit for bit. Without a vector the
    /// document is found by its words alone.
    ///
    /// # Errors
    /// The vector has another number of dimensions or holds a number that is not finite.
    pub fn upsert(
        &mut self,
        key: K,
        text: &str,
        vector: Option<&[f32]>,
    ) -> Result<(), RetrievalError> {
        let unit = vector.map(|vector| self.vectors.unit(vector)).transpose()?;
        if let Some(slot) = self.slots.get(&key) {
            self.words.replace(*slot, text);
            self.vectors.set(*slot, unit.as_deref());
            return Ok(());
        }
        self.words.push(text)?;
        self.vectors.push(unit.as_deref());
        self.slots.insert(key.clone(), self.keys.len());
        self.keys.push(key);
        Ok(())
    }

    /// Gives a stored document another vector; `false` if there is no such document.
    ///
    /// # Errors
    /// The vector has another number of dimensions or holds a number that is not finite.
    pub fn set_vector(&mut self, key: &K, vector: &[f32]) -> Result<bool, RetrievalError> {
        let unit = self.vectors.unit(vector)?;
        let Some(slot) = self.slots.get(key) else {
            return Ok(false);
        };
        self.vectors.set(*slot, Some(&unit));
        Ok(true)
    }

    /// Removes a document; `false` if there was none.
    pub fn remove(&mut self, key: &K) -> bool {
        let Some(slot) = self.slots.remove(key) else {
            return false;
        };
        self.words.swap_remove(slot);
        self.vectors.swap_remove(slot);
        self.keys.swap_remove(slot);
        if let Some(moved) = self.keys.get(slot)
            && let Some(its_slot) = self.slots.get_mut(moved)
        {
            *its_slot = slot;
        }
        true
    }

    /// Returns the number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns true if no document is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns true if a document is stored under the key.
    #[must_use]
    pub fn contains(&self, key: &K) -> bool {
        self.slots.contains_key(key)
    }

    /// The unit vector stored under the key.
    #[must_use]
    pub fn vector(&self, key: &K) -> Option<&[f32]> {
        self.vectors.row(*self.slots.get(key)?)
    }

    /// Returns the number of distinct terms in the documents.
    #[must_use]
    pub fn term_count(&self) -> usize {
        self.words.term_count()
    }

    /// The inverse document frequency of a term as [`analyze`](super::analyze) makes it: how rare it
    /// is here. A term that no document holds is the rarest.
    #[must_use]
    pub fn rarity(&self, term: &str) -> f32 {
        self.words.rarity(term)
    }

    /// The best `k` documents by `α · BM25 / max BM25 + (1 − α) · cosine` over all documents
    /// (seed 000 §6.1, MB-06); best first, ties in key order.
    ///
    /// A document is a hit if a channel of non-zero weight says anything about it: it holds a term
    /// of the query, or query and document both have a vector (then even at a negative cosine).
    /// A channel without a score counts as 0.
    ///
    /// # Errors
    /// The query's vector has other dimensions or is not finite, or α is not from 0 to 1.
    pub fn search(&self, query: &Query<'_, K>) -> Result<Vec<Hit<K>>, RetrievalError> {
        if !(0.0..=1.0).contains(&query.alpha) {
            return Err(RetrievalError::AlphaOutOfRange(query.alpha));
        }
        let channels = Channels {
            words: self.words.scores(query.text).into(),
            cosines: self.cosines(query.vector)?,
        };
        let (alpha, beta) = (query.alpha, 1.0 - query.alpha);
        let fused = |slot| {
            let heard = (alpha > 0.0 && channels.keyword(slot) > 0.0)
                || (beta > 0.0 && channels.cosines.is_some() && self.vectors.row(slot).is_some());
            heard.then(|| alpha * channels.keyword(slot) + beta * channels.semantic(slot))
        };
        Ok(self.best(query.k, query.exclude, &channels, fused))
    }

    /// The best `k` documents by BM25 alone; only documents that hold a term of the text.
    #[must_use]
    pub fn keyword_search(&self, text: &str, k: usize) -> Vec<Hit<K>> {
        let channels = Channels {
            words: self.words.scores(text).into(),
            cosines: None,
        };
        let raw = |slot| Some(channels.words.raw(slot)).filter(|score| *score > 0.0);
        self.best(k, None, &channels, raw)
    }

    /// The best `k` documents by cosine alone; only documents that have a vector.
    ///
    /// # Errors
    /// The vector has another number of dimensions or holds a number that is not finite.
    pub fn semantic_search(&self, vector: &[f32], k: usize) -> Result<Vec<Hit<K>>, RetrievalError> {
        let channels = Channels {
            words: KeywordScores::default(),
            cosines: self.cosines(Some(vector))?,
        };
        let cosine = |slot| self.vectors.row(slot).map(|_| channels.semantic(slot));
        Ok(self.best(k, None, &channels, cosine))
    }

    fn cosines(&self, vector: Option<&[f32]>) -> Result<Option<Vec<f32>>, RetrievalError> {
        vector
            .map(|vector| Ok(self.vectors.cosines(&self.vectors.unit(vector)?)))
            .transpose()
    }

    /// The `k` best of the slots that have a score and are not excluded.
    fn best(
        &self,
        k: usize,
        exclude: Option<&BTreeSet<K>>,
        channels: &Channels,
        score: impl Fn(usize) -> Option<f32>,
    ) -> Vec<Hit<K>> {
        let admits = |key: &K| exclude.is_none_or(|excluded| !excluded.contains(key));
        let mut top = TopK::new(k, self.keys.len());
        for (slot, key) in self.keys.iter().enumerate() {
            if let Some(score) = score(slot) {
                top.offer(score, key, slot, admits);
            }
        }
        top.into_ranking()
            .map(|(score, key, slot)| Hit {
                key: key.clone(),
                score,
                keyword: channels.keyword(slot),
                semantic: channels.semantic(slot),
            })
            .collect()
    }
}

/// BM25 scores by slot, and the greatest of them.
#[derive(Default)]
struct KeywordScores {
    scores: Vec<f32>,
    greatest: f32,
}

impl From<Vec<f32>> for KeywordScores {
    fn from(scores: Vec<f32>) -> Self {
        let greatest = scores.iter().copied().fold(0.0, f32::max);
        Self { scores, greatest }
    }
}

impl KeywordScores {
    fn raw(&self, slot: usize) -> f32 {
        self.scores.get(slot).copied().unwrap_or(0.0)
    }
}

/// The scores of each slot in each channel.
struct Channels {
    words: KeywordScores,
    /// `None` if the query has no vector.
    cosines: Option<Vec<f32>>,
}

impl Channels {
    /// BM25 as a share of the best; 0 when no term matches anything.
    fn keyword(&self, slot: usize) -> f32 {
        let raw = self.words.raw(slot);
        if raw > 0.0 {
            raw / self.words.greatest
        } else {
            0.0
        }
    }

    fn semantic(&self, slot: usize) -> f32 {
        self.cosines
            .as_ref()
            .and_then(|cosines| cosines.get(slot).copied())
            .unwrap_or(0.0)
    }
}
