//! Headers of tables that are not marked as such.

/// Bytes of the longest name of a column.
const LONGEST_NAME: usize = 80;

/// Returns true if the first of a table's rows names its columns without saying so: it has a name for each and no
/// figures, and a column below it, other than the first, has nothing but figures.
#[must_use]
pub fn has_silent_header(rows: &[Vec<&str>]) -> bool {
    let Some((names, rows)) = rows.split_first() else {
        return false;
    };
    let has_digit = |word: &str| word.contains(char::is_numeric);
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let is_name = |(at, word): (usize, &&str)| {
        // The corner above the names of rows may be empty.
        (at == 0 || !word.is_empty()) && word.len() <= LONGEST_NAME && !has_digit(word)
    };
    if names.len() < columns || !names.iter().enumerate().all(is_name) {
        return false;
    }
    let is_figures = |column: usize| {
        let words: Vec<&str> = rows
            .iter()
            .filter_map(|row| row.get(column).copied())
            .filter(|word| !word.is_empty())
            .collect();
        // Two columns may be names and their values: then the values differ in more than their figures.
        let first = words.first().map(|word| shape(word));
        let alike = || words.iter().all(|word| Some(shape(word)) == first);
        words.len() > 1 && words.iter().all(|word| has_digit(word)) && (columns > 2 || alike())
    };
    (1..columns).any(is_figures)
}

/// A word with one sign for each number in it.
fn shape(word: &str) -> String {
    let mut shape = String::new();
    for c in word.chars() {
        let is_number = c.is_numeric() || matches!(c, '.' | ',');
        if !is_number {
            shape.push(c);
        } else if !shape.ends_with('0') {
            shape.push('0');
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_13_a_silent_header_has_names_above_figures() {
        let names = vec!["Item", "Spring", "Summer"];
        assert!(has_silent_header(&[
            names.clone(),
            vec!["a", "1", "2"],
            vec!["b", "", "3"]
        ]));
        assert!(!has_silent_header(&[
            names.clone(),
            vec!["a", "b", "c"],
            vec!["b", "", "d"]
        ]));
        assert!(!has_silent_header(&[names, vec!["a", "1", "2"]]));
        assert!(!has_silent_header(&[
            vec!["Item", "2030"],
            vec!["a", "1"],
            vec!["b", "2"]
        ]));
        assert!(has_silent_header(&[
            vec!["Depth", "Count"],
            vec!["a", "1"],
            vec!["b", "20"]
        ]));
        let values = [
            vec!["Name", "Teal"],
            vec!["Length", "9 m"],
            vec!["Built", "1884"],
        ];
        assert!(!has_silent_header(&values));
    }
}
