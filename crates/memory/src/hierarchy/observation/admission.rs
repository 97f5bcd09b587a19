//! Admission of new memories: stored, or known already.

use super::super::change_set::{Change, ChangeSet, ForgetReason};
use super::super::entry::{ContentHash, MAX_RELATED, MemoryEntry, MemoryId, MemoryLayer};
use super::super::error::HierarchyError;
use super::super::settings::HierarchySettings;
use super::likeness::{Compared, NearDuplicate};
use super::new_memory::PreparedMemory;
use crate::retrieval::Embedding;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Memories that are taken at once: each is compared with each.
pub const MAX_BATCH: usize = 256;

/// Near-duplicates that a new memory is told to have.
const MAX_NEAR_DUPLICATES: usize = 8;

/// Something to remember, with what was found out about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// The id it gets if it is stored.
    pub id: MemoryId,
    /// Memory to store.
    pub memory: PreparedMemory,
    /// The vector of [`PreparedMemory::content`]; none where no embedder runs.
    pub embedding: Option<Embedding>,
    /// The entry of the same layer and content hash, remembered or forgotten, if the store has one.
    pub known: Option<Known>,
    /// The store's answer to [`PreparedMemory::neighbour_query`].
    pub neighbours: Vec<MemoryEntry>,
}

/// An entry that the store has already.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The entry.
    pub entry: MemoryEntry,
    /// Why it is among the forgotten, if it is.
    pub forgotten: Option<ForgetReason>,
}

impl Known {
    /// The entries of what is known by the [contents](super::super::entry::Spelling::contents) of a spelling.
    #[must_use]
    pub fn entries(kept: &[Option<Self>; 2]) -> [Option<&MemoryEntry>; 2] {
        kept.each_ref()
            .map(|known| known.as_ref().map(|known| &known.entry))
    }
}

/// Result of one arrival.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Admission {
    /// The entry that holds it.
    pub id: MemoryId,
    /// Outcome: stored, or known already.
    pub outcome: AdmissionOutcome,
    /// Others that say nearly the same, the most similar first. They are kept, and so is this.
    pub near_duplicates: Vec<NearDuplicate>,
}

/// Outcome of an arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AdmissionOutcome {
    /// As a new entry.
    Stored,
    /// The same content was remembered already; that entry counts as accessed.
    Repeated,
    /// The same content was forgotten; that entry is remembered again.
    Remembered,
    /// The same content was forgotten, and this is no reason to remember it.
    StaysForgotten,
}

/// Results of several arrivals, in their order, and the change set to write.
#[derive(Debug, Clone, PartialEq)]
pub struct Admissions {
    /// One for each arrival.
    pub admissions: Vec<Admission>,
    /// To be applied whole.
    pub changes: ChangeSet,
}

/// Decides about arrivals (AF-05, AF-13). The same content is kept once in each layer, and near-duplicates are
/// reported. The importance of new events, which have no memory as their source, counts towards the next reflection.
///
/// An entry with others' words becomes first-hand if the user now says the same words first-hand. The reverse never
/// happens. Of derived memories only a fact does so, and then rests on its new sources; a summary in the same words is
/// of other memories.
///
/// A faded memory is remembered again when it happens again. A memory that the user asked to forget returns only when
/// the user says it again. A derived memory brings nothing back.
///
/// A repeated memory takes the time of its last repetition: it is recalled as recent, and facts are looked for in it
/// once more. Others' words do not make the user's newer.
///
/// # Errors
/// More than [`MAX_BATCH`] arrivals; an id that occurs twice, or is that of a known entry; an entry that is not sound.
pub fn admit(
    arrivals: Vec<Arrival>,
    settings: &HierarchySettings,
) -> Result<Admissions, HierarchyError> {
    if arrivals.len() > MAX_BATCH {
        return Err(HierarchyError::BatchTooLarge {
            count: arrivals.len(),
            most: MAX_BATCH,
        });
    }
    let mut register = Register::default();
    let mut drafts = Vec::with_capacity(arrivals.len());
    for arrival in arrivals {
        drafts.push(register.enter(arrival)?);
    }
    let near = near_duplicates(&drafts, settings);
    let mut admissions = Vec::with_capacity(drafts.len());
    for (draft, near_duplicates) in drafts.into_iter().zip(near) {
        admissions.push(register.conclude(draft, near_duplicates)?);
    }
    Ok(Admissions {
        admissions,
        changes: register.into_changes(),
    })
}

/// An arrival of which it is known whether it is new.
enum Draft {
    New {
        entry: Box<MemoryEntry>,
        neighbours: Vec<MemoryEntry>,
    },
    Again {
        id: MemoryId,
        memory: Box<PreparedMemory>,
        forgotten: Option<ForgetReason>,
    },
}

/// The entries that a batch meets, as they will stand after it.
#[derive(Default)]
struct Register {
    by_content: BTreeMap<(MemoryLayer, ContentHash), MemoryId>,
    entries: BTreeMap<MemoryId, MemoryEntry>,
    ids: BTreeSet<MemoryId>,
    changes: Vec<Change>,
    accumulated: f64,
}

impl Register {
    fn enter(&mut self, arrival: Arrival) -> Result<Draft, HierarchyError> {
        if !self.ids.insert(arrival.id.clone()) {
            return Err(HierarchyError::DuplicateId(arrival.id));
        }
        let mut memory = arrival.memory;
        if let Some(id) = self.met(&memory) {
            return Ok(Draft::Again {
                id: id.clone(),
                memory: Box::new(memory),
                forgotten: None,
            });
        }
        if let Some(known) = arrival.known {
            let id = known.entry.id.clone();
            self.enter_content(&memory, &id);
            self.entries.insert(id.clone(), known.entry);
            return Ok(Draft::Again {
                id,
                memory: Box::new(memory),
                forgotten: known.forgotten,
            });
        }
        let content = (memory.layer(), memory.content_hash().clone());
        if self.by_content.contains_key(&content) {
            memory = memory.beside();
        }
        self.enter_content(&memory, &arrival.id);
        let entry = memory.into_entry(arrival.id, arrival.embedding);
        entry.check()?;
        Ok(Draft::New {
            entry: Box::new(entry),
            neighbours: arrival.neighbours,
        })
    }

    /// The entry of this batch that is the same.
    fn met(&self, memory: &PreparedMemory) -> Option<&MemoryId> {
        let told = (memory.layer(), memory.told_hash());
        let content = (memory.layer(), memory.content_hash().clone());
        let like = self.by_content.get(&content);
        let told = self.by_content.get(&told);
        told.or_else(|| like.filter(|_| !memory.spelling().is_kept_as_told()))
    }

    fn enter_content(&mut self, memory: &PreparedMemory, id: &MemoryId) {
        for hash in [memory.told_hash(), memory.content_hash().clone()] {
            self.by_content.insert((memory.layer(), hash), id.clone());
        }
    }

    fn conclude(
        &mut self,
        draft: Draft,
        near_duplicates: Vec<NearDuplicate>,
    ) -> Result<Admission, HierarchyError> {
        match draft {
            Draft::New { entry, .. } => Ok(self.store(*entry, near_duplicates)),
            Draft::Again {
                id,
                memory,
                forgotten,
            } => self.repeat(id, &memory, forgotten),
        }
    }

    fn store(&mut self, mut entry: MemoryEntry, near_duplicates: Vec<NearDuplicate>) -> Admission {
        let room = MAX_RELATED.saturating_sub(entry.related_ids.len());
        let near = near_duplicates.iter().map(|near| near.id.clone());
        entry.related_ids.extend(near.take(room));
        if entry.is_event() {
            self.accumulated += f64::from(entry.importance);
        }
        let id = entry.id.clone();
        self.entries.insert(id.clone(), entry.clone());
        self.changes.push(Change::Insert(Box::new(entry)));
        Admission {
            id,
            outcome: AdmissionOutcome::Stored,
            near_duplicates,
        }
    }

    fn repeat(
        &mut self,
        id: MemoryId,
        memory: &PreparedMemory,
        forgotten: Option<ForgetReason>,
    ) -> Result<Admission, HierarchyError> {
        let admission = |id, outcome| Admission {
            id,
            outcome,
            near_duplicates: Vec::new(),
        };
        if forgotten.is_some_and(|reason| !memory.brings_back(reason)) {
            return Ok(admission(id, AdmissionOutcome::StaysForgotten));
        }
        let entry = self
            .entries
            .get_mut(&id)
            .ok_or_else(|| HierarchyError::UnknownEntry(id.clone()))?;
        if forgotten.is_some() {
            self.changes.push(Change::Restore { id: id.clone() });
        }
        entry.touch(memory.at(), 1);
        let may_vouch = memory.is_event() || entry.fact.is_some();
        let vouched = may_vouch && memory.is_first_hand() && !entry.is_first_hand();
        if vouched {
            memory.vouch_for(entry);
        }
        let stands_again = entry.summary_id.take().is_some();
        let is_news = (entry.is_event() || entry.fact.is_some())
            && memory.is_first_hand() == entry.is_first_hand()
            && memory.at() > entry.created_at;
        if is_news {
            // What was told in between may stand against it, and what was told last counts.
            entry.created_at = memory.at();
            entry.facts_taken = false;
        }
        if vouched || stands_again || is_news {
            let entry = Box::new(entry.clone());
            self.changes.push(Change::Replace(entry));
        } else {
            self.changes.push(Change::touch(id.clone(), memory.at()));
        }
        let outcome = match forgotten {
            Some(_) => AdmissionOutcome::Remembered,
            None => AdmissionOutcome::Repeated,
        };
        Ok(admission(id, outcome))
    }

    fn into_changes(mut self) -> ChangeSet {
        if self.accumulated > 0.0 {
            self.changes.push(Change::Accumulate {
                importance: self.accumulated,
            });
        }
        ChangeSet::from(self.changes)
    }
}

/// For each draft those of its neighbours, and of the new entries before it, that say nearly the
/// same.
fn near_duplicates(drafts: &[Draft], settings: &HierarchySettings) -> Vec<Vec<NearDuplicate>> {
    let mut before: Vec<Compared<'_>> = Vec::new();
    let mut found = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let Draft::New { entry, neighbours } = draft else {
            found.push(Vec::new());
            continue;
        };
        let new = Compared::of(entry);
        let stored: Vec<_> = neighbours.iter().map(Compared::of).collect();
        let others = stored.iter().chain(&before);
        let mut near: Vec<_> = others
            .filter_map(|other| new.near(other, settings))
            .collect();
        near.sort_by(most_similar_first);
        near.truncate(MAX_NEAR_DUPLICATES);
        found.push(near);
        before.push(new);
    }
    found
}

fn most_similar_first(a: &NearDuplicate, b: &NearDuplicate) -> Ordering {
    let by_similarity = b.similarity.total_cmp(&a.similarity);
    by_similarity.then_with(|| a.id.cmp(&b.id))
}
