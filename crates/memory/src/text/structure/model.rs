//! The structure of a text: its titles, paragraphs, items, rows and listings, as its reader found them.

use serde::{Deserialize, Serialize};

use super::compact;
use crate::text::Span;

/// The structure of a text, in spans of that text.
///
/// Every reader makes one: from Markdown's syntax, HTML's elements, a PDF file's layout, the marks of plain text.
/// A part of a text has a part of its structure, with the titles above it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    /// Titles above the beginning of the text, outermost first; not part of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<Title>,
    /// The words that introduce the text if it begins within a list, outermost first; not part of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lead_in: Vec<Lead>,
    /// The blocks, in the order of the text and without overlap. Text outside all blocks is blank or markup.
    pub blocks: Vec<Block>,
    /// The tables that rows refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    /// Markup within blocks, in order: emphasis marks, targets of links, fences. It is part of the text, and of no
    /// words.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        with = "compact::spans"
    )]
    pub markup: Vec<Span>,
    /// Places where another text begins: a title before such a place does not apply after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Apart>,
}

/// The beginning of another text within texts that were put together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apart {
    /// Its first byte.
    pub at: usize,
    /// Titles above it, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub above: Vec<Title>,
}

/// Words that lead to the items that follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// The depth of the item that they are; none for a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// The words, without markup.
    pub words: String,
}

/// A title above a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// 1 for the outermost rank.
    pub level: u8,
    /// Its words, without markup.
    pub words: String,
}

/// A stretch of a text that its author set apart. Serialised as a list of numbers: a text has many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<usize>", try_from = "Vec<usize>")]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// Its range. The marks of a heading or an item (`## `, `- `, `1. `) are inside.
    pub span: Span,
}

/// The kind of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// A title of the following text, up to the next of its rank.
    Heading {
        /// 1 for the outermost rank.
        level: u8,
    },
    /// Sentences.
    Paragraph,
    /// A paragraph of an item of a list, without the lists inside it. The first begins with the item's mark.
    Item {
        /// 0 for an item of an outermost list.
        depth: u8,
    },
    /// A row of a table, other than its header.
    Row {
        /// The place of its table in [`Structure::tables`].
        table: usize,
        /// Its cells, in the order of the columns and within the row; empty spans for empty cells.
        cells: Vec<Span>,
    },
    /// The header of a table, or its caption.
    TableHead {
        /// The place of its table in [`Structure::tables`].
        table: usize,
    },
    /// A listing: a program, its output, or typed input.
    Code,
    /// Words of somebody else, as a paragraph.
    Quote,
}

/// The properties that rows of a table share.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The name of each column, empty if it has none; no names for a table without a header.
    pub header: Vec<String>,
    /// The table's caption.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}
