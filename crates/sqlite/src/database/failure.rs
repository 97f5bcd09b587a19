//! Store errors for SQLite's failures.

use amb_store::StoreError;
use rusqlite::{Error, ErrorCode};

/// Runs work that SQLite may fail at.
pub fn attempt<T>(work: impl FnOnce() -> rusqlite::Result<T>) -> Result<T, StoreError> {
    work().map_err(|error| told(&error))
}

/// The store's error for SQLite's. Values that were stored never appear in it.
fn told(error: &Error) -> StoreError {
    let detail = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full { detail },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt { detail }
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { detail },
        // A value or a table that differs from the schema, or a violated constraint of the writer.
        None
        | Some(ErrorCode::Unknown | ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) => {
            StoreError::Corrupt { detail }
        }
        Some(_) => StoreError::Io { detail },
    }
}
