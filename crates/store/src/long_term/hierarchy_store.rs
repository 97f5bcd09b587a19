//! The contract of what keeps hierarchical memory.

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    ChangeSet, ChannelQuery, ContentHash, EntryVitals, Forgotten, Known, MemoryEntry, MemoryId,
    MemoryLayer, MemoryScope, MemoryState, Ranking,
};

use super::LongTermFuture;

/// Keeps what is remembered of a user (seed 004; AF-03 to AF-05).
///
/// The contract, for every implementation:
/// - It answers as [`EntryTable`](amb_memory::hierarchy::EntryTable) does. Only the score of a keyword search may be its
///   own: it finds what holds any of the terms, what holds more and rarer ones first.
/// - **The newest of equals.** Whatever is ranked, by words, by meaning or by importance: of equal scores the newest come first,
///   of one time the greater id, and the limit cuts after that. Ids are made in ascending order, so nothing here is left to
///   chance.
/// - **Atomic.** A change set is applied whole or refused whole, wherever it is interrupted.
/// - **Durable.** When it has returned, it outlives the process, unless the store keeps nothing.
/// - **Visible.** A call sees what calls that returned before it have written.
/// - **Gone is gone.** Nothing of a purged entry is left where it could be read, in no index either.
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
    /// That of the medium.
    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>>;

    /// The remembered ones of these entries, in this order.
    ///
    /// # Errors
    /// That of the medium.
    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// For each of these, the entry of that layer with that content, remembered or forgotten.
    ///
    /// # Errors
    /// That of the medium.
    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>>;

    /// The remembered facts of these subjects and relations, each once, in the order of their ids.
    ///
    /// # Errors
    /// That of the medium.
    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// The vitals of all entries of a scope, in the order of their ids.
    ///
    /// # Errors
    /// That of the medium.
    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>>;

    /// How many entries of a scope are listed: those that stand for themselves, of a range of time all.
    ///
    /// # Errors
    /// That of the medium.
    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize>;

    /// What is kept beside the entries.
    ///
    /// # Errors
    /// That of the medium.
    fn state(&self) -> LongTermFuture<'_, MemoryState>;

    /// At most `limit` remembered entries after this place, the newest first, those that a summary stands for too.
    ///
    /// # Errors
    /// That of the medium.
    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>>;

    /// At most `limit` forgotten entries after this place, what was forgotten last first.
    ///
    /// # Errors
    /// That of the medium.
    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>>;

    /// What was made of these entries, and of that in turn, in the order of their ids.
    ///
    /// # Errors
    /// That of the medium.
    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>>;
}
