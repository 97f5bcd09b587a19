//! Long-term memory that lives as long as its store.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::ready;

use amb_memory::ListCursor;
use amb_memory::hierarchy::{
    ChangeSet, ChannelQuery, ContentHash, EntryTable, EntryVitals, Forgotten, Known, MemoryEntry,
    MemoryId, MemoryLayer, MemoryScope, MemoryState, Ranking,
};
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows, TrajectoryGraph};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;

use super::{HierarchyStore, LongTermFuture, TrajectoryStore};

/// Trajectory memory without a medium.
#[derive(Debug, Default)]
pub struct TrajectoriesInMemory(RefCell<TrajectoryGraph>);

/// Hierarchical memory without a medium.
#[derive(Debug, Default)]
pub struct HierarchyInMemory(RefCell<EntryTable>);

impl TrajectoriesInMemory {
    fn read<'a, T: 'a>(
        &'a self,
        look: impl FnOnce(&TrajectoryGraph) -> T,
    ) -> LongTermFuture<'a, T> {
        Box::pin(ready(Ok(look(&self.0.borrow()))))
    }
}

impl TrajectoryStore for TrajectoriesInMemory {
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()> {
        let done = self.0.borrow_mut().learn(learned.clone());
        Box::pin(ready(done.map_err(Into::into)))
    }

    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates> {
        self.read(|graph| graph.candidates(queries))
    }

    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked> {
        self.read(|graph| graph.by_error(query))
    }

    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>> {
        self.read(|graph| graph.mistakes(query))
    }

    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence> {
        self.read(|graph| graph.evidence(query))
    }

    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()> {
        let done = self.0.borrow_mut().apply(consolidation.clone());
        Box::pin(ready(done.map_err(Into::into)))
    }

    fn learned_since(&self) -> LongTermFuture<'_, u32> {
        self.read(TrajectoryGraph::learned_since)
    }

    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows> {
        self.read(TrajectoryGraph::statistics)
    }

    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows> {
        self.read(|graph| graph.rows_after(after, limit))
    }

    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows> {
        self.read(|graph| graph.cases(ids))
    }

    fn knowledge(&self) -> LongTermFuture<'_, GraphRows> {
        self.read(TrajectoryGraph::knowledge)
    }

    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows> {
        Box::pin(ready(Ok(self.0.borrow_mut().import(rows))))
    }

    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage> {
        self.read(|graph| graph.without_vectors(query))
    }

    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize> {
        Box::pin(ready(Ok(self.0.borrow_mut().put_vectors(vectors))))
    }

    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool> {
        Box::pin(ready(Ok(self.0.borrow_mut().forget(id))))
    }

    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool> {
        Box::pin(ready(Ok(self.0.borrow_mut().forget_methodology(id))))
    }
}

impl HierarchyInMemory {
    fn read<'a, T: 'a>(&'a self, look: impl FnOnce(&EntryTable) -> T) -> LongTermFuture<'a, T> {
        Box::pin(ready(Ok(look(&self.0.borrow()))))
    }
}

impl HierarchyStore for HierarchyInMemory {
    fn apply<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        let done = self.0.borrow_mut().apply(changes);
        Box::pin(ready(done.map_err(Into::into)))
    }

    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>> {
        self.read(|table| queries.iter().map(|query| table.search(query)).collect())
    }

    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(|table| table.entries(ids))
    }

    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>> {
        self.read(|table| {
            let known = contents
                .iter()
                .map(|(layer, hash)| table.known(*layer, hash));
            known.collect()
        })
    }

    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(|table| {
            let found = of
                .iter()
                .flat_map(|(subject, relation)| table.facts(subject, relation));
            let by_id: BTreeMap<MemoryId, MemoryEntry> =
                found.map(|entry| (entry.id.clone(), entry)).collect();
            by_id.into_values().collect()
        })
    }

    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>> {
        self.read(|table| table.vitals(scope))
    }

    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize> {
        self.read(|table| table.count(scope))
    }

    fn state(&self) -> LongTermFuture<'_, MemoryState> {
        self.read(|table| table.state().clone())
    }

    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.read(|table| {
            let page = table.remembered_after(after, limit);
            page.into_iter().cloned().collect()
        })
    }

    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>> {
        self.read(|table| {
            let page = table.forgotten_after(after, limit);
            page.into_iter().cloned().collect()
        })
    }

    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>> {
        self.read(|table| table.derived_from(ids))
    }
}
