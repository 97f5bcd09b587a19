//! What stands at the top or the bottom of most pages: titles, page numbers.

use std::collections::BTreeMap;

use super::{Line, Lines};

/// Fewer pages repeat nothing.
const FEWEST_PAGES: usize = 3;
/// Lines at either end of a page that may be running heads.
const DEPTH: usize = 2;

/// The pages without their running heads: lines at an end of a page that, but for their numbers, are the same
/// on more than half of the pages, or on more than half of the even or the odd ones.
pub(super) fn without(pages: &[Lines]) -> Vec<&[Line]> {
    let repeated = repeated(pages);
    let is_head = |line: Option<&Line>| line.is_some_and(|line| repeated.contains(&shape(line)));
    pages
        .iter()
        .map(|lines| {
            let mut rest = lines.as_slice();
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
fn repeated(pages: &[Lines]) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for lines in pages {
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

/// A line without what differs between pages: its numbers, in Arabic or Roman figures.
fn shape(line: &Line) -> String {
    let words = line.text.split_whitespace();
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

    fn page(texts: &[String]) -> Lines {
        let line = |text: &String| Line {
            text: text.clone(),
            x: 0.0,
            end: 1.0,
            y: 0.0,
            size: 10.0,
            columns: Vec::new(),
            is_monospace: false,
        };
        texts.iter().map(line).collect()
    }

    #[test]
    fn mb_04_heads_and_folios_are_left_out() {
        let pages: Vec<Lines> = (1..=6)
            .map(|n| {
                page(&[
                    format!("Guide {n} / 6"),
                    format!("Words of page {n}a"),
                    format!("{n}"),
                ])
            })
            .collect();
        for (n, lines) in without(&pages).into_iter().enumerate() {
            let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
            assert_eq!(texts, [format!("Words of page {}a", n + 1)]);
        }
    }

    #[test]
    fn mb_04_two_pages_repeat_nothing() {
        let pages = [page(&["Same".to_owned()]), page(&["Same".to_owned()])];
        assert!(without(&pages).iter().all(|lines| lines.len() == 1));
    }
}
