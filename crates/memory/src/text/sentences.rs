//! Sentences.

use super::blocks::{Block, BlockKind, Layout};
use super::lines::Line;
use super::list_markers::list_marker;
use super::pieces::pieces;
use super::span::Span;
use super::tokens::{is_cjk, retrieval_quarters};
use unicode_segmentation::UnicodeSegmentation;

/// A sentence is never longer than this: about 1000 letters or 330 CJK characters, what fits into
/// MiniLM's window of 256 tokens.
const MAX_SENTENCE_QUARTERS: usize = 1000;

/// Lines of code are kept together up to this size.
const MAX_CODE_QUARTERS: usize = 480;

/// The sentences of `text`, by the rules of Unicode (UAX #29), CJK marks included. The end of a line
/// ends a sentence only where the writer chose it (list items, headings, lines that had room for
/// the next word), not where the text was wrapped; abbreviations end none. A short block of code
/// is one sentence. Together they cover every character that is not blank, and none is longer than
/// about 1000 letters.
#[must_use]
pub fn sentences(text: &str) -> Vec<Span> {
    let layout = Layout::new(text);
    layout
        .blocks
        .iter()
        .flat_map(|block| block_sentences(&layout, block))
        .collect()
}

/// The sentences of one block.
pub(crate) fn block_sentences(layout: &Layout<'_>, block: &Block) -> Vec<Span> {
    let lines = layout.lines.get(block.lines.clone()).unwrap_or_default();
    let spans = match block.kind {
        BlockKind::Heading => vec![block.span],
        BlockKind::Code => grouped_lines(layout.text, lines),
        BlockKind::Prose => prose_sentences(layout.text, lines),
    };
    let text = layout.text;
    spans
        .into_iter()
        .flat_map(|span| pieces(text, span, MAX_SENTENCE_QUARTERS, retrieval_quarters))
        .collect()
}

/// Lines of code in groups of bounded size.
fn grouped_lines(text: &str, lines: &[Line<'_>]) -> Vec<Span> {
    let mut groups: Vec<Span> = Vec::new();
    let mut size = 0;
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let content = line.content();
        let added = retrieval_quarters(content.of(text));
        match groups.last_mut() {
            Some(group) if size + added <= MAX_CODE_QUARTERS => {
                group.end = content.end;
                size += added;
            }
            _ => {
                groups.push(content);
                size = added;
            }
        }
    }
    groups
}

fn prose_sentences(text: &str, lines: &[Line<'_>]) -> Vec<Span> {
    let width = wrap_width(lines);
    let mut found = Vec::new();
    let mut run: Option<Span> = None;
    for pair in 0..lines.len() {
        let Some(line) = lines.get(pair).filter(|line| !line.is_blank()) else {
            continue;
        };
        let content = line.content();
        let open = run.map_or(content, |run| Span::new(run.start, content.end));
        if lines
            .get(pair + 1)
            .is_some_and(|next| line_ends_sentence(line, next, width))
        {
            run_sentences(text, open, &mut found);
            run = None;
        } else {
            run = Some(open);
        }
    }
    if let Some(run) = run {
        run_sentences(text, run, &mut found);
    }
    found
}

/// The width, in columns, at which the paragraph seems to be wrapped: its second longest line, as
/// one line may stick out with an address.
fn wrap_width(lines: &[Line<'_>]) -> usize {
    let mut longest = [0, 0];
    for width in lines.iter().map(|line| columns(line.text)) {
        if width > longest[0] {
            longest = [width, longest[0]];
        } else if width > longest[1] {
            longest[1] = width;
        }
    }
    longest[1]
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_cjk(c))).sum()
}

/// Whether the writer ended the line on purpose: the next begins an item, a row or a field, or begins
/// like a sentence although its first word had room here.
fn line_ends_sentence(line: &Line<'_>, next: &Line<'_>, width: usize) -> bool {
    /// Ragged wrapping leaves up to about this much room.
    const RAGGED: usize = 10;
    /// Nobody wraps text narrower or wider than this; such lines are as they were written.
    const WRAPPED: std::ops::RangeInclusive<usize> = 40..=200;
    let following = next.trimmed();
    if list_marker(following).is_some() || following.starts_with(['|', '>', '#']) {
        return true;
    }
    let word = following
        .split(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let room = width.saturating_sub(columns(line.text) + 1 + RAGGED);
    let had_room = first_word_columns(following) <= room || !WRAPPED.contains(&width);
    let begins_sentence = !following.starts_with(|c: char| c.is_lowercase());
    begins_sentence && (had_room || word.ends_with([':', '：']))
}

fn first_word_columns(line: &str) -> usize {
    match line.chars().next() {
        Some(c) if is_cjk(c) => 2,
        _ => line.split(char::is_whitespace).next().map_or(0, columns),
    }
}

/// The sentences of a run of lines between which no sentence must end.
fn run_sentences(text: &str, run: Span, found: &mut Vec<Span>) {
    let unwrapped = unwrapped(run.of(text));
    let marker = list_marker(run.of(text)).unwrap_or_default();
    let mut quoted = quoted_code(&unwrapped).into_iter().peekable();
    let mut open: Option<Span> = None;
    let mut cut_in_code = false;
    for (offset, words) in unwrapped.split_sentence_bound_indices() {
        let end = offset + words.len();
        let piece = Span::new(run.start + offset, run.start + end);
        let sentence = open.map_or(piece, |open| Span::new(open.start, piece.end));
        while quoted.next_if(|code| code.end <= end).is_some() {}
        let within_code = quoted.peek().is_some_and(|code| code.start < end);
        let tells = cut_in_code || words.chars().any(char::is_alphabetic);
        let goes_on = within_code
            || end <= marker
            || !tells
            || ends_abbreviated(words)
            || is_sign_in_sentence(words, unwrapped.get(end..).unwrap_or_default());
        if goes_on {
            open = Some(sentence);
        } else {
            push_trimmed(text, sentence, found);
            open = None;
        }
        cut_in_code = within_code && tells;
    }
    if let Some(rest) = open {
        join_rest(text, rest, run, found);
    }
}

/// Whether what looks like the end of a sentence is a sign within it ("the ? operator", "the dbg!
/// macro"): the next word goes on in lower case.
fn is_sign_in_sentence(piece: &str, following: &str) -> bool {
    piece.ends_with(' ')
        && piece.trim_end().ends_with(['?', '!'])
        && following.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Code between backquotes, marks included, in order: a sign in it ends no sentence ("the `?`
/// operator"). A backquote that opens a quotation is none: what closes that is an apostrophe.
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

/// What remains of a run without being a sentence belongs to the sentence before it.
fn join_rest(text: &str, rest: Span, run: Span, found: &mut Vec<Span>) {
    let rest = rest.trimmed(text);
    match found.last_mut().filter(|last| last.start >= run.start) {
        Some(last) if !rest.is_empty() => last.end = rest.end,
        _ => push_trimmed(text, rest, found),
    }
}

fn push_trimmed(text: &str, span: Span, found: &mut Vec<Span>) {
    let trimmed = span.trimmed(text);
    if !trimmed.is_empty() {
        found.push(trimmed);
    }
}

/// The text on one line, byte for byte as long: line ends are blanks, and long runs of signs are
/// muted, because the segmenter looks ahead from every sign and would take quadratic time.
fn unwrapped(text: &str) -> String {
    const MAX_SIGNS: usize = 8;
    let mut signs = 0;
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        signs = if c.is_alphanumeric() { 0 } else { signs + 1 };
        match c {
            _ if signs > MAX_SIGNS => line.extend(std::iter::repeat_n('\0', c.len_utf8())),
            '\n' | '\r' | '\u{B}' | '\u{C}' => line.push(' '),
            _ => line.push(c),
        }
    }
    line
}

/// Whether a piece that the segmenter took for a sentence ends with an abbreviation or an initial.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text)
            .into_iter()
            .map(|span| span.of(text))
            .collect()
    }

    /// BX-01: a sign that stands in quoted code ends no sentence.
    #[test]
    fn bx_01_a_sign_in_quoted_code_ends_no_sentence() {
        for text in [
            "Use the `?` operator to hand the error on.",
            "The macro `panic!` Stops the program.",
            "Call `a.b()? Ok(())` at the end.",
            "The path `.` Is here.",
            "两个`。`号都是句号。",
        ] {
            assert_eq!(cut(text), [text]);
        }
        assert_eq!(
            cut("Call `ready()?`. Then go on."),
            ["Call `ready()?`.", "Then go on."]
        );
        assert_eq!(
            cut("It ends with `?`. A `!` is next. Done."),
            ["It ends with `?`.", "A `!` is next.", "Done."]
        );
    }

    /// BX-01: in a book whose code has lost its marks, too.
    #[test]
    fn bx_01_a_sign_before_a_lower_case_word_ends_no_sentence() {
        let text = "Use the ? operator here. The dbg! macro prints.";
        assert_eq!(
            cut(text),
            ["Use the ? operator here.", "The dbg! macro prints."]
        );
        assert_eq!(cut("Is it so? It is! Good.").len(), 3);
    }

    #[test]
    fn bx_01_a_backquote_alone_joins_nothing() {
        for text in [
            "A ` stands here. Then it ends.",
            "He said `go.' She said `stay.'",
        ] {
            assert_eq!(cut(text).len(), 2, "{text}");
        }
    }
}
