//! Change set and report of a consolidation.

use super::super::change_set::{Change, ChangeSet, ForgetReason};
use super::super::entry::{MemoryEntry, MemoryId};
use super::super::error::HierarchyError;
use super::super::observation::{Admission, AdmissionOutcome, Arrival, NearDuplicate, admit};
use super::super::settings::HierarchySettings;
use super::draft::{ConsolidationDrafts, Purpose, RefusedFact};
use super::forgetting::Fading;
use super::plan::ConsolidationPlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Report of a consolidation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConsolidationReport {
    /// Memories that summaries stand for now.
    pub compressed: Vec<Compressed>,
    /// Memories that faded, the weakest first; they can be brought back until they are purged.
    pub forgotten: Vec<Fading>,
    /// New facts.
    pub facts: Vec<MemoryId>,
    /// Facts that were known and were stated again.
    pub confirmed: Vec<MemoryId>,
    /// Facts of which only one can hold. All are kept.
    pub contradictions: Vec<Contradiction>,
    /// New memories that say nearly what others say. All are kept.
    pub near_duplicates: Vec<(MemoryId, Vec<NearDuplicate>)>,
    /// Facts that were not kept.
    pub refused: Vec<RefusedFact>,
    /// Requests that nothing came of; the next consolidation makes them again.
    pub skipped: Vec<SkippedRequest>,
}

/// A summary and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Compressed {
    /// The summary.
    pub summary_id: MemoryId,
    /// The memories that it stands for, kept as its sources.
    pub source_ids: Vec<MemoryId>,
}

/// A new fact and one that it contradicts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Contradiction {
    /// The new one.
    pub id: MemoryId,
    /// The other.
    pub with: MemoryId,
}

/// Why nothing came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkippedRequest {
    /// The engine failed.
    NoReply,
    /// The engine said nothing.
    EmptyReply,
    /// The batch was full.
    BatchFull,
    /// The summary is what another memory says already.
    KnownSummary,
}

/// Concludes a consolidation: one change set, to be applied whole, and a report of what it does.
/// `known_facts` are the remembered facts of the drafts' subjects and relations.
///
/// A store refuses the changes if one of the memories was forgotten in the meantime: its words would
/// live on in a summary. Then plan anew.
///
/// # Errors
/// Not as many arrivals as drafts, or what [`admit`] refuses.
pub fn conclude_consolidation(
    plan: &ConsolidationPlan,
    drafts: &ConsolidationDrafts,
    arrivals: Vec<Arrival>,
    known_facts: &[MemoryEntry],
    settings: &HierarchySettings,
) -> Result<(ChangeSet, ConsolidationReport), HierarchyError> {
    if arrivals.len() != drafts.purposes.len() {
        return Err(HierarchyError::RepliesMismatch {
            expected: drafts.purposes.len(),
            actual: arrivals.len(),
        });
    }
    let admitted = admit(arrivals, settings)?;
    let mut conclusion = Conclusion {
        plan,
        known_facts,
        changes: Vec::new(),
        report: ConsolidationReport {
            refused: drafts.refused.clone(),
            skipped: drafts.skipped.clone(),
            ..ConsolidationReport::default()
        },
    };
    let stored = stored_entries(admitted.changes.changes());
    for (admission, purpose) in admitted.admissions.iter().zip(&drafts.purposes) {
        match purpose {
            Purpose::Summary(number) => conclusion.compress(admission, *number),
            Purpose::Fact => conclusion.learn(admission, &stored),
        }
    }
    conclusion.mark_read(&drafts.read);
    conclusion.forget_faded(&stored);
    conclusion.changes.push(Change::Consolidate { at: plan.at });
    let changes = admitted.changes.then(ChangeSet::from(conclusion.changes));
    Ok((changes, conclusion.report))
}

fn stored_entries(changes: &[Change]) -> Vec<&MemoryEntry> {
    let stored = changes.iter().filter_map(|change| match change {
        Change::Insert(entry) => Some(entry.as_ref()),
        _ => None,
    });
    stored.collect()
}

struct Conclusion<'c> {
    plan: &'c ConsolidationPlan,
    known_facts: &'c [MemoryEntry],
    changes: Vec<Change>,
    report: ConsolidationReport,
}

impl Conclusion<'_> {
    /// Lets a new summary stand for its sources.
    fn compress(&mut self, admission: &Admission, number: usize) {
        if admission.outcome != AdmissionOutcome::Stored {
            // It may be one of the memories that it was to stand for.
            self.report.skipped.push(SkippedRequest::KnownSummary);
            return;
        }
        let request = self.plan.summaries.get(number);
        let memories = request.into_iter().flat_map(|request| &request.memories);
        let source_ids: Vec<MemoryId> = memories.map(|memory| memory.id.clone()).collect();
        let compress = |id: &MemoryId| Change::Compress {
            id: id.clone(),
            summary_id: admission.id.clone(),
        };
        self.changes.extend(source_ids.iter().map(compress));
        self.report.compressed.push(Compressed {
            summary_id: admission.id.clone(),
            source_ids,
        });
        self.report_near_duplicates(admission);
    }

    fn learn(&mut self, admission: &Admission, stored: &[&MemoryEntry]) {
        let id = &admission.id;
        let report = &mut self.report;
        match admission.outcome {
            AdmissionOutcome::Stored => report.facts.push(id.clone()),
            AdmissionOutcome::StaysForgotten => return report.refused.push(RefusedFact::Forgotten),
            AdmissionOutcome::Repeated | AdmissionOutcome::Remembered => {
                if !report.facts.contains(id) && !report.confirmed.contains(id) {
                    report.confirmed.push(id.clone());
                }
                return;
            }
        }
        self.report_near_duplicates(admission);
        let new = stored.iter().find(|entry| entry.id == *id);
        let Some(fact) = new.and_then(|entry| entry.fact.as_ref()) else {
            return;
        };
        let earlier = stored.iter().take_while(|entry| entry.id != *id).copied();
        let others = self.known_facts.iter().chain(earlier);
        let contradicted = others.filter(|other| {
            let other = other.fact.as_ref();
            other.is_some_and(|other| fact.contradicts(other))
        });
        let contradictions = contradicted.map(|other| Contradiction {
            id: id.clone(),
            with: other.id.clone(),
        });
        self.report.contradictions.extend(contradictions);
    }

    fn report_near_duplicates(&mut self, admission: &Admission) {
        if !admission.near_duplicates.is_empty() {
            let near = (admission.id.clone(), admission.near_duplicates.clone());
            self.report.near_duplicates.push(near);
        }
    }

    /// Marks the memories of answered requests as read, so that none is read twice. From then on they can fade.
    fn mark_read(&mut self, read: &[usize]) {
        let requests = read
            .iter()
            .filter_map(|number| self.plan.facts.get(*number));
        for memory in requests.flat_map(|request| &request.memories) {
            let id = &memory.id;
            self.changes.push(Change::TakeFacts { id: id.clone() });
            if self.plan.unseen.contains(id) {
                let at = self.plan.at;
                self.changes.push(Change::touch(id.clone(), at));
            }
        }
    }

    /// Forgets what has faded, and was not made a source just now.
    fn forget_faded(&mut self, stored: &[&MemoryEntry]) {
        let sources: BTreeSet<&MemoryId> =
            stored.iter().flat_map(|entry| &entry.source_ids).collect();
        let fading = self.plan.fading.iter();
        let forgotten: Vec<Fading> = fading
            .filter(|fading| !sources.contains(&fading.id))
            .cloned()
            .collect();
        let at = self.plan.at;
        self.changes
            .extend(forgotten.iter().map(|fading| Change::Forget {
                id: fading.id.clone(),
                at,
                reason: ForgetReason::Faded {
                    strength: fading.strength,
                },
            }));
        self.report.forgotten = forgotten;
    }
}
