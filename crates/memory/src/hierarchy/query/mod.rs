//! What a query asks for: a time, the user's own words, a way to do something (seed 004, 查询类型自动识别).
//!
//! English and Chinese are read at once, so that a query may mix them. Dates are reckoned with one
//! offset from UTC; a change to summer time within the range shifts it by an hour at most, which is
//! nothing to how people remember.

mod calendar;
mod chinese;
mod english;
mod numbers;
mod query_analysis;
mod time_expression;
mod time_range;

pub(super) use calendar::Clock;
pub use calendar::UtcOffset;
pub use query_analysis::{QueryAnalysis, QueryKind, analyze_query, asked};
pub use time_expression::TimeExpression;
pub use time_range::TimeRange;
