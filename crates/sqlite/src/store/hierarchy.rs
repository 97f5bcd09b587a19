//! Hierarchical memory.

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    ChangeSet, ChannelQuery, ContentHash, EntryVitals, Forgotten, Known, MemoryEntry, MemoryId,
    MemoryLayer, MemoryScope, MemoryState, Ranking,
};
use amb_store::long_term::{HierarchyStore, LongTermFuture};

use super::SqliteStore;
use crate::database::hierarchy;

impl HierarchyStore for SqliteStore {
    fn apply<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        self.write(|session| hierarchy::apply(session, changes))
    }

    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>> {
        self.read(|session| Ok(hierarchy::search(session, queries)?))
    }

    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(|session| Ok(hierarchy::entries(&session.connection, ids)?))
    }

    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>> {
        self.read(|session| Ok(hierarchy::known(&session.connection, contents)?))
    }

    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(|session| Ok(hierarchy::facts(&session.connection, of)?))
    }

    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>> {
        self.read(|session| Ok(hierarchy::vitals(&session.connection, scope)?))
    }

    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize> {
        self.read(|session| Ok(hierarchy::count(&session.connection, scope)?))
    }

    fn state(&self) -> LongTermFuture<'_, MemoryState> {
        self.read(|session| Ok(hierarchy::state(&session.connection)?))
    }

    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(move |session| {
            Ok(hierarchy::remembered_after(
                &session.connection,
                after,
                limit,
            )?)
        })
    }

    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>> {
        self.read(move |session| {
            Ok(hierarchy::forgotten_after(
                &session.connection,
                after,
                limit,
            )?)
        })
    }

    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>> {
        self.read(|session| Ok(hierarchy::derived_from(&session.connection, ids)?))
    }
}
