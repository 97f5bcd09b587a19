//! The numbering of paragraphs: lists, clauses, numbered headings.

use std::collections::{BTreeMap, BTreeSet};

use amb_documents::ReadingError;

use super::numerals::Format;
use crate::page::Labels;
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
    /// The level, from 1, after which it begins anew; 0 for never. `None`: after each level above it.
    restart: Option<usize>,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            format: Format::named("decimal"),
            text: String::new(),
            start: 1,
            is_legal: false,
            restart: None,
        }
    }
}

/// The levels of a numbering.
type Levels = BTreeMap<usize, Level>;

/// A numbering.
#[derive(Debug, Default)]
struct Definition {
    levels: Levels,
    /// The list style whose levels it has instead of its own.
    linked: Option<String>,
    /// The list style whose levels these are.
    style: Option<String>,
}

/// An instance of a numbering.
#[derive(Debug, Clone, Default)]
struct Instance {
    definition: String,
    /// The first numbers of levels that do not go on from another instance.
    starts: BTreeMap<usize, i32>,
    /// Levels that it has instead of the definition's.
    levels: Levels,
}

/// The numbers of a numbering so far.
#[derive(Debug, Default)]
struct Numbers {
    reached: [Option<i32>; LEVELS],
    /// The first numbers that an instance has set.
    firsts: [Option<i32>; LEVELS],
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
    definitions: BTreeMap<String, Definition>,
    instances: BTreeMap<String, Instance>,
    /// By definition: instances of one go on from each other.
    numbers: BTreeMap<String, Numbers>,
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
        match tag.name {
            "abstractNum" => *at = Place::of(tag.attribute("abstractNumId"), true),
            "num" => *at = Place::of(tag.attribute("numId"), false),
            "lvl" | "lvlOverride" => {
                let level = tag.attribute("ilvl").and_then(|level| level.parse().ok());
                at.level = level.unwrap_or_default();
            }
            _ if at.is_definition => {
                let definition = self.definitions.entry(at.id.clone()).or_default();
                match tag.name {
                    "numStyleLink" => definition.linked = tag.value(),
                    "styleLink" => definition.style = tag.value(),
                    _ => set_level(&mut definition.levels, at.level, tag),
                }
            }
            _ => {
                let instance = self.instances.entry(at.id.clone()).or_default();
                match tag.name {
                    "abstractNumId" => instance.definition = tag.value().unwrap_or_default(),
                    "startOverride" => {
                        let start = tag.value().and_then(|start| start.parse().ok());
                        instance.starts.insert(at.level, start.unwrap_or(1));
                    }
                    _ => set_level(&mut instance.levels, at.level, tag),
                }
            }
        }
    }

    /// The id of a definition, or of the one that it is linked to.
    fn with_levels<'n>(&'n self, id: &'n str) -> &'n str {
        let linked = self.definitions.get(id).and_then(|one| one.linked.as_ref());
        let is_meant = |one: &Definition| linked.is_some() && one.style.as_ref() == linked;
        let mut all = self.definitions.iter();
        all.find(|(_, one)| is_meant(one)).map_or(id, |(id, _)| id)
    }

    /// Counts a paragraph of a level and returns its label; `None` for a numbering that there is not, and for a level
    /// without labels.
    pub(super) fn next(&mut self, id: &str, level: usize) -> Option<Label> {
        let instance = self.instances.get(id)?;
        let definition = self.with_levels(&instance.definition).to_owned();
        let mut levels = self.definitions.get(&definition)?.levels.clone();
        levels.extend(instance.levels.clone());
        let own = levels.get(&level)?;
        let numbers = self.numbers.entry(definition).or_default();
        if self.begun.insert(id.to_owned()) {
            numbers.begin(&instance.starts);
        }
        numbers.count(&levels, level)?;
        match own.format {
            Format::Mark => Some(Label::Mark),
            Format::Nothing => {
                let text = own.text.trim();
                (!text.is_empty()).then(|| Label::Text(text.to_owned()))
            }
            Format::Labels(_) | Format::Chinese => Some(label(&levels, numbers, level)),
        }
    }
}

/// Sets a property of a level.
fn set_level(levels: &mut Levels, level: usize, tag: &Tag<'_>) {
    let value = || tag.value().unwrap_or_default();
    const PROPERTIES: [&str; 5] = ["start", "numFmt", "isLgl", "lvlText", "lvlRestart"];
    if !PROPERTIES.contains(&tag.name) {
        return;
    }
    let level = levels.entry(level).or_default();
    match tag.name {
        "start" => level.start = value().parse().unwrap_or(1),
        "numFmt" => level.format = Format::named(&value()),
        "isLgl" => level.is_legal = tag.holds(),
        "lvlText" => level.text = value(),
        _ => level.restart = value().parse().ok(),
    }
}

impl Numbers {
    /// Begins the levels anew that an instance has a first number for.
    fn begin(&mut self, starts: &BTreeMap<usize, i32>) {
        for (level, start) in starts {
            let places = self
                .reached
                .get_mut(*level)
                .zip(self.firsts.get_mut(*level));
            if let Some((reached, first)) = places {
                (*reached, *first) = (None, Some(*start));
            }
        }
    }

    /// Counts a paragraph of a level, and begins the deeper ones anew. `None` for a level that there is not.
    fn count(&mut self, levels: &Levels, level: usize) -> Option<()> {
        let next = match self.reached.get(level)? {
            Some(number) => number + 1,
            None => self.shown(levels, level),
        };
        *self.reached.get_mut(level)? = Some(next);
        for (deeper, reached) in self.reached.iter_mut().enumerate().skip(level + 1) {
            // It begins anew after each level above it, or after one of them and those above that, or never.
            let after = levels.get(&deeper).and_then(|own| own.restart);
            if after.is_none_or(|after| level < after) {
                *reached = None;
            }
        }
        Some(())
    }

    /// The number that a level is at, or begins with.
    fn shown(&self, levels: &Levels, level: usize) -> i32 {
        let reached = self.reached.get(level).copied().flatten();
        let first = self.firsts.get(level).copied().flatten();
        let start = levels.get(&level).map_or(1, |own| own.start);
        reached.or(first).unwrap_or(start)
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
    fn of(id: Option<String>, is_definition: bool) -> Self {
        Self {
            id: id.unwrap_or_default(),
            is_definition,
            level: 0,
        }
    }
}

/// Numbers in letters that HTML's lists have as Word has them.
const LETTERS: i32 = 26;

fn label(levels: &Levels, numbers: &Numbers, level: usize) -> Label {
    let Some(own) = levels.get(&level) else {
        return Label::Mark;
    };
    let number = numbers.shown(levels, level);
    let is_simple = own.text.strip_prefix(&format!("%{}", level + 1));
    if let Format::Labels(labels) = own.format
        && (number <= LETTERS || !matches!(labels, Labels::Letters { .. }))
        && is_simple.is_some_and(|rest| matches!(rest, "" | "." | ")"))
    {
        return Label::Number(own.format.list_type(), number);
    }
    let mut text = own.text.clone();
    for (place, level) in levels {
        let format = if own.is_legal {
            Format::named("decimal")
        } else {
            level.format
        };
        let shown = format.of(numbers.shown(levels, *place));
        text = text.replace(&format!("%{}", place + 1), &shown);
    }
    match text.trim() {
        "" => Label::Mark,
        text => Label::Text(text.to_owned()),
    }
}
