//! The templates of `prompts/`: a system message and a user message for each agent and language.

use std::sync::LazyLock;

use amb_llm::chat::Message;
use amb_memory::task::Trust;
use amb_memory::text::Language;
use minijinja::{
    Environment, ErrorKind, Output, State, UndefinedBehavior, Value, escape_formatter,
};
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};

use crate::engine::EngineError;
use crate::inert::unmarked;
use crate::protocol::origin;

/// Between the system message and the user message of a template.
const USER_MARK: &str = "---user---\n";

/// A template in both languages.
#[derive(Debug, Clone, Copy)]
pub struct Prompt {
    name: &'static str,
    /// Name of the system message's template.
    system: &'static str,
    english: &'static str,
    chinese: &'static str,
}

/// The template of this name from both folders.
macro_rules! prompt {
    ($name:literal) => {
        Prompt {
            name: $name,
            system: concat!($name, ", system"),
            english: include_str!(concat!("../../../../prompts/en/", $name, ".md")),
            chinese: include_str!(concat!("../../../../prompts/zh/", $name, ".md")),
        }
    };
}

/// The templates of a language, read once.
type Templates = LazyLock<Result<Environment<'static>, minijinja::Error>>;

static ENGLISH: Templates = LazyLock::new(|| templates(Language::English));
static CHINESE: Templates = LazyLock::new(|| templates(Language::Chinese));

impl Prompt {
    /// Passages into topics.
    pub const CLASSIFICATION: Self = prompt!("classification");
    /// A topic into its summary.
    pub const STRUCTURE: Self = prompt!("structure");
    /// A new topic beside known ones.
    pub const ANALYSIS: Self = prompt!("analysis");
    /// Contradicting topics into one.
    pub const INTEGRATION: Self = prompt!("integration");
    /// The next step.
    pub const PLANNING: Self = prompt!("planning");
    /// Findings about a conflict into a verdict.
    pub const VALIDATION: Self = prompt!("validation");
    /// A step: think, act, observe.
    pub const REACT: Self = prompt!("react");
    /// A page, for a goal.
    pub const READING: Self = prompt!("reading");
    /// Cases into guidance.
    pub const ABSTRACTION: Self = prompt!("abstraction");
    /// Memories into questions.
    pub const QUESTIONS: Self = prompt!("questions");
    /// Memories into the answer to one.
    pub const INSIGHT: Self = prompt!("insight");
    /// Old memories into their summary.
    pub const DIGEST: Self = prompt!("digest");
    /// Memories into facts.
    pub const FACTS: Self = prompt!("facts");
    /// Rating the importance of texts.
    pub const IMPORTANCE: Self = prompt!("importance");
    /// The final answer.
    pub const ANSWER: Self = prompt!("answer");
    /// The word that a conversation must end.
    pub const FINAL: Self = prompt!("final");
    /// The word that a reply was unusable.
    pub const RETRY: Self = prompt!("retry");

    /// All of them.
    const ALL: [Self; 17] = [
        Self::CLASSIFICATION,
        Self::STRUCTURE,
        Self::ANALYSIS,
        Self::INTEGRATION,
        Self::PLANNING,
        Self::VALIDATION,
        Self::REACT,
        Self::READING,
        Self::ABSTRACTION,
        Self::QUESTIONS,
        Self::INSIGHT,
        Self::DIGEST,
        Self::FACTS,
        Self::IMPORTANCE,
        Self::ANSWER,
        Self::FINAL,
        Self::RETRY,
    ];

    /// The system message, if the template has one, and the user message.
    ///
    /// # Errors
    /// A template that does not fit its variables, which no test has let through.
    pub fn messages(
        &self,
        language: Language,
        variables: &impl Serialize,
    ) -> Result<Vec<Message>, EngineError> {
        let mut messages = Vec::new();
        let system = self.render(self.system, language, variables)?;
        if !system.is_empty() {
            messages.push(Message::system(system));
        }
        messages.push(Message::user(self.render(self.name, language, variables)?));
        Ok(messages)
    }

    fn render(
        &self,
        template: &str,
        language: Language,
        variables: &impl Serialize,
    ) -> Result<String, EngineError> {
        let templates = match language {
            Language::English => &*ENGLISH,
            Language::Chinese => &*CHINESE,
        };
        let fault = |error: &minijinja::Error| EngineError::Model {
            agent: self.name.to_owned(),
            code: "prompt_malformed",
            detail: error.to_string(),
            fatal: true,
        };
        let templates = templates.as_ref().map_err(fault)?;
        let template = templates.get_template(template);
        let rendered = template.and_then(|template| template.render(variables));
        Ok(rendered.map_err(|error| fault(&error))?.trim().to_owned())
    }

    /// The system message's template and the user message's.
    fn parts(&self, language: Language) -> (&'static str, &'static str) {
        let source = match language {
            Language::English => self.english,
            Language::Chinese => self.chinese,
        };
        source.split_once(USER_MARK).unwrap_or(("", source))
    }
}

fn templates(language: Language) -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(harmless);
    environment.add_filter("told", move |label: String| told(&label, language));
    for prompt in Prompt::ALL {
        let (system, user) = prompt.parts(language);
        environment.add_template(prompt.system, system)?;
        environment.add_template(prompt.name, user)?;
    }
    Ok(environment)
}

/// Writes a value into a prompt; a text without hidden characters and marks of models' templates.
fn harmless(
    output: &mut Output<'_>,
    state: &State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    match value.as_str() {
        Some(text) => Ok(output.write_str(&unmarked(text))?),
        None => escape_formatter(output, state, value),
    }
}

/// A label of trust in words.
fn told(label: &str, language: Language) -> Result<&'static str, minijinja::Error> {
    let label: Result<Trust, serde::de::value::Error> =
        Trust::deserialize(label.into_deserializer());
    let trust = label
        .map_err(|error| minijinja::Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    Ok(origin(trust, language))
}

/// Returns the name of a language in that language.
#[must_use]
pub fn language_name(language: Language) -> &'static str {
    match language {
        Language::English => "English",
        Language::Chinese => "中文",
    }
}
