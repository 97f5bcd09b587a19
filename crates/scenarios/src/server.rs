//! The server on loopback.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Result, anyhow};
use tiny_http::Request;

use crate::hold::Hold;
use crate::play::{Exchange, Play};
use crate::preflight;
use crate::scenario::Scenario;
use crate::sending::send;

/// Plays a scenario until it is dropped.
pub struct Server {
    address: String,
    play: Arc<Mutex<Play>>,
    hold: Arc<Mutex<Hold>>,
    http: Arc<tiny_http::Server>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts at a free port of 127.0.0.1, or at `port`.
    ///
    /// # Errors
    /// No port.
    #[expect(
        clippy::disallowed_methods,
        reason = "the world is native, and goes on beside the run"
    )]
    pub fn start(scenario: Scenario, port: u16) -> Result<Self> {
        let http =
            tiny_http::Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("{error}"))?;
        let http = Arc::new(http);
        let port = http
            .server_addr()
            .to_ip()
            .map_or(0, |address| address.port());
        let play = Arc::new(Mutex::new(Play::new(scenario)));
        let hold = Arc::new(Mutex::new(Hold::default()));
        let thread = std::thread::spawn({
            let (http, play, hold) = (Arc::clone(&http), Arc::clone(&play), Arc::clone(&hold));
            move || {
                http.incoming_requests()
                    .for_each(|request| serve(&play, &hold, request))
            }
        });
        Ok(Self {
            address: format!("http://127.0.0.1:{port}"),
            play,
            hold,
            http,
            thread: Some(thread),
        })
    }

    /// Where it is, such as `http://127.0.0.1:4711`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What it was sent so far.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        let play = self.play.lock().unwrap_or_else(PoisonError::into_inner);
        play.exchanges().to_vec()
    }

    /// Requests wait without an answer from the one with this `number` (from 0) on.
    pub fn hold_at(&self, number: usize) {
        *self.held() = Hold::at(number);
    }

    /// How many requests wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.held().waiting()
    }

    /// Lets go of the requests that wait, which were never part of the play, and answers those that follow.
    pub fn release(&self) {
        *self.held() = Hold::default();
    }

    fn held(&self) -> MutexGuard<'_, Hold> {
        self.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The request, unless it waits.
fn not_held(play: &Mutex<Play>, hold: &Mutex<Hold>, request: Request) -> Option<Request> {
    let play = play.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hold = hold.lock().unwrap_or_else(PoisonError::into_inner);
    hold.passed(request, play.exchanges().len())
}

/// Answers one request. A connection that the other side gave up is nobody's fault.
fn serve(play: &Mutex<Play>, hold: &Mutex<Hold>, request: Request) {
    let Some(request) = preflight::passed(request) else {
        return;
    };
    let Some(mut request) = not_held(play, hold, request) else {
        return;
    };
    let mut body = String::new();
    let _ = request.as_reader().read_to_string(&mut body);
    let headers: Vec<String> = request
        .headers()
        .iter()
        .map(|header| format!("{}: {}", header.field, header.value))
        .collect();
    let exchange = {
        let mut play = play.lock().unwrap_or_else(PoisonError::into_inner);
        play.respond(request.url(), &headers.join("\n"), &body)
    };
    send(request, exchange);
}
