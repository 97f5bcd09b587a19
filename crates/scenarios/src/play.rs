//! What the world says, and what it was sent: pure but for its memory of both.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::scenario::{LlmRule, Scenario};

/// A request that arrived, and the response to it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// `llm`, `search` or `page`.
    pub kind: &'static str,
    /// The request: its address, headers and body.
    pub sent: String,
    /// The status of the response.
    pub status: u16,
    /// Its headers.
    pub headers: BTreeMap<String, String>,
    /// Its body.
    pub body: String,
    /// Whether the connection breaks after half of it.
    pub cut: bool,
}

/// A scenario being played.
pub struct Play {
    scenario: Scenario,
    used: Vec<usize>,
    exchanges: Vec<Exchange>,
}

impl Play {
    /// From its beginning.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self {
            used: vec![0; scenario.llm.len()],
            scenario,
            exchanges: Vec::new(),
        }
    }

    /// What was sent so far.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The response to a request at `path`, the query included.
    pub fn respond(&mut self, path: &str, headers: &str, body: &str) -> Exchange {
        let mut exchange = if path.starts_with("/v1/chat/completions") {
            self.chat(body)
        } else if path.starts_with("/search") {
            self.search(body)
        } else {
            self.page(path)
        };
        exchange.sent = format!("{path}\n{headers}\n{body}");
        self.exchanges.push(exchange.clone());
        exchange
    }

    fn chat(&mut self, body: &str) -> Exchange {
        let request: Value = serde_json::from_str(body).unwrap_or_default();
        let asks = shape(&request);
        let fits = |(at, rule): &(usize, &LlmRule)| {
            let left = rule
                .times
                .is_none_or(|times| self.used.get(*at).is_some_and(|n| *n < times));
            let shape = rule.asks.as_ref().is_none_or(|asked| *asked == asks);
            left && shape && rule.when.iter().all(|text| holds(&request, text))
        };
        let Some((at, rule)) = self.scenario.llm.iter().enumerate().find(fits) else {
            let message = format!("no rule of the scenario fits a request for {asks}");
            return exchange(
                "llm",
                418,
                json!({ "error": { "message": message } }).to_string(),
            );
        };
        if let Some(used) = self.used.get_mut(at) {
            *used += 1;
        }
        let status = rule.status.unwrap_or(200);
        let body = if status == 200 {
            stream(rule)
        } else {
            words(&rule.reply)
        };
        Exchange {
            headers: rule.headers.clone(),
            cut: rule.cut,
            ..exchange("llm", status, body)
        }
    }

    fn search(&self, body: &str) -> Exchange {
        let rule = self
            .scenario
            .search
            .iter()
            .find(|rule| rule.when.iter().all(|text| body.contains(text)));
        match rule {
            Some(rule) => exchange("search", rule.status.unwrap_or(200), rule.reply.to_string()),
            None => exchange("search", 200, json!({ "organic": [] }).to_string()),
        }
    }

    fn page(&self, path: &str) -> Exchange {
        let target = path.trim_start_matches("/r/");
        let Some(page) = self.scenario.pages.iter().find(|page| page.url == target) else {
            let payload = json!({ "code": 404, "message": "no such page" });
            return exchange("page", 404, payload.to_string());
        };
        let status = page.status.unwrap_or(200);
        let data = json!({ "title": page.title, "url": page.url, "content": page.text });
        let payload = json!({ "code": status, "status": status, "data": data });
        exchange("page", status, payload.to_string())
    }
}

fn exchange(kind: &'static str, status: u16, body: String) -> Exchange {
    Exchange {
        kind,
        sent: String::new(),
        status,
        headers: BTreeMap::new(),
        body,
        cut: false,
    }
}

/// The shape that a request asks for.
fn shape(request: &Value) -> String {
    let name = request.pointer("/response_format/json_schema/name");
    if let Some(name) = name.and_then(Value::as_str) {
        return name.to_owned();
    }
    let carries_out = holds(request, "<task>");
    if carries_out { "react" } else { "answer" }.to_owned()
}

/// Whether a text stands in any message of a request.
fn holds(request: &Value, text: &str) -> bool {
    let messages = request.get("messages").and_then(Value::as_array);
    messages.into_iter().flatten().any(|message| {
        let content = message.get("content").unwrap_or(&Value::Null);
        match content {
            Value::String(words) => words.contains(text),
            Value::Array(parts) => parts.iter().any(|part| {
                let said = part.get("text").and_then(Value::as_str);
                said.is_some_and(|said| said.contains(text))
                    || part.get("image_url").is_some() && text == "(image)"
            }),
            _ => false,
        }
    })
}

fn words(reply: &Value) -> String {
    match reply {
        Value::String(words) => words.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The reply as a stream of server-sent events, a few characters each.
fn stream(rule: &LlmRule) -> String {
    let text = words(&rule.reply);
    let letters: Vec<char> = text.chars().collect();
    let mut events: Vec<Value> = letters
        .chunks(7)
        .map(|piece| {
            let piece: String = piece.iter().collect();
            json!({ "choices": [{ "delta": { "content": piece } }] })
        })
        .collect();
    for (index, (name, arguments)) in rule.calls.iter().enumerate() {
        let arguments = words(arguments);
        let function = json!({ "name": name, "arguments": arguments });
        let call = json!({ "index": index, "id": format!("c{index}"), "function": function });
        events.push(json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }));
    }
    if !rule.cut {
        let usual = if rule.calls.is_empty() {
            "stop"
        } else {
            "tool_calls"
        };
        let finish = rule.finish.as_deref().unwrap_or(usual);
        events.push(json!({ "choices": [{ "delta": {}, "finish_reason": finish }] }));
        let tokens = text.len() / 4 + 1;
        let usage = json!({ "prompt_tokens": 100, "completion_tokens": tokens });
        events.push(json!({ "choices": [], "usage": usage }));
    }
    let mut body: String = events
        .iter()
        .map(|event| format!("data: {event}\n\n"))
        .collect();
    if !rule.cut {
        body.push_str("data: [DONE]\n\n");
    }
    body
}
