//! The contract of what keeps trajectory memory.

use amb_memory::ListCursor;
use amb_memory::trajectory::consolidator::{Consolidation, Evidence, EvidenceQuery};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::{Fragment, FragmentId, MethodologyId, TrajectoryId};
use amb_memory::trajectory::retriever::{Candidates, ErrorQuery, Ranked, RetrievalQueries};
use amb_memory::trajectory::statistics::{MistakeQuery, StatisticsRows};
use amb_memory::trajectory::vectors::{NewVector, TextPage, VectorQuery};
use amb_memory::trajectory::writer::Learned;

use super::LongTermFuture;

/// Keeps what runs have taught (seed 003; CG-01, CG-02, CG-09).
///
/// The contract, for every implementation:
/// - It answers as [`TrajectoryGraph`](amb_memory::trajectory::graph::TrajectoryGraph) does; the types of the queries say
///   how. Only the score of a keyword search may be its own.
/// - **Atomic.** A write is carried out whole or refused whole, wherever it is interrupted.
/// - **Durable.** When a write has returned, it outlives the process, unless the store keeps nothing.
/// - **Visible.** A call sees what calls that returned before it have written. Several may write, from several
///   processes where the medium lets them: each write takes effect at one moment.
/// - **Consistent.** What one call answers is of one moment.
/// - Texts are data: no syntax of a query language in them means anything.
pub trait TrajectoryStore {
    /// Takes a run in.
    ///
    /// # Errors
    /// [`TrajectoryError::DuplicateTrajectory`](amb_memory::trajectory::TrajectoryError::DuplicateTrajectory), or that
    /// of the medium.
    fn learn<'a>(&'a self, learned: &'a Learned) -> LongTermFuture<'a, ()>;

    /// What is known in this state, in each dimension.
    ///
    /// # Errors
    /// That of the medium.
    fn candidates<'a>(&'a self, queries: &'a RetrievalQueries) -> LongTermFuture<'a, Candidates>;

    /// What is known of an error alone.
    ///
    /// # Errors
    /// That of the medium.
    fn by_error<'a>(&'a self, query: &'a ErrorQuery) -> LongTermFuture<'a, Ranked>;

    /// Failed fragments of trajectories that a situation speaks of.
    ///
    /// # Errors
    /// That of the medium.
    fn mistakes<'a>(&'a self, query: &'a MistakeQuery) -> LongTermFuture<'a, Vec<Fragment>>;

    /// What a consolidation needs.
    ///
    /// # Errors
    /// That of the medium.
    fn evidence<'a>(&'a self, query: &'a EvidenceQuery) -> LongTermFuture<'a, Evidence>;

    /// Applies a consolidation.
    ///
    /// # Errors
    /// [`TrajectoryError::Stale`](amb_memory::trajectory::TrajectoryError::Stale), or that of the medium.
    fn consolidate<'a>(&'a self, consolidation: &'a Consolidation) -> LongTermFuture<'a, ()>;

    /// Trajectories learned since the last consolidation.
    ///
    /// # Errors
    /// That of the medium.
    fn learned_since(&self) -> LongTermFuture<'_, u32>;

    /// What statistics are made from.
    ///
    /// # Errors
    /// That of the medium.
    fn statistics(&self) -> LongTermFuture<'_, StatisticsRows>;

    /// At most `limit` trajectories after this place, those that ended last first, with their fragments, relations and error patterns.
    ///
    /// # Errors
    /// That of the medium.
    fn rows_after<'a>(
        &'a self,
        after: Option<&'a ListCursor>,
        limit: usize,
    ) -> LongTermFuture<'a, GraphRows>;

    /// The fragments of these ids that are kept, the trajectories that they were cut from, those that ended last first, and
    /// what relates the two.
    ///
    /// # Errors
    /// That of the medium.
    fn cases<'a>(&'a self, ids: &'a [FragmentId]) -> LongTermFuture<'a, GraphRows>;

    /// All methodologies, with what relates them to errors, and the failure patterns.
    ///
    /// # Errors
    /// That of the medium.
    fn knowledge(&self) -> LongTermFuture<'_, GraphRows>;

    /// Takes rows in that are not known by their ids, and errors that these name: importing again changes nothing.
    ///
    /// # Errors
    /// That of the medium.
    fn import<'a>(&'a self, rows: &'a GraphRows) -> LongTermFuture<'a, ImportedRows>;

    /// Which of some texts have no vector of a model and length.
    ///
    /// # Errors
    /// That of the medium.
    fn without_vectors<'a>(&'a self, query: &'a VectorQuery) -> LongTermFuture<'a, TextPage>;

    /// Gives texts that are still the same these vectors in place of any others; how many. A consolidation that was made
    /// from memory before is stale then, for it would bring the former vectors back.
    ///
    /// # Errors
    /// That of the medium.
    fn put_vectors<'a>(&'a self, vectors: &'a [NewVector]) -> LongTermFuture<'a, usize>;

    /// Forgets a trajectory and the fragments that no other has; whether there was one.
    ///
    /// # Errors
    /// That of the medium.
    fn forget<'a>(&'a self, id: &'a TrajectoryId) -> LongTermFuture<'a, bool>;

    /// Forgets a methodology with its relations; whether there was one.
    ///
    /// # Errors
    /// That of the medium.
    fn forget_methodology<'a>(&'a self, id: &'a MethodologyId) -> LongTermFuture<'a, bool>;
}
