//! The structure of Markdown.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::marks::marks_between;
use super::model::{Block, BlockKind, Structure, Table};
use super::plain_words::PlainWords;
use crate::text::Span;
use crate::text::lines::lines;
use crate::text::plain::LineEnds;

impl Structure {
    /// Reads the structure of Markdown: CommonMark with tables and strikethrough, front matter, comments left out.
    ///
    /// Takes time linear in the length of the text.
    #[must_use]
    pub fn markdown(text: &str) -> Self {
        let mut maker = Maker {
            text,
            structure: Self::default(),
            containers: Vec::new(),
            leaf: None,
        };
        let body = maker.front_matter();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let parser = Parser::new_ext(text.get(body..).unwrap_or_default(), options);
        for (event, range) in parser.into_offset_iter() {
            maker.take(&event, Span::new(body + range.start, body + range.end));
        }
        maker.close();
        maker.structure.bounded(text)
    }
}

/// A container of blocks.
#[derive(Debug)]
enum Container {
    Quote,
    /// The number of the next item, where items have numbers.
    List(Option<u64>),
    /// An item, with its mark until its first words.
    Item(Option<Mark>),
}

/// The mark of an item.
#[derive(Debug, Clone, Copy)]
struct Mark {
    start: usize,
    /// The item's own number, if it has one.
    number: Option<u64>,
}

/// A block whose words are being collected.
#[derive(Debug)]
struct Leaf {
    kind: BlockKind,
    span: Span,
    /// Ranges of words; the text between them is markup or blank.
    said: Vec<Span>,
    /// Positions of the author's line breaks.
    breaks: Vec<usize>,
    /// The cells of a row.
    cells: Vec<Span>,
    is_html: bool,
}

struct Maker<'t> {
    text: &'t str,
    structure: Structure,
    containers: Vec<Container>,
    leaf: Option<Leaf>,
}

impl Maker<'_> {
    /// Reads front matter between lines of `---` at the beginning of the text as code. Returns the start of the rest.
    fn front_matter(&mut self) -> usize {
        let start = if self.text.starts_with('\u{FEFF}') {
            '\u{FEFF}'.len_utf8()
        } else {
            0
        };
        let mut at = start;
        let mut said: Option<Span> = None;
        for (index, line) in self
            .text
            .get(start..)
            .unwrap_or_default()
            .split_inclusive('\n')
            .enumerate()
        {
            let place = Span::new(at, at + line.len());
            at = place.end;
            let line = line.trim_end();
            match (index, line) {
                (0, "---") => {}
                (0, _) | (1, "") => return start,
                (_, "---" | "...") => {
                    let Some(said) = said else { return at };
                    self.open(BlockKind::Code, Span::new(start, at));
                    self.say(said);
                    self.close();
                    return at;
                }
                _ => {
                    said = Some(Span::new(
                        said.map_or(place.start, |said| said.start),
                        place.end,
                    ))
                }
            }
        }
        start
    }

    fn take(&mut self, event: &Event<'_>, range: Span) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(*tag, range),
            Event::Text(_) => self.say(range),
            Event::Code(_) => self.say(within_backquotes(self.text, range)),
            Event::HardBreak => {
                if let Some(leaf) = &mut self.leaf {
                    leaf.breaks.push(range.start);
                }
            }
            Event::Rule => self.close(),
            Event::Html(_) => self.reach(range),
            _ => {
                self.ensure(range);
                self.reach(range);
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Span) {
        match tag {
            Tag::Paragraph => self.open(self.prose(), range),
            Tag::Heading { level, .. } if self.containers.is_empty() => {
                let level = rank(*level);
                self.open(BlockKind::Heading { level }, range);
            }
            Tag::Heading { .. } => self.open(self.prose(), range),
            Tag::CodeBlock(_) => self.open(BlockKind::Code, range),
            Tag::HtmlBlock => {
                self.open(self.prose(), range);
                if let Some(leaf) = &mut self.leaf {
                    leaf.is_html = true;
                }
            }
            Tag::BlockQuote(_) => {
                self.close();
                self.containers.push(Container::Quote);
            }
            Tag::List(first) => {
                self.close();
                self.containers.push(Container::List(*first));
            }
            Tag::Item => {
                self.close();
                let number = self.next_number();
                let start = range.start;
                self.containers
                    .push(Container::Item(Some(Mark { start, number })));
            }
            Tag::Table(_) => {
                self.close();
                self.structure.tables.push(Table::default());
            }
            Tag::TableHead => self.open(
                BlockKind::TableHead {
                    table: self.table(),
                },
                range,
            ),
            Tag::TableRow => {
                let (table, cells) = (self.table(), Vec::new());
                self.open(BlockKind::Row { table, cells }, range);
            }
            Tag::TableCell => self.cell(range),
            _ => {
                self.ensure(range);
                self.reach(range);
            }
        }
    }

    fn end(&mut self, tag: TagEnd, range: Span) {
        match tag {
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.close();
                self.containers.pop();
            }
            TagEnd::TableCell => {}
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::Table => self.close(),
            _ => self.reach(range),
        }
    }

    /// The kind of a paragraph here.
    fn prose(&self) -> BlockKind {
        match self.containers.last() {
            Some(Container::Item(_)) => {
                let is_list = |container: &&Container| matches!(container, Container::List(_));
                let lists = self.containers.iter().filter(is_list).count();
                let depth = u8::try_from(lists.saturating_sub(1)).unwrap_or(u8::MAX);
                BlockKind::Item { depth }
            }
            Some(_) => BlockKind::Quote,
            None => BlockKind::Paragraph,
        }
    }

    fn next_number(&mut self) -> Option<u64> {
        let Some(Container::List(Some(next))) = self.containers.last_mut() else {
            return None;
        };
        let number = *next;
        *next = next.saturating_add(1);
        Some(number)
    }

    fn table(&self) -> usize {
        self.structure.tables.len().saturating_sub(1)
    }

    fn open(&mut self, kind: BlockKind, span: Span) {
        self.close();
        let mut leaf = Leaf {
            kind,
            span,
            said: Vec::new(),
            breaks: Vec::new(),
            cells: Vec::new(),
            is_html: false,
        };
        if let Some(Container::Item(mark)) = self.containers.last_mut()
            && matches!(leaf.kind, BlockKind::Item { .. })
            && let Some(mark) = mark.take()
        {
            leaf.span.start = mark.start;
            leaf.said.extend(mark.written(self.text));
        }
        self.leaf = Some(leaf);
    }

    /// Opens the paragraph of an item whose words have none.
    fn ensure(&mut self, range: Span) {
        if self.leaf.is_none() {
            self.open(self.prose(), range);
        }
    }

    fn reach(&mut self, range: Span) {
        if let Some(leaf) = &mut self.leaf {
            leaf.span.end = leaf.span.end.max(range.end);
        }
    }

    fn say(&mut self, range: Span) {
        self.ensure(range);
        self.reach(range);
        if let Some(leaf) = &mut self.leaf {
            leaf.said.push(range);
        }
    }

    fn cell(&mut self, range: Span) {
        if let Some(leaf) = &mut self.leaf {
            leaf.cells.push(range);
        }
    }

    fn close(&mut self) {
        let Some(mut leaf) = self.leaf.take() else {
            return;
        };
        if leaf.is_html {
            leaf.said = told_between_tags(self.text, leaf.span);
            let (Some(first), Some(last)) = (leaf.said.first(), leaf.said.last()) else {
                return;
            };
            leaf.span = Span::new(first.start, last.end);
        }
        let span = leaf.span.trimmed(self.text);
        leaf.end_row(self.text, span);
        let mut marks = marks_between(self.text, span, &leaf.said);
        let is_blank = |said: &Span| said.trimmed(self.text).is_empty();
        let tells = !leaf.said.iter().all(is_blank);
        if !tells {
            return;
        }
        match &mut leaf.kind {
            BlockKind::Row { cells, .. } => *cells = leaf.cells,
            BlockKind::TableHead { .. } => {
                let name =
                    |cell: &Span| PlainWords::read(self.text, *cell, &marks_in(&marks, *cell)).line;
                if let Some(table) = self.structure.tables.last_mut() {
                    table.header = leaf.cells.iter().map(name).collect();
                }
            }
            _ => {}
        }
        let parts = match leaf.kind {
            BlockKind::Paragraph => {
                parts(self.text, span, &meant_breaks(self.text, span, leaf.breaks))
            }
            BlockKind::Quote => parts(self.text, span, &leaf.breaks),
            _ => vec![span],
        };
        self.structure.markup.append(&mut marks);
        for span in parts {
            let kind = leaf.kind.clone();
            self.structure.blocks.push(Block { kind, span });
        }
    }
}

impl Leaf {
    /// Puts the cells of a row in order. Those beyond the header's have no name: they are kept.
    fn end_row(&mut self, text: &str, row: Span) {
        for cell in &mut self.cells {
            let inside = |at: usize| at.clamp(row.start, row.end);
            *cell = Span::new(inside(cell.start), inside(cell.end)).trimmed(text);
        }
        let is_row = matches!(self.kind, BlockKind::Row { .. });
        if let Some(last) = self.cells.last().filter(|_| is_row) {
            let said = self.said.last().map_or(last.end, |said| said.end);
            let mut at = said.max(last.end);
            for more in Span::new(at, row.end).of(text).split('|') {
                let cell = Span::new(at, at + more.len()).trimmed(text);
                at += more.len() + 1;
                if !cell.is_empty() {
                    self.cells.push(cell);
                    self.said.push(cell);
                }
            }
        }
        while self.cells.pop_if(|cell| cell.is_empty()).is_some() {}
    }
}

impl Mark {
    /// Returns the range of the item's written number; `None` if another number is written there.
    fn written(self, text: &str) -> Option<Span> {
        let written = text.get(self.start..)?;
        let after = written.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = written.len() - after.len();
        let number = written.get(..digits)?.parse::<u64>().ok()?;
        (Some(number) == self.number).then(|| Span::new(self.start, self.start + digits + 1))
    }
}

fn rank(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The code between backquotes.
fn within_backquotes(text: &str, range: Span) -> Span {
    let code = range.of(text);
    let marks = code.len() - code.trim_start_matches('`').len();
    Span::new(
        range.start + marks,
        range.end.saturating_sub(marks).max(range.start + marks),
    )
}

/// Returns the marks that touch a cell.
fn marks_in(marks: &[Span], cell: Span) -> Vec<Span> {
    let touches = |mark: &&Span| mark.start < cell.end && cell.start < mark.end;
    marks.iter().filter(touches).copied().collect()
}

/// The breaks of a paragraph, and the ends of lines that its author ended on purpose.
fn meant_breaks(text: &str, paragraph: Span, mut breaks: Vec<usize>) -> Vec<usize> {
    let lines = lines(paragraph.of(text));
    let ends = LineEnds::new(&lines);
    let meant = lines
        .iter()
        .enumerate()
        .filter(|(index, _)| ends.is_meant(*index));
    breaks.extend(meant.map(|(_, line)| paragraph.start + line.full.end));
    breaks.sort_unstable();
    breaks
}

/// A paragraph cut where its author broke the line.
fn parts(text: &str, span: Span, breaks: &[usize]) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = span.start;
    for end in breaks.iter().copied().chain([span.end]) {
        parts.push(Span::new(start, end.max(start)).trimmed(text));
        start = end.max(start);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the words of HTML: the text between tags, outside of comments, scripts and styles.
fn told_between_tags(text: &str, span: Span) -> Vec<Span> {
    let html = span.of(text);
    let mut told = Vec::new();
    let mut at = 0;
    while let Some(rest) = html.get(at..).filter(|rest| !rest.is_empty()) {
        let tag = rest.find('<').unwrap_or(rest.len());
        told.push(Span::new(span.start + at, span.start + at + tag).trimmed(text));
        at += tag;
        let Some(markup) = html.get(at..).map(markup_at_start) else {
            break;
        };
        if markup.is_none() {
            told.push(Span::new(span.start + at, span.end).trimmed(text));
            break;
        }
        at += markup.unwrap_or_default();
    }
    told.retain(|words| !words.is_empty());
    told
}

/// Returns the bytes of the markup that begins with the first byte; `None` if it never ends.
fn markup_at_start(html: &str) -> Option<usize> {
    let lower = |name: &str| {
        html.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let end = match html {
        "" => return Some(0),
        _ if html.starts_with("<!--") => "-->",
        _ if lower("<script") => "</script>",
        _ if lower("<style") => "</style>",
        _ => ">",
    };
    html.find(end).map(|at| at + end.len())
}
