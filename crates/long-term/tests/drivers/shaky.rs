//! Stores that fail when they are told to, before or after they wrote, and to which others write in between.

use amb_memory::ListCursor;
use amb_memory::hierarchy::*;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;
use amb_store::StoreError;
use amb_store::long_term::*;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::ready;
use std::rc::Rc;

/// Outcome of a write.
#[derive(Clone, Copy, PartialEq)]
pub enum Fate {
    Done,
    /// It fails, and nobody knows; it was not written.
    Lost,
    /// It fails, and nobody knows; it was written.
    DoneAndLost,
    /// It is refused, and that is known.
    Refused,
}

fn in_doubt() -> LongTermError {
    StoreError::Io {
        detail: "the disk hums".to_owned(),
    }
    .into()
}

fn refused() -> LongTermError {
    LongTermError::ReadOnly {
        detail: "it follows".to_owned(),
    }
}

/// Both stores in memory, shaky.
#[derive(Default)]
pub struct Shaky<S> {
    pub inner: S,
    pub fates: RefCell<VecDeque<Fate>>,
    pub writes: Cell<usize>,
    /// Done before each write, so many times.
    #[allow(clippy::type_complexity, reason = "it is named nowhere else")]
    pub meanwhile: RefCell<Option<Box<dyn Fn(usize)>>>,
}

pub type ShakyHierarchy = Shaky<HierarchyInMemory>;
pub type ShakyTrajectories = Shaky<TrajectoriesInMemory>;

impl<S: Default> Shaky<S> {
    pub fn new() -> Rc<Self> {
        Rc::new(Self::default())
    }

    pub fn expect(&self, fates: &[Fate]) {
        self.fates.borrow_mut().extend(fates);
    }

    fn write<'a, T: 'a>(
        &'a self,
        write: impl FnOnce() -> LongTermFuture<'a, T>,
    ) -> LongTermFuture<'a, T> {
        let number = self.writes.get();
        self.writes.set(number + 1);
        if let Some(meanwhile) = self.meanwhile.borrow().as_ref() {
            meanwhile(number);
        }
        match self.fates.borrow_mut().pop_front().unwrap_or(Fate::Done) {
            Fate::Done => write(),
            Fate::Lost => Box::pin(ready(Err(in_doubt()))),
            Fate::Refused => Box::pin(ready(Err(refused()))),
            Fate::DoneAndLost => {
                let written = write();
                Box::pin(async move {
                    written.await?;
                    Err(in_doubt())
                })
            }
        }
    }
}

impl HierarchyStore for ShakyHierarchy {
    fn apply<'a>(&'a self, changes: &'a ChangeSet) -> LongTermFuture<'a, ()> {
        self.write(|| self.inner.apply(changes))
    }
    fn search<'a>(&'a self, queries: &'a [ChannelQuery]) -> LongTermFuture<'a, Vec<Ranking>> {
        self.inner.search(queries)
    }
    fn entries<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.inner.entries(ids)
    }
    fn known<'a>(
        &'a self,
        contents: &'a [(MemoryLayer, ContentHash)],
    ) -> LongTermFuture<'a, Vec<Option<Known>>> {
        self.inner.known(contents)
    }
    fn facts<'a>(&'a self, of: &'a [(String, String)]) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.inner.facts(of)
    }
    fn vitals<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, Vec<EntryVitals>> {
        self.inner.vitals(scope)
    }
    fn count<'a>(&'a self, scope: &'a MemoryScope) -> LongTermFuture<'a, usize> {
        self.inner.count(scope)
    }
    fn state(&self) -> LongTermFuture<'_, MemoryState> {
        self.inner.state()
    }
    fn remembered_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<MemoryEntry>> {
        self.inner.remembered_after(after, limit)
    }
    fn forgotten_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, Vec<Forgotten>> {
        self.inner.forgotten_after(after, limit)
    }
    fn derived_from<'a>(&'a self, ids: &'a [MemoryId]) -> LongTermFuture<'a, Vec<MemoryId>> {
        self.inner.derived_from(ids)
    }
}

impl TrajectoryStore for ShakyTrajectories {
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()> {
        self.write(|| self.inner.learn(learned))
    }
    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates> {
        self.inner.candidates(queries)
    }
    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked> {
        self.inner.by_error(query)
    }
    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>> {
        self.inner.mistakes(query)
    }
    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence> {
        self.inner.evidence(query)
    }
    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()> {
        self.write(|| self.inner.consolidate(consolidation))
    }
    fn learned_since(&self) -> LongTermFuture<'_, u32> {
        self.inner.learned_since()
    }
    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows> {
        self.inner.statistics()
    }
    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows> {
        self.inner.rows_after(after, limit)
    }
    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows> {
        self.inner.cases(ids)
    }
    fn knowledge(&self) -> LongTermFuture<'_, GraphRows> {
        self.inner.knowledge()
    }
    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows> {
        self.write(|| self.inner.import(rows))
    }
    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage> {
        self.inner.without_vectors(query)
    }
    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize> {
        self.write(|| self.inner.put_vectors(vectors))
    }
    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool> {
        self.write(|| self.inner.forget(id))
    }
    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool> {
        self.write(|| self.inner.forget_methodology(id))
    }
}
