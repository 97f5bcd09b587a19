//! The world of memory, as its callers supply it.

use amb_long_term::{EmbedderFailure, EmbeddingFuture, Words, WordsFailure, WordsFuture, World};
use amb_memory::hierarchy::{
    FactsReply, FactsRequest, InsightReply, InsightRequest, QuestionsReply, QuestionsRequest,
    SummaryReply, SummaryRequest, UtcOffset,
};
use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::consolidator::{Abstraction, AbstractionRequest};
use amb_store::long_term::{WordsReply, WordsRequest};
use serde::{Deserialize, Serialize};

use crate::conversation::Office;
use crate::tagged::from_tagged;

/// Share of a text's tokens that a model must know for its vector to mean something.
const KNOWN_TOKENS: f32 = 0.5;

/// A need of a call, which its caller supplies.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "need", rename_all = "snake_case")]
pub enum Need {
    /// Vectors of texts.
    Vectors {
        /// The texts.
        texts: Vec<String>,
    },
    /// Something in words.
    Words {
        /// The request.
        request: Box<WordsRequest>,
    },
}

/// A caller's supply. [`Self::from_json`] reads it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// The vectors; these do not come as JSON.
    #[serde(skip)]
    Vectors(Vectors),
    /// The words.
    Words {
        /// The reply, of the request's kind.
        reply: Box<WordsReply>,
    },
    /// There is no embedder, or no language model, here.
    Nothing,
    /// It was tried, and failed.
    Failed {
        /// Why, for people.
        detail: String,
        /// True if the embedder or the model could not be reached.
        #[serde(default)]
        unreachable: bool,
    },
}

impl Supply {
    /// Reads a supply other than vectors from JSON: an object whose `supply` is its kind.
    ///
    /// # Errors
    /// The JSON does not fit the shape.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        from_tagged(json, &["supply"])
    }
}

/// Vectors of texts, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    /// Name and build of the model.
    pub model_id: String,
    /// Numbers of a vector.
    pub dimensions: usize,
    /// One vector after the other.
    pub vectors: Vec<f32>,
    /// For each text the share of its tokens that the model knows.
    pub coverage: Vec<f32>,
}

impl Vectors {
    /// Returns the vectors in memory's form. The vector of a text that the model hardly knows is zero, which is similar
    /// to nothing.
    fn embeddings(self, texts: usize) -> Result<Vec<Embedding>, String> {
        if self.dimensions == 0
            || self.coverage.len() != texts
            || self.vectors.len() != texts * self.dimensions
        {
            return Err(format!(
                "it gave {} numbers for {texts} texts",
                self.vectors.len()
            ));
        }
        let nothing = vec![0.0; self.dimensions];
        let rows = self.vectors.chunks(self.dimensions).zip(&self.coverage);
        rows.map(|(vector, coverage)| {
            let vector = if *coverage < KNOWN_TOKENS {
                &nothing
            } else {
                vector
            };
            Embedding::new(&self.model_id, vector).map_err(|error| error.to_string())
        })
        .collect()
    }
}

/// The platform's clock and chance.
#[derive(Debug, Clone, Copy)]
pub struct Platform {
    /// Now, in milliseconds since 1970.
    pub now: fn() -> i64,
    /// Offset of the user's clock from UTC.
    pub offset: fn() -> UtcOffset,
    /// Unpredictable bits.
    pub random: fn() -> [u8; 16],
}

/// The caller of the call at work, and the platform.
pub struct Caller {
    office: Office<Need, Supply>,
    platform: Platform,
}

impl Caller {
    /// Creates a caller whose needs go to this office.
    #[must_use]
    pub fn new(office: Office<Need, Supply>, platform: Platform) -> Self {
        Self { office, platform }
    }

    /// Requests words; `None` without a language model.
    async fn words(&self, request: WordsRequest) -> Result<Option<WordsReply>, WordsFailure> {
        let request = Box::new(request);
        match self.office.ask(Need::Words { request }).await {
            Some(Supply::Words { reply }) => Ok(Some(*reply)),
            Some(Supply::Failed {
                detail,
                unreachable,
            }) => Err(WordsFailure {
                detail,
                unreachable,
            }),
            Some(Supply::Nothing) | None => Ok(None),
            Some(Supply::Vectors(_)) => Err(wrong_kind()),
        }
    }
}

impl World for Caller {
    fn now(&self) -> i64 {
        (self.platform.now)()
    }

    fn offset(&self) -> UtcOffset {
        (self.platform.offset)()
    }

    fn random(&self) -> [u8; 16] {
        (self.platform.random)()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> EmbeddingFuture<'a> {
        Box::pin(async move {
            let owned = texts.iter().map(|text| (*text).to_owned()).collect();
            let failed = |detail| EmbedderFailure { detail };
            match self.office.ask(Need::Vectors { texts: owned }).await {
                Some(Supply::Vectors(vectors)) => {
                    let embeddings = vectors.embeddings(texts.len()).map_err(failed)?;
                    Ok(Some(embeddings))
                }
                Some(Supply::Failed { detail, .. }) => Err(failed(detail)),
                Some(Supply::Nothing) | None => Ok(None),
                Some(Supply::Words { .. }) => Err(failed(wrong_kind().detail)),
            }
        })
    }
}

fn wrong_kind() -> WordsFailure {
    WordsFailure::of_answer("what came is not of the kind that was asked for".to_owned())
}

/// Returns a model's reply, or memory's own without one.
macro_rules! asked {
    ($caller:expr, $kind:ident, $request:expr, $plain:ident) => {
        Box::pin(async move {
            match $caller.words(WordsRequest::$kind($request.clone())).await? {
                Some(WordsReply::$kind(reply)) => Ok(reply),
                Some(_) => Err(wrong_kind()),
                None => amb_long_term::PlainWords.$plain($request).await,
            }
        })
    };
}

impl Words for Caller {
    fn importance<'a>(&'a self, texts: &'a [&'a str]) -> WordsFuture<'a, Option<Vec<f32>>> {
        Box::pin(async move {
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            match self.words(WordsRequest::Importance(texts)).await? {
                Some(WordsReply::Importance(shares)) => Ok(Some(shares)),
                Some(_) => Err(wrong_kind()),
                None => Ok(None),
            }
        })
    }

    fn questions<'a>(&'a self, request: &'a QuestionsRequest) -> WordsFuture<'a, QuestionsReply> {
        asked!(self, Questions, request, questions)
    }

    fn insight<'a>(&'a self, request: &'a InsightRequest) -> WordsFuture<'a, InsightReply> {
        asked!(self, Insight, request, insight)
    }

    fn summary<'a>(&'a self, request: &'a SummaryRequest) -> WordsFuture<'a, SummaryReply> {
        asked!(self, Summary, request, summary)
    }

    fn facts<'a>(&'a self, request: &'a FactsRequest) -> WordsFuture<'a, FactsReply> {
        asked!(self, Facts, request, facts)
    }

    fn abstraction<'a>(&'a self, request: &'a AbstractionRequest) -> WordsFuture<'a, Abstraction> {
        asked!(self, Abstraction, request, abstraction)
    }
}
