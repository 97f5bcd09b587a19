//! What a run tells long-term memory, and what it is told by it (BX-06, CG-10; decision 17).
//!
//! - [`LongTerm`]: what one run may ask, and whether memory still answers;
//! - `user`: what is known of the user, for plans; what the user told, for memory;
//! - [`Trail`]: what the run did, step by step, for loops and for learning;
//! - [`Guide`]: what runs have taught, for a step; ways out of loops.
//!
//! What comes from memory is data. It stands between the marks of what was recalled, so that it is never taken for new; it
//! keeps its label, and what is concluded beside it is trusted no more than it.
//!
//! Memory never stops a run: what fails is told once, and the run goes on without. What is asked is an effect like any
//! other; where [`Host::has_memory`](crate::host::Host::has_memory) says no there is none.

mod asking;
mod guide;
mod trail;
mod user;
mod wording;

pub use asking::LongTerm;
pub(crate) use guide::Advised;
pub use guide::Guide;
pub use trail::Trail;
