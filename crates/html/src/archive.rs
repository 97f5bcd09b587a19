//! Parts of a ZIP archive, unpacked within bounds.

use std::io::{Cursor, Read};

use amb_documents::ReadingError;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::encoding::decode;

/// Bytes that all parts of an archive may have together once unpacked: a small archive can hold gigabytes.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// Bytes of text that are read of one document, as of any other.
const MOST_TEXT: usize = 20 * 1024 * 1024;

/// An archive whose parts are read by name.
pub(crate) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'b> Archive<'b> {
    /// Opens an archive.
    ///
    /// # Errors
    /// It is none, or not whole.
    pub(crate) fn open(bytes: &'b [u8]) -> Result<Self, ReadingError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| refusal(&error))?;
        let left = MOST_BYTES;
        Ok(Self { zip, left })
    }

    /// Returns the text of a part; `None` if there is no such part.
    ///
    /// # Errors
    /// It is damaged, encrypted, or unpacks to more than is read.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, ReadingError> {
        let part = match self.zip.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(refusal(&error)),
        };
        let mut bytes = Vec::new();
        let read = part.take(self.left + 1).read_to_end(&mut bytes);
        read.map_err(|error| damaged(&error.to_string()))?;
        self.left = match self.left.checked_sub(bytes.len() as u64) {
            Some(left) => left,
            None => return Err(too_large()),
        };
        Ok(Some(decode(&bytes, None, false).text))
    }

    /// Returns the text of a part that the format demands.
    ///
    /// # Errors
    /// As [`Self::text`]; there is no such part.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, ReadingError> {
        let text = self.text(name)?;
        text.ok_or_else(|| damaged(&format!("it has no {name}")))
    }
}

/// Returns the name of the part that a reference from a folder means.
pub(crate) fn resolved(folder: &str, reference: &str) -> String {
    let reference = reference.split(['#', '?']).next().unwrap_or_default();
    let folder = if reference.starts_with('/') {
        ""
    } else {
        folder
    };
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Refuses more text than is read.
///
/// # Errors
/// There is more.
pub(crate) fn check_text(bytes: usize) -> Result<(), ReadingError> {
    if bytes > MOST_TEXT {
        return Err(ReadingError::Unpacked { limit: MOST_TEXT });
    }
    Ok(())
}

fn refusal(error: &ZipError) -> ReadingError {
    match error {
        ZipError::InvalidPassword | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            ReadingError::Locked
        }
        other => damaged(&other.to_string()),
    }
}

/// The refusal of a file that is not whole.
pub(crate) fn damaged(detail: &str) -> ReadingError {
    ReadingError::Broken {
        detail: detail.to_owned(),
    }
}

fn too_large() -> ReadingError {
    ReadingError::Unpacked {
        limit: usize::try_from(MOST_BYTES).unwrap_or(usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_resolved_as_an_address_is() {
        for (folder, reference, name) in [
            ("OEBPS", "text/a.xhtml#c", "OEBPS/text/a.xhtml"),
            ("", "./a.xhtml", "a.xhtml"),
            ("a/b", "../c/d.html", "a/c/d.html"),
            ("word", "/word/styles2.xml", "word/styles2.xml"),
        ] {
            assert_eq!(resolved(folder, reference), name);
        }
    }
}
