//! Trajectory memory: what runs have taught (seed 003, `ContextGraph` V2).
//!
//! - [`records`]: trajectories, fragments, error patterns, methodologies and what relates them;
//! - [`signature`]: an error's type, place, masked template and names;
//! - [`writer`]: a run that ended, as one write: fragments, patterns, summaries;
//! - [`retriever`]: what is asked of a store at a step, and what is made of its answers;
//! - [`loops`]: whether a run is stuck, and what to ask for a way out;
//! - [`consolidator`]: methodologies out of fragments, and memory kept small, as one write;
//! - [`statistics`]: which errors there are, what follows them, what goes wrong where;
//! - [`vectors`]: which texts want a vector of another model, and what gives it to them;
//! - [`graph`]: all of it in memory, which is what any other store must do too.
//!
//! Nothing here has a clock, randomness or a model: times, ids, vectors and words of models come in. What
//! needs the world is a pair of steps: one that says what is wanted, one that takes what came back.
//!
//! **Whose words are kept.** What tools returned is read for errors and never kept. Kept are the agent's
//! actions (their type, and what they were done to, in brief), and of an error its type and keywords; its place and
//! words too where the step says that they are from the user's own machine. Once a run has read what others wrote, that
//! may steer it: of what its actions are done to, the words that the question has too are kept, and of one that failed
//! the site. So a page's text can become neither a methodology nor a part of one. Every record has the least [`Trust`](crate::task::Trust) of what it was made of.

pub mod consolidator;
pub mod graph;
pub mod loops;
pub mod records;
pub mod retriever;
pub mod signature;
pub mod statistics;
pub mod vectors;
pub mod writer;

mod error;
mod settings;
mod wording;

pub use error::{TrajectoryError, TrajectoryErrorKind};
pub use settings::{MethodologyFormat, TrajectorySettings, TrajectorySettingsError};
