//! The language model's settings: the seed's tables (001, 配置参数).

use std::ops::RangeInclusive;

use amb_llm::chat::{Patience, Provider, RetryPolicy};
use serde::{Deserialize, Deserializer, Serialize};

use super::SettingsError;

/// The agents that call the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "snake_case")]
pub enum Agent {
    /// Cuts text into topics.
    Classification,
    /// Sums topics up.
    Structure,
    /// Compares topics.
    Analysis,
    /// Merges topics.
    Integration,
    /// Decides the next step.
    Planning,
    /// Carries steps out: thinks, acts, observes, answers.
    React,
    /// Reads pages for the acting agent.
    Reading,
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Classification,
        Self::Structure,
        Self::Analysis,
        Self::Integration,
        Self::Planning,
        Self::React,
        Self::Reading,
    ];
}

/// Model settings of one agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(rename_all = "camelCase")]
pub struct AgentSettings {
    /// Its model; `None`: the model of all agents.
    pub model: Option<String>,
    /// The sampling temperature; `None` leaves it to the endpoint, as some models require.
    pub temperature: Option<f32>,
    /// The share of likely words it chooses from; `None` as above.
    pub top_p: Option<f32>,
    /// Tokens it reads at once: 32,000.
    pub window: usize,
}

/// Which of the documents that a run is given its model reads itself. The others are read by their words, without it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum Reads {
    /// All, if together they have no more passages than
    /// [`Settings::candidate_passages`](super::Settings::candidate_passages); none otherwise.
    #[default]
    Short,
    /// All: some three calls for every 900 tokens.
    All,
    /// None.
    None,
}

fn agent(temperature: f32, top_p: f32) -> AgentSettings {
    AgentSettings {
        model: None,
        temperature: Some(temperature),
        top_p: Some(top_p),
        window: 32_000,
    }
}

/// The settings of each agent. Missing settings have the agent's defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(from = "AgentPatches", rename_all = "camelCase")]
pub struct AgentTable {
    /// Temperature 0.4, top-p 0.9.
    pub classification: AgentSettings,
    /// Temperature 0.1, top-p 0.8.
    pub structure: AgentSettings,
    /// Temperature 0.4, top-p 0.9.
    pub analysis: AgentSettings,
    /// Temperature 0.2, top-p 0.85.
    pub integration: AgentSettings,
    /// Temperature 0.6, top-p 0.95.
    pub planning: AgentSettings,
    /// Temperature 0.6, top-p 0.95. Its window is that of the answer; the conversation of a step has
    /// [`LlmSettings::max_context_tokens`].
    pub react: AgentSettings,
    /// As the structure agent: exact.
    pub reading: AgentSettings,
}

/// The given settings of an agent.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct AgentPatch {
    model: Option<String>,
    #[serde(deserialize_with = "given")]
    temperature: Option<Option<f32>>,
    #[serde(deserialize_with = "given")]
    top_p: Option<Option<f32>>,
    window: Option<usize>,
}

/// Reads a given value, including `null`, which leaves the number to the endpoint.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<f32>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl AgentPatch {
    fn over(self, own: AgentSettings) -> AgentSettings {
        AgentSettings {
            model: self.model.or(own.model),
            temperature: self.temperature.unwrap_or(own.temperature),
            top_p: self.top_p.unwrap_or(own.top_p),
            window: self.window.unwrap_or(own.window),
        }
    }
}

/// The given settings of all agents.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct AgentPatches {
    classification: AgentPatch,
    structure: AgentPatch,
    analysis: AgentPatch,
    integration: AgentPatch,
    planning: AgentPatch,
    react: AgentPatch,
    reading: AgentPatch,
}

impl From<AgentPatches> for AgentTable {
    fn from(patches: AgentPatches) -> Self {
        let own = Self::default();
        Self {
            classification: patches.classification.over(own.classification),
            structure: patches.structure.over(own.structure),
            analysis: patches.analysis.over(own.analysis),
            integration: patches.integration.over(own.integration),
            planning: patches.planning.over(own.planning),
            react: patches.react.over(own.react),
            reading: patches.reading.over(own.reading),
        }
    }
}

impl Default for AgentTable {
    fn default() -> Self {
        Self {
            classification: agent(0.4, 0.9),
            structure: agent(0.1, 0.8),
            analysis: agent(0.4, 0.9),
            integration: agent(0.2, 0.85),
            planning: agent(0.6, 0.95),
            react: agent(0.6, 0.95),
            reading: agent(0.1, 0.8),
        }
    }
}

impl AgentTable {
    /// The settings of one agent.
    #[must_use]
    pub fn of(&self, agent: Agent) -> &AgentSettings {
        match agent {
            Agent::Classification => &self.classification,
            Agent::Structure => &self.structure,
            Agent::Analysis => &self.analysis,
            Agent::Integration => &self.integration,
            Agent::Planning => &self.planning,
            Agent::React => &self.react,
            Agent::Reading => &self.reading,
        }
    }
}

/// The language model and its use. The key is the host's and is not here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields = nullable))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct LlmSettings {
    /// The endpoint: DeepSeek (`LLM_BASE_URL`).
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub provider: Provider,
    /// The model of all agents that name none: `deepseek-flash` (`LLM_MODEL`).
    pub model: String,
    /// A model that sees, for images; `None`: the model above is shown them.
    pub vision_model: Option<String>,
    /// Most tokens of a reply: 4,096 (`LLM_MAX_TOKENS`).
    pub max_tokens: u32,
    /// Each agent's own.
    pub agents: AgentTable,
    /// Which of the given documents the model reads itself: short ones.
    pub reads: Reads,
    /// Model calls that one step may take: 60 (`MAX_LLM_CALL_PER_RUN`).
    pub max_calls: usize,
    /// Turns in a row of one step that may bring nothing new before the agent must answer: 3.
    pub fruitless_turns: usize,
    /// Tokens that a step's conversation may hold: 128,000 (`MAX_CONTEXT_TOKENS`).
    pub max_context_tokens: usize,
    /// The retry policy of failed calls.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub retry: RetryPolicy,
    /// Milliseconds that a whole reply may take: 600,000. A slow model may need more.
    pub timeout: u32,
    /// Milliseconds without a byte after which a reply has stalled: 120,000. A model that loads, or reads a long
    /// request, before its first word may need more.
    pub idle_timeout: u32,
}

impl Default for LlmSettings {
    fn default() -> Self {
        let Patience {
            timeout,
            idle_timeout,
        } = Patience::default();
        Self {
            provider: Provider::default(),
            model: "deepseek-flash".to_owned(),
            vision_model: None,
            max_tokens: 4096,
            agents: AgentTable::default(),
            reads: Reads::default(),
            max_calls: 60,
            fruitless_turns: 3,
            max_context_tokens: 128_000,
            retry: RetryPolicy::default(),
            timeout,
            idle_timeout,
        }
    }
}

/// Milliseconds that a reply may be waited for: a second to a day.
const WAITS: RangeInclusive<u32> = 1000..=86_400_000;

impl LlmSettings {
    /// The model of an agent.
    #[must_use]
    pub fn model_of(&self, agent: Agent) -> &str {
        self.agents
            .of(agent)
            .model
            .as_deref()
            .unwrap_or(&self.model)
    }

    /// Checks every value against its range.
    ///
    /// # Errors
    /// Names the first setting that is out of range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let fault = |name, value: String, range| Err(SettingsError { name, value, range });
        if self.model.trim().is_empty() {
            return fault("llm.model", self.model.clone(), "the name of a model");
        }
        for (name, times) in [
            ("llm.maxCalls", self.max_calls),
            ("llm.fruitlessTurns", self.fruitless_turns),
        ] {
            if !(1..=1000).contains(&times) {
                return fault(name, times.to_string(), "between 1 and 1,000");
            }
        }
        if !(16..=1_000_000).contains(&self.max_tokens) {
            let range = "between 16 and 1,000,000";
            return fault("llm.maxTokens", self.max_tokens.to_string(), range);
        }
        if !(2000..=10_000_000).contains(&self.max_context_tokens) {
            let range = "between 2,000 and 10,000,000";
            return fault(
                "llm.maxContextTokens",
                self.max_context_tokens.to_string(),
                range,
            );
        }
        for (name, wait) in [
            ("llm.timeout", self.timeout),
            ("llm.idleTimeout", self.idle_timeout),
        ] {
            if !WAITS.contains(&wait) {
                let range = "between 1,000 and 86,400,000 milliseconds";
                return fault(name, wait.to_string(), range);
            }
        }
        Agent::ALL.iter().try_for_each(|agent| {
            let settings = self.agents.of(*agent);
            let outside =
                |value: Option<f32>, most: f32| value.filter(|value| !(0.0..=most).contains(value));
            if let Some(value) = outside(settings.temperature, 2.0) {
                return fault(
                    "llm.agents.temperature",
                    value.to_string(),
                    "between 0 and 2",
                );
            }
            if let Some(value) = outside(settings.top_p, 1.0) {
                return fault("llm.agents.topP", value.to_string(), "between 0 and 1");
            }
            if !(256..=2_000_000).contains(&settings.window) {
                let range = "between 256 and 2,000,000 tokens";
                return fault("llm.agents.window", settings.window.to_string(), range);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_25_the_defaults_are_the_seeds() {
        let settings = LlmSettings::default();
        assert_eq!(settings.validate(), Ok(()));
        assert_eq!(settings.provider.base_url, "https://api.deepseek.com/v1");
        assert_eq!(
            (settings.max_calls, settings.max_context_tokens),
            (60, 128_000)
        );
    }

    /// MB-21: the seed's table (001, 配置参数).
    #[test]
    fn mb_21_each_agent_has_the_seeds_temperature_and_top_p() {
        let table = AgentTable::default();
        let own = Agent::ALL.map(|agent| {
            let own = table.of(agent);
            (agent, own.temperature.unwrap(), own.top_p.unwrap())
        });
        let seeds = [
            (Agent::Classification, 0.4, 0.9),
            (Agent::Structure, 0.1, 0.8),
            (Agent::Analysis, 0.4, 0.9),
            (Agent::Integration, 0.2, 0.85),
            (Agent::Planning, 0.6, 0.95),
            (Agent::React, 0.6, 0.95),
            (Agent::Reading, 0.1, 0.8),
        ];
        assert_eq!(own, seeds);
    }

    #[test]
    fn mb_25_slow_models_are_given_the_time_they_need() {
        let settings = |json| serde_json::from_str::<LlmSettings>(json).unwrap();
        let own = settings("{}");
        assert_eq!((own.timeout, own.idle_timeout), (600_000, 120_000));
        let slow = settings(r#"{"timeout":3600000,"idleTimeout":1800000}"#);
        assert_eq!(slow.validate(), Ok(()));
        for (json, name) in [
            (r#"{"timeout":999}"#, "llm.timeout"),
            (r#"{"idleTimeout":86400001}"#, "llm.idleTimeout"),
        ] {
            assert_eq!(settings(json).validate().unwrap_err().name, name);
        }
    }

    #[test]
    fn mb_25_an_agent_may_have_its_own_model() {
        let json = r#"{"model":"big","agents":{"structure":{"model":"small","temperature":null}}}"#;
        let settings: LlmSettings = serde_json::from_str(json).unwrap();
        assert_eq!(settings.model_of(Agent::Structure), "small");
        assert_eq!(settings.model_of(Agent::Planning), "big");
        assert_eq!(settings.agents.structure.temperature, None);
        assert_eq!(settings.agents.structure.top_p, Some(0.8));
        assert_eq!(settings.agents.structure.window, 32_000);
        let wrong = r#"{"agents":{"react":{"temperature":3}}}"#;
        let settings: LlmSettings = serde_json::from_str(wrong).unwrap();
        assert_eq!(
            settings.validate().unwrap_err().name,
            "llm.agents.temperature"
        );
    }
}
