//! Quotes in a text, blanks aside.

/// Share of a quote that a passage must hold if the quote continues in the next passage.
const ENOUGH: f64 = 0.6;

/// A text without its blanks: wrapped Chinese has blanks inside sentences.
pub fn tight(text: &str) -> Vec<char> {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns true if `text` holds `quote`, or ends or begins with enough of it.
pub fn holds(text: &[char], quote: &[char]) -> bool {
    if quote.is_empty() || text.windows(quote.len()).any(|window| window == quote) {
        return !quote.is_empty();
    }
    let most = quote.len().min(text.len());
    (1..=most)
        .rev()
        .take_while(|length| share(*length, quote.len()) >= ENOUGH)
        .any(|length| {
            let begins = quote.get(..length).is_some_and(|head| text.ends_with(head));
            begins
                || quote
                    .get(quote.len() - length..)
                    .is_some_and(|tail| text.starts_with(tail))
        })
}

/// Returns true if an answer's quotation and the quote that answers overlap: one holds most of the other.
pub fn overlap(quotation: &[char], quote: &[char]) -> bool {
    holds(quotation, quote) || (quotation.len() >= 10 && holds(quote, quotation))
}

/// Returns true if one line of a text holds every cell of a row.
pub fn holds_row(text: &str, cells: &[String]) -> bool {
    let cells: Vec<Vec<char>> = cells.iter().map(|cell| tight(cell)).collect();
    let holds_all = |line: &str| {
        let line = tight(line);
        let holds = |cell: &Vec<char>| line.windows(cell.len()).any(|window| window == cell);
        cells.iter().all(|cell| !cell.is_empty() && holds(cell))
    };
    !cells.is_empty() && text.lines().any(holds_all)
}

#[expect(clippy::cast_precision_loss, reason = "lengths of quotes")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_found_whatever_the_blanks() {
        let text = tight("Before. The bridge\nwas  completed. After.");
        assert!(holds(&text, &tight("The bridge was completed.")));
        assert!(!holds(&text, &tight("The tunnel was completed.")));
        assert!(!holds(&text, &tight(" ")));
    }

    #[test]
    fn a_row_is_found_in_one_line() {
        let cells = ["Buoys".to_owned(), "7".to_owned()];
        assert!(holds_row("Item | Q1 | Q2\nBuoys | | 7 | 9", &cells));
        assert!(!holds_row("Buoys | | 2\nChains | 7", &cells));
        assert!(!holds_row("Buoys", &[]));
    }

    #[test]
    fn most_of_a_quote_at_the_end_of_a_passage_suffices() {
        let text = tight("Before. The bridge was comp");
        assert!(holds(&text, &tight("The bridge was completed.")));
        assert!(!holds(
            &tight("Before. The bri"),
            &tight("The bridge was completed.")
        ));
    }
}
