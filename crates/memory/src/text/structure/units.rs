//! The units of words in a text: they are indexed, ranked, shown and cited.

use super::leads::{LEADS_TO, MAX_LEAD_QUARTERS, joined, separator};
use super::model::{Block, BlockKind, Lead, Structure};
use super::plain_words::PlainWords;
use super::segments::segments;
use crate::text::Span;
use crate::text::lines::lines;
use crate::text::pieces::pieces;
use crate::text::plain::unmarked;
use crate::text::tokens::retrieval_quarters;
use serde::{Deserialize, Serialize};

/// A unit of words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Unit {
    /// The bytes of the text that are cited.
    pub span: Span,
    /// Its kind.
    pub kind: UnitKind,
    /// The words that are indexed, ranked and shown: without markup, and with the context that they need (the header of
    /// a row, the words that introduce an item). On one line, except for code.
    pub words: String,
}

/// The kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// A title.
    Heading,
    /// A sentence.
    Sentence,
    /// An item of a list.
    Item,
    /// A sentence and the short list that it goes on into.
    List,
    /// A row of a table.
    Row,
    /// The header of a table, or its caption.
    TableHead,
    /// A stretch of code.
    Code,
}

/// A unit, and its leads.
#[derive(Debug, Clone)]
pub(crate) struct LedUnit {
    pub unit: Unit,
    /// The bytes of its words that lead to it, and are not in it.
    pub lead: usize,
}

/// The largest unit other than a row: about 1000 letters or 330 CJK characters, which fits MiniLM's window of 256
/// tokens.
pub(super) const MAX_UNIT_QUARTERS: usize = 1000;

/// The largest row that is one unit.
const MAX_ROW_QUARTERS: usize = 4 * MAX_UNIT_QUARTERS;

/// Lines of code are one unit up to this size.
const MAX_CODE_QUARTERS: usize = 480;

impl Structure {
    /// Returns the units of the part of `text` at `part`, in order and without overlap.
    ///
    /// They cover every character of the blocks that is neither blank nor markup. A unit that lies in `part` only in
    /// part is cut.
    #[must_use]
    pub fn units(&self, text: &str, part: Span) -> Vec<Unit> {
        let units = self.led_units(text, part).into_iter();
        units.map(|led| led.unit).collect()
    }

    pub(crate) fn led_units(&self, text: &str, part: Span) -> Vec<LedUnit> {
        let first = self.first_after(part.start);
        let sentence = self.list_sentence(first);
        let (from, leads) = match sentence.filter(|at| self.is_short_list(text, *at)) {
            Some(at) => (at, Vec::new()),
            None => (first, self.leads_before(text, first)),
        };
        let mut units = Units {
            structure: self,
            text,
            found: Vec::new(),
            leads,
            joins: true,
        };
        units.read(from, part.end);
        let cut = |unit: LedUnit| self.unit_within(text, unit, part);
        units.found.into_iter().filter_map(cut).collect()
    }

    /// Returns the sentences, items, rows, titles and stretches of code of `text`, in order: its units, but each item
    /// by itself.
    pub(crate) fn sentence_spans(&self, text: &str) -> Vec<Span> {
        let mut units = Units {
            structure: self,
            text,
            found: Vec::new(),
            leads: Vec::new(),
            joins: false,
        };
        units.read(0, text.len());
        units.found.into_iter().map(|led| led.unit.span).collect()
    }

    /// Returns the words of a passage: its units' words, with an introduction of several items only once.
    #[must_use]
    pub fn passage_words(&self, text: &str, passage: Span) -> String {
        let mut words = String::new();
        let mut before: Option<(UnitKind, String)> = None;
        for LedUnit { unit, lead } in self.led_units(text, passage) {
            let (led_by, own) = unit.words.split_at_checked(lead).unwrap_or_default();
            let repeats = before.as_ref().is_some_and(|(_, known)| known == led_by);
            if let Some((kind, _)) = &before {
                let goes_on = *kind == UnitKind::Sentence && unit.kind == UnitKind::Sentence;
                words.push(if goes_on { ' ' } else { '\n' });
            }
            words.push_str(if repeats { own } else { &unit.words });
            before = Some((unit.kind, led_by.to_owned()));
        }
        words
    }

    /// Returns the words of the part of `text` at `part`, a line for each block: without markup, a row with the names
    /// of its columns.
    #[must_use]
    pub fn words(&self, text: &str, part: Span) -> String {
        let mut words = String::new();
        for block in self.blocks.iter().skip(self.first_after(part.start)) {
            if block.span.start >= part.end {
                break;
            }
            let said = self.block_words(text, block, shared(block.span, part));
            if !words.is_empty() && !said.is_empty() {
                words.push('\n');
            }
            words.push_str(&said);
        }
        words
    }

    /// The first block that ends after `at`.
    pub(crate) fn first_after(&self, at: usize) -> usize {
        self.blocks.partition_point(|block| block.span.end <= at)
    }

    fn block_words(&self, text: &str, block: &Block, part: Span) -> String {
        match &block.kind {
            BlockKind::Row { table, cells } => self.row_words(text, *table, cells, part),
            BlockKind::Code => self.code_words(text, part),
            _ => self.line(text, part).line,
        }
    }

    pub(super) fn line(&self, text: &str, part: Span) -> PlainWords {
        PlainWords::read(text, part, self.markup_in(part))
    }

    /// A row as `Header: cell; Header: cell`, without empty cells.
    fn row_words(&self, text: &str, table: usize, cells: &[Span], part: Span) -> String {
        let header = self
            .tables
            .get(table)
            .map_or(&[][..], |table| &table.header);
        let names = header
            .iter()
            .map(String::as_str)
            .chain(std::iter::repeat(""));
        let mut words = String::new();
        for (cell, name) in cells.iter().zip(names) {
            let said = self.line(text, shared(*cell, part)).line;
            if said.is_empty() {
                continue;
            }
            if !words.is_empty() {
                words.push_str("; ");
            }
            if !name.is_empty() && name != said {
                words.push_str(name);
                words.push_str(if name.ends_with([':', '：']) {
                    " "
                } else {
                    ": "
                });
            }
            words.push_str(&said);
        }
        words
    }

    /// Code without markup, line by line.
    fn code_words(&self, text: &str, part: Span) -> String {
        let mut words = String::with_capacity(part.len());
        let mut at = part.start;
        for mark in self.markup_in(part) {
            words.push_str(Span::new(at, mark.start.max(at)).of(text));
            at = at.max(mark.end);
        }
        words.push_str(Span::new(at, part.end.max(at)).of(text));
        words.trim_end().trim_start_matches(['\n', '\r']).to_owned()
    }

    /// The sentences of a stretch of prose, with their words. The first begins with it, and the last ends with it.
    pub(super) fn sentences(&self, text: &str, part: Span) -> Vec<(Span, String)> {
        let markup = self.markup_in(part);
        let words = PlainWords::read(text, part, markup);
        let cut = segments(&words.line, &words.code).into_iter();
        let cut: Vec<Span> = cut
            .flat_map(|span| pieces(&words.line, span, MAX_UNIT_QUARTERS, retrieval_quarters))
            .map(|span| span.trimmed(&words.line))
            .filter(|span| !span.is_empty())
            .collect();
        let mut marks = markup.iter().peekable();
        let mut from = part.start;
        let mut found = Vec::with_capacity(cut.len());
        for (at, span) in cut.iter().enumerate() {
            let mut end = words.end(span.end);
            while let Some(mark) = marks.next_if(|mark| mark.start <= end) {
                end = end.max(mark.end);
            }
            if at + 1 == cut.len() {
                end = part.end;
            }
            let place = Span::new(from, end.min(part.end)).trimmed(text);
            let place = if at > 0 {
                without_line_marks(text, markup, place)
            } else {
                place
            };
            found.push((place, span.of(&words.line).to_owned()));
            from = end;
        }
        found
    }

    /// Returns a unit's share of a part of the text; `None` if the part has nothing of it.
    fn unit_within(&self, text: &str, led: LedUnit, part: Span) -> Option<LedUnit> {
        let span = shared(led.unit.span, part);
        if span == led.unit.span {
            return Some(led);
        }
        let span = span.trimmed(text);
        let words = self.words(text, span);
        let kind = led.unit.kind;
        let unit = Unit { span, kind, words };
        (!unit.words.is_empty()).then_some(LedUnit { unit, lead: 0 })
    }
}

/// Units being read.
struct Units<'s> {
    structure: &'s Structure,
    text: &'s str,
    found: Vec<LedUnit>,
    leads: Vec<Lead>,
    /// True if a sentence and the short list that it continues into are one unit.
    joins: bool,
}

impl Units<'_> {
    /// Reads the blocks from the one at `index` to the byte `end`.
    fn read(&mut self, mut index: usize, end: usize) {
        while let Some(block) = self.structure.blocks.get(index) {
            if block.span.start >= end {
                break;
            }
            if !matches!(block.kind, BlockKind::Item { .. } | BlockKind::Code) {
                self.leads.clear();
            }
            index += 1;
            match &block.kind {
                BlockKind::Heading { .. } => self.line(UnitKind::Heading, block.span),
                BlockKind::TableHead { .. } => self.line(UnitKind::TableHead, block.span),
                BlockKind::Paragraph | BlockKind::Quote => index += self.told(index - 1, block),
                BlockKind::Item { depth } => self.item(block.span, *depth),
                BlockKind::Row { table, cells } => self.row(block.span, *table, cells),
                BlockKind::Code => self.code(block.span),
            }
        }
    }

    fn push(&mut self, kind: UnitKind, span: Span, words: String) {
        self.push_led(kind, span, "", words);
    }

    fn push_led(&mut self, kind: UnitKind, span: Span, before: &str, words: String) {
        if words.is_empty() || span.is_empty() {
            return;
        }
        let (lead, words) = if before.is_empty() {
            (0, words)
        } else {
            (
                before.len() + LEADS_TO.len(),
                format!("{before}{LEADS_TO}{words}"),
            )
        };
        let unit = Unit { span, kind, words };
        self.found.push(LedUnit { unit, lead });
    }

    fn line(&mut self, kind: UnitKind, span: Span) {
        let words = self.structure.line(self.text, span).line;
        if retrieval_quarters(&words) <= MAX_UNIT_QUARTERS {
            return self.push(kind, span, words);
        }
        for (span, words) in self.structure.sentences(self.text, span) {
            self.push(kind, span, words);
        }
    }

    /// A paragraph, and the list that it goes on into. Returns the number of items that were taken with it.
    fn told(&mut self, index: usize, block: &Block) -> usize {
        let mut sentences = self.structure.sentences(self.text, block.span);
        let leads_on = self.structure.items_after(index).next().is_some();
        let last = if leads_on { sentences.pop() } else { None };
        for (span, words) in sentences {
            self.push(UnitKind::Sentence, span, words);
        }
        let Some((span, words)) = last else {
            return 0;
        };
        if self.joins && self.structure.is_short_list(self.text, index) {
            return self.list(index, span, words);
        }
        self.leads.extend(Lead::of(None, words.clone()));
        self.push(UnitKind::Sentence, span, words);
        0
    }

    /// A sentence and the short list that it goes on into, as one unit.
    fn list(&mut self, index: usize, mut span: Span, mut words: String) -> usize {
        let mut items = 0;
        for item in self.structure.items_after(index) {
            if items > 0 {
                words.push_str(separator(&words));
            }
            if !words.ends_with(' ') {
                words.push(' ');
            }
            words.push_str(&self.structure.line(self.text, item.span).line);
            span.end = item.span.end;
            items += 1;
        }
        self.push(UnitKind::List, span, words);
        items
    }

    fn item(&mut self, span: Span, depth: u8) {
        self.leads
            .retain(|lead| lead.depth.is_none_or(|above| above < depth));
        let before = joined(&self.leads);
        let words = self.structure.line(self.text, span).line;
        let mut parts = if retrieval_quarters(&words) <= MAX_UNIT_QUARTERS {
            vec![(span, words.clone())]
        } else {
            self.structure.sentences(self.text, span)
        };
        if let Some((_, first)) = parts.first_mut().filter(|_| !before.is_empty()) {
            *first = unmarked(first).to_owned();
        }
        for (span, words) in parts {
            self.push_led(UnitKind::Item, span, &before, words);
        }
        self.leads.extend(Lead::of(Some(depth), words));
    }

    fn row(&mut self, span: Span, table: usize, cells: &[Span]) {
        let caption = self
            .structure
            .tables
            .get(table)
            .and_then(|table| table.caption.as_deref());
        let caption = caption.filter(|caption| retrieval_quarters(caption) <= MAX_LEAD_QUARTERS);
        for piece in pieces(self.text, span, MAX_ROW_QUARTERS, retrieval_quarters) {
            let piece = piece.trimmed(self.text);
            let words = self.structure.row_words(self.text, table, cells, piece);
            self.push_led(UnitKind::Row, piece, caption.unwrap_or_default(), words);
        }
    }

    /// Lines of code in groups of bounded size.
    fn code(&mut self, span: Span) {
        let code = span.of(self.text);
        let mut groups: Vec<Span> = Vec::new();
        let mut size = 0;
        for line in lines(code).iter().filter(|line| !line.is_blank()) {
            let start = span.start + line.full.start;
            let place = Span::new(start, start + line.text.len());
            let added = retrieval_quarters(line.text);
            match groups.last_mut() {
                Some(group) if size + added <= MAX_CODE_QUARTERS => {
                    group.end = place.end;
                    size += added;
                }
                _ => {
                    groups.push(place);
                    size = added;
                }
            }
        }
        for group in groups {
            for piece in pieces(self.text, group, MAX_UNIT_QUARTERS, retrieval_quarters) {
                let words = self.structure.code_words(self.text, piece);
                self.push(UnitKind::Code, piece.trimmed(self.text), words);
            }
        }
    }
}

/// Returns a sentence without the marks that begin its first line, as those of a quotation: a blank follows each.
fn without_line_marks(text: &str, markup: &[Span], mut sentence: Span) -> Span {
    let first = markup.partition_point(|mark| mark.start < sentence.start);
    for mark in markup.iter().skip(first) {
        let after = Span::new(mark.end, sentence.end);
        let is_apart = after.of(text).starts_with(char::is_whitespace);
        if mark.start != sentence.start || !is_apart {
            break;
        }
        sentence = after.trimmed(text);
    }
    sentence
}

/// Returns the overlap of two spans; empty if they do not overlap.
fn shared(one: Span, other: Span) -> Span {
    let start = one.start.max(other.start);
    Span::new(start, one.end.min(other.end).max(start))
}
