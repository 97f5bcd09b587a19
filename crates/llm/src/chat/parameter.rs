//! Parameters that some models do not take.

use serde::{Deserialize, Serialize};

use super::provider::{JsonSupport, Provider};
use super::request::{ChatRequest, ResponseFormat};

/// A parameter that some models refuse, such as those that think and choose words in their own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// The sampling temperature.
    Temperature,
    /// The share of likely words that is chosen from.
    TopP,
    /// The longest reply, by its older name.
    MaxTokens,
    /// The schema of a reply (`response_format: json_schema`); without it the request is for JSON of any shape.
    JsonSchema,
    /// JSON output (`response_format: json_object`); without it only the prompt asks for JSON.
    JsonObject,
    /// Token counts at the end of a stream; without it they are estimated.
    StreamOptions,
}

/// Marks of a refused parameter.
const REFUSALS: [&str; 8] = [
    "unsupported_value",
    "unsupported_parameter",
    "unsupported value",
    "unsupported parameter",
    "does not support",
    "not supported",
    "cannot both",
    "deprecated",
];

/// Names of a reply's format.
const FORMATS: [&str; 5] = [
    "response_format",
    "response format",
    "json_schema",
    "json_object",
    "json mode",
];

impl Parameter {
    const ALL: [Self; 6] = [
        Self::Temperature,
        Self::TopP,
        Self::MaxTokens,
        Self::JsonSchema,
        Self::JsonObject,
        Self::StreamOptions,
    ];

    /// Returns the parameters that a refusal of this one may mean: itself first, then those that models refuse along
    /// with it.
    #[must_use]
    pub fn and_kin(self) -> &'static [Self] {
        match self {
            Self::Temperature => &[Self::Temperature, Self::TopP],
            Self::TopP => &[Self::TopP, Self::Temperature],
            Self::MaxTokens => &[Self::MaxTokens],
            Self::JsonSchema | Self::JsonObject => &[Self::JsonSchema, Self::JsonObject],
            Self::StreamOptions => &[Self::StreamOptions],
        }
    }

    /// Returns the parameter's name in a request.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::TopP => "top_p",
            Self::MaxTokens => "max_tokens",
            Self::JsonSchema | Self::JsonObject => "response_format",
            Self::StreamOptions => "stream_options",
        }
    }

    /// Leaves the parameter out of a request, replaces it by a weaker one, or uses its newer name. Returns true if that
    /// changes the request; otherwise there is nothing left to try.
    #[must_use]
    pub fn leave_out(self, request: &mut ChatRequest, provider: &mut Provider) -> bool {
        match self {
            Self::Temperature => request.temperature.take().is_some(),
            Self::TopP => request.top_p.take().is_some(),
            Self::MaxTokens => !std::mem::replace(&mut provider.completion_tokens_name, true),
            Self::JsonSchema | Self::JsonObject => self.loosen(request, provider),
            Self::StreamOptions => std::mem::replace(&mut provider.stream_usage, false),
        }
    }

    /// Holds the endpoint to JSON one step less, where this is the step that it is held to. The prompt shows the shape
    /// at every step.
    fn loosen(self, request: &ChatRequest, provider: &mut Provider) -> bool {
        let less = match (self, provider.json) {
            (Self::JsonSchema, JsonSupport::Schema) => JsonSupport::Object,
            (Self::JsonObject, JsonSupport::Object) => JsonSupport::Prompt,
            _ => return false,
        };
        if request.format == ResponseFormat::Text {
            return false;
        }
        provider.json = less;
        true
    }

    /// Returns the refused parameter: the one in the field `named`, blank for none, or the one in the message, which is
    /// in lower case.
    pub(super) fn refused(named: &str, told: &str) -> Option<Self> {
        let refuses = REFUSALS.iter().any(|mark| told.contains(mark));
        let anywhere = format!("{named} {told}");
        let is_meant = |parameter: &Self| match parameter {
            // Parameters that serve only this program are left out after any refusal.
            Self::JsonSchema | Self::JsonObject => {
                FORMATS.iter().any(|mark| anywhere.contains(mark))
            }
            Self::StreamOptions => anywhere.contains(parameter.name()),
            // Without that there is nothing to put in its place.
            Self::MaxTokens if !told.contains("max_completion_tokens") => false,
            _ if named.is_empty() => refuses && told.contains(parameter.name()),
            _ => refuses && named == parameter.name(),
        };
        Self::ALL.into_iter().find(is_meant)
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::Message;
    use super::super::request::ResponseFormat;
    use super::*;

    #[test]
    fn mb_21_a_refused_parameter_is_left_out_once() {
        let mut request = ChatRequest {
            model: "m".to_owned(),
            messages: vec![Message::user("hello")],
            tools: Vec::new(),
            format: ResponseFormat::Json {
                name: "plan".to_owned(),
                schema: serde_json::json!({ "type": "object" }),
                strict: true,
            },
            temperature: Some(0.6),
            top_p: Some(0.9),
            max_tokens: 100,
            stop: Vec::new(),
        };
        let mut provider = Provider::named("ollama").unwrap();
        for parameter in Parameter::ALL {
            assert!(parameter.leave_out(&mut request, &mut provider));
            assert!(!parameter.leave_out(&mut request, &mut provider));
        }
        assert_eq!((request.temperature, request.top_p), (None, None));
        assert!(provider.completion_tokens_name);
        let custom = Provider::custom(&provider.base_url);
        assert_eq!((provider.json, provider.stream_usage), (custom.json, false));
        // Words are held to no form: a refusal of one is about something else.
        request.format = ResponseFormat::Text;
        provider.json = JsonSupport::Schema;
        assert!(!Parameter::JsonSchema.leave_out(&mut request, &mut provider));
    }
}
