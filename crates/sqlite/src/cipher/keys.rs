//! The passphrases that may open a database.

use amb_store::StoreError;
use rusqlite::{Connection, ErrorCode};

use super::codec;
use super::header::Header;
use super::passphrase::Passphrase;
use crate::database::attempt;

/// The file system that a database is opened on: with or without the encryption layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// It is read as it lies there.
    Bare,
    /// It may be encrypted.
    Cipher,
}

/// Opens a connection that has read nothing yet.
type Connect<'c> = &'c dyn Fn(Layer) -> Result<Connection, StoreError>;

/// The passphrase of a database, or none, and the passphrase of an unfinished change, which may have taken effect.
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

    /// Opens a database with this header.
    ///
    /// # Errors
    /// [`StoreError::PassphraseNeeded`], [`StoreError::PassphraseWrong`], [`StoreError::NotEncrypted`], or SQLite's
    /// error. In each case nothing was written: an encrypted database is never read without a passphrase, nor a plain
    /// one with one, because SQLite would misread the journal that a crash left.
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

    /// Makes the proposed passphrase the current one.
    pub fn accept(&mut self) {
        if let Some(proposed) = self.proposed.take() {
            self.current = proposed;
        }
    }

    /// Returns the present keys.
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

/// Reads the first page, or its copy in the journal that a crash left: under another passphrase neither is authentic.
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
