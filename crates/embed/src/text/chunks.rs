//! Long texts in chunks, so that the tokenizer's bookkeeping (some hundred bytes per token) never
//! covers more than one of them.

/// Bytes of text tokenised at once.
const LIMIT: usize = 8 * 1024;

/// Returns chunks that together are the text. They end at white space if there is some, so that tokenising them one by
/// one gives the tokens of the whole. In a run of 8 KiB without any, which no vocabulary knows as a word, they end
/// between two characters.
pub(super) fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (chunk, after) = rest.split_at_checked(end_of_chunk(rest))?;
        rest = after;
        (!chunk.is_empty()).then_some(chunk)
    })
}

fn end_of_chunk(text: &str) -> usize {
    let limit = text.floor_char_boundary(LIMIT);
    if limit == text.len() {
        return limit;
    }
    let head = text.get(..limit).unwrap_or_default();
    head.char_indices()
        .rev()
        .find(|(_, character)| character.is_whitespace())
        .map_or(limit, |(start, space)| start + space.len_utf8())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn chunks_are_the_text(parts in prop::collection::vec("(\\PC{0,200}| |\n)", 0..60), times in 1usize..20) {
            let text = parts.concat().repeat(times);
            let all: Vec<&str> = chunks(&text).collect();
            prop_assert_eq!(all.concat(), text.as_str());
            prop_assert!(all.iter().all(|chunk| (1..=LIMIT).contains(&chunk.len())));
        }
    }

    #[test]
    fn chunks_end_at_white_space_where_they_can() {
        let text = "word ".repeat(5_000);
        assert!(chunks(&text).all(|chunk| chunk.ends_with(' ')));
        assert_eq!(
            chunks(&"字".repeat(1_000_000)).map(str::len).max(),
            Some(LIMIT - 2)
        );
    }
}
