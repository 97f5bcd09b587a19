//! Methodologies made, revised and merged.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::abstraction::Answer;
use super::changes::Merged;
use super::evidence::Evidence;
use crate::trajectory::records::{
    ErrorPatternId, Fragment, FragmentId, Methodology, MethodologyId, MethodologyKind, ResolvedBy,
    confidence, sum_of,
};
use crate::trajectory::{TrajectorySettings, wording};

/// Methodologies and their relations, while they are worked on.
pub(super) struct Methodologies {
    pub all: BTreeMap<MethodologyId, Methodology>,
    pub relations: BTreeMap<(ErrorPatternId, MethodologyId), ResolvedBy>,
    pub abstracted: BTreeMap<FragmentId, MethodologyId>,
    pub merged: Vec<Merged<MethodologyId>>,
}

impl Methodologies {
    pub(super) fn of(evidence: &Evidence) -> Self {
        let relations = evidence.resolved_by.iter();
        Self {
            all: evidence
                .methodologies
                .iter()
                .map(|known| (known.id.clone(), known.clone()))
                .collect(),
            relations: relations
                .map(|known| {
                    (
                        (known.pattern.clone(), known.methodology.clone()),
                        known.clone(),
                    )
                })
                .collect(),
            abstracted: BTreeMap::new(),
            merged: Vec::new(),
        }
    }

    /// Takes an answer in. Its sources are the asked cases that are still there and in no methodology.
    pub(super) fn abstract_from(&mut self, answer: &Answer, evidence: &Evidence, now: i64) {
        let situation = wording::excerpt(answer.abstraction.situation.trim(), wording::TEXT);
        let strategy = wording::excerpt(answer.abstraction.strategy.trim(), wording::TEXT);
        let asked: BTreeSet<&FragmentId> = answer.request.sources.iter().collect();
        let free = |fragment: &&Fragment| {
            asked.contains(&fragment.id)
                && fragment.abstracted_into.is_none()
                && !self.abstracted.contains_key(&fragment.id)
        };
        let mut sources: Vec<&Fragment> = evidence.fragments.iter().filter(free).collect();
        if situation.is_empty() || strategy.is_empty() || sources.is_empty() {
            return;
        }
        sources.sort_by_key(|fragment| (Reverse(fragment.ended_at), &fragment.id));
        let request = &answer.request;
        let methodology = self
            .all
            .entry(request.methodology.clone())
            .or_insert_with(|| Methodology {
                id: request.methodology.clone(),
                kind: request.kind,
                situation: String::new(),
                strategy: String::new(),
                confidence: 0.0,
                success_count: 0,
                failure_count: 0,
                error_type: request.error_type.clone(),
                task_type: request.task_type.clone(),
                sources: Vec::new(),
                source_count: 0,
                created: now,
                last_used: None,
                trust: answer.abstraction.trust,
                embedding: None,
            });
        let cases = sum_of(sources.iter().map(|fragment| fragment.occurrences));
        methodology.situation = situation;
        methodology.strategy = strategy;
        methodology.embedding.clone_from(&answer.embedding);
        methodology.success_count = methodology.success_count.saturating_add(cases);
        methodology.source_count = methodology.source_count.saturating_add(cases);
        methodology.trust = sources
            .iter()
            .map(|fragment| fragment.trust)
            .fold(methodology.trust.min(answer.abstraction.trust), Ord::min);
        let ids = sources.iter().map(|fragment| fragment.id.clone());
        methodology.sources.splice(0..0, ids);
        methodology.sources.truncate(Methodology::LISTED_SOURCES);
        for fragment in sources {
            self.relate(fragment, &request.methodology, evidence);
            self.abstracted
                .insert(fragment.id.clone(), request.methodology.clone());
        }
    }

    fn relate(&mut self, fragment: &Fragment, methodology: &MethodologyId, evidence: &Evidence) {
        let caused = evidence
            .caused
            .iter()
            .filter(|caused| caused.fragment == fragment.id);
        for caused in caused {
            self.add_relation(ResolvedBy {
                pattern: caused.pattern.clone(),
                methodology: methodology.clone(),
                success_rate: 0.0,
                avg_steps: fragment.steps() as f32,
                cases: fragment.occurrences,
            });
        }
    }

    fn add_relation(&mut self, new: ResolvedBy) {
        let key = (new.pattern.clone(), new.methodology.clone());
        let Some(known) = self.relations.get_mut(&key) else {
            self.relations.insert(key, new);
            return;
        };
        let (before, added) = (known.cases as f32, new.cases as f32);
        known.avg_steps =
            (known.avg_steps * before + new.avg_steps * added) / (before + added).max(1.0);
        known.cases = known.cases.saturating_add(new.cases);
    }

    /// Makes one of those that say the same for the same kind of task: the richer stays.
    pub(super) fn merge(&mut self, settings: &TrajectorySettings) {
        let mut ranked: Vec<&Methodology> = self.all.values().collect();
        ranked.sort_by_key(|known| {
            let length = known.situation.len() + known.strategy.len();
            (Reverse((known.source_count, length)), known.id.clone())
        });
        let mut kept: Vec<&Methodology> = Vec::new();
        let mut merged = Vec::new();
        for methodology in ranked {
            let same =
                |other: &&&Methodology| is_same(other, methodology, settings.merge_threshold);
            match kept.iter().find(same) {
                Some(into) => merged.push(Merged {
                    from: methodology.id.clone(),
                    into: into.id.clone(),
                }),
                None => kept.push(methodology),
            }
        }
        for merge in &merged {
            self.absorb(merge);
        }
        self.merged = merged;
    }

    fn absorb(&mut self, merge: &Merged<MethodologyId>) {
        let Some(from) = self.all.remove(&merge.from) else {
            return;
        };
        if let Some(into) = self.all.get_mut(&merge.into) {
            into.success_count = into.success_count.saturating_add(from.success_count);
            into.failure_count = into.failure_count.saturating_add(from.failure_count);
            into.source_count = into.source_count.saturating_add(from.source_count);
            into.sources.extend(from.sources);
            into.sources.truncate(Methodology::LISTED_SOURCES);
            into.created = into.created.min(from.created);
            into.last_used = into.last_used.max(from.last_used);
            into.trust = into.trust.min(from.trust);
        }
        let of_it: Vec<_> = self
            .relations
            .keys()
            .filter(|(_, methodology)| *methodology == merge.from)
            .cloned()
            .collect();
        for key in of_it {
            if let Some(mut relation) = self.relations.remove(&key) {
                relation.methodology = merge.into.clone();
                self.add_relation(relation);
            }
        }
        for methodology in self
            .abstracted
            .values_mut()
            .filter(|into| **into == merge.from)
        {
            methodology.clone_from(&merge.into);
        }
    }

    /// Confidence and success rates, from the counts.
    pub(super) fn refresh(&mut self) {
        for methodology in self.all.values_mut() {
            methodology.confidence =
                confidence(methodology.success_count, methodology.failure_count);
        }
        for ((_, id), relation) in &mut self.relations {
            relation.success_rate = self.all.get(id).map_or(0.0, success_rate);
        }
    }
}

fn is_same(one: &Methodology, other: &Methodology, threshold: f32) -> bool {
    let comparable = one.kind == other.kind
        && one.task_type == other.task_type
        && one.error_type.is_some() == other.error_type.is_some();
    let vectors = one.embedding.as_ref().zip(other.embedding.as_ref());
    comparable
        && vectors
            .and_then(|(one, other)| one.cosine(other))
            .is_some_and(|cosine| cosine > threshold)
}

fn success_rate(methodology: &Methodology) -> f32 {
    let trials = methodology
        .success_count
        .saturating_add(methodology.failure_count);
    match methodology.kind {
        MethodologyKind::Advice => methodology.success_count as f32 / trials.max(1) as f32,
        MethodologyKind::Warning => 0.0,
    }
}
