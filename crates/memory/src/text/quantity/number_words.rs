//! Numbers that are written in English words, as digits: "forty-three", "two hundred and fifty", "nineteen eighty-four".

use super::units::{multiplier_word, number_word};

/// The text with its number words in digits. What is no number by itself stays: "one", "twenty-first", a name such as
/// "Ocean's Eleven".
#[must_use]
pub fn with_digits(text: &str) -> String {
    let words = words_of(text);
    let mut written = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while let Some(first) = words.get(at) {
        let Some((number, count)) = number_at(text, &words, at) else {
            at += 1;
            continue;
        };
        let end = words.get(at + count - 1).map_or(first.end, |last| last.end);
        written.push_str(text.get(copied..first.start).unwrap_or_default());
        written.push_str(&number.to_string());
        copied = end;
        at += count;
    }
    written.push_str(text.get(copied..).unwrap_or_default());
    written
}

/// Span of a word.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
}

fn words_of(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let goes_on = c.is_ascii_alphanumeric() || c == '\'' || c == '’';
        match (start, goes_on) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(Word {
                    start: from,
                    end: at,
                });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The number that begins with this word, and how many words it has.
fn number_at(text: &str, words: &[Word], first: usize) -> Option<(u64, usize)> {
    let word = |at: usize| {
        let Word { start, end } = *words.get(at)?;
        Some(text.get(start..end)?.to_lowercase())
    };
    let between = |at: usize| {
        let (before, after) = (words.get(at.checked_sub(1)?)?, words.get(at)?);
        text.get(before.end..after.start)
    };
    let opens = words.get(first)?;
    let before = text.get(..opens.start)?;
    let is_name = text.get(opens.start..)?.starts_with(char::is_uppercase)
        && before
            .trim_end()
            .ends_with(|c: char| c.is_alphanumeric() || c == '’' || c == '\'');
    if is_name || before.ends_with(['-', '_', '/']) {
        return None;
    }
    let mut number = Number::default();
    let (mut at, mut count) = (first, 0);
    while let Some(next) = word(at) {
        let joins = at == first || matches!(between(at), Some(" " | "-"));
        let links = next == "and" && number.takes_and() && between(at) == Some(" ");
        if joins && links {
            let after = word(at + 1).filter(|_| between(at + 1) == Some(" "));
            if !after.is_some_and(|word| number.clone().take(&word)) {
                break;
            }
            number.take(&word(at + 1)?);
            at += 2;
        } else if joins && !is_range(between(at), &next) && number.take(&next) {
            at += 1;
        } else {
            break;
        }
        count = at - first;
    }
    let end = words.get(at.checked_sub(1)?)?.end;
    let rest = text.get(end..)?;
    let is_part = rest
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let is_number = count > 0 && number.last != Last::Article;
    (is_number && !is_part).then(|| (number.value(), count))
}

/// Returns true if a hyphen leads to the other end of a range: "fifteen-twenty minutes".
fn is_range(between: Option<&str>, next: &str) -> bool {
    between == Some("-") && number_word(next).is_some_and(|number| number >= 10.0)
}

/// A number that is read word by word.
#[derive(Clone, Default)]
struct Number {
    /// Part of the number that "thousand" or more has multiplied.
    above: u64,
    /// Part of the number after that.
    section: u64,
    /// Factor of the last such word; the next one is smaller.
    scale: Option<u64>,
    /// The word before.
    last: Last,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    /// "a", "one", which are numbers only before "hundred" and above.
    Article,
    Ones,
    Teens,
    Tens,
    Scale,
    /// Tens of a year in two halves: "nineteen eighty".
    YearTens,
    Done,
}

impl Number {
    fn takes_and(&self) -> bool {
        self.last == Last::Scale
    }

    fn value(&self) -> u64 {
        self.above + self.section
    }

    /// Adds a word; returns true if the number continues with it.
    fn take(&mut self, word: &str) -> bool {
        if word == "a" || word == "one" {
            return self.take_one(word);
        }
        if let Some(factor) = multiplier_word(word).and_then(whole) {
            return self.take_scale(factor);
        }
        match number_word(word).and_then(whole) {
            Some(value) if !word.contains('-') => self.take_value(value),
            _ => false,
        }
    }

    fn take_one(&mut self, word: &str) -> bool {
        let (takes, last) = match self.last {
            Last::Nothing => (true, Last::Article),
            Last::Tens | Last::Scale if word == "one" => (true, Last::Ones),
            Last::YearTens if word == "one" => (true, Last::Done),
            _ => (false, self.last),
        };
        if takes {
            self.section += 1;
            self.last = last;
        }
        takes
    }

    fn take_scale(&mut self, factor: u64) -> bool {
        if self.section == 0 || matches!(self.last, Last::YearTens | Last::Done) {
            return false;
        }
        if factor == 100 {
            let takes = self.section < 100;
            self.section *= if takes { 100 } else { 1 };
            self.last = if takes { Last::Scale } else { self.last };
            return takes;
        }
        if self.scale.is_some_and(|before| before <= factor) {
            return false;
        }
        self.above += self.section * factor;
        self.section = 0;
        self.scale = Some(factor);
        self.last = Last::Scale;
        true
    }

    fn take_value(&mut self, value: u64) -> bool {
        let kind = match value {
            1..=9 => Last::Ones,
            10..=19 => Last::Teens,
            20..=90 => Last::Tens,
            _ => return false,
        };
        let begins = matches!(self.last, Last::Nothing | Last::Scale);
        let is_year = kind != Last::Ones
            && self.above == 0
            && (self.last == Last::Teens || self.last == Last::Tens && self.section == 20);
        let last = match self.last {
            _ if begins => kind,
            Last::Tens if kind == Last::Ones => Last::Ones,
            Last::YearTens if kind == Last::Ones => Last::Done,
            _ if is_year => {
                self.section *= 100;
                if kind == Last::Tens {
                    Last::YearTens
                } else {
                    Last::Done
                }
            }
            _ => return false,
        };
        self.section += value;
        self.last = last;
        true
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "number words are whole and not negative"
)]
fn whole(value: f64) -> Option<u64> {
    (value.fract() == 0.0 && value >= 0.0).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_04_number_words_become_digits() {
        for (text, digits) in [
            ("forty-three metres", "43 metres"),
            ("Forty two metres.", "42 metres."),
            ("two hundred and fifty metres", "250 metres"),
            ("a hundred and one", "101"),
            ("one thousand two hundred", "1200"),
            ("three million, four", "3000000, 4"),
            ("in nineteen eighty-four", "in 1984"),
            ("in twenty nineteen", "in 2019"),
            ("eighteen hundred", "1800"),
            ("twelve thousand and six", "12006"),
            ("ten and twelve", "10 and 12"),
        ] {
            assert_eq!(with_digits(text), digits, "{text}");
        }
        for same in [
            "one of a kind",
            "the twenty-first",
            "a forty-minute film",
            "Ocean's Eleven",
            "5 million",
            "fifteen-twenty minutes",
            "a tower",
            "灯塔 and more",
            "",
        ] {
            assert_eq!(with_digits(same), same);
        }
    }
}
