//! The contract of a store of hierarchical memory.

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    ChangeSet, ChannelQuery, ContentHash, EntryVitals, Forgotten, Known, MemoryEntry, MemoryId,
    MemoryLayer, MemoryScope, MemoryState, Ranking,
};

use super::LongTermFuture;

/// A store of a user's memories (seed 004; AF-03 to AF-05).
///
/// The contract, for every implementation:
/// - It replies as [`EntryTable`](amb_memory::hierarchy::EntryTable) does. Only the score of a keyword search may be
///   its own: it finds entries that hold any of the terms, those with more and rarer ones first.
/// - **The newest of equals.** In every ranking, by words, meaning or importance, the newest of equal scores come
///   first, and the greater id of equal times. The limit cuts after that. Ids are made in ascending order, so nothing
///   here is left to chance.
/// - **Atomic.** A change set is applied whole or refused whole, at any interruption.
/// - **Durable.** When it has returned, it outlives the process, unless the store keeps nothing.
/// - **Visible.** A call sees the writes of calls that returned before it.
/// - **Purged is gone.** No readable part of a purged entry is left, in no index either.
/// - Texts are data: no syntax of a query language in them means anything.
pub trait HierarchyStore {
    /// Applies changes.
    ///
    /// # Errors
    /// The first change that is refused, or that of the medium.
    fn apply<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()>;

    /// The ranked lists that these queries ask for, in their order.
    ///
    /// # Errors
    /// The medium's error.
    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>>;

    /// The remembered ones of these entries, in this order.
    ///
    /// # Errors
    /// The medium's error.
    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// For each of these, the entry of that layer with that content, remembered or forgotten.
    ///
    /// # Errors
    /// The medium's error.
    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>>;

    /// The remembered facts of these subjects and relations, each once, in the order of their ids.
    ///
    /// # Errors
    /// The medium's error.
    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// The vitals of all entries of a scope, in the order of their ids.
    ///
    /// # Errors
    /// The medium's error.
    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>>;

    /// Returns the number of listed entries of a scope: those that stand for themselves; in a range of time, all.
    ///
    /// # Errors
    /// The medium's error.
    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize>;

    /// Returns the state beside the entries.
    ///
    /// # Errors
    /// The medium's error.
    fn state(&self) -> LongTermFuture<'_, MemoryState>;

    /// Returns at most `limit` remembered entries after this cursor, the newest first, including those that a summary
    /// stands for.
    ///
    /// # Errors
    /// The medium's error.
    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// Returns at most `limit` forgotten entries after this cursor, the last forgotten first.
    ///
    /// # Errors
    /// The medium's error.
    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>>;

    /// Returns the entries derived from these, directly or through others, in the order of their ids.
    ///
    /// # Errors
    /// The medium's error.
    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>>;
}
