//! Statistics of errors and failures (seed 003, `StatisticsEngine`; CG-07).

mod errors;
mod failures;
mod stats;

pub use errors::{ErrorSequences, TransitionTable, error_frequency, error_transitions};
pub use failures::{
    FailureCount, FailurePattern, MistakePattern, MistakeQuery, common_mistakes, failure_patterns,
};
pub use stats::{MemoryStats, StatisticsRows, stats};
