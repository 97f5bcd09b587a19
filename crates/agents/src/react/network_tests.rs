//! The tools' requests to the network, and their treatment of the responses.

use std::cell::RefCell;

use amb_llm::chat::Provider;
use amb_llm::http::{HttpRequest, HttpResponse, Reach};
use amb_llm::search::SearchService;
use amb_memory::task::Trust;
use amb_memory::text::Language;
use futures::executor::block_on;
use serde_json::{Value, json};

use super::toolbox::{Observation, ToolError, Toolbox};
use super::{search, visit};
use crate::engine::{Embeddings, Progress, RunContext};
use crate::protocol::Event;
use crate::settings::{LlmSettings, ReaderSettings, SearchSettings, Settings};
use crate::spending::Meter;
use crate::test_network::Network;

pub(super) const JINA: &str = "https://r.jina.ai/";
const SERPER: &str = "https://google.serper.dev/";
pub(super) const TOWER: &str = "The tower is 42 metres tall.";

/// The outcome of a tool's call.
pub(super) struct Called {
    pub(super) outcome: Result<Vec<Observation>, ToolError>,
    asked: Vec<HttpRequest>,
    /// The milliseconds of each pause.
    pub(super) paused: Vec<u32>,
    warnings: Vec<String>,
}

impl Called {
    /// Returns the requested addresses, except the model's.
    pub(super) fn addresses(&self) -> Vec<&str> {
        let asked = self.asked.iter().map(|request| request.url.as_str());
        asked
            .filter(|url| !url.ends_with("/chat/completions"))
            .collect()
    }

    /// Returns this field of each request to the model, `null` if it is missing.
    pub(super) fn sent(&self, field: &str) -> Vec<Value> {
        let asked = self.asked.iter();
        let chats = asked.filter(|request| request.url.ends_with("/chat/completions"));
        let bodies = chats.map(|request| serde_json::from_str::<Value>(&request.body).unwrap());
        bodies.map(|body| body[field].clone()).collect()
    }

    /// Returns the text for the model.
    pub(super) fn told(&self) -> String {
        match &self.outcome {
            Ok(observations) => {
                let texts: Vec<&str> = observations.iter().map(|one| one.text.as_str()).collect();
                texts.join("\n\n")
            }
            Err(error) => error.to_string(),
        }
    }

    /// Returns the texts for memory: source and trust.
    pub(super) fn kept(&self) -> Vec<(&str, Trust)> {
        let observations = self.outcome.as_ref().unwrap();
        let found = observations.iter().flat_map(|one| &one.found);
        found
            .map(|found| (found.document.as_str(), found.trust))
            .collect()
    }
}

pub(super) fn with_settings(
    settings: &Settings,
    answers: &dyn Fn(&HttpRequest) -> HttpResponse,
    user: &str,
    act: impl AsyncFnOnce(&Toolbox<'_>, &RunContext<'_>) -> Result<Vec<Observation>, ToolError>,
) -> Called {
    let network = Network::answering(answers);
    let warnings = RefCell::new(Vec::new());
    let emit = |event| {
        if let Event::Warning { message, .. } = event {
            warnings.borrow_mut().push(message);
        }
    };
    let progress = Progress::new(&emit);
    let context = RunContext {
        embeddings: &Embeddings::new(&network, &progress, &emit, 8).unwrap(),
        language: Language::English,
        progress: &progress,
        settings,
        host: &network,
        meter: &Meter::begin(settings, None, &network).unwrap(),
        emit: &emit,
    };
    let tools = Toolbox::new(settings, &[user]);
    let outcome = block_on(act(&tools, &context));
    Called {
        outcome,
        asked: network.asked.take(),
        paused: network.paused.take(),
        warnings: warnings.take(),
    }
}

pub(super) fn settings(allow_local: bool) -> Settings {
    Settings {
        llm: Some(LlmSettings {
            provider: Provider::named("openai").unwrap(),
            ..LlmSettings::default()
        }),
        search: Some(SearchSettings::default()),
        reader: ReaderSettings {
            allow_local,
            ..ReaderSettings::default()
        },
        ..Settings::default()
    }
}

/// Visits the one page that the user named.
pub(super) fn visited(
    settings: &Settings,
    url: &str,
    answers: &dyn Fn(&HttpRequest) -> HttpResponse,
) -> Called {
    with_settings(settings, answers, url, async |tools, context| {
        let arguments = json!({ "url": url, "goal": "its height" });
        let arguments = serde_json::from_value(arguments).unwrap();
        visit::visit(tools, context, &arguments).await
    })
}

pub(super) fn response(request: &HttpRequest, status: u16, body: impl ToString) -> HttpResponse {
    HttpResponse {
        status,
        url: request.url.clone(),
        headers: vec![("content-type".to_owned(), "text/plain".to_owned())],
        body: body.to_string().into_bytes(),
    }
}

/// The reading model's notes.
pub(super) fn notes(request: &HttpRequest) -> HttpResponse {
    let notes = json!({ "relevant": true, "evidence": [TOWER], "summary": "42 metres" });
    let message = json!({ "content": notes.to_string() });
    let reply = json!({ "choices": [{ "message": message, "finish_reason": "stop" }] });
    response(request, 200, reply)
}

/// Replies as Jina Reader for the page at an address, and as the pages themselves.
pub(super) fn web(request: &HttpRequest, read_at: &str) -> HttpResponse {
    if request.url.ends_with("/chat/completions") {
        notes(request)
    } else if request.url.starts_with(JINA) {
        let data = json!({ "url": read_at, "title": "The tower", "content": TOWER });
        response(request, 200, json!({ "code": 200, "data": data }))
    } else {
        response(request, 200, TOWER)
    }
}

/// BX-05: the address of a page in the local network is revealed to nobody outside.
#[test]
fn bx_05_no_reader_is_told_of_a_page_of_the_own_network() {
    for own in [
        "http://127.0.0.1:8080/private?token=SECRET",
        "http://wiki.lan/private?token=SECRET",
        "http://192.168.1.1/",
        "http://printer.local/",
        "http://[::1]/",
    ] {
        let called = visited(&settings(true), own, &|request| web(request, own));
        assert_eq!(called.addresses(), [own]);
        assert_eq!(called.kept(), [(own, Trust::NamedPage)]);
    }
    let public = "https://a.example/x";
    let called = visited(&settings(true), public, &|request| web(request, public));
    assert_eq!(called.addresses(), [format!("{JINA}{public}")]);
}

/// BX-05: a page that Jina Reader found elsewhere is cited and trusted by the address at which it was found.
#[test]
fn bx_05_who_answered_the_reader_counts() {
    let asked = "https://museum.example/tower";
    for (read_at, kept) in [
        (asked, (asked, Trust::NamedPage)),
        ("x", (asked, Trust::NamedPage)),
        (
            "https://museum.example/en/tower#top",
            ("https://museum.example/en/tower", Trust::NamedPage),
        ),
        (
            "https://evil.example/landing",
            ("https://evil.example/landing", Trust::FoundPage),
        ),
    ] {
        let called = visited(&settings(false), asked, &|request| web(request, read_at));
        assert_eq!(called.kept(), [kept], "{read_at}");
        assert_eq!(called.addresses().len(), 1, "{read_at}");
    }
}

/// A page that Jina Reader claims to have read at a forbidden address is refused.
#[test]
fn bx_05_no_reader_leads_into_the_own_network() {
    let asked = "https://museum.example/tower";
    for read_at in ["http://127.0.0.1/", "https://museum.example@evil.example/"] {
        let called = visited(&settings(true), asked, &|request| web(request, read_at));
        assert_eq!(called.addresses(), [&format!("{JINA}{asked}"), asked]);
        assert_eq!(called.kept(), [(asked, Trust::NamedPage)], "{read_at}");
    }
}

/// The host gets the network that a page may lie in: by the source of the name, at each redirect anew.
#[test]
fn bx_05_a_page_is_asked_for_with_the_reach_of_who_named_it() {
    let asked = "http://wiki.example/tower";
    let found = "http://elsewhere.example/tower";
    let answers = |request: &HttpRequest| {
        let mut answer = web(request, asked);
        if request.url == asked {
            answer.status = 302;
            answer.headers = vec![("location".to_owned(), found.to_owned())];
        }
        answer
    };
    for (allow_local, expected) in [
        (true, [Reach::Own, Reach::Outside]),
        (false, [Reach::Public, Reach::Public]),
    ] {
        let mut settings = settings(allow_local);
        settings.reader.base_url = String::new();
        let called = visited(&settings, asked, &answers);
        assert_eq!(called.addresses(), [asked, found]);
        let pages = called.asked.iter().take(2);
        assert_eq!(pages.map(|page| page.reach).collect::<Vec<_>>(), expected);
        let model = called.asked.last().unwrap();
        assert_eq!(model.reach, Reach::Any);
    }
}

/// MB-19, BX-05: an address that is never opened is no source either.
#[test]
fn bx_05_results_that_are_never_opened_are_no_sources() {
    let organic = [
        "https://www.bank.example@evil.example/login",
        "http://192.168.1.1/admin?reboot=1",
        "http://localhost/",
        "https://a.example/x",
    ];
    let organic = organic.map(|link| json!({ "title": "t", "link": link, "snippet": TOWER }));
    let answer = json!({ "answer": "42 metres", "link": "http://10.0.0.1/" });
    let found = json!({ "organic": organic, "answerBox": answer }).to_string();
    let searched = |settings: &Settings| {
        let answers = |request: &HttpRequest| response(request, 200, &found);
        with_settings(settings, &answers, "", async |tools, context| {
            let arguments = serde_json::from_value(json!({ "query": "tower" })).unwrap();
            let observations = search::search(tools, context, &arguments).await;
            assert!(tools.addresses.check("https://a.example/x").is_ok());
            observations
        })
    };
    for allow_local in [false, true] {
        let called = searched(&settings(allow_local));
        assert!(called.asked[0].url.starts_with(SERPER));
        let sources = ["https://a.example/x", "search: tower"];
        let kept = sources.map(|source| (source, Trust::Snippet));
        assert_eq!(called.kept(), kept);
        let told = &called.outcome.as_ref().unwrap()[0].text;
        for hidden in ["evil.example", "192.168.1.1", "localhost", "10.0.0.1"] {
            assert!(!told.contains(hidden), "{told}");
        }
    }
    // A search engine within the local network may name local pages, if the settings open it.
    let mut intranet = settings(true);
    let engine = SearchSettings {
        base_url: "http://search.lan".to_owned(),
        ..SearchSettings::default()
    };
    intranet.search = Some(engine);
    let called = searched(&intranet);
    let own = ("http://192.168.1.1/admin?reboot=1", Trust::Snippet);
    assert!(called.kept().contains(&own), "{:?}", called.kept());
}

/// MB-19: with Wikipedia nobody needs a key, and its articles may be visited like any result.
#[test]
fn mb_19_articles_of_wikipedia_are_found_in_the_runs_language_and_visited() {
    let article = "https://zh.wikipedia.org/wiki/Tower_(building)";
    let page = json!({ "title": "Tower", "fullurl": article, "index": 1, "extract": TOWER });
    let found = json!({ "query": { "pages": [page] } }).to_string();
    let read = article.replace('(', "%28").replace(')', "%29");
    let answers = |request: &HttpRequest| match request.url.contains("/w/api.php?") {
        true => response(request, 200, &found),
        false => web(request, &read),
    };
    let searched = |settings: &Settings| {
        with_settings(settings, &answers, "", async |tools, context| {
            let arguments = serde_json::from_value(json!({ "query": "tower" })).unwrap();
            let mut observations = search::search(tools, context, &arguments).await?;
            let goal = json!({ "url": read, "goal": "its height" });
            let arguments = serde_json::from_value(goal).unwrap();
            observations.extend(visit::visit(tools, context, &arguments).await?);
            Ok(observations)
        })
    };
    let mut settings = settings(false);
    settings.search = Some(SearchSettings::of(SearchService::Wikipedia));
    for (language, wiki) in [(None, "en"), (Some(Language::Chinese), "zh")] {
        settings.search_language = language;
        let called = searched(&settings);
        let [search, visit] = [&called.asked[0], &called.asked[1]];
        let start = format!("https://{wiki}.wikipedia.org/w/api.php?");
        assert!(search.url.starts_with(&start), "{}", search.url);
        let tools = Toolbox::new(&settings, &[]).definitions(Language::English);
        let described = format!("Searches the articles of the wiki {wiki}.wikipedia.org.");
        let mut told = tools.iter().map(|tool| &tool.description);
        assert!(told.any(|told| told.starts_with(&described)));
        assert_eq!((search.credential, search.reach), (None, Reach::Any));
        assert_eq!(visit.url, format!("{JINA}{read}"));
        let kept = [(read.as_str(), Trust::Snippet), (&read, Trust::FoundPage)];
        assert_eq!(called.kept(), kept);
        let told = called.told();
        assert!(
            told.contains("Wikipedia search for 'tower' found 1 result"),
            "{told}"
        );
    }
}

/// MB-21: for an endpoint that refuses JSON output or token counts, requests leave them out for the rest of the run.
#[test]
fn mb_21_a_refused_form_of_the_reply_steps_down_for_the_rest_of_the_run() {
    let asked = "https://museum.example/tower";
    let answers = |request: &HttpRequest| {
        if !request.url.ends_with("/chat/completions") {
            return web(request, asked);
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let refused = |message: &str| {
            let error = json!({ "error": { "message": message, "type": "invalid_request_error" } });
            response(request, 400, error)
        };
        if body.get("stream_options").is_some() {
            refused("Unrecognized request argument supplied: stream_options")
        } else if body.get("response_format").is_some() {
            refused("This response_format type is unavailable now")
        } else {
            notes(request)
        }
    };
    let settings = settings(false);
    let called = with_settings(&settings, &answers, asked, async |tools, context| {
        let arguments = serde_json::from_value(json!({ "url": asked })).unwrap();
        visit::visit(tools, context, &arguments).await?;
        visit::visit(tools, context, &arguments).await
    });
    assert_eq!(called.kept(), [(asked, Trust::NamedPage)]);
    let formats = called.sent("response_format");
    let kinds: Vec<&Value> = formats.iter().map(|format| &format["type"]).collect();
    let (schema, object) = ("json_schema", "json_object");
    let (schema, object) = (json!(schema), json!(object));
    let none = &Value::Null;
    assert_eq!(kinds, [&schema, &schema, &object, none, none]);
    let counted = called.sent("stream_options");
    assert_eq!(counted.iter().filter(|one| one.is_object()).count(), 1);
    assert_eq!(called.warnings.len(), 3, "{:?}", called.warnings);
    for (warning, setting) in called.warnings.iter().zip([
        "llm.provider.streamUsage to false",
        "llm.provider.json to object",
        "llm.provider.json to prompt",
    ]) {
        assert!(warning.contains(setting), "{warning}");
    }
}

/// MB-21: a refusal that nothing can be put in place of is the step's failure, not an endless question.
#[test]
fn mb_21_a_refusal_of_what_was_not_asked_for_ends_the_call() {
    let asked = "https://museum.example/tower";
    let answers = |request: &HttpRequest| {
        if request.url.ends_with("/chat/completions") {
            let message = "response_format and stream_options are odd";
            response(request, 422, json!({ "error": { "message": message } }))
        } else {
            web(request, asked)
        }
    };
    let mut settings = settings(false);
    let provider = Provider::custom("https://llm.example/v1");
    settings.llm = Some(LlmSettings {
        provider,
        ..LlmSettings::default()
    });
    let called = visited(&settings, asked, &answers);
    assert!(called.outcome.is_err());
    assert_eq!(called.sent("model").len(), 1);
}
