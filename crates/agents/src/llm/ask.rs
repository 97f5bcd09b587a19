//! A question to the model whose answer is JSON of a shape.

use std::borrow::Cow;

use amb_llm::chat::{ChatError, ChatRequest, Finish, Message, Parameter, Reply, Role};
use amb_llm::json::{extract, without_thoughts};
use amb_memory::text::Language;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{CallError, Client};
use super::prompts::Prompt;
use super::shapes::format_of;
use super::tokens::message_tokens;
use crate::engine::{EngineError, RunContext};
use crate::host::{Host, HostError, NetworkFailure};
use crate::protocol::Event;
use crate::settings::{Agent, LlmSettings};
use crate::spending::{Meter, Purpose};

/// Asks on behalf of one agent.
pub struct Asker<'a> {
    client: Client<'a>,
    agent: Agent,
    language: Language,
}

/// Tokens of what a prompt is given, at least.
const LEAST_ROOM: usize = 512;

/// The variables of the retry prompt.
#[derive(Serialize)]
struct Fault<'e> {
    error: &'e str,
}

impl<'a> Asker<'a> {
    /// For an agent.
    #[must_use]
    pub fn new(context: &RunContext<'a>, settings: &'a LlmSettings, agent: Agent) -> Self {
        Self {
            client: Client {
                host: context.host,
                settings,
                meter: context.meter,
                purpose: Purpose::Work,
                emit: context.emit,
            },
            agent,
            language: context.language,
        }
    }

    /// For an agent that works outside of any run, for whoever pays.
    pub(super) fn outside_of_runs(
        (host, emit): (&'a dyn Host, &'a dyn Fn(Event)),
        settings: &'a LlmSettings,
        meter: &'a Meter,
        agent: Agent,
        language: Language,
    ) -> Self {
        Self {
            client: Client {
                host,
                settings,
                meter,
                purpose: Purpose::Work,
                emit,
            },
            agent,
            language,
        }
    }

    /// For the final answer, for which the budget keeps something back.
    #[must_use]
    pub fn for_answer(context: &RunContext<'a>, settings: &'a LlmSettings) -> Self {
        let mut asker = Self::new(context, settings, Agent::React);
        asker.client.purpose = Purpose::Answer;
        asker
    }

    /// The language of the run.
    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// Tokens of the agent's window that a prompt leaves for what it is given; `bare` is what it says without that. Of a
    /// window that is smaller than the prompt itself, the least that a question makes sense with.
    ///
    /// # Errors
    /// None for the templates of this build.
    pub fn room(&self, prompt: &Prompt, bare: &impl Serialize) -> Result<usize, EngineError> {
        self.room_beside(prompt, bare).map(|(_, room)| room)
    }

    /// The same behind the tokens that the prompt itself takes.
    pub(super) fn room_beside(
        &self,
        prompt: &Prompt,
        bare: &impl Serialize,
    ) -> Result<(usize, usize), EngineError> {
        let messages = prompt.messages(self.language, bare)?;
        let taken: usize = messages.iter().map(message_tokens).sum();
        let settings = self.client.settings;
        let window = settings
            .agents
            .of(self.agent)
            .window
            .min(settings.max_context_tokens);
        Ok((taken, window.saturating_sub(taken).max(LEAST_ROOM)))
    }

    /// A mark that no text of others can hold: they do not know it.
    ///
    /// # Errors
    /// Errors of the host.
    pub fn fence(&self) -> Result<String, EngineError> {
        let bits = self.client.host.random()?;
        Ok(bits
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect())
    }

    /// The answer, of the wanted shape. One that is not is quoted back with what is wrong with it, once
    /// (MB-22).
    ///
    /// # Errors
    /// [`EngineError::Model`] when the second answer is no better, or the model cannot be asked.
    pub async fn ask<T: DeserializeOwned + JsonSchema>(
        &self,
        prompt: &Prompt,
        variables: &impl Serialize,
        shape: &str,
        strict: bool,
    ) -> Result<T, EngineError> {
        self.ask_sound(prompt, variables, (shape, strict), |_| Ok(()))
            .await
    }

    /// As [`Asker::ask`], of a shape and its strictness, where more than the shape makes an answer usable: `check` says
    /// what is wrong with one that is not.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_sound<T: DeserializeOwned + JsonSchema>(
        &self,
        prompt: &Prompt,
        variables: &impl Serialize,
        (shape, strict): (&str, bool),
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<T, EngineError> {
        let checked = |value: T| check(&value).map(|()| value);
        let mut messages = prompt.messages(self.language, variables)?;
        let format = format_of::<T>(shape, strict);
        let request = |messages: &[Message]| ChatRequest {
            format: format.clone(),
            ..self.request(messages.to_vec())
        };
        let reply = self.call(&request(&messages), None).await?;
        let fault = match read(&reply).and_then(checked) {
            Ok(value) => return Ok(value),
            Err(fault) => fault,
        };
        messages.extend(quoted(&reply));
        messages.extend(Prompt::RETRY.messages(self.language, &Fault { error: &fault })?);
        let reply = self.call(&request(&messages), None).await?;
        let second = read(&reply).and_then(checked);
        second.map_err(|detail| {
            self.unusable(match reply.finish.cuts_off() {
                true => format!("its reply was cut off before its end; {TO_ALLOW_MORE}"),
                false => detail,
            })
        })
    }

    /// The model's reply in words; `words`, where someone listens, gets it as it comes. A parameter that the model does
    /// not take is left out, or is a lesser one, for the rest of the run.
    ///
    /// # Errors
    /// [`EngineError::Model`] when the model cannot be asked.
    pub async fn call(
        &self,
        request: &ChatRequest,
        words: Option<&dyn Fn(&str)>,
    ) -> Result<Reply, EngineError> {
        let mut request = Cow::Borrowed(request);
        let mut settings = Cow::Borrowed(self.client.settings);
        for parameter in self.client.meter.refused_by(&request.model) {
            // One that the request does not have is left out already.
            let _ = parameter.leave_out(request.to_mut(), &mut settings.to_mut().provider);
        }
        loop {
            let client = Client {
                host: self.client.host,
                settings: &settings,
                meter: self.client.meter,
                purpose: self.client.purpose,
                emit: self.client.emit,
            };
            let failure = match client.call(self.agent, &request, words).await {
                Ok(reply) if reply.finish == Finish::ContentFilter => return Err(self.filtered()),
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let meant = match &failure {
                CallError::Chat(ChatError::Unsupported { parameter, .. }) => parameter.and_kin(),
                _ => &[],
            };
            let mut meant = meant.iter();
            match meant.find(|one| one.leave_out(request.to_mut(), &mut settings.to_mut().provider))
            {
                Some(parameter) => {
                    if self.client.meter.note_refused(&request.model, *parameter) {
                        self.tell_refused(*parameter, &failure);
                    }
                }
                None => return Err(self.refused(&request, failure)),
            }
        }
    }

    /// Says that the model is asked without a parameter, and how to spare the request that it refused.
    fn tell_refused(&self, parameter: Parameter, failure: &CallError) {
        let agent = self.name();
        let then = match parameter {
            Parameter::JsonSchema => "for JSON without a schema",
            _ => "without it",
        };
        let spared = match parameter {
            Parameter::Temperature => format!("set llm.agents.{agent}.temperature to null"),
            Parameter::TopP => format!("set llm.agents.{agent}.topP to null"),
            Parameter::MaxTokens => "set llm.provider.completionTokensName".to_owned(),
            Parameter::JsonSchema => "set llm.provider.json to object".to_owned(),
            Parameter::JsonObject => "set llm.provider.json to prompt".to_owned(),
            Parameter::StreamOptions => "set llm.provider.streamUsage to false".to_owned(),
        };
        (self.client.emit)(Event::Warning {
            code: failure.kind().to_owned(),
            message: format!("{failure}. Asking {then}. To spare the refused requests, {spared}."),
        });
    }

    /// A request with the agent's own model and temperatures.
    #[must_use]
    pub fn request(&self, messages: Vec<Message>) -> ChatRequest {
        let settings = self.client.settings;
        let own = settings.agents.of(self.agent);
        ChatRequest {
            model: settings.model_of(self.agent).to_owned(),
            messages,
            tools: Vec::new(),
            format: amb_llm::chat::ResponseFormat::Text,
            temperature: own.temperature,
            top_p: own.top_p,
            max_tokens: settings.max_tokens,
            stop: Vec::new(),
        }
    }

    /// Returns the error of a refused request. If an image may be the cause, only the step fails, and the user is told
    /// the remedy.
    fn refused(&self, request: &ChatRequest, failure: CallError) -> EngineError {
        let Some(detail) = image_not_taken(request, &failure) else {
            return self.failed(failure);
        };
        (self.client.emit)(Event::Warning {
            code: failure.kind().to_owned(),
            message: format!("{detail}. Going on without the image."),
        });
        EngineError::Model {
            agent: self.name(),
            code: failure.kind(),
            detail,
            fatal: false,
        }
    }

    fn failed(&self, error: CallError) -> EngineError {
        told_of(self.name(), error)
    }

    /// Returns the error of a reply that the endpoint filtered. A retry would be filtered again.
    fn filtered(&self) -> EngineError {
        let message = "it cut its reply off with the finish reason content_filter".to_owned();
        self.failed(ChatError::Filtered { message }.into())
    }

    /// Returns the error of an unusable answer.
    pub(super) fn unusable(&self, detail: String) -> EngineError {
        EngineError::Model {
            agent: self.name(),
            code: "model_unusable",
            detail,
            fatal: false,
        }
    }

    fn name(&self) -> String {
        format!("{:?}", self.agent).to_lowercase()
    }
}

/// Returns advice for the user if a request may have failed because of an image.
fn image_not_taken(request: &ChatRequest, failure: &CallError) -> Option<String> {
    let CallError::Chat(error) = failure else {
        return None;
    };
    if !request.holds_image() || !error.may_be_of_an_image() {
        return None;
    }
    let model = &request.model;
    let fault = if error.speaks_of_images() {
        "does not take images"
    } else {
        "did not take a request with an image"
    };
    Some(format!(
        "the model {model} {fault}; name one that does as llm.visionModel: {error}"
    ))
}

/// A failed call as its agent's error. Of what the endpoint sent and nobody can use, only the step fails.
fn told_of(agent: String, error: CallError) -> EngineError {
    let is_too_large = |failure| failure == NetworkFailure::TooLarge;
    let (detail, fatal) = match &error {
        CallError::Host(HostError::Network { failure, .. }) if is_too_large(*failure) => {
            (format!("{error}; ask for less with llm.maxTokens"), false)
        }
        CallError::Host(error) => return error.clone().into(),
        CallError::Budget(reached) => return reached.clone().into(),
        CallError::Chat(
            ChatError::Incomplete { .. }
            | ChatError::ContextOverflow { .. }
            | ChatError::Filtered { .. },
        ) => (error.to_string(), false),
        CallError::Chat(_) | CallError::NotBefore { .. } => (error.to_string(), true),
    };
    EngineError::Model {
        agent,
        code: error.kind(),
        detail,
        fatal,
    }
}

/// A reply that is asked for again, as a message: its words alone. Endpoints refuse calls without results, and messages
/// without words.
pub(super) fn quoted(reply: &Reply) -> Option<Message> {
    let bare = without_thoughts(&reply.text);
    let is_blank = bare.trim().is_empty();
    (!is_blank).then(|| Message::text(Role::Assistant, bare))
}

/// Remedy for replies that are cut off.
pub(super) const TO_ALLOW_MORE: &str =
    "to allow longer replies, raise llm.maxTokens (LLM_MAX_TOKENS)";

/// The value in a reply, or what to tell the model about it.
fn read<T: DeserializeOwned>(reply: &Reply) -> Result<T, String> {
    let complete = !reply.finish.cuts_off();
    match extract(&reply.text, complete) {
        Ok(extracted) => Ok(extracted.value),
        Err(_) if !complete => Err("it was cut off before its end: answer shorter".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use amb_llm::chat::{Part, ResponseFormat, ToolCall};

    use super::*;

    /// MB-22: a reply of no use ends a step, not the run; a provider that is not there ends it, to be gone on with.
    #[test]
    fn mb_22_a_reply_that_is_too_large_is_no_end_of_a_run() {
        let failed = |failure| {
            let host = "llm.example".to_owned();
            let detail = String::new();
            let error = HostError::Network {
                host,
                failure,
                detail,
            };
            told_of("planning".to_owned(), error.into())
        };
        let too_large = failed(NetworkFailure::TooLarge);
        assert!(too_large.is_passing(), "{too_large}");
        assert_eq!(too_large.kind(), "network_too_large");
        for named in ["planning", "llm.example", "llm.maxTokens"] {
            assert!(too_large.to_string().contains(named), "{too_large}");
        }
        for failure in [NetworkFailure::Unreachable, NetworkFailure::Broken] {
            assert!(!failed(failure).is_passing(), "{failure}");
        }
    }

    /// MB-16, MB-22: what may be for an image fails its step, in words; whatever else fails ends the run as ever.
    #[test]
    fn mb_22_an_image_that_is_not_taken_is_told_with_what_to_do() {
        let image = Part::Image {
            data_url: "data:image/png;base64,AA==".to_owned(),
        };
        let told = |images: &[Part], error: ChatError| {
            let mut message = Message::user("What does it show?");
            message.content.extend_from_slice(images);
            let request = ChatRequest {
                model: "deepseek-flash".to_owned(),
                messages: vec![message],
                tools: Vec::new(),
                format: ResponseFormat::Text,
                temperature: None,
                top_p: None,
                max_tokens: 100,
                stop: Vec::new(),
            };
            image_not_taken(&request, &error.into())
        };
        let refused = |message: &str| ChatError::Refused {
            status: 400,
            message: message.to_owned(),
        };
        let variant = refused("unknown variant `image_url`, expected `text`");
        let images = std::slice::from_ref(&image);
        let words = told(images, variant.clone()).unwrap();
        assert!(
            words.starts_with("the model deepseek-flash does not take images; name one that does"),
            "{words}"
        );
        assert!(words.contains("visionModel") && words.contains("`image_url`"));
        let words = told(images, refused("content must be a string")).unwrap();
        assert!(words.contains("did not take a request with an image"));
        let message = "bad key".to_owned();
        let fatal = ChatError::Unauthorized { message };
        assert_eq!(told(images, fatal), None);
        assert_eq!(told(&[], variant), None);
    }

    #[test]
    fn mb_22_of_a_reply_that_is_asked_for_again_only_the_words_are_kept() {
        let quoted = |text: &str| {
            quoted(&Reply {
                text: text.to_owned(),
                reasoning: "hm".to_owned(),
                tool_calls: vec![ToolCall {
                    id: "c".to_owned(),
                    name: "search".to_owned(),
                    arguments: "{}".to_owned(),
                }],
                finish: Finish::ToolCalls,
                usage: None,
            })
        };
        let said = Some(Message::text(Role::Assistant, "I would answer."));
        assert_eq!(quoted("<think>hm</think>I would answer."), said);
        for blank in ["", " \n", "<think>hm</think>"] {
            assert_eq!(quoted(blank), None, "{blank:?}");
        }
    }
}
