//! The server on loopback.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Result, anyhow};
use tiny_http::Request;

use crate::play::{Exchange, Play};
use crate::scenario::Scenario;
use crate::sending::send;

/// Plays a scenario until it is dropped.
pub struct Server {
    address: String,
    play: Arc<Mutex<Play>>,
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
        let thread = std::thread::spawn({
            let (http, play) = (Arc::clone(&http), Arc::clone(&play));
            move || {
                http.incoming_requests()
                    .for_each(|request| serve(&play, request))
            }
        });
        Ok(Self {
            address: format!("http://127.0.0.1:{port}"),
            play,
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
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers one request. A connection that the other side gave up is nobody's fault.
fn serve(play: &Mutex<Play>, mut request: Request) {
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
