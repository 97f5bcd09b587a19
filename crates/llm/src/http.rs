//! One HTTP exchange as plain values: what is asked, what came back.

use serde::{Deserialize, Serialize};

/// The methods that any client here uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Sends a body.
    Post,
}

/// Which of the user's keys a request carries. A request names the key; the host holds it and adds it to the
/// request, so that no key is in a request, and with it in a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// The language model's, as `Authorization: Bearer …`.
    Llm,
    /// Serper's, as `X-API-KEY: …`.
    Search,
    /// Jina Reader's, as `Authorization: Bearer …`.
    Reader,
}

/// A request. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// The absolute address; `http` or `https`.
    pub url: String,
    /// Header names, lower-case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body; empty for none.
    pub body: String,
    /// The key that the host adds, if it has it.
    pub credential: Option<Credential>,
    /// Milliseconds until the whole exchange has failed.
    pub timeout: u32,
    /// Milliseconds without a byte after which it has failed.
    pub idle_timeout: u32,
    /// Most bytes of a body, decoded; a longer one fails.
    pub max_bytes: usize,
    /// Whether a name that leads into one's own network must not be asked, where the host can tell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub public_only: bool,
}

/// A response, read to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpResponse {
    /// The status, such as 200.
    pub status: u16,
    /// The address that answered, after redirects.
    pub url: String,
    /// Header names, lower-case, with their values; in a browser only those that the server exposes.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// The first value of a header, by its lower-case name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether the status says that it went well.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as text; what is not UTF-8 becomes U+FFFD.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
