//! Removal of duplicates and near duplicates.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::result::{Recalled, RecalledItem};
use super::words::words;
use crate::retrieval::{Embedding, jaccard, maximal_marginal_relevance, opening_terms};
use crate::trajectory::TrajectorySettings;
use crate::trajectory::records::Fragment;

/// Share of relevance against novelty in choosing among candidates.
const LAMBDA: f32 = 0.7;

/// The share of terms from which two of a kind say nearly the same, as near-duplicates of memories do.
const NEAR_TERMS: f32 = 0.8;

/// Removes exact duplicates; the first item of the same words stays.
pub(super) fn each_once(items: &mut Vec<Recalled>) {
    let mut told = BTreeSet::new();
    items.retain(|recalled| told.insert(words(&recalled.item)));
}

/// The `k` best that do not all say the same, the best first. A near-copy of something better takes only a place that
/// nothing else wants.
pub(super) fn diverse(
    list: Vec<Recalled>,
    k: usize,
    settings: &TrajectorySettings,
) -> Vec<Recalled> {
    let compared: Vec<Compared<'_>> = list.iter().map(Compared::of).collect();
    let (others, copies) = without_near_copies(&compared, settings);
    let best = list.first().map_or(1.0, |first| first.score);
    let candidates: Vec<_> = others
        .into_iter()
        .map(|(place, item)| ((place, item), item.recalled.score / best))
        .collect();
    let alike = |(_, a): &(usize, &Compared<'_>), (_, b): &(usize, &Compared<'_>)| a.likeness(b);
    let picked = maximal_marginal_relevance(&candidates, alike, LAMBDA, k).into_iter();
    let picked = picked.map(|(place, _)| place).chain(copies);
    let chosen: BTreeSet<usize> = picked.take(k).collect();
    let chosen = |(place, item)| chosen.contains(&place).then_some(item);
    list.into_iter().enumerate().filter_map(chosen).collect()
}

/// The items with their places that no better one is near to, and the places of those that one is.
fn without_near_copies<'c, 'r>(
    compared: &'c [Compared<'r>],
    settings: &TrajectorySettings,
) -> (Vec<(usize, &'c Compared<'r>)>, Vec<usize>) {
    let (mut others, mut copies) = (Vec::<(usize, &Compared<'_>)>::new(), Vec::new());
    for (place, item) in compared.iter().enumerate() {
        if others
            .iter()
            .any(|(_, other)| other.is_near(item, settings))
        {
            copies.push(place);
        } else {
            others.push((place, item));
        }
    }
    (others, copies)
}

/// An item as it is compared with others.
struct Compared<'r> {
    recalled: &'r Recalled,
    terms: OnceCell<BTreeSet<String>>,
}

impl<'r> Compared<'r> {
    fn of(recalled: &'r Recalled) -> Self {
        Self {
            recalled,
            terms: OnceCell::new(),
        }
    }

    /// Returns the similarity of two items: the cosine of their vectors, or their shared terms without vectors of one
    /// model.
    fn likeness(&self, other: &Self) -> f32 {
        let likeness = self.cosine(other);
        likeness.unwrap_or_else(|| self.share(other)).max(0.0)
    }

    /// Returns true if two items are near duplicates on the same error.
    fn is_near(&self, other: &Self, settings: &TrajectorySettings) -> bool {
        let by_meaning = || {
            let cosine = self.cosine(other);
            cosine.is_some_and(|cosine| cosine > settings.merge_threshold)
        };
        self.is_of_the_same(other) && (by_meaning() || self.share(other) >= NEAR_TERMS)
    }

    /// Returns true if two items have the same error, or none, and the same outcome.
    fn is_of_the_same(&self, other: &Self) -> bool {
        match (&self.recalled.item, &other.recalled.item) {
            (RecalledItem::Methodology(a), RecalledItem::Methodology(b)) => {
                (a.kind, &a.error_type) == (b.kind, &b.error_type)
            }
            (RecalledItem::Fragment(a), RecalledItem::Fragment(b)) => {
                let about = |of: &Fragment| (of.fragment_type, of.outcome);
                let error = |of: &'r Fragment| (&of.error_type, &of.error_keywords);
                about(a) == about(b) && error(a) == error(b)
            }
            _ => false,
        }
    }

    fn cosine(&self, other: &Self) -> Option<f32> {
        embedding(self.recalled)?.cosine(embedding(other.recalled)?)
    }

    fn share(&self, other: &Self) -> f32 {
        jaccard(self.terms(), other.terms())
    }

    fn terms(&self) -> &BTreeSet<String> {
        self.terms
            .get_or_init(|| opening_terms(&words(&self.recalled.item).1))
    }
}

fn embedding(recalled: &Recalled) -> Option<&Embedding> {
    match &recalled.item {
        RecalledItem::Methodology(methodology) => methodology.embedding.as_ref(),
        RecalledItem::Fragment(fragment) => fragment.embedding.as_ref(),
    }
}
