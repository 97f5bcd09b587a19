use std::collections::BTreeMap;

use super::bonus;
use super::diversity::{diverse, each_once};
use super::error_words::ErrorWords;
use super::result::{Candidates, Dimension, Ranked, Recalled, RecalledItem, RetrievalResult, Why};
use crate::retrieval::{RECIPROCAL_RANK_K0, reciprocal_rank_fusion};
use crate::trajectory::records::{
    FragmentId, Methodology, MethodologyId, MethodologyKind, Outcome, ResolvedBy,
};
use crate::trajectory::{MethodologyFormat, TrajectorySettings};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Methodology(MethodologyId),
    Fragment(FragmentId),
}

/// One result of a store's answers (seed 003, `_fuse_results`).
///
/// Items are ranked by the sum of their reciprocal ranks over the dimensions, raised by a share for each further
/// dimension, for confidence, and a little for recent use. Of what was found by the error, that which says most of its
/// words is ranked once more: what is known of this very error comes before what is newer. What says the same as something
/// better, word for word, is left out; what says nearly the same gives way to what says something else. Methodologies are
/// left out if they are switched off.
#[must_use]
pub fn fuse(
    candidates: Candidates,
    error: &ErrorWords,
    now: i64,
    settings: &TrajectorySettings,
) -> RetrievalResult {
    let mut found = Found::default();
    let resolved_by = candidates.error.resolved_by.clone();
    for (dimension, ranked) in [
        (Dimension::Error, candidates.error),
        (Dimension::Task, candidates.task),
        (Dimension::State, candidates.state),
        (Dimension::Meaning, candidates.meaning),
    ] {
        found.take(dimension, ranked, settings);
    }
    found.rank_by_words(error);
    let mut result = RetrievalResult::default();
    let mut ranked = found.ranked(&resolved_by, now, settings);
    each_once(&mut ranked);
    for recalled in ranked {
        list_for(&mut result, &recalled).push(recalled);
    }
    let k = settings.top_k as usize;
    for list in [
        &mut result.methodologies,
        &mut result.similar_fragments,
        &mut result.error_solutions,
        &mut result.warnings,
    ] {
        *list = diverse(std::mem::take(list), k, settings);
    }
    result
}

/// The items of all dimensions, each once.
#[derive(Default)]
struct Found {
    items: BTreeMap<Key, (RecalledItem, Vec<Why>)>,
    rankings: Vec<Vec<Key>>,
}

impl Found {
    fn take(&mut self, dimension: Dimension, ranked: Ranked, settings: &TrajectorySettings) {
        let methodologies = match settings.methodology_format {
            MethodologyFormat::Off => Vec::new(),
            _ => ranked.methodologies,
        };
        let methodologies = methodologies.into_iter().map(|methodology| {
            (
                Key::Methodology(methodology.id.clone()),
                RecalledItem::Methodology(methodology),
            )
        });
        let fragments = ranked.fragments.into_iter().map(|fragment| {
            (
                Key::Fragment(fragment.id.clone()),
                RecalledItem::Fragment(fragment),
            )
        });
        let methodologies = self.rank(dimension, methodologies);
        let fragments = self.rank(dimension, fragments);
        self.rankings.extend([methodologies, fragments]);
    }

    fn rank(
        &mut self,
        dimension: Dimension,
        items: impl Iterator<Item = (Key, RecalledItem)>,
    ) -> Vec<Key> {
        let mut ranking = Vec::new();
        for (rank, (key, item)) in (1..).zip(items) {
            let (_, why) = self.items.entry(key.clone()).or_insert((item, Vec::new()));
            if why.iter().all(|why| why.dimension != dimension) {
                why.push(Why { dimension, rank });
            }
            ranking.push(key);
        }
        ranking
    }

    /// Ranks the items found by error once more: those of each kind that contain most of the error's words.
    fn rank_by_words(&mut self, error: &ErrorWords) {
        for is_of_kind in [
            |item: &RecalledItem| matches!(item, RecalledItem::Methodology(_)),
            |item: &RecalledItem| matches!(item, RecalledItem::Fragment(_)),
        ] {
            let by_error = self.items.iter().filter_map(|(key, (item, why))| {
                let why = why.iter().find(|why| why.dimension == Dimension::Error)?;
                is_of_kind(item).then(|| (error.said_by(item), why.rank, key))
            });
            let mut by_error: Vec<_> = by_error.collect();
            let most = by_error.iter().map(|(said, ..)| *said).max();
            let found = by_error.len();
            by_error.retain(|(said, ..)| Some(*said) == most);
            if by_error.len() == found {
                // All say as much of it.
                continue;
            }
            by_error.sort_unstable();
            let ranking = by_error.into_iter().map(|(.., key)| key.clone()).collect();
            self.rankings.push(ranking);
        }
    }

    fn ranked(
        mut self,
        resolved_by: &[ResolvedBy],
        now: i64,
        settings: &TrajectorySettings,
    ) -> Vec<Recalled> {
        let fused = reciprocal_rank_fusion(&self.rankings, RECIPROCAL_RANK_K0);
        let mut ranked: Vec<Recalled> = fused
            .into_iter()
            .filter_map(|(key, score)| {
                let (item, why) = self.items.remove(&key)?;
                let relation = best_relation(&item, resolved_by);
                Some(Recalled {
                    score: score * bonus::factor(&item, &why, now, settings),
                    success_rate: relation.map(|relation| relation.success_rate),
                    avg_steps: relation.map(|relation| relation.avg_steps),
                    item,
                    why,
                })
            })
            .collect();
        // Stable: ties stay in the order of fusion, which is that of ids.
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        ranked
    }
}

/// The relation of a methodology that rests on most cases.
fn best_relation<'r>(item: &RecalledItem, resolved_by: &'r [ResolvedBy]) -> Option<&'r ResolvedBy> {
    let RecalledItem::Methodology(Methodology { id, .. }) = item else {
        return None;
    };
    let of_it = resolved_by
        .iter()
        .filter(|relation| relation.methodology == *id);
    of_it.max_by_key(|relation| (relation.cases, std::cmp::Reverse(&relation.pattern)))
}

fn list_for<'r>(result: &'r mut RetrievalResult, recalled: &Recalled) -> &'r mut Vec<Recalled> {
    let by_error = recalled
        .why
        .iter()
        .any(|why| why.dimension == Dimension::Error);
    match &recalled.item {
        RecalledItem::Methodology(methodology) if methodology.kind == MethodologyKind::Warning => {
            &mut result.warnings
        }
        RecalledItem::Methodology(_) if by_error => &mut result.error_solutions,
        RecalledItem::Methodology(_) => &mut result.methodologies,
        RecalledItem::Fragment(fragment) if fragment.is_failed() => &mut result.warnings,
        RecalledItem::Fragment(fragment) if by_error && fragment.outcome == Outcome::Recovered => {
            &mut result.error_solutions
        }
        RecalledItem::Fragment(_) => &mut result.similar_fragments,
    }
}
