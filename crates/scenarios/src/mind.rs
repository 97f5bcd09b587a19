//! A model that is no list of rules: a policy that reads its prompts.

use serde_json::Value;

/// Replies if no rule of a scenario fits. It knows of a run only its prompts.
pub trait Mind: Send {
    /// Returns the reply to a request for this shape (see [`LlmRule::asks`](crate::LlmRule::asks)): words, or JSON.
    /// `None` is a failure of the endpoint.
    fn reply(&self, asks: &str, request: &Value) -> Option<Value>;
}
