//! Exchange between a run and long-term memory (BX-06, CG-10; decision 17).
//!
//! - [`LongTerm`]: the access of one run, and whether memory still answers;
//! - `user`: memories about the user, for plans; the user's words, for memory;
//! - [`Trail`]: the steps of the run, for loops and for learning;
//! - [`Guide`]: lessons of earlier runs, for a step; ways out of loops.
//!
//! Text from memory is data. It stands between the marks of recalled text, so that it is never taken for new. It keeps
//! its trust label, and conclusions beside it are trusted no more than it.
//!
//! Memory never stops a run: a failure is reported once, and the run goes on without memory. A question to memory is an
//! effect like any other; if [`Host::has_memory`](crate::host::Host::has_memory) is false there is none.

mod asking;
mod guide;
mod trail;
mod user;
mod wording;

pub use asking::LongTerm;
pub(crate) use guide::Advised;
pub use guide::Guide;
pub use trail::Trail;
