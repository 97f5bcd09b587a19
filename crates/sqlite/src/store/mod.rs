//! The store: one connection, its calls one after the other. Each kind of call has a file of its own.

mod hierarchy;
mod runs;
mod trajectories;

use std::future::Future;
use std::pin::Pin;

use amb_store::StoreError;
use amb_store::long_term::LongTermError;
use futures::lock::Mutex;

use crate::cipher::Passphrase;
use crate::database::Session;
use crate::medium::Medium;

/// Runs and long-term memory in SQLite: a [`Store`](amb_store::Store), a
/// [`TrajectoryStore`](amb_store::long_term::TrajectoryStore) and a
/// [`HierarchyStore`](amb_store::long_term::HierarchyStore) of one database.
pub struct SqliteStore {
    is_durable: bool,
    held: Mutex<Held>,
}

/// A call of any of the contracts.
type Call<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + 'a>>;

/// An error of a call.
trait Failure: From<StoreError> {
    /// Returns true if the call may have been carried out in spite of the error.
    fn leaves_doubt(&self) -> bool;
}

impl Failure for StoreError {
    fn leaves_doubt(&self) -> bool {
        self.is_in_doubt()
    }
}

impl Failure for LongTermError {
    fn leaves_doubt(&self) -> bool {
        self.is_in_doubt()
    }
}

/// The state of one call at a time.
struct Held {
    // Before the medium, so that it is closed before the medium is gone.
    session: Option<Session>,
    medium: Box<dyn Medium>,
    standing: Standing,
}

/// The state of the connection relative to the medium.
#[derive(PartialEq)]
enum Standing {
    /// Both hold the same.
    Settled,
    /// The medium is taking over committed changes. At the start of a call this means that the call before was dropped.
    Settling,
}

impl Held {
    /// Returns the connection, on which only durable data is visible.
    async fn session(&mut self) -> Result<&mut Session, StoreError> {
        if self.standing != Standing::Settled {
            self.forget();
        }
        let session = match self.session.take() {
            Some(session) => session,
            None => self.connect().await?,
        };
        Ok(self.session.insert(session))
    }

    async fn connect(&mut self) -> Result<Session, StoreError> {
        let connection = self.medium.connect().await?;
        // Opening an empty or older database wrote its schema.
        self.settle().await?;
        Ok(Session::new(connection))
    }

    async fn settle(&mut self) -> Result<(), StoreError> {
        self.standing = Standing::Settling;
        let settled = self.medium.settle().await;
        self.standing = Standing::Settled;
        if settled.is_err() {
            self.forget();
        }
        settled
    }

    /// Drops SQLite's view of the database, which the next call reads anew.
    fn forget(&mut self) {
        self.session = None;
        self.standing = Standing::Settled;
    }

    /// Keeps or drops the connection after a call.
    fn after<T, E: Failure>(&mut self, done: Result<T, E>) -> Result<T, E> {
        done.inspect_err(|error| {
            if error.leaves_doubt() {
                self.forget();
            }
        })
    }
}

impl SqliteStore {
    /// Opens the database on this medium.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`], [`StoreError::TooNew`], [`StoreError::Busy`], or that of the medium.
    pub(crate) async fn on(medium: impl Medium + 'static) -> Result<Self, StoreError> {
        let is_durable = medium.is_durable();
        let mut held = Held {
            session: None,
            medium: Box::new(medium),
            standing: Standing::Settled,
        };
        held.session().await?;
        Ok(Self {
            is_durable,
            held: Mutex::new(held),
        })
    }

    /// Encrypts the database with this passphrase, or changes its passphrase; `None` makes it plain. The whole database
    /// is written anew in one atomic step; memory holds a copy meanwhile.
    ///
    /// # Errors
    /// [`StoreError::EncryptionUnavailable`], or the medium's error. Afterwards the store goes on with the passphrase
    /// that then holds, the old one or the new one.
    pub async fn change_passphrase(&self, to: Option<Passphrase>) -> Result<(), StoreError> {
        let mut held = self.held.lock().await;
        held.forget();
        held.medium.rekey(to).await?;
        held.session().await.map(drop)
    }

    fn read<'a, T: 'a, E: Failure + 'a>(
        &'a self,
        work: impl FnOnce(&mut Session) -> Result<T, E> + 'a,
    ) -> Call<'a, T, E> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            let done = work(held.session().await?);
            held.after(done)
        })
    }

    fn write<'a, T: 'a, E: Failure + 'a>(
        &'a self,
        work: impl FnOnce(&mut Session) -> Result<T, E> + 'a,
    ) -> Call<'a, T, E> {
        Box::pin(async move {
            let mut held = self.held.lock().await;
            let done = work(held.session().await?);
            let done = held.after(done)?;
            held.settle().await?;
            Ok(done)
        })
    }
}
