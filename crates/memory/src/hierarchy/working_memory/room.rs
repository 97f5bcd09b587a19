//! Displacement of items from a full context.

use super::context_item::ContextItem;
use crate::text::{estimate_tokens, sentences};
use serde::{Deserialize, Serialize};

/// An item that gave way, as it was before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Displaced {
    /// The item with all its words.
    pub item: ContextItem,
    /// Displacement of the item.
    pub displacement: Displacement,
}

/// Kind of a displacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Displacement {
    /// Its beginning stays.
    Compressed,
    /// Nothing of it stays.
    Evicted,
}

/// An item of fewer tokens is not worth compressing.
const LEAST_TOKENS: usize = 32;

/// Share of an item's tokens that compression keeps: one in four.
const KEPT_SHARE: usize = 4;

/// The item in a quarter of its tokens: whole sentences from its beginning, at least a part of the
/// first. None where it was compressed before, or is short.
pub(super) fn compressed(item: &ContextItem) -> Option<ContextItem> {
    let tokens = item.tokens();
    if item.is_compressed || tokens < LEAST_TOKENS {
        return None;
    }
    shortened(item, tokens / KEPT_SHARE)
}

/// The item within so many tokens, as [`compressed`] does it.
pub(super) fn shortened(item: &ContextItem, tokens: usize) -> Option<ContextItem> {
    let with = |content: &str| ContextItem {
        content: format!("{} […]", content.trim_end()),
        is_compressed: true,
        ..item.clone()
    };
    let fits = |content: &str| with(content).tokens() <= tokens;
    let ends = sentences(&item.content).into_iter().map(|span| span.end);
    let mut kept = "";
    for end in ends {
        let beginning = item.content.get(..end).unwrap_or_default();
        if !fits(beginning) {
            break;
        }
        kept = beginning;
    }
    if kept.is_empty() {
        kept = longest_beginning(&item.content, fits);
    }
    (!kept.trim().is_empty()).then(|| with(kept))
}

/// The longest beginning that fits, by halving: a longer one never fits where a shorter does not.
fn longest_beginning(text: &str, fits: impl Fn(&str) -> bool) -> &str {
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let beginning = |end: usize| text.get(..end).unwrap_or_default();
    let count = ends.partition_point(|end| fits(beginning(*end)));
    let end = count.checked_sub(1).and_then(|last| ends.get(last));
    end.map_or("", |end| beginning(*end))
}

/// Tokens of a heading.
pub(super) fn heading_tokens(name: &str) -> usize {
    estimate_tokens(&heading(name))
}

/// A block's heading in a prompt.
pub(super) fn heading(name: &str) -> String {
    format!("[{name}]\n")
}
