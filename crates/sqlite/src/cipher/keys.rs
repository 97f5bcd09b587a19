//! The passphrases that may open a database.

use amb_store::StoreError;
use rusqlite::{Connection, ErrorCode};

use super::codec;
use super::header::Header;
use super::passphrase::Passphrase;
use crate::database::attempt;

/// Whether encryption is laid over the file system that a database is opened on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// It is read as it lies there.
    Bare,
    /// It may be encrypted.
    Cipher,
}

/// How to come by a connection that has read nothing yet.
type Connect<'c> = &'c dyn Fn(Layer) -> Result<Connection, StoreError>;

/// The passphrase of a database, or none; and another one that it was about to be given, which may have come about.
#[derive(Default)]
pub struct Keys {
    current: Option<Passphrase>,
    proposed: Option<Option<Passphrase>>,
}

impl Keys {
    /// This passphrase, or none.
    #[must_use]
    pub fn new(current: Option<Passphrase>) -> Self {
        Self {
            current,
            proposed: None,
        }
    }

    /// Opens a database that begins like this.
    ///
    /// # Errors
    /// [`StoreError::PassphraseNeeded`], [`StoreError::PassphraseWrong`], [`StoreError::NotEncrypted`], or SQLite's. In each
    /// case nothing was written: an encrypted database is never read without a passphrase, nor a plain one with one,
    /// for what a crash left in a journal would be taken for something else.
    pub fn open(&mut self, header: Header, connect: Connect<'_>) -> Result<Connection, StoreError> {
        let opened = opened(header, self.current.as_ref(), connect);
        let Some(proposed) = &self.proposed else {
            return opened;
        };
        match opened {
            Err(error) if concerns_passphrase(&error) => {
                let connection = self::opened(header, proposed.as_ref(), connect)?;
                self.accept();
                Ok(connection)
            }
            Ok(connection) => {
                self.proposed = None;
                Ok(connection)
            }
            Err(error) => Err(error),
        }
    }

    /// The database may be opened by this passphrase, or by none, from any moment on.
    pub fn propose(&mut self, to: Option<Passphrase>) {
        self.proposed = Some(to);
    }

    /// What was proposed has come about.
    pub fn accept(&mut self) {
        if let Some(proposed) = self.proposed.take() {
            self.current = proposed;
        }
    }

    /// The same, as they are now.
    #[must_use]
    pub fn current(&self) -> Self {
        Self::new(self.current.clone())
    }
}

fn opened(
    header: Header,
    key: Option<&Passphrase>,
    connect: Connect<'_>,
) -> Result<Connection, StoreError> {
    match (header, key) {
        (Header::Encrypted, None) => Err(StoreError::PassphraseNeeded),
        (Header::Plain, Some(_)) => Err(StoreError::NotEncrypted),
        (_, None) => connect(Layer::Bare),
        (_, Some(key)) => {
            let connection = connect(Layer::Cipher)?;
            codec::unlock(&connection, key)?;
            check(&connection, header)?;
            Ok(connection)
        }
    }
}

/// Reads the first page, or what a crash left of it in a journal: by another passphrase neither is authentic.
fn check(connection: &Connection, header: Header) -> Result<(), StoreError> {
    let read = connection.query_row("PRAGMA application_id", [], |row| row.get::<_, i32>(0));
    let code = read
        .as_ref()
        .err()
        .and_then(rusqlite::Error::sqlite_error_code);
    let is_other = matches!(
        code,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
    );
    if header == Header::Encrypted && is_other {
        return Err(StoreError::PassphraseWrong);
    }
    attempt(|| read.map(drop))
}

fn concerns_passphrase(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::PassphraseNeeded | StoreError::PassphraseWrong | StoreError::NotEncrypted
    )
}
