//! Numbers as Word's lists show them.

use crate::page::Labels;

/// A format of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// The same mark for each.
    Mark,
    /// Nothing.
    Nothing,
    /// As HTML's lists have it.
    Labels(Labels),
    /// 一, 二, 三.
    Chinese,
}

impl Format {
    /// Returns the format with this name in a numbering part; digits for those that are not known.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "bullet" => Self::Mark,
            "none" => Self::Nothing,
            "lowerLetter" => Self::Labels(Labels::Letters { large: false }),
            "upperLetter" => Self::Labels(Labels::Letters { large: true }),
            "lowerRoman" => Self::Labels(Labels::Roman { large: false }),
            "upperRoman" => Self::Labels(Labels::Roman { large: true }),
            "chineseCounting"
            | "chineseCountingThousand"
            | "ideographDigital"
            | "japaneseCounting"
            | "taiwaneseCounting"
            | "taiwaneseCountingThousand" => Self::Chinese,
            _ => Self::Labels(Labels::Decimal),
        }
    }

    /// Returns the type attribute of an HTML list with these labels.
    pub(super) fn list_type(self) -> &'static str {
        match self {
            Self::Labels(Labels::Letters { large: false }) => "a",
            Self::Labels(Labels::Letters { large: true }) => "A",
            Self::Labels(Labels::Roman { large: false }) => "i",
            Self::Labels(Labels::Roman { large: true }) => "I",
            _ => "1",
        }
    }

    /// Returns a number in this format.
    pub(super) fn of(self, number: i32) -> String {
        match self {
            Self::Mark | Self::Nothing => String::new(),
            // After z comes aa, and then bb.
            Self::Labels(Labels::Letters { large }) if number > 0 => repeated_letter(number, large),
            Self::Labels(labels) => {
                let label = labels.label(number);
                label.trim_end_matches(['.', ' ']).to_owned()
            }
            Self::Chinese => chinese(number).unwrap_or_else(|| number.to_string()),
        }
    }
}

fn repeated_letter(number: i32, large: bool) -> String {
    let index = u8::try_from((number - 1) % 26).unwrap_or_default();
    let letter = char::from(if large { b'A' } else { b'a' } + index);
    let times = usize::try_from((number - 1) / 26).unwrap_or_default() + 1;
    letter.to_string().repeat(times.min(MOST_LETTERS))
}

/// The longest number in letters.
const MOST_LETTERS: usize = 8;

/// Chinese numerals from 1 to 9999.
fn chinese(number: i32) -> Option<String> {
    const DIGITS: [&str; 10] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    const RANKS: [(i32, &str); 4] = [(1000, "千"), (100, "百"), (10, "十"), (1, "")];
    if !(1..10_000).contains(&number) {
        return None;
    }
    let mut words = String::new();
    let mut skips = false;
    for (rank, name) in RANKS {
        let digit = usize::try_from(number / rank % 10).ok()?;
        if digit == 0 {
            skips = !words.is_empty();
            continue;
        }
        if std::mem::take(&mut skips) {
            words.push_str(DIGITS.first()?);
        }
        // Eleven is 十一, and not 一十一.
        if !(digit == 1 && rank == 10 && words.is_empty()) {
            words.push_str(DIGITS.get(digit)?);
        }
        words.push_str(name);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_word_shows_them() {
        for (number, expected) in [
            (3, "三"),
            (10, "十"),
            (12, "十二"),
            (20, "二十"),
            (105, "一百零五"),
            (110, "一百一十"),
            (2024, "二千零二十四"),
        ] {
            assert_eq!(Format::Chinese.of(number), expected);
        }
        assert_eq!(Format::named("lowerRoman").of(4), "iv");
        assert_eq!(Format::named("upperLetter").of(28), "BB");
        assert_eq!(Format::named("ordinal").of(7), "7");
    }
}
