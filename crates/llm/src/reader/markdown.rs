//! Links as Markdown writes them.

use super::mentions::extent;

/// Most bytes of a link's words, or of its picture, that are searched backwards for their start.
const LONGEST: usize = 600;

/// Returns the links of a Markdown text, `[words](address)`, in order: words and address, as written. Pictures are left
/// out, but a picture inside a link is part of its words.
pub fn markdown_links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices("](").filter_map(|(at, mark)| {
        let before = text.get(..at)?;
        let start = opening(before)?;
        if text.get(..start)?.ends_with('!') {
            return None;
        }
        let after = text.get(at + mark.len()..)?.trim_start_matches(['<', ' ']);
        let address = after.get(..extent(after))?;
        let words = before.get(start + 1..)?;
        (!address.is_empty()).then(|| (of_picture(words), address))
    })
}

/// Returns the opening bracket of the one that closes at the end of this text.
fn opening(before: &str) -> Option<usize> {
    let mut closed = 0_usize;
    for (at, byte) in before.bytes().enumerate().rev().take(LONGEST) {
        match byte {
            b']' => closed += 1,
            b'[' if closed == 0 => return Some(at),
            b'[' => closed -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the words of a link; for a picture, its alternative text.
fn of_picture(words: &str) -> &str {
    let picture = words.trim_start().strip_prefix("![");
    let instead = picture.and_then(|picture| picture.split(']').next());
    instead.unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mb_20_links_of_markdown_are_found_with_their_words() {
        let text = "# See [the [old] tower](https://a.example/b_(c) \"title\"), ![a picture](p.png),\n\
                    [![Image 1: 灯塔](p.png)](<https://b.example/>) [1]: x ](y) [](z) [none]()";
        let links: Vec<_> = markdown_links(text).collect();
        assert_eq!(
            links,
            [
                ("the [old] tower", "https://a.example/b_(c)"),
                ("Image 1: 灯塔", "https://b.example/"),
                ("", "z"),
            ]
        );
    }

    proptest! {
        #[test]
        fn mb_20_any_text_is_searched_for_links(text in "[\\[\\]()!<> a茶]{0,60}|\\PC{0,60}") {
            for (words, address) in markdown_links(&text) {
                prop_assert!(text.contains(words) && text.contains(address));
            }
        }
    }
}
