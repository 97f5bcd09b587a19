//! Tool calls in a model's text: one reader for all shapes that models use.
//!
//! A call is recognised by its structure, not by the model that writes it. The readers, in order; the first that finds
//! a call in a stretch of text wins:
//!
//! 1. `markup`: an element that names a tool, with its parameters inside;
//! 2. `object`: a JSON object that names a tool, under any field name, or that stands right behind a name;
//! 3. `lines`: a labelled line with a tool's name and one with its input, or `name(parameter=value)`.
//!
//! The content of `<tool_call>` tags, closed or not, is a call in any case, even an unreadable one.

mod lines;
mod markup;
mod object;
#[cfg(test)]
mod tests;
mod written;

pub use object::arguments_of;
pub use written::{Tool, WrittenCall, written_calls};
