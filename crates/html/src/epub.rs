//! EPUB books: the chapters of the spine, in its order.

use std::collections::BTreeMap;

use amb_documents::{PageText, ReadText, ReadingError};
use percent_encoding::percent_decode_str;

use crate::archive::{Archive, check_text, damaged, resolved};
use crate::page::{Page, to_text};
use crate::xml::{Step, as_html, walk};

/// The content of a book's package document.
#[derive(Default)]
struct Package {
    title: Option<String>,
    /// By id.
    items: BTreeMap<String, Item>,
    /// The ids of the items to read, in order.
    spine: Vec<String>,
}

/// A file of the book.
struct Item {
    href: String,
    /// It is the table of contents.
    is_contents: bool,
}

/// Reads an EPUB book.
///
/// # Errors
/// It is damaged, or its chapters are encrypted.
pub(crate) fn read(bytes: &[u8]) -> Result<ReadText, ReadingError> {
    let mut archive = Archive::open(bytes)?;
    let path = package_path(&archive.needed("META-INF/container.xml")?)?;
    let package = Package::of(&archive.needed(&path)?)?;
    let encrypted = archive.text("META-INF/encryption.xml")?.unwrap_or_default();
    let encrypted = encrypted_parts(&encrypted)?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut pages, mut read) = (Vec::new(), 0);
    for item in package.chapters() {
        let written = resolved(folder, &item.href);
        let name = unescaped(&written);
        if encrypted.contains(&name) {
            return Err(ReadingError::Locked);
        }
        // A book may name a chapter that it does not hold, or name it as the archive does.
        let chapter = match archive.text(&name)? {
            None => archive.text(&written)?,
            found => found,
        };
        let Some(chapter) = chapter else {
            continue;
        };
        let Page {
            mut text,
            structure,
            ..
        } = to_text(&as_html(&chapter));
        if text.is_empty() {
            continue;
        }
        text.push_str("\n\n");
        read += text.len();
        check_text(read)?;
        let structure = Some(structure);
        pages.push(PageText { text, structure });
    }
    Ok(ReadText {
        title: package.title,
        pages,
        ..ReadText::default()
    })
}

fn package_path(container: &str) -> Result<String, ReadingError> {
    let mut path = None;
    walk(container, |step| {
        if let Step::Open(tag) = step
            && tag.name == "rootfile"
            && path.is_none()
        {
            path = tag.attribute("full-path");
        }
    })?;
    path.ok_or_else(|| damaged("its container names no package"))
}

/// Returns the names of the parts that are encrypted.
fn encrypted_parts(xml: &str) -> Result<Vec<String>, ReadingError> {
    let mut parts = Vec::new();
    walk(xml, |step| {
        if let Step::Open(tag) = step
            && tag.name == "CipherReference"
        {
            parts.extend(tag.attribute("URI").map(|uri| unescaped(&uri)));
        }
    })?;
    Ok(parts)
}

impl Package {
    fn of(xml: &str) -> Result<Self, ReadingError> {
        let mut package = Self::default();
        let mut in_title = false;
        walk(xml, |step| match step {
            Step::Open(tag) => match tag.name {
                "title" if package.title.is_none() => {
                    in_title = true;
                    package.title = Some(String::new());
                }
                "item" => {
                    let properties = tag.attribute("properties").unwrap_or_default();
                    let item = Item {
                        href: tag.attribute("href").unwrap_or_default(),
                        is_contents: properties.split_whitespace().any(|one| one == "nav"),
                    };
                    package
                        .items
                        .insert(tag.attribute("id").unwrap_or_default(), item);
                }
                "itemref" => package.spine.extend(tag.attribute("idref")),
                _ => {}
            },
            Step::Close("title") => in_title = false,
            Step::Text(text) if in_title => {
                package.title.get_or_insert_default().push_str(text);
            }
            Step::Close(_) | Step::Text(_) => {}
        })?;
        Ok(package)
    }

    /// The items of the spine, without the table of contents.
    fn chapters(&self) -> impl Iterator<Item = &Item> {
        let item = |id: &String| self.items.get(id);
        self.spine
            .iter()
            .filter_map(item)
            .filter(|item| !item.is_contents)
    }
}

/// Returns a reference with its percent signs resolved.
fn unescaped(reference: &str) -> String {
    percent_decode_str(reference)
        .decode_utf8_lossy()
        .into_owned()
}
