//! Reading a document: plain text at once, anything else by the host (MB-04).

use amb_documents::{Document, DocumentError, Limits, Opened, Source, open};

use crate::host::{Host, HostError};

/// Reads a document into text.
///
/// # Errors
/// A host that cannot be asked; within, why the document gives no text.
pub async fn read_document(
    host: &dyn Host,
    source: &Source<'_>,
    limits: &Limits,
) -> Result<Result<Document, DocumentError>, HostError> {
    let reader = match open(source, limits) {
        Ok(Opened::Plain(document)) => return Ok(Ok(document)),
        Ok(Opened::Apart(reader)) => reader,
        Err(error) => return Ok(Err(error)),
    };
    let reading = host.read_document(&reader, source.as_bytes()).await?;
    Ok(Document::of_reading(source.name, &reader, reading))
}
