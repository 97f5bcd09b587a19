//! A server that is down, slow, or does not know the user.

use std::cell::Cell;
use std::net::{Ipv4Addr, TcpListener};
use std::rc::Rc;

use amb_neo4j::{Exchange, ExchangeFuture, Neo4jSettings, Neo4jStore, Pause, Request};
use amb_store::contract::Failure;
use amb_store::long_term::{LongTermError, TrajectoryStore};
use futures::executor::block_on;
use serde_json::json;

use super::faults::{Faulty, Plan};
use super::http::Http;
use super::place::{Login, turn};
use super::samples::plain;

fn opened(settings: Neo4jSettings) -> Result<(), LongTermError> {
    block_on(Neo4jStore::open(Box::new(Http::new()), settings)).map(drop)
}

#[test]
fn cg_09_a_server_that_is_down_is_unreachable() {
    let nobody = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = nobody.local_addr().unwrap().port();
    drop(nobody);
    let login = Login {
        url: format!("http://127.0.0.1:{port}"),
        ..Login::given()
    };
    let error = opened(login.settings()).unwrap_err();
    let LongTermError::Unreachable { host, in_doubt, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(
        (host.as_str(), *in_doubt),
        (format!("127.0.0.1:{port}").as_str(), false)
    );
    assert!(!format!("{error} {error:?}").contains(&login.password));
}

#[test]
fn cg_09_wrong_credentials_and_an_unknown_database_are_told() {
    let _turn = turn();
    let wrong = Login {
        password: "open sesame".to_owned(),
        ..Login::given()
    };
    let error = opened(wrong.settings()).unwrap_err();
    assert_eq!(
        (error.kind(), error.is_retryable()),
        ("server_denied", false)
    );
    let told = format!("{error} {error:?}");
    assert!(!told.contains("sesame") && told.contains("Neo.ClientError.Security.Unauthorized"));
    let elsewhere = Login {
        database: "nowhere".to_owned(),
        ..Login::given()
    };
    let error = opened(elsewhere.settings()).unwrap_err();
    assert_eq!(
        (error.kind(), error.is_retryable()),
        ("server_failed", false)
    );
    assert!(error.to_string().contains("no database of this name"));
}

/// Hands over requests with another patience.
struct Hurried {
    http: Http,
    timeout_ms: Rc<Cell<Option<u32>>>,
}

impl Exchange for Hurried {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        let patience = self.timeout_ms.get().unwrap_or(request.timeout_ms);
        self.http.send_within(request, patience)
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        self.http.sleep(milliseconds)
    }

    fn random(&self) -> f32 {
        self.http.random()
    }
}

/// Somebody else holds the lock: a look that is not answered in time is unreachable, and nothing is lost by it.
#[test]
fn cg_09_a_slow_server_is_given_up_and_found_again() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let timeout_ms = Rc::new(Cell::new(None));
    let exchange = Hurried {
        http: Http::new(),
        timeout_ms: Rc::clone(&timeout_ms),
    };
    let mut settings = login.settings();
    settings.retries.most = 1;
    let store = block_on(Neo4jStore::open(Box::new(exchange), settings)).unwrap();
    let holder = login.clone();
    // Nine million turns while the lock is held: seconds, and never minutes.
    let held = std::thread::spawn(move || {
        let slow = "MATCH (m:TrajectoryMemory) SET m.lock = 0
            WITH m UNWIND range(1, 9000000) AS n WITH m, sum(n % 7) AS spent RETURN spent";
        holder.run(slow, json!({})).unwrap();
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    timeout_ms.set(Some(100));
    let error = block_on(store.learned_since()).unwrap_err();
    assert_eq!(
        (error.kind(), error.is_in_doubt()),
        ("server_unreachable", false),
        "{error:?}"
    );
    timeout_ms.set(None);
    held.join().unwrap();
    block_on(store.learn(&plain("a"))).unwrap();
    assert_eq!(block_on(store.learned_since()), Ok(1));
}

#[test]
fn cg_09_a_run_whose_answer_was_lost_is_in_doubt_and_then_known() {
    let _turn = turn();
    let login = Login::given();
    login.wipe();
    let plan = Rc::new(Plan::default());
    let exchange = Faulty {
        plan: Rc::clone(&plan),
        http: Http::new(),
    };
    let store = block_on(Neo4jStore::open(Box::new(exchange), login.settings())).unwrap();
    block_on(store.learn(&plain("first"))).unwrap();
    // The look before the write is answered.
    plan.set(2, Failure::Once);
    let error = block_on(store.learn(&plain("second"))).unwrap_err();
    assert!(error.is_in_doubt(), "{error:?}");
    let again = block_on(store.learn(&plain("second"))).unwrap_err();
    assert_eq!(again.kind(), "trajectory_exists");
    assert_eq!(block_on(store.learned_since()), Ok(2));
}
