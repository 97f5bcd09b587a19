//! One HTTP exchange as plain values: what is asked, what came back.

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

impl Credential {
    /// Whose it is, for people.
    pub(crate) fn owner(self) -> &'static str {
        match self {
            Self::Llm => "the language model",
            Self::Search => "the web search",
            Self::Reader => "the reader of pages",
        }
    }
}

/// Where a host may go for a request, if it can tell where a name leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Wherever its name leads: to a service of the user's own choice.
    Any,
    /// Into the internet and the user's own network, for a page that the user or somebody in that network named. Where
    /// clouds keep a machine's keys it goes in no case.
    Own,
    /// Into the internet alone, for a page that anybody else named, though the own network is open to the user.
    Outside,
    /// Into the internet alone, for any page while the own network is closed.
    Public,
}

impl Reach {
    /// Whether a journal's hash of a request leaves it out: those of earlier versions know only whether the own network
    /// is closed, and what is on record is found again by its hash.
    fn is_unmarked(&self) -> bool {
        *self != Self::Public
    }
}

/// As the hash has it: whether the own network is closed.
impl Serialize for Reach {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(!self.is_unmarked())
    }
}

/// A request. It holds no secret. Its JSON is what a journal takes the hash of, and is never read.
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
    /// Where its name may lead.
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
