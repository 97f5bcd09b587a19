//! The conversation that carries out one step, and its ends (MB-18).

use std::collections::BTreeMap;

use amb_llm::chat::{Message, Part, Reply, Role};
use amb_memory::task::{TaskBank, Trust};
use serde::Serialize;

use super::told::{already_made, too_many, unclear};
use super::toolbox::{Called, Observation, Toolbox};
use super::turn::{Call, Fault, Turn};
use crate::documents::is_news;
use crate::engine::{EngineError, RunContext};
use crate::llm::{Asker, Prompt, language_name, message_tokens};
use crate::long_term::{Advised, Guide};
use crate::protocol::{DEEP_RETRIEVAL, FoundText};
use crate::settings::{Agent, LlmSettings};

/// Why a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepEnd {
    /// There is an answer.
    Answer,
    /// The most calls of the model were made.
    MaxCalls,
    /// The conversation was about to outgrow its limit.
    TokenLimit,
    /// The same call was made again and again.
    Repetition,
    /// Turn after turn brought nothing that memory did not hold.
    NothingNew,
    /// The model wrote neither a call nor an answer; its last words count as the answer.
    Unclear,
}

/// The outcome of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepOutcome {
    /// The answer; the model's last text if it gave none.
    pub answer: String,
    /// The results of tools, in order.
    pub observations: Vec<Observation>,
    /// Why it ended.
    pub end: StepEnd,
    /// Calls of the model.
    pub calls: usize,
    /// The failure; the results of tools until then are kept.
    pub failure: Option<EngineError>,
    /// The trust of each piece of advice from long-term memory.
    pub advised: Vec<Trust>,
}

/// Carries out steps.
pub struct ReactAgent<'a> {
    /// The services and settings of the engine.
    pub context: &'a RunContext<'a>,
    /// The model's settings.
    pub settings: &'a LlmSettings,
    /// The run's tools.
    pub tools: &'a Toolbox<'a>,
    /// Long-term memory, which gives advice on the steps and learns from them.
    pub guide: Guide<'a>,
}

#[derive(Serialize)]
struct Variables<'v> {
    native_tools: bool,
    tools: Vec<Told<'v>>,
    language: &'static str,
    /// The language of queries; blank where any may be searched in.
    search_language: &'static str,
    /// True if the links of visited pages are shown, and may be visited.
    follow_links: bool,
    prompt: &'v str,
}

#[derive(Serialize)]
struct Told<'v> {
    name: &'v str,
    description: &'v str,
    parameters_json: String,
}

/// The opening of a conversation takes one of so many parts of its limit: the others are for tools' results.
const OPENING_SHARE: usize = 2;

/// Tokens of the enhanced prompt that a step makes sense with, however small the limit.
const LEAST_PROMPT: usize = 400;

/// Share of the limit, in percent, at which the agent must answer.
const NEARLY_FULL: usize = 90;

/// A call is carried out once. Repetitions are refused up to this number, then the agent must answer.
const REPETITIONS: usize = 3;

/// Most calls of one turn that are carried out; the others are refused. A model that has lost its way writes calls
/// without end, and each may be a paid request; any other model repeats the refused ones in its next turn.
const TURN_CALLS: usize = 8;

/// The error of a repeated call that had not failed.
const MADE_ALREADY: &str = "RepeatedCall: the same call was made already";

/// Turns in a row without a whole call or an answer, after which the agent must answer.
const UNCLEAR_TURNS: usize = 2;

/// A conversation on its way.
#[derive(Default)]
struct Conversation {
    messages: Vec<Message>,
    observations: Vec<Observation>,
    made: BTreeMap<String, Made>,
    unclear: usize,
    /// Turns in a row that brought nothing new.
    fruitless: usize,
    calls: usize,
    /// The reason for the final answer; from then on there are no tools.
    closing: Option<StepEnd>,
    last_words: String,
    advised: Advised,
}

/// A call that was made.
#[derive(Default)]
struct Made {
    times: usize,
    /// Its failure.
    failure: Option<String>,
    /// True if it was refused before any request was sent.
    was_refused: bool,
}

impl ReactAgent<'_> {
    /// Carries out a step: the enhanced prompt, and images to look at.
    ///
    /// # Errors
    /// Only what ends the run: a model that cannot be asked at all.
    pub async fn run(
        &self,
        bank: &TaskBank,
        prompt: &str,
        images: Vec<Part>,
    ) -> Result<StepOutcome, EngineError> {
        let asker = Asker::new(self.context, self.settings, Agent::React);
        let mut conversation = self.open(prompt, images)?;
        loop {
            self.close_in_time(&mut conversation)?;
            self.advise(&mut conversation).await?;
            if conversation.fruitless >= self.settings.fruitless_turns
                && conversation.closing.is_none()
            {
                self.close(&mut conversation, StepEnd::NothingNew)?;
            }
            let reply = match self.ask(&asker, &mut conversation).await {
                Ok(reply) => reply,
                Err(error) if error.is_passing() => return Ok(conversation.fail(error)),
                Err(error) => return Err(error),
            };
            let turn = Turn::read(&reply);
            conversation.last_words = words_of(&reply);
            conversation.hear(&reply, &turn);
            match (turn, conversation.closing) {
                (Turn::Answer(answer), end) => {
                    return Ok(conversation.end(answer, end.unwrap_or(StepEnd::Answer)));
                }
                (_, Some(end)) => {
                    let words = std::mem::take(&mut conversation.last_words);
                    return Ok(conversation.end(words, end));
                }
                (Turn::Calls(calls), None) => {
                    let native = !reply.tool_calls.is_empty();
                    self.act(bank, &mut conversation, &calls, native).await?;
                }
                (Turn::Unclear(fault), None) => {
                    if let Some(outcome) = self.clear_up(&mut conversation, fault)? {
                        return Ok(outcome);
                    }
                }
            }
        }
    }

    /// Tokens that the enhanced prompt may take, so that the conversation opens with no more than its share of the
    /// limit; `images` go with it.
    ///
    /// # Errors
    /// None for the templates of this build.
    pub fn room(&self, images: usize) -> Result<usize, EngineError> {
        let image = || Part::Image {
            data_url: String::new(),
        };
        let bare = self.open("", std::iter::repeat_with(image).take(images).collect())?;
        let share = self.settings.max_context_tokens / OPENING_SHARE;
        Ok(share.saturating_sub(bare.tokens()).max(LEAST_PROMPT))
    }

    fn open(&self, prompt: &str, images: Vec<Part>) -> Result<Conversation, EngineError> {
        let definitions = self.tools.definitions(self.context.language);
        let variables = Variables {
            native_tools: self.settings.provider.native_tools,
            tools: definitions
                .iter()
                .map(|tool| Told {
                    name: &tool.name,
                    description: &tool.description,
                    parameters_json: tool.parameters.to_string(),
                })
                .collect(),
            language: language_name(self.context.language),
            search_language: self
                .tools
                .settings
                .search_language
                .map_or("", language_name),
            follow_links: self.tools.settings.reader.follow_links,
            prompt,
        };
        let mut messages = Prompt::REACT.messages(self.context.language, &variables)?;
        if let Some(user) = messages.last_mut() {
            user.content.extend(images);
        }
        Ok(Conversation {
            messages,
            ..Conversation::default()
        })
    }

    /// Demands the answer while there is still room for one.
    fn close_in_time(&self, conversation: &mut Conversation) -> Result<(), EngineError> {
        if conversation.closing.is_some() {
            return Ok(());
        }
        let limit = self.settings.max_context_tokens;
        let end = if conversation.calls + 1 >= self.settings.max_calls {
            StepEnd::MaxCalls
        } else if conversation.tokens() * 100 >= limit * NEARLY_FULL {
            StepEnd::TokenLimit
        } else {
            return Ok(());
        };
        self.close(conversation, end)
    }

    fn close(&self, conversation: &mut Conversation, end: StepEnd) -> Result<(), EngineError> {
        conversation.closing = Some(end);
        conversation.shrink(self.settings.max_context_tokens);
        let messages = Prompt::FINAL.messages(self.context.language, &())?;
        conversation.messages.extend(messages);
        Ok(())
    }

    /// Shows the model the advice of long-term memory, as long as there are tools to act with.
    async fn advise(&self, conversation: &mut Conversation) -> Result<(), EngineError> {
        if conversation.closing.is_some() {
            return Ok(());
        }
        let advised = &mut conversation.advised;
        let advice = self.guide.before_turn(self.context, advised).await?;
        if let Some(words) = advice {
            // The strategies of other runs are worth a try.
            conversation.fruitless = 0;
            conversation.add(&words);
        }
        Ok(())
    }

    async fn ask(
        &self,
        asker: &Asker<'_>,
        conversation: &mut Conversation,
    ) -> Result<Reply, EngineError> {
        let mut request = asker.request(conversation.messages.clone());
        if self.settings.provider.native_tools && conversation.closing.is_none() {
            request.tools = self.tools.definitions(self.context.language);
        }
        if request.holds_image()
            && let Some(model) = &self.settings.vision_model
        {
            request.model.clone_from(model);
        }
        conversation.calls += 1;
        asker.call(&request, None).await
    }

    /// Carries out the calls of a turn; each is answered, in order and in the form it was made in.
    async fn act(
        &self,
        bank: &TaskBank,
        conversation: &mut Conversation,
        calls: &[Call],
        native: bool,
    ) -> Result<(), EngineError> {
        conversation.unclear = 0;
        let mut responses = Vec::new();
        let (mut repeated, mut is_news) = (false, false);
        for (at, call) in calls.iter().enumerate() {
            if at >= TURN_CALLS {
                responses.push((call, too_many(self.context.language, TURN_CALLS)));
                continue;
            }
            let written = call.written();
            let key = match conversation.made.contains_key(&written) {
                true => written.clone(),
                false => call.key(),
            };
            let made = conversation.made.entry(key.clone()).or_default();
            made.times += 1;
            repeated |= made.times > REPETITIONS;
            let text = if made.times > 1 {
                let again = made.failure.as_deref().unwrap_or(MADE_ALREADY);
                let again = call.step_again(again, made.was_refused);
                self.guide.trail.took(again);
                already_made(self.context.language, made.failure.is_some()).to_owned()
            } else {
                let called = self.tools.call(self.context, bank, call).await?;
                self.guide.trail.took(call.step(&called));
                let Called {
                    found,
                    failure,
                    was_refused,
                    is_unnamed,
                } = called;
                (made.failure, made.was_refused) = (failure, was_refused);
                // A page that no source has named yet may be named by the next.
                if is_unnamed && let Some(made) = conversation.made.remove(&key) {
                    conversation.made.insert(written, made);
                }
                let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
                let text = texts.join("\n\n");
                is_news |= conversation.learns_from(bank, &found);
                conversation.observations.extend(found);
                text
            };
            responses.push((call, text));
        }
        conversation.respond(native, &responses);
        conversation.fruitless = if is_news {
            0
        } else {
            conversation.fruitless + 1
        };
        if repeated {
            self.close(conversation, StepEnd::Repetition)?;
        }
        Ok(())
    }

    /// States the required form of a turn. If that did not help, the model's text counts as the answer; if it was
    /// truncated again, the agent must answer.
    fn clear_up(
        &self,
        conversation: &mut Conversation,
        fault: Fault,
    ) -> Result<Option<StepOutcome>, EngineError> {
        conversation.unclear += 1;
        match (conversation.unclear >= UNCLEAR_TURNS, fault) {
            (true, Fault::Neither) => {
                let taken = std::mem::take(conversation);
                let words = taken.last_words.clone();
                return Ok(Some(taken.end(words, StepEnd::Unclear)));
            }
            (true, Fault::CutOff) => self.close(conversation, StepEnd::TokenLimit)?,
            (false, fault) => {
                let words = unclear(self.context.language, fault);
                conversation.messages.push(Message::user(words));
            }
        }
        Ok(None)
    }
}

/// Returns the text of a reply without reasoning and tags.
fn words_of(reply: &Reply) -> String {
    let text = amb_llm::json::without_thoughts(&reply.text);
    let text = text.replace("<answer>", "").replace("</answer>", "");
    text.split("<tool_call>")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

impl Conversation {
    /// Returns true if tools returned text that is new to memory and to this step.
    fn learns_from(&self, bank: &TaskBank, returned: &[Observation]) -> bool {
        let so_far = self.observations.iter().flat_map(|one| &one.found);
        let so_far: Vec<&FoundText> = so_far.collect();
        let mut found = returned.iter().flat_map(|one| &one.found);
        let mut read = returned
            .iter()
            .filter(|one| one.tool == DEEP_RETRIEVAL && one.trust.is_some());
        found.any(|found| is_news(bank.interaction_tree(), &so_far, found))
            || read.any(|read| self.observations.iter().all(|one| one.text != read.text))
    }

    fn tokens(&self) -> usize {
        self.messages.iter().map(message_tokens).sum()
    }

    /// Adds a message, joined to the last one of the same side: some endpoints refuse two in a row.
    fn add(&mut self, words: &str) {
        let last = self.messages.last_mut();
        let last = last.filter(|message| message.role == Role::User);
        let texts = last.and_then(|message| {
            let mut parts = message.content.iter_mut().rev();
            parts.find_map(|part| match part {
                Part::Text { text } => Some(text),
                Part::Image { .. } => None,
            })
        });
        match texts {
            Some(text) => {
                text.push_str("\n\n");
                text.push_str(words);
            }
            None => self.messages.push(Message::user(words.to_owned())),
        }
    }

    /// Takes a reply in. Calls that are not carried out are not kept: endpoints demand a result of each.
    fn hear(&mut self, reply: &Reply, turn: &Turn) {
        let mut message = reply.to_message();
        if matches!(turn, Turn::Unclear(_)) {
            message.tool_calls.clear();
        }
        if !message.tool_calls.is_empty() || !reply.text.trim().is_empty() {
            self.messages.push(message);
        }
    }

    /// The results of calls, in the form that the model expects.
    fn respond(&mut self, native: bool, responses: &[(&Call, String)]) {
        if native {
            let messages = responses
                .iter()
                .map(|(call, text)| Message::tool(&call.wire, text.clone()));
            self.messages.extend(messages);
            return;
        }
        let texts: Vec<String> = responses
            .iter()
            .map(|(_, text)| format!("<tool_response>\n{text}\n</tool_response>"))
            .collect();
        self.messages.push(Message::user(texts.join("\n")));
    }

    /// Shortens the longest results until the conversation fits its limit with room for an answer: an
    /// answer from part of the evidence is better than none.
    fn shrink(&mut self, limit: usize) {
        while self.tokens() * 100 > limit * NEARLY_FULL {
            let later = self.messages.iter_mut().skip(2);
            let texts =
                later
                    .flat_map(|message| &mut message.content)
                    .filter_map(|part| match part {
                        Part::Text { text } if text.chars().count() > 400 => Some(text),
                        _ => None,
                    });
            let Some(longest) = texts.max_by_key(|text| text.len()) else {
                return;
            };
            let half = longest.chars().count() / 2;
            let mut kept: String = longest.chars().take(half).collect();
            kept.push_str(" […]");
            *longest = kept;
        }
    }

    fn end(self, answer: String, end: StepEnd) -> StepOutcome {
        StepOutcome {
            answer,
            observations: self.observations,
            end,
            calls: self.calls,
            failure: None,
            advised: self.advised.trust,
        }
    }

    fn fail(self, error: EngineError) -> StepOutcome {
        StepOutcome {
            failure: Some(error),
            ..self.end(String::new(), StepEnd::Answer)
        }
    }
}
