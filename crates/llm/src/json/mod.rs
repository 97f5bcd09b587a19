//! JSON out of whatever a model wrote: thoughts, fences, prose and small slips around and in it.
//!
//! A repair always "succeeds", so little is repaired and nothing is guessed; what remains is an error
//! whose message can be quoted to the model. The steps, in order, each linear in the text:
//!
//! 1. `error`: at most [`MAX_BYTES`] bytes, brackets nested at most [`MAX_DEPTH`] deep;
//! 2. `thoughts`, `fence`: think blocks and a fence around it all go, invisible characters outside strings too;
//! 3. `extract`: the whole text, strictly;
//! 4. `scan` (`frame`, `token`): objects in prose, the last that has the wanted shape; arrays only where
//!    the wanted type takes them (`wanted`);
//! 5. `repair`: raw control characters, stray backslashes, trailing commas, curly quotes, what is open at the end;
//! 6. `schema_echo`, `refusal`: what it was instead.
//!
//! A type whose fields are all optional matches any object, and so finds the last one, whatever it is:
//! types to be extracted should require a field.
//!
//! Where a text may hold several objects, [`extract_all`] reads each of them, by steps 1 to 4.

mod error;
mod extract;
mod fence;
mod frame;
#[cfg(test)]
mod ladder_tests;
#[cfg(test)]
mod limit_tests;
#[cfg(test)]
mod probe_tests;
#[cfg(test)]
mod property_tests;
mod refusal;
mod repair;
mod scan;
mod schema_echo;
#[cfg(test)]
mod test_answers;
mod thoughts;
mod token;
mod wanted;

pub use error::{JsonError, MAX_BYTES, MAX_DEPTH};
pub use extract::{Each, Extracted, Extraction, extract, extract_all};
pub use refusal::reads_like_refusal;
pub use thoughts::without_thoughts;
