//! The paragraphs of a document.

use std::collections::BTreeMap;

use quick_xml::escape::partial_escape;

use super::blocks::Blocks;
use super::numbering::{Label, Numbering};
use super::styles::{Look, Styles};
use super::symbols::symbol;
use super::tables::{Cell, Table};
use crate::xml::{Step, Tag};

/// Elements that are left out with their content: former versions of the text and of its properties, the second of two
/// ways to draw something, the instructions of fields, the stops of tabulators, the readings of characters.
const LEFT_OUT: [&str; 10] = [
    "del",
    "moveFrom",
    "pPrChange",
    "rPrChange",
    "tblPrChange",
    "tcPrChange",
    "Fallback",
    "instrText",
    "tabs",
    "rt",
];

/// Headings that HTML has ranks for.
const RANKS: u8 = 6;

/// The outline level of text.
const TEXT: u8 = 9;

/// A walk through a document, which writes it as HTML.
pub(super) struct Body<'s> {
    styles: &'s Styles,
    numbering: Numbering,
    /// Open blocks: the document's, those of cells and notes.
    blocks: Vec<Blocks>,
    /// Open paragraphs: one in a text box lies within another.
    paragraphs: Vec<Paragraph>,
    tables: Vec<(Table, Cell)>,
    /// Notes by their ids, and those that were referred to.
    notes: BTreeMap<String, String>,
    referred: Vec<String>,
    /// The number of each of these.
    numbers: BTreeMap<String, usize>,
    open_note: Option<String>,
    /// Depth within an element that is left out.
    left_out: usize,
}

/// An open paragraph.
#[derive(Default)]
struct Paragraph {
    style: String,
    look: Look,
    html: String,
    run: Option<Run>,
    /// The text that is read is its content, and no property.
    in_text: bool,
}

/// A stretch of text of one look.
#[derive(Default)]
struct Run {
    is_hidden: bool,
    script: Option<&'static str>,
}

impl<'s> Body<'s> {
    pub(super) fn new(styles: &'s Styles, numbering: Numbering) -> Self {
        Self {
            styles,
            numbering,
            blocks: vec![Blocks::default()],
            paragraphs: Vec::new(),
            tables: Vec::new(),
            notes: BTreeMap::new(),
            referred: Vec::new(),
            numbers: BTreeMap::new(),
            open_note: None,
            left_out: 0,
        }
    }

    /// Takes a step through the parts of notes, or through the main part.
    pub(super) fn take(&mut self, step: &Step<'_>) {
        match step {
            Step::Open(tag) if self.left_out > 0 || LEFT_OUT.contains(&tag.name) => {
                self.left_out += 1;
            }
            Step::Close(_) if self.left_out > 0 => self.left_out -= 1,
            Step::Text(_) if self.left_out > 0 => {}
            Step::Open(tag) => self.open(tag),
            Step::Close(name) => self.close(name),
            Step::Text(text) => self.text(text),
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "p" => self.paragraphs.push(Paragraph::default()),
            "tbl" => self.tables.push((Table::default(), Cell::default())),
            "footnote" | "endnote" => {
                let id = tag.attribute("id").unwrap_or_default();
                self.open_note = Some(note_id(tag.name, &id));
                self.blocks.push(Blocks::default());
            }
            "tr" | "tc" | "tblStyle" | "tblLook" | "tblHeader" | "gridBefore" | "gridSpan"
            | "vMerge" => {
                self.open_in_table(tag);
            }
            _ => self.open_in_paragraph(tag),
        }
    }

    fn open_in_table(&mut self, tag: &Tag<'_>) {
        let Some((table, cell)) = self.tables.last_mut() else {
            return;
        };
        match tag.name {
            "tr" => table.open_row(),
            "tblHeader" if tag.holds() => table.make_header(),
            "tblStyle" => {
                let style = tag.value().unwrap_or_default();
                table.has_header = self.styles.has_first_row(&style);
            }
            "tblLook" => table.has_header &= uses_first_row(tag),
            "gridBefore" => table.push(Cell::blank(columns_of(tag))),
            "gridSpan" => cell.columns = columns_of(tag),
            "vMerge" => cell.goes_on = tag.value().as_deref() != Some("restart"),
            "tc" => {
                *cell = Cell::default();
                self.blocks.push(Blocks::default());
            }
            _ => {}
        }
    }

    fn open_in_paragraph(&mut self, tag: &Tag<'_>) {
        let Some(paragraph) = self.paragraphs.last_mut() else {
            return;
        };
        match (tag.name, &mut paragraph.run) {
            ("r", _) => paragraph.run = Some(Run::default()),
            ("t", Some(_)) => paragraph.in_text = true,
            ("tab" | "ptab", Some(_)) => paragraph.html.push(' '),
            ("br" | "cr", Some(_)) => paragraph.html.push_str("<br>"),
            ("noBreakHyphen", Some(_)) => paragraph.html.push('-'),
            ("sym", Some(run)) if !run.is_hidden => {
                let [font, code] = ["font", "char"].map(|name| tag.attribute(name));
                let c = symbol(&font.unwrap_or_default(), &code.unwrap_or_default());
                paragraph.html.push_str(&partial_escape(c.to_string()));
            }
            ("vanish" | "webHidden" | "strike" | "dstrike", Some(run)) => {
                run.is_hidden |= tag.holds();
            }
            ("vertAlign", Some(run)) => {
                run.script = match tag.value().as_deref() {
                    Some("superscript") => Some("sup"),
                    Some("subscript") => Some("sub"),
                    _ => None,
                };
            }
            ("footnoteReference" | "endnoteReference", Some(_)) => {
                let kind = tag.name.trim_end_matches("Reference");
                let id = note_id(kind, &tag.attribute("id").unwrap_or_default());
                let next = self.referred.len() + 1;
                let number = *self.numbers.entry(id.clone()).or_insert(next);
                if number == next {
                    self.referred.push(id);
                }
                // As the pages of the web refer to a note: it is no exponent.
                paragraph
                    .html
                    .push_str(&format!("<sup><a href=\"#{number}\">{number}</a></sup>"));
            }
            ("pStyle", None) => paragraph.style = tag.value().unwrap_or_default(),
            (name, None) => match formula(name) {
                Some([open, _]) => paragraph.html.push_str(open),
                None => paragraph.look.take(name, tag.value()),
            },
            (_, Some(_)) => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "p" => self.close_paragraph(),
            "tc" => {
                let html = self.blocks.pop().map(Blocks::into_html);
                if let Some((table, cell)) = self.tables.last_mut() {
                    let mut cell = std::mem::take(cell);
                    cell.html = html.unwrap_or_default();
                    table.push(cell);
                }
            }
            "tbl" => {
                if let Some((table, _)) = self.tables.pop() {
                    let is_nested = !self.tables.is_empty();
                    self.push(&if is_nested {
                        table.to_lines()
                    } else {
                        table.to_html()
                    });
                }
            }
            "footnote" | "endnote" => {
                let html = self.blocks.pop().map(Blocks::into_html);
                let note = self.open_note.take().zip(html);
                self.notes.extend(note);
            }
            "r" => self.in_paragraph(|paragraph| paragraph.run = None),
            "t" => self.in_paragraph(|paragraph| paragraph.in_text = false),
            name => {
                if let Some([_, close]) = formula(name) {
                    self.in_paragraph(|paragraph| paragraph.html.push_str(close));
                }
            }
        }
    }

    fn in_paragraph(&mut self, act: impl FnOnce(&mut Paragraph)) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            act(paragraph);
        }
    }

    fn text(&mut self, text: &str) {
        let Some(paragraph) = self.paragraphs.last_mut() else {
            return;
        };
        let run = paragraph.run.as_ref().filter(|run| !run.is_hidden);
        let Some(run) = run.filter(|_| paragraph.in_text) else {
            return;
        };
        let text = partial_escape(text);
        match run.script {
            Some(tag) => paragraph.html.push_str(&format!("<{tag}>{text}</{tag}>")),
            None => paragraph.html.push_str(&text),
        }
    }

    fn close_paragraph(&mut self) {
        let Some(paragraph) = self.paragraphs.pop() else {
            return;
        };
        if self.styles.is_of_contents(&paragraph.style) {
            return;
        }
        let Paragraph {
            style, look, html, ..
        } = paragraph;
        let look = look.over(&self.styles.look(&style));
        let level = usize::from(look.level.unwrap_or_default());
        let numbering = look.numbering.filter(|id| id != "0");
        let label = numbering.and_then(|id| self.numbering.next(&id, level));
        if html.trim().is_empty() {
            // It is counted all the same, and a cell may hold nothing but its number.
            let shown = label.filter(|_| !self.tables.is_empty());
            if let Some(label @ (Label::Number(..) | Label::Text(_))) = shown {
                self.push(&format!(
                    "<p>{}</p>",
                    partial_escape(label.as_text().trim())
                ));
            }
            return;
        }
        let rank = look.outline.filter(|outline| *outline < TEXT);
        match (rank, label) {
            (Some(outline), label) => {
                let rank = (outline + 1).min(RANKS);
                let label = label.map_or(String::new(), |label| label.as_text());
                let label = partial_escape(label);
                self.push(&format!("<h{rank}>{label}{html}</h{rank}>"));
            }
            (None, Some(label @ Label::Text(_))) => {
                let label = label.as_text();
                self.push(&format!("<p>{}{html}</p>", partial_escape(label)));
            }
            (None, Some(label)) => {
                if let Some(blocks) = self.blocks.last_mut() {
                    blocks.push_item(level, &label, &html);
                }
            }
            (None, None) => self.push(&format!("<p>{html}</p>")),
        }
    }

    fn push(&mut self, html: &str) {
        if let Some(blocks) = self.blocks.last_mut() {
            blocks.push(html);
        }
    }

    /// Returns the document, with the notes that it refers to at its end.
    pub(super) fn into_html(mut self) -> String {
        for (at, id) in self.referred.iter().enumerate() {
            if let (Some(note), Some(blocks)) = (self.notes.get(id), self.blocks.first_mut()) {
                blocks.push(&format!("<ol><li value=\"{}\">{note}</li></ol>", at + 1));
            }
        }
        self.blocks.into_iter().map(Blocks::into_html).collect()
    }
}

/// Footnotes and endnotes are numbered apart.
fn note_id(kind: &str, id: &str) -> String {
    format!("{kind} {id}")
}

/// Returns the columns that a property counts.
fn columns_of(tag: &Tag<'_>) -> usize {
    let columns = tag.value().and_then(|columns| columns.parse().ok());
    columns.unwrap_or(1).clamp(1, 1000)
}

/// Returns true if a table uses the look that its style gives the first row: by name, or in the bits of earlier versions.
fn uses_first_row(tag: &Tag<'_>) -> bool {
    const FIRST_ROW: u32 = 0x20;
    match tag.attribute("firstRow") {
        Some(used) => !matches!(used.as_str(), "0" | "false"),
        None => {
            let bits = tag.value();
            let bits = bits.and_then(|bits| u32::from_str_radix(&bits, 16).ok());
            bits.is_some_and(|bits| bits & FIRST_ROW != 0)
        }
    }
}

/// Returns what stands before and after a part of a formula.
fn formula(name: &str) -> Option<[&'static str; 2]> {
    Some(match name {
        "sup" => ["<sup>", "</sup>"],
        "sub" => ["<sub>", "</sub>"],
        "num" => ["(", ")/"],
        "den" => ["(", ")"],
        "rad" => ["√(", ")"],
        _ => return None,
    })
}
