//! Recall: which memories a query wants, why, and how they stand in a prompt.
//!
//! 1. [`plan_recall`] reads the query and says which ranked lists it wants ([`ChannelQuery`]).
//! 2. A store answers each with a [`Ranking`], and gives the entries that are named.
//! 3. [`rank`] joins them; each [`RecalledMemory`] says which channels found it and what its score is
//!    made of. [`Recollection::later_queries`] and [`Recollection::newer_first`] put what was told later of the same
//!    matter before it.
//! 4. [`Recollection::context`] writes them into a prompt, marked, so that [`without_recalled`] takes
//!    them out again before anything is remembered.

mod channel;
mod context;
mod marks;
mod plan;
mod query_words;
mod question;
mod ranking;
mod score;
mod succession;

pub use channel::{ChannelQuery, MemoryScope, Ranking, RecallChannel, RecallStrategy, Search};
pub use context::RecalledContext;
pub use marks::{mark_recalled, without_recalled, without_recalled_by_user};
pub use plan::{RecallNote, RecallPlan, RecallRequest, plan_recall};
pub use question::RecallQuestion;
pub use ranking::{ChannelRank, RecalledMemory, Recollection, rank};
pub use score::{RecallScore, recency};
pub use succession::Newer;
pub(super) use succession::speaks_of_self;
