//! From the parts of a document to its text.

use amb_documents::{PageText, ReadText, ReadingError};

use super::body::Body;
use super::numbering::Numbering;
use super::styles::Styles;
use crate::archive::Archive;
use crate::page::{Page, to_text};
use crate::xml::{Step, walk};

/// Reads a Word document.
///
/// # Errors
/// It is damaged or encrypted, or unpacks to more than is read.
pub(crate) fn read(bytes: &[u8]) -> Result<ReadText, ReadingError> {
    let mut archive = Archive::open(bytes)?;
    let path = document_path(&archive.text("_rels/.rels")?.unwrap_or_default())?;
    let folder = path
        .rsplit_once('/')
        .map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let mut part = |name: &str| -> Result<String, ReadingError> {
        Ok(archive
            .text(&format!("{folder}{name}"))?
            .unwrap_or_default())
    };
    let styles = Styles::of(&part("styles.xml")?)?;
    let numbering = Numbering::of(&part("numbering.xml")?)?;
    let notes = [part("footnotes.xml")?, part("endnotes.xml")?];
    let title = title(&archive.text("docProps/core.xml")?.unwrap_or_default())?;
    let mut body = Body::new(&styles, numbering);
    for notes in &notes {
        walk(notes, |step| body.take(&step))?;
    }
    walk(&archive.needed(&path)?, |step| body.take(&step))?;
    let Page {
        text, structure, ..
    } = to_text(&body.into_html());
    let structure = Some(structure);
    Ok(ReadText {
        title,
        pages: vec![PageText { text, structure }],
        ..ReadText::default()
    })
}

/// Returns the path of the document's main part.
fn document_path(relations: &str) -> Result<String, ReadingError> {
    let mut path = None;
    walk(relations, |step| {
        if let Step::Open(tag) = step
            && tag
                .attribute("Type")
                .is_some_and(|kind| kind.ends_with("/officeDocument"))
        {
            path = tag.attribute("Target");
        }
    })?;
    let path = path.unwrap_or_else(|| "word/document.xml".to_owned());
    Ok(path.trim_start_matches('/').to_owned())
}

fn title(properties: &str) -> Result<Option<String>, ReadingError> {
    let (mut title, mut within) = (String::new(), false);
    walk(properties, |step| match step {
        Step::Open(tag) => within = tag.name == "title",
        Step::Close(_) => within = false,
        Step::Text(text) if within => title.push_str(text),
        Step::Text(_) => {}
    })?;
    Ok(Some(title.trim().to_owned()).filter(|title| !title.is_empty()))
}
