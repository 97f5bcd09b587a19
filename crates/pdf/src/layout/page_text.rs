//! Writing a page's text and structure.

use amb_documents::PageText;
use amb_memory::text::{Block, BlockKind, Span, Structure, Table, visible};

/// Writes the blocks of a page, without invisible characters.
#[derive(Debug, Default)]
pub(super) struct PageWriter {
    text: String,
    structure: Structure,
}

impl PageWriter {
    /// Writes a separate block.
    pub(super) fn block(&mut self, kind: BlockKind, words: &str) {
        self.marked(kind, "", words);
    }

    /// Writes a title as Markdown has it.
    pub(super) fn heading(&mut self, level: u8, words: &str) {
        let marks = "#".repeat(usize::from(level));
        self.marked(BlockKind::Heading { level }, &marks, words);
    }

    /// Writes an item of a list; its number is one of its words, its bullet is not.
    pub(super) fn item(&mut self, words: &str) {
        let mark = words.split_once(' ').map_or("", |(mark, _)| mark);
        let kind = BlockKind::Item { depth: 0 };
        if mark.contains(char::is_alphanumeric) {
            self.marked(kind, "", words);
        } else {
            let words = words.get(mark.len()..).unwrap_or_default();
            self.marked(kind, mark, words.trim_start());
        }
    }

    /// Adds a table, and returns its place.
    pub(super) fn add_table(&mut self, table: Table) -> usize {
        self.structure.tables.push(table);
        self.structure.tables.len() - 1
    }

    /// Writes a row of a table on its line, its cells parted by bars; `is_first` of its table.
    pub(super) fn row(&mut self, mut kind: BlockKind, words: &[String], is_first: bool) {
        let used = words.iter().rposition(|word| !word.is_empty());
        let words = words
            .get(..used.map_or(0, |last| last + 1))
            .unwrap_or_default();
        if words.is_empty() {
            return;
        }
        self.part(if is_first { "\n\n" } else { "\n" });
        let start = self.text.len();
        let mut spans = Vec::with_capacity(words.len());
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                if self.text.len() > start {
                    self.text.push(' ');
                }
                if matches!(kind, BlockKind::TableHead { .. }) {
                    let bar = self.text.len();
                    self.structure.markup.push(Span::new(bar, bar + 1));
                }
                self.text.push('|');
            }
            let word = visible(word);
            if at > 0 && !word.is_empty() {
                self.text.push(' ');
            }
            spans.push(Span::new(self.text.len(), self.text.len() + word.len()));
            self.text.push_str(&word);
        }
        if let BlockKind::Row { cells, .. } = &mut kind {
            *cells = spans;
        }
        self.end(kind, start);
    }

    /// Writes lines of their own, each an item.
    pub(super) fn items(&mut self, items: &[String]) {
        for (at, item) in items.iter().enumerate() {
            let item = visible(item);
            if !item.trim().is_empty() {
                self.part(if at == 0 { "\n\n" } else { "\n" });
                let start = self.text.len();
                self.text.push_str(item.trim());
                self.end(BlockKind::Item { depth: 0 }, start);
            }
        }
    }

    /// Returns the page.
    pub(super) fn finish(self) -> PageText {
        PageText {
            text: self.text,
            structure: Some(self.structure),
        }
    }

    fn marked(&mut self, kind: BlockKind, marks: &str, words: &str) {
        let words = visible(words);
        let words = words.trim_end().trim_start_matches('\n');
        if words.trim().is_empty() {
            return;
        }
        self.part("\n\n");
        let start = self.text.len();
        if !marks.is_empty() {
            self.text.push_str(marks);
            self.structure
                .markup
                .push(Span::new(start, self.text.len()));
            self.text.push(' ');
        }
        self.text.push_str(words);
        self.end(kind, start);
    }

    fn part(&mut self, gap: &str) {
        if !self.text.is_empty() {
            self.text.push_str(gap);
        }
    }

    fn end(&mut self, kind: BlockKind, start: usize) {
        let span = Span::new(start, self.text.len());
        self.structure.blocks.push(Block { kind, span });
    }
}
