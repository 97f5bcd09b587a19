//! The messages of a chat.

use serde::{Deserialize, Serialize};

/// The sender of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The rules.
    System,
    /// The user, or the engine on the user's behalf.
    User,
    /// The model.
    Assistant,
    /// A tool's result.
    Tool,
}

/// A piece of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// An image for a model that sees.
    Image {
        /// Its bytes as a `data:` address.
        data_url: String,
    },
}

/// A call of a tool, as the model wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The call's identifier; its result names it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments: JSON, if the model wrote any.
    pub arguments: String,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDefinition {
    /// The name it is called by.
    pub name: String,
    /// The tool's purpose and use.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: serde_json::Value,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The sender.
    pub role: Role,
    /// The content.
    pub content: Vec<Part>,
    /// Tools the assistant calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// The id of the call that a tool result belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The model's reasoning, if the endpoint sends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
}

impl Message {
    /// Words of somebody.
    #[must_use]
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            content: vec![Part::Text { text: text.into() }],
            tool_calls: Vec::new(),
            tool_call_id: None,
            reasoning: None,
        }
    }

    /// The rules.
    #[must_use]
    pub fn system(text: impl Into<String>) -> Self {
        Self::text(Role::System, text)
    }

    /// The user's words.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::text(Role::User, text)
    }

    /// Creates a tool's result for a call.
    #[must_use]
    pub fn tool(call: &ToolCall, text: impl Into<String>) -> Self {
        Self {
            tool_call_id: Some(call.id.clone()),
            ..Self::text(Role::Tool, text)
        }
    }

    /// Returns true if the message holds an image.
    #[must_use]
    pub fn holds_image(&self) -> bool {
        let mut parts = self.content.iter();
        parts.any(|part| matches!(part, Part::Image { .. }))
    }

    /// Its words, without images.
    #[must_use]
    pub fn words(&self) -> String {
        let words: Vec<&str> = self
            .content
            .iter()
            .filter_map(|part| match part {
                Part::Text { text } => Some(text.as_str()),
                Part::Image { .. } => None,
            })
            .collect();
        words.join("\n")
    }
}
