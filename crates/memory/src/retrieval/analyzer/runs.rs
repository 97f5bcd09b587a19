use unicode_normalization::char::is_combining_mark;

/// A stretch of text that is analysed as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run<'t> {
    /// Letters, digits and underscores, with inner apostrophes and decimal points.
    Word(&'t str),
    /// Characters of a script that puts no spaces between words.
    Unspaced(&'t str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Unspaced,
    /// Belongs to the character before it: combining marks and invisible characters.
    Extend,
    Break,
}

/// The runs of a text in NFKC.
pub(super) struct Runs<'t> {
    rest: &'t str,
}

impl<'t> Runs<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { rest: text }
    }
}

impl<'t> Iterator for Runs<'t> {
    type Item = Run<'t>;

    fn next(&mut self) -> Option<Run<'t>> {
        let text = self.rest.trim_start_matches(|c| !starts_run(c));
        let class = class_of(text.chars().next()?);
        let (run, rest) = text.split_at_checked(length_of_run(text, class))?;
        self.rest = rest;
        Some(match class {
            Class::Unspaced => Run::Unspaced(run),
            _ => Run::Word(run),
        })
    }
}

/// Characters that show nothing and split nothing: soft hyphens, zero-width characters and
/// variation selectors.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn starts_run(c: char) -> bool {
    matches!(class_of(c), Class::Word | Class::Unspaced)
}

fn length_of_run(text: &str, class: Class) -> usize {
    let mut before = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let belongs = match class_of(c) {
            Class::Extend => true,
            other if other == class => true,
            _ => class == Class::Word && joins(before, c, chars.as_str().chars().next()),
        };
        if !belongs {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

/// Returns true if a mark joins its two neighbours: `don't`, `3.14`.
fn joins(before: Option<char>, mark: char, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    if is_apostrophe(mark) {
        return before.is_alphabetic() && after.is_alphabetic();
    }
    mark == '.' && before.is_ascii_digit() && after.is_ascii_digit()
}

fn class_of(c: char) -> Class {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() || c == '_' {
            Class::Word
        } else {
            Class::Break
        };
    }
    if is_invisible(c) {
        Class::Extend
    } else if is_unspaced(c) {
        Class::Unspaced
    } else if is_combining_mark(c) {
        Class::Extend
    } else if c.is_alphanumeric() {
        Class::Word
    } else {
        Class::Break
    }
}

/// Returns true for letters and marks of the scripts without spaces between words, and for Hangul, whose spaces
/// separate phrases.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0e01}'..='\u{0e3a}' | '\u{0e40}'..='\u{0e4e}' // Thai
        | '\u{0e81}'..='\u{0ecd}' // Lao
        | '\u{1000}'..='\u{109f}' // Myanmar
        | '\u{1100}'..='\u{11ff}' // Hangul, single letters
        | '\u{1780}'..='\u{17d3}' // Khmer
        | '\u{3005}'..='\u{3007}' // 々, 〆 and 〇
        | '\u{3041}'..='\u{309f}' // Hiragana
        | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' // Katakana, without the middle dot
        | '\u{3105}'..='\u{312f}' // Bopomofo
        | '\u{3131}'..='\u{318e}' // Hangul, single letters for compatibility
        | '\u{31f0}'..='\u{31ff}' // Katakana, small
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Han
        | '\u{ac00}'..='\u{d7ff}' // Hangul
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' // Han, rarer
    )
}

#[cfg(test)]
mod tests {
    use super::Run::{Unspaced, Word};
    use super::*;

    #[test]
    fn scripts_part_and_marks_join_only_between_their_like() {
        let runs: Vec<_> = Runs::of("Rust语言, don't 3.14.").collect();
        let expected = [Word("Rust"), Unspaced("语言"), Word("don't"), Word("3.14")];
        assert_eq!(runs, expected);
    }

    #[test]
    fn file_names_and_quotes_are_split() {
        let runs: Vec<_> = Runs::of("'main.rs' a·b ・カナ").collect();
        let expected = [
            Word("main"),
            Word("rs"),
            Word("a"),
            Word("b"),
            Unspaced("カナ"),
        ];
        assert_eq!(runs, expected);
    }
}
