//! JSON from a model's output, with reasoning, fences, prose and small slips around and in it.
//!
//! A repair always "succeeds", so little is repaired and nothing is guessed; the rest is an error whose message can be
//! quoted to the model. The steps, in order, each linear in the text:
//!
//! 1. `error`: at most [`MAX_BYTES`] bytes, brackets nested at most [`MAX_DEPTH`] deep;
//! 2. `thoughts`, `fence`: think blocks and an enclosing fence are removed, and invisible characters outside strings;
//! 3. `extract`: the whole text, strictly;
//! 4. `scan` (`frame`, `token`): objects in prose, the last of the wanted shape; arrays only if the wanted type takes
//!    them (`wanted`);
//! 5. `repair`: raw control characters, stray backslashes, trailing commas, comments, Python's words, curly and single
//!    quotes, missing closing brackets;
//! 6. `schema_echo`, `refusal`: the kind of an answer without a value.
//!
//! A type whose fields are all optional matches any object, so it finds the last one of any shape: types to be
//! extracted should require a field.
//!
//! JSON that is the text of a JSON string is read, too. If a text may hold several objects, [`objects`] reads each.

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
pub use extract::{Extracted, Extraction, Object, extract, objects};
pub use refusal::reads_like_refusal;
pub use thoughts::without_thoughts;
