use serde::{Deserialize, Serialize};

use crate::trajectory::error::TrajectoryError;
use crate::trajectory::records::{
    CausedError, Embedded, ErrorPattern, Fragment, HasFragment, MethodologyUse, Trajectory,
};

/// A run as one write. A store applies it whole or not at all:
/// - it refuses the whole if it has the trajectory already, which makes learning twice harmless;
/// - trajectory, fragments and relations are new rows, but for a fragment that is there: it stays as it is, for a run that was
///   learned as this one, and forgotten, left it to another;
/// - a pattern is inserted, or taken in by the one of its id ([`ErrorPattern::absorb`]);
/// - each use is counted by its methodology
///   ([`Methodology::record_use`](crate::trajectory::records::Methodology::record_use)), and passed over
///   where that is gone;
/// - it counts one more trajectory learned since the last consolidation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learned {
    /// The run.
    pub trajectory: Trajectory,
    /// Its telling fragments, in order.
    pub fragments: Vec<Fragment>,
    /// Position of each fragment in the run.
    pub has_fragment: Vec<HasFragment>,
    /// Which errors each met.
    pub caused: Vec<CausedError>,
    /// Those errors, each once; the frequency is that of this run.
    pub patterns: Vec<ErrorPattern>,
    /// Methodologies that the run received, and the success of each; each methodology once.
    pub used: Vec<MethodologyUse>,
}

impl Learned {
    /// Returns the texts to embed, in one batch.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let of_fragments = self.fragments.iter().map(Fragment::embedding_text);
        std::iter::once(self.trajectory.embedding_text())
            .chain(of_fragments)
            .collect()
    }

    /// Takes the vectors of [`Self::texts`].
    ///
    /// # Errors
    /// [`TrajectoryError::WrongVectorCount`], [`TrajectoryError::BadVector`]; nothing is taken then.
    pub fn embed(&mut self, embedded: Embedded) -> Result<(), TrajectoryError> {
        let mut embeddings = embedded.checked(1 + self.fragments.len())?.into_iter();
        self.trajectory.embedding = embeddings.next();
        for (fragment, embedding) in self.fragments.iter_mut().zip(embeddings) {
            fragment.embedding = Some(embedding);
        }
        Ok(())
    }
}
