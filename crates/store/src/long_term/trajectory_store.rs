//! The contract of a store of trajectory memory.

use amb_memory::ListCursor;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;

use super::LongTermFuture;

/// A store of the lessons of runs (seed 003; CG-01, CG-02, CG-09).
///
/// The contract, for every implementation:
/// - It replies as [`TrajectoryGraph`](amb_memory::trajectory::graph::TrajectoryGraph) does; the types of the queries
///   specify the replies. Only the score of a keyword search may be its own.
/// - **Atomic.** A write is carried out whole or refused whole, at any interruption.
/// - **Durable.** When a write has returned, it outlives the process, unless the store keeps nothing.
/// - **Visible.** A call sees the writes of calls that returned before it. Several clients may write, from several
///   processes if the medium lets them: each write takes effect at one moment.
/// - **Consistent.** The reply to one call is of one moment.
/// - Texts are data: no syntax of a query language in them means anything.
pub trait TrajectoryStore {
    /// Takes a run in.
    ///
    /// # Errors
    /// [`TrajectoryError::DuplicateTrajectory`](amb_memory::trajectory::TrajectoryError::DuplicateTrajectory), or that
    /// of the medium.
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()>;

    /// Returns the candidates for this state, in each dimension.
    ///
    /// # Errors
    /// The medium's error.
    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates>;

    /// Returns the candidates for an error alone.
    ///
    /// # Errors
    /// The medium's error.
    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked>;

    /// Failed fragments of trajectories that a situation speaks of.
    ///
    /// # Errors
    /// The medium's error.
    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>>;

    /// Returns the evidence of a consolidation.
    ///
    /// # Errors
    /// The medium's error.
    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence>;

    /// Applies a consolidation.
    ///
    /// # Errors
    /// [`TrajectoryError::Stale`](amb_memory::trajectory::TrajectoryError::Stale), or that of the medium.
    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()>;

    /// Trajectories learned since the last consolidation.
    ///
    /// # Errors
    /// The medium's error.
    fn learned_since(&self) -> LongTermFuture<'_, u32>;

    /// Returns the rows for statistics.
    ///
    /// # Errors
    /// The medium's error.
    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows>;

    /// At most `limit` trajectories after this place, those that ended last first, with their fragments, relations and
    /// error patterns.
    ///
    /// # Errors
    /// The medium's error.
    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows>;

    /// Returns the stored fragments of these ids, their trajectories, the last ended first, and the relations of the
    /// two.
    ///
    /// # Errors
    /// The medium's error.
    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows>;

    /// Returns all methodologies, with their relations to errors, and the failure patterns.
    ///
    /// # Errors
    /// The medium's error.
    fn knowledge(&self) -> LongTermFuture<'_, GraphRows>;

    /// Takes rows in that are not known by their ids, and errors that these name: importing again changes nothing.
    ///
    /// # Errors
    /// The medium's error.
    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows>;

    /// Returns those of some texts that have no vector of a model and length.
    ///
    /// # Errors
    /// The medium's error.
    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage>;

    /// Gives texts that are still the same these vectors in place of any others; how many. A consolidation that was
    /// made from memory before is stale then, for it would bring the former vectors back.
    ///
    /// # Errors
    /// The medium's error.
    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize>;

    /// Forgets a trajectory and the fragments that no other has; whether there was one.
    ///
    /// # Errors
    /// The medium's error.
    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool>;

    /// Forgets a methodology with its relations; whether there was one.
    ///
    /// # Errors
    /// The medium's error.
    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool>;
}
