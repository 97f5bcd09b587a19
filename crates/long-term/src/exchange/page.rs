//! A file that is written in parts.

use super::file::{Header, MEMORY_FILE_VERSION, MemoryRecord};
use amb_memory::ListCursor;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// A part of an exported file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportPage {
    /// Whole lines, to be appended to those before them.
    pub text: String,
    /// Cursor of the next part; `None` after the last.
    pub next: Option<ExportCursor>,
}

/// Cursor of an export. Memories that are written meanwhile may be in the file or not. A content that was purged or
/// corrected and observed anew may be in it twice; an import takes it once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportCursor {
    pub(crate) section: Section,
    /// The last that was written of it.
    pub(crate) after: Option<ListCursor>,
    /// Records so far.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub(crate) records: u64,
}

/// Sections of an export, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Section {
    /// Remembered entries, or trajectories.
    First,
    /// Forgotten entries, or methodologies.
    Second,
}

/// Writes lines of one page.
pub(crate) struct PageWriter<R> {
    text: String,
    records: u64,
    record: PhantomData<R>,
}

impl<R: MemoryRecord> PageWriter<R> {
    /// A page that goes on where another ended; the first begins with the header.
    pub fn new(cursor: Option<&ExportCursor>) -> Self {
        let mut page = Self {
            text: String::new(),
            records: cursor.map_or(0, |cursor| cursor.records),
            record: PhantomData,
        };
        if cursor.is_none() {
            page.line(&Header {
                format: R::FORMAT.to_owned(),
                version: u64::from(MEMORY_FILE_VERSION),
            });
        }
        page
    }

    /// Adds a record.
    pub fn add(&mut self, record: &R) {
        self.line(record);
        self.records += 1;
    }

    /// The page, and where the next one goes on.
    pub fn until(self, section: Section, after: Option<ListCursor>) -> ExportPage {
        ExportPage {
            text: self.text,
            next: Some(ExportCursor {
                section,
                after,
                records: self.records,
            }),
        }
    }

    /// The last page.
    pub fn end(mut self) -> ExportPage {
        self.line(&R::end(self.records));
        ExportPage {
            text: self.text,
            next: None,
        }
    }

    fn line<T: Serialize>(&mut self, line: &T) {
        // Records are maps with texts for keys, and their numbers are finite: there is nothing JSON cannot say.
        if let Ok(json) = serde_json::to_string(line) {
            self.text.push_str(&json);
            self.text.push('\n');
        }
    }
}
