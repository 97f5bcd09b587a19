//! Responses as every host passes them on: without the user's keys.

use crate::chat::PutTogether;
use crate::http::HttpResponse;
use crate::network::{FINAL_URL, Network, Routed, encoded};
use crate::redaction::{Redaction, SHORTEST_SECRET};

impl Network {
    /// Returns a filter that removes the user's keys and the proxy's token from a response stream: some servers quote
    /// the key, and responses are shown and stored. `succeeded` is true for a success status: such a response may
    /// legitimately hold the placeholder word that somebody set for an unneeded key.
    #[must_use]
    pub fn redaction(&self, succeeded: bool) -> Redaction {
        let shortest = if succeeded { SHORTEST_SECRET } else { 1 };
        let long = self.secrets().filter(|secret| secret.len() >= shortest);
        Redaction::of(long.flat_map(|secret| {
            let in_json = serde_json::Value::from(secret).to_string();
            let in_json = in_json.trim_matches('"').to_owned();
            let mut spelt = vec![secret.to_owned(), encoded(secret), in_json];
            spelt.dedup();
            spelt
        }))
    }

    /// Returns a response as a host passes it on: the headers that are used, without keys, and the body, which went
    /// through the [redaction](Network::redaction) before.
    #[must_use]
    pub fn received(
        &self,
        routed: &Routed,
        (status, seen): (u16, &str),
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    ) -> HttpResponse {
        let redacted = |value: String| {
            let bytes = self.redaction(false).whole(value.as_bytes());
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let headers: Vec<(String, String)> = headers
            .into_iter()
            .filter(|(name, _)| READ_HEADERS.contains(&name.as_str()))
            .map(|(name, value)| (name, redacted(value)))
            .collect();
        HttpResponse {
            status,
            url: routed.answered(seen, &headers),
            headers,
            body: self.without_spelt_keys(routed, (200..300).contains(&status), body),
        }
    }

    /// Returns a body whose joined words hold no key: a model may send one letter by letter.
    fn without_spelt_keys(&self, routed: &Routed, succeeded: bool, body: Vec<u8>) -> Vec<u8> {
        if !routed.asks_model() || self.secrets().next().is_none() {
            return body;
        }
        let together = PutTogether::of(&body);
        let whole = |text: &[u8]| self.redaction(succeeded).whole(text);
        let redacted = whole(&together.event);
        let is_changed = redacted != together.event;
        let again = is_changed.then(|| PutTogether::of(&redacted));
        let told = again.as_ref().unwrap_or(&together);
        if let Some(bare) = told.bare_words() {
            let words = String::from_utf8_lossy(&whole(bare.as_bytes())).into_owned();
            // A separator inside a key, which redaction removes later, is dropped at once.
            if words != bare
                && let Some(event) = told.in_words(words)
            {
                return event;
            }
        }
        // A condensed reply need not be condensed again by its reader.
        if !is_changed && !together.is_same_reply {
            body
        } else {
            redacted
        }
    }
}

/// The headers of a response that anybody here reads; all others, cookies among them, are let go.
const READ_HEADERS: [&str; 5] = [
    "content-type",
    "location",
    "retry-after",
    "retry-after-ms",
    FINAL_URL,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Credential;
    use crate::network::Secret;
    use crate::network::tests::{CHAT, network, proxy_with, request};

    /// The end of a model's stream.
    const END: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

    #[test]
    fn mb_21_a_server_that_quotes_a_key_does_not_show_it() {
        let told = |network: &Network, succeeded: bool, body: &[u8], size: usize| {
            let mut redaction = network.redaction(succeeded);
            let mut told = Vec::new();
            for piece in body.chunks(size) {
                told.extend(redaction.push(piece));
            }
            told.extend(redaction.finish());
            told
        };
        let short = network(None);
        let mut long = Network::default();
        let key = "sk-0123456789abcdef";
        long.add_key(Credential::Llm, Secret::new(key), "https://api.example/v1")
            .unwrap();
        let quoted = format!("bad key: {key} (sk-0{key}) sk-012");
        for size in 1..40 {
            let body = b"bad key: k3y (kk3y)";
            assert_eq!(
                told(&short, false, body, size),
                "bad key: … (k…)".as_bytes()
            );
            assert_eq!(told(&short, true, body, size), body);
            assert_eq!(told(&short, false, &[0xFF, b'k'], size), [0xFF, b'k']);
            let left = "bad key: … (sk-0…) sk-012".as_bytes();
            assert_eq!(told(&long, true, quoted.as_bytes(), size), left);
        }
    }

    #[test]
    fn mb_21_the_token_of_a_proxy_is_taken_out_of_what_it_sends() {
        let token = "amb-0123456789abcdef";
        let mut network = Network::default();
        network.set_proxy(proxy_with(token)).unwrap();
        let body = format!("no such user: {token}");
        let told = network.redaction(false).whole(body.as_bytes());
        assert_eq!(told, "no such user: …".as_bytes());
        let routed = network
            .route(&request(CHAT, Some(Credential::Llm)))
            .unwrap();
        let location = ("location".to_owned(), format!("https://a.example/?{token}"));
        let parted = token.replace("45", "4[1]5");
        let words =
            format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{parted}\"}}}}]}}\n\n{END}");
        let response = network.received(&routed, (200, ""), vec![location], words.into_bytes());
        assert_eq!(response.header("location"), Some("https://a.example/?…"));
        assert!(!response.text().contains("0123"), "{}", response.text());
    }

    #[test]
    fn mb_21_a_key_is_taken_out_however_a_reply_spells_it() {
        let mut network = Network::default();
        let key = "sk-0123/456789+abcdef";
        network
            .add_key(Credential::Llm, Secret::new(key), "https://api.example/v1")
            .unwrap();
        let asked_by = |credential| network.route(&request(CHAT, credential)).unwrap();
        let received_of = |credential, body: &str| {
            let routed = asked_by(credential);
            let body = network.redaction(true).whole(body.as_bytes());
            let response = network.received(&routed, (200, ""), Vec::new(), body);
            response.text()
        };
        let received = |body: &str| received_of(Some(Credential::Llm), body);
        let letters: String = format!("It is {key}.")
            .chars()
            .map(|letter| {
                format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{letter}\"}}}}]}}\n\n")
            })
            .collect();
        let told = received(&format!("{letters}{END}"));
        assert!(told.contains("It is ….") && !told.contains(key), "{told}");
        let told = received(&letters);
        assert!(told.contains("It is ….") && told.len() < 80, "{told}");
        for parting in [
            "[9]",
            "【9】",
            "[^9]",
            "<think>hm</think>",
            "<think>a</think>[1]",
        ] {
            let parted = key.replace("45", &format!("4{parting}5"));
            let text = serde_json::Value::from(format!("It is {parted} [1]."));
            let told = received(&format!(
                "data: {{\"choices\":[{{\"delta\":{{\"content\":{text}}}}}]}}\n\n{END}"
            ));
            assert!(told.contains("It is … ."), "{told}");
        }
        // A page is no stream of words, and is passed on unchanged.
        assert_eq!(received_of(None, &letters), letters);

        for escaped in [
            key.replace('s', "\\u0073"),
            key.replace('/', "\\/"),
            key.replace('9', "\\u00009"),
        ] {
            let told = received(&format!("{{\"a\":\"{escaped}\"}}"));
            assert_eq!(told, "{\"a\":\"…\"}");
        }
        let link = network
            .redaction(true)
            .whole(b"?key=sk-0123%2F456789%2Babcdef&a");
        assert_eq!(link, "?key=…&a".as_bytes());
        for harmless in [
            "data: {\"choices\":[]}\n\n",
            "{\"a\": \"\\u0073\" }",
            "not JSON",
        ] {
            assert_eq!(received(harmless), harmless);
        }
    }

    #[test]
    fn mb_21_only_headers_that_are_read_are_handed_on_and_without_keys() {
        let network = network(None);
        let routed = network
            .route(&request(CHAT, Some(Credential::Llm)))
            .unwrap();
        let headers = [
            ("content-type", "text/plain"),
            ("set-cookie", "session=k3y"),
            ("location", "https://a.example/?key=k3y"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let response = network.received(&routed, (302, ""), headers.to_vec(), Vec::new());
        assert_eq!(response.header("content-type"), Some("text/plain"));
        assert_eq!(
            response.header("location"),
            Some("https://a.example/?key=…")
        );
        assert_eq!(response.headers.len(), 2);
    }
}
