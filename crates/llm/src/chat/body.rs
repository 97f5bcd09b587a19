//! The JSON of a chat request, written straight from borrowed data: every turn sends the whole conversation again.
//!
//! Fields stand in the order of their names. Stored exchanges are found by the hash of the request: another order would
//! be another request.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::message::{Message, Part, Role, ToolCall, ToolDefinition};
use super::provider::{JsonSupport, Provider};
use super::request::{ChatRequest, ResponseFormat};

/// The body of a request to an endpoint.
#[derive(Serialize)]
pub(super) struct Body<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    messages: Vec<WireMessage<'r>>,
    model: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<WireFormat<'r>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'r [String],
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Kind>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tools: Vec<WireTool<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
}

impl<'r> Body<'r> {
    /// Returns the body of a request for this endpoint.
    pub(super) fn of(request: &'r ChatRequest, provider: &Provider) -> Self {
        let longest = Some(request.max_tokens);
        let (max_completion_tokens, max_tokens) = if provider.completion_tokens_name {
            (longest, None)
        } else {
            (None, longest)
        };
        let is_alone = provider.temperature_alone && request.temperature.is_some();
        let top_p = request.top_p.filter(|_| !is_alone);
        let messages = request.messages.iter();
        let tools = request.tools.iter().filter(|_| provider.native_tools);
        let thinking = provider.thinking.map(|thinks| Kind {
            kind: if thinks { "enabled" } else { "disabled" },
        });
        Self {
            max_completion_tokens,
            max_tokens,
            messages: messages.map(|one| WireMessage::of(one, provider)).collect(),
            model: &request.model,
            response_format: WireFormat::of(&request.format, provider.json),
            stop: &request.stop,
            stream: true,
            stream_options: provider.stream_usage.then_some(StreamOptions {
                include_usage: true,
            }),
            temperature: request.temperature.map(rounded),
            thinking,
            tools: tools.map(WireTool::of).collect(),
            top_p: top_p.map(rounded),
        }
    }
}

/// Returns the number as in a table of settings: 0.6, not 0.6000000238418579.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

#[derive(Serialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct WireFormat<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    json_schema: Option<WireSchema<'r>>,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
struct WireSchema<'r> {
    name: &'r str,
    schema: &'r Value,
    strict: bool,
}

impl<'r> WireFormat<'r> {
    fn of(format: &'r ResponseFormat, support: JsonSupport) -> Option<Self> {
        let ResponseFormat::Json {
            name,
            schema,
            strict,
        } = format
        else {
            return None;
        };
        let schema = WireSchema {
            name,
            schema,
            strict: *strict,
        };
        let (json_schema, kind) = match support {
            JsonSupport::Schema => (Some(schema), "json_schema"),
            JsonSupport::Object => (None, "json_object"),
            JsonSupport::Prompt => return None,
        };
        Some(Self { json_schema, kind })
    }
}

#[derive(Serialize)]
struct WireTool<'r> {
    function: WireDefinition<'r>,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
struct WireDefinition<'r> {
    description: &'r str,
    name: &'r str,
    parameters: &'r Value,
}

impl<'r> WireTool<'r> {
    fn of(tool: &'r ToolDefinition) -> Self {
        Self {
            function: WireDefinition {
                description: &tool.description,
                name: &tool.name,
                parameters: &tool.parameters,
            },
            kind: "function",
        }
    }
}

#[derive(Serialize)]
struct WireMessage<'r> {
    #[serde(serialize_with = "content")]
    content: &'r Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<&'r str>,
    role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<&'r str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tool_calls: Vec<WireCall<'r>>,
}

impl<'r> WireMessage<'r> {
    fn of(message: &'r Message, provider: &Provider) -> Self {
        let calls = &message.tool_calls;
        let echoes = provider.echo_reasoning && !calls.is_empty();
        Self {
            content: message,
            reasoning_content: message.reasoning.as_deref().filter(|_| echoes),
            role: message.role,
            tool_call_id: message.tool_call_id.as_deref(),
            tool_calls: calls.iter().map(WireCall::of).collect(),
        }
    }
}

/// Writes plain text if there is nothing else: many endpoints take lists of parts from users only.
fn content<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    match message.content.as_slice() {
        [Part::Text { text }] => serializer.serialize_str(text),
        parts if message.holds_image() && message.role == Role::User => {
            serializer.collect_seq(parts.iter().map(WirePart::of))
        }
        _ => serializer.serialize_str(&message.words()),
    }
}

#[derive(Serialize)]
struct WirePart<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    image_url: Option<WireImage<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'r str>,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
struct WireImage<'r> {
    url: &'r str,
}

impl<'r> WirePart<'r> {
    fn of(part: &'r Part) -> Self {
        let (image_url, text, kind) = match part {
            Part::Text { text } => (None, Some(text.as_str()), "text"),
            Part::Image { data_url } => (Some(WireImage { url: data_url }), None, "image_url"),
        };
        Self {
            image_url,
            text,
            kind,
        }
    }
}

#[derive(Serialize)]
struct WireCall<'r> {
    function: WireFunction<'r>,
    id: &'r str,
    #[serde(rename = "type")]
    kind: &'static str,
}

#[derive(Serialize)]
struct WireFunction<'r> {
    arguments: &'r str,
    name: &'r str,
}

impl<'r> WireCall<'r> {
    fn of(call: &'r ToolCall) -> Self {
        Self {
            function: WireFunction {
                arguments: &call.arguments,
                name: &call.name,
            },
            id: &call.id,
            kind: "function",
        }
    }
}
