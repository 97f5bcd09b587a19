//! Estimated tokens of a request, for budgets beforehand and for endpoints that count none.

use amb_llm::chat::{ChatRequest, JsonSupport, Message, Part, Provider, ResponseFormat};
use amb_memory::text::estimate_tokens;

/// Tokens that an image is taken for.
const IMAGE_TOKENS: usize = 1000;

/// The tokens of a message.
pub fn message_tokens(message: &Message) -> usize {
    let parts = message.content.iter().map(|part| match part {
        Part::Text { text } => estimate_tokens(text),
        Part::Image { .. } => IMAGE_TOKENS,
    });
    let calls = message
        .tool_calls
        .iter()
        .map(|call| estimate_tokens(&call.name) + estimate_tokens(&call.arguments));
    parts.chain(calls).sum()
}

/// The tokens that a request is read as: its messages, the tools that it offers, the shape that it demands.
pub(super) fn request_tokens(request: &ChatRequest, provider: &Provider) -> usize {
    let messages = request.messages.iter().map(message_tokens);
    let offered = request.tools.iter().filter(|_| provider.native_tools);
    let tools = offered.map(|tool| {
        estimate_tokens(&tool.description) + estimate_tokens(&tool.parameters.to_string())
    });
    let shape = match &request.format {
        ResponseFormat::Json { schema, .. } if provider.json == JsonSupport::Schema => {
            estimate_tokens(&schema.to_string())
        }
        _ => 0,
    };
    messages.chain(tools).sum::<usize>() + shape
}
