//! Reflection: from recent memories to insights (seed 004, 反思机制; AF-08).
//!
//! 1. [`is_reflection_due`]: enough importance has accumulated. [`recent_memories`] says what to read.
//! 2. [`questions_requests`] take the most important of it; an engine, or [`template_questions`]
//!    without a model, gives a [`QuestionsReply`] to each.
//! 3. [`reflection_queries`] says what to recall for each question.
//! 4. [`insight_request`] takes what was recalled; an engine, or [`quoted_insight`], gives an
//!    [`InsightReply`], and [`insight_memory`] makes something to remember of it: semantic, with its
//!    sources and the least of their trust.
//! 5. [`admit`](super::admit) says what to write for all of these, and [`reflected`] that it was done.
//!
//! Questions about the user, and insights that speak of the user, rest on first-hand memories alone:
//! what a page says never becomes a fact about the user.

mod due;
mod insight;
mod questions;

pub use due::{is_reflection_due, recent_memories, reflected};
pub use insight::{
    Insight, InsightReply, InsightRequest, RefusedInsight, insight_memory, insight_request,
    quoted_insight,
};
pub use questions::{
    Question, QuestionsReply, QuestionsRequest, ReflectionQuery, questions_requests,
    reflection_queries, template_questions,
};
