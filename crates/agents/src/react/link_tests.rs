//! The links of a page that are shown and may be followed; notes on the reading of a page.

use amb_llm::http::{HttpRequest, HttpResponse};
use amb_memory::task::Trust;
use amb_memory::text::Language;
use serde_json::{Value, json};

use super::network_tests::{TOWER, notes, response, settings, visited, with_settings};
use super::toolbox::Toolbox;
use super::visit;
use crate::settings::Settings;

/// Start of the list of a page's links.
const LINKS: &str = "\nLinks of the page, which may be visited";

/// Returns an HTML page, from its reader's result.
fn page(request: &HttpRequest, read: &Value) -> HttpResponse {
    let html = ("content-type".to_owned(), "text/html".to_owned());
    HttpResponse {
        headers: vec![html],
        ..response(request, 200, read)
    }
}

/// Settings that read pages directly, and follow their links or not.
fn directly(follow_links: bool) -> Settings {
    let mut settings = settings(false);
    settings.reader.base_url = String::new();
    settings.reader.follow_links = follow_links;
    settings
}

/// MB-20, BX-05: an address that occurs only in a page's markup is shown and may be visited if the user allows it, and
/// only then; memory stores none.
#[test]
fn mb_20_links_of_a_page_are_shown_where_they_may_be_followed() {
    let asked = "https://museum.example/en/";
    let link = |href: &str, text: &str| json!({ "href": href, "text": text });
    let all = [
        link("about", "About us"),
        link("/guide?a=b#top", "Its height"),
        link("//other.example/x", ""),
        link("http://127.0.0.1/admin", "Its height"),
        link("https://user:pw@evil.example/", "Its height"),
        link("ftp://files.example/", "Its height"),
    ];
    let links = json!({ "base": "../de/", "all": all });
    let answers = |request: &HttpRequest| {
        if request.url.ends_with("/chat/completions") {
            return notes(request);
        }
        page(request, &json!({ "pages": [TOWER], "links": links }))
    };
    for follows in [true, false] {
        let settings = directly(follows);
        let called = with_settings(&settings, &answers, asked, async |tools, context| {
            let arguments = json!({ "url": asked, "goal": "its height" });
            let arguments = serde_json::from_value(arguments).unwrap();
            let observations = visit::visit(tools, context, &arguments).await;
            let led = tools.addresses.check("https://museum.example/de/about");
            let trust = led.ok().map(|(_, trust)| trust);
            assert_eq!(trust, follows.then_some(Trust::FoundPage));
            let made_up = tools.addresses.check("https://museum.example/de/tower");
            let told = made_up.unwrap_err().to_string();
            assert_eq!(told.contains("links of a page"), follows, "{told}");
            observations
        });
        let observed = &called.outcome.as_ref().unwrap()[0];
        let (_, shown) = observed.text.split_once(LINKS).unwrap_or_default();
        let shown: Vec<&str> = shown.lines().skip(1).collect();
        let expected = [
            "- https://museum.example/guide?a=b (Its height)",
            "- https://museum.example/de/about (About us)",
            "- https://other.example/x",
        ];
        let expected = if follows { &expected[..] } else { &[] };
        assert_eq!(shown, expected);
        assert_eq!(observed.found.len(), 1);
        assert_eq!(observed.found[0].text, TOWER);
    }
}

/// MB-20: links in Jina Reader's Markdown are shown likewise, under their words.
#[test]
fn mb_20_links_of_markdown_are_shown_where_they_may_be_followed() {
    let asked = "https://museum.example/tower";
    let content = format!("{TOWER} See [the guide](https://museum.example/guide \"t\").");
    let answers = |request: &HttpRequest| {
        if request.url.ends_with("/chat/completions") {
            return notes(request);
        }
        let data = json!({ "url": asked, "title": "The tower", "content": content });
        response(request, 200, json!({ "code": 200, "data": data }))
    };
    let mut settings = settings(false);
    settings.reader.follow_links = true;
    let called = visited(&settings, asked, &answers);
    let told = &called.outcome.as_ref().unwrap()[0].text;
    let (_, shown) = told.split_once(LINKS).unwrap();
    let shown: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(shown, ["- https://museum.example/guide (the guide)"]);
}

/// MB-20, BX-05: the model's instructions state the sources of addresses that the settings allow.
#[test]
fn bx_05_where_addresses_come_from_is_told_as_the_settings_are() {
    for follows in [true, false] {
        let settings = directly(follows);
        let tools = Toolbox::new(&settings, &[]).definitions(Language::English);
        let visit = tools.iter().find(|tool| tool.name == "visit").unwrap();
        let told = visit.description.contains("links of a visited page");
        assert_eq!(told, follows, "{}", visit.description);
    }
}

/// MB-20: a page with unreadable bytes has a note for its reader.
#[test]
fn mb_20_a_page_that_is_partly_unreadable_says_so() {
    let asked = "https://museum.example/tower";
    for (note, count) in [("invalid_replaced", "7"), ("nul_characters", "")] {
        let read = json!({ "pages": [TOWER], "notes": [{ "kind": note, "count": 7 }] });
        let called = visited(&directly(false), asked, &|request| {
            if request.url.ends_with("/chat/completions") {
                notes(request)
            } else {
                page(request, &read)
            }
        });
        let told = &called.outcome.as_ref().unwrap()[0].text;
        let unreadable = format!("not readable in full: {count} sequences");
        assert_eq!(told.contains(&unreadable), !count.is_empty(), "{told}");
    }
}
