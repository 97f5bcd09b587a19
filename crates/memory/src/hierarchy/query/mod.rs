//! Analysis of a query: its time, the user's own words, a way to do something (seed 004, 查询类型自动识别).
//!
//! English and Chinese are read at once, by one table of words and one grammar of their tags, so that a query may mix
//! them. `benches/judgement/README.md` lists the cases that this does not cover. Dates use one offset from UTC. A
//! change to summer time within the range shifts it by an hour at most, which is too little to matter for memories.

mod calendar;
mod query_analysis;
mod time_expression;
mod time_range;
mod times;
mod words;

pub(super) use calendar::Clock;
pub use calendar::UtcOffset;
pub use query_analysis::{QueryAnalysis, QueryKind, analyze_query, asked};
pub use time_expression::TimeExpression;
pub use time_range::TimeRange;
