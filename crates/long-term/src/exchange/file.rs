//! A file that is read in parts.

use super::fault::{ImportError, ImportFault};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The newest version of files that is read, and the one that is written.
pub const MEMORY_FILE_VERSION: u32 = 1;

/// Bytes of a line: room for all methodologies, which stand on one.
pub const MAX_LINE_BYTES: usize = 64 << 20;

/// Record on a line after the first.
pub trait MemoryRecord: Serialize + DeserializeOwned {
    /// The format's name.
    const FORMAT: &'static str;
    /// Checks records one by one, and against those before them.
    type Checker: Checker<Self>;

    /// The last line of a file of so many records.
    fn end(records: u64) -> Self;

    /// Returns the number of records if this is the last line.
    fn ended(&self) -> Option<u64>;
}

/// Knows the records so far.
pub trait Checker<R>: Default {
    /// Checks that a record may follow those before it.
    ///
    /// # Errors
    /// Names the fault of the record.
    fn check(&mut self, record: &R) -> Result<(), ImportFault>;
}

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    pub format: String,
    pub version: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Beginning,
    Records,
    End,
}

/// A file while it is read: parts of its text in their order, cut anywhere. Each line is checked when it is complete,
/// so that a damaged file is refused at its first damage.
#[derive(Debug)]
pub struct MemoryFile<R: MemoryRecord> {
    /// The beginning of a line whose end has not come.
    unfinished: String,
    line: usize,
    place: Place,
    checker: R::Checker,
    records: Vec<R>,
}

impl<R: MemoryRecord> Default for MemoryFile<R> {
    fn default() -> Self {
        Self {
            unfinished: String::new(),
            line: 0,
            place: Place::Beginning,
            checker: R::Checker::default(),
            records: Vec::new(),
        }
    }
}

impl<R: MemoryRecord> MemoryFile<R> {
    /// Nothing read yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The whole of a text.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn of(text: &str) -> Result<Self, ImportError> {
        let mut file = Self::new();
        file.read(text)?;
        Ok(file)
    }

    /// Reads the next part.
    ///
    /// # Errors
    /// The first damage; the file is of no use then.
    pub fn read(&mut self, part: &str) -> Result<(), ImportError> {
        let mut rest = part;
        while let Some((line, further)) = rest.split_once('\n') {
            self.check_length(line)?;
            self.unfinished.push_str(line);
            let line = std::mem::take(&mut self.unfinished);
            self.read_line(&line)?;
            rest = further;
        }
        self.check_length(rest)?;
        self.unfinished.push_str(rest);
        Ok(())
    }

    fn check_length(&self, further: &str) -> Result<(), ImportError> {
        if self.unfinished.len() + further.len() > MAX_LINE_BYTES {
            return Err(ImportError {
                line: self.line + 1,
                fault: ImportFault::LineTooLong,
            });
        }
        Ok(())
    }

    /// Says that no part follows: a file of which nothing was refused until then is whole, and none of it would be.
    ///
    /// # Errors
    /// The damage of its last line, where no end of a line came after it; the file was cut off.
    pub fn end(&mut self) -> Result<(), ImportError> {
        let last = std::mem::take(&mut self.unfinished);
        if !last.trim().is_empty() {
            self.read_line(&last)?;
        }
        if self.place != Place::End {
            return Err(self.at(ImportFault::CutOff));
        }
        Ok(())
    }

    /// The records, once the last line was read.
    pub(crate) fn finish(mut self) -> Result<Vec<R>, ImportError> {
        self.end()?;
        Ok(self.records)
    }

    fn at(&self, fault: ImportFault) -> ImportError {
        ImportError {
            line: self.line.max(1),
            fault,
        }
    }

    fn read_line(&mut self, line: &str) -> Result<(), ImportError> {
        self.line += 1;
        // Editors leave a mark at the beginning and others' ends of lines.
        let line = line.trim_start_matches('\u{feff}').trim();
        let read = match self.place {
            _ if line.is_empty() => Ok(()),
            Place::Beginning => self.read_header(line),
            Place::Records => self.read_record(line),
            Place::End => Err(ImportFault::AfterEnd),
        };
        read.map_err(|fault| self.at(fault))
    }

    fn read_header(&mut self, line: &str) -> Result<(), ImportFault> {
        let header: Header = parsed(line)?;
        if header.format != R::FORMAT {
            return Err(ImportFault::WrongFormat {
                found: header.format.chars().take(80).collect(),
                expected: R::FORMAT,
            });
        }
        if header.version == 0 {
            return Err(ImportFault::NoVersion);
        }
        if header.version > u64::from(MEMORY_FILE_VERSION) {
            return Err(ImportFault::UnsupportedVersion {
                found: header.version,
            });
        }
        self.place = Place::Records;
        Ok(())
    }

    fn read_record(&mut self, line: &str) -> Result<(), ImportFault> {
        let record: R = parsed(line)?;
        if let Some(said) = record.ended() {
            let found = self.records.len() as u64;
            if said != found {
                return Err(ImportFault::WrongCount { said, found });
            }
            self.place = Place::End;
            return Ok(());
        }
        self.checker.check(&record)?;
        self.records.push(record);
        Ok(())
    }
}

fn parsed<T: DeserializeOwned>(line: &str) -> Result<T, ImportFault> {
    serde_json::from_str(line).map_err(|error| ImportFault::Malformed(error.to_string()))
}
