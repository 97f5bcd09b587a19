//! A chat request as an HTTP request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::body::Body;
use super::message::{Message, ToolDefinition};
use super::provider::Provider;
use crate::http::{Credential, HttpRequest, Method, Reach};

/// The format of a reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ResponseFormat {
    /// Words.
    Text,
    /// A JSON object of this JSON Schema; how strictly depends on the endpoint.
    Json {
        /// A name for the schema: letters, digits, `_`.
        name: String,
        /// The schema.
        schema: Value,
        /// True if the schema is within what endpoints can enforce: every field listed and required, no maps.
        strict: bool,
    },
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model.
    pub model: String,
    /// The conversation.
    pub messages: Vec<Message>,
    /// Tools that it may call, if the endpoint supports them.
    pub tools: Vec<ToolDefinition>,
    /// The form of the reply.
    pub format: ResponseFormat,
    /// The sampling temperature; `None` leaves it to the endpoint, which some models require.
    pub temperature: Option<f32>,
    /// The share of likely words it chooses from; `None` as above.
    pub top_p: Option<f32>,
    /// Most tokens of the reply.
    pub max_tokens: u32,
    /// Words at which it must stop.
    pub stop: Vec<String>,
}

/// Timeouts of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Milliseconds that a whole reply may take.
    pub timeout: u32,
    /// Milliseconds without a byte after which a reply has stalled. Thinking models stream their thoughts.
    pub idle_timeout: u32,
}

impl Default for Patience {
    /// Ten minutes, and two without a byte.
    fn default() -> Self {
        Self {
            timeout: 600_000,
            idle_timeout: 120_000,
        }
    }
}

/// Most bytes of a reply, all events of its stream included.
const MAX_BYTES: usize = 16 * 1024 * 1024;

impl ChatRequest {
    /// Returns true if a message holds an image.
    #[must_use]
    pub fn holds_image(&self) -> bool {
        self.messages.iter().any(Message::holds_image)
    }

    /// The request to an endpoint, streamed; without the key, which the host adds.
    #[must_use]
    pub fn to_http(&self, provider: &Provider, patience: Patience) -> HttpRequest {
        let base = provider.base_url.trim_end_matches('/');
        HttpRequest {
            method: Method::Post,
            url: format!("{base}/chat/completions"),
            headers: vec![
                ("content-type".to_owned(), "application/json".to_owned()),
                ("accept".to_owned(), "text/event-stream".to_owned()),
            ],
            body: serde_json::to_string(&Body::of(self, provider)).unwrap_or_default(),
            credential: Some(Credential::Llm),
            timeout: patience.timeout,
            idle_timeout: patience.idle_timeout,
            max_bytes: MAX_BYTES,
            reach: Reach::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::message::{Part, Role, ToolCall};
    use super::*;

    fn request() -> ChatRequest {
        ChatRequest {
            model: "m".to_owned(),
            messages: vec![Message::system("rules"), Message::user("hello")],
            tools: vec![ToolDefinition {
                name: "search".to_owned(),
                description: "searches".to_owned(),
                parameters: json!({ "type": "object" }),
            }],
            format: ResponseFormat::Json {
                name: "plan".to_owned(),
                schema: json!({ "type": "object" }),
                strict: true,
            },
            temperature: Some(0.6),
            top_p: None,
            max_tokens: 100,
            stop: Vec::new(),
        }
    }

    fn body(provider: &Provider, request: &ChatRequest) -> Value {
        serde_json::from_str(&request.to_http(provider, Patience::default()).body).unwrap()
    }

    #[test]
    fn mb_21_a_request_is_a_pure_value_without_a_key() {
        let patience = Patience {
            timeout: 7000,
            ..Patience::default()
        };
        let http = request().to_http(&Provider::default(), patience);
        assert_eq!((http.timeout, http.idle_timeout), (7000, 120_000));
        assert_eq!(http.url, "https://api.deepseek.com/v1/chat/completions");
        assert_eq!(http.credential, Some(Credential::Llm));
        assert!(http.headers.iter().all(|(name, _)| name != "authorization"));
        let body = body(&Provider::default(), &request());
        assert_eq!(body["temperature"], 0.6);
        assert_eq!(body.get("top_p"), None);
        assert_eq!(body["stream"], true);
        assert_eq!(
            body["messages"][1],
            json!({ "role": "user", "content": "hello" })
        );
    }

    /// MB-21: Anthropic's newer models take either of the two.
    #[test]
    fn mb_21_top_p_is_left_out_beside_a_temperature_where_both_are_refused() {
        let mut request = request();
        request.top_p = Some(0.95);
        let anthropic = Provider::named("anthropic").unwrap();
        let both = body(&Provider::default(), &request);
        assert_eq!(
            (&both["temperature"], &both["top_p"]),
            (&0.6.into(), &0.95.into())
        );
        let sent = body(&anthropic, &request);
        assert_eq!(
            (&sent["temperature"], sent.get("top_p")),
            (&0.6.into(), None)
        );
        request.temperature = None;
        assert_eq!(body(&anthropic, &request)["top_p"], 0.95);
    }

    /// BX-02: a run is found again by the hash of its requests, which have the fields of every object in alphabetical
    /// order.
    #[test]
    fn bx_02_a_request_is_written_as_it_was_by_earlier_versions() {
        let mut request = request();
        request.stop = vec!["Observation:".to_owned()];
        request.top_p = Some(0.95);
        let image = Part::Image {
            data_url: "data:image/png;base64,AA==".to_owned(),
        };
        request.messages[1].content.push(image);
        let call = ToolCall {
            id: "c1".to_owned(),
            name: "search".to_owned(),
            arguments: "{\"query\": \"量\"}".to_owned(),
        };
        let mut assistant = Message::text(Role::Assistant, "a \"word\"\n");
        assistant.reasoning = Some("thought".to_owned());
        assistant.tool_calls.push(call.clone());
        request.messages.push(assistant);
        request.messages.push(Message::tool(&call, "found"));
        for name in Provider::NAMES {
            let provider = Provider::named(name).unwrap();
            let written = request.to_http(&provider, Patience::default()).body;
            // Maps of `Value` are sorted by name.
            let sorted: Value = serde_json::from_str(&written).unwrap();
            assert_eq!(written, sorted.to_string(), "{name}");
        }
    }

    #[test]
    fn mb_21_each_endpoint_is_held_to_json_as_far_as_it_can_be() {
        let format = |name: &str| {
            let provider = Provider::named(name).unwrap();
            body(&provider, &request())["response_format"]["type"].clone()
        };
        assert_eq!(format("deepseek"), "json_object");
        assert_eq!(format("openai"), "json_schema");
        assert_eq!(format("ollama"), "json_schema");
        let custom = body(&Provider::custom("https://llm.example/v1"), &request());
        assert_eq!(custom.get("response_format"), None);
        assert_eq!(custom.get("tools"), None);
        assert_eq!(custom.get("stream_options"), None);
        let openai = Provider::named("openai").unwrap();
        assert_eq!(body(&openai, &request())["max_completion_tokens"], 100);
    }

    #[test]
    fn mb_21_only_who_knows_of_thinking_is_told_about_it() {
        let told = |provider: &Provider| body(provider, &request()).get("thinking").cloned();
        let deepseek = Provider::default();
        assert_eq!(told(&deepseek), Some(json!({ "type": "disabled" })));
        let thinking = Provider {
            thinking: Some(true),
            ..deepseek
        };
        assert_eq!(told(&thinking), Some(json!({ "type": "enabled" })));
        let others = Provider::NAMES.iter().filter(|name| **name != "deepseek");
        for name in others {
            assert_eq!(told(&Provider::named(name).unwrap()), None, "{name}");
        }
    }

    #[test]
    fn mb_21_thoughts_go_back_with_the_calls_they_led_to() {
        let mut request = request();
        let mut assistant = Message::text(Role::Assistant, "");
        assistant.reasoning = Some("I need to search".to_owned());
        request.messages.push(assistant.clone());
        let call = ToolCall {
            id: "c1".to_owned(),
            name: "search".to_owned(),
            arguments: "{}".to_owned(),
        };
        assistant.tool_calls.push(call.clone());
        request.messages.push(assistant);
        request.messages.push(Message::tool(&call, "found"));
        let sent = body(&Provider::default(), &request);
        assert_eq!(sent["messages"][2].get("reasoning_content"), None);
        assert_eq!(sent["messages"][3]["reasoning_content"], "I need to search");
        assert_eq!(sent["messages"][4]["tool_call_id"], "c1");
        let openai = body(&Provider::named("openai").unwrap(), &request);
        assert_eq!(openai["messages"][3].get("reasoning_content"), None);
    }

    #[test]
    fn mb_16_images_go_as_data_addresses() {
        let mut request = request();
        assert!(!request.holds_image());
        request.messages[1].content.push(Part::Image {
            data_url: "data:image/png;base64,AA==".to_owned(),
        });
        assert!(request.holds_image());
        let sent = body(&Provider::default(), &request);
        let content = &sent["messages"][1]["content"];
        assert_eq!(content[0]["text"], "hello");
        assert_eq!(content[1]["image_url"]["url"], "data:image/png;base64,AA==");
    }
}
