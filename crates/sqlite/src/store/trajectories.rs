//! Trajectory memory.

use amb_memory::ListCursor;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;
use amb_store::long_term::{LongTermFuture, TrajectoryStore};

use super::SqliteStore;
use crate::database::trajectories;

impl TrajectoryStore for SqliteStore {
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()> {
        self.write(|session| trajectories::learn(session, learned))
    }

    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates> {
        self.read(|session| Ok(trajectories::candidates(session, queries)?))
    }

    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked> {
        self.read(|session| Ok(trajectories::by_error(&session.connection, query)?))
    }

    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>> {
        self.read(|session| Ok(trajectories::mistakes(&session.connection, query)?))
    }

    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence> {
        self.read(|session| Ok(trajectories::evidence(&session.connection, query)?))
    }

    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()> {
        self.write(|session| trajectories::consolidate(session, consolidation))
    }

    fn learned_since(&self) -> LongTermFuture<'_, u32> {
        self.read(|session| Ok(trajectories::learned_since(&session.connection)?))
    }

    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows> {
        self.read(|session| Ok(trajectories::statistics(&session.connection)?))
    }

    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows> {
        self.read(move |session| Ok(trajectories::rows_after(&session.connection, after, limit)?))
    }

    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows> {
        self.read(|session| Ok(trajectories::cases(&session.connection, ids)?))
    }

    fn knowledge(&self) -> LongTermFuture<'_, GraphRows> {
        self.read(|session| Ok(trajectories::knowledge(&session.connection)?))
    }

    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows> {
        self.write(|session| trajectories::import(session, rows))
    }

    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage> {
        self.read(|session| Ok(trajectories::without_vectors(&session.connection, query)?))
    }

    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize> {
        self.write(|session| trajectories::put_vectors(session, vectors))
    }

    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool> {
        self.write(|session| trajectories::forget(session, id))
    }

    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool> {
        self.write(|session| trajectories::forget_methodology(session, id))
    }
}
