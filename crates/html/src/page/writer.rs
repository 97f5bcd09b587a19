//! Laying out a page's text.

use super::elements::Element;

/// A listing longer than this, in bytes, is no listing: the page is a plain text put in a `pre`,
/// and fencing it would make one block of code of a whole document.
const LONGEST_FENCED: usize = 20_000;

/// What has to stand between the text written and the text to come; the strongest wins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Blank,
}

/// Writes text with no more than the blanks it needs.
#[derive(Debug, Default)]
pub(super) struct TextWriter {
    out: String,
    gap: Gap,
    /// Text that introduces what comes next on its line (`# `, `- `): nothing comes of it if
    /// nothing follows.
    marker: String,
    in_heading: bool,
    /// Whether the next word stands raised.
    raised: bool,
    lists: usize,
    tables: usize,
    cells_in_row: usize,
    /// The text of the listings that are open, and how many are.
    listing: String,
    listings: usize,
}

impl TextWriter {
    /// The bytes written so far.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Begins an element.
    pub(super) fn open(&mut self, element: Element) {
        if self.listings > 0 {
            self.open_in_listing(element);
            return;
        }
        match element {
            Element::Heading(level) => self.open_heading(level),
            Element::List => self.open_list(),
            Element::Item => self.open_item(),
            Element::Listing => self.open_listing(),
            Element::Table => self.open_table(),
            Element::Row => self.open_row(),
            Element::Cell => self.open_cell(),
            Element::Block | Element::Main => self.part(Gap::Blank),
            Element::Line | Element::LineBreak => self.part(Gap::Line),
            Element::Raised => self.raised = true,
            Element::Inline | Element::Title | Element::Dropped => {}
        }
    }

    /// Ends an element; one that was never begun is no harm.
    pub(super) fn close(&mut self, element: Element) {
        if self.listings > 0 {
            if element == Element::Listing {
                self.close_listing();
            }
            return;
        }
        match element {
            Element::Heading(_) => self.close_heading(),
            Element::List => self.close_list(),
            Element::Table => self.close_table(),
            Element::Item | Element::Row | Element::Line => self.part(Gap::Line),
            Element::Block | Element::Main => self.part(Gap::Blank),
            Element::Cell => self.part(Gap::Space),
            Element::Raised => self.raised = false,
            _ => {}
        }
    }

    /// Writes text: blanks collapsed, or as it is in a listing.
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

    /// The text, with no blank at either end.
    pub(super) fn finish(mut self) -> String {
        if self.listings > 0 {
            self.listings = 1;
            self.close_listing();
        }
        self.out
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        // `10` and a raised `6` are `10^6`; but `1st` is better than `1^st`.
        let is_number = word.starts_with(|c: char| matches!(c, '0'..='9' | '+' | '-' | '\u{2212}'));
        if std::mem::take(&mut self.raised) && is_number && self.gap == Gap::None {
            self.out.push('^');
        }
        self.write_gap();
        self.out.push_str(word);
    }

    fn write_gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push_str(match self.gap {
                Gap::None => "",
                Gap::Space => " ",
                Gap::Line => "\n",
                Gap::Blank => "\n\n",
            });
        }
        self.gap = Gap::None;
        self.out.push_str(&self.marker);
        self.marker.clear();
    }

    /// Asks for a gap. What follows a marker stays on its line; a heading or a table's cell is one
    /// line whatever it holds; tables within tables are layout, and their cells hold anything.
    fn part(&mut self, gap: Gap) {
        let one_line = self.in_heading || (self.tables == 1 && self.cells_in_row > 0);
        if !self.marker.is_empty() {
            return;
        }
        let gap = if one_line { gap.min(Gap::Space) } else { gap };
        self.gap = self.gap.max(gap);
    }

    fn open_heading(&mut self, level: usize) {
        self.part(Gap::Blank);
        if self.gap == Gap::Blank || self.out.is_empty() {
            self.marker = "#".repeat(level);
            self.marker.push(' ');
        }
        self.in_heading = true;
    }

    fn close_heading(&mut self) {
        self.in_heading = false;
        self.marker.clear();
        self.part(Gap::Blank);
    }

    fn open_list(&mut self) {
        self.part(if self.lists == 0 {
            Gap::Blank
        } else {
            Gap::Line
        });
        self.lists += 1;
    }

    fn close_list(&mut self) {
        self.lists = self.lists.saturating_sub(1);
        self.marker.clear();
        self.part(if self.lists == 0 {
            Gap::Blank
        } else {
            Gap::Line
        });
    }

    fn open_item(&mut self) {
        self.marker.clear();
        self.part(Gap::Line);
        // Deeper than anyone indents, the marks would cost more than the text.
        let depth = self.lists.saturating_sub(1).min(8);
        self.marker = "  ".repeat(depth);
        self.marker.push_str("- ");
    }

    fn open_table(&mut self) {
        self.part(Gap::Blank);
        self.tables += 1;
        self.cells_in_row = 0;
    }

    fn close_table(&mut self) {
        self.tables = self.tables.saturating_sub(1);
        self.cells_in_row = 0;
        self.marker.clear();
        self.part(Gap::Blank);
    }

    fn open_row(&mut self) {
        self.cells_in_row = 0;
        self.marker.clear();
        self.part(Gap::Line);
    }

    fn open_cell(&mut self) {
        if self.cells_in_row > 0 && self.tables == 1 {
            self.gap = self.gap.max(Gap::Space);
            self.marker.push_str("| ");
        } else if self.cells_in_row > 0 {
            self.part(Gap::Line);
        }
        self.cells_in_row += 1;
    }

    fn open_listing(&mut self) {
        self.part(Gap::Blank);
        self.listings = 1;
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
        self.write_gap();
        if lines.len() > LONGEST_FENCED {
            self.out.push_str(lines);
        } else {
            let fence = fence_around(lines);
            for part in [&fence, "\n", lines, "\n", &fence] {
                self.out.push_str(part);
            }
        }
        self.gap = Gap::Blank;
    }
}

/// The blanks that HTML collapses; a no-break space is not among them.
fn is_html_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

/// A listing without its blank first and last lines; the first line keeps its indentation.
fn without_blank_ends(listing: &str) -> &str {
    let listing = listing.trim_end();
    let indented = listing.trim_start();
    let blank = listing.len() - indented.len();
    let first_line = listing
        .get(..blank)
        .and_then(|blank| blank.rfind('\n'))
        .map_or(0, |line_end| line_end + 1);
    listing.get(first_line..).unwrap_or(indented)
}

/// A fence longer than any run of backticks in the listing.
fn fence_around(listing: &str) -> String {
    let (mut run, mut longest) = (0_usize, 2_usize);
    for byte in listing.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest + 1)
}
