//! The five agents without a language model (BX-01), in English and Chinese, labelled as such.
//!
//! - `classification`: topics by headings and valleys of similarity; `segmentation`, `dissent`,
//!   `keywords`.
//! - `structure`: summaries of the most telling sentences; `salience`.
//! - `analysis`: contradictions (`facts`, `measure`, `numerals`, `calendar`, `clock`, `weekday`,
//!   `units`, `statement`, `dependence`, `modality`, `negation`, `likeness`, `recurrence`,
//!   `contradiction`), then kinship.
//! - `other_dates`, `figures`, `claims`: what the same reading of dates and amounts, and of words, says of a model's
//!   conflict, and of its claims; `number_words`, `languages`. When each side of a conflict holds: `dated_sides`,
//!   `dated_sources`, `dated_headings`, `lasting_states` (`english_states`, `chinese_states`, `verb_forms`),
//!   `changing_amounts`, `single_events`, `relative_times`, `dynasties`, `date_reading`, `date_roles`, `single_dates`,
//!   `date_spans`, `date_tokens`.
//! - `validation`, `integration`, `planning`: counting support, merging, the next step.
//! - `answering`: quotations, or the word that there are none; `asking`, `asked_value`,
//!   `expectation`, `answer_forms`, `question`, `evidence_sentences`, `sufficiency`,
//!   `quoted_disputes`.
//!
//! Everything but classification and answering is a pure function of its input; those two ask the
//! run's embedder, and do without it where there is none.

mod analysis;
mod answer_forms;
mod answering;
mod asked_value;
mod asking;
mod attribute;
mod calendar;
mod changing_amounts;
mod chinese_states;
mod claims;
mod classification;
mod clock;
mod contradiction;
mod date_reading;
mod date_roles;
mod date_spans;
mod date_tokens;
mod dated_headings;
#[cfg(test)]
mod dated_pairs;
mod dated_parts;
mod dated_sides;
mod dated_sources;
mod decided;
mod dependence;
mod dissent;
mod dynasties;
mod engine;
mod english_states;
mod evidence_sentences;
mod expectation;
mod facts;
mod figures;
mod integration;
mod keywords;
mod languages;
mod lasting_states;
mod likeness;
mod measure;
mod modality;
mod negation;
mod number_words;
mod numerals;
mod other_dates;
mod passage_text;
mod planning;
mod question;
mod quotation_marks;
mod quotations;
mod quoted_disputes;
mod recurrence;
mod refuted;
mod relative_times;
mod salience;
mod script;
mod segmentation;
mod single_dates;
mod single_events;
mod statement;
mod structure;
mod sufficiency;
mod terms;
#[cfg(test)]
mod test_host;
mod units;
mod validation;
mod verb_forms;
mod weekday;
mod witnesses;
mod wording;

pub use asking::content_of;
pub use claims::is_unheard_of;
pub(crate) use dated_parts::parts_of;
pub use engine::{EXTRACTIVE, ExtractiveEngine, label};
pub use figures::figures_not_in;
pub use other_dates::hold_of_other_dates;
pub use passage_text::{context_headings, passage_context, passage_text};
pub(crate) use quotation_marks::{quotations, sides};
pub use quoted_disputes::hides_a_contradiction;
pub use refuted::{decided, without_marks};
pub(crate) use terms::term_set;
