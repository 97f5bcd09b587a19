//! The tools on a failing network: retries, kept results, and messages to the model.

use std::cell::Cell;

use amb_llm::chat::RetryPolicy;
use amb_llm::http::{HttpRequest, HttpResponse};
use amb_memory::task::Trust;
use serde_json::json;

use super::network_tests::{
    Called, JINA, TOWER, notes, response, settings, visited, web, with_settings,
};
use super::search;
use super::toolbox::ToolError;
use crate::settings::Settings;
use crate::test_network::BROKEN;

const PAGE: &str = "https://museum.example/tower";

/// Calls the search with these queries.
fn searched(
    settings: &Settings,
    queries: &[&str],
    answers: &dyn Fn(&HttpRequest) -> HttpResponse,
) -> Called {
    with_settings(settings, answers, "", async |tools, context| {
        let arguments = serde_json::from_value(json!({ "query": queries })).unwrap();
        search::search(tools, context, &arguments).await
    })
}

/// The results of a search: for each query a page of its own.
fn found(request: &HttpRequest) -> HttpResponse {
    let query: serde_json::Value = serde_json::from_str(&request.body).unwrap();
    let link = format!("https://{}.example/", query["q"].as_str().unwrap());
    let result = json!({ "title": "t", "link": link, "snippet": TOWER });
    response(request, 200, json!({ "organic": [result] }))
}

/// Refuses the queries that hold `refused`.
fn refusing(request: &HttpRequest, refused: &str) -> HttpResponse {
    if request.body.contains(refused) {
        response(request, 400, json!({ "message": "Query not allowed" }))
    } else {
        found(request)
    }
}

/// Returns the response with a requested wait.
fn asking_to_wait(mut response: HttpResponse, wait: &str) -> HttpResponse {
    let header = ("retry-after".to_owned(), wait.to_owned());
    response.headers.push(header);
    response
}

/// MB-19, MB-22: the results of one query were paid for, and are kept if another one fails.
#[test]
fn mb_19_what_other_queries_found_outlives_one_that_fails() {
    for (queries, at) in [(["a", "bad", "c"], 1), (["bad", "a", "c"], 0)] {
        let called = searched(&settings(false), &queries, &|request| {
            refusing(request, "bad")
        });
        let kept = ["https://a.example/", "https://c.example/"].map(|url| (url, Trust::Snippet));
        assert_eq!(called.kept(), kept);
        assert_eq!(called.addresses().len(), 3);
        let observations = called.outcome.as_ref().unwrap();
        let failed = &observations[at];
        assert_eq!(
            failed.text,
            "Error: Google search for 'bad' failed: the search service refused (status 400): Query not allowed"
        );
        assert_eq!((failed.trust, failed.found.len()), (None, 0));
    }
}

/// MB-22: a call whose queries all fail has failed.
#[test]
fn mb_22_a_search_whose_queries_all_fail_has_failed() {
    let called = searched(&settings(false), &["bad", "worse bad"], &|request| {
        refusing(request, "bad")
    });
    assert_eq!(called.addresses().len(), 2);
    assert!(called.outcome.is_err());
    assert!(called.told().contains("Query not allowed"));
}

/// MB-19: no query is left out without a word.
#[test]
fn mb_19_queries_that_were_not_made_are_told() {
    let note = "Queries that were not made: 2.";
    let all = ["a", "b", "c", "d", "e"];
    let called = searched(&settings(false), &all, &found);
    assert_eq!(called.addresses().len(), 3);
    assert!(called.told().contains(note), "{}", called.told());
    let called = searched(&settings(false), &all[..3], &found);
    assert!(!called.told().contains("were not made"));
}

/// MB-19, MB-21: a service that asks for an hour's wait is not called before, and the model is told the time.
#[test]
fn mb_19_a_search_says_until_when_it_is_not_to_be_asked() {
    let mut never = settings(false);
    let llm = never.llm.as_mut().unwrap();
    llm.retry = RetryPolicy {
        retries: 0,
        ..RetryPolicy::default()
    };
    for settings in [settings(false), never] {
        let called = searched(&settings, &["a", "b"], &|request| {
            asking_to_wait(response(request, 429, "{}"), "3600")
        });
        assert_eq!(called.addresses().len(), 1);
        assert_eq!(
            called.told(),
            "the search service asks for fewer requests at a time; it can be asked again after Thu, 01 Jan 1970 \
             01:00:00 GMT"
        );
        let learned = called.outcome.unwrap_err().as_learned();
        assert!(!learned.contains("GMT"), "{learned}");
    }
}

/// Returns a world in which the reader, or the page's own server behind it, first replies with this status.
fn failing_first(by_reader: bool, status: u16) -> impl Fn(&HttpRequest) -> HttpResponse {
    let failed = Cell::new(false);
    move |request| {
        let is_reader = request.url.starts_with(JINA);
        if is_reader && !by_reader {
            return response(request, 403, "no");
        }
        let is_first = !request.url.ends_with("/chat/completions") && !failed.replace(true);
        if is_first {
            asking_to_wait(response(request, status, "busy"), "2")
        } else {
            web(request, PAGE)
        }
    }
}

/// MB-20: one failure in passing is no reason to give a page up.
#[test]
fn mb_20_a_page_that_fails_in_passing_is_asked_for_again() {
    let reader = format!("{JINA}{PAGE}");
    for (by_reader, status, pause) in [
        (true, 429, 2000),
        (true, 503, 500),
        (true, BROKEN, 500),
        (false, 429, 2000),
        (false, 503, 2000),
        (false, 409, 2000),
        (false, BROKEN, 500),
    ] {
        let called = visited(&settings(false), PAGE, &failing_first(by_reader, status));
        assert_eq!(called.kept(), [(PAGE, Trust::NamedPage)], "{status}");
        let asked = if by_reader {
            vec![reader.as_str(), reader.as_str()]
        } else {
            vec![reader.as_str(), PAGE, PAGE]
        };
        assert_eq!(called.addresses(), asked, "{status}");
        assert_eq!(called.paused, [pause], "{by_reader} {status}");
    }
}

/// MB-20: a permanent failure is not retried, nor a page that fails twice; a reader's wait that is too long is skipped,
/// as there is another way.
#[test]
fn mb_20_a_page_is_not_asked_for_without_end() {
    let reader = format!("{JINA}{PAGE}");
    for (status, wait, asked) in [
        (404, "2", vec![reader.as_str(), PAGE]),
        (501, "2", vec![reader.as_str(), reader.as_str(), PAGE]),
        (503, "2", vec![reader.as_str(), reader.as_str(), PAGE, PAGE]),
        (429, "3600", vec![reader.as_str(), PAGE]),
    ] {
        let called = visited(&settings(false), PAGE, &|request| {
            asking_to_wait(response(request, status, "no"), wait)
        });
        assert!(called.outcome.is_err());
        assert_eq!(called.addresses(), asked, "{status}");
    }
    let called = visited(&settings(false), PAGE, &|request| {
        let hour = asking_to_wait(response(request, 429, "no"), "3600");
        if request.url.starts_with(JINA) {
            hour
        } else {
            web(request, PAGE)
        }
    });
    assert_eq!(called.kept(), [(PAGE, Trust::NamedPage)]);
    assert!(called.paused.is_empty());
}

/// BX-03: a wait that would outlast the run's time is not begun.
#[test]
fn bx_03_nobody_waits_longer_than_the_budget_leaves_time_for() {
    let mut settings = settings(false);
    for (seconds, pauses) in [(20.0, 0), (200.0, 2)] {
        settings.budget.seconds = Some(seconds);
        let called = searched(&settings, &["a"], &|request| {
            asking_to_wait(response(request, 429, "{}"), "30")
        });
        assert!(
            called.told().contains("fewer requests"),
            "{}",
            called.told()
        );
        assert_eq!(called.paused.len(), pauses);
    }
}

/// Words in place of notes.
fn useless(request: &HttpRequest) -> HttpResponse {
    let message = json!({ "content": "I would rather not." });
    let reply = json!({ "choices": [{ "message": message, "finish_reason": "stop" }] });
    response(request, 200, reply)
}

/// A page of several windows; the reading model reads only the first.
fn half_read(request: &HttpRequest) -> HttpResponse {
    if !request.url.ends_with("/chat/completions") {
        let rest = "Nobody can read this part of the page. ".repeat(8);
        return response(request, 200, format!("Lights\n\n{TOWER}\n\n{rest}"));
    }
    if request.body.contains(TOWER) {
        notes(request)
    } else {
        useless(request)
    }
}

/// MB-20, BX-03: the windows of a page that were read were paid for, and are kept if a later one fails.
#[test]
fn mb_20_what_was_read_of_a_page_outlives_a_window_that_fails() {
    let mut settings = settings(false);
    settings.reader.base_url = String::new();
    settings.llm.as_mut().unwrap().agents.reading.window = 40;
    let called = visited(&settings, PAGE, &half_read);
    assert_eq!(called.sent("model").len(), 3);
    assert_eq!(called.kept(), [(PAGE, Trust::NamedPage)]);
    let told = called.told();
    assert!(told.contains(&format!("> {TOWER}")), "{told}");
    assert!(
        told.contains("Only the beginning of the page was read."),
        "{told}"
    );
    // The budget that does not bear the second window keeps the first.
    settings.budget.requests = Some(2.0);
    let called = visited(&settings, PAGE, &half_read);
    assert_eq!(called.sent("model").len(), 1);
    assert_eq!(called.kept(), [(PAGE, Trust::NamedPage)]);
    // A page whose first window fails has failed; a page that is read whole has no note.
    settings.budget.requests = None;
    let called = visited(&settings, PAGE, &|request| {
        if request.url.ends_with("/chat/completions") {
            useless(request)
        } else {
            half_read(request)
        }
    });
    assert!(matches!(called.outcome, Err(ToolError::Failed { .. })));
    let called = visited(&settings, PAGE, &|request| web(request, PAGE));
    assert!(!called.told().contains("Only the beginning"));
}

/// MB-20: a page longer than the limit of reading has a note that it was not read whole.
#[test]
fn mb_20_windows_that_are_not_read_are_told() {
    let mut settings = settings(false);
    settings.reader.base_url = String::new();
    settings.reader.windows = 1;
    settings.llm.as_mut().unwrap().agents.reading.window = 40;
    let called = visited(&settings, PAGE, &half_read);
    assert_eq!(called.sent("model").len(), 1);
    assert!(
        called
            .told()
            .contains("Only the beginning of the page was read.")
    );
}
