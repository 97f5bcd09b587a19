//! Detection of loops: the same action, the same kind of error and a shared keyword, three times (seed 003,
//! `LoopDetector`; CG-06).

mod detector;
mod escape;
mod signature;

pub use detector::{LoopDetector, LoopInfo};
pub use escape::{escape_query, escape_suggestions};
pub use signature::LoopSignature;
