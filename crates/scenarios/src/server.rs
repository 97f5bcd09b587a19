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

/// What is shared with whoever answers a request. Where both are locked, the play is first.
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

    /// Starts likewise, with a play of one's own.
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

    /// Where it is, such as `http://127.0.0.1:4711`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What it was sent so far.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.world.play().exchanges().to_vec()
    }

    /// From now on its proxy follows redirects itself: a browser does not say where they lead.
    pub fn follow_redirects(&self) {
        self.world.play().follow_redirects();
    }

    /// The last response came to nobody, for whoever asked was killed: it stands ready for who asks again.
    pub fn take_back_last(&self) {
        self.world.play().take_back_last();
    }

    /// Requests wait without an answer from the one with this `number` (from 0) on.
    pub fn hold_at(&self, number: usize) {
        *self.world.hold() = Hold::at(number);
    }

    /// How many requests wait.
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
        // Whoever no longer listens has what it wanted.
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
