//! Laying out a page's text, and noting its blocks.

use amb_memory::text::{Block, BlockKind, Span, Structure, Table};

use super::containers::Containers;
use super::elements::Element;
use super::gaps::{Gap, Stretch, fence_around, is_html_blank, without_blank_ends};
use super::scripts::Scripts;

/// A listing longer than this, in bytes, is no listing: the page is a plain text put in a `pre`,
/// and fencing it would make one block of code of a whole document.
const LONGEST_FENCED: usize = 20_000;
/// Bytes of the column names in all tables; beyond that, column names are left out.
const MOST_NAMED: usize = 1 << 19;
/// Bytes of the longest line of code that a sentence goes on with.
const LONGEST_IN_SENTENCE: usize = 200;

/// Writes text with no more than the blanks it needs.
#[derive(Debug, Default)]
pub(super) struct TextWriter {
    out: String,
    structure: Structure,
    /// Bytes of column names so far.
    named: usize,
    gap: Gap,
    /// Text that introduces the next text on its line (`# `, `- `); discarded if no text follows.
    marker: String,
    /// The kind of the block that the next word begins, if it differs from the containers' kind.
    begins: Option<BlockKind>,
    /// The block that is being written, from its first byte.
    block: Option<(BlockKind, usize)>,
    /// A title is open; true if it has words.
    heading: Option<bool>,
    scripts: Scripts,
    containers: Containers,
    /// Written before the next word in place of any gap: the text that joins a term and its description.
    joint: Option<&'static str>,
    /// The text of the listings that are open, and how many are.
    listing: String,
    listings: usize,
    /// The block ends with a line of code: a sentence may go on behind it.
    ends_with_code: bool,
    /// Writes all on one line.
    is_line: bool,
    stretch: Stretch,
}

impl TextWriter {
    /// A writer of one line, such as a table's cell.
    pub(super) fn on_one_line() -> Self {
        Self {
            is_line: true,
            ..Self::default()
        }
    }

    /// Begins an element.
    pub(super) fn open(&mut self, element: Element) {
        if self.listings > 0 {
            self.open_in_listing(element);
            return;
        }
        if element.ends_heading() && self.heading == Some(true) {
            self.close_heading();
        }
        match element {
            Element::Heading(level) => self.open_heading(level),
            Element::List(numbering) => {
                self.set_apart();
                self.part_list();
                self.containers.open_list(numbering);
            }
            Element::Item(number) => {
                self.joint = None;
                self.marker.clear();
                self.part(Gap::Line);
                self.marker = self.containers.item(number);
            }
            Element::Terms => {
                self.set_apart();
                self.part_list();
                self.containers.open_terms();
            }
            Element::Term => self.open_term(),
            Element::Description => self.open_description(),
            Element::Listing => {
                self.joint = None;
                self.part(Gap::Blank);
                self.listings = 1;
            }
            Element::Table { .. } => {
                self.set_apart();
                self.part(Gap::Blank);
            }
            Element::Quote => {
                self.part(Gap::Blank);
                self.containers.open_quote();
            }
            Element::Block | Element::Paragraph | Element::Main => self.part(Gap::Blank),
            Element::Row | Element::Cell(_) | Element::Section { .. } => {
                self.marker.clear();
                self.part(Gap::Line);
            }
            Element::Line | Element::Caption => self.part(Gap::Line),
            // Two line ends are how old pages part their paragraphs.
            Element::LineBreak if self.gap == Gap::Break => self.part(Gap::Blank),
            Element::LineBreak => self.part(Gap::Break),
            Element::Script(script) => self.scripts.open(script),
            Element::Note => self.scripts.open_note(),
            Element::Inline | Element::Title | Element::Dropped | Element::Struck => {}
        }
    }

    /// Ends an element. An element that was never begun does no harm.
    pub(super) fn close(&mut self, element: Element) {
        if self.listings > 0 {
            if element == Element::Listing {
                self.close_listing();
            }
            return;
        }
        match element {
            Element::Heading(_) => self.close_heading(),
            Element::List(_) | Element::Terms => {
                self.set_apart();
                self.containers.close_list();
                self.part_list();
            }
            Element::Quote => {
                self.containers.close_quote();
                self.part(Gap::Blank);
            }
            Element::Item(_) => {
                self.marker.clear();
                self.containers.close_item();
                self.part(Gap::Line);
            }
            Element::Term => self.close_term(),
            Element::Description => self.joint = None,
            Element::Row | Element::Line | Element::Caption | Element::Cell(_) => {
                self.part(Gap::Line)
            }
            Element::Table { .. } => {
                self.set_apart();
                self.part(Gap::Blank);
            }
            Element::Block | Element::Paragraph | Element::Main | Element::Section { .. } => {
                self.part(Gap::Blank);
            }
            Element::Script(_) if self.scripts.close() => self.out.push(']'),
            Element::Note if self.scripts.close_note() => self.out.push(']'),
            _ => {}
        }
    }

    /// Writes text: blanks collapsed, or unchanged in a listing.
    pub(super) fn text(&mut self, text: &str) {
        if self.listings > 0 {
            self.listing.push_str(text);
            return;
        }
        for piece in text.split_inclusive(is_html_blank) {
            let word = piece.trim_end_matches(is_html_blank);
            self.word(word);
            if word.len() < piece.len() {
                self.gap = self.gap.max(Gap::Space);
            }
        }
    }

    /// Adds a table, and returns its place.
    pub(super) fn add_table(&mut self, table: Table) -> usize {
        let named = table.header.iter().chain(&table.caption);
        self.named += named.map(String::len).sum::<usize>();
        let is_told = self.named <= MOST_NAMED;
        let table = if is_told { table } else { Table::default() };
        self.structure.tables.push(table);
        self.structure.tables.len() - 1
    }

    /// Replaces the table at a place.
    pub(super) fn set_table(&mut self, at: usize, table: Table) {
        if let Some(known) = self.structure.tables.get_mut(at) {
            *known = table;
        }
    }

    /// Writes cells as one line of its own, parted by bars.
    pub(super) fn row(&mut self, mut kind: BlockKind, words: &[&str]) {
        self.part(Gap::Line);
        self.write_gap();
        let mut spans = Vec::with_capacity(words.len());
        let start = self.out.len();
        for (at, words) in words.iter().enumerate() {
            if at > 0 {
                if self.out.len() > start {
                    self.out.push(' ');
                }
                if matches!(kind, BlockKind::TableHead { .. }) {
                    let bar = self.out.len();
                    self.structure.markup.push(Span::new(bar, bar + 1));
                }
                self.out.push('|');
            }
            if at > 0 && !words.is_empty() {
                self.out.push(' ');
            }
            spans.push(Span::new(self.out.len(), self.out.len() + words.len()));
            self.out.push_str(words);
        }
        if let BlockKind::Row { cells, .. } = &mut kind {
            *cells = spans;
        }
        self.block = Some((kind, start));
        self.gap = Gap::Line;
    }

    /// Returns the text, with no blank at either end, and its structure.
    pub(super) fn finish(mut self) -> (String, Structure) {
        self.end();
        (self.out, self.structure)
    }

    /// Returns the text of a writer of one line.
    pub(super) fn finish_line(mut self) -> Stretch {
        self.end();
        self.stretch.text = self.out;
        self.stretch
    }

    fn end(&mut self) {
        if self.listings > 0 {
            self.listings = 1;
            self.close_listing();
        }
        self.close_bracket();
        self.end_block();
    }

    fn close_bracket(&mut self) {
        if self.scripts.close_bracket() {
            self.out.push(']');
        }
    }

    fn word(&mut self, word: &str) {
        let Some(first) = word.chars().next() else {
            return;
        };
        if let Some(joint) = self.joint.take() {
            self.join(joint);
        }
        if std::mem::take(&mut self.ends_with_code) && self.gap == Gap::Blank && self.goes_on(first)
        {
            self.gap = Gap::Break;
        }
        let touched = self.out.chars().next_back();
        let touched = touched.filter(|_| self.gap == Gap::None && self.marker.is_empty());
        let sign = self.scripts.before(word, touched);
        self.write_gap();
        self.out.extend(sign);
        self.out.push_str(word);
    }

    /// Returns true if a word that begins so goes on with the sentence before it.
    fn goes_on(&self, first: char) -> bool {
        first.is_lowercase() && self.marker.is_empty() && self.begins.is_none()
    }

    /// Joins a description to its term.
    fn join(&mut self, joint: &str) {
        let joint = if self.out.ends_with([':', '：', '?', '？']) {
            joint.trim_start_matches([':', ',', ';'])
        } else {
            joint
        };
        self.close_bracket();
        self.out.push_str(joint);
        self.gap = Gap::None;
        self.begins = None;
    }

    /// Writes the gap and the marker, and begins a block if the gap separates blocks.
    fn write_gap(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        let in_heading = self.heading == Some(true);
        self.heading = self.heading.map(|_| true);
        let is_new = self.out.is_empty() || gap >= Gap::Line;
        if self.is_line || in_heading {
            self.stretch.breaks += usize::from(is_new && !self.out.is_empty());
            if gap > Gap::None && !self.out.is_empty() {
                self.out.push(' ');
            }
            self.begins = None;
            self.out.push_str(&std::mem::take(&mut self.marker));
            return;
        }
        if is_new {
            self.end_block();
        }
        if !self.out.is_empty() {
            self.out.push_str(match gap {
                Gap::None => "",
                Gap::Space => " ",
                Gap::Break | Gap::Line => "\n",
                Gap::Blank => "\n\n",
            });
        }
        let marker = std::mem::take(&mut self.marker);
        let label = marker.trim_start();
        self.out
            .push_str(marker.get(..marker.len() - label.len()).unwrap_or_default());
        let start = self.out.len();
        if is_new {
            let kind = self.begins.take().unwrap_or_else(|| self.containers.kind());
            self.block = Some((kind, start));
        }
        let sign = label.find(' ').filter(|_| label.starts_with(['#', '-']));
        if let Some(end) = sign {
            self.structure.markup.push(Span::new(start, start + end));
        }
        self.out.push_str(label);
    }

    /// Ends the block that is being written.
    fn end_block(&mut self) {
        self.close_bracket();
        if let Some((kind, start)) = self.block.take() {
            let span = Span::new(start, self.out.len());
            self.structure.blocks.push(Block { kind, span });
        }
        self.ends_with_code = false;
    }

    /// Requests a gap. The text after a marker stays on its line, and so does the text after a term.
    fn part(&mut self, gap: Gap) {
        if self.marker.is_empty() && self.joint.is_none() {
            self.gap = self.gap.max(gap);
        }
    }

    /// Forgets the text that the next text would have been joined to.
    fn set_apart(&mut self) {
        self.joint = None;
        self.marker.clear();
        self.begins = None;
    }

    /// Separates a list from the text before or after it.
    fn part_list(&mut self) {
        let is_nested = self.containers.depth() > 0;
        self.part(if is_nested { Gap::Line } else { Gap::Blank });
    }

    fn open_heading(&mut self, level: u8) {
        if self.is_line {
            self.stretch.has_heading = true;
            self.part(Gap::Blank);
            return;
        }
        // The title of an item takes the place of its mark, and keeps its number.
        let label = self.marker.trim_start().trim_start_matches("- ").to_owned();
        let label = label.trim_start_matches('#').to_owned();
        self.set_apart();
        self.part(Gap::Blank);
        self.marker = "#".repeat(usize::from(level));
        self.marker.push(' ');
        self.marker.push_str(label.trim_start());
        self.begins = Some(BlockKind::Heading { level });
        self.heading = Some(false);
    }

    fn close_heading(&mut self) {
        if self.heading.take().is_some() {
            self.marker.clear();
            self.begins = None;
        }
        self.part(Gap::Blank);
    }

    fn open_term(&mut self) {
        self.joint = None;
        if self.containers.in_term() {
            self.close_term();
        }
        if self.containers.follows_term() {
            self.joint = Some(", ");
        } else {
            self.part(Gap::Line);
        }
        self.containers.open_term(self.out.len());
    }

    fn close_term(&mut self) {
        let is_item = !matches!(self.block, Some((BlockKind::Heading { .. }, _)));
        let at = self.block.as_ref().map_or(0, |(_, start)| *start);
        self.containers.close_term(self.out.len(), at, is_item);
        self.joint = None;
    }

    fn open_description(&mut self) {
        if self.containers.in_term() {
            self.close_term();
        }
        let at = self.block.as_ref().map_or(0, |(_, start)| *start);
        self.joint = self.containers.open_description(at);
        if self.joint.is_none() {
            self.part(Gap::Line);
        }
    }

    fn open_in_listing(&mut self, element: Element) {
        match element {
            Element::Listing => self.listings += 1,
            Element::LineBreak => self.listing.push('\n'),
            _ => {}
        }
    }

    fn close_listing(&mut self) {
        self.listings -= 1;
        if self.listings > 0 {
            return;
        }
        let listing = std::mem::take(&mut self.listing);
        let lines = without_blank_ends(&listing);
        if lines.is_empty() {
            return;
        }
        let is_one = !lines.contains('\n');
        self.stretch.has_lines |= !is_one;
        if self.is_line || (is_one && !self.marker.is_empty()) {
            self.text(lines);
            self.part(Gap::Blank);
            return;
        }
        if is_one && self.leads_on() && lines.len() <= LONGEST_IN_SENTENCE {
            self.gap = Gap::Break;
            self.write_gap();
            self.out.push_str(lines.trim_start());
            self.ends_with_code = true;
        } else {
            self.set_apart();
            self.begins = Some(BlockKind::Code);
            self.gap = Gap::Blank;
            self.write_gap();
            self.write_listing(lines);
        }
        self.gap = Gap::Blank;
    }

    /// Returns true if the sentence that is being written goes on: into a line of code.
    fn leads_on(&self) -> bool {
        let is_prose = matches!(
            self.block,
            Some((
                BlockKind::Paragraph | BlockKind::Quote | BlockKind::Item { .. },
                _
            ))
        );
        let ends = self.out.ends_with(['.', '!', '?', '。', '！', '？', '…']);
        is_prose && !ends && !self.ends_with_code && self.begins.is_none() && self.heading.is_none()
    }

    fn write_listing(&mut self, lines: &str) {
        if lines.len() > LONGEST_FENCED {
            let start = self.out.len();
            self.out.push_str(lines);
            self.block = None;
            self.structure
                .append(Structure::plain_of_any_length(lines), start);
            return;
        }
        let fence = fence_around(lines);
        let start = self.out.len();
        self.structure
            .markup
            .push(Span::new(start, start + fence.len()));
        for part in [&fence, "\n", lines, "\n"] {
            self.out.push_str(part);
        }
        let end = self.out.len();
        self.structure
            .markup
            .push(Span::new(end, end + fence.len()));
        self.out.push_str(&fence);
    }
}
