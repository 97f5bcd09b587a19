//! Removes vectors from replies: they are long, and mean nothing to a reader.

use amb_memory::hierarchy::{Forgotten, MemoryEntry, Recollection};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{Fragment, Methodology, Trajectory};
use amb_memory::trajectory::retriever::{Recalled, RecalledItem, RetrievalResult};

/// A value that may hold vectors.
pub trait Vectors {
    /// Leaves them out.
    fn leave_out(&mut self);
}

/// Has a record leave out the vector that it holds itself.
macro_rules! holds_a_vector {
    ($($record:ty),+) => {
        $(impl Vectors for $record {
            fn leave_out(&mut self) {
                self.embedding = None;
            }
        })+
    };
}

holds_a_vector!(MemoryEntry, Trajectory, Fragment, Methodology);

impl<T: Vectors> Vectors for Vec<T> {
    fn leave_out(&mut self) {
        self.iter_mut().for_each(T::leave_out);
    }
}

impl Vectors for Recollection {
    fn leave_out(&mut self) {
        for recalled in &mut self.memories {
            recalled.entry.leave_out();
        }
    }
}

impl Vectors for Forgotten {
    fn leave_out(&mut self) {
        self.entry.leave_out();
    }
}

impl Vectors for Recalled {
    fn leave_out(&mut self) {
        match &mut self.item {
            RecalledItem::Fragment(fragment) => fragment.leave_out(),
            RecalledItem::Methodology(methodology) => methodology.leave_out(),
        }
    }
}

impl Vectors for RetrievalResult {
    fn leave_out(&mut self) {
        self.methodologies.leave_out();
        self.similar_fragments.leave_out();
        self.error_solutions.leave_out();
        self.warnings.leave_out();
    }
}

impl Vectors for GraphRows {
    fn leave_out(&mut self) {
        self.trajectories.leave_out();
        self.fragments.leave_out();
        self.methodologies.leave_out();
    }
}
