//! The marks by which an answer names its evidence: `[1]`, and how models write it otherwise.
//!
//! Brackets in code are no marks: in a fence, in backquotes, or glued to a word as in `counts[2]`. Some models glue all
//! their marks; there a word counts as code where the evidence has it so.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use amb_memory::text::folded;

/// Words up to their marks, and the evidence that the marks name.
pub(super) struct Claim<'t> {
    pub(super) text: &'t str,
    pub(super) evidence: Vec<usize>,
}

/// One run of marks: `[1][3]`, `[1, 3]`.
struct Mark {
    at: Range<usize>,
    numbers: Vec<usize>,
    /// Start of the word that the mark is attached to, if any.
    glued: Option<usize>,
    /// True if a letter or digit precedes the mark. Such a mark says nothing about the form of the others.
    is_behind_a_word: bool,
}

/// The marks of an answer.
pub(super) struct Marks<'t> {
    text: &'t str,
    marks: Vec<Mark>,
    /// The number of the last evidence.
    most: usize,
}

impl<'t> Marks<'t> {
    /// The marks of an answer from so much evidence, in whose texts these words stand with brackets glued to them.
    /// Parentheses, in which other numbers may stand, are marks only where there are no brackets, and every number in
    /// them is the evidence's.
    pub(super) fn of(text: &'t str, most: usize, glued: &BTreeSet<&str>) -> Self {
        let code = code_in(text);
        let mut marks = found(text, &BRACKETS, &code);
        let is_apart = marks.iter().any(|mark| !mark.is_behind_a_word);
        let is_code = |mark: &Mark| {
            let word = mark.glued.and_then(|start| text.get(start..mark.at.end));
            word.is_some_and(|word| is_apart || glued.contains(word))
        };
        marks.retain(|mark| !is_code(mark));
        if marks.is_empty() {
            let others = found(text, &PARENTHESES, &code);
            let mut numbers = others.iter().flat_map(|mark| &mark.numbers);
            if numbers.all(|one| (1..=most).contains(one)) {
                marks = others;
            }
        }
        Self { text, marks, most }
    }

    /// The claims of a line, which takes these bytes; and the numbers in it that are no evidence's.
    pub(super) fn claims(&self, line: &Range<usize>) -> (Vec<Claim<'t>>, Vec<usize>) {
        let (mut claims, mut unknown) = (Vec::new(), Vec::new());
        let mut from = line.start;
        let first = self
            .marks
            .partition_point(|mark| mark.at.start < line.start);
        let marks = self.marks.iter().skip(first);
        for mark in marks.take_while(|mark| mark.at.end <= line.end) {
            let mut known = Vec::new();
            for number in &mark.numbers {
                let told = match (1..=self.most).contains(number) {
                    true => &mut known,
                    false => &mut unknown,
                };
                if !told.contains(number) {
                    told.push(*number);
                }
            }
            let text = self.text.get(from..mark.at.start).unwrap_or_default();
            claims.push(Claim {
                text: text.trim_end(),
                evidence: known,
            });
            from = mark.at.end;
        }
        let rest = self.text.get(from..line.end).unwrap_or_default();
        if claims.is_empty() || !rest.trim().is_empty() {
            claims.push(Claim {
                text: rest,
                evidence: Vec::new(),
            });
        }
        (claims, unknown)
    }
}

/// Returns true if a text cites any evidence in brackets.
pub(super) fn has_marks(text: &str) -> bool {
    let marks = found(text, &BRACKETS, &code_in(text));
    !marks.is_empty()
}

/// The words of a text to which brackets with numbers are glued: `counts[2]`.
pub(super) fn glued_words(text: &str) -> impl Iterator<Item = &str> {
    let marks = found(text, &BRACKETS, &[]).into_iter();
    marks.filter_map(|mark| text.get(mark.glued?..mark.at.end))
}

/// The bytes of a text that are code: fences, and what stands in backquotes.
pub(super) fn code_in(text: &str) -> Vec<Range<usize>> {
    let mut code = Vec::new();
    let mut fence: Option<(usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| bare.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) if !bare.trim_start_matches('`').contains('`') => {
                fence = Some((start, mark))
            }
            (Some((from, opened)), Some(mark)) if opened == mark => {
                code.push(from..at);
                fence = None;
            }
            (None, _) => code.extend(quoted(line).map(|span| start + span.start..start + span.end)),
            (Some(_), _) => {}
        }
    }
    code.extend(fence.map(|(from, _)| from..text.len()));
    code
}

/// Returns the ranges in backquotes on a line, backquotes included.
fn quoted(line: &str) -> impl Iterator<Item = Range<usize>> {
    let runs = line.match_indices('`').map(|(at, _)| at);
    let mut runs = runs.filter(|at| line.get(..*at).is_some_and(|before| !before.ends_with('`')));
    std::iter::from_fn(move || Some(runs.next()?..runs.next()? + 1))
}

/// All runs of marks between these brackets, outside of code.
fn found(text: &str, pairs: &[(char, char)], code: &[Range<usize>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut code = code.iter().peekable();
    let (mut from, mut said) = (0, false);
    while let Some(rest) = text.get(from..) {
        let Some(next) = rest.find(|c| pairs.iter().any(|(open, _)| *open == c)) else {
            break;
        };
        let before = rest.get(..next).unwrap_or_default();
        let line = before.rsplit_once('\n').map(|(_, line)| line);
        said = line.is_none() && said || line.unwrap_or(before).contains(char::is_alphanumeric);
        let at = from + next;
        from = at
            + rest
                .get(next..)
                .and_then(|rest| rest.chars().next())
                .map_or(1, char::len_utf8);
        while code.next_if(|span| span.end <= at).is_some() {}
        if let Some(span) = code.peek().filter(|span| span.contains(&at)) {
            from = span.end;
            continue;
        }
        let (mut numbers, mut end, mut is_bare) = (Vec::new(), at, true);
        while let Some((named, length, bare)) = text.get(end..).and_then(|text| mark(text, pairs)) {
            numbers.extend(named);
            end += length;
            is_bare &= bare;
        }
        let in_place =
            *pairs == BRACKETS || said && is_in_place(text.get(end..).unwrap_or_default());
        if !numbers.is_empty() && in_place {
            let glued = is_bare.then(|| word_before(text, at)).flatten();
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            marks.push(Mark {
                at: at..end,
                numbers,
                glued,
                is_behind_a_word: before.is_some_and(char::is_alphanumeric),
            });
            from = end;
        }
    }
    marks
}

/// Returns true if marks in parentheses may precede this text. Between words they number something: "(1) a base, (2) a
/// shaft".
fn is_in_place(rest: &str) -> bool {
    const ENDS: [char; 10] = ['.', ',', ';', ':', '!', '?', '。', '，', '；', '\n'];
    rest.is_empty() || rest.starts_with(ENDS)
}

/// Returns the start of the word that ends at this place, if it has a letter. Chinese has no blanks between words.
fn word_before(text: &str, at: usize) -> Option<usize> {
    const LONGEST_WORD: usize = 80;
    let is_part = |c: char| c.is_alphanumeric() && c < '\u{2E80}' || matches!(c, '_' | ']');
    let before = text.get(..at)?.char_indices().rev().take(LONGEST_WORD);
    let word: Vec<(usize, char)> = before.take_while(|(_, c)| is_part(*c)).collect();
    let has_letter = word.iter().any(|(_, c)| !c.is_numeric());
    word.last().filter(|_| has_letter).map(|(start, _)| *start)
}

/// Returns the numbers in the brackets at the start of a text, the length of the mark, and true for plain numbers in
/// `[]`.
fn mark(text: &str, pairs: &[(char, char)]) -> Option<(Vec<usize>, usize, bool)> {
    let (open, close) = pairs.iter().find(|(open, _)| text.starts_with(*open))?;
    // No further than a mark goes: many brackets that nothing closes cost no more than their text.
    let begun = text.strip_prefix(*open)?;
    let mut near = begun.char_indices().take_while(|(at, _)| *at <= LONGEST);
    let (end, _) = near.find(|(_, c)| c == close)?;
    let inner = begun.get(..end)?;
    let length = open.len_utf8() + inner.len() + close.len_utf8();
    let inner = folded(inner);
    let bare = unlabelled(&inner);
    let numbers: Option<Vec<Vec<usize>>> = bare
        .split([',', '，', '、', ';', '；'])
        .map(range)
        .collect();
    let numbers = numbers?.concat();
    let are_marks = numbers.iter().all(|number| NUMBERS.contains(number));
    are_marks.then_some((numbers, length, *open == '[' && bare == inner.trim()))
}

/// Bytes in the brackets of a mark.
const LONGEST: usize = 200;

/// Brackets around numbers: those that the prompt asks for, and those of Chinese typesetting.
const BRACKETS: [(char, char); 4] = [('[', ']'), ('【', '】'), ('［', '］'), ('〔', '〕')];

const PARENTHESES: [(char, char); 2] = [('(', ')'), ('（', '）')];

/// Returns the content of a pair of brackets without a footnote sign, a label or line numbers: `^1`, `evidence 1`,
/// `1†L1-L2`.
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

    fn of(text: &str, most: usize) -> Marks<'_> {
        Marks::of(text, most, &BTreeSet::new())
    }

    fn claims(text: &str, most: usize) -> (Vec<Claim<'_>>, Vec<usize>) {
        of(text, most).claims(&(0..text.len()))
    }

    #[test]
    fn bx_04_marks_are_read_however_they_are_written() {
        for (line, evidence) in [
            ("So it is [1][3].", vec![1, 3]),
            ("So it is [1, 3].", vec![1, 3]),
            ("So it is [1-3].", vec![1, 2, 3]),
            ("So it is [1–2; 4].", vec![1, 2, 4]),
            ("原来如此【1】【2，3】。", vec![1, 2, 3]),
            ("原来如此［2］。", vec![2]),
            ("原来如此〔2〕。", vec![2]),
            ("原来如此[2]。", vec![2]),
            ("So it is[^1].", vec![1]),
            ("So it is [#1].", vec![1]),
            ("So it is【1†L1-L2】【3†source】.", vec![1, 3]),
            ("So it is [evidence 1].", vec![1]),
            ("So it is [Sources 1, 2][^3].", vec![1, 2, 3]),
            ("原来如此[证据 2]。", vec![2]),
            ("So it is [１].", vec![1]),
            ("So it is[1].", vec![1]),
            ("It was in 1884[1].", vec![1]),
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

    #[test]
    fn bx_04_brackets_in_code_are_no_marks() {
        for (text, evidence) in [
            ("Read counts[2] first. It is tall [1].", vec![1]),
            (
                "It is tall [1]. Read `counts [2]` and ``a [3]`` first [2].",
                vec![1, 2],
            ),
            (
                "It is tall [1].\n```\nlet a = [2];\n```\nIt is old [3].",
                vec![1, 3],
            ),
            ("~~~ rust\n[2]\n```\n[2]\n~~~\nIt is old [3].", vec![3]),
            ("```\nread [2]", vec![]),
            ("It is tall[1]. It is old[2].", vec![1, 2]),
            ("Read counts[2] first.", vec![]),
            ("Read grid[0][1] first. It is tall [1].", vec![1]),
            ("Built in 1884[2]. It is tall [1].", vec![2, 1]),
            ("It is tall[1], of 1884[2].", vec![1, 2]),
            ("塔高[1], built so[2].", vec![1, 2]),
        ] {
            let marks = Marks::of(
                text,
                4,
                &glued_words("The array counts[2] is read.").collect(),
            );
            let named: Vec<usize> = marks
                .marks
                .iter()
                .flat_map(|mark| mark.numbers.clone())
                .collect();
            assert_eq!(named, evidence, "{text}");
        }
    }

    /// A megabyte of brackets that nothing closes is looked through once: each to the end would take minutes.
    #[test]
    fn bx_04_reading_marks_is_linear() {
        for pattern in [
            "[", "(", "`", "a[1] ", "(1) x ", "[1]", "```\n", "a[0]", "_",
        ] {
            let text = pattern.repeat(1_000_000 / pattern.len());
            let _ = of(&text, 3).claims(&(0..text.len()));
        }
        assert!(!has_marks(&"[".repeat(1_000_000)));
    }

    #[test]
    fn bx_04_parentheses_are_marks_where_no_others_are() {
        for (text, evidence) in [
            ("So it is (1).", vec![1]),
            ("原来如此（2）。", vec![2]),
            ("So it is (1)(2)", vec![1, 2]),
        ] {
            assert_eq!(claims(text, 2).0[0].evidence, evidence, "{text}");
        }
        for others in [
            "It has (1) a base and (2) a lamp.",
            "(1) A base.",
            "It has a lamp (7).",
            "It opened (1884).",
            "It is so (i).",
        ] {
            assert!(of(others, 2).marks.is_empty(), "{others}");
        }
        assert_eq!(claims("So it is (1), as told [2].", 2).0[0].evidence, [2]);
    }
}
