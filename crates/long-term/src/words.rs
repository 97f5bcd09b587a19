//! What a model is asked for, and how memory does without one.

use amb_memory::hierarchy::{
    FactsReply, FactsRequest, InsightReply, InsightRequest, QuestionsReply, QuestionsRequest,
    SummaryReply, SummaryRequest, pattern_facts, quoted_insight, quoted_summary,
    template_questions,
};
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest, from_template};
use std::future::{Future, ready};
use std::pin::Pin;

/// What [`Words`] answer.
pub type WordsFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, WordsFailure>> + 'a>>;

/// Puts into words what memory has found (AF-14): a model, or [`PlainWords`].
///
/// What a request shows is untrusted text. Whatever comes back is checked by the cores: labels are those of all that was
/// shown, and what speaks of the user is kept only where nothing but the user's own words was shown.
pub trait Words {
    /// How important each of these texts is, 0 to 1; none to use the estimate of [`amb_memory`].
    ///
    /// # Errors
    /// The model failed, or its answer is of no use. Then the estimate is used.
    fn importance<'a>(&'a self, texts: &'a [&'a str]) -> WordsFuture<'a, Option<Vec<f32>>>;

    /// What these memories make one ask.
    ///
    /// # Errors
    /// As above. Then [`PlainWords`] ask.
    fn questions<'a>(&'a self, request: &'a QuestionsRequest) -> WordsFuture<'a, QuestionsReply>;

    /// What these memories say to a question.
    ///
    /// # Errors
    /// As above. Then [`PlainWords`] quote.
    fn insight<'a>(&'a self, request: &'a InsightRequest) -> WordsFuture<'a, InsightReply>;

    /// What old memories say together.
    ///
    /// # Errors
    /// As above. Then they stay as they are, and the next consolidation asks again.
    fn summary<'a>(&'a self, request: &'a SummaryRequest) -> WordsFuture<'a, SummaryReply>;

    /// Which facts these memories state.
    ///
    /// # Errors
    /// As above. Then the next consolidation asks again.
    fn facts<'a>(&'a self, request: &'a FactsRequest) -> WordsFuture<'a, FactsReply>;

    /// What cases of one kind teach.
    ///
    /// # Errors
    /// As above. Then a template tells it, which later cases revise.
    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction>;
}

/// Why no words came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there are no words: {detail}")]
pub struct WordsFailure {
    /// What the model's host said, or what was wrong with the answer; it is shown to the user.
    pub detail: String,
    /// Whether the model could not be reached: what is asked of it next is likely to fail by the same.
    pub unreachable: bool,
}

impl WordsFailure {
    /// Something was wrong with the answer.
    #[must_use]
    pub fn of_answer(detail: String) -> Self {
        Self {
            detail,
            unreachable: false,
        }
    }
}

/// Quotations, patterns and templates: words without a model, which never fail.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainWords;

fn at_once<'a, T: 'a>(reply: T) -> WordsFuture<'a, T> {
    Box::pin(ready(Ok(reply)))
}

impl Words for PlainWords {
    fn importance<'a>(&'a self, _texts: &'a [&'a str]) -> WordsFuture<'a, Option<Vec<f32>>> {
        at_once(None)
    }

    fn questions<'a>(&'a self, request: &'a QuestionsRequest) -> WordsFuture<'a, QuestionsReply> {
        at_once(template_questions(request))
    }

    fn insight<'a>(&'a self, request: &'a InsightRequest) -> WordsFuture<'a, InsightReply> {
        at_once(quoted_insight(request))
    }

    fn summary<'a>(&'a self, request: &'a SummaryRequest) -> WordsFuture<'a, SummaryReply> {
        at_once(quoted_summary(request))
    }

    fn facts<'a>(&'a self, request: &'a FactsRequest) -> WordsFuture<'a, FactsReply> {
        at_once(pattern_facts(request))
    }

    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction> {
        at_once(from_template(request))
    }
}
