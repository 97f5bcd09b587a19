//! Parameters that some models do not take.

use serde::{Deserialize, Serialize};

use super::provider::Provider;
use super::request::ChatRequest;

/// A parameter that some models refuse, such as those that think and choose words in their own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// How freely words are chosen.
    Temperature,
    /// The share of likely words that is chosen from.
    TopP,
    /// The longest reply, by its older name.
    MaxTokens,
}

/// What a refusal of a parameter says.
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

impl Parameter {
    const ALL: [Self; 3] = [Self::Temperature, Self::TopP, Self::MaxTokens];

    /// What may be meant by a refusal of it: itself first, then what models refuse along with it, by whichever name.
    #[must_use]
    pub fn and_kin(self) -> &'static [Self] {
        match self {
            Self::Temperature => &[Self::Temperature, Self::TopP],
            Self::TopP => &[Self::TopP, Self::Temperature],
            Self::MaxTokens => &[Self::MaxTokens],
        }
    }

    /// What it is called in a request.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::TopP => "top_p",
            Self::MaxTokens => "max_tokens",
        }
    }

    /// Leaves it out of a request, or calls it by its newer name. Whether that makes a difference: where it does not,
    /// there is nothing left to try.
    #[must_use]
    pub fn leave_out(self, request: &mut ChatRequest, provider: &mut Provider) -> bool {
        match self {
            Self::Temperature => request.temperature.take().is_some(),
            Self::TopP => request.top_p.take().is_some(),
            Self::MaxTokens => !std::mem::replace(&mut provider.completion_tokens_name, true),
        }
    }

    /// The parameter that a refusal is about: the one that it names apart, blank for none, or in its words, which are
    /// lower-case.
    pub(super) fn refused(named: &str, told: &str) -> Option<Self> {
        let refuses = REFUSALS.iter().any(|mark| told.contains(mark));
        let is_meant = |parameter: &Self| match parameter {
            // Without that there is nothing to put in its place.
            Self::MaxTokens if !told.contains("max_completion_tokens") => false,
            _ if named.is_empty() => told.contains(parameter.name()),
            _ => named == parameter.name(),
        };
        let mut all = Self::ALL.into_iter();
        all.find(is_meant).filter(|_| refuses)
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
            format: ResponseFormat::Text,
            temperature: Some(0.6),
            top_p: Some(0.9),
            max_tokens: 100,
            stop: Vec::new(),
        };
        let mut provider = Provider::custom("https://llm.example/v1");
        for parameter in Parameter::ALL {
            assert!(parameter.leave_out(&mut request, &mut provider));
            assert!(!parameter.leave_out(&mut request, &mut provider));
        }
        assert_eq!((request.temperature, request.top_p), (None, None));
        assert!(provider.completion_tokens_name);
    }
}
