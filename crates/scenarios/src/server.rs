//! The server on loopback.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;

use crate::hold::Hold;
use crate::http::{Listener, Request};
use crate::play::{Exchange, Play};
use crate::preflight;
use crate::scenario::Scenario;
use crate::sending::send;

/// Plays a scenario until it is dropped.
pub struct Server {
    address: String,
    world: Arc<World>,
    _listener: Listener,
}

/// The state that the responders share. The play is locked before the hold.
struct World {
    play: Mutex<Play>,
    hold: Mutex<Hold>,
}

impl Server {
    /// Starts at a free port of 127.0.0.1, or at `port`.
    ///
    /// # Errors
    /// No port.
    pub fn start(scenario: Scenario, port: u16) -> Result<Self> {
        Self::play(Play::new(scenario), port)
    }

    /// Starts likewise, with a custom play.
    ///
    /// # Errors
    /// No port.
    pub fn play(play: Play, port: u16) -> Result<Self> {
        let world = Arc::new(World {
            play: Mutex::new(play),
            hold: Mutex::new(Hold::default()),
        });
        let shared = Arc::clone(&world);
        let listener = Listener::start(port, move |request| shared.serve(request))?;
        Ok(Self {
            address: listener.address(),
            world,
            _listener: listener,
        })
    }

    /// Returns its address, such as `http://127.0.0.1:4711`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns the exchanges so far.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.world.play().exchanges().to_vec()
    }

    /// Makes its proxy follow redirects itself from now on: a browser hides their targets.
    pub fn follow_redirects(&self) {
        self.world.play().follow_redirects();
    }

    /// Takes back the last response, which a killed client did not receive: the next request gets it.
    pub fn take_back_last(&self) {
        self.world.play().take_back_last();
    }

    /// Holds requests without a response from this `number` (from 0) on.
    pub fn hold_at(&self, number: usize) {
        *self.world.hold() = Hold::at(number);
    }

    /// Returns the number of waiting requests.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.world.hold().waiting()
    }

    /// Lets go of the requests that wait, which were never part of the play, and answers those that follow.
    pub fn release(&self) {
        *self.world.hold() = Hold::default();
    }
}

impl World {
    fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hold(&self) -> MutexGuard<'_, Hold> {
        self.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers one request.
    fn serve(&self, request: Request) {
        let Some(request) = preflight::passed(request) else {
            return;
        };
        let Some((request, exchange)) = self.respond(request) else {
            return;
        };
        // The client may be gone.
        let _ = send(request.connection, &exchange);
    }

    /// The response, unless the request waits.
    fn respond(&self, request: Request) -> Option<(Request, Exchange)> {
        let mut play = self.play();
        let request = self.hold().passed(request, play.requests())?;
        let exchange = play.respond(&request.path, &request.headers, &request.body);
        Some((request, exchange))
    }
}
