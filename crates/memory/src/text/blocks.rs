//! A text as blocks: headings, paragraphs, code.

use super::headings::{Heading, headings};
use super::lines::{Line, lines};
use super::span::Span;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// A heading with its rules.
    Heading,
    /// Sentences or list items.
    Prose,
    /// Lines that must stay lines.
    Code,
}

/// Lines that belong together.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// From the first word to the last.
    pub span: Span,
    /// What it is.
    pub kind: BlockKind,
    /// Its lines, as a range of indices into [`Layout::lines`].
    pub lines: std::ops::Range<usize>,
}

/// A text laid out: its lines, its headings, its blocks.
pub(crate) struct Layout<'t> {
    /// The text.
    pub text: &'t str,
    /// Its lines, which tile it.
    pub lines: Vec<Line<'t>>,
    /// Its headings, in order.
    pub headings: Vec<Heading>,
    /// Its blocks, in order; they cover everything that is not blank.
    pub blocks: Vec<Block>,
}

impl<'t> Layout<'t> {
    /// Lays out `text`.
    pub fn new(text: &'t str) -> Self {
        let lines = lines(text);
        let code = fenced(&lines);
        let headings = headings(&lines, &code);
        let blocks = blocks(&lines, &code, &headings);
        Self {
            text,
            lines,
            headings,
            blocks,
        }
    }

    /// Where the line begins; the end of the text for a line after the last.
    pub fn line_start(&self, index: usize) -> usize {
        self.lines
            .get(index)
            .map_or(self.text.len(), |line| line.full.start)
    }
}

/// Which lines stand in a fenced code block, fences included. A fence that is never closed is none.
fn fenced(lines: &[Line<'_>]) -> Vec<bool> {
    let mut code = vec![false; lines.len()];
    let mut open: Option<(usize, &str)> = None;
    for (index, line) in lines.iter().enumerate() {
        let Some(fence) = fence(line) else { continue };
        match open {
            None => open = Some((index, fence)),
            Some((first, opening)) if opening == fence && line.trimmed() == fence => {
                code.iter_mut()
                    .take(index + 1)
                    .skip(first)
                    .for_each(|inside| *inside = true);
                open = None;
            }
            Some(_) => {}
        }
    }
    code
}

fn fence<'t>(line: &Line<'t>) -> Option<&'t str> {
    let text = line.trimmed();
    ["```", "~~~"]
        .into_iter()
        .find(|fence| text.starts_with(fence))
        .map(|fence| {
            let rest = text.trim_start_matches(|c| fence.starts_with(c));
            text.get(..text.len() - rest.len()).unwrap_or_default()
        })
}

fn blocks(lines: &[Line<'_>], code: &[bool], headings: &[Heading]) -> Vec<Block> {
    let mut blocks = Blocks {
        lines,
        found: Vec::new(),
        open: None,
    };
    let mut headings = headings.iter().peekable();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let in_code = code.get(index).copied().unwrap_or_default();
        if let Some(heading) = headings.next_if(|heading| heading.first_line == index) {
            blocks.close(index);
            blocks.push(BlockKind::Heading, index..heading.last_line + 1);
            index = heading.last_line + 1;
            continue;
        }
        if line.is_blank() && !in_code {
            blocks.close(index);
        } else {
            blocks.extend(index, in_code);
        }
        index += 1;
    }
    blocks.close(lines.len());
    blocks.found
}

/// Blocks being gathered line by line.
struct Blocks<'l, 't> {
    lines: &'l [Line<'t>],
    found: Vec<Block>,
    open: Option<(usize, bool)>,
}

impl Blocks<'_, '_> {
    fn extend(&mut self, index: usize, in_code: bool) {
        if self.open.is_some_and(|(_, code)| code != in_code) {
            self.close(index);
        }
        self.open.get_or_insert((index, in_code));
    }

    fn close(&mut self, end: usize) {
        let Some((first, fenced)) = self.open.take() else {
            return;
        };
        let lines = self.lines.get(first..end).unwrap_or_default();
        let kind = if fenced || looks_like_code(lines) {
            BlockKind::Code
        } else {
            BlockKind::Prose
        };
        self.push(kind, first..end);
    }

    fn push(&mut self, kind: BlockKind, lines: std::ops::Range<usize>) {
        let mut written = self
            .lines
            .get(lines.clone())
            .unwrap_or_default()
            .iter()
            .filter(|l| !l.is_blank());
        let Some(first) = written.next() else { return };
        let last = written.next_back().unwrap_or(first);
        let span = Span::new(first.content().start, last.content().end);
        self.found.push(Block { span, kind, lines });
    }
}

/// Whether lines without a fence are a program, a session or a configuration: no line is longer
/// than a screen, and signs are far denser than in sentences.
fn looks_like_code(lines: &[Line<'_>]) -> bool {
    const SCREEN: usize = 160;
    if lines.iter().any(|line| line.text.len() > SCREEN) {
        return false;
    }
    let mut signs = 0;
    let mut others = 0;
    for c in lines
        .iter()
        .flat_map(|line| line.text.chars())
        .filter(|c| !c.is_whitespace())
    {
        match c {
            '{' | '}' | '[' | ']' | '<' | '>' | '=' | '$' | '#' | '/' | '\\' | '|' | '_' | '&'
            | '@' | '-' | ';' | '+' | '~' => signs += 1,
            _ => others += 1,
        }
    }
    signs * 9 > others
}
