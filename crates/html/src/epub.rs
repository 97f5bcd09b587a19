//! EPUB books: the chapters of the spine, in its order.

use amb_documents::{PageText, ReadText, ReadingError};
use percent_encoding::percent_decode_str;

use crate::archive::{Archive, damaged};
use crate::page::{Page, to_text};
use crate::xml::{Step, walk};

/// The content of a book's package document.
#[derive(Default)]
struct Package {
    title: Option<String>,
    items: Vec<Item>,
    /// The ids of the items to read, in order.
    spine: Vec<String>,
}

/// A file of the book.
struct Item {
    id: String,
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
    let mut pages = Vec::new();
    for item in package.chapters() {
        let name = resolved(folder, &item.href);
        if encrypted.contains(&name) {
            return Err(ReadingError::Locked);
        }
        // A book may name a chapter that it does not hold.
        let Some(chapter) = archive.text(&name)? else {
            continue;
        };
        let Page {
            mut text,
            structure,
            ..
        } = to_text(&chapter);
        if text.is_empty() {
            continue;
        }
        text.push_str("\n\n");
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
                    package.items.push(Item {
                        id: tag.attribute("id").unwrap_or_default(),
                        href: tag.attribute("href").unwrap_or_default(),
                        is_contents: properties.split_whitespace().any(|one| one == "nav"),
                    });
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
        let item = |id: &String| self.items.iter().find(|item| item.id == *id);
        self.spine
            .iter()
            .filter_map(item)
            .filter(|item| !item.is_contents)
    }
}

/// Returns the name in the archive of a reference from a folder.
fn resolved(folder: &str, href: &str) -> String {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in href.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    unescaped(&parts.join("/"))
}

/// Returns a reference with its percent signs resolved.
fn unescaped(reference: &str) -> String {
    percent_decode_str(reference)
        .decode_utf8_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_resolved_as_an_address_is() {
        for (folder, href, name) in [
            ("OEBPS", "text/a%20b.xhtml#c", "OEBPS/text/a b.xhtml"),
            ("", "./a.xhtml", "a.xhtml"),
            ("a/b", "../c/%E7%AB%A0.html", "a/c/章.html"),
            ("a", "100%.html", "a/100%.html"),
        ] {
            assert_eq!(resolved(folder, href), name);
        }
    }
}
