//! Values told in a sentence: amounts with their units, and dates.

use std::borrow::Cow;

use super::clock::{hour_alone, hour_with_minutes};
use super::measure::{Measure, Quantity};
use super::numerals::{belongs_to_name, currency, decimal, iso_date, whole, year};
use super::units::{
    COUNT, Unit, chinese_scale, labelled_unit, leading_chinese_number, leading_classifier,
    leading_unit, month, multiplier_word, number_word, power_of_length, unit_of,
};
use super::weekday::{leading_weekday, weekday};
use crate::text::is_cjk;

/// A sentence taken apart: the values in it, and its other words with a gap for each value.
#[derive(Debug, Default)]
pub struct QuantityReading {
    /// In order.
    pub values: Vec<Quantity>,
    /// Remaining text; numbers that name something ("TLS 1.3", "Listing 4-3") stay in it.
    pub rest: String,
}

/// Replacement character for bytes that are no text.
const UNREADABLE: char = '\u{FFFD}';

/// Takes a sentence apart. Bytes that are no text count as a blank, and a day of the week beside a
/// date as a part of it.
#[must_use]
pub fn read(sentence: &str) -> QuantityReading {
    let text = if sentence.contains(UNREADABLE) {
        Cow::Owned(sentence.replace(UNREADABLE, " "))
    } else {
        Cow::Borrowed(sentence)
    };
    let mut reader = Reader {
        text: &text,
        at: 0,
        word: None,
        parsed: QuantityReading::default(),
    };
    while let Some(c) = reader.peek() {
        reader.step(c);
    }
    let mut parsed = reader.parsed;
    let dated = |value: &Quantity| matches!(value.measure, Measure::Date { day: Some(_), .. });
    if parsed.values.iter().any(dated) {
        parsed
            .values
            .retain(|value| !matches!(value.measure, Measure::Weekday(_)));
    }
    parsed
}

/// Reads a sentence from left to right; its dates in `calendar`.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// The word just before, if only blanks follow it.
    pub(super) word: Option<&'t str>,
    parsed: QuantityReading,
}

impl<'t> Reader<'t> {
    pub(super) fn tail(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.tail().chars().next()
    }

    fn step(&mut self, c: char) {
        if c.is_ascii_digit() {
            self.number();
        } else if is_cjk(c) {
            self.cjk(c);
        } else if c.is_alphanumeric() {
            self.word();
        } else {
            self.at += c.len_utf8();
            if !c.is_whitespace() {
                self.word = None;
            }
            self.parsed
                .rest
                .push(if c.is_whitespace() { ' ' } else { c });
        }
    }

    /// A word, which may be a number or a month.
    fn word(&mut self) {
        let tail = self.tail();
        let length = tail
            .find(|c: char| !(c.is_alphanumeric() && !is_cjk(c) || "'’-_".contains(c)))
            .unwrap_or(tail.len());
        let word = tail
            .get(..length)
            .unwrap_or_default()
            .trim_end_matches(['-', '_', '\'', '’']);
        let start = self.at;
        self.at += word.len().max(1);
        if let Some(month) = month(word)
            && self.date_after_month(start, month)
        {
            return;
        }
        if let Some(value) = number_word(word) {
            self.amount(start, value, word);
            return;
        }
        if let Some(day) = weekday(word).filter(|_| !self.in_name()) {
            self.value(start, self.at, Measure::Weekday(day));
            return;
        }
        self.word = Some(word);
        self.parsed.rest.push_str(word);
    }

    /// Returns true if the word just read is a part of a name: "Black Friday", "the Sunday Times".
    fn in_name(&self) -> bool {
        let next = self.next_word().map(|(word, _)| word);
        let goes_on =
            next.is_some_and(|next| next.starts_with(char::is_uppercase) && month(next).is_none());
        goes_on || belongs_to_name("", self.word)
    }

    /// Digits: an amount, a date, or part of a name.
    fn number(&mut self) {
        let start = self.at;
        let tail = self.tail();
        let before = self.text.get(..start).unwrap_or_default();
        let after_chinese = before.trim_end().ends_with(is_cjk);
        if let Some((measure, length)) = hour_with_minutes(tail, self.word, after_chinese) {
            self.value(start, start + length, measure);
            return;
        }
        let length = tail
            .find(|c: char| !(c.is_ascii_alphanumeric() || ".,:/–_-".contains(c)))
            .unwrap_or(tail.len());
        let run = tail
            .get(..length)
            .unwrap_or_default()
            .trim_end_matches(['.', ',', ':', '/', '–', '-']);
        let digits = run
            .find(|c: char| !(c.is_ascii_digit() || ".,".contains(c)))
            .unwrap_or(run.len());
        let (number, suffix) = run.split_at_checked(digits).unwrap_or((run, ""));
        let number = number.trim_end_matches(['.', ',']);
        if let Some(date) = iso_date(run) {
            self.value(start, start + run.len(), date);
            return;
        }
        let value = decimal(number).filter(|_| !self.names_something(number));
        let attached = unit_of(suffix);
        match value {
            Some(value) if suffix.is_empty() => {
                self.at += number.len();
                self.amount(start, value, number);
            }
            Some(value) if attached.is_some() => {
                let unit = attached.unwrap_or(COUNT);
                let amount = value * unit.factor;
                let measure = Measure::Amount {
                    amount,
                    dimension: unit.dimension,
                };
                self.value(start, start + run.len(), measure);
            }
            _ => {
                self.at += run.len().max(1);
                self.word = None;
                self.parsed.rest.push_str(run);
            }
        }
    }

    fn names_something(&self, number: &str) -> bool {
        // "the 2024 edition" is named by its year.
        let by_year = self
            .word
            .is_some_and(|word| word.eq_ignore_ascii_case("the"))
            && number.len() == 4
            && number.parse().is_ok_and(|number| year(number).is_some());
        // 19世纪 is the name of a time.
        let century = self
            .tail()
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start()
            .starts_with("世纪");
        by_year
            || century
            || belongs_to_name(self.text.get(..self.at).unwrap_or_default(), self.word)
    }

    /// A number whose unit and scale may follow.
    fn amount(&mut self, start: usize, value: f64, written: &str) {
        let before = self.text.get(..start).unwrap_or_default();
        if let Some((measure, length)) =
            whole(value).and_then(|hour| hour_alone(before, hour, self.tail()))
        {
            self.value(start, self.at + length, measure);
            return;
        }
        if let Some(measure) = self.calendar(value, written) {
            self.value(start, self.at, measure);
            return;
        }
        let scale = self.scale();
        let unit = self
            .unit()
            .or_else(|| currency(before))
            .or_else(|| labelled_unit(before));
        let unit = unit.unwrap_or(COUNT);
        let amount = value * scale * unit.factor;
        self.value(
            start,
            self.at,
            Measure::Amount {
                amount,
                dimension: unit.dimension,
            },
        );
    }

    fn scale(&mut self) -> f64 {
        let mut scale = 1.0;
        while let Some(c) = self.peek()
            && let Some(factor) = chinese_scale(c)
        {
            scale *= factor;
            self.at += c.len_utf8();
        }
        while let Some((word, end)) = self.next_word()
            && let Some(factor) = multiplier_word(word)
        {
            scale *= factor;
            self.at = end;
        }
        scale
    }

    fn unit(&mut self) -> Option<Unit> {
        let trimmed = self.tail().trim_start();
        let blanks = self.tail().len() - trimmed.len();
        if let Some((unit, length)) = leading_unit(trimmed) {
            self.at += blanks + length;
            return Some(unit);
        }
        if let Some(length) = leading_classifier(trimmed) {
            self.at += blanks + length;
            return Some(COUNT);
        }
        let (word, end) = self.next_word()?;
        if let Some((dimension, power)) = power_of_length(word) {
            self.at = end;
            let length = self.unit().filter(|unit| unit.dimension == "length")?;
            let factor = length.factor.powi(power);
            return Some(Unit { dimension, factor });
        }
        let unit = unit_of(word)?;
        self.at = end;
        Some(unit)
    }

    /// The word after blanks (or a hyphen), and where it ends.
    fn next_word(&self) -> Option<(&'t str, usize)> {
        let tail = self.tail();
        let trimmed = tail.trim_start();
        let word = trimmed
            .split(|c: char| !c.is_alphanumeric() || is_cjk(c))
            .next()?;
        (!word.is_empty()).then(|| (word, self.at + (tail.len() - trimmed.len()) + word.len()))
    }

    pub(super) fn value(&mut self, start: usize, end: usize, measure: Measure) {
        let written = self
            .text
            .get(start..end)
            .unwrap_or_default()
            .trim()
            .to_owned();
        self.at = end.max(self.at);
        self.word = None;
        self.parsed.rest.push(' ');
        self.parsed.values.push(Quantity { measure, written });
    }

    /// A Chinese character, which may begin a numeral that counts something.
    fn cjk(&mut self, c: char) {
        let start = self.at;
        let tail = self.tail();
        let before = self.text.get(..start).unwrap_or_default();
        if let Some((day, length)) = leading_weekday(before, tail) {
            self.value(start, start + length, Measure::Weekday(day));
            return;
        }
        if let Some((value, length)) = leading_chinese_number(tail) {
            let after = tail.get(length..).unwrap_or_default();
            let counts = leading_classifier(after).is_some() || leading_unit(after).is_some();
            let month = after.starts_with('月') && value <= 12.0;
            let hour = whole(value).and_then(|hour| hour_alone(before, hour, after));
            let ordinal = before.ends_with('第');
            self.at += length;
            if (counts && value >= 2.0 || month || hour.is_some()) && !ordinal {
                let written = tail.get(..length).unwrap_or_default();
                let written = if value >= 1000.0 && length == 12 {
                    "1000"
                } else {
                    written
                };
                self.amount(start, value, written);
            } else {
                self.parsed
                    .rest
                    .push_str(tail.get(..length).unwrap_or_default());
            }
            return;
        }
        self.word = None;
        self.at += c.len_utf8();
        self.parsed.rest.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(sentence: &str) -> Vec<(f64, &'static str)> {
        read(sentence)
            .values
            .into_iter()
            .filter_map(|value| match value.measure {
                Measure::Amount { amount, dimension } => Some((amount, dimension)),
                _ => None,
            })
            .collect()
    }

    fn dates(sentence: &str) -> Vec<(Option<u32>, Option<u32>, Option<u32>)> {
        read(sentence)
            .values
            .into_iter()
            .filter_map(|value| match value.measure {
                Measure::Date { year, month, day } => Some((year, month, day)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn amounts_are_read_with_their_units() {
        assert_eq!(
            amounts("The reactor has 4 cooling loops."),
            [(4.0, "count")]
        );
        assert_eq!(amounts("It has six cooling loops."), [(6.0, "count")]);
        assert_eq!(amounts("It weighs 1,250.5 kg."), [(1250.5, "mass")]);
        assert_eq!(
            amounts("It is 312 \u{FFFD} metres tall."),
            [(312.0, "length")]
        );
        assert_eq!(amounts("塔高312\u{FFFD}米。"), [(312.0, "length")]);
        assert_eq!(
            amounts("A trip of 3 km."),
            amounts("A trip of 3000 metres.")
        );
        assert_eq!(amounts("It cost $5 million."), [(5e6, "dollars")]);
        assert_eq!(amounts("Over 12% of it."), [(12.0, "percent")]);
        for labelled in ["Height (m): 61", "Height (m) = 61", "高度（米）：61"] {
            assert_eq!(amounts(labelled), [(61.0, "length")], "{labelled}");
        }
        assert_eq!(amounts("Height (of the tower): 61"), [(61.0, "count")]);
        assert_eq!(
            amounts("反应堆有六个冷却回路。"),
            amounts("反应堆有6个冷却回路。")
        );
        assert_eq!(amounts("全长25公里。"), [(25_000.0, "length")]);
        assert_eq!(amounts("人口300万人。"), [(3e6, "count")]);
        assert_eq!(amounts("It has 20 square metres."), [(20.0, "area")]);
        assert_eq!(
            amounts("It holds 3 cubic metres."),
            amounts("水箱容积3000升。")
        );
    }

    #[test]
    fn dates_are_read_in_the_usual_forms() {
        let day = (Some(1932), Some(3), Some(19));
        for sentence in [
            "It opened on March 19, 1932.",
            "It opened on 19 March 1932.",
            "It opened on 1932-03-19.",
            "它于1932年3月19日开通。",
            "它于 1932 年 3 月 19 日开通。",
        ] {
            assert_eq!(dates(sentence), [day], "{sentence}");
        }
        assert_eq!(
            dates("The bridge was completed in 1932."),
            [(Some(1932), None, None)]
        );
        assert_eq!(dates("大桥于1932年建成。"), [(Some(1932), None, None)]);
        assert_eq!(dates("大桥于一九三二年建成。"), [(Some(1932), None, None)]);
        assert_eq!(dates("展览五月三日开幕。"), [(None, Some(5), Some(3))]);
        assert_eq!(dates("展览5月十二日开幕。"), [(None, Some(5), Some(12))]);
    }

    #[test]
    fn numbers_in_names_are_no_values() {
        for sentence in [
            "Version 3 supports TLS 1.3.",
            "See Listing 4-3 and Chapter 10.",
            "Release 1.2.3 is out.",
            "第3章讲述所有权。",
            "It runs on x86 and IPv6.",
            "The 64-bit build.",
            "版本 3 已发布。",
            "Cargo supports the 2024 edition.",
        ] {
            assert_eq!(read(sentence).values, [], "{sentence}");
        }
        assert!(read("Version 3 supports TLS 1.3.").rest.contains("1.3"));
    }
}
