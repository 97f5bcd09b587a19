//! A chat request as an HTTP request.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::message::{Message, Part, Role, ToolDefinition};
use super::provider::{JsonSupport, Provider};
use crate::http::{Credential, HttpRequest, Method, Reach};

/// What form a reply must have.
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
        /// Whether it keeps to what endpoints can enforce: every field listed and required, no maps.
        strict: bool,
    },
}

/// What a model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model.
    pub model: String,
    /// The conversation.
    pub messages: Vec<Message>,
    /// Tools it may call, where the endpoint takes them.
    pub tools: Vec<ToolDefinition>,
    /// The form of the reply.
    pub format: ResponseFormat,
    /// How freely it chooses words; `None` leaves it to the endpoint, which some models demand.
    pub temperature: Option<f32>,
    /// The share of likely words it chooses from; `None` as above.
    pub top_p: Option<f32>,
    /// Most tokens of the reply.
    pub max_tokens: u32,
    /// Words at which it must stop.
    pub stop: Vec<String>,
}

/// How long a reply is waited for.
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
    /// Whether it shows an image.
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
            body: self.body(provider).to_string(),
            credential: Some(Credential::Llm),
            timeout: patience.timeout,
            idle_timeout: patience.idle_timeout,
            max_bytes: MAX_BYTES,
            reach: Reach::Any,
        }
    }

    fn body(&self, provider: &Provider) -> Value {
        let mut body = Map::new();
        let mut set = |name: &str, value: Value| {
            body.insert(name.to_owned(), value);
        };
        let messages = self.messages.iter().map(|one| message(one, provider));
        set("model", json!(self.model));
        set("messages", messages.collect());
        set("stream", json!(true));
        if provider.stream_usage {
            set("stream_options", json!({ "include_usage": true }));
        }
        if let Some(thinks) = provider.thinking {
            let kind = if thinks { "enabled" } else { "disabled" };
            set("thinking", json!({ "type": kind }));
        }
        if let Some(temperature) = self.temperature {
            set("temperature", json!(rounded(temperature)));
        }
        if let Some(top_p) = self.top_p {
            set("top_p", json!(rounded(top_p)));
        }
        let longest = if provider.completion_tokens_name {
            "max_completion_tokens"
        } else {
            "max_tokens"
        };
        set(longest, json!(self.max_tokens));
        if !self.stop.is_empty() {
            set("stop", json!(self.stop));
        }
        if provider.native_tools && !self.tools.is_empty() {
            set("tools", self.tools.iter().map(tool).collect());
        }
        if let Some(format) = response_format(&self.format, provider.json) {
            set("response_format", format);
        }
        Value::Object(body)
    }
}

/// The number as it is written in a table of settings: 0.6, not 0.6000000238418579.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

fn response_format(format: &ResponseFormat, support: JsonSupport) -> Option<Value> {
    let ResponseFormat::Json {
        name,
        schema,
        strict,
    } = format
    else {
        return None;
    };
    match support {
        JsonSupport::Schema => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": name, "strict": strict, "schema": schema },
        })),
        JsonSupport::Object => Some(json!({ "type": "json_object" })),
        JsonSupport::Prompt => None,
    }
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    })
}

fn message(message: &Message, provider: &Provider) -> Value {
    let mut wire = Map::new();
    wire.insert("role".to_owned(), json!(message.role));
    wire.insert("content".to_owned(), content(message));
    if !message.tool_calls.is_empty() {
        let calls = message.tool_calls.iter().map(|call| {
            json!({
                "id": call.id,
                "type": "function",
                "function": { "name": call.name, "arguments": call.arguments },
            })
        });
        wire.insert("tool_calls".to_owned(), calls.collect());
        if let Some(reasoning) = message
            .reasoning
            .as_ref()
            .filter(|_| provider.echo_reasoning)
        {
            wire.insert("reasoning_content".to_owned(), json!(reasoning));
        }
    }
    if let Some(id) = &message.tool_call_id {
        wire.insert("tool_call_id".to_owned(), json!(id));
    }
    Value::Object(wire)
}

/// Plain text where there is nothing else: many endpoints take lists of parts from users only.
fn content(message: &Message) -> Value {
    if !message.holds_image() || message.role != Role::User {
        return json!(message.words());
    }
    let parts = message.content.iter().map(|part| match part {
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Image { data_url } => {
            json!({ "type": "image_url", "image_url": { "url": data_url } })
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::super::message::ToolCall;
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
        for name in ["openai", "ollama", "lmstudio", "llamacpp"] {
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
