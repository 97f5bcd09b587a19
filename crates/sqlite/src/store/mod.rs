//! The store: one connection, its calls one after the other. What each kind of call does is in a file of its own.

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

/// What a call may fail with.
trait Failure: From<StoreError> {
    /// Whether the call may have been carried out all the same.
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

/// What one call has to itself.
struct Held {
    // Before the medium, so that it is closed before the medium is gone.
    session: Option<Session>,
    medium: Box<dyn Medium>,
    standing: Standing,
}

/// How the connection and the medium stand to each other.
#[derive(PartialEq)]
enum Standing {
    /// Both hold the same.
    Settled,
    /// The medium is taking over what was committed. Found so at the beginning of a call, the one before was
    /// dropped.
    Settling,
}

impl Held {
    /// The connection, with nothing to be seen that is not durable.
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

    /// What SQLite believes is not to be trusted: it is read again by the next call.
    fn forget(&mut self) {
        self.session = None;
        self.standing = Standing::Settled;
    }

    /// What becomes of the connection after a call.
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

    /// Encrypts the database with this passphrase, plain until now or encrypted with another one; `None` makes it plain.
    /// All of it is written anew, in one step that comes about whole or not at all; it has room in memory meanwhile.
    ///
    /// # Errors
    /// [`StoreError::EncryptionUnavailable`], or that of the medium. After one the store goes on, by the old passphrase or
    /// the new one, whichever holds by then.
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
