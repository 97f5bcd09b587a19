//! Tables whose cells are separated by commas, semicolons, tabs or bars (CSV).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use csv::{ReaderBuilder, StringRecord};
use quick_xml::escape::partial_escape;

/// Delimiters, the more usual first.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Records by which the delimiter is found.
const SAMPLE: usize = 20;

/// Returns the table as HTML. Its first record is the header, unless cells of it are blank or the same.
pub(crate) fn to_html(text: &str) -> String {
    let mut html = String::from("<table>");
    for (number, record) in records(text, delimiter(text)).enumerate() {
        let is_header = number == 0 && has_names(&record);
        let tag = if is_header { "th" } else { "td" };
        html.push_str("<tr>");
        for cell in &record {
            let _ = write!(html, "<{tag}>{}</{tag}>", partial_escape(cell));
        }
        html.push_str("</tr>");
    }
    html.push_str("</table>");
    html
}

fn records(text: &str, delimiter: u8) -> impl Iterator<Item = StringRecord> {
    let reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    reader.into_records().flatten()
}

/// Returns the delimiter that gives the first records the most cells, all of them as many.
fn delimiter(text: &str) -> u8 {
    let cells = |delimiter: &u8| {
        let mut counts = records(text, *delimiter).take(SAMPLE).map(|one| one.len());
        let first = counts.next().unwrap_or_default();
        let same = counts.filter(|count| *count == first).count();
        (first > 1, same, first)
    };
    // Of equals the last counts, and the first is the more usual.
    let best = DELIMITERS.iter().rev().max_by_key(|one| cells(one));
    best.copied().unwrap_or(b',')
}

/// Returns true if each cell may be the name of its column.
fn has_names(record: &StringRecord) -> bool {
    let mut names = BTreeSet::new();
    record
        .iter()
        .all(|cell| !cell.trim().is_empty() && names.insert(cell.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_13_the_delimiter_is_what_makes_equal_rows() {
        for (text, expected) in [
            ("a,b\n1,2\n", b','),
            ("name;price\nTea;2,50\nCake;3,10\n", b';'),
            ("a\tb, c\n1\t2\n", b'\t'),
            ("\"a,b\",c\n1,2\n", b','),
            ("one column\nof words\n", b','),
        ] {
            assert_eq!(char::from(delimiter(text)), char::from(expected), "{text}");
        }
    }

    #[test]
    fn bx_13_the_first_record_is_the_header() {
        assert!(to_html("name,price\nTea,2").starts_with("<table><tr><th>name</th><th>price</th>"));
        assert!(to_html("country,2019,2020\nA,1,2").contains("<th>2019</th>"));
        assert!(to_html("Tea,2,\nCake,3,1").starts_with("<table><tr><td>Tea</td>"));
        assert!(to_html("a <b>,c\n1,2").contains("a &lt;b&gt;"));
    }
}
