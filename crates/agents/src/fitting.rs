//! Text and nodes made to fit what a model reads at once.

use std::borrow::Cow;

use amb_memory::text::estimate_tokens;

use crate::engine::NodeInfo;

/// What stands in the place of the middle of a text that was too long.
const MARK: &str = " […] ";

/// Tokens of the mark.
const MARK_TOKENS: usize = 2;

/// Letters of a token, at the most that a text of letters alone has.
const TOKEN_LETTERS: usize = 4;

/// Tokens of a node in a prompt beside its words: its id, its origin, labels.
const NODE_TOKENS: usize = 48;

/// The text in at most so many tokens by estimate: its beginning and its end, a mark between them.
pub(crate) fn shortened(text: &str, tokens: usize) -> Cow<'_, str> {
    if estimate_tokens(text) <= tokens {
        return Cow::Borrowed(text);
    }
    let kept = tokens.saturating_sub(MARK_TOKENS);
    let end = kept / 3;
    let (head, tail) = (beginning(text, kept - end), ending(text, end));
    Cow::Owned(format!("{}{MARK}{}", head.trim_end(), tail.trim_start()))
}

/// As much of a text's beginning as takes so many tokens, or hardly less.
fn beginning(text: &str, tokens: usize) -> &str {
    most(tokens, |chars| {
        let end = text
            .char_indices()
            .nth(chars)
            .map_or(text.len(), |(at, _)| at);
        text.get(..end).unwrap_or_default()
    })
}

/// As much of a text's end.
fn ending(text: &str, tokens: usize) -> &str {
    most(tokens, |chars| {
        let last = text.char_indices().rev().take(chars).last();
        text.get(last.map_or(text.len(), |(at, _)| at)..)
            .unwrap_or_default()
    })
}

/// The part of a text, given by its number of characters, that takes at most so many tokens.
fn most<'t>(tokens: usize, part: impl Fn(usize) -> &'t str) -> &'t str {
    let mut chars = tokens.saturating_mul(TOKEN_LETTERS);
    loop {
        let taken = part(chars);
        let size = estimate_tokens(taken);
        if size <= tokens {
            return taken;
        }
        chars = (chars * tokens / size).min(chars.saturating_sub(1));
    }
}

/// What each of these sizes may take at most, so that all together take no more than `room`: the small ones keep theirs.
pub(crate) fn level(sizes: impl IntoIterator<Item = usize>, room: usize) -> usize {
    let mut sizes: Vec<usize> = sizes.into_iter().collect();
    sizes.sort_unstable();
    let (mut left, mut others) = (room, sizes.len());
    for size in sizes {
        let share = left / others;
        if size > share {
            return share;
        }
        left -= size;
        others -= 1;
    }
    usize::MAX
}

/// The first of these items that take no more than `room` together.
pub(crate) fn first_fitting<T>(
    items: impl IntoIterator<Item = T>,
    room: usize,
    size: impl Fn(&T) -> usize,
) -> Vec<T> {
    let mut left = room;
    let fits = |item: &T| {
        let rest = left.checked_sub(size(item));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    items.into_iter().take_while(fits).collect()
}

/// The tokens that a node takes in a prompt.
pub(crate) fn node_tokens(node: &NodeInfo) -> usize {
    topic_tokens(&node.context, &node.keywords, &node.summary) + NODE_TOKENS
}

/// The tokens of a topic's sentence, its keywords and its summary.
pub(crate) fn topic_tokens(context: &str, keywords: &[String], summary: &str) -> usize {
    let keywords = keywords.iter().map(|keyword| keyword_tokens(keyword));
    keywords.sum::<usize>() + estimate_tokens(context) + estimate_tokens(summary)
}

/// The tokens of a keyword and of what sets it apart from the next.
fn keyword_tokens(keyword: &str) -> usize {
    estimate_tokens(keyword) + 1
}

/// The node in at most so many tokens, of which its id takes some in any case: its topic and its keywords in a quarter
/// each, its summary in what they leave.
pub(crate) fn fitted(node: &NodeInfo, tokens: usize) -> NodeInfo {
    if node_tokens(node) <= tokens {
        return node.clone();
    }
    let room = tokens.saturating_sub(NODE_TOKENS);
    let context = shortened(&node.context, room / 4).into_owned();
    let keywords = first_fitting(node.keywords.iter().cloned(), room / 4, |keyword| {
        keyword_tokens(keyword)
    });
    let bare = NodeInfo {
        id: node.id.clone(),
        summary: String::new(),
        context,
        keywords,
        trust: node.trust,
    };
    let left = tokens.saturating_sub(node_tokens(&bare));
    NodeInfo {
        summary: shortened(&node.summary, left).into_owned(),
        ..bare
    }
}

/// These nodes in at most so many tokens together, long ones shortened first; each is there.
pub(crate) fn all_fitted(nodes: &[NodeInfo], room: usize) -> Vec<NodeInfo> {
    let cap = level(nodes.iter().map(node_tokens), room);
    nodes.iter().map(|node| fitted(node, cap)).collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::task::{NodeId, Trust};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mb_25_of_a_long_text_the_beginning_and_the_end_are_kept() {
        let words: Vec<String> = (0..1000).map(|number| format!("word{number}")).collect();
        let text = words.join(" ");
        let short = shortened(&text, 50);
        assert!(short.starts_with("word0 word1 "), "{short}");
        assert!(short.ends_with(" word998 word999"), "{short}");
        assert!(short.contains(MARK));
        assert_eq!(estimate_tokens(MARK), MARK_TOKENS);
        assert_eq!(shortened("as it is", 2000), "as it is");
        assert_eq!(level([5, 100, 20], 60), 35);
        assert_eq!(level([5, 10], 60), usize::MAX);
        assert_eq!(level([], 0), usize::MAX);
    }

    proptest! {
        #[test]
        fn mb_25_what_is_shortened_fits(
            text in "(\\PC|早|[ \n]){0,60}", times in 1_usize..40, tokens in 2_usize..300,
        ) {
            let text = text.repeat(times);
            let short = shortened(&text, tokens);
            // What stands at the joints may be counted apart.
            prop_assert!(estimate_tokens(&short) <= tokens + 1, "{}", short);
            let node = NodeInfo {
                id: NodeId::from("id-1"),
                summary: text.clone(),
                context: text.clone(),
                keywords: vec![text.clone(), text],
                trust: Trust::Given,
            };
            let made = fitted(&node, tokens);
            prop_assert!(node_tokens(&made) <= (tokens + 2).max(NODE_TOKENS + 4), "{:?}", made);
            let all = all_fitted(&[node.clone(), node.clone(), made], tokens * 10);
            prop_assert_eq!(all.len(), 3);
            let taken: usize = all.iter().map(node_tokens).sum();
            prop_assert!(taken <= (tokens * 10 + 6).max(3 * (NODE_TOKENS + 4)));
        }
    }
}
