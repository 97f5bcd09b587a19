//! Why a file is not imported.

use std::borrow::Cow;

use super::file::{MAX_LINE_BYTES, MEMORY_FILE_VERSION};
use amb_memory::hierarchy::HierarchyError;

/// A file that is not imported: where, and why. Nothing of it was.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("line {line} of the file: {fault}")]
pub struct ImportError {
    /// The line, from 1.
    pub line: usize,
    /// Fault of the line.
    pub fault: ImportFault,
}

/// Fault of a line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImportFault {
    /// It is not JSON, or not of the format's shape.
    #[error("this is no line of an exported memory: {}", in_brief(.0))]
    Malformed(String),
    /// It is longer than a line may be.
    #[error("a line of more than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    /// The file is of another format.
    #[error("the format is {:?}, not {expected:?}", in_brief(found))]
    WrongFormat {
        /// The format that it names.
        found: String,
        /// The one that is read here.
        expected: &'static str,
    },
    /// It names a version that never was.
    #[error("no exported memory has version 0: the file was changed, or is damaged")]
    NoVersion,
    /// The file was written by a newer version of this program.
    #[error(
        "version {found}; versions up to {MEMORY_FILE_VERSION} can be read: update to import it"
    )]
    UnsupportedVersion {
        /// The version that it names.
        found: u64,
    },
    /// The file ends before its last line: it was cut off.
    #[error("the file ends here without its last line: it was cut off")]
    CutOff,
    /// Lines are missing, or there are too many.
    #[error("{found} records, where the file says {said}")]
    WrongCount {
        /// Number of records that the file states.
        said: u64,
        /// Number of records in the file.
        found: u64,
    },
    /// There is something behind the last line.
    #[error("there is something behind the last line")]
    AfterEnd,
    /// The same id names two things.
    #[error("the id {} occurs twice", in_brief(.0))]
    DuplicateId(String),
    /// A memory is not what one is.
    #[error(transparent)]
    Memory(#[from] HierarchyError),
    /// A part of a record cannot be so.
    #[error("{what} of {} cannot be: {why}", in_brief(id))]
    Unsound {
        /// The part.
        what: &'static str,
        /// Whose.
        id: String,
        /// Requirement that the part fails.
        why: &'static str,
    },
}

/// Returns a file's text as a message quotes it. Of a long text its beginning, and its end, which may state the
/// expected form.
fn in_brief(told: &str) -> Cow<'_, str> {
    const BEGINNING: usize = 160;
    const END: usize = 80;
    let characters = told.chars().count();
    if characters <= BEGINNING + END {
        return Cow::Borrowed(told);
    }
    let beginning = told.chars().take(BEGINNING);
    let end = told.chars().skip(characters - END);
    Cow::Owned(beginning.chain(['…']).chain(end).collect())
}

impl ImportError {
    /// Stable name of the error, the same in JavaScript's `error.code`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.fault {
            ImportFault::UnsupportedVersion { .. } => "import_too_new",
            _ => "import_malformed",
        }
    }
}
