//! One HTTP exchange as plain values: request and response.

use serde::{Deserialize, Serialize, Serializer};

/// The methods that any client here uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Sends a body.
    Post,
}

/// The user's key that a request carries. A request names the key; the host holds it and adds it, so that no key is in
/// a request or in a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// The language model's, as `Authorization: Bearer …`.
    Llm,
    /// A search service's, as `X-API-KEY: …`.
    Search,
    /// A search service's, as `Authorization: Bearer …`.
    BearerSearch,
    /// Jina Reader's, as `Authorization: Bearer …`.
    Reader,
}

impl Credential {
    /// Returns the key's service, for people.
    pub(crate) fn owner(self) -> &'static str {
        match self {
            Self::Llm => "the language model",
            Self::Search | Self::BearerSearch => "the web search",
            Self::Reader => "the reader of pages",
        }
    }
}

/// The addresses that a request's host name may resolve to, if the host can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Any address: a service of the user's own choice.
    Any,
    /// The internet and the local network, for a page that the user or a source in that network named. The metadata
    /// services of clouds, which give out a machine's keys, are never reached.
    Own,
    /// The internet alone, for a page that another source named, although the local network is open to the user.
    Outside,
    /// The internet alone, for any page while the local network is closed.
    Public,
}

impl Reach {
    /// Returns true if a journal's hash of a request leaves the field out. Earlier versions only recorded if the own
    /// network is closed, and stored exchanges are found by their hash.
    fn is_unmarked(&self) -> bool {
        *self != Self::Public
    }
}

/// Serialises as journals hash it: true if the local network is closed.
impl Serialize for Reach {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(!self.is_unmarked())
    }
}

/// A request. It holds no secret. Its JSON is what a journal hashes, and is never parsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    /// The addresses that its name may resolve to.
    #[serde(rename = "public_only", skip_serializing_if = "Reach::is_unmarked")]
    pub reach: Reach,
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

    /// Returns true if the status is a success.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the body as text; invalid UTF-8 becomes U+FFFD.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals of earlier versions hold the hash of this JSON.
    #[test]
    fn bx_02_a_request_is_written_as_it_was_before_names_were_judged_by_who_gave_them() {
        let plain = r#"{"method":"GET","url":"https://a.example/","headers":[],"body":"","credential":null,"timeout":3,"idle_timeout":2,"max_bytes":1"#;
        for (reach, end) in [
            (Reach::Any, "}"),
            (Reach::Own, "}"),
            (Reach::Outside, "}"),
            (Reach::Public, r#","public_only":true}"#),
        ] {
            let request = HttpRequest {
                method: Method::Get,
                url: "https://a.example/".to_owned(),
                headers: Vec::new(),
                body: String::new(),
                credential: None,
                timeout: 3,
                idle_timeout: 2,
                max_bytes: 1,
                reach,
            };
            let written = serde_json::to_string(&request).unwrap();
            assert_eq!(written, format!("{plain}{end}"));
        }
    }
}
