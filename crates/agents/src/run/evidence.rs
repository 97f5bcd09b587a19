//! Passages that may answer a question.

use std::cmp::Reverse;

use amb_memory::retrieval::analyze;
use amb_memory::task::{EntryId, InteractionEntry, PassageHit, PassageId, TaskBank};
use amb_memory::text::{Outline, Span, Unit, folded};

use crate::engine::Embeddings;
use crate::extractive::{content_of, context_headings};
use crate::host::Embedding;
use crate::protocol::{Doubt, EvidencePassage};
use crate::settings::Settings;
use crate::task::{AdapterError, embed_passages};

use super::ranking::rank;
use super::standing::standing_for_part;

/// Result of a search for evidence.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// Passages, best first.
    pub passages: Vec<EvidencePassage>,
    /// Share of the question's tokens that the embedding model knows; 0 without a model.
    pub coverage: f32,
}

/// Returns the passages of all original texts that fit a question best. A memory of at most that many passages is
/// returned whole: a passage without a word of the question may still answer it.
///
/// Meaning weighs less the less of the question the embedding model knows: an English model's vector
/// of a Chinese question says little.
///
/// Of a memory without vectors, the passages that hold most of the question's words get theirs first, if the model
/// knows the question.
///
/// # Errors
/// As [`Embeddings::embed`], and what the index refuses.
pub async fn retrieve_evidence(
    bank: &mut TaskBank,
    embeddings: &Embeddings<'_>,
    settings: &Settings,
    question: &str,
    k: usize,
) -> Result<Evidence, AdapterError> {
    let mut found = retrieve(bank, embeddings, settings, question, k).await?;
    if bank.evidence().len() <= k {
        let others = all_passages(bank).filter(|other| !holds(&found.passages, other));
        let others: Vec<_> = others.collect();
        found.passages.extend(others);
    }
    Ok(found)
}

fn all_passages(bank: &TaskBank) -> impl Iterator<Item = EvidencePassage> {
    let entries = bank.interaction_tree().entries();
    entries.flat_map(|entry| passages_of(bank, &entry.entry_id))
}

fn holds(passages: &[EvidencePassage], other: &EvidencePassage) -> bool {
    passages
        .iter()
        .any(|one| one.entry_id == other.entry_id && one.bytes == other.bytes)
}

/// The passages that hold words of a text, best first.
pub(super) fn passages_with(
    bank: &TaskBank,
    words: &str,
    k: usize,
) -> Result<Vec<EvidencePassage>, AdapterError> {
    let hits = rank(bank, words, None, 0.0, k)?;
    Ok(hits.iter().filter_map(|hit| passage(bank, hit)).collect())
}

async fn retrieve(
    bank: &mut TaskBank,
    embeddings: &Embeddings<'_>,
    settings: &Settings,
    question: &str,
    k: usize,
) -> Result<Evidence, AdapterError> {
    let embedding = embeddings.embed_one(folded(question).into_owned()).await?;
    let is_known = embedding.as_ref().is_some_and(Embedding::is_known);
    if is_known {
        let candidates = candidates(bank, question, settings.candidate_passages);
        embed_passages(bank, embeddings, candidates).await?;
    }
    let alpha = settings.retrieval_alpha;
    let coverage = embedding
        .as_ref()
        .map_or(0.0, |embedding| embedding.coverage);
    let hits = match standing_for_part(bank, question, k) {
        Some(hits) => hits,
        None => rank(bank, question, embedding.as_ref(), alpha, k)?,
    };
    let passages = hits.iter().filter_map(|hit| passage(bank, hit)).collect();
    Ok(Evidence { passages, coverage })
}

/// The passages that hold most of the question's words.
fn candidates(bank: &TaskBank, question: &str, most: usize) -> Vec<PassageId> {
    let index = bank.evidence().index();
    let found = index.keyword_search(&content_of(question), most);
    found.into_iter().map(|hit| hit.key).collect()
}

/// Returns the latest passages, for a question whose words are in none. A language model can recognise an answer in
/// other words or in another language.
pub(super) fn latest_evidence(bank: &TaskBank, k: usize) -> Vec<EvidencePassage> {
    let mut entries: Vec<_> = bank.interaction_tree().entries().collect();
    entries.sort_by_key(|entry| Reverse((entry.timestamp, &entry.entry_id)));
    let ids = entries.into_iter().map(|entry| &entry.entry_id);
    ids.flat_map(|id| passages_of(bank, id)).take(k).collect()
}

/// The passages of an entry, whatever is asked for.
pub(super) fn passages_of<'b>(
    bank: &'b TaskBank,
    id: &'b EntryId,
) -> impl Iterator<Item = EvidencePassage> + 'b {
    let passages = bank.evidence().passages_of(id);
    let unasked = passages.map(|(id, span)| PassageHit {
        id,
        span,
        score: 0.0,
        keyword: 0.0,
        semantic: 0.0,
    });
    unasked.filter_map(|hit| passage(bank, &hit))
}

/// The rarity of a term that none of a hundred passages holds. Among fewer passages every term gains
/// what is missing to it: a handful of sentences says little about which words are common.
const RAREST_OF_A_HUNDRED: f32 = 5.3;

/// The question's terms and how rare each is among the passages, in the order of their first mention.
#[must_use]
pub fn term_rarity(bank: &TaskBank, question: &str) -> Vec<(String, f32)> {
    let index = bank.evidence().index();
    let gain = (RAREST_OF_A_HUNDRED - index.rarity("")).max(0.0);
    let mut terms: Vec<(String, f32)> = Vec::new();
    for term in analyze(question) {
        if terms.iter().all(|(known, _)| *known != term) {
            let rarity = index.rarity(&term) + gain;
            terms.push((term, rarity));
        }
    }
    terms
}

/// Doubts about an entry's nodes: open disputes, and what validation refuted.
pub(crate) fn doubts(bank: &TaskBank, entry: &EntryId) -> Vec<Doubt> {
    let graph = bank.query_graph();
    let nodes = bank.nodes_of_entry(entry);
    let disputed = nodes
        .flat_map(|node| graph.conflicts_of(node))
        .map(|one| Doubt::Disputed {
            conflict: one.id.clone(),
            dissent: one.dissent.clone(),
        });
    let rulings = bank.interaction_tree().rulings_against(entry);
    let decided = rulings.flat_map(|ruling| &ruling.conflicts);
    let refuted = decided
        .filter_map(|id| graph.conflict(id))
        .map(|one| Doubt::Refuted {
            conflict: one.id.clone(),
            dissent: one.dissent.clone(),
            grounds: one.grounds.clone(),
        });
    // In an order of their own, and each once.
    let mut told: Vec<Doubt> = Vec::new();
    for doubt in disputed.chain(refuted) {
        if let Err(place) = told.binary_search(&doubt) {
            told.insert(place, doubt);
        }
    }
    told
}

/// A hit with all that a citation needs. `None` for an entry that no node holds, which cannot be.
fn passage(bank: &TaskBank, hit: &PassageHit) -> Option<EvidencePassage> {
    let entry_id = &hit.id.entry;
    let entry = bank.interaction_tree().entry(entry_id)?;
    let node = bank.nodes_of_entry(entry_id).next()?;
    let source = entry.metadata.source.as_ref();
    let start = source.map_or(0, |source| source.span.start);
    let before = entry.text.get(..hit.span.start)?.chars().count();
    let text = hit.span.of(&entry.text);
    let chars_start = source.map_or(0, |source| source.chars_before) + before;
    let context = bank.evidence().context(&hit.id).unwrap_or_default();
    Some(EvidencePassage {
        node_id: node.id.clone(),
        entry_id: entry_id.clone(),
        document: source
            .map(|source| source.document.clone())
            .unwrap_or_default(),
        title: source.and_then(|source| source.title.clone()),
        published: source.and_then(|source| source.published.clone()),
        trust: entry.metadata.trust,
        doubts: doubts(bank, entry_id),
        chars: Span {
            start: chars_start,
            end: chars_start + text.chars().count(),
        },
        bytes: Span {
            start: start + hit.span.start,
            end: start + hit.span.end,
        },
        headings: headings(entry, hit.span, context),
        text: text.to_owned(),
        units: units(entry, hit.span),
        score: hit.score,
        keyword: hit.keyword,
        semantic: hit.semantic,
    })
}

/// Returns the titles above the end of a passage, outermost first; of an older file's entry, the indexed ones.
pub(super) fn headings(entry: &InteractionEntry, passage: Span, context: &str) -> Vec<String> {
    Headings::of(entry).above(passage, context)
}

/// The titles of an entry, read once for all of its passages.
pub(super) struct Headings(Option<Outline>);

impl Headings {
    /// Reads the titles of an entry.
    pub(super) fn of(entry: &InteractionEntry) -> Self {
        let structure = entry.metadata.structure.as_ref();
        Self(structure.map(|structure| Outline::new(&entry.text, structure)))
    }

    /// As [`headings`].
    pub(super) fn above(&self, passage: Span, context: &str) -> Vec<String> {
        match &self.0 {
            Some(outline) => {
                let titles = outline.path_at(passage.end.saturating_sub(1)).into_iter();
                titles.map(str::to_owned).collect()
            }
            None => context_headings(context),
        }
    }
}

/// The units of a passage of an entry, by their bytes in the passage.
fn units(entry: &InteractionEntry, passage: Span) -> Vec<Unit> {
    let mut units = entry.structure().units(&entry.text, passage);
    for unit in &mut units {
        unit.span.start -= passage.start;
        unit.span.end -= passage.start;
    }
    units
}
