//! Blocks and spans as numbers, for files.

use super::model::{Block, BlockKind};
use crate::text::Span;

const HEADING: usize = 0;
const PARAGRAPH: usize = 1;
const ITEM: usize = 2;
const ROW: usize = 3;
const TABLE_HEAD: usize = 4;
const CODE: usize = 5;
const QUOTE: usize = 6;

impl From<Block> for Vec<usize> {
    fn from(block: Block) -> Self {
        let (kind, more) = match block.kind {
            BlockKind::Heading { level } => (HEADING, vec![usize::from(level)]),
            BlockKind::Paragraph => (PARAGRAPH, Vec::new()),
            BlockKind::Item { depth } => (ITEM, vec![usize::from(depth)]),
            BlockKind::Row { table, cells } => {
                let cells = cells.into_iter().flat_map(|cell| [cell.start, cell.end]);
                (ROW, std::iter::once(table).chain(cells).collect())
            }
            BlockKind::TableHead { table } => (TABLE_HEAD, vec![table]),
            BlockKind::Code => (CODE, Vec::new()),
            BlockKind::Quote => (QUOTE, Vec::new()),
        };
        let mut numbers = vec![kind, block.span.start, block.span.end];
        numbers.extend(more);
        numbers
    }
}

impl TryFrom<Vec<usize>> for Block {
    type Error = String;

    fn try_from(numbers: Vec<usize>) -> Result<Self, String> {
        read(&numbers).ok_or_else(|| format!("{numbers:?} is no block of a text"))
    }
}

fn read(numbers: &[usize]) -> Option<Block> {
    let (kind, [start, end, more @ ..]) = numbers.split_first()? else {
        return None;
    };
    let small = |number: usize| u8::try_from(number).ok();
    let kind = match (*kind, more) {
        (HEADING, [level]) => BlockKind::Heading {
            level: small(*level)?,
        },
        (PARAGRAPH, []) => BlockKind::Paragraph,
        (ITEM, [depth]) => BlockKind::Item {
            depth: small(*depth)?,
        },
        (ROW, [table, cells @ ..]) => BlockKind::Row {
            table: *table,
            cells: pairs(cells)?,
        },
        (TABLE_HEAD, [table]) => BlockKind::TableHead { table: *table },
        (CODE, []) => BlockKind::Code,
        (QUOTE, []) => BlockKind::Quote,
        _ => return None,
    };
    let span = Span::new(*start, *end);
    Some(Block { kind, span })
}

fn pairs(numbers: &[usize]) -> Option<Vec<Span>> {
    let (pairs, rest) = numbers.as_chunks::<2>();
    let spans = pairs.iter().map(|[start, end]| Span::new(*start, *end));
    rest.is_empty().then(|| spans.collect())
}

/// Spans as one list of numbers.
pub(super) mod spans {
    use serde::de::{Deserialize, Deserializer, Error as _};
    use serde::ser::{Serialize as _, Serializer};

    use crate::text::Span;

    /// Writes the start and the end of each.
    pub fn serialize<S: Serializer>(spans: &[Span], serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = spans.iter().flat_map(|span| [span.start, span.end]);
        numbers.collect::<Vec<usize>>().serialize(serializer)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Span>, D::Error> {
        let numbers = Vec::<usize>::deserialize(deserializer)?;
        super::pairs(&numbers).ok_or_else(|| D::Error::custom("a span has no end"))
    }
}
