//! Endpoints that people use, and where each departs from the others.

use serde::{Deserialize, Serialize};
use url::Url;

/// An endpoint's support of JSON output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonSupport {
    /// `response_format: json_schema`: the reply has the wanted shape.
    Schema,
    /// `response_format: json_object`: the reply is JSON of some shape.
    Object,
    /// Only by asking for it.
    Prompt,
}

/// Anthropic's endpoint, in OpenAI's form.
const ANTHROPIC: &str = "https://api.anthropic.com/v1";

/// Returns true for an address of Anthropic's own API.
pub(crate) fn is_anthropic(url: &Url) -> bool {
    Url::parse(ANTHROPIC).is_ok_and(|own| own.origin() == url.origin())
}

/// An OpenAI-compatible endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Provider {
    /// The address before `/chat/completions`, such as `https://api.deepseek.com/v1`.
    pub base_url: String,
    /// Its support of JSON output.
    pub json: JsonSupport,
    /// True if it takes tool definitions and replies with tool calls; otherwise calls are written in tags.
    pub native_tools: bool,
    /// True if the reasoning before a tool call must be sent back with the call (DeepSeek refuses otherwise).
    pub echo_reasoning: bool,
    /// True if a stream ends with token counts on request (`stream_options`).
    pub stream_usage: bool,
    /// True if the limit of a reply is called `max_completion_tokens` instead of `max_tokens`.
    pub completion_tokens_name: bool,
    /// True if it refuses `top_p` beside `temperature`; `top_p` is then left out. Journals leave false out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub temperature_alone: bool,
    /// The value of `thinking`; `None` leaves the field out, for endpoints that do not know it.
    #[serde(default)]
    pub thinking: Option<bool>,
}

impl Default for Provider {
    /// DeepSeek, the seeds' default. It thinks unless the request says otherwise, and then ignores the temperature, so
    /// the agents' temperatures would have no effect.
    fn default() -> Self {
        Self {
            base_url: "https://api.deepseek.com/v1".to_owned(),
            json: JsonSupport::Object,
            native_tools: true,
            echo_reasoning: true,
            stream_usage: true,
            completion_tokens_name: false,
            temperature_alone: false,
            thinking: Some(false),
        }
    }
}

impl Provider {
    /// Names that [`Provider::named`] knows.
    pub const NAMES: [&'static str; 8] = [
        "deepseek",
        "openai",
        "anthropic",
        "openrouter",
        "gemini",
        "ollama",
        "lmstudio",
        "llamacpp",
    ];

    /// A preset by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "deepseek" => Some(Self::default()),
            "openai" => Some(Self {
                base_url: "https://api.openai.com/v1".to_owned(),
                json: JsonSupport::Schema,
                echo_reasoning: false,
                completion_tokens_name: true,
                thinking: None,
                ..Self::default()
            }),
            // It ignores `response_format`, and knows `thinking` in a form of its own. Its newer models refuse `top_p`
            // beside `temperature`.
            "anthropic" => Some(Self {
                native_tools: true,
                stream_usage: true,
                temperature_alone: true,
                ..Self::custom(ANTHROPIC)
            }),
            "openrouter" => Some(Self::of_tags("https://openrouter.ai/api/v1")),
            "gemini" => Some(Self::of_tags(
                "https://generativelanguage.googleapis.com/v1beta/openai",
            )),
            "ollama" => Some(Self::of_tags("http://localhost:11434/v1")),
            "lmstudio" => Some(Self::of_tags("http://localhost:1234/v1")),
            "llamacpp" => Some(Self::of_tags("http://localhost:8080/v1")),
            _ => None,
        }
    }

    /// Returns an endpoint of which only the address is known: without optional features.
    #[must_use]
    pub fn custom(base_url: &str) -> Self {
        Self {
            base_url: base_url.to_owned(),
            json: JsonSupport::Prompt,
            native_tools: false,
            echo_reasoning: false,
            stream_usage: false,
            completion_tokens_name: false,
            temperature_alone: false,
            thinking: None,
        }
    }

    /// An endpoint that forces JSON by a schema, and whose models write tags more reliably than tool calls: small ones on
    /// the user's own machine, and those of which some take no tools, or want each call back with a mark of their own.
    fn of_tags(base_url: &str) -> Self {
        Self {
            json: JsonSupport::Schema,
            stream_usage: true,
            ..Self::custom(base_url)
        }
    }

    /// Returns the preset with this address, or a custom endpoint.
    #[must_use]
    pub fn at(base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/');
        Self::NAMES
            .iter()
            .filter_map(|name| Self::named(name))
            .find(|known| known.base_url == base_url)
            .unwrap_or_else(|| Self::custom(base_url))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_presets_are_known_by_name_and_by_address() {
        for name in Provider::NAMES {
            let provider = Provider::named(name).unwrap();
            assert_eq!(Provider::at(&format!("{}/", provider.base_url)), provider);
        }
        assert_eq!(Provider::named("nobody"), None);
        // Journals of other endpoints are as they were.
        let written = |name| serde_json::to_string(&Provider::named(name)).unwrap();
        assert!(written("anthropic").contains("\"temperatureAlone\":true"));
        assert!(!written("openai").contains("temperatureAlone"));
        assert_eq!(
            Provider::at("https://llm.example/v1"),
            Provider::custom("https://llm.example/v1")
        );
    }
}
