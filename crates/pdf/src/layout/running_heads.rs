//! Text at the top or the bottom of most pages: titles, page numbers.

use std::collections::BTreeMap;

use super::{Line, PageLines};

/// Fewer pages repeat nothing.
const FEWEST_PAGES: usize = 3;
/// Lines at either end of a page that may be running heads.
const DEPTH: usize = 2;

/// Returns the pages without their running heads: lines at an end of a page that are the same, except for numbers, on
/// more than half of the pages, or of the even or the odd ones.
pub(super) fn without(pages: &[PageLines]) -> Vec<&[Line]> {
    let repeated = repeated(pages);
    let is_head = |line: Option<&Line>| line.is_some_and(|line| repeated.contains(&shape(line)));
    pages
        .iter()
        .map(|page| {
            let mut rest = page.lines.as_slice();
            for _ in 0..DEPTH {
                if is_head(rest.first()) {
                    rest = rest.get(1..).unwrap_or_default();
                }
                if is_head(rest.last()) {
                    rest = rest.get(..rest.len() - 1).unwrap_or_default();
                }
            }
            rest
        })
        .collect()
}

/// The shapes of lines that repeat.
fn repeated(pages: &[PageLines]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for PageLines { lines, .. } in pages {
        let top = lines.iter().take(DEPTH);
        let bottom = lines.iter().skip(DEPTH).rev().take(DEPTH);
        let mut shapes: Vec<String> = top.chain(bottom).map(shape).collect();
        shapes.sort();
        shapes.dedup();
        for shape in shapes {
            *counts.entry(shape).or_default() += 1;
        }
    }
    let enough = FEWEST_PAGES.max(pages.len() * 2 / 5);
    counts
        .into_iter()
        .filter_map(|(shape, count)| (count >= enough).then_some(shape))
        .collect()
}

/// Returns a line without the parts that differ between pages: its numbers, in Arabic or Roman figures.
fn shape(line: &Line) -> String {
    let text = line.text();
    let words = text.split_whitespace();
    let differs = |word: &str| {
        word.chars()
            .all(|c| c.is_ascii_digit() || "ivxlc./-–".contains(c))
    };
    let same: Vec<&str> = words.filter(|word| !differs(word)).collect();
    same.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(texts: &[String]) -> PageLines {
        PageLines {
            lines: texts
                .iter()
                .map(|text| Line::made(text, 0.0, 10.0))
                .collect(),
            turned: Vec::new(),
        }
    }

    #[test]
    fn mb_04_heads_and_folios_are_left_out() {
        let pages: Vec<PageLines> = (1..=6)
            .map(|n| {
                page(&[
                    format!("Guide {n} / 6"),
                    format!("Words of page {n}a"),
                    format!("{n}"),
                ])
            })
            .collect();
        for (n, lines) in without(&pages).into_iter().enumerate() {
            let texts: Vec<String> = lines.iter().map(Line::text).collect();
            assert_eq!(texts, [format!("Words of page {}a", n + 1)]);
        }
    }

    #[test]
    fn mb_04_two_pages_repeat_nothing() {
        let pages = [page(&["Same".to_owned()]), page(&["Same".to_owned()])];
        assert!(without(&pages).iter().all(|lines| lines.len() == 1));
    }
}
