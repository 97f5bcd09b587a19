//! Shortens text to a model's input limit.

use std::borrow::Cow;

use amb_memory::text::estimate_tokens;

/// Mark in place of the removed middle of a text.
const MARK: &str = " […] ";

/// Tokens of the mark.
const MARK_TOKENS: usize = 2;

/// Letters of a token, at the most that a text of letters alone has.
const TOKEN_LETTERS: usize = 4;

/// Returns the text in at most so many tokens by estimate: its beginning and its end, with a mark between.
pub(crate) fn shortened(text: &str, tokens: usize) -> Cow<'_, str> {
    if estimate_tokens(text) <= tokens {
        return Cow::Borrowed(text);
    }
    let kept = tokens.saturating_sub(MARK_TOKENS);
    let end = kept / 3;
    let (head, tail) = (beginning(text, kept - end), ending(text, end));
    Cow::Owned(format!("{}{MARK}{}", head.trim_end(), tail.trim_start()))
}

/// Returns the longest beginning of a text that fits so many tokens, or hardly less.
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

/// Returns the part of a text, given by its number of characters, that fits so many tokens.
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

/// Returns the largest size to which each of these may be cut so that all together fit into `room`: smaller ones stay
/// whole.
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

/// The tokens of a topic's sentence, its keywords and its summary.
pub(crate) fn topic_tokens(context: &str, keywords: &[String], summary: &str) -> usize {
    let keywords = keywords.iter().map(|keyword| keyword_tokens(keyword));
    keywords.sum::<usize>() + estimate_tokens(context) + estimate_tokens(summary)
}

/// Returns the tokens of a keyword and its separator.
pub(crate) fn keyword_tokens(keyword: &str) -> usize {
    estimate_tokens(keyword) + 1
}

#[cfg(test)]
mod tests {
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
            // The joints may count as further tokens.
            prop_assert!(estimate_tokens(&short) <= tokens + 1, "{}", short);
        }
    }
}
