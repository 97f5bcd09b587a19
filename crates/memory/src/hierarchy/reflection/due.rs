//! When to reflect.

use super::super::change_set::{Change, ChangeSet, MemoryState};
use super::super::recall::{ChannelQuery, MemoryScope, RecallChannel, Search};
use super::super::settings::ReflectionSettings;

/// Returns true if the importance since the last reflection reaches the threshold. Only events count, insights do not:
/// reflection does not feed itself.
#[must_use]
pub fn is_reflection_due(state: &MemoryState, settings: &ReflectionSettings) -> bool {
    state.accumulated_importance >= settings.threshold
}

/// Returns the query for the newest memories, which a reflection reads first.
#[must_use]
pub fn recent_memories(settings: &ReflectionSettings) -> ChannelQuery {
    ChannelQuery {
        channel: RecallChannel::Temporal,
        search: Search::Newest,
        scope: MemoryScope::default(),
        limit: settings.recent,
    }
}

/// That a reflection was done, whether it found an insight or not. It takes what had accumulated in
/// the state that it began with, unless another one that ended meanwhile took that; what came in the meantime counts
/// towards the next.
#[must_use]
pub fn reflected(begun_with: &MemoryState, ends_with: &MemoryState, at: i64) -> ChangeSet {
    let is_taken = ends_with.reflected_at != begun_with.reflected_at;
    let taken = if is_taken {
        0.0
    } else {
        begun_with.accumulated_importance
    };
    ChangeSet::from(vec![Change::Reflect { at, taken }])
}
