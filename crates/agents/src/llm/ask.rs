//! A question to the model whose answer is JSON of a shape.

use amb_llm::chat::{ChatError, ChatRequest, Message, Reply};
use amb_llm::json::extract;
use amb_memory::text::Language;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{CallError, Client};
use super::prompts::Prompt;
use super::shapes::format_of;
use crate::engine::{EngineContext, EngineError};
use crate::settings::{Agent, LlmSettings};
use crate::spending::Purpose;

/// Asks on behalf of one agent.
pub struct Asker<'a> {
    client: Client<'a>,
    agent: Agent,
    language: Language,
}

/// The variables of the retry prompt.
#[derive(Serialize)]
struct Fault<'e> {
    error: &'e str,
}

impl<'a> Asker<'a> {
    /// For an agent.
    #[must_use]
    pub fn new(context: &EngineContext<'a>, settings: &'a LlmSettings, agent: Agent) -> Self {
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

    /// For the final answer, for which the budget keeps something back.
    #[must_use]
    pub fn for_answer(context: &EngineContext<'a>, settings: &'a LlmSettings) -> Self {
        let mut asker = Self::new(context, settings, Agent::React);
        asker.client.purpose = Purpose::Answer;
        asker
    }

    /// A mark that no text of others can hold: they do not know it.
    ///
    /// # Errors
    /// What the host fails with.
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
        messages.push(reply.to_message());
        messages.extend(Prompt::RETRY.messages(self.language, &Fault { error: &fault })?);
        let reply = self.call(&request(&messages), None).await?;
        let second = read(&reply).and_then(checked);
        second.map_err(|detail| self.unusable(detail))
    }

    /// The model's reply in words; `words`, where someone listens, gets it as it comes.
    ///
    /// # Errors
    /// [`EngineError::Model`] when the model cannot be asked.
    pub async fn call(
        &self,
        request: &ChatRequest,
        words: Option<&dyn Fn(&str)>,
    ) -> Result<Reply, EngineError> {
        self.client
            .call(self.agent, request, words)
            .await
            .map_err(|error| self.failed(error))
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

    fn failed(&self, error: CallError) -> EngineError {
        match error {
            CallError::Host(error) => error.into(),
            CallError::Budget(reached) => reached.into(),
            error => EngineError::Model {
                agent: self.name(),
                code: error.kind(),
                detail: error.to_string(),
                fatal: !matches!(
                    error,
                    CallError::Chat(
                        ChatError::Incomplete
                            | ChatError::ContextOverflow { .. }
                            | ChatError::Filtered { .. }
                    )
                ),
            },
        }
    }

    /// What an answer fails with that the endpoint filtered on its way.
    pub(super) fn filtered(&self) -> EngineError {
        let message = "it cut its reply off with the finish reason content_filter".to_owned();
        self.failed(ChatError::Filtered { message }.into())
    }

    /// What an answer fails with that is none.
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

/// The value in a reply, or what to tell the model about it.
fn read<T: DeserializeOwned>(reply: &Reply) -> Result<T, String> {
    let complete = !reply.finish.cuts_off();
    match extract(&reply.text, complete) {
        Ok(extracted) => Ok(extracted.value),
        Err(_) if !complete => Err("it was cut off before its end: answer shorter".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
