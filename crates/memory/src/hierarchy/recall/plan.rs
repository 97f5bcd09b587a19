//! Which ranked lists a query wants.

use super::super::entry::{MemoryLayer, MemoryType, Speaker};
use super::super::error::HierarchyError;
use super::super::query::{QueryAnalysis, TimeRange, UtcOffset, analyze_query};
use super::super::settings::RecallSettings;
use super::channel::{ChannelQuery, MemoryScope, RecallChannel, RecallStrategy, Search};
use super::query_words::QueryWords;
use super::question::RecallQuestion;
use crate::retrieval::Embedding;
use serde::{Deserialize, Serialize};

/// Request for a recall.
#[derive(Debug, Clone, PartialEq)]
pub struct RecallRequest {
    /// The question; empty for whatever is new and important.
    pub text: String,
    /// Its vector; none where no embedder runs.
    pub embedding: Option<Embedding>,
    /// Strategy; `None` lets the query decide.
    pub strategy: Option<RecallStrategy>,
    /// Results; none for the setting's.
    pub limit: Option<usize>,
    /// Among which entries; a range here is a bound, other than a time that the query names.
    pub scope: MemoryScope,
    /// Now, in milliseconds since 1970.
    pub now: i64,
    /// Offset that determines the start of the user's days.
    pub offset: UtcOffset,
}

impl RecallRequest {
    /// A question by text alone, for the query itself to decide about.
    #[must_use]
    pub fn new(text: &str, now: i64) -> Self {
        Self {
            text: text.to_owned(),
            embedding: None,
            strategy: None,
            limit: None,
            scope: MemoryScope::default(),
            now,
            offset: UtcOffset::default(),
        }
    }
}

/// Deviation of a recall from its request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "note")]
pub enum RecallNote {
    /// The query has no vector, so that nothing was looked for by meaning.
    NoEmbedding,
    /// Entries that the meaning was not compared with: without a vector, or with one of another
    /// model or length. They need to be embedded again.
    NotComparable {
        /// Number of entries.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        entries: usize,
    },
    /// Only the beginning of the query was searched by.
    QueryCut,
    /// Entries that were found and then not there, forgotten in between.
    Vanished {
        /// Number of entries.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        entries: usize,
    },
}

/// Queries to a store, and the parameters to join the answers.
#[derive(Debug, Clone, PartialEq)]
pub struct RecallPlan {
    /// Strategy of the recall.
    pub strategy: RecallStrategy,
    /// Analysis of the query.
    pub analysis: QueryAnalysis,
    /// The query's distinct terms.
    pub terms: Vec<String>,
    /// Question that memories are compared with.
    pub question: RecallQuestion,
    /// Among which entries is looked.
    pub scope: MemoryScope,
    /// The query's vector.
    pub embedding: Option<Embedding>,
    /// The lists, at least one.
    pub queries: Vec<ChannelQuery>,
    /// Results.
    pub limit: usize,
    /// The time that recency is measured from.
    pub asked: TimeRange,
    /// Deviations from the request.
    pub notes: Vec<RecallNote>,
}

/// Reads a query and says which lists it wants.
///
/// Without a strategy a query about nothing but a time is temporal, every other hybrid; beside what was made at that
/// time it is then looked for what says the query's words: "May 3" may be when, or what was told. A hybrid
/// query is looked for by its words and its meaning; by time, in the user's own words, or among
/// actions and plans where it asks for those; and if it says nothing, by time and importance. By
/// meaning without a vector is by words, which is noted.
///
/// # Errors
/// The scope's range ends before it begins.
pub fn plan_recall(
    request: RecallRequest,
    settings: &RecallSettings,
) -> Result<RecallPlan, HierarchyError> {
    if request.scope.range.is_some_and(|range| !range.is_sound()) {
        return Err(HierarchyError::BackwardRange);
    }
    let analysis = analyze_query(&request.text, request.now, request.offset);
    let strategy = request.strategy.unwrap_or(if analysis.is_only_about_time {
        RecallStrategy::Temporal
    } else {
        RecallStrategy::Hybrid
    });
    let limit = request.limit.unwrap_or(settings.default_limit);
    let words = QueryWords::of(&request.text);
    let mut notes = Vec::new();
    if words.is_cut {
        notes.push(RecallNote::QueryCut);
    }
    let planner = Planner {
        analysis: &analysis,
        words: &words,
        embedding: request.embedding.as_ref(),
        scope: request.scope.clone(),
        limit: settings.channel_limit.max(limit),
    };
    let (mut queries, lacks_embedding) = planner.queries(strategy);
    if request.strategy.is_none() && strategy == RecallStrategy::Temporal {
        queries.extend(planner.by_own_words());
    }
    if lacks_embedding {
        notes.push(RecallNote::NoEmbedding);
    }
    let time = analysis.time.as_ref().map(|time| time.range);
    Ok(RecallPlan {
        strategy,
        queries,
        limit,
        asked: time.unwrap_or(TimeRange {
            from: request.now,
            until: i64::MAX,
        }),
        question: RecallQuestion::of(words.text(), &analysis, strategy),
        analysis,
        scope: request.scope,
        terms: words.terms,
        embedding: request.embedding,
        notes,
    })
}

struct Planner<'p> {
    analysis: &'p QueryAnalysis,
    words: &'p QueryWords,
    embedding: Option<&'p Embedding>,
    scope: MemoryScope,
    limit: usize,
}

impl Planner<'_> {
    /// The lists, and whether a vector was missed.
    fn queries(&self, strategy: RecallStrategy) -> (Vec<ChannelQuery>, bool) {
        let by_words = || vec![self.by_words(RecallChannel::Keyword, self.scope.clone())];
        match strategy {
            RecallStrategy::Keyword => (by_words(), false),
            RecallStrategy::Semantic => match self.by_meaning() {
                Some(query) => (vec![query], false),
                None => (by_words(), true),
            },
            RecallStrategy::Temporal => (vec![self.by_time()], false),
            RecallStrategy::Importance => (vec![self.by_importance()], false),
            RecallStrategy::Hybrid => (
                self.hybrid(),
                !self.words.terms.is_empty() && self.embedding.is_none(),
            ),
        }
    }

    fn hybrid(&self) -> Vec<ChannelQuery> {
        let mut queries = Vec::new();
        queries.extend(self.by_meaning());
        queries.extend(self.by_own_words());
        if self.analysis.time.is_some() || queries.is_empty() {
            queries.push(self.by_time());
        }
        if self.analysis.time.is_none() && self.words.terms.is_empty() {
            queries.push(self.by_importance());
        }
        if self.analysis.is_personal {
            let speaker = Some(Speaker::User);
            let scope = self.scope.clone();
            queries.push(self.by_words(RecallChannel::Personal, MemoryScope { speaker, ..scope }));
        }
        if self.analysis.is_procedural {
            let types = vec![MemoryType::Action, MemoryType::Plan];
            let scope = self.scope.clone();
            queries.push(self.by_words(RecallChannel::Procedural, MemoryScope { types, ..scope }));
        }
        queries
    }

    /// By the query's words, if it has any that are searched by.
    fn by_own_words(&self) -> Option<ChannelQuery> {
        let has_terms = !self.words.terms.is_empty();
        has_terms.then(|| self.by_words(RecallChannel::Keyword, self.scope.clone()))
    }

    fn by_words(&self, channel: RecallChannel, scope: MemoryScope) -> ChannelQuery {
        self.query(channel, self.words.search(), scope)
    }

    fn by_meaning(&self) -> Option<ChannelQuery> {
        let embedding = self.embedding?.clone();
        let search = Search::Semantic { embedding };
        Some(self.query(RecallChannel::Semantic, search, self.scope.clone()))
    }

    /// The newest; where the query names a time, only what happened then. What is in semantic memory
    /// is not bound to the time it was written down at.
    fn by_time(&self) -> ChannelQuery {
        let mut scope = self.scope.clone();
        if let Some(time) = &self.analysis.time {
            scope.layer = scope.layer.or(Some(MemoryLayer::Episodic));
            scope.range = Some(match scope.range {
                Some(bound) => bound.intersection(time.range),
                None => time.range,
            });
        }
        self.query(RecallChannel::Temporal, Search::Newest, scope)
    }

    fn by_importance(&self) -> ChannelQuery {
        let search = Search::MostImportant;
        self.query(RecallChannel::Importance, search, self.scope.clone())
    }

    fn query(&self, channel: RecallChannel, search: Search, scope: MemoryScope) -> ChannelQuery {
        ChannelQuery {
            channel,
            search,
            scope,
            limit: self.limit,
        }
    }
}
