use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::rows::TrajectoryGraph;
use crate::trajectory::consolidator::{Evidence, EvidenceQuery, PatternUse};
use crate::trajectory::records::{
    CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, Outcome,
};
use crate::trajectory::statistics::FailureCount;

impl TrajectoryGraph {
    /// Returns the rows that a consolidation needs; see [`Evidence`].
    #[must_use]
    pub fn evidence(&self, query: &EvidenceQuery) -> Evidence {
        let (fragments, more) = self.looked_at(query);
        let expired = self.expired(query.keep_failed);
        let placed: BTreeSet<&FragmentId> = self
            .has_fragment
            .iter()
            .map(|relation| &relation.fragment)
            .collect();
        let lost: Vec<Fragment> = self
            .fragments
            .values()
            .filter(|fragment| !placed.contains(&fragment.id))
            .cloned()
            .collect();
        let told = fragments.iter().chain(&expired).chain(&lost);
        let told: BTreeSet<&FragmentId> = told.map(|fragment| &fragment.id).collect();
        let caused: Vec<CausedError> = self
            .caused
            .iter()
            .filter(|caused| told.contains(&caused.fragment))
            .cloned()
            .collect();
        Evidence {
            revision: self.revision,
            patterns: self.pattern_uses(),
            methodologies: self.methodologies.values().cloned().collect(),
            resolved_by: self.resolved_by.values().cloned().collect(),
            failures: self.failures(),
            fragments,
            more,
            expired,
            lost,
            caused,
        }
    }

    fn looked_at(&self, query: &EvidenceQuery) -> (Vec<Fragment>, bool) {
        let teaches = |fragment: &&Fragment| {
            fragment.abstracted_into.is_none() && fragment.outcome != Outcome::Continued
        };
        let (mut new, mut known): (Vec<&Fragment>, Vec<&Fragment>) =
            self.fragments.values().partition(teaches);
        new.sort_by_key(|fragment| (fragment.ended_at, &fragment.id));
        known.sort_by_key(|fragment| (Reverse(fragment.ended_at), &fragment.id));
        let more = new.len() > query.unabstracted;
        let new = new.into_iter().take(query.unabstracted);
        let fragments = new
            .chain(known.into_iter().take(query.recent))
            .cloned()
            .collect();
        (fragments, more)
    }

    fn expired(&self, keep: usize) -> Vec<Fragment> {
        let mut failed: Vec<&Fragment> = self
            .fragments
            .values()
            .filter(|fragment| fragment.is_failed())
            .collect();
        failed.sort_by_key(|fragment| (Reverse(fragment.ended_at), &fragment.id));
        failed.into_iter().skip(keep).cloned().collect()
    }

    fn pattern_uses(&self) -> Vec<PatternUse> {
        let mut counts: BTreeMap<&ErrorPatternId, u32> = BTreeMap::new();
        for relation in &self.caused {
            let occurrences = self
                .fragments
                .get(&relation.fragment)
                .map_or(0, |of| of.occurrences);
            let count = counts.entry(&relation.pattern).or_default();
            *count = count.saturating_add(occurrences);
        }
        let used = |pattern: &ErrorPattern| PatternUse {
            pattern: pattern.clone(),
            caused: counts.get(&pattern.id).copied().unwrap_or(0),
        };
        self.patterns.values().map(used).collect()
    }

    fn failures(&self) -> Vec<FailureCount> {
        let mut counts: BTreeMap<(&str, &str, Option<&String>), (u32, u32)> = BTreeMap::new();
        for fragment in self.fragments.values() {
            let condition = (
                fragment.task_type.as_str(),
                fragment.phase.as_str(),
                fragment.error_type.as_ref(),
            );
            let (failed, total) = counts.entry(condition).or_default();
            *total = total.saturating_add(fragment.occurrences);
            if fragment.is_failed() {
                *failed = failed.saturating_add(fragment.occurrences);
            }
        }
        let count = |((task_type, phase, error_type), (failed, total)): (
            (&str, &str, Option<&String>),
            _,
        )| {
            FailureCount {
                task_type: task_type.to_owned(),
                phase: phase.to_owned(),
                error_type: error_type.cloned(),
                failed,
                total,
            }
        };
        counts.into_iter().map(count).collect()
    }
}
