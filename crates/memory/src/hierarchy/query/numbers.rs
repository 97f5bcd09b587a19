//! Numbers as people write them in phrases of time.

/// How many of a unit: the least and the greatest number meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Count {
    /// "A few", 几.
    pub(super) const FEW: Self = Self { least: 2, most: 7 };

    /// So many.
    pub(super) fn exactly(count: i64) -> Self {
        Self {
            least: count,
            most: count,
        }
    }
}

/// No phrase of time counts further.
const MOST: i64 = 9_999;

/// A number in digits.
pub(super) fn digits(text: &str) -> Option<i64> {
    let sound = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| *number <= MOST);
    number.filter(|_| sound)
}

/// An English number, in digits or a word.
pub(super) fn english(word: &str) -> Option<i64> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let named = || WORDS.iter().position(|name| *name == word);
    digits(word).or_else(|| named().and_then(|at| i64::try_from(at).ok()))
}

/// The Chinese count that a text begins with, and the bytes it takes: 三, 15, 几, 好几, 十几, 二十多.
pub(super) fn chinese_count(text: &str) -> Option<(Count, usize)> {
    let few = ["好几", "几", "数"]
        .iter()
        .find(|few| text.starts_with(**few));
    if let Some(few) = few {
        return Some((Count::FEW, few.len()));
    }
    if let Some(about) = about(text) {
        return Some(about);
    }
    let (number, length) = chinese(text)?;
    let more = text.get(length..)?.chars().next();
    let round = [100, 10]
        .into_iter()
        .find(|unit| number > 0 && number % unit == 0);
    Some(match (round, more) {
        (Some(unit), Some(more @ ('几' | '多' | '来'))) => {
            let (least, most) = (number + 1, number + unit - 1);
            (Count { least, most }, length + more.len_utf8())
        }
        _ => (Count::exactly(number), length),
    })
}

/// Two digits that are neighbours, or nearly, mean one of the two: 两三, 三五, 七八, 二三十. Further digits make a number.
fn about(text: &str) -> Option<(Count, usize)> {
    let mut characters = text.chars();
    let (first, second) = (characters.next()?, characters.next()?);
    let (least, most) = (digit(first)?, digit(second)?);
    let length = first.len_utf8() + second.len_utf8();
    let rest = text.get(length..)?;
    let is_about = least > 0 && (1..=2).contains(&(most - least));
    let goes_on = rest.starts_with(|next| digit(next).is_some() || next == '百');
    if !is_about || goes_on {
        return None;
    }
    let (unit, more) = match rest.strip_prefix('十') {
        Some(_) => (10, '十'.len_utf8()),
        None => (1, 0),
    };
    let (least, most) = (least * unit, most * unit);
    Some((Count { least, most }, length + more))
}

/// The Chinese or Arabic number that a text begins with, and the bytes it takes.
pub(super) fn chinese(text: &str) -> Option<(i64, usize)> {
    let arabic = text.bytes().take_while(u8::is_ascii_digit).count();
    if arabic > 0 {
        return Some((digits(text.get(..arabic)?)?, arabic));
    }
    let mut number = Numeral::default();
    let mut length = 0;
    for c in text.chars() {
        if !number.take(c) {
            break;
        }
        length += c.len_utf8();
    }
    (length > 0).then(|| number.value().map(|value| (value, length)))?
}

/// A Chinese numeral below a thousand, or digits one after the other: 二十一, 一百零五, 二〇二六.
#[derive(Default)]
struct Numeral {
    sum: i64,
    /// Digits that no unit followed yet.
    pending: Option<i64>,
}

impl Numeral {
    fn take(&mut self, c: char) -> bool {
        let unit = match c {
            '十' => 10,
            '百' => 100,
            _ => {
                let Some(digit) = digit(c) else { return false };
                let before = self.pending.unwrap_or_default();
                self.pending = Some(before.saturating_mul(10).saturating_add(digit));
                return true;
            }
        };
        let many = self.pending.take().filter(|many| *many > 0).unwrap_or(1);
        self.sum = self.sum.saturating_add(many.saturating_mul(unit));
        true
    }

    fn value(&self) -> Option<i64> {
        let value = self.sum.saturating_add(self.pending.unwrap_or_default());
        Some(value).filter(|value| *value <= MOST)
    }
}

fn digit(c: char) -> Option<i64> {
    const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let at = match c {
        '零' => Some(0),
        '两' => Some(2),
        _ => DIGITS.iter().position(|digit| *digit == c),
    };
    at.and_then(|at| i64::try_from(at).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_numbers_are_read_to_their_end() {
        for (text, value, rest) in [
            ("三天前", 3, "天前"),
            ("两周前", 2, "周前"),
            ("十", 10, ""),
            ("十二月", 12, "月"),
            ("二十一天", 21, "天"),
            ("一百零五天", 105, "天"),
            ("二〇二六年", 2026, "年"),
            ("15天", 15, "天"),
        ] {
            let (number, length) = chinese(text).unwrap();
            assert_eq!((number, &text[length..]), (value, rest), "{text}");
        }
        assert_eq!(chinese("天前"), None);
        assert_eq!(chinese("99999999999999999999天"), None);
        assert_eq!(chinese(&"九".repeat(100)), None);
    }

    #[test]
    fn english_numbers_are_digits_or_words() {
        assert_eq!(english("three"), Some(3));
        assert_eq!(english("12"), Some(12));
        for other in ["", "-1", "+3", "thirteen", "10000", "3d"] {
            assert_eq!(english(other), None, "{other}");
        }
    }
}
