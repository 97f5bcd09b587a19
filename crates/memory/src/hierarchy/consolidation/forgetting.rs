//! Adaptive forgetting (seed 004; SCM): what nobody recalls fades.

use super::super::change_set::{Change, ChangeSet, ForgetReason};
use super::super::entry::{MemoryEntry, MemoryId, MemoryLayer};
use super::super::settings::ConsolidationSettings;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

const MILLISECONDS_PER_DAY: f64 = 86_400_000.0;

/// Fields of an entry that forgetting judges by, so that a store need not read its content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryVitals {
    /// The entry.
    pub id: MemoryId,
    /// Layer of the entry.
    pub layer: MemoryLayer,
    /// Its importance.
    pub importance: f32,
    /// When it was last recalled or observed, in milliseconds since 1970.
    pub last_accessed: i64,
    /// Number of recalls.
    pub access_count: u32,
    /// True if the entry is first-hand or in the user's own words ([`MemoryEntry::may_last`]).
    pub may_last: bool,
    /// True if a remembered entry names this one as a source.
    pub is_source: bool,
    /// True if a consolidation has looked for facts in the entry.
    pub facts_taken: bool,
}

impl EntryVitals {
    /// Those of an entry.
    #[must_use]
    pub fn of(entry: &MemoryEntry, is_source: bool) -> Self {
        Self {
            id: entry.id.clone(),
            layer: entry.layer,
            importance: entry.importance,
            last_accessed: entry.last_accessed,
            access_count: entry.access_count,
            may_last: entry.may_last(),
            is_source,
            facts_taken: entry.facts_taken,
        }
    }

    /// Counts accesses as [`MemoryEntry::touch`] does.
    pub fn touch(&mut self, at: i64, times: u32) {
        self.access_count = self.access_count.saturating_add(times);
        self.last_accessed = self.last_accessed.max(at);
    }
}

/// An entry that has faded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Fading {
    /// The entry.
    pub id: MemoryId,
    /// Its strength now, below the threshold.
    pub strength: f32,
}

/// Returns the strength of a memory, 0 to 1: `importance · e^(−rate · days / (1 + access_count))`. `days` counts from
/// the last recall or observation. Each recall makes a memory last longer, and restarts the count. A clock that went
/// backwards makes nothing weaker.
#[must_use]
pub fn strength(vitals: &EntryVitals, now: i64, rate: f32) -> f32 {
    let days = days_idle(vitals, now);
    let lasting = 1.0 + f64::from(vitals.access_count);
    // In f32 at last, so that what is written is the same on every platform.
    (f64::from(vitals.importance) * (-f64::from(rate) * days / lasting).exp()) as f32
}

fn days_idle(vitals: &EntryVitals, now: i64) -> f64 {
    let idle = now.saturating_sub(vitals.last_accessed).max(0);
    idle as f64 / MILLISECONDS_PER_DAY
}

/// Those of these entries that have faded, the weakest first. Only episodic memories fade, and none within a day; what
/// another was made of stays with it, and so does what may last and is important.
pub(super) fn faded<'v>(
    vitals: impl Iterator<Item = &'v EntryVitals>,
    now: i64,
    settings: &ConsolidationSettings,
) -> Vec<Fading> {
    let may_fade = |vitals: &&EntryVitals| {
        let is_protected = vitals.may_last && vitals.importance >= settings.protected_importance;
        let is_of_today = days_idle(vitals, now) < 1.0;
        let is_exempt = is_protected || is_of_today || vitals.is_source;
        vitals.layer == MemoryLayer::Episodic && !is_exempt
    };
    let mut fading: Vec<Fading> = vitals
        .filter(may_fade)
        .map(|vitals| Fading {
            id: vitals.id.clone(),
            strength: strength(vitals, now, settings.forgetting_rate),
        })
        .filter(|fading| fading.strength < settings.forgetting_threshold)
        .collect();
    fading.sort_by(|a, b| {
        let by_strength = a.strength.total_cmp(&b.strength);
        by_strength.then_with(|| a.id.cmp(&b.id))
    });
    fading
}

/// Forgets these entries because the user asks for it. They can be brought back until they are
/// purged.
#[must_use]
pub fn forget(ids: &[MemoryId], at: i64) -> ChangeSet {
    changes(ids, |id| Change::Forget {
        id,
        at,
        reason: ForgetReason::Asked,
    })
}

/// Remembers these forgotten entries again, exactly as they were.
#[must_use]
pub fn undo_forgetting(ids: &[MemoryId]) -> ChangeSet {
    changes(ids, |id| Change::Restore { id })
}

/// Remembers these forgotten entries again because the user asks for it, which counts as an access: what had faded would
/// otherwise be forgotten by the next consolidation.
#[must_use]
pub fn bring_back(ids: &[MemoryId], at: i64) -> ChangeSet {
    let touched = changes(ids, |id| Change::touch(id, at));
    undo_forgetting(ids).then(touched)
}

/// Deletes these forgotten entries for good.
#[must_use]
pub fn purge(ids: &[MemoryId]) -> ChangeSet {
    changes(ids, |id| Change::Purge { id })
}

/// A change for each of these entries, however often it is named.
fn changes(ids: &[MemoryId], change: impl Fn(MemoryId) -> Change) -> ChangeSet {
    let ids: BTreeSet<&MemoryId> = ids.iter().collect();
    let changes: Vec<Change> = ids.into_iter().cloned().map(change).collect();
    ChangeSet::from(changes)
}
