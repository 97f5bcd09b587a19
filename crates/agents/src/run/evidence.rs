//! Passages that may answer a question.

use std::cmp::Reverse;

use amb_memory::retrieval::analyze;
use amb_memory::task::{EntryId, PassageHit, TaskBank};
use amb_memory::text::{Span, folded};

use crate::adapter::AdapterError;
use crate::engine::{Doubt, EvidencePassage};
use crate::extractive::context_headings;
use crate::run::Embeddings;
use crate::settings::Settings;

use super::ranking::rank;

/// What a search for evidence found.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// Passages, best first.
    pub passages: Vec<EvidencePassage>,
    /// Share of the question's tokens that the embedding model knows; 0 without a model.
    pub coverage: f32,
}

/// The passages of all original texts that fit a question best.
///
/// Meaning weighs less the less of the question the embedding model knows: an English model's vector
/// of a Chinese question says little.
///
/// # Errors
/// As [`Embeddings::embed`], and what the index refuses.
pub async fn retrieve_evidence(
    bank: &TaskBank,
    embeddings: &Embeddings<'_>,
    settings: &Settings,
    question: &str,
) -> Result<Evidence, AdapterError> {
    let (alpha, k) = (settings.retrieval_alpha, settings.retrieval_k);
    retrieve(bank, embeddings, question, alpha, k).await
}

/// The passages that may speak for a side of a conflict: that the few which fit it best are of one opinion is no majority.
pub(super) async fn retrieve_witnesses(
    bank: &TaskBank,
    embeddings: &Embeddings<'_>,
    settings: &Settings,
    conflict: &str,
) -> Result<Evidence, AdapterError> {
    const WITNESSES: usize = 32;
    let (alpha, k) = (settings.retrieval_alpha, settings.retrieval_k);
    retrieve(bank, embeddings, conflict, alpha, k.max(WITNESSES)).await
}

async fn retrieve(
    bank: &TaskBank,
    embeddings: &Embeddings<'_>,
    question: &str,
    alpha: f32,
    k: usize,
) -> Result<Evidence, AdapterError> {
    let embedding = embeddings.embed_one(folded(question).into_owned()).await?;
    let coverage = embedding
        .as_ref()
        .map_or(0.0, |embedding| embedding.coverage);
    let hits = rank(bank, question, embedding.as_ref(), alpha, k)?;
    let passages = hits.iter().filter_map(|hit| passage(bank, hit)).collect();
    Ok(Evidence { passages, coverage })
}

/// The latest passages, for a question that none fits by its words: what was found may tell the same in other words, or in
/// another language, and a language model that reads it will see that.
pub(super) fn latest_evidence(bank: &TaskBank, k: usize) -> Vec<EvidencePassage> {
    let mut entries: Vec<_> = bank.interaction_tree().entries().collect();
    entries.sort_by_key(|entry| Reverse((entry.timestamp, &entry.entry_id)));
    let ids = entries.into_iter().map(|entry| &entry.entry_id);
    let passages = ids.flat_map(|id| bank.evidence().passages_of(id));
    let unasked = passages.map(|(id, span)| PassageHit {
        id,
        span,
        score: 0.0,
        keyword: 0.0,
        semantic: 0.0,
    });
    unasked
        .filter_map(|hit| passage(bank, &hit))
        .take(k)
        .collect()
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

/// What is held against an entry's nodes: open disputes, and what validation refuted; and against its own text.
pub(crate) fn doubts(bank: &TaskBank, entry: &EntryId) -> Vec<Doubt> {
    let disputes = bank
        .nodes_of_entry(entry)
        .filter_map(|node| node.disputed.as_ref());
    let disputed = disputes
        .flat_map(|dispute| dispute.description.lines())
        .map(|conflict| Doubt::Disputed {
            conflict: conflict.to_owned(),
        });
    let rulings = bank.interaction_tree().rulings_against(entry);
    let refuted = rulings.map(|ruling| Doubt::Refuted {
        conflict: ruling.conflict.clone(),
        grounds: ruling.grounds.clone(),
    });
    let own = bank.interaction_tree().entry(entry);
    let orders = own.filter(|entry| entry.metadata.gives_orders);
    let orders = orders.map(|_| Doubt::GivesOrders);
    // In an order of their own, and each once: the same conflict may have been decided more than once, on the same grounds.
    let mut told: Vec<Doubt> = Vec::new();
    for doubt in disputed.chain(refuted).chain(orders) {
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
        headings: context_headings(context),
        text: text.to_owned(),
        score: hit.score,
        keyword: hit.keyword,
        semantic: hit.semantic,
    })
}
