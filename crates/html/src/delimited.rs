//! Tables whose cells are separated by commas, semicolons, tabs or bars (CSV).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use csv::{ReaderBuilder, StringRecord};
use quick_xml::escape::partial_escape;

/// Delimiters, the more usual first.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Records by which the delimiter is found.
const SAMPLE: usize = 20;

/// Returns the table as HTML. Lines of one cell before it stand above it. Its first record is the header, unless cells
/// other than the first are blank.
pub(crate) fn to_html(text: &str) -> String {
    let (declared, text) = declared(text);
    let delimiter = declared.unwrap_or_else(|| delimiter(text));
    let mut records = records(text, delimiter).peekable();
    let mut html = String::new();
    let (_, columns) = most_alike(text, delimiter);
    while columns > 1
        && let Some(line) = records.next_if(|record| record.len() == 1)
    {
        let _ = write!(
            html,
            "<p>{}</p>",
            partial_escape(line.get(0).unwrap_or_default())
        );
    }
    html.push_str("<table>");
    for (number, record) in records.enumerate() {
        let is_header = number == 0 && record.iter().skip(1).all(|cell| !cell.trim().is_empty());
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

/// Returns the delimiter that the first line declares as spreadsheets do (`sep=;`), and the text after it.
fn declared(text: &str) -> (Option<u8>, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let declared = line.trim_end_matches('\r').strip_prefix("sep=");
    match declared.map(str::as_bytes) {
        Some([delimiter]) => (Some(*delimiter), rest),
        _ => (None, text),
    }
}

fn records(text: &str, delimiter: u8) -> impl Iterator<Item = StringRecord> {
    let reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        // Between tabs a quotation mark is one.
        .quoting(delimiter != b'\t')
        .from_reader(text.as_bytes());
    reader.into_records().flatten()
}

/// Returns the delimiter by which the most records have as many cells, more than one.
fn delimiter(text: &str) -> u8 {
    let alike = |delimiter: &u8| most_alike(text, *delimiter);
    // Of equals the last counts, and the first is the more usual.
    let best = DELIMITERS.iter().rev().max_by_key(|one| alike(one));
    best.copied().unwrap_or(b',')
}

/// Returns the most records of the sample that have the same number of cells, more than one, and that number.
fn most_alike(text: &str, delimiter: u8) -> (usize, usize) {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for record in records(text, delimiter).take(SAMPLE) {
        *counts.entry(record.len()).or_default() += 1;
    }
    let several = counts.into_iter().filter(|(cells, _)| *cells > 1);
    let alike = several.map(|(cells, records)| (records, cells));
    alike.max().unwrap_or_default()
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
            ("Report; for 2024\nTea,2,\"a, b\"\nCake,3,c\n", b','),
            ("name\tsize\npipe\t\"6 inch\nrod\t2\n", b'\t'),
        ] {
            assert_eq!(char::from(delimiter(text)), char::from(expected), "{text}");
        }
    }

    #[test]
    fn bx_13_the_first_record_is_the_header() {
        assert!(to_html("name,price\nTea,2").starts_with("<table><tr><th>name</th><th>price</th>"));
        assert!(to_html("country,2019,2020\nA,1,2").contains("<th>2019</th>"));
        assert!(to_html("Tea,2,\nCake,3,1").starts_with("<table><tr><td>Tea</td>"));
        assert!(to_html(",name,city\n0,A,B").starts_with("<table><tr><th></th><th>name</th>"));
        assert!(to_html("a <b>,c\n1,2").contains("a &lt;b&gt;"));
    }

    #[test]
    fn bx_13_what_stands_above_a_table_is_no_row_of_it() {
        let html = to_html("sep=;\r\nReport for 2024\r\nname;price\r\nTea;2,50\r\n");
        assert_eq!(
            html,
            "<p>Report for 2024</p><table><tr><th>name</th><th>price</th></tr>\
             <tr><td>Tea</td><td>2,50</td></tr></table>"
        );
        assert!(
            to_html("name\tsize\npipe\t\"6 inch\nrod\t2\n")
                .ends_with("<td>rod</td><td>2</td></tr></table>")
        );
    }
}
