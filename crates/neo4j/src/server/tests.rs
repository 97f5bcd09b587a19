use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::ready;
use std::rc::Rc;

use futures::executor::block_on;
use serde_json::{Value, json};

use super::asking::{Row, Server, pause_ms};
use crate::exchange::{Exchange, ExchangeFuture, NotAnswered, Pause, Request, Response};
use crate::settings::{Neo4jSettings, Retries};
use crate::wire::{Failure, Intent};

/// Replies from a script, and records requests and waits.
#[derive(Default)]
struct Script {
    answers: RefCell<VecDeque<Result<Response, NotAnswered>>>,
    sent: RefCell<Vec<Sent>>,
    pauses: RefCell<Vec<u32>>,
}

/// A request that was sent.
#[derive(Clone)]
struct Sent {
    url: String,
    headers: Vec<(String, String)>,
    body: String,
}

struct Scripted(Rc<Script>);

impl Exchange for Scripted {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        let headers = request.headers();
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let sent = Sent {
            url: request.url.clone(),
            headers: headers.to_vec(),
            body: request.body.clone(),
        };
        self.0.sent.borrow_mut().push(sent);
        let answer = self.0.answers.borrow_mut().pop_front();
        Box::pin(ready(
            answer.expect("it is sent no more than was written down"),
        ))
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        self.0.pauses.borrow_mut().push(milliseconds);
        Box::pin(ready(()))
    }

    fn random(&self) -> f32 {
        0.5
    }
}

fn answer(status: u16, body: &str) -> Result<Response, NotAnswered> {
    Ok(Response {
        status,
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
    })
}

fn failed(code: &str) -> Result<Response, NotAnswered> {
    answer(
        400,
        &json!({"errors": [{"code": code, "message": "sesame"}]}).to_string(),
    )
}

fn lost(sent: bool) -> Result<Response, NotAnswered> {
    let detail = "connection reset".to_owned();
    Err(NotAnswered { sent, detail })
}

const DEADLOCK: &str = "Neo.TransientError.Transaction.DeadlockDetected";
const FOUND: &str = r#"{"data":{"fields":["a"],"values":[[1]]}}"#;

/// Returns the result of a request, the number of attempts, and the pauses.
fn asked(
    intent: Intent,
    answers: Vec<Result<Response, NotAnswered>>,
) -> (Result<Vec<Row>, Failure>, usize, Vec<u32>) {
    let script = Rc::new(Script::default());
    script.answers.borrow_mut().extend(answers);
    let settings = Neo4jSettings::new("http://host:1", "neo4j", "ann", "sesame").unwrap();
    let server = Server::new(Box::new(Scripted(Rc::clone(&script))), settings);
    let result = block_on(server.ask(intent, "RETURN $given.a AS a", &json!({"a": 1})));
    let sent = script.sent.borrow().len();
    let pauses = script.pauses.borrow().clone();
    (result, sent, pauses)
}

#[test]
fn cg_09_a_request_is_a_constant_statement_with_parameters() {
    let script = Rc::new(Script::default());
    script.answers.borrow_mut().push_back(answer(202, FOUND));
    let settings = Neo4jSettings::new("http://host:1", "neo4j", "ann", "sesame").unwrap();
    let server = Server::new(Box::new(Scripted(Rc::clone(&script))), settings);
    let text = "'}) DETACH DELETE n //";
    block_on(server.ask(Intent::Look, "RETURN $given.a AS a", &json!({"a": text}))).unwrap();
    let Sent { url, headers, body } = script.sent.borrow()[0].clone();
    assert_eq!(url, "http://host:1/db/neo4j/query/v2");
    assert_eq!(
        headers[0],
        (
            "Authorization".to_owned(),
            "Basic YW5uOnNlc2FtZQ==".to_owned()
        )
    );
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        body,
        json!({"statement": "RETURN $given.a AS a", "parameters": {"given": {"a": text}}})
    );
}

#[test]
fn cg_09_what_failed_in_passing_is_sent_again_with_growing_pauses() {
    let answers = vec![
        failed(DEADLOCK),
        lost(false),
        failed(DEADLOCK),
        answer(202, FOUND),
    ];
    let (result, sent, pauses) = asked(Intent::Write, answers);
    assert_eq!(result.unwrap().len(), 1);
    assert_eq!((sent, pauses), (4, vec![75, 150, 300]));
}

#[test]
fn cg_09_retries_are_bounded() {
    let (result, sent, _) = asked(Intent::Look, vec![failed(DEADLOCK); 5]);
    assert!(result.unwrap_err().error.is_retryable());
    assert_eq!(sent, 5);
    let (result, sent, _) = asked(Intent::Look, vec![lost(true); 5]);
    let error = result.unwrap_err().error;
    assert_eq!(
        (error.kind(), error.is_in_doubt()),
        ("server_unreachable", false)
    );
    assert_eq!(sent, 2, "each may have been waited for as long as may be");
}

#[test]
fn cg_09_wrong_credentials_and_syntax_are_not_tried_again() {
    for (code, kind) in [
        ("Neo.ClientError.Security.Unauthorized", "server_denied"),
        ("Neo.ClientError.Statement.SyntaxError", "server_failed"),
    ] {
        let (result, sent, _) = asked(Intent::Look, vec![failed(code)]);
        let error = result.unwrap_err().error;
        assert_eq!((error.kind(), error.is_retryable(), sent), (kind, false, 1));
        assert!(!format!("{error} {error:?}").contains("sesame"));
    }
}

#[test]
fn cg_09_a_write_whose_answer_was_lost_is_in_doubt_and_not_sent_again() {
    for answer in [
        lost(true),
        answer(202, r#"{"data":{"fie"#),
        answer(504, "<html>"),
    ] {
        let (result, sent, _) = asked(Intent::Write, vec![answer]);
        assert!(result.unwrap_err().error.is_in_doubt());
        assert_eq!(sent, 1);
    }
}

#[test]
fn cg_09_a_server_that_asks_for_patience_gets_it_within_bounds() {
    let retries = Retries::default();
    assert_eq!(pause_ms(&retries, 0, Some(2_000), 1.0), 2_000);
    assert_eq!(pause_ms(&retries, 0, Some(u32::MAX), 1.0), 5_000);
    assert_eq!(pause_ms(&retries, 40, None, 0.0), 5_000);
    assert_eq!(pause_ms(&retries, 40, None, 1.0), 2_500);
    assert!(pause_ms(&retries, 1, None, f32::NAN) <= 200);
}
