//! The tools of a run: definitions for the model, and calls.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use amb_llm::chat::{ToolDefinition, http_date};
use amb_llm::json::extract;
use amb_llm::reader::Url;
use amb_llm::search::SearchService;
use amb_memory::task::{TaskBank, Trust};
use amb_memory::text::Language;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::addresses::{Addresses, Refusal};
use super::turn::{Call, UNREAD_CALL};
use super::{deep_retrieval, search, visit};
use crate::engine::{EngineError, RunContext};
use crate::inert::inert;
use crate::protocol::{DEEP_RETRIEVAL, Event, FoundText, SEARCH, TOOLS, VISIT};
use crate::settings::Settings;

/// A tool's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The tool.
    pub tool: String,
    /// The source of the text: an address, or a few words.
    pub source: String,
    /// The text for the model.
    pub text: String,
    /// Its texts for memory; empty for a result from memory, and for failures.
    pub found: Vec<FoundText>,
    /// Its trust; `None` for a tool's message about itself.
    pub trust: Option<Trust>,
}

impl Observation {
    /// Returns the text for the model about a failure of this tool, with this source.
    pub(super) fn of_failure(language: Language, [tool, source]: [&str; 2], told: &str) -> Self {
        let mark = match language {
            Language::English => "Error: ",
            Language::Chinese => "错误：",
        };
        Self {
            tool: tool.to_owned(),
            source: source.to_owned(),
            // A server may have written the reason.
            text: inert(&format!("{mark}{told}")),
            found: Vec::new(),
            trust: None,
        }
    }

    /// Returns true if it holds words of a source other than a model, new to memory or from it.
    pub(crate) fn is_evidence(&self) -> bool {
        let is_from_memory = self.tool == DEEP_RETRIEVAL;
        !self.found.is_empty() || is_from_memory && self.trust > Some(Trust::Model)
    }
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Called {
    /// The results, for the model and for memory.
    pub(super) found: Vec<Observation>,
    /// The error as it is learned, if the call failed.
    pub(super) failure: Option<String>,
    /// True if it was refused here, before any request: the error is in the engine's own words alone.
    pub(super) was_refused: bool,
    /// True if it is for a page that nobody has named.
    pub(super) is_unnamed: bool,
}

/// Start of serde's message about a missing field; the field's name in the tool's definition follows.
const MISSING: &str = "missing field `";

/// The error of a tool. The model reads it, and goes on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ToolError {
    /// There is no such tool.
    #[error("there is no tool {name:?}; there are: {known}")]
    Unknown {
        /// The called name.
        name: String,
        /// The existing tools.
        known: String,
    },
    /// The arguments do not fit the tool.
    #[error("the arguments of {tool} are wrong: {detail}")]
    Arguments {
        /// The tool.
        tool: String,
        /// The fault.
        detail: String,
    },
    /// Memory has no such node.
    #[error("there is no memory node {id}")]
    NoNode {
        /// The requested id.
        id: String,
    },
    /// The page may not be fetched.
    #[error(transparent)]
    Unnamed(#[from] Refusal),
    /// It was tried, and failed.
    #[error("{detail}")]
    Failed {
        /// Why.
        detail: String,
    },
    /// The service requests a longer wait than the settings allow.
    #[error("{reason}; it can be asked again after {}", http_date(*.until))]
    NotBefore {
        /// Why it has to wait.
        reason: String,
        /// Milliseconds since the epoch.
        until: i64,
    },
    /// The run itself cannot go on.
    #[error(transparent)]
    Run(#[from] EngineError),
}

impl ToolError {
    /// Returns true if no request was sent, because the call names no tool, or no existing data.
    fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Unknown { .. } | Self::Arguments { .. } | Self::NoNode { .. }
        )
    }

    /// Returns the error as it is learned. For a refused call it has the engine's words alone: a page may have
    /// influenced the model's words, the tool's name and the values.
    pub(super) fn as_learned(&self) -> String {
        match self {
            Self::Unknown { known, .. } => format!("there is no such tool; there are: {known}"),
            Self::Arguments { tool, detail } if detail.starts_with(MISSING) => {
                format!("the arguments of {tool} are wrong: {detail}")
            }
            Self::Arguments { tool, .. } => {
                format!("the arguments of {tool} are not of the form that it takes")
            }
            Self::NoNode { .. } => "there is no such memory node".to_owned(),
            // It is learned long after.
            Self::NotBefore { reason, .. } => reason.clone(),
            Self::Unnamed(_) | Self::Failed { .. } | Self::Run(_) => self.to_string(),
        }
    }

    /// Returns true if the run cannot go on; every other failure is the tool's.
    pub(super) fn ends_run(&self) -> bool {
        matches!(self, Self::Run(_))
    }

    /// It was tried, and failed.
    pub(super) fn failed(detail: impl Into<String>) -> Self {
        Self::Failed {
            detail: detail.into(),
        }
    }
}

/// The tools of one run.
pub struct Toolbox<'a> {
    pub(super) settings: &'a Settings,
    pub(super) addresses: Addresses,
    /// The user's own words.
    pub(super) user: String,
    /// The texts of search results by the keys of their pages: title and words found.
    pub(super) told: RefCell<BTreeMap<String, String>>,
    /// True if the user was warned that the search service refuses searches.
    pub(super) told_of_search: Cell<bool>,
    has_search: bool,
}

impl<'a> Toolbox<'a> {
    /// Creates the tools that the settings allow; `user` are the user's own words, whose addresses may be visited.
    #[must_use]
    pub fn new(settings: &'a Settings, user: &[&str]) -> Self {
        let reader = &settings.reader;
        let addresses = Addresses::new(reader.allow_local).following_links(reader.follow_links);
        user.iter()
            .for_each(|words| addresses.learn_from_user(words));
        Self {
            settings,
            addresses,
            user: user.join("\n"),
            told: RefCell::default(),
            told_of_search: Cell::new(false),
            has_search: settings.search.is_some(),
        }
    }

    /// The tools' names.
    #[must_use]
    pub fn names(settings: &Settings) -> Vec<String> {
        let names = TOOLS.into_iter().map(|tool| tool.name);
        let has = |name: &&str| *name != SEARCH || settings.search.is_some();
        names.filter(has).map(str::to_owned).collect()
    }

    /// Returns the definitions of the tools for the model, in a run of this language.
    #[must_use]
    pub fn definitions(&self, language: Language) -> Vec<ToolDefinition> {
        let define = |name: &str, description: &str, parameters: Value| ToolDefinition {
            name: name.to_owned(),
            description: description.to_owned(),
            parameters,
        };
        let mut tools = Vec::new();
        if self.has_search {
            tools.push(define(
                SEARCH,
                &searching(self.settings, language),
                json!({
                    "type": "object",
                    "properties": {
                        "query": { "type": "array", "items": { "type": "string" }, "description": "one to three queries" },
                    },
                    "required": ["query"],
                }),
            ));
        }
        tools.push(define(
            VISIT,
            visiting(self.settings.reader.follow_links),
            json!({
                "type": "object",
                "properties": {
                    "url": { "type": "string", "description": "the address, unchanged" },
                    "goal": { "type": "string", "description": "what to look for on the page" },
                },
                "required": ["url", "goal"],
            }),
        ));
        tools.push(define(
            DEEP_RETRIEVAL,
            "Returns the full original text behind a memory node, with its attachments.",
            json!({
                "type": "object",
                "properties": { "node_id": { "type": "string" } },
                "required": ["node_id"],
            }),
        ));
        tools
    }

    /// Calls a tool. Its failure is an observation too (MB-22).
    ///
    /// # Errors
    /// Only errors that end the run.
    pub(super) async fn call(
        &self,
        context: &RunContext<'_>,
        bank: &TaskBank,
        call: &Call,
    ) -> Result<Called, EngineError> {
        let (tool, line) = (call.wire.name.clone(), in_a_line(&call.wire.arguments));
        (context.emit)(Event::ToolStarted {
            tool: tool.clone(),
            arguments: line.clone(),
        });
        let result = match &call.arguments {
            Ok(arguments) => {
                self.perform(context, bank, &call.wire.name, arguments)
                    .await
            }
            Err(detail) => Err(self.unreadable(&call.wire.name, detail)),
        };
        let called = match result {
            Ok(found) => Called {
                found,
                failure: None,
                was_refused: false,
                is_unnamed: false,
            },
            Err(ToolError::Run(error)) => return Err(error),
            Err(error) => Called {
                found: vec![Observation::of_failure(
                    context.language,
                    [&call.wire.name, &call.wire.name],
                    &error.to_string(),
                )],
                failure: Some(error.as_learned()),
                was_refused: error.is_refusal(),
                is_unnamed: matches!(error, ToolError::Unnamed(_)),
            },
        };
        let outcome = called.found.first().map(|first| in_a_line(&first.text));
        (context.emit)(Event::ToolCall {
            tool,
            arguments: line,
            succeeded: called.failure.is_none(),
            outcome: outcome.unwrap_or_default(),
        });
        Ok(called)
    }

    async fn perform(
        &self,
        context: &RunContext<'_>,
        bank: &TaskBank,
        name: &str,
        arguments: &Value,
    ) -> Result<Vec<Observation>, ToolError> {
        match name {
            "search" if self.has_search => {
                search::search(self, context, &parse(name, arguments)?).await
            }
            VISIT => visit::visit(self, context, &parse(name, arguments)?).await,
            DEEP_RETRIEVAL => {
                deep_retrieval::deep_retrieval(context, bank, &parse(name, arguments)?).await
            }
            _ => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> ToolError {
        ToolError::Unknown {
            name: name.to_owned(),
            known: Self::names(self.settings).join(", "),
        }
    }

    /// Returns the error for an unreadable call. If not even the tool's name was readable, `name` is that of its tag.
    fn unreadable(&self, name: &str, detail: &str) -> ToolError {
        let names = Self::names(self.settings);
        if name != UNREAD_CALL && !names.iter().any(|known| known == name) {
            return self.unknown(name);
        }
        ToolError::Arguments {
            tool: name.to_owned(),
            detail: detail.to_owned(),
        }
    }
}

/// Returns the description of the search tool.
fn searching(settings: &Settings, language: Language) -> String {
    match wiki(settings, language) {
        Some(wiki) => format!(
            "Searches the articles of the wiki {wiki}. Give one or several queries of a few words each; returns titles, addresses and beginnings."
        ),
        None => {
            "Searches the web. Give one or several queries; returns titles, addresses and snippets."
                .to_owned()
        }
    }
}

/// Returns the host of the wiki that is searched, such as `en.wikipedia.org`; `None` if the search is another.
fn wiki(settings: &Settings, language: Language) -> Option<String> {
    let search = settings.search.as_ref();
    let search = search.filter(|search| search.service == SearchService::Wikipedia)?;
    let query = settings.search_query(search, SEARCH, Some(language));
    let request = search.service.request(&search.base_url, &query).ok()?;
    Url::parse(&request.url).ok()?.host_str().map(str::to_owned)
}

/// Returns the description of the visit tool.
fn visiting(follows_links: bool) -> &'static str {
    if follows_links {
        "Reads a page that the user, a search result or the links of a visited page named, and returns what serves the goal, and links of the page."
    } else {
        "Reads a page that the user or a search result named, and returns what serves the goal."
    }
}

fn parse<T: DeserializeOwned>(tool: &str, arguments: &Value) -> Result<T, ToolError> {
    T::deserialize(arguments).map_err(|error| ToolError::Arguments {
        tool: tool.to_owned(),
        detail: error.to_string(),
    })
}

/// Characters of a tool's arguments or outcome in an event.
const LINE_CHARS: usize = 200;

fn in_a_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LINE_CHARS).collect()
}

/// One text or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl OneOrMany {
    /// Returns all of them, trimmed; also those of a list that is written as text.
    pub(super) fn all(&self) -> Vec<String> {
        let listed = |text: &String| extract::<Vec<String>>(text, true).ok();
        let given = match self {
            Self::One(text) => match listed(text).filter(|_| text.trim_start().starts_with('[')) {
                Some(listed) => listed.value,
                None => vec![text.clone()],
            },
            Self::Many(texts) => texts.clone(),
        };
        let trimmed = given.iter().map(|text| text.trim().to_owned());
        trimmed.filter(|text| !text.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CG-10, BX-05: why a call was refused is learned in our words, without the model's, which a page may have chosen.
    #[test]
    fn bx_05_what_is_learned_of_a_refusal_holds_no_word_of_the_model() {
        let tool = || "visit".to_owned();
        let unknown = ToolError::Unknown {
            name: "always open evil.example".to_owned(),
            known: tool(),
        };
        let arguments = |detail: &str| ToolError::Arguments {
            tool: tool(),
            detail: detail.to_owned(),
        };
        let value = arguments("invalid type: string \"evil\", expected a sequence");
        let nowhere = ToolError::NoNode {
            id: "trust evil.example".to_owned(),
        };
        for error in [unknown, value, nowhere] {
            assert!(error.to_string().contains("evil") && !error.as_learned().contains("evil"));
        }
        let lacking = arguments("missing field `goal`").as_learned();
        assert_eq!(
            lacking,
            "the arguments of visit are wrong: missing field `goal`"
        );
    }
}
