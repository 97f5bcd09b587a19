//! The marks by which an answer names its evidence: `[1]`, and how models write it otherwise.

use std::ops::RangeInclusive;

use amb_memory::text::folded;

/// Words up to their marks, and the evidence that the marks name.
pub(super) struct Claim<'t> {
    pub(super) text: &'t str,
    pub(super) evidence: Vec<usize>,
}

/// How an answer marks its evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// `[1]`.
    Brackets,
    /// `(1)`, behind what it belongs to.
    Parentheses,
}

impl Marks {
    /// The marks of an answer from so much evidence: parentheses, in which other numbers may stand, only where there is
    /// nothing else, and every number in them is the evidence's.
    pub(super) fn of(text: &str, most: usize) -> Self {
        let of_evidence = |numbers: &[usize]| numbers.iter().all(|one| (1..=most).contains(one));
        let mut rest = text;
        let mut found = false;
        while let Some((at, numbers, length)) = Self::Parentheses.next(rest) {
            if !of_evidence(&numbers) {
                return Self::Brackets;
            }
            found = true;
            rest = rest.get(at + length..).unwrap_or_default();
        }
        if found && !has_marks(text) {
            Self::Parentheses
        } else {
            Self::Brackets
        }
    }

    /// The claims of a line; and the numbers in it that are no evidence's.
    pub(super) fn claims(self, line: &str, most: usize) -> (Vec<Claim<'_>>, Vec<usize>) {
        let (mut claims, mut unknown) = (Vec::new(), Vec::new());
        let mut rest = line;
        while let Some((at, numbers, length)) = self.next(rest) {
            let mut known = Vec::new();
            for number in numbers {
                let told = match (1..=most).contains(&number) {
                    true => &mut known,
                    false => &mut unknown,
                };
                if !told.contains(&number) {
                    told.push(number);
                }
            }
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

    fn pairs(self) -> &'static [(char, char)] {
        match self {
            Self::Brackets => &BRACKETS,
            Self::Parentheses => &PARENTHESES,
        }
    }

    /// The first run of `[1][3]` or `[1, 3]` in a text: where it begins, its numbers, its length.
    fn next(self, text: &str) -> Option<(usize, Vec<usize>, usize)> {
        let mut from = 0;
        loop {
            let opens = |c| self.pairs().iter().any(|(open, _)| *open == c);
            let at = from + text.get(from..)?.find(opens)?;
            let mut numbers = Vec::new();
            let mut end = at;
            while let Some((found, length)) = self.mark(text.get(end..)?) {
                numbers.extend(found);
                end += length;
            }
            if !numbers.is_empty() && self.is_in_place(text, at, end) {
                return Some((at, numbers, end - at));
            }
            from = at + text.get(at..)?.chars().next()?.len_utf8();
        }
    }

    /// Whether marks may stand there. Parentheses in the midst of words count something: "(1) a base, (2) a shaft".
    fn is_in_place(self, text: &str, at: usize, end: usize) -> bool {
        const ENDS: [char; 10] = ['.', ',', ';', ':', '!', '?', '。', '，', '；', '\n'];
        let line = text.get(..at).unwrap_or_default().rsplit('\n').next();
        let follows = line.is_some_and(|line| line.contains(char::is_alphanumeric));
        let rest = text.get(end..).unwrap_or_default();
        self == Self::Brackets || follows && (rest.is_empty() || rest.starts_with(ENDS))
    }

    /// The numbers of one pair of brackets at the start of a text, and its length.
    fn mark(self, text: &str) -> Option<(Vec<usize>, usize)> {
        let (open, close) = self
            .pairs()
            .iter()
            .find(|(open, _)| text.starts_with(*open))?;
        // No further than a mark goes: many brackets that nothing closes cost no more than their text.
        let begun = text.strip_prefix(*open)?;
        let mut near = begun.char_indices().take_while(|(at, _)| *at <= LONGEST);
        let (end, _) = near.find(|(_, c)| c == close)?;
        let inner = begun.get(..end)?;
        let length = open.len_utf8() + inner.len() + close.len_utf8();
        let inner = folded(inner);
        let numbers: Option<Vec<Vec<usize>>> = unlabelled(&inner)
            .split([',', '，', '、', ';', '；'])
            .map(range)
            .collect();
        let numbers = numbers?.concat();
        let are_marks = numbers.iter().all(|number| NUMBERS.contains(number));
        are_marks.then_some((numbers, length))
    }
}

/// Whether a text names any evidence in brackets.
pub(super) fn has_marks(text: &str) -> bool {
    Marks::Brackets.next(text).is_some()
}

/// Bytes in the brackets of a mark.
const LONGEST: usize = 1_000;

/// Brackets around numbers: those that the prompt asks for, and those of Chinese typesetting.
const BRACKETS: [(char, char); 3] = [('[', ']'), ('【', '】'), ('［', '］')];

const PARENTHESES: [(char, char); 2] = [('(', ')'), ('（', '）')];

/// What is in a pair of brackets without the sign of a footnote, the word for what is numbered, or the lines of it:
/// `^1`, `evidence 1`, `1†L1-L2`.
fn unlabelled(inner: &str) -> &str {
    const LABELS: [&str; 5] = ["evidence", "sources", "source", "证据", "来源"];
    let inner = inner.trim();
    let inner = inner.split_once('†').map_or(inner, |(number, _)| number);
    let inner = inner.strip_prefix(['^', '#']).unwrap_or(inner);
    let label = LABELS.iter().find(|label| {
        let start = inner.get(..label.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(label))
    });
    label
        .and_then(|label| inner.get(label.len()..))
        .unwrap_or(inner)
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
            ("So it is[^1].", vec![1]),
            ("So it is [#1].", vec![1]),
            ("So it is【1†L1-L2】【3†source】.", vec![1, 3]),
            ("So it is [evidence 1].", vec![1]),
            ("So it is [Sources 1, 2][^3].", vec![1, 2, 3]),
            ("原来如此[证据 2]。", vec![2]),
            ("So it is [１].", vec![1]),
        ] {
            assert_eq!(Marks::of(line, 4), Marks::Brackets, "{line}");
            let (claims, unknown) = Marks::Brackets.claims(line, 4);
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
        assert_eq!(Marks::Brackets.claims("So [2-5].", 4).1, [5]);
    }

    /// A megabyte of brackets that nothing closes is looked through once: each to the end would take minutes.
    #[test]
    fn bx_04_brackets_that_nothing_closes_are_no_marks() {
        assert!(!has_marks(&"[".repeat(1_000_000)));
        let parentheses = "(".repeat(1_000_000);
        assert_eq!(Marks::of(&parentheses, 3), Marks::Brackets);
    }

    #[test]
    fn bx_04_parentheses_are_marks_where_no_others_are() {
        for (text, evidence) in [
            ("So it is (1).", vec![1]),
            ("原来如此（2）。", vec![2]),
            ("So it is (1)(2)", vec![1, 2]),
        ] {
            let marks = Marks::of(text, 2);
            assert_eq!(marks, Marks::Parentheses, "{text}");
            assert_eq!(marks.claims(text, 2).0[0].evidence, evidence, "{text}");
        }
        for others in [
            "So it is (1), as told [2].",
            "It has (1) a base and (2) a lamp.",
            "(1) A base.",
            "It has a lamp (7).",
            "It opened (1884).",
            "It is so (i).",
        ] {
            assert_eq!(Marks::of(others, 2), Marks::Brackets, "{others}");
        }
    }
}
