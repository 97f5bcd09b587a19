//! The world's responses and received requests: pure, except for its record of both.

use std::collections::BTreeMap;

use encoding_rs::Encoding;
use serde_json::{Value, json};

use crate::mind::Mind;
use crate::pdf_file::pdf_file;
use crate::proxy;
use crate::scenario::{Fault, LlmRule, PageRule, Scenario};

/// A request that arrived, and the response to it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// `llm`, `search`, `page` or `direct`.
    pub kind: &'static str,
    /// The requested shape, for a request to the model.
    pub asks: String,
    /// The request: its address, headers and body.
    pub sent: String,
    /// The status of the response.
    pub status: u16,
    /// The body's content type, if it differs from the default of such a response.
    pub content_type: Option<String>,
    /// Its headers.
    pub headers: BTreeMap<String, String>,
    /// Its body.
    pub body: Vec<u8>,
    /// True if the connection breaks after half of it.
    pub cut: bool,
    /// The fault in its sending.
    pub fault: Option<Fault>,
    /// True if the proxy sent it, following a redirect: no request of the run's own.
    pub by_proxy: bool,
}

/// Returns the number of exchanges that the run itself requested.
pub(crate) fn requests(exchanges: &[Exchange]) -> usize {
    let own = exchanges.iter().filter(|exchange| !exchange.by_proxy);
    own.count()
}

/// A scenario being played.
pub struct Play {
    scenario: Scenario,
    /// Number of times that each rule of the model served.
    used: Vec<usize>,
    /// The rule that served last, if the last request was to the model.
    last_used: Option<usize>,
    mind: Option<Box<dyn Mind>>,
    follows_redirects: bool,
    exchanges: Vec<Exchange>,
}

impl Play {
    /// From its beginning.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self {
            used: vec![0; scenario.llm.len()],
            last_used: None,
            mind: None,
            follows_redirects: false,
            scenario,
            exchanges: Vec::new(),
        }
    }

    /// Adds a model for requests that fit no rule.
    #[must_use]
    pub fn with_mind(mut self, mind: Box<dyn Mind>) -> Self {
        self.mind = Some(mind);
        self
    }

    /// Its proxy follows redirects itself.
    pub fn follow_redirects(&mut self) {
        self.follows_redirects = true;
    }

    /// Takes back the last response, which nobody received: the rule that it used serves once more.
    pub fn take_back_last(&mut self) {
        let rule = self.last_used.take();
        if let Some(used) = rule.and_then(|at| self.used.get_mut(at)) {
            *used -= 1;
        }
    }

    /// Returns the number of the run's requests so far.
    #[must_use]
    pub fn requests(&self) -> usize {
        requests(&self.exchanges)
    }

    /// Returns the exchanges so far.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// Returns the response to a request at `path`, the query included. It may go through the proxy, to this server or
    /// to any other.
    pub fn respond(&mut self, path: &str, headers: &str, body: &str) -> Exchange {
        let target = proxy::target(path, headers);
        self.last_used = None;
        let mut exchange = if let Some(status) = proxy::token_refusal(path, headers) {
            exchange("direct", status, "who are you?".to_owned())
        } else if target.starts_with("/v1/chat/completions") {
            self.chat(body)
        } else if target.starts_with("/v1/models") {
            let models = json!({ "data": [{ "id": "scenario" }, { "id": "scenario-large" }] });
            exchange("models", 200, models.to_string())
        } else if target.starts_with("/search") {
            self.search(body)
        } else if let Some(query) = target.strip_prefix("/w/api.php?") {
            self.search(&proxy::decoded(query))
        } else if let Some(url) = target.strip_prefix("/r/") {
            self.page(url)
        } else {
            self.direct(&target)
        };
        exchange.sent = format!("{target}\n{headers}\n{body}");
        self.exchanges.push(exchange.clone());
        if self.follows_redirects && proxy::is_asked(path) {
            exchange = self.followed(target, exchange);
        }
        exchange
    }

    /// Returns the proxy's response to a request: the one at the end of all redirects, with its address; or its refusal
    /// to go there.
    fn followed(&mut self, target: String, first: Exchange) -> Exchange {
        let (mut at, mut response, mut followed) = (target, first, 0);
        while let Some(location) = response.headers.remove("location") {
            at = proxy::led(&at, &location);
            if let Some(status) = proxy::refusal(&at, followed) {
                response = exchange("direct", status, String::new());
            } else {
                response = self.direct(&at);
                response.sent = at.clone();
                response.by_proxy = true;
                self.exchanges.push(response.clone());
                followed += 1;
            }
            response
                .headers
                .insert("x-final-url".to_owned(), at.clone());
        }
        response
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
            if let Some(reply) = self.thought(&asks, &request) {
                let body = stream(&reply, &said(&request));
                return Exchange {
                    asks,
                    ..exchange("llm", 200, body)
                };
            }
            let message = format!("no rule of the scenario fits a request for {asks}");
            return exchange(
                "llm",
                418,
                json!({ "error": { "message": message } }).to_string(),
            );
        };
        if let Some(used) = self.used.get_mut(at) {
            *used += 1;
            self.last_used = Some(at);
        }
        let status = rule.status.unwrap_or(200);
        let said = said(&request);
        let body = if status == 200 && !rule.raw {
            stream(rule, &said)
        } else {
            words(&rule.reply)
        };
        Exchange {
            headers: rule.headers.clone(),
            content_type: rule.raw.then(|| PAGE.to_owned()),
            cut: rule.cut,
            fault: rule.fault,
            asks,
            ..exchange("llm", status, body)
        }
    }

    /// Returns the reply of a model that is no list of rules.
    fn thought(&self, asks: &str, request: &Value) -> Option<LlmRule> {
        let reply = self.mind.as_ref()?.reply(asks, request)?;
        Some(LlmRule {
            reply,
            ..LlmRule::default()
        })
    }

    fn search(&self, body: &str) -> Exchange {
        let rule = self
            .scenario
            .search
            .iter()
            .find(|rule| rule.when.iter().all(|text| body.contains(text)));
        match rule {
            Some(rule) => Exchange {
                fault: rule.fault,
                ..exchange("search", rule.status.unwrap_or(200), words(&rule.reply))
            },
            None => exchange("search", 200, json!({ "organic": [] }).to_string()),
        }
    }

    fn direct(&self, url: &str) -> Exchange {
        let page = self.scenario.pages.iter().find(|page| page.url == url);
        let found = page.and_then(|page| Some((page, sent_directly(page)?)));
        let Some((page, body)) = found else {
            return exchange("direct", 404, "<p>There is no such page.</p>".to_owned());
        };
        let usual = if page.redirect.is_some() { 302 } else { 200 };
        let location = page.redirect.iter().cloned();
        Exchange {
            content_type: Some(page.content_type.clone().unwrap_or_else(|| {
                let charset = page.charset.as_deref().unwrap_or("utf-8");
                format!("text/html; charset={charset}")
            })),
            headers: location.map(|to| ("location".to_owned(), to)).collect(),
            body,
            fault: page.fault,
            ..exchange("direct", page.direct_status.unwrap_or(usual), String::new())
        }
    }

    fn page(&self, url: &str) -> Exchange {
        let Some(page) = self.scenario.pages.iter().find(|page| page.url == url) else {
            let payload = json!({ "code": 404, "message": "no such page" });
            return exchange("page", 404, payload.to_string());
        };
        let status = page.status.unwrap_or(200);
        let data = json!({ "title": page.title, "url": page.url, "content": page.text });
        let payload = json!({ "code": status, "status": status, "data": data });
        let said = page.reader_says.as_ref();
        Exchange {
            content_type: said.map(|_| PAGE.to_owned()),
            fault: page.reader_fault,
            ..exchange("page", status, words(said.unwrap_or(&payload)))
        }
    }
}

/// The content type of a web page.
const PAGE: &str = "text/html; charset=utf-8";

/// Returns the body that a page's own server sends, if there is one.
fn sent_directly(page: &PageRule) -> Option<Vec<u8>> {
    if let Some(pages) = &page.pdf {
        return Some(pdf_file(&page.title, pages));
    }
    if let Some((byte, times)) = page.bytes {
        return Some(vec![byte; times]);
    }
    let html = page.html.as_ref().or(page.redirect.as_ref())?;
    let charset = page.charset.as_deref().unwrap_or("utf-8");
    let encoding = Encoding::for_label(charset.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    Some(encoding.encode(html).0.into_owned())
}

fn exchange(kind: &'static str, status: u16, body: String) -> Exchange {
    Exchange {
        kind,
        asks: String::new(),
        sent: String::new(),
        status,
        content_type: None,
        headers: BTreeMap::new(),
        body: body.into_bytes(),
        cut: false,
        fault: None,
        by_proxy: false,
    }
}

/// Returns the shape that a request asks for.
fn shape(request: &Value) -> String {
    let name = request.pointer("/response_format/json_schema/name");
    if let Some(name) = name.and_then(Value::as_str) {
        return name.to_owned();
    }
    let carries_out = holds(request, "<task>");
    if carries_out { "react" } else { "answer" }.to_owned()
}

/// Returns true if a text stands in any message of a request.
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

/// All words of a request, one message after the other.
fn said(request: &Value) -> String {
    let messages = request.get("messages").and_then(Value::as_array);
    let contents = messages.into_iter().flatten().flat_map(|message| {
        let content = message.get("content").unwrap_or(&Value::Null);
        match content {
            Value::String(words) => vec![words.as_str()],
            Value::Array(parts) => parts
                .iter()
                .filter_map(|part| part.get("text")?.as_str())
                .collect(),
            _ => Vec::new(),
        }
    });
    contents.collect::<Vec<&str>>().join("\n")
}

/// The reply with the numbers of evidence that it names by its text.
fn with_numbers(reply: &str, said: &str) -> String {
    let mut filled = String::new();
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once("{[evidence ") {
        let (text, tail) = after.split_once("]}").unwrap_or((after, ""));
        filled.push_str(before);
        filled.push_str(&format!("[{}]", evidence(text, said).unwrap_or(0)));
        rest = tail;
    }
    filled + rest
}

/// The number of the first evidence that holds a text.
fn evidence(text: &str, said: &str) -> Option<usize> {
    let mut items = said.split("\n@").filter_map(|part| {
        let (head, body) = part.split_once('\n')?;
        let (_, told) = head.split_once(' ')?;
        let is_item = ["evidence ", "证据 "]
            .iter()
            .find_map(|mark| told.strip_prefix(mark));
        let number = is_item?.split([' ', '（']).next()?.parse().ok()?;
        Some((number, body))
    });
    items.find_map(|(number, body)| body.contains(text).then_some(number))
}

/// Returns the reply with node ids filled in by the text around them in the request.
fn with_ids(reply: &str, said: &str) -> String {
    let mut filled = String::new();
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once("{id ") {
        let (asked, tail) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(before);
        filled.push_str(id(asked, said).unwrap_or("(no such id)"));
        rest = tail;
    }
    filled + rest
}

fn id<'s>(asked: &str, said: &'s str) -> Option<&'s str> {
    let ids = ids(said);
    if let Some(text) = asked.strip_prefix("after ") {
        let from = said.find(text)?;
        return ids.into_iter().find(|(at, _)| *at > from).map(|(_, id)| id);
    }
    let text = asked.strip_prefix("of ")?;
    let ends = ids.iter().skip(1).map(|(at, _)| *at).chain([said.len()]);
    let mut blocks = ids.iter().zip(ends);
    blocks.find_map(|((at, id), end)| said.get(*at..end)?.contains(text).then_some(*id))
}

/// Returns the node ids in a text, and their positions.
fn ids(text: &str) -> Vec<(usize, &str)> {
    let hyphens = |word: &str| {
        word.match_indices('-')
            .map(|(at, _)| at)
            .eq([8, 13, 18, 23])
    };
    let mut at = 0;
    let mut ids = Vec::new();
    for word in text.split_inclusive(|c: char| !(c.is_ascii_hexdigit() || c == '-')) {
        if let Some(id) = word.get(..36).filter(|id| hyphens(id)) {
            ids.push((at, id));
        }
        at += word.len();
    }
    ids
}

fn words(reply: &Value) -> String {
    match reply {
        Value::String(words) => words.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The reply as a stream of server-sent events, a few characters each.
fn stream(rule: &LlmRule, said: &str) -> String {
    let text = with_numbers(&with_ids(&words(&rule.reply), said), said);
    let letters: Vec<char> = text.chars().collect();
    let mut events: Vec<Value> = letters
        .chunks(7)
        .map(|piece| {
            let piece: String = piece.iter().collect();
            json!({ "choices": [{ "delta": { "content": piece } }] })
        })
        .collect();
    for (index, (name, arguments)) in rule.calls.iter().enumerate() {
        let arguments = with_ids(&words(arguments), said);
        let function = json!({ "name": name, "arguments": arguments });
        let call = json!({ "index": index, "id": format!("c{index}"), "function": function });
        events.push(json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }));
    }
    if let Some(error) = &rule.stream_error {
        events.push(json!({ "error": error }));
    } else if !rule.cut {
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
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_named_by_what_stands_around_them() {
        let one = "31373332-3464-4361-b931-336139616462";
        let other = "62323461-3636-4761-b131-616566363735";
        let said = format!(
            "Verdict: {other}\n@ff node {one}\nTopic: x\n@ff neighbour {other} of node {one}\nNode id: {one}"
        );
        assert_eq!(
            with_ids(
                "{id of Topic: x} {id of of node } {id after Topic} {id of y}",
                &said
            ),
            format!("{one} {other} {other} (no such id)")
        );
    }

    #[test]
    fn evidence_is_named_by_its_text() {
        let said =
            "@ff disputes\n- a\n@ff evidence 1 (node x)\nTitle: t\nred\n@ff 证据 2（节点 y）\nblue";
        assert_eq!(
            with_numbers("{[evidence blue]}{[evidence red]}{[evidence green]}", said),
            "[2][1][0]"
        );
    }
    #[test]
    fn bx_05_a_proxy_that_follows_redirects_goes_nowhere_but_to_the_web() {
        let mut scenarios = crate::scenario::all().unwrap().into_iter();
        let scenario = scenarios.find(|one| one.name == "troubled-pages").unwrap();
        for (page, status, end, asked) in [
            ("metadata", 403, "http://169.254.169.254/latest", 1),
            ("file", 403, "file:///etc/passwd", 1),
            ("circle", 508, "https://a.example/circle", 7),
            ("lamp", 200, "https://b.example/lamp.html", 2),
        ] {
            let mut play = Play::new(scenario.clone());
            play.follow_redirects();
            let path = format!("/proxy?url=https%3A%2F%2Fa.example%2F{page}");
            let handed = play.respond(&path, &format!("X-Proxy-Token: {}", crate::run::TOKEN), "");
            let named = handed.headers.get("x-final-url").map(String::as_str);
            assert_eq!((handed.status, named), (status, Some(end)));
            assert_eq!((play.exchanges().len(), play.requests()), (asked, 1));
        }
    }
}
