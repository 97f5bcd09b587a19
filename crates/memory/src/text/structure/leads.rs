//! Words that introduce a list, and stand before its items.

use super::model::{Block, BlockKind, Lead, Structure};
use super::units::MAX_UNIT_QUARTERS;
use crate::text::plain::unmarked;
use crate::text::tokens::{is_cjk, retrieval_quarters};

/// Most text before the words of an item or a row.
pub(super) const MAX_LEAD_QUARTERS: usize = 300;

/// Between the words that lead to an item, and the item.
pub(super) const LEADS_TO: &str = " — ";

impl Structure {
    /// Returns the index of the paragraph whose last sentence introduces the list of the block at `index`, its own
    /// included.
    pub(super) fn list_sentence(&self, index: usize) -> Option<usize> {
        let before = self.blocks.get(..index)?;
        let block = before.iter().rposition(|block| !is_item(block))?;
        let in_list = self.blocks.get(index).is_some_and(is_item);
        let tells = self.blocks.get(block).is_some_and(is_told);
        (in_list && tells).then_some(block)
    }

    /// Returns true if the paragraph at `index` leads to a list that is one unit with its last sentence.
    pub(super) fn is_short_list(&self, text: &str, index: usize) -> bool {
        let mut size = 0;
        let mut items = 0;
        for item in self.items_after(index) {
            size += retrieval_quarters(item.span.of(text));
            items += 1;
            if size > MAX_UNIT_QUARTERS {
                return false;
            }
        }
        let Some(block) = self
            .blocks
            .get(index)
            .filter(|block| items > 0 && is_told(block))
        else {
            return false;
        };
        let sentences = self.sentences(text, block.span);
        sentences.last().is_some_and(|(_, words)| {
            leads(words) && size + retrieval_quarters(words) <= MAX_UNIT_QUARTERS
        })
    }

    pub(super) fn items_after(&self, index: usize) -> impl Iterator<Item = &Block> {
        let after = self.blocks.iter().skip(index + 1);
        after.take_while(|block| is_item(block))
    }

    /// Returns the leads of the block at `index`, if it is an item: a sentence, and the items above it.
    pub(super) fn leads_before(&self, text: &str, index: usize) -> Vec<Lead> {
        let mut found = Vec::new();
        let Some(BlockKind::Item { depth }) = self.blocks.get(index).map(|block| &block.kind)
        else {
            return found;
        };
        let mut least = *depth;
        let mut leads_on = true;
        let mut before = self.blocks.get(..index).unwrap_or_default();
        while let Some((block, rest)) = before.split_last() {
            match block.kind {
                BlockKind::Item { depth } if depth < least => {
                    let words = self.line(text, block.span).line;
                    found.extend(Lead::of(Some(depth), words));
                    least = depth;
                }
                BlockKind::Item { .. } | BlockKind::Code => {}
                BlockKind::Paragraph | BlockKind::Quote if leads_on => {
                    let last = self.sentences(text, block.span).pop();
                    found.extend(last.and_then(|(_, words)| Lead::of(None, words)));
                    break;
                }
                _ => break,
            }
            leads_on = is_item(block);
            before = rest;
        }
        if before.is_empty() {
            let above = |lead: &&Lead| lead.depth.is_none_or(|depth| depth < least);
            found.extend(self.lead_in.iter().rev().filter(above).cloned());
        }
        found.reverse();
        found
    }
}

impl Lead {
    /// Creates a lead from words that introduce the next text: they end no sentence, and are short enough to stand
    /// before each item.
    pub(super) fn of(depth: Option<u8>, words: String) -> Option<Self> {
        let short = retrieval_quarters(&words) <= MAX_LEAD_QUARTERS;
        (short && leads(&words)).then(|| Self {
            depth,
            words: unmarked(&words).to_owned(),
        })
    }
}

/// Returns the words of the leads, outermost first, as many of the innermost as may stand before an item.
pub(super) fn joined(leads: &[Lead]) -> String {
    let mut size = 0;
    let fits = |lead: &&Lead| {
        size += retrieval_quarters(&lead.words);
        size <= MAX_LEAD_QUARTERS
    };
    let mut kept: Vec<&str> = leads
        .iter()
        .rev()
        .take_while(fits)
        .map(|lead| lead.words.as_str())
        .collect();
    kept.reverse();
    kept.join(LEADS_TO)
}

/// Returns true if a sentence goes on into the list after it: it ends with a colon, or with no end of a sentence.
fn leads(words: &str) -> bool {
    let words = words.trim_end_matches([
        '"', '”', '’', '\'', ')', '）', ']', '」', '』', '*', '_', '`',
    ]);
    let ends = ['.', '!', '?', ';', '。', '！', '？', '；', '…'];
    !words.is_empty() && !words.ends_with(ends)
}

/// The sign between two items of a list on one line.
pub(super) fn separator(before: &str) -> &'static str {
    let ends = [
        '.', '!', '?', ';', ',', ':', '。', '！', '？', '；', '，', '、', '：',
    ];
    match before.chars().next_back() {
        Some(last) if ends.contains(&last) => "",
        Some(last) if is_cjk(last) => "；",
        _ => ";",
    }
}

fn is_item(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Item { .. })
}

fn is_told(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Quote)
}
