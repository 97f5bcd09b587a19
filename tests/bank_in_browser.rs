//! The exported classes in a real browser, in a dedicated worker (PL-04).
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use agentic_memory_bank::Bank;
use js_sys::{Array, Function, JSON, Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

const TEXT: &str = "# The lighthouse\n\nThe lighthouse on Gull Point was lit for the first time on 3 May \
    1871. The tower is 31 metres tall and has 142 steps.\n\n# The ferry\n\nA ferry crosses to the \
    island of Skar four times a day. The crossing takes 35 minutes.";

/// An embedder in JavaScript that hashes words, or one of its failures.
fn callbacks(embed: &str) -> JsValue {
    let host = Object::new();
    let embed = Function::new_with_args("texts", embed);
    let info = JSON::parse(r#"{"modelId":"words","dimensions":256}"#).unwrap();
    Reflect::set(&host, &"embedder".into(), &info).unwrap();
    Reflect::set(&host, &"embed".into(), &embed).unwrap();
    host.into()
}

const WORDS: &str = "
    const vectors = new Float32Array(texts.length * 256);
    texts.forEach((text, row) => {
        for (const word of text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []) {
            let place = 0;
            for (const letter of word) place = (place * 31 + letter.codePointAt(0)) % 256;
            vectors[row * 256 + place] += 1;
        }
    });
    return Promise.resolve({ vectors, coverage: new Float32Array(texts.length).fill(1) });";

fn bank(host: &JsValue) -> Bank {
    Bank::new(host.unchecked_ref(), None).unwrap()
}

fn request(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn about_text(question: &str, more: &str) -> JsValue {
    let text = JSON::stringify(&TEXT.into()).unwrap();
    request(&format!(
        r#"{{"question":"{question}","documents":[{{"name":"westby.md","text":{text}}}]{more}}}"#
    ))
}

/// Runs a request; gives the result and the events.
async fn research(bank: &Bank, request: JsValue) -> Result<(JsValue, Array), JsValue> {
    let events = Array::new();
    let on_event = Function::new_with_args("event", "this.push(event)").bind0(&events);
    let result = bank
        .research(request.unchecked_into(), on_event.unchecked_into(), None)
        .await?;
    Ok((result, events))
}

/// The value at a path of property names.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| {
        Reflect::get(&value, &name.into()).unwrap()
    })
}

/// Whether the answer says this.
fn says(result: &JsValue, words: &str) {
    let text = at(result, "answer.text").as_string().unwrap();
    assert!(text.contains(words), "{text}");
}

/// How many properties an object has of its own.
fn count(object: &JsValue) -> u32 {
    Object::keys(object.unchecked_ref::<Object>()).length()
}

fn code(error: &JsValue) -> String {
    assert!(error.is_instance_of::<js_sys::Error>());
    at(error, "code").as_string().unwrap()
}

/// PL-04, MB-24: a run gives an answer, the three layers, and events on the way.
#[wasm_bindgen_test]
async fn a_document_is_answered_from() {
    let bank = bank(&callbacks(WORDS));
    let (result, events) = research(&bank, about_text("How tall is the tower?", ""))
        .await
        .unwrap();
    says(&result, "31 metres");
    assert_eq!(at(&result, "termination").as_string().unwrap(), "answer");
    assert_eq!(at(&result, "embedder").as_string().unwrap(), "words");
    assert!(count(&at(&result, "queryGraph.nodes")) > 0);
    assert!(count(&at(&result, "interactionTree.entries")) > 0);
    assert_eq!(
        at(&result, "insightDoc.task_goal").as_string().unwrap(),
        "How tall is the tower?"
    );
    let kinds: Vec<String> = events
        .iter()
        .map(|event| at(&event, "type").as_string().unwrap())
        .collect();
    assert_eq!(kinds.first().unwrap(), "runStarted");
    assert_eq!(kinds.last().unwrap(), "runFinished");
    assert!(kinds.iter().any(|kind| kind == "nodeAdded"));
}

/// MB-24, BX-02: a kept run is exported, imported elsewhere, asked again, and replayed from its
/// journal to the identical graph.
#[wasm_bindgen_test]
async fn a_kept_run_is_exported_asked_again_and_replayed() {
    let first = bank(&callbacks(WORDS));
    let keep = r#","keep":true"#;
    let (result, _) = research(&first, about_text("How tall is the tower?", keep))
        .await
        .unwrap();
    let doc_id = at(&result, "docId").as_string().unwrap();
    let export = first.export(&doc_id).unwrap();
    let second = bank(&JsValue::from(Object::new()));
    let restored = second.import(&export).unwrap();
    let text = |value: &JsValue| String::from(JSON::stringify(value).unwrap());
    // What a file says of its own trust is not believed.
    let graph = text(&at(&result, "queryGraph")).replace("\"given\"", "\"imported\"");
    assert_eq!(text(&at(&restored, "queryGraph")), graph);
    assert_eq!(
        code(&second.journal(&doc_id).await.unwrap_err()),
        "no_journal"
    );

    let again = request(&format!(
        r#"{{"question":"How long does the crossing take?","continueFrom":"{doc_id}","keep":true}}"#
    ));
    let (answered, _) = research(&first, again).await.unwrap();
    says(&answered, "35 minutes");
    let journal = first
        .journal(&at(&answered, "docId").as_string().unwrap())
        .await
        .unwrap();
    let silent = Function::new_no_args("");
    let replayed = second
        .replay(&journal, silent.unchecked_into())
        .await
        .unwrap();
    assert_eq!(text(&replayed), text(&answered));
}

/// Without an embedder, and with one that fails, the run goes on with keywords and says so.
#[wasm_bindgen_test]
async fn a_failing_embedder_leaves_keywords() {
    let none = bank(&JsValue::from(Object::new()));
    let (result, _) = research(&none, about_text("How tall is the tower?", ""))
        .await
        .unwrap();
    assert!(at(&result, "embedder").is_null());
    says(&result, "31 metres");
    for broken in [
        "throw new Error('broken')",
        "return Promise.reject(new Error('broken'))",
        "return 3",
    ] {
        let bank = bank(&callbacks(broken));
        let (_, events) = research(&bank, about_text("How tall is the tower?", ""))
            .await
            .unwrap();
        let warned = events
            .iter()
            .any(|event| at(&event, "code") == "keyword_only");
        assert!(warned, "{broken}");
    }
}

/// An abort resolves with what was remembered; a second run at the same time is refused.
#[wasm_bindgen_test]
async fn an_abort_resolves_and_a_busy_bank_refuses() {
    let bank = bank(&callbacks(&format!(
        "if (texts.length > 1) return new Promise(() => {{}}); {WORDS}"
    )));
    let controller = web_sys::AbortController::new().unwrap();
    let silent = || Function::new_no_args("").unchecked_into();
    let endless = bank.research(
        about_text("Who?", "").unchecked_into(),
        silent(),
        Some(controller.signal()),
    );
    let meanwhile = async {
        JsFuture::from(Promise::resolve(&JsValue::NULL))
            .await
            .unwrap();
        let busy = bank
            .research(about_text("Who?", "").unchecked_into(), silent(), None)
            .await;
        assert_eq!(code(&busy.unwrap_err()), "busy");
        controller.abort();
    };
    let (result, ()) = futures::join!(endless, meanwhile);
    assert_eq!(
        at(&result.unwrap(), "termination").as_string().unwrap(),
        "aborted"
    );
    // The bank is free again.
    let tea = r#"{"question":"What is tea?","documents":[{"name":"a","text":"Tea is a drink."}]}"#;
    let (after, _) = research(&bank, request(tea)).await.unwrap();
    assert_eq!(at(&after, "termination").as_string().unwrap(), "answer");
}

/// Bad input is an `Error` with a code, and the bank goes on working.
#[wasm_bindgen_test]
async fn bad_input_is_told_by_code() {
    let bank = bank(&JsValue::from(Object::new()));
    let cases = [
        (r#"{"question":"  "}"#, "empty_question"),
        (r#"{"question":7}"#, "invalid_argument"),
        (r#"{"question":"Who?"}"#, "no_document"),
        (r#"{"question":"Who?","documents":[]}"#, "no_document"),
        (
            r#"{"question":"Who?","continueFrom":"nobody"}"#,
            "unknown_run",
        ),
    ];
    for (json, expected) in cases {
        let error = research(&bank, request(json)).await.unwrap_err();
        assert_eq!(code(&error), expected, "{json}");
    }
    let both = js_sys::eval(
        "({ question: 'Who?', documents: [{ name: 'a', text: 'b', bytes: Uint8Array.of(99) }] })",
    );
    let error = research(&bank, both.unwrap()).await.unwrap_err();
    assert_eq!(code(&error), "invalid_argument");
    let empty = request(r#"{"question":"Who?","documents":[{"name":"a","text":""}]}"#);
    let error = research(&bank, empty).await.unwrap_err();
    assert!(at(&error, "message").as_string().unwrap().contains('a'));
    let large = js_sys::eval(
        "({ question: 'Who?', documents: [1, 2].map(() => ({ name: 'a', text: 'b'.repeat(11 << 20) })) })",
    );
    let error = research(&bank, large.unwrap()).await.unwrap_err();
    assert_eq!(code(&error), "too_large");
    assert_eq!(code(&bank.import("{}").unwrap_err()), "import_malformed");
    let settings = request(r#"{"retrievalAlpha":2}"#);
    let refused = Bank::new(
        Object::new().unchecked_ref(),
        Some(settings.unchecked_into()),
    );
    assert_eq!(code(&refused.err().unwrap()), "invalid_setting");
}

/// Lone surrogates, which Rust's strings cannot hold, become replacement characters.
#[wasm_bindgen_test]
async fn lone_surrogates_are_replaced() {
    let bank = bank(&JsValue::from(Object::new()));
    let question = js_sys::eval(
        r"({ question: 'How tall is the tower\ud800?', documents: [{ name: 'a', text: 'The tower is 31 metres \udfff tall.' }] })",
    );
    let (result, _) = research(&bank, question.unwrap()).await.unwrap();
    says(&result, "31 metres");
}

/// MB-14, MB-26: the adapter alone serves an outside framework.
#[wasm_bindgen_test]
async fn the_adapter_alone_gives_prompts() {
    let bank = bank(&callbacks(WORDS));
    let task = bank.task("How tall is the tower?").unwrap();
    task.add_context("westby.md", TEXT).await.unwrap();
    let prompt = task.enhance_prompt().await.unwrap();
    assert!(prompt.starts_with("<task>") && prompt.contains("<memory>"));
    assert!(prompt.contains("lighthouse"));
    task.intercept_context("The coast guard measured the tower in 2020.")
        .await
        .unwrap();
    let export: JsValue = JSON::parse(&task.export().await.unwrap()).unwrap();
    let completed: Array = at(&export, "insight_doc.completed_tasks").unchecked_into();
    assert_eq!(completed.length(), 1);
}

/// A host whose readers of documents do this.
fn reading_host(read: &str) -> JsValue {
    let host = Object::new();
    let read = Function::new_with_args("bytes, reader, signal", read);
    Reflect::set(&host, &"readDocument".into(), &read).unwrap();
    host.into()
}

/// A question about a file that only its reader knows.
fn about_pdf() -> JsValue {
    let request =
        request(r#"{"question":"How tall is the tower?","documents":[{"name":"guide.pdf"}]}"#);
    let bytes = Uint8Array::from(b"%PDF-1.7\n".as_slice());
    Reflect::set(&at(&request, "documents.0"), &"bytes".into(), &bytes).unwrap();
    request
}

/// MB-04: what the reader of PDF files says becomes a document with pages, in runs and in estimates.
#[wasm_bindgen_test]
async fn a_pdf_file_is_read_by_the_host() {
    let bank = bank(&reading_host(
        "return Promise.resolve({ Ok: { title: null, pages: [
            'The lighthouse stands on Gull Point.', 'The tower is 31 metres tall.'] } });",
    ));
    let (result, _) = research(&bank, about_pdf()).await.unwrap();
    says(&result, "31 metres");
    let page = at(&result, "answer.citations.0.page").as_f64();
    assert_eq!(page, Some(2.0));
    let estimate = bank.estimate(about_pdf().unchecked_into()).await.unwrap();
    assert!(at(&estimate, "basis").is_string());
}

/// MB-04: a file that is refused, one that breaks its reader, and a reader that is not there are told apart.
#[wasm_bindgen_test]
async fn a_pdf_file_that_is_not_read_is_told_by_code() {
    let failing = [
        (
            "return Promise.resolve({ Err: { kind: 'encrypted' } })",
            "pdf_encrypted",
        ),
        (
            "return Promise.reject(new Error('unreachable'))",
            "reader_failed",
        ),
        ("throw new Error('unreachable')", "reader_failed"),
        ("return Promise.resolve(3)", "reader_failed"),
        (
            "return Promise.reject(Object.assign(new Error('404'), { code: 'wasm_unreachable' }))",
            "host_unavailable",
        ),
    ];
    for (read, expected) in failing {
        let failure = research(&bank(&reading_host(read)), about_pdf())
            .await
            .unwrap_err();
        assert_eq!(code(&failure), expected, "{read}");
    }
    let none = bank(&JsValue::from(Object::new()));
    let failure = research(&none, about_pdf()).await.unwrap_err();
    assert_eq!(code(&failure), "no_reader");
}

/// MB-04, MB-18: who cancels a run ends the reading of its PDF files.
#[wasm_bindgen_test]
async fn an_abort_ends_the_reading_of_a_pdf_file() {
    let host = reading_host(
        "return new Promise(() => { signal.onabort = () => { this.ended = true; }; });",
    );
    let bank = bank(&host);
    let controller = web_sys::AbortController::new().unwrap();
    let silent = Function::new_no_args("");
    let run = bank.research(
        about_pdf().unchecked_into(),
        silent.unchecked_into(),
        Some(controller.signal()),
    );
    let (result, ()) = futures::join!(run, async { controller.abort() });
    assert_eq!(
        at(&result.unwrap(), "termination").as_string().unwrap(),
        "aborted"
    );
    assert!(at(&host, "ended").is_truthy());
}
