use std::cell::RefCell;

use amb_memory::ListCursor;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;
use amb_store::long_term::{LongTermFuture, TrajectoryStore};
use futures::lock::Mutex;

use super::vectors::Spaces;
use crate::server::Server;

/// Trajectory memory on a Neo4j server: a [`TrajectoryStore`] that many clients may have open at once.
///
/// A write whose reply was lost is in doubt and not repeated: learning the run again is refused as a duplicate, and
/// applying the consolidation again as stale.
pub struct Neo4jStore {
    pub(super) server: Server,
    /// Held while a write is computed, so that the writes of one store do not overtake each other.
    pub(super) writing: Mutex<()>,
    pub(super) spaces: RefCell<Spaces>,
}

impl TrajectoryStore for Neo4jStore {
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()> {
        Box::pin(self.take_run_in(learned))
    }

    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates> {
        Box::pin(self.found_in_state(queries))
    }

    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked> {
        Box::pin(self.found_by_error(query))
    }

    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>> {
        Box::pin(self.failed_in_situation(query))
    }

    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence> {
        Box::pin(self.look_at_evidence(query))
    }

    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()> {
        Box::pin(self.apply(consolidation))
    }

    fn learned_since(&self) -> LongTermFuture<'_, u32> {
        Box::pin(self.count_learned_since())
    }

    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows> {
        Box::pin(self.count())
    }

    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows> {
        Box::pin(self.list_after(after, limit))
    }

    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows> {
        Box::pin(self.list_cases(ids))
    }

    fn knowledge(&self) -> LongTermFuture<'_, GraphRows> {
        Box::pin(self.list_knowledge())
    }

    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows> {
        Box::pin(self.take_rows_in(rows))
    }

    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage> {
        Box::pin(self.look_for_vectors(query))
    }

    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize> {
        Box::pin(self.embed_again(vectors))
    }

    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool> {
        Box::pin(self.forget_run(id))
    }

    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool> {
        Box::pin(self.forget_lesson(id))
    }
}
