use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::rows::TrajectoryGraph;
use crate::retrieval::Embedding;
use crate::retrieval::analyze;
use crate::trajectory::records::{
    ErrorPatternId, Fragment, FragmentId, FragmentType, Methodology, MethodologyKind, Outcome,
    ResolvedBy,
};
use crate::trajectory::retriever::{
    Candidates, ErrorQuery, MeaningQuery, Ranked, RetrievalQueries, StateQuery, TaskQuery,
};
use crate::trajectory::statistics::MistakeQuery;

impl TrajectoryGraph {
    /// The answers to all queries of a state.
    #[must_use]
    pub fn candidates(&self, queries: &RetrievalQueries) -> Candidates {
        let (error, state, meaning) = (&queries.error, &queries.state, &queries.meaning);
        Candidates {
            error: error
                .as_ref()
                .map(|query| self.by_error(query))
                .unwrap_or_default(),
            task: self.by_task(&queries.task),
            state: state
                .as_ref()
                .map(|query| self.by_state(query))
                .unwrap_or_default(),
            meaning: meaning
                .as_ref()
                .map(|query| self.by_meaning(query))
                .unwrap_or_default(),
        }
    }

    /// Returns the methodologies and fragments for an error, ranked as [`ErrorQuery`] says.
    #[must_use]
    pub fn by_error(&self, query: &ErrorQuery) -> Ranked {
        let of_type = self
            .patterns
            .values()
            .filter(|pattern| pattern.error_type == query.error_type);
        let shared: BTreeMap<&ErrorPatternId, usize> = of_type
            .map(|pattern| (&pattern.id, shared(&pattern.keywords, &query.keywords)))
            .filter(|(_, shared)| *shared >= query.least_shared)
            .collect();
        let relations = self
            .resolved_by
            .values()
            .filter(|relation| shared.contains_key(&relation.pattern));
        let mut best: BTreeMap<&str, (usize, &ResolvedBy, &Methodology)> = BTreeMap::new();
        for relation in relations {
            let Some(methodology) = self.methodologies.get(&relation.methodology) else {
                continue;
            };
            if query.ways_out && methodology.kind == MethodologyKind::Warning {
                continue;
            }
            let words = shared.get(&relation.pattern).copied().unwrap_or(0);
            let known =
                best.entry(methodology.id.as_str())
                    .or_insert((words, relation, methodology));
            if words > known.0 {
                *known = (words, relation, methodology);
            }
        }
        let mut best: Vec<_> = best.into_values().collect();
        best.sort_by(|a, b| {
            let by_words = b.0.cmp(&a.0);
            let by_rate = b.1.success_rate.total_cmp(&a.1.success_rate);
            let by_use = b.2.last_used.cmp(&a.2.last_used);
            by_words.then(by_rate).then(by_use)
        });
        best.truncate(query.k);
        Ranked {
            methodologies: best
                .iter()
                .map(|(_, _, methodology)| (*methodology).clone())
                .collect(),
            resolved_by: best
                .iter()
                .map(|(_, relation, _)| (*relation).clone())
                .collect(),
            fragments: self.fragments_with(&shared, query),
        }
    }

    fn fragments_with(
        &self,
        shared: &BTreeMap<&ErrorPatternId, usize>,
        query: &ErrorQuery,
    ) -> Vec<Fragment> {
        let mut words: BTreeMap<&FragmentId, usize> = BTreeMap::new();
        for relation in &self.caused {
            if let Some(count) = shared.get(&relation.pattern) {
                let most = words.entry(&relation.fragment).or_default();
                *most = (*most).max(*count);
            }
        }
        let found = words
            .into_iter()
            .filter_map(|(id, words)| Some((words, self.fragments.get(id)?)));
        let wanted =
            |fragment: &Fragment| !query.ways_out || fragment.outcome == Outcome::Recovered;
        let mut found: Vec<_> = found.filter(|(_, fragment)| wanted(fragment)).collect();
        found.sort_by_key(|(words, fragment)| {
            let is_loop = query.ways_out && fragment.fragment_type == FragmentType::Loop;
            let recovered = fragment.outcome == Outcome::Recovered;
            (
                Reverse((is_loop, *words, recovered, fragment.ended_at)),
                &fragment.id,
            )
        });
        found
            .into_iter()
            .take(query.k)
            .map(|(_, fragment)| fragment.clone())
            .collect()
    }

    /// Returns the fragments and methodologies for a type of task, ranked as [`TaskQuery`] says.
    #[must_use]
    pub fn by_task(&self, query: &TaskQuery) -> Ranked {
        let mut found: BTreeMap<&FragmentId, (bool, &Fragment)> = BTreeMap::new();
        for relation in &self.has_fragment {
            let trajectory = self.trajectories.get(&relation.trajectory);
            let trajectory = trajectory.filter(|it| it.success && it.task_type == query.task_type);
            let fragment = self.fragments.get(&relation.fragment);
            let fragment =
                fragment.filter(|it| matches!(it.outcome, Outcome::Succeeded | Outcome::Recovered));
            if let Some((trajectory, fragment)) = trajectory.zip(fragment) {
                let same = !query.repo.is_empty() && trajectory.repo == query.repo;
                found.entry(&fragment.id).or_insert((same, fragment)).0 |= same;
            }
        }
        let mut fragments: Vec<_> = found.into_values().collect();
        fragments.sort_by_key(|(same, fragment)| {
            let recovered = fragment.outcome == Outcome::Recovered;
            Reverse((*same, recovered, fragment.ended_at))
        });
        let general = self.methodologies.values();
        let mut general: Vec<&Methodology> = general
            .filter(|known| known.error_type.is_none() && known.task_type == query.task_type)
            .collect();
        general.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
        Ranked {
            methodologies: general.into_iter().take(query.k).cloned().collect(),
            fragments: fragments
                .into_iter()
                .take(query.k)
                .map(|(_, fragment)| fragment.clone())
                .collect(),
            resolved_by: Vec::new(),
        }
    }

    /// Returns the methodologies for a situation, ranked as [`StateQuery`] says.
    #[must_use]
    pub fn by_state(&self, query: &StateQuery) -> Ranked {
        let found = self
            .methodologies
            .values()
            .map(|known| (shared(&known.terms(), &query.terms), known));
        let mut found: Vec<_> = found.filter(|(words, _)| *words > 0).collect();
        found.sort_by(|a, b| {
            b.0.cmp(&a.0)
                .then_with(|| b.1.confidence.total_cmp(&a.1.confidence))
        });
        Ranked {
            methodologies: found
                .into_iter()
                .take(query.k)
                .map(|(_, known)| known.clone())
                .collect(),
            ..Ranked::default()
        }
    }

    /// Returns the methodologies and fragments of similar meaning, ranked as [`MeaningQuery`] says.
    #[must_use]
    pub fn by_meaning(&self, query: &MeaningQuery) -> Ranked {
        let methodologies = self
            .methodologies
            .values()
            .map(|known| (known.embedding.as_ref(), known));
        let fragments = self
            .fragments
            .values()
            .map(|fragment| (fragment.embedding.as_ref(), fragment));
        Ranked {
            methodologies: nearest(methodologies, query),
            fragments: nearest(fragments, query),
            resolved_by: Vec::new(),
        }
    }

    /// Failed fragments of trajectories that a situation speaks of.
    #[must_use]
    pub fn mistakes(&self, query: &MistakeQuery) -> Vec<Fragment> {
        let mut words: BTreeMap<&FragmentId, usize> = BTreeMap::new();
        for trajectory in self.trajectories.values() {
            let count = shared(&analyze(&trajectory.summary), &query.terms);
            for fragment in self
                .fragments_of(&trajectory.id)
                .filter(|it| count > 0 && it.is_failed())
            {
                let most = words.entry(&fragment.id).or_default();
                *most = (*most).max(count);
            }
        }
        let found = words
            .into_iter()
            .filter_map(|(id, words)| Some((words, self.fragments.get(id)?)));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(words, fragment)| Reverse((*words, fragment.ended_at)));
        found
            .into_iter()
            .take(query.k)
            .map(|(_, fragment)| fragment.clone())
            .collect()
    }
}

/// Returns the number of different terms of `wanted` that are among `terms`.
fn shared(terms: &[String], wanted: &[String]) -> usize {
    let wanted: BTreeSet<&String> = wanted.iter().collect();
    wanted
        .into_iter()
        .filter(|term| terms.contains(term))
        .count()
}

fn nearest<'g, Row: Clone + 'g>(
    rows: impl Iterator<Item = (Option<&'g Embedding>, &'g Row)>,
    query: &MeaningQuery,
) -> Vec<Row> {
    let scored =
        rows.filter_map(|(embedding, row)| Some((embedding?.cosine(&query.embedding)?, row)));
    let mut scored: Vec<_> = scored
        .filter(|(cosine, _)| *cosine >= query.min_similarity)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored
        .into_iter()
        .take(query.k)
        .map(|(_, row)| row.clone())
        .collect()
}
