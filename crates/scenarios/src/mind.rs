//! A model that is no list of rules: a policy that reads what it is sent.

use serde_json::Value;

/// Asked where no rule of a scenario fits. It knows of a run what its prompts say, and no more.
pub trait Mind: Send {
    /// What it says to a request for this shape (see [`LlmRule::asks`](crate::LlmRule::asks)): words, or JSON; nothing
    /// where it has nothing to say, which is a failure of the endpoint.
    fn reply(&self, asks: &str, request: &Value) -> Option<Value>;
}
