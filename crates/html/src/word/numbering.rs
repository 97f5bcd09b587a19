//! The numbering of paragraphs: lists, clauses, numbered headings.

use std::collections::{BTreeMap, BTreeSet};

use amb_documents::ReadingError;

use super::numerals::Format;
use crate::xml::{Step, Tag, walk};

/// Levels of a numbering.
const LEVELS: usize = 9;

/// A level of a numbering.
#[derive(Debug, Clone)]
struct Level {
    format: Format,
    /// The label, in which `%1` stands for the number of the first level.
    text: String,
    start: i32,
    /// All numbers in its label are digits.
    is_legal: bool,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            format: Format::named("decimal"),
            text: String::new(),
            start: 1,
            is_legal: false,
        }
    }
}

/// An instance of a numbering.
#[derive(Debug, Clone, Default)]
struct Instance {
    definition: String,
    /// The first numbers of levels that do not go on from another instance.
    starts: BTreeMap<usize, i32>,
}

/// The label of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Label {
    /// A mark.
    Mark,
    /// A number, as HTML's lists have it: the type of the list, and the number.
    Number(&'static str, i32),
    /// Any other text.
    Text(String),
}

impl Label {
    /// Returns the text in front of a heading; none for a mark.
    pub(super) fn as_text(&self) -> String {
        match self {
            Self::Mark => String::new(),
            Self::Number(kind, number) => format!("{}. ", format_of(kind).of(*number)),
            Self::Text(text) => format!("{text} "),
        }
    }
}

fn format_of(list_type: &str) -> Format {
    Format::named(match list_type {
        "a" => "lowerLetter",
        "A" => "upperLetter",
        "i" => "lowerRoman",
        "I" => "upperRoman",
        _ => "decimal",
    })
}

/// The numberings of a document, and the numbers reached so far.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: BTreeMap<String, BTreeMap<usize, Level>>,
    instances: BTreeMap<String, Instance>,
    /// By definition: instances of one go on from each other.
    reached: BTreeMap<String, [Option<i32>; LEVELS]>,
    begun: BTreeSet<String>,
}

impl Numbering {
    /// Reads the part of numberings.
    ///
    /// # Errors
    /// It is not well-formed.
    pub(super) fn of(xml: &str) -> Result<Self, ReadingError> {
        let mut numbering = Self::default();
        let mut at = Place::default();
        walk(xml, |step| {
            if let Step::Open(tag) = step {
                numbering.take(&tag, &mut at);
            }
        })?;
        Ok(numbering)
    }

    fn take(&mut self, tag: &Tag<'_>, at: &mut Place) {
        let level = || tag.attribute("ilvl").and_then(|level| level.parse().ok());
        match tag.name {
            "abstractNum" => {
                let id = tag.attribute("abstractNumId").unwrap_or_default();
                *at = Place::definition(id);
            }
            "num" => {
                let id = tag.attribute("numId").unwrap_or_default();
                *at = Place::instance(id);
            }
            "lvl" | "lvlOverride" => at.level = level().unwrap_or_default(),
            "abstractNumId" if !at.is_definition => {
                let instance = self.instances.entry(at.id.clone()).or_default();
                instance.definition = tag.value().unwrap_or_default();
            }
            "startOverride" => {
                let start = tag.value().and_then(|start| start.parse().ok());
                let instance = self.instances.entry(at.id.clone()).or_default();
                instance.starts.insert(at.level, start.unwrap_or(1));
            }
            "start" | "numFmt" | "lvlText" | "isLgl" if at.is_definition => {
                let levels = self.definitions.entry(at.id.clone()).or_default();
                let value = tag.value().unwrap_or_default();
                let level = levels.entry(at.level).or_default();
                match tag.name {
                    "start" => level.start = value.parse().unwrap_or(1),
                    "numFmt" => level.format = Format::named(&value),
                    "isLgl" => level.is_legal = tag.holds(),
                    _ => level.text = value,
                }
            }
            _ => {}
        }
    }

    /// Returns the label of the next paragraph of a level; `None` for a numbering that there is not.
    pub(super) fn next(&mut self, id: &str, level: usize) -> Option<Label> {
        let instance = self.instances.get(id)?;
        let levels = self.definitions.get(&instance.definition)?;
        let own = levels.get(&level)?;
        if own.format == Format::Mark {
            return Some(Label::Mark);
        }
        let reached = self.reached.entry(instance.definition.clone()).or_default();
        if self.begun.insert(id.to_owned()) {
            for (level, start) in &instance.starts {
                if let Some(number) = reached.get_mut(*level) {
                    *number = Some(start - 1);
                }
            }
        }
        let number = reached.get(level)?.map_or(own.start, |number| number + 1);
        *reached.get_mut(level)? = Some(number);
        reached
            .iter_mut()
            .skip(level + 1)
            .for_each(|deeper| *deeper = None);
        Some(label(levels, reached, level, number))
    }
}

/// The place in a numbering part.
#[derive(Default)]
struct Place {
    id: String,
    is_definition: bool,
    level: usize,
}

impl Place {
    fn definition(id: String) -> Self {
        Self {
            id,
            is_definition: true,
            level: 0,
        }
    }

    fn instance(id: String) -> Self {
        Self {
            id,
            is_definition: false,
            level: 0,
        }
    }
}

fn label(
    levels: &BTreeMap<usize, Level>,
    reached: &[Option<i32>; LEVELS],
    level: usize,
    number: i32,
) -> Label {
    let Some(own) = levels.get(&level) else {
        return Label::Mark;
    };
    let is_simple = own.text.strip_prefix(&format!("%{}", level + 1));
    if let Format::Labels(_) = own.format
        && is_simple.is_some_and(|rest| matches!(rest, "" | "." | ")"))
    {
        return Label::Number(own.format.list_type(), number);
    }
    let mut text = own.text.clone();
    for (place, level) in levels {
        let shown = reached
            .get(*place)
            .copied()
            .flatten()
            .unwrap_or(level.start);
        let format = if own.is_legal {
            Format::named("decimal")
        } else {
            level.format
        };
        text = text.replace(&format!("%{}", place + 1), &format.of(shown));
    }
    match text.trim() {
        "" => Label::Mark,
        text => Label::Text(text.to_owned()),
    }
}
