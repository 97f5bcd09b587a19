//! Requests of memory to a model, and the replacement for a model.

use amb_memory::hierarchy::{
    FactsReply, FactsRequest, InsightReply, InsightRequest, QuestionsReply, QuestionsRequest,
    SummaryReply, SummaryRequest, quoted_insight, quoted_summary, template_questions,
};
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest, from_template};
use std::future::{Future, ready};
use std::pin::Pin;

/// Future that [`Words`] return.
pub type WordsFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, WordsFailure>> + 'a>>;

/// Puts the findings of memory into words (AF-14): a model, or [`PlainWords`].
///
/// A request shows untrusted text. The cores check each reply: its label is that of all texts shown. A statement about
/// the user is kept only if nothing but the user's own words was shown.
pub trait Words {
    /// Returns the importance of each text, 0 to 1; `None` to use the estimate of [`amb_memory`].
    ///
    /// # Errors
    /// The model failed, or its answer is of no use. Then the estimate is used.
    fn importance<'a>(&'a self, texts: &'a [&'a str]) -> WordsFuture<'a, Option<Vec<f32>>>;

    /// Returns the questions that these memories raise.
    ///
    /// # Errors
    /// As above. Then [`PlainWords`] ask.
    fn questions<'a>(&'a self, request: &'a QuestionsRequest) -> WordsFuture<'a, QuestionsReply>;

    /// Returns the insight that these memories give on a question.
    ///
    /// # Errors
    /// As above. Then [`PlainWords`] quote.
    fn insight<'a>(&'a self, request: &'a InsightRequest) -> WordsFuture<'a, InsightReply>;

    /// Returns a summary of old memories.
    ///
    /// # Errors
    /// As above. Then they stay as they are, and the next consolidation asks again.
    fn summary<'a>(&'a self, request: &'a SummaryRequest) -> WordsFuture<'a, SummaryReply>;

    /// Which facts these memories state.
    ///
    /// # Errors
    /// As above. Then the next consolidation asks again.
    fn facts<'a>(&'a self, request: &'a FactsRequest) -> WordsFuture<'a, FactsReply>;

    /// Returns the methodology from cases of one kind.
    ///
    /// # Errors
    /// As above. Then a template replaces it, which later cases revise.
    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction>;
}

/// Why no words came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there are no words: {detail}")]
pub struct WordsFailure {
    /// Message of the model's host, or the fault of the answer; it is shown to the user.
    pub detail: String,
    /// True if the model could not be reached: the next request is likely to fail in the same way.
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

/// Quotations and templates: words without a model, which never fail. Facts are not guessed: there are none.
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

    fn facts<'a>(&'a self, _request: &'a FactsRequest) -> WordsFuture<'a, FactsReply> {
        at_once(FactsReply::default())
    }

    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction> {
        at_once(from_template(request))
    }
}
