//! An export as JSON text, which an import takes again.

use std::io::{self, ErrorKind, Write};

use super::import::MAX_IMPORT_BYTES;
use serde::Serialize;
use serde::ser::Error as _;
use thiserror::Error;

/// Why a memory is not written as JSON.
#[derive(Debug, Error)]
pub enum ExportError {
    /// It would be larger than what is imported ([`MAX_IMPORT_BYTES`]).
    #[error(
        "the memory is larger as JSON than the {limit} bytes that can be imported again: \
         export the run's journal instead, or ask about fewer documents in one memory"
    )]
    TooLarge {
        /// The most that is written, in bytes.
        limit: usize,
    },
    /// Error of the serialiser.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl ExportError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "export_too_large",
            Self::Json(_) => "json",
        }
    }
}

/// A [`super::TaskExport`], or what holds one, as JSON that [`super::TaskBank::import`] does not find too large.
///
/// # Errors
/// [`ExportError::TooLarge`] as soon as the limit is reached: no more than that is ever held.
pub fn export_json(export: &impl Serialize) -> Result<String, ExportError> {
    json_within(MAX_IMPORT_BYTES, export)
}

fn json_within(limit: usize, value: &impl Serialize) -> Result<String, ExportError> {
    let mut text = Bounded {
        bytes: Vec::new(),
        limit,
    };
    match serde_json::to_writer(&mut text, value) {
        Ok(()) => Ok(String::from_utf8(text.bytes).map_err(serde_json::Error::custom)?),
        Err(error) if error.is_io() => Err(ExportError::TooLarge { limit }),
        Err(error) => Err(error.into()),
    }
}

/// Bytes up to a limit.
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if more.len() > self.limit - self.bytes.len() {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MB-24: what could not be imported again is not written.
    #[test]
    fn no_more_is_written_than_can_be_imported() {
        let value = ["a memory"; 3];
        let whole = serde_json::to_string(&value).unwrap();
        assert_eq!(json_within(whole.len(), &value).unwrap(), whole);
        let error = json_within(whole.len() - 1, &value).unwrap_err();
        assert_eq!(error.kind(), "export_too_large");
        let limit = (whole.len() - 1).to_string();
        assert!(error.to_string().contains(&limit), "{error}");
    }
}
