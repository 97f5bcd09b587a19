//! Dates as they are written in English and Chinese.

use super::measure::Measure;
use super::numerals::{leading_integer, whole, year};
use super::reader::Reader;
use super::units::{leading_chinese_number, month};

impl Reader<'_> {
    /// "March 3, 1932", "March 1932", "March 3".
    pub(super) fn date_after_month(&mut self, start: usize, month: u32) -> bool {
        let Some((first, length)) = leading_integer(self.tail().trim_start_matches(['.', ' ']))
        else {
            return false;
        };
        let blanks = self.tail().len() - self.tail().trim_start_matches(['.', ' ']).len();
        let after_first = self.at + blanks + length;
        let (day, mut year) = if first <= 31 {
            (Some(first), None)
        } else {
            (None, year(first))
        };
        let mut end = after_first;
        let rest = self.text.get(after_first..).unwrap_or_default();
        let trimmed = rest.trim_start_matches([',', ' ']);
        if year.is_none()
            && let Some((next, length)) = leading_integer(trimmed)
            && let Some(found) = super::numerals::year(next)
        {
            year = Some(found);
            end = after_first + (rest.len() - trimmed.len()) + length;
        }
        if day.is_none() && year.is_none() {
            return false;
        }
        self.value(
            start,
            end,
            Measure::Date {
                year,
                month: Some(month),
                day,
            },
        );
        true
    }

    /// "1932 年 3 月", "3 March 1932", "in 1932".
    pub(super) fn calendar(&mut self, value: f64, written: &str) -> Option<Measure> {
        const BEFORE_YEARS: [&str; 20] = [
            "in", "since", "until", "by", "from", "of", "during", "year", "circa", "before",
            "after", "around", "to", "early", "late", "mid", "spring", "summer", "autumn",
            "winter",
        ];
        let number = whole(value)?;
        if let Some(date) = self.chinese_date(number) {
            return Some(date);
        }
        let trimmed = self.tail().trim_start();
        let blanks = self.tail().len() - trimmed.len();
        let word: &str = trimmed
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        if let Some(month) = month(word).filter(|_| number <= 31) {
            self.at += blanks + word.len();
            let rest = self.tail().trim_start_matches([',', ' ']);
            let skipped = self.tail().len() - rest.len();
            let year = leading_integer(rest).and_then(|(next, len)| Some((year(next)?, len)));
            self.at += year.map_or(0, |(_, length)| skipped + length);
            let year = year.map(|(year, _)| year);
            return Some(Measure::Date {
                year,
                month: Some(month),
                day: Some(number),
            });
        }
        let introduced = self
            .word
            .is_some_and(|word| BEFORE_YEARS.contains(&word.to_lowercase().as_str()));
        let plain = written.len() == 4 && (introduced || self.ends_clause());
        let year = year(number).filter(|_| plain)?;
        Some(Measure::Date {
            year: Some(year),
            month: None,
            day: None,
        })
    }

    fn ends_clause(&self) -> bool {
        self.text.get(..self.at).is_some_and(|b| b.len() > 4)
            && self.tail().trim_start().starts_with([')', ',', '）', '，'])
    }

    fn chinese_date(&mut self, number: u32) -> Option<Measure> {
        let year = year(number);
        let mut measure = (None, None, None);
        let mut next = Some(number);
        for (mark, slot) in [("年", 0), ("月", 1), ("日", 2)] {
            let Some(value) = next else { break };
            let rest = self.tail().trim_start();
            let Some(after) = rest.strip_prefix(mark) else {
                continue;
            };
            match slot {
                0 => measure.0 = Some(year?),
                1 => measure.1 = Some(value),
                _ => measure.2 = Some(value),
            }
            self.at = self.text.len() - after.len();
            let digits = after.trim_start();
            next = leading_number(digits).map(|(value, length)| {
                let marked = digits.get(length..).unwrap_or_default().trim_start();
                if marked.starts_with(['月', '日']) {
                    self.at = self.text.len() - marked.len();
                }
                value
            });
        }
        let (year, month, day) = measure;
        (year.is_some() || month.is_some()).then_some(Measure::Date { year, month, day })
    }
}

/// The number with which a text begins, in digits or Chinese numerals, and its length.
fn leading_number(text: &str) -> Option<(u32, usize)> {
    leading_integer(text).or_else(|| {
        let (value, length) = leading_chinese_number(text)?;
        Some((whole(value)?, length))
    })
}
