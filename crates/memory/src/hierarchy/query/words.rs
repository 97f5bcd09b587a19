//! The words of time in English and Chinese: one table, from words to units, directions and counts.

use super::calendar::Unit;
use crate::text::{MONTHS, WEEKDAYS};
use chrono::Weekday;

/// A count of units: the least and the greatest number meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) least: i64,
    pub(super) most: i64,
}

const ONE: Tag = Tag::Count(Count { least: 1, most: 1 });
const FEW: Tag = Tag::Count(Count { least: 2, most: 7 });

/// The part that a word has in a phrase of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// A day, so many days back.
    Day(i64),
    /// Hours of a day, so many days back.
    Part(i64, i64, i64),
    /// Hours of the day that is named before.
    Hours(i64, i64),
    /// Year, month, day in digits.
    Date(i32, u32, u32),
    /// A year, so many years back.
    YearBack(i64),
    /// A year by its number, marked as one.
    Year(i32),
    /// A month, and whether the word can be nothing else.
    Month(u32, bool),
    Weekday(Weekday),
    Weekend,
    Unit(Unit),
    /// 月 behind a number names a month, 号 a day of it.
    MonthMark,
    DayMark,
    Count(Count),
    Half,
    Ago,
    /// The calendar's unit, so many before the present one.
    Back(i64),
    /// The latest before now.
    Last,
    /// Until now.
    Rolling,
    /// The last unit until now, vaguely.
    Vague(Unit),
    /// Before and behind a time: its bounds.
    Since,
    After,
    SinceThen,
    AfterThen,
    BeforeThen,
    /// No time to look back on: to come, or again and again.
    Never,
    From,
    To,
    In,
    Of,
    /// Another word.
    Other,
}

/// Words, separated by `|`, and their tags; of those that a text goes on with, the longest counts.
const WORDS: &[(&str, Tag)] = &[
    ("大前天", Tag::Day(3)),
    ("day before yesterday|前天", Tag::Day(2)),
    ("yesterday|昨天|昨日", Tag::Day(1)),
    ("today|今天|今日", Tag::Day(0)),
    ("last night|昨晚|昨夜", Tag::Part(1, 18, 30)),
    ("tonight|今晚", Tag::Part(0, 18, 24)),
    ("今早|今晨", Tag::Part(0, 0, 12)),
    ("morning|早上|上午", Tag::Hours(0, 12)),
    ("中午", Tag::Hours(11, 14)),
    ("afternoon|下午", Tag::Hours(12, 18)),
    ("evening|晚上", Tag::Hours(18, 24)),
    ("minute|minutes|分钟", Tag::Unit(Unit::Minute)),
    ("hour|hours|个小时|小时|个钟头", Tag::Unit(Unit::Hour)),
    ("day|days|天|日", Tag::Unit(Unit::Day)),
    (
        "week|weeks|周|星期|个星期|礼拜|个礼拜",
        Tag::Unit(Unit::Week),
    ),
    ("month|months|个月", Tag::Unit(Unit::Month)),
    ("year|years|年", Tag::Unit(Unit::Year)),
    ("月", Tag::MonthMark),
    ("号", Tag::DayMark),
    ("weekend|周末", Tag::Weekend),
    ("a|an", ONE),
    ("a few|a couple of|few|couple|several|几|好几", FEW),
    ("half|半", Tag::Half),
    ("ago|back|earlier|前", Tag::Ago),
    ("last", Tag::Last),
    ("previous|上|上个|上一|上一个", Tag::Back(1)),
    ("上上|上上个", Tag::Back(2)),
    ("this|这|这个|本", Tag::Back(0)),
    ("past|过去|近", Tag::Rolling),
    ("大前年", Tag::YearBack(3)),
    ("前年", Tag::YearBack(2)),
    ("去年", Tag::YearBack(1)),
    ("今年", Tag::YearBack(0)),
    (
        "recently|lately|recent|other day|these days|最近|近来|近期|前几天|前些天|这些天",
        Tag::Vague(Unit::Week),
    ),
    ("just now|刚才|刚刚", Tag::Vague(Unit::Hour)),
    ("since", Tag::Since),
    ("after", Tag::After),
    ("以来|至今|到现在|到今天|开始", Tag::SinceThen),
    ("以后|之后", Tag::AfterThen),
    ("以前|之前", Tag::BeforeThen),
    (
        "next|every|each|coming|upcoming|before|until|till|by|下|下个|下一个|下下个|每|每个|每逢|明年|后年|来年",
        Tag::Never,
    ),
    ("from|between|从|自", Tag::From),
    ("to|through|and|到|至", Tag::To),
    ("in|on|during|over|at", Tag::In),
    ("of|的", Tag::Of),
];

/// English numbers.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Years that are counted with, and so are no other numbers.
pub(super) const YEARS: std::ops::RangeInclusive<i64> = 1900..=2200;

/// A word and its place in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) tag: Tag,
}

/// Reads the words of a lower-case text, without marks, blanks and articles.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = 0;
    while let Some((length, tag)) = text.get(start..).and_then(word) {
        let before = words.last().filter(|before| before.end == start);
        let begins = before.is_none_or(|before| before.tag == Tag::Other);
        let other = text.get(start..).filter(|_| begins).and_then(other_word);
        let (length, tag) = other.map_or((length, tag), |length| (length, Some(Tag::Other)));
        let end = start + length;
        if let Some(tag) = tag {
            let before = words.pop_if(|before| before.end == start);
            let joined = before.and_then(|before| {
                let tag = joined(before.tag, tag)?;
                Some(Word { end, tag, ..before })
            });
            match joined {
                Some(joined) => words.push(joined),
                None => {
                    words.extend(before);
                    words.push(Word { start, end, tag });
                }
            }
        }
        start = end;
    }
    words
}

/// Returns the bytes of a Chinese word that a text begins with and that only begins as a unit does: 日本, 年轻, 天气. A unit
/// stands behind a number or another word of time, or before what counts it, as in 周三 and 周日.
fn other_word(text: &str) -> Option<usize> {
    let unit = text.chars().next()?.len_utf8();
    let is_unit = |found: (usize, Tag)| found.0 == unit && matches!(found.1, Tag::Unit(_));
    if unit == 1 || !named(text).is_some_and(is_unit) {
        return None;
    }
    let after = text.get(unit..)?;
    let (_, next) = word(after)?;
    let counts = matches!(next, Some(Tag::Count(_) | Tag::Unit(Unit::Day)));
    let next = after
        .chars()
        .next()
        .filter(|c| !c.is_ascii() && c.is_alphanumeric())?;
    (!counts).then_some(unit + next.len_utf8())
}

/// Returns the one tag of two Chinese words without a blank between them: 五月, 2026年, 周三.
fn joined(before: Tag, tag: Tag) -> Option<Tag> {
    match (before, tag) {
        (Tag::Count(count), Tag::MonthMark) => {
            Some(Tag::Month(count.exact(1..=12)?.try_into().ok()?, true))
        }
        (Tag::Count(count), Tag::Unit(Unit::Year)) => {
            Some(Tag::Year(count.exact(YEARS)?.try_into().ok()?))
        }
        (Tag::Unit(Unit::Week), Tag::Count(count)) => {
            let day = u8::try_from(count.exact(1..=6)?).ok()?;
            Weekday::try_from(day - 1).ok().map(Tag::Weekday)
        }
        (Tag::Unit(Unit::Week), Tag::Unit(Unit::Day)) => Some(Tag::Weekday(Weekday::Sun)),
        _ => None,
    }
}

impl Count {
    /// Returns the number if it is exact and in these bounds.
    pub(super) fn exact(self, bounds: std::ops::RangeInclusive<i64>) -> Option<i64> {
        (self.least == self.most && bounds.contains(&self.least)).then_some(self.least)
    }
}

/// Returns the bytes of a text's first word, mark or blank, and the tag of a word; none for an empty text.
fn word(text: &str) -> Option<(usize, Option<Tag>)> {
    let first = text.chars().next()?;
    let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if let Some((length, tag)) = date(text) {
        return Some((length, Some(tag)));
    }
    if let Some(named) = named(text) {
        return Some((named.0, Some(named.1)));
    }
    if let Some(word) = text.get(..length).filter(|word| !word.is_empty()) {
        let tag = (word != "the").then(|| english(word));
        return Some((length, tag));
    }
    if let Some((length, count)) = chinese(text) {
        return Some((length, Some(count.map_or(Tag::Other, Tag::Count))));
    }
    let tag = first.is_alphanumeric().then_some(Tag::Other);
    Some((first.len_utf8(), tag))
}

/// Returns the longest words of the table that a text begins with.
fn named(text: &str) -> Option<(usize, Tag)> {
    let is_whole = |word: &str| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| {
            !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        })
    };
    let all = WORDS.iter();
    let all = all.flat_map(|(words, tag)| words.split('|').map(|word| (word, *tag)));
    let found = all.filter(|(word, _)| is_whole(word));
    let longest = found.max_by_key(|(word, _)| word.len());
    longest.map(|(word, tag)| (word.len(), tag))
}

/// Reads an English word that the table does not have: a number, a day of a month, a month, a weekday.
fn english(word: &str) -> Tag {
    let suffixes = ["st", "nd", "rd", "th"].iter();
    let ordinal = suffixes
        .filter_map(|suffix| word.strip_suffix(suffix))
        .next();
    let digits = ordinal.unwrap_or(word);
    if digits.len() <= 4
        && let Ok(number) = digits.parse()
    {
        return Tag::Count(Count {
            least: number,
            most: number,
        });
    }
    let at = |names: &[&str], is: &dyn Fn(&str) -> bool| {
        let place = names.iter().position(|name| is(name))?;
        i64::try_from(place).ok()
    };
    if let Some(number) = at(&NUMBERS, &|name| name == word) {
        return Tag::Count(Count {
            least: number,
            most: number,
        });
    }
    let is_short = word.len() == 3 || word == "sept";
    let is_named = |name: &str| name.eq_ignore_ascii_case(word);
    let begins = |name: &str| name.get(..word.len()).is_some_and(is_named);
    let is_month = |name: &str| is_named(name) || is_short && begins(name);
    if let Some(month) = at(&MONTHS, &is_month).and_then(|at| u32::try_from(at + 1).ok()) {
        return Tag::Month(month, false);
    }
    let weekday = at(&WEEKDAYS, &is_named).and_then(|at| u8::try_from(at).ok());
    let weekday = weekday.and_then(|day| Weekday::try_from(day).ok());
    weekday.map_or(Tag::Other, Tag::Weekday)
}

/// Reads "2026-05-03", "2026/5/3".
fn date(text: &str) -> Option<(usize, Tag)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/');
    let written = text.split(|c| !is_part(c)).next()?;
    let mark = if written.contains('-') { '-' } else { '/' };
    let mut parts = written.split(mark);
    let year = parts.next().filter(|year| year.len() == 4)?;
    let (month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let tag = Tag::Date(year.parse().ok()?, month, day);
    parts.next().is_none().then_some((written.len(), tag))
}

/// Reads a Chinese number: 三, 二十一, 二〇二六; 十几, 二十多, and neighbours that mean one of the two: 两三, 二三十. Digits that
/// make no number are taken whole.
fn chinese(text: &str) -> Option<(usize, Option<Count>)> {
    const MARKS: &str = "〇一二三四五六七八九";
    let digit = |c: char| match c {
        '零' => Some(0),
        '两' => Some(2),
        _ => i64::try_from(MARKS.chars().position(|mark| mark == c)?).ok(),
    };
    let is_numeral = |c: char| digit(c).is_some() || matches!(c, '十' | '百');
    let run = text.split(|c| !is_numeral(c)).next()?;
    if run.is_empty() {
        return None;
    }
    let (mut sum, mut digits) = (0_i64, Vec::new());
    let mut about = None;
    for c in run.chars() {
        let unit = match c {
            '十' => 10,
            '百' => 100,
            _ => {
                digits.extend(digit(c));
                continue;
            }
        };
        match *digits.as_slice() {
            [] => sum += unit,
            [many] => sum += many * unit,
            [least, most] if sum == 0 => about = Some((least * unit, most * unit)),
            _ => return Some((run.len(), None)),
        }
        digits.clear();
    }
    let exactly = |number| Count {
        least: number,
        most: number,
    };
    let count = match (about, digits.as_slice()) {
        (Some((least, most)), &[]) => Some(Count { least, most }),
        (None, &[]) => Some(exactly(sum)),
        (None, &[digit] | &[0, digit]) => Some(exactly(sum + digit)),
        (None, &[least, most]) if sum == 0 => Some(Count { least, most }),
        (None, &[a, b, c, d]) if sum == 0 => Some(exactly(a * 1000 + b * 100 + c * 10 + d)),
        _ => None,
    };
    let count = count.filter(|count| count.least <= count.most);
    // 十几, 二十多: up to the next ten.
    let more = text.get(run.len()..).and_then(|rest| rest.chars().next());
    match (count, more) {
        (Some(count), Some(more @ ('几' | '多'))) if sum > 0 && sum % 10 == 0 => {
            let (least, most) = (count.least + 1, count.most + 9);
            Some((run.len() + more.len_utf8(), Some(Count { least, most })))
        }
        _ => Some((run.len(), count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_12_numbers_are_read_in_both_languages() {
        for (text, least, most) in [
            ("three", 3, 3),
            ("12", 12, 12),
            ("3rd", 3, 3),
            ("三", 3, 3),
            ("十", 10, 10),
            ("二十一", 21, 21),
            ("一百零五", 105, 105),
            ("二〇二六", 2026, 2026),
            ("十几", 11, 19),
            ("两三", 2, 3),
            ("二三十", 20, 30),
        ] {
            let read: Vec<Tag> = words(text).iter().map(|word| word.tag).collect();
            assert_eq!(read, [Tag::Count(Count { least, most })], "{text}");
        }
        for other in ["3d", "thirteen", "10000", &"九".repeat(100)] {
            assert_eq!(words(other)[0].tag, Tag::Other, "{other}");
        }
    }
}
