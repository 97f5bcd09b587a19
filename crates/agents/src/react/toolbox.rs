//! The tools of a run, as the model is told of them and as they are called.

use std::cell::Cell;

use amb_llm::chat::{ToolDefinition, http_date};
use amb_memory::task::{TaskBank, Trust};
use amb_memory::text::Language;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::addresses::Addresses;
use super::turn::{Call, UNREAD_CALL};
use super::{deep_retrieval, search, visit};
use crate::engine::{EngineContext, EngineError, FoundText};
use crate::event::Event;
use crate::inert::inert;
use crate::settings::Settings;

/// What a tool returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The tool.
    pub tool: String,
    /// Where the text comes from: an address, or a few words.
    pub source: String,
    /// What the model is told.
    pub text: String,
    /// What memory keeps of it; nothing of what comes from memory, and of failures.
    pub found: Vec<FoundText>,
    /// How far it can be trusted; `None` for what a tool says of itself.
    pub trust: Option<Trust>,
    /// Whether the page that was read for it gives orders to a model, in what memory keeps of it or not.
    pub gives_orders: bool,
}

impl Observation {
    /// What the model is told of a failure of this tool, with this source.
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
            gives_orders: false,
        }
    }

    /// Whether it holds words of a source, other than a model's: those that memory keeps, or had already.
    pub(crate) fn is_evidence(&self) -> bool {
        let is_from_memory = self.tool == DEEP_RETRIEVAL;
        !self.found.is_empty() || is_from_memory && self.trust > Some(Trust::Model)
    }
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Called {
    /// What the model is told, and what memory keeps of it.
    pub(super) found: Vec<Observation>,
    /// What it failed by, if it did, as it is learned.
    pub(super) failure: Option<String>,
    /// Whether it was refused here, before anybody was asked: the failure's words are our own, and none else.
    pub(super) was_refused: bool,
}

/// The name of the tool that reads memory.
pub(super) const DEEP_RETRIEVAL: &str = "deep_retrieval";
const SEARCH: &str = "search";
const VISIT: &str = "visit";

/// How serde begins to tell of a field that a call lacks; what follows is the field's name in the tool's definition.
const MISSING: &str = "missing field `";

/// Why a tool could not do what was asked. The model is told, and goes on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ToolError {
    /// There is no such tool.
    #[error("there is no tool {name:?}; there are: {known}")]
    Unknown {
        /// What was called.
        name: String,
        /// What there is.
        known: String,
    },
    /// The arguments are not what the tool takes.
    #[error("the arguments of {tool} are wrong: {detail}")]
    Arguments {
        /// The tool.
        tool: String,
        /// What is wrong.
        detail: String,
    },
    /// Memory has no such node.
    #[error("there is no memory node {id}")]
    NoNode {
        /// What was asked for.
        id: String,
    },
    /// It was tried, and failed.
    #[error("{detail}")]
    Failed {
        /// Why.
        detail: String,
    },
    /// The service asks for a longer wait than the settings allow.
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
    /// Whether nobody was asked, because it is no call of a tool, or of what there is.
    fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Unknown { .. } | Self::Arguments { .. } | Self::NoNode { .. }
        )
    }

    /// What is learned of it. Of a call that was refused these are our words alone: in the model's own, the tool that it
    /// named and the values that it gave, a page may have had its say.
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
            // Whoever learns of it asks long after.
            Self::NotBefore { reason, .. } => reason.clone(),
            Self::Failed { .. } | Self::Run(_) => self.to_string(),
        }
    }

    /// Whether the run cannot go on; every other failure is the tool's.
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
    /// Whether the user was told that the search service takes no searches.
    pub(super) told_of_search: Cell<bool>,
    has_search: bool,
}

impl<'a> Toolbox<'a> {
    /// The tools that the settings allow; `user` are the user's own words, whose addresses may be visited.
    #[must_use]
    pub fn new(settings: &'a Settings, user: &[&str]) -> Self {
        let reader = &settings.reader;
        let addresses = Addresses::new(reader.allow_local).following_links(reader.follow_links);
        user.iter()
            .for_each(|words| addresses.learn_from_user(words));
        Self {
            settings,
            addresses,
            told_of_search: Cell::new(false),
            has_search: settings.search.is_some(),
        }
    }

    /// The names of all tools that a run may have.
    pub(crate) const ALL: [&'static str; 3] = [SEARCH, VISIT, DEEP_RETRIEVAL];

    /// The tools' names.
    #[must_use]
    pub fn names(settings: &Settings) -> Vec<String> {
        let has = |tool: &&str| *tool != SEARCH || settings.search.is_some();
        let names = Self::ALL.into_iter().filter(has);
        names.map(str::to_owned).collect()
    }

    /// What the model is told of the tools.
    #[must_use]
    pub fn definitions(&self) -> Vec<ToolDefinition> {
        let define = |name: &str, description: &str, parameters: Value| ToolDefinition {
            name: name.to_owned(),
            description: description.to_owned(),
            parameters,
        };
        let mut tools = Vec::new();
        if self.has_search {
            tools.push(define(
                SEARCH,
                "Searches the web. Give one or several queries; returns titles, addresses and snippets.",
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

    /// Calls a tool. What it cannot do is an observation too (MB-22).
    ///
    /// # Errors
    /// Only what ends the run.
    pub(super) async fn call(
        &self,
        context: &EngineContext<'_>,
        bank: &TaskBank,
        call: &Call,
    ) -> Result<Called, EngineError> {
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
            },
        };
        let outcome = called.found.first().map(|first| in_a_line(&first.text));
        (context.emit)(Event::ToolCall {
            tool: call.wire.name.clone(),
            arguments: in_a_line(&call.wire.arguments),
            succeeded: called.failure.is_none(),
            outcome: outcome.unwrap_or_default(),
        });
        Ok(called)
    }

    async fn perform(
        &self,
        context: &EngineContext<'_>,
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

    /// A call whose arguments cannot be read. One of which not even the tool's name could be read bears the name of its tag.
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

/// What visits are said to do.
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
    /// All of them.
    pub(super) fn all(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Many(texts) => texts,
        }
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
