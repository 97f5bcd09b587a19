//! The sentences of a line of words.

use crate::text::Span;
use crate::text::tokens::is_cjk;
use unicode_segmentation::UnicodeSegmentation;

/// Cuts a line into sentences by UAX #29, without the blanks between them. Abbreviations, and signs in code, end none.
///
/// The sentences cover every character that is not blank. `code` holds stretches of code, in order.
pub(super) fn segments(line: &str, code: &[Span]) -> Vec<Span> {
    let muted = muted(line);
    let quoted = quoted_code(line);
    let mut inside = Inside::new([code, quoted.as_slice()]);
    let mut found: Vec<Span> = Vec::new();
    let mut open: Option<usize> = None;
    let mut cut_in_code = false;
    for (offset, words) in muted.split_sentence_bound_indices() {
        let end = offset + words.len();
        let start = open.unwrap_or(offset);
        let within_code = inside.holds(offset + words.trim_end().len());
        let tells = cut_in_code || words.chars().any(char::is_alphabetic);
        let goes_on = within_code
            || !tells
            || ends_abbreviated(words)
            || is_sign_in_sentence(words, muted.get(end..).unwrap_or_default());
        if goes_on {
            open = Some(start);
        } else {
            found.push(Span::new(start, end));
            open = None;
        }
        cut_in_code = within_code && tells;
    }
    if let Some(start) = open {
        match found.last_mut() {
            Some(last) => last.end = line.len(),
            None => found.push(Span::new(start, line.len())),
        }
    }
    let trimmed = found.into_iter().map(|sentence| sentence.trimmed(line));
    trimmed.filter(|sentence| !sentence.is_empty()).collect()
}

/// Ranges of code, queried by position in order.
struct Inside<'c> {
    stretches: [std::iter::Peekable<std::slice::Iter<'c, Span>>; 2],
}

impl<'c> Inside<'c> {
    fn new(stretches: [&'c [Span]; 2]) -> Self {
        Self {
            stretches: stretches.map(|each| each.iter().peekable()),
        }
    }

    /// Returns true if a stretch begins before `at`, and ends there or after it.
    fn holds(&mut self, at: usize) -> bool {
        let mut holds = false;
        for stretches in &mut self.stretches {
            while stretches.next_if(|code| code.end < at).is_some() {}
            holds |= stretches.peek().is_some_and(|code| code.start < at);
        }
        holds
    }
}

/// The line, byte for byte as long. Long runs of signs are muted: the segmenter looks ahead from every sign, and would
/// take quadratic time.
fn muted(line: &str) -> String {
    const MAX_SIGNS: usize = 8;
    let mut signs = 0;
    let mut muted = String::with_capacity(line.len());
    for c in line.chars() {
        signs = if c.is_alphanumeric() { 0 } else { signs + 1 };
        if signs > MAX_SIGNS {
            muted.extend(std::iter::repeat_n('\0', c.len_utf8()));
        } else {
            muted.push(c);
        }
    }
    muted
}

/// Returns true if a seeming end of a sentence is a sign in it ("the ? operator"): the next word begins in lower case.
fn is_sign_in_sentence(piece: &str, following: &str) -> bool {
    piece.ends_with(' ')
        && piece.trim_end().ends_with(['?', '!'])
        && following.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Returns code between backquotes, marks included, in order. A backquote that opens a quotation is none: an apostrophe
/// closes it.
fn quoted_code(line: &str) -> Vec<Span> {
    /// Longer than this, two marks hardly belong together.
    const LONGEST: usize = 160;
    let marks = backquotes(line);
    let begins_word = |at: usize| {
        let next = line.get(at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|c| c.is_alphanumeric() && !is_cjk(c))
    };
    let closes = |open: &Span, mark: &&Span| mark.len() == open.len() && !begins_word(mark.end);
    let mut found: Vec<Span> = Vec::new();
    for (at, open) in marks.iter().enumerate() {
        if found.last().is_some_and(|last| open.start < last.end) {
            continue;
        }
        let close = marks
            .iter()
            .skip(at + 1)
            .take_while(|mark| mark.start - open.end <= LONGEST)
            .find(|mark| closes(open, mark));
        found.extend(close.map(|close| Span::new(open.start, close.end)));
    }
    found
}

/// The runs of backquotes in a line.
fn backquotes(line: &str) -> Vec<Span> {
    let mut marks: Vec<Span> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match marks.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => marks.push(Span::new(at, at + 1)),
        }
    }
    marks
}

/// Returns true if a piece that the segmenter took for a sentence ends with an abbreviation or an initial.
fn ends_abbreviated(piece: &str) -> bool {
    const ABBREVIATIONS: [&str; 30] = [
        "e.g.", "i.e.", "cf.", "vs.", "viz.", "al.", "ca.", "approx.", "fig.", "figs.", "sec.",
        "no.", "nos.", "vol.", "pp.", "p.", "ch.", "eq.", "dr.", "mr.", "mrs.", "ms.", "prof.",
        "st.", "jr.", "sr.", "dept.", "inc.", "resp.", "incl.",
    ];
    let words = piece.trim_end();
    let word = words.rsplit(char::is_whitespace).next().unwrap_or(words);
    let word = word.trim_start_matches(['(', '[', '"', '“', '\'', '‘']);
    let initial = word.len() == 2 && word.starts_with(|c: char| c.is_ascii_uppercase() && c != 'I');
    word.ends_with('.')
        && (initial || word.len() <= 7 && ABBREVIATIONS.contains(&word.to_lowercase().as_str()))
}
