//! From the parts of a document to its text.

use amb_documents::{PageText, ReadText, ReadingError};

use super::body::Body;
use super::numbering::Numbering;
use super::styles::Styles;
use crate::archive::{Archive, check_text, resolved};
use crate::page::{Page, to_text};
use crate::xml::{Step, walk};

/// Reads a Word document.
///
/// # Errors
/// It is damaged or encrypted, or unpacks to more than is read.
pub(crate) fn read(bytes: &[u8]) -> Result<ReadText, ReadingError> {
    let mut archive = Archive::open(bytes)?;
    let path = document_path(&archive.text("_rels/.rels")?.unwrap_or_default())?;
    let parts = Parts::of(&mut archive, &path)?;
    let mut part = |kind: &str| -> Result<String, ReadingError> {
        Ok(archive.text(&parts.path(kind))?.unwrap_or_default())
    };
    let styles = Styles::of(&part("styles")?)?;
    let numbering = Numbering::of(&part("numbering")?)?;
    let notes = [part("footnotes")?, part("endnotes")?];
    let title = title(&archive.text("docProps/core.xml")?.unwrap_or_default())?;
    let mut body = Body::new(&styles, numbering);
    for notes in &notes {
        walk(notes, |step| body.take(&step))?;
    }
    walk(&archive.needed(&path)?, |step| body.take(&step))?;
    let Page {
        text, structure, ..
    } = to_text(&body.into_html());
    check_text(text.len())?;
    let structure = Some(structure);
    Ok(ReadText {
        title,
        pages: vec![PageText { text, structure }],
        ..ReadText::default()
    })
}

/// The parts that a document's main part relates to.
struct Parts {
    /// The folder of the main part.
    folder: String,
    /// The kind and the name of each.
    related: Vec<(String, String)>,
}

impl Parts {
    fn of(archive: &mut Archive<'_>, path: &str) -> Result<Self, ReadingError> {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let relations = archive.text(&resolved(folder, &format!("_rels/{file}.rels")))?;
        let mut related = Vec::new();
        walk(&relations.unwrap_or_default(), |step| {
            if let Step::Open(tag) = step
                && let (Some(kind), Some(target)) = (tag.attribute("Type"), tag.attribute("Target"))
            {
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                related.push((kind, resolved(folder, &target)));
            }
        })?;
        let folder = folder.to_owned();
        Ok(Self { folder, related })
    }

    /// Returns the name of the part of a kind; the usual one if none is related.
    fn path(&self, kind: &str) -> String {
        let known = self.related.iter().find(|(known, _)| known == kind);
        let usual = || resolved(&self.folder, &format!("{kind}.xml"));
        known.map_or_else(usual, |(_, path)| path.clone())
    }
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
