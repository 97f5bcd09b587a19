//! The message in a service's reply of any shape.

use serde_json::Value;

use crate::http::HttpResponse;

/// Visible characters of an error page that are quoted.
const QUOTED: usize = 120;

/// Bytes of an error page that are looked through for them.
const LOOKED_THROUGH: usize = 64 * 1024;

/// Characters of a service's own reason.
const REASON: usize = 300;

/// Invisible parts of a page: start and end.
const UNSEEN: [(&str, &str); 3] = [
    ("<script", "</script"),
    ("<style", "</style"),
    ("<!--", "--"),
];

/// The text on one line, blanks made one, cut to `most` characters.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        // No more than is looked at; a character has at most four bytes.
        if line.len() > 4 * most {
            break;
        }
    }
    match line.char_indices().nth(most) {
        Some(_) => line
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
        None => line,
    }
}

/// The first 120 visible characters of a response, on one line; says so if there are none.
pub(crate) fn excerpt(response: &HttpResponse) -> String {
    let start = response.body.get(..LOOKED_THROUGH);
    let page = String::from_utf8_lossy(start.unwrap_or(&response.body));
    let shown = without_tags(&page).replace(|c: char| c.is_control(), " ");
    let line = one_line(&shown, QUOTED);
    if line.is_empty() {
        "nothing".to_owned()
    } else {
        line
    }
}

/// Returns true if a response is a web page rather than data.
pub(crate) fn is_page(response: &HttpResponse) -> bool {
    let start = response
        .body
        .iter()
        .find(|byte| !byte.is_ascii_whitespace());
    let declared = response.header("content-type");
    start == Some(&b'<') || declared.is_some_and(|kind| kind.contains("text/html"))
}

/// The reason that a payload gives for refusing, on one line.
pub(crate) fn reason(payload: &Value) -> Option<String> {
    ["readableMessage", "message", "error", "info"]
        .iter()
        .find_map(|name| said(payload.get(name)?))
}

fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(one_line(text, REASON)).filter(|line| !line.is_empty()),
        Value::Object(_) => reason(value),
        Value::Array(values) => values.iter().find_map(said),
        _ => None,
    }
}

/// Returns true if a reason is an empty account, which no retry helps. Some services send it with the status of a bad
/// request or of too many requests.
pub(crate) fn is_about_credits(reason: &str) -> bool {
    let reason = reason.to_lowercase();
    ["credit", "balance", "recharge", "insufficient fund"]
        .iter()
        .any(|word| reason.contains(word))
}

/// Returns the wait that a service requests, as written. Browsers often hide the header.
pub(crate) fn retry_after(response: &HttpResponse, payload: Option<&Value>) -> Option<String> {
    let header = response.header("retry-after").map(str::to_owned);
    header.or_else(|| match payload?.get("retryAfter")? {
        Value::String(text) => Some(text.clone()),
        Value::Number(seconds) => Some(seconds.to_string()),
        _ => None,
    })
}

fn without_tags(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let mut shown = String::new();
    let mut at = 0;
    while let Some(found) = lower.get(at..).and_then(|rest| rest.find('<')) {
        shown.push_str(page.get(at..at + found).unwrap_or_default());
        shown.push(' ');
        at = after_tag(&lower, at + found);
    }
    shown.push_str(page.get(at..).unwrap_or_default());
    shown
}

/// Returns the position after the tag at `start`, or after the invisible element that it begins.
fn after_tag(lower: &str, start: usize) -> usize {
    let rest = lower.get(start..).unwrap_or_default();
    let unseen = UNSEEN.iter().find(|(begin, _)| rest.starts_with(begin));
    let last_tag = match unseen {
        Some((begin, end)) => rest
            .get(begin.len()..)
            .and_then(|inner| inner.find(end))
            .map(|found| begin.len() + found),
        None => Some(0),
    };
    last_tag
        .and_then(|at| Some(at + rest.get(at..)?.find('>')?))
        .map_or(lower.len(), |closing| start + closing + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(body: &str) -> HttpResponse {
        HttpResponse {
            status: 502,
            url: "https://google.serper.dev/search".to_owned(),
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn mb_19_the_visible_words_of_a_page_are_quoted() {
        let html = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title><STYLE>p > a {}</STYLE>\n\
                    <script>if (a < b) { alert('x') }</script></head><!-- a > b -->\n<body>\
                    <h1>502</h1> <hr>nginx</body></html>";
        assert_eq!(excerpt(&page(html)), "502 Bad Gateway 502 nginx");
        assert_eq!(excerpt(&page("Bad\0 gateway\r\n")), "Bad gateway");
        assert_eq!(excerpt(&page("")), "nothing");
        assert_eq!(excerpt(&page("<script>never closed <b>x</b>")), "nothing");
        assert_eq!(excerpt(&page("a <unclosed")), "a");
    }

    #[test]
    fn mb_19_no_more_than_120_characters_are_quoted() {
        let quoted = excerpt(&page(&"说".repeat(100_000)));
        assert_eq!(quoted.chars().count(), 120);
        assert!(quoted.ends_with('…'));
        assert_eq!(one_line("abc", 3), "abc");
        assert_eq!(one_line("a \u{2028} b\u{85}c", 9), "a b c");
    }

    #[test]
    fn mb_19_a_reason_is_found_in_every_shape() {
        for payload in [
            json!({"message": "No\n entry"}),
            json!({"error": "No entry", "message": null}),
            json!({"error": {"code": 7, "message": "No entry"}}),
            json!({"message": ["", "No entry"]}),
            json!({"readableMessage": "No entry", "message": "ENTRY_DENIED"}),
            json!({"error": {"code": "entry-denied", "info": "No entry"}}),
        ] {
            assert_eq!(reason(&payload).as_deref(), Some("No entry"), "{payload}");
        }
        for payload in [
            json!({}),
            json!([]),
            json!({"error": false, "message": " "}),
        ] {
            assert_eq!(reason(&payload), None, "{payload}");
        }
    }
}
