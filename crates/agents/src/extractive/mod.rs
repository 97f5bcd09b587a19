//! The five agents without a language model (BX-01), in English and Chinese; results are labelled as such.
//!
//! - `engine`: the engine and its label; `wording`: the sentences that it writes itself.
//! - `classification`: topics of a window. `segmentation` finds their boundaries, `dissent` separates contradicting
//!   sentences, `keywords` names a topic.
//! - `structure`: summaries of the most salient sentences; `salience`.
//! - `analysis`: contradictions, then shared subjects. `statement` and `negation` read a sentence, `contradiction`
//!   compares two of them.
//! - `integration`: the merge of conflicting nodes. `validation`: no verdict, both sides stay visible.
//! - `planning`: the next step.
//! - `answering`: quotations, or the statement that there are none.
//!   - The question: `question`, `question_words`, `overview` (questions about a text as a whole), `named_part`
//!     (questions about a part, by its title).
//!   - The evidence: `candidates`, `shapes`, `signals`, `sufficiency`, `weights`; `candidate_signals` gives the signals
//!     to the script that fits the weights.
//!   - The answer: `quotations`, `refuted`, `quoted_disputes`.
//! - Checks of a model's claims: `figures`, `claims`, `as_of`; `languages` says which texts can be compared.
//! - Texts and words: `passage_text`, `script`, `terms`.
//!
//! Quantities and dates are read by [`amb_memory::text::quantity`] alone.
//!
//! Classification and answering ask the run's embedder, and do without it if there is none. Everything else is a pure
//! function of its input.

mod analysis;
mod answering;
#[cfg(test)]
mod answering_tests;
mod as_of;
mod candidate_signals;
mod candidates;
mod claims;
mod classification;
mod contradiction;
mod dissent;
mod engine;
mod figures;
mod integration;
mod keywords;
mod languages;
mod named_part;
mod negation;
mod nodes;
mod overview;
mod passage_text;
mod planning;
mod question;
mod question_words;
mod quotations;
mod quoted_disputes;
mod refuted;
mod salience;
mod script;
mod segmentation;
mod shapes;
mod signals;
mod statement;
mod structure;
mod sufficiency;
mod terms;
#[cfg(test)]
mod test_host;
mod validation;
mod weights;
mod wording;

pub(crate) use as_of::differ_in_date;
pub use candidate_signals::{CandidateSignals, candidate_signals};
pub use claims::is_unheard_of;
pub use contradiction::contradict;
pub use engine::{EXTRACTIVE, ExtractiveEngine, label};
pub use figures::figures_not_in;
pub(crate) use named_part::PartQuestion;
pub(crate) use overview::{is_about_the_whole, likeness_to_all};
pub use passage_text::{context_headings, passage_context, passage_text};
pub use question_words::content_of;
