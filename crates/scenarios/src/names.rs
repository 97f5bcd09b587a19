//! Removes random names and times from texts: they differ between runs.

/// Prefixes of the mark of untrusted texts.
const MARKS: [&str; 2] = ["@", "DATA "];

/// A text without them.
pub(crate) fn nameless(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_of_name) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_of_name(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        told.push_str(before);
        if is_time(word) {
            told.push_str("(time)");
        } else if is_name(word, MARKS.iter().any(|mark| told.ends_with(mark))) {
            told.push_str("(name)");
        } else {
            told.push_str(word);
        }
        rest = after;
    }
    told + rest
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_hexdigit() || letter == '-'
}

/// Returns true for the id of a node, and for the mark of untrusted texts, which stands after `@` or `DATA `.
fn is_name(word: &str, marked: bool) -> bool {
    let hyphens = word.match_indices('-').map(|(at, _)| at);
    let identifies = word.len() == 36 && hyphens.eq([8, 13, 18, 23]);
    identifies || marked && word.len() == 12
}

/// Returns true for a present time in milliseconds.
fn is_time(word: &str) -> bool {
    word.len() == 13 && word.bytes().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_times_are_left_out() {
        let (one, other) = (
            "31373332-3464-4361-b931-336139616462",
            "62323461-3636-4761-b131-616566363735",
        );
        let text = format!(
            "@0123456789ab node {other}, {one} of 123456789012\nDATA 0123456789ab> 1795000000005"
        );
        assert_eq!(
            nameless(&text),
            "@(name) node (name), (name) of 123456789012\nDATA (name)> (time)"
        );
    }
}
