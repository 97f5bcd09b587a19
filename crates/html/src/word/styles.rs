//! The styles of paragraphs.

use std::collections::BTreeMap;

use amb_documents::ReadingError;

use crate::xml::{Step, walk};

/// Styles that a style may be based on, one on another.
const MOST_BASES: usize = 16;

/// The properties of a paragraph, from its style or its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Its outline level: 0 for the outermost headings, 9 for text.
    pub(super) outline: Option<u8>,
    /// The numbering that it belongs to; empty or `0` for none.
    pub(super) numbering: Option<String>,
    /// The level in it.
    pub(super) level: Option<u8>,
}

impl Look {
    /// Reads one of its properties; ignores anything else.
    pub(super) fn take(&mut self, name: &str, value: Option<String>) {
        let number = || value.as_deref().and_then(|value| value.parse().ok());
        match name {
            "outlineLvl" => self.outline = number(),
            "ilvl" => self.level = number(),
            "numId" => self.numbering.clone_from(&value),
            _ => {}
        }
    }

    /// Returns this look, with what it leaves open from another.
    pub(super) fn over(self, other: &Self) -> Self {
        Self {
            outline: self.outline.or(other.outline),
            numbering: self.numbering.or_else(|| other.numbering.clone()),
            level: self.level.or(other.level),
        }
    }
}

/// A style.
#[derive(Debug, Default)]
struct Style {
    /// Its name: the same in every language for those that Word has itself.
    name: String,
    base: Option<String>,
    look: Look,
    /// The first row of its tables has a look of its own.
    has_first_row: bool,
}

/// The styles of a document, by id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
}

impl Styles {
    /// Reads the part of styles.
    ///
    /// # Errors
    /// It is not well-formed.
    pub(super) fn of(xml: &str) -> Result<Self, ReadingError> {
        let mut styles = Self::default();
        let mut open: Option<(String, Style)> = None;
        walk(xml, |step| match step {
            Step::Open(tag) if tag.name == "style" => {
                let id = tag.attribute("styleId").unwrap_or_default();
                open = Some((id, Style::default()));
            }
            Step::Open(tag) => {
                let Some((_, style)) = &mut open else {
                    return;
                };
                match tag.name {
                    "name" => style.name = tag.value().unwrap_or_default().to_lowercase(),
                    "basedOn" => style.base = tag.value(),
                    "tblStylePr" => {
                        style.has_first_row |= tag.attribute("type").as_deref() == Some("firstRow");
                    }
                    name => style.look.take(name, tag.value()),
                }
            }
            Step::Close("style") => styles.styles.extend(open.take()),
            Step::Close(_) | Step::Text(_) => {}
        })?;
        Ok(styles)
    }

    /// Returns the look of a paragraph of this style.
    pub(super) fn look(&self, id: &str) -> Look {
        let mut look = Look::default();
        for style in self.with_bases(id) {
            look = look.over(&style.look);
            look.outline = look.outline.or_else(|| implied_outline(&style.name));
        }
        look
    }

    /// Returns true if the first row of a table of this style has a look of its own.
    pub(super) fn has_first_row(&self, id: &str) -> bool {
        self.with_bases(id).any(|style| style.has_first_row)
    }

    /// A style and those that it is based on.
    fn with_bases(&self, id: &str) -> impl Iterator<Item = &Style> {
        let first = self.styles.get(id);
        let base = |style: &&Style| self.styles.get(style.base.as_deref()?);
        std::iter::successors(first, base).take(MOST_BASES)
    }

    /// Returns true if a style is one of Word's own for lines of a table of contents.
    pub(super) fn is_of_contents(&self, id: &str) -> bool {
        let style = self.styles.get(id);
        style
            .is_some_and(|style| style.name.starts_with("toc ") || style.name == "table of figures")
    }
}

/// Returns the outline level of those of Word's own styles that have one without saying so.
fn implied_outline(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(0);
    }
    let rank: u8 = name.strip_prefix("heading ")?.parse().ok()?;
    (1..=9).contains(&rank).then(|| rank - 1)
}
