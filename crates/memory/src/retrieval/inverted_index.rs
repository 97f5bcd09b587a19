use super::analyzer::{Role, visit_terms};
use super::error::RetrievalError;
use super::term_dictionary::{TermDictionary, TermId};

/// Saturation of a term's repetitions (Robertson and Zaragoza's k1).
pub const BM25_K1: f32 = 1.2;

/// Weight of a document's length (Robertson and Zaragoza's b).
pub const BM25_B: f32 = 0.75;

/// A document among those that hold a term.
#[derive(Debug, Clone, Copy)]
struct Posting {
    slot: u32,
    frequency: u32,
}

/// A term of a document, and the document's position in the term's postings.
#[derive(Debug, Clone, Copy)]
struct Occurrence {
    term: TermId,
    position: u32,
}

/// BM25 over documents that are numbered by slot, without gaps.
///
/// Documents know their position in each posting list, so that one can be removed, or renumbered when it takes a
/// removed one's slot, in O(its terms · log) and without touching other lists. Posting lists are therefore unordered.
#[derive(Debug, Clone)]
pub(super) struct InvertedIndex {
    dictionary: TermDictionary,
    /// By term.
    postings: Vec<Vec<Posting>>,
    /// By slot, each in term order.
    occurrences: Vec<Box<[Occurrence]>>,
    /// Counted terms by slot.
    lengths: Vec<u32>,
    total_length: u64,
}

impl InvertedIndex {
    pub(super) fn new() -> Self {
        Self {
            dictionary: TermDictionary::default(),
            postings: Vec::new(),
            occurrences: Vec::new(),
            lengths: Vec::new(),
            total_length: 0,
        }
    }

    /// Appends a document.
    pub(super) fn push(&mut self, text: &str) -> Result<(), RetrievalError> {
        let slot = u32::try_from(self.lengths.len()).map_err(|_| RetrievalError::Full)?;
        let (occurrences, length) = self.post(slot, text);
        self.occurrences.push(occurrences);
        self.lengths.push(length);
        self.total_length += u64::from(length);
        Ok(())
    }

    /// Gives a slot another text.
    pub(super) fn replace(&mut self, slot: usize, text: &str) {
        self.unpost(slot);
        let (occurrences, length) = self.post(slot as u32, text);
        if let Some(kept) = self.occurrences.get_mut(slot) {
            *kept = occurrences;
        }
        if let Some(kept) = self.lengths.get_mut(slot) {
            *kept = length;
            self.total_length += u64::from(length);
        }
    }

    /// Removes a document; the last one takes its slot.
    pub(super) fn swap_remove(&mut self, slot: usize) {
        if slot >= self.lengths.len() {
            return;
        }
        self.unpost(slot);
        self.occurrences.swap_remove(slot);
        self.lengths.swap_remove(slot);
        let Some(moved) = self.occurrences.get(slot) else {
            return;
        };
        for occurrence in moved {
            let posting = self
                .postings
                .get_mut(occurrence.term as usize)
                .and_then(|list| list.get_mut(occurrence.position as usize));
            if let Some(posting) = posting {
                posting.slot = slot as u32;
            }
        }
    }

    /// Returns each slot's BM25 score for a query, 0 if no term matches; a repeated term counts as often.
    pub(super) fn scores(&self, query: &str) -> Vec<f32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let average = self.total_length as f64 / (self.lengths.len().max(1)) as f64;
        let base = BM25_K1 * (1.0 - BM25_B);
        let per_length = if average > 0.0 {
            (f64::from(BM25_K1 * BM25_B) / average) as f32
        } else {
            0.0
        };
        for (term, repeats) in self.query_terms(query) {
            let Some(list) = self.postings.get(term as usize) else {
                continue;
            };
            let weight = self.inverse_document_frequency(list.len()) * (BM25_K1 + 1.0) * repeats;
            for posting in list {
                let slot = posting.slot as usize;
                let (Some(score), Some(length)) = (scores.get_mut(slot), self.lengths.get(slot))
                else {
                    continue;
                };
                let frequency = posting.frequency as f32;
                *score += weight * frequency / (frequency + base + per_length * *length as f32);
            }
        }
        scores
    }

    /// Returns the number of distinct terms in the documents.
    pub(super) fn term_count(&self) -> usize {
        self.dictionary.len()
    }

    /// The inverse document frequency of a term, known or not.
    pub(super) fn rarity(&self, term: &str) -> f32 {
        let known = self.dictionary.get(term);
        let holders = known.and_then(|id| self.postings.get(id as usize));
        self.inverse_document_frequency(holders.map_or(0, Vec::len))
    }

    /// Lucene's idf: never negative, even for a term that most documents hold.
    fn inverse_document_frequency(&self, holders: usize) -> f32 {
        let (all, holders) = (self.lengths.len() as f64, holders as f64);
        (1.0 + (all - holders + 0.5) / (holders + 0.5)).ln() as f32
    }

    /// Returns the query's known terms and their counts, in the order of their first mention, so that sums do not
    /// depend on the numbering of terms.
    fn query_terms(&self, query: &str) -> Vec<(TermId, f32)> {
        let mut content = Vec::new();
        let mut stop = Vec::new();
        visit_terms(query, &mut |term, role| {
            let mentions = match role {
                Role::Content => &mut content,
                Role::Stop => &mut stop,
                Role::Inner => return,
            };
            mentions.push(self.dictionary.get(term));
        });
        // An unknown content word is still content: "the xyzzy" is not a search for "the".
        let mentions = if content.is_empty() { stop } else { content };
        let mut terms: Vec<(TermId, usize)> = mentions
            .into_iter()
            .enumerate()
            .filter_map(|(mention, term)| Some((term?, mention)))
            .collect();
        terms.sort_unstable();
        let mut counted: Vec<(usize, TermId, f32)> = terms
            .chunk_by(|(a, _), (b, _)| a == b)
            .filter_map(|same| {
                same.first()
                    .map(|(term, mention)| (*mention, *term, same.len() as f32))
            })
            .collect();
        counted.sort_unstable_by_key(|(mention, ..)| *mention);
        counted
            .into_iter()
            .map(|(_, term, count)| (term, count))
            .collect()
    }

    /// Adds a text's terms to the posting lists; returns the data that the document must remember.
    fn post(&mut self, slot: u32, text: &str) -> (Box<[Occurrence]>, u32) {
        let (mut terms, length) = self.document_terms(text);
        terms.sort_unstable();
        let known_terms = terms
            .last()
            .map_or(0, |last| last.saturating_add(1) as usize);
        if self.postings.len() < known_terms {
            self.postings.resize_with(known_terms, Vec::new);
        }
        let occurrences = terms
            .chunk_by(|a, b| a == b)
            .filter_map(|same| {
                let term = *same.first()?;
                let list = self.postings.get_mut(term as usize)?;
                let position = list.len() as u32;
                let frequency = same.len() as u32;
                list.push(Posting { slot, frequency });
                Some(Occurrence { term, position })
            })
            .collect();
        (occurrences, length)
    }

    /// The terms a document is found by, repeated as often as it holds them, and its length.
    fn document_terms(&mut self, text: &str) -> (Vec<TermId>, u32) {
        let mut terms = Vec::new();
        let mut content = 0_u32;
        let mut stop = 0_u32;
        visit_terms(text, &mut |term, role| {
            match role {
                Role::Content => content += 1,
                Role::Stop => stop += 1,
                Role::Inner => {}
            }
            terms.push(self.dictionary.intern(term));
        });
        (terms, if content == 0 { stop } else { content })
    }

    /// Takes a document out of all posting lists.
    fn unpost(&mut self, slot: usize) {
        let Some(occurrences) = self.occurrences.get_mut(slot) else {
            return;
        };
        for occurrence in std::mem::take(occurrences) {
            self.remove_posting(occurrence);
        }
        if let Some(length) = self.lengths.get_mut(slot) {
            self.total_length -= u64::from(std::mem::take(length));
        }
    }

    /// Removes a posting; the last of its list takes its place, and that one's document is updated.
    fn remove_posting(&mut self, removed: Occurrence) {
        let Some(list) = self.postings.get_mut(removed.term as usize) else {
            return;
        };
        list.swap_remove(removed.position as usize);
        if list.is_empty() {
            *list = Vec::new();
            self.dictionary.release(removed.term);
            return;
        }
        let Some(moved) = list.get(removed.position as usize) else {
            return;
        };
        if let Some(occurrences) = self.occurrences.get_mut(moved.slot as usize)
            && let Ok(at) = occurrences.binary_search_by_key(&removed.term, |o| o.term)
            && let Some(occurrence) = occurrences.get_mut(at)
        {
            occurrence.position = removed.position;
        }
    }
}
