//! The text of a passage that is embedded and indexed.

use amb_memory::task::indexed_text;
use amb_memory::text::folded;

/// Between the titles of a heading path.
const PATH_MARK: &str = " › ";

/// Returns the context that is indexed with a passage: its titles, outermost first.
#[must_use]
pub fn passage_context(headings: &[&str]) -> String {
    let titles: Vec<&str> = headings
        .iter()
        .map(|title| title.trim())
        .filter(|title| !title.is_empty())
        .collect();
    folded(&titles.join(PATH_MARK)).into_owned()
}

/// The titles of a [`passage_context`].
#[must_use]
pub fn context_headings(context: &str) -> Vec<String> {
    context
        .split(PATH_MARK)
        .filter(|title| !title.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the text under which memory finds a passage with these words: the titles above it, then the words in plain
/// letters.
///
/// Index, segmentation and measurement share it, so that a passage is embedded once.
#[must_use]
pub fn passage_text(headings: &[&str], words: &str) -> String {
    indexed_text(&passage_context(headings), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stand_before_the_passage() {
        assert_eq!(
            passage_text(&["Tea", " Green"], "Pour at 80 °C."),
            "Tea › Green\nPour at 80 °C."
        );
        assert_eq!(passage_text(&[], "Pour."), "Pour.");
    }

    #[test]
    fn hidden_characters_are_left_out() {
        assert_eq!(passage_text(&["T\u{200B}ea"], "a\0b\u{E0041}"), "Tea\nab");
    }

    #[test]
    fn a_context_gives_its_titles_back() {
        assert_eq!(
            context_headings(&passage_context(&["Tea", "Green"])),
            ["Tea", "Green"]
        );
        assert_eq!(context_headings(""), Vec::<String>::new());
    }
}
