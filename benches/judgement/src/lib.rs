//! Precision and recall of the engine's judgement without a language model.
//!
//! - `answers`: questions over documents: retrieved, answered from the right passage, refused.
//! - `cases`, `drawing`: everyday inputs of each kind that was once misread.
//! - `contradictions`: pairs of statements; `signatures`: pairs of errors; `times`: questions that name a time.
//! - `tally`: counts, by kind and language, in two halves; `report`: the tables and `target/bench/judge.json`.
//! - `floors`: the figures below which a test fails.

mod answers;
mod cases;
mod contradictions;
mod drawing;
mod floors;
mod report;
mod signatures;
mod tally;
mod times;

pub use answers::{AnswerTally, Answers, Candidates, judge_answers};
pub use cases::{CaseOutcome, judge_cases};
pub use contradictions::{CONTRADICTIONS, judge_contradictions};
pub use floors::{Floors, below, read_floors};
pub use report::{merged_answers, print, print_answers, print_cases, write};
pub use signatures::{judge_ordinary_signatures, judge_signatures};
pub use tally::{Group, Judged, Tally, groups, merged};
pub use times::judge_times;
