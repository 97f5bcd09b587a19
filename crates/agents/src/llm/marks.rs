//! The marks by which an answer names its evidence: `[1]`, and how models write it otherwise.

use std::ops::RangeInclusive;

/// Words up to their marks, and the evidence that the marks name.
pub(super) struct Claim<'t> {
    pub(super) text: &'t str,
    pub(super) evidence: Vec<usize>,
}

/// The claims of a line; and the numbers in it that are no evidence's.
pub(super) fn claims(line: &str, most: usize) -> (Vec<Claim<'_>>, Vec<usize>) {
    let (mut claims, mut unknown) = (Vec::new(), Vec::new());
    let mut rest = line;
    while let Some((at, numbers, length)) = next_marks(rest) {
        let (known, others): (Vec<_>, Vec<_>) = numbers
            .into_iter()
            .partition(|number| (1..=most).contains(number));
        unknown.extend(others);
        claims.push(Claim {
            text: rest.get(..at).unwrap_or_default().trim_end(),
            evidence: known,
        });
        rest = rest.get(at + length..).unwrap_or_default();
    }
    if claims.is_empty() || !rest.trim().is_empty() {
        claims.push(Claim {
            text: rest,
            evidence: Vec::new(),
        });
    }
    (claims, unknown)
}

/// Whether a text names any evidence.
pub(super) fn has_marks(text: &str) -> bool {
    next_marks(text).is_some()
}

/// Brackets around numbers: those that the prompt asks for, and those of Chinese typesetting.
const BRACKETS: [(char, char); 3] = [('[', ']'), ('【', '】'), ('［', '］')];

/// The first run of `[1][3]` or `[1, 3]` in a text: where it begins, its numbers, its length.
fn next_marks(text: &str) -> Option<(usize, Vec<usize>, usize)> {
    let mut from = 0;
    loop {
        let opens = |c| BRACKETS.iter().any(|(open, _)| *open == c);
        let at = from + text.get(from..)?.find(opens)?;
        let mut numbers = Vec::new();
        let mut end = at;
        while let Some((found, length)) = mark(text.get(end..)?) {
            numbers.extend(found);
            end += length;
        }
        if !numbers.is_empty() {
            return Some((at, numbers, end - at));
        }
        from = at + text.get(at..)?.chars().next()?.len_utf8();
    }
}

/// The numbers of one pair of brackets at the start of a text, and its length.
fn mark(text: &str) -> Option<(Vec<usize>, usize)> {
    let (open, close) = BRACKETS.iter().find(|(open, _)| text.starts_with(*open))?;
    let (inner, _) = text.strip_prefix(*open)?.split_once(*close)?;
    let numbers: Option<Vec<Vec<usize>>> = inner
        .split([',', '，', '、', ';', '；'])
        .map(range)
        .collect();
    let length = open.len_utf8() + inner.len() + close.len_utf8();
    let numbers = numbers?.concat();
    let are_marks = numbers.iter().all(|number| NUMBERS.contains(number));
    are_marks.then_some((numbers, length))
}

/// Numbers that a mark can have: no answer has a thousand sources, so that `[2024]` and `array[0]` are words.
const NUMBERS: RangeInclusive<usize> = 1..=999;

/// Most numbers that one range names; a longer one is none.
const RANGE: usize = 20;

/// `3`, or all of `1-3`.
fn range(written: &str) -> Option<Vec<usize>> {
    let number = |written: &str| written.trim().parse::<usize>().ok();
    let Some((first, last)) = written.split_once(['-', '–', '—', '~', '～']) else {
        return Some(vec![number(written)?]);
    };
    let (first, last) = (number(first)?, number(last)?);
    let length = last.checked_sub(first)?;
    (length < RANGE).then(|| (first..=last).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_04_marks_are_read_however_they_are_written() {
        for (line, evidence) in [
            ("So it is [1][3].", vec![1, 3]),
            ("So it is [1, 3].", vec![1, 3]),
            ("So it is [1-3].", vec![1, 2, 3]),
            ("So it is [1–2; 4].", vec![1, 2, 4]),
            ("原来如此【1】【2，3】。", vec![1, 2, 3]),
            ("原来如此［2］。", vec![2]),
        ] {
            let (claims, unknown) = claims(line, 4);
            assert_eq!(claims[0].evidence, evidence, "{line}");
            assert!(unknown.is_empty() && has_marks(line), "{line}");
            assert!(!claims[0].text.ends_with(['[', ' ', '】']), "{line}");
        }
        for none in [
            "[3-1]",
            "[1-99999999999]",
            "[i]",
            "【注】",
            "[x, 2]",
            "[]",
            "[",
            "ISO [9001]",
            "array[0]",
        ] {
            assert!(!has_marks(none), "{none}");
        }
        assert_eq!(claims("So [2-5].", 4).1, [5]);
    }
}
