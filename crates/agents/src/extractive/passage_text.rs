//! What of a passage is embedded and indexed.

use amb_memory::text::visible;

/// Between the titles of a heading path.
const PATH_MARK: &str = " › ";

/// What stands above a passage: its titles, outermost first. A title that begins the passage anyway
/// is not said twice.
#[must_use]
pub fn passage_context(headings: &[&str], passage: &str) -> String {
    let shown = visible(passage);
    let opening = shown.trim_start_matches(|c: char| c == '#' || c.is_whitespace());
    let titles: Vec<&str> = headings
        .iter()
        .copied()
        .filter(|title| !title.trim().is_empty() && !opening.starts_with(title.trim()))
        .collect();
    visible(&titles.join(PATH_MARK)).into_owned()
}

/// The text under which a passage is found: its context, then its visible words. The same as the
/// evidence index makes of a passage, so that segmentation and index share one vector.
#[must_use]
pub fn passage_text(headings: &[&str], passage: &str) -> String {
    let context = passage_context(headings, passage);
    let shown = visible(passage);
    if context.is_empty() { shown.into_owned() } else { format!("{context}\n{shown}") }
}

/// The titles that a context was made of.
#[must_use]
pub fn context_headings(context: &str) -> Vec<String> {
    context.split(PATH_MARK).filter(|title| !title.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stand_before_the_passage() {
        assert_eq!(passage_text(&["Tea", "Green"], "Pour at 80 °C."), "Tea › Green\nPour at 80 °C.");
        assert_eq!(passage_text(&[], "Pour."), "Pour.");
    }

    #[test]
    fn a_title_that_opens_the_passage_is_not_doubled() {
        assert_eq!(passage_text(&["Tea", "Green"], "## Green\n\nPour."), "Tea\n## Green\n\nPour.");
    }

    #[test]
    fn hidden_characters_are_left_out() {
        assert_eq!(passage_text(&["T\u{200B}ea"], "a\0b\u{E0041}"), "Tea\nab");
    }
}
