//! Days of the week that a sentence tells as a date: "is Monday", "星期一".

use crate::text::WEEKDAYS;

/// The number of a day of the week by its English name, 1 to 7; "Mondays" tell a habit and no date.
#[must_use]
pub fn weekday(word: &str) -> Option<u32> {
    WEEKDAYS
        .iter()
        .position(|name| *name == word)
        .and_then(|at| u32::try_from(at + 1).ok())
}

/// The Chinese day of the week with which `tail` begins, 1 to 7, and its length. After a number and
/// before a word that counts, 周 and 星期 are the week itself: 每周一次, 三星期.
pub(super) fn leading_weekday(before: &str, tail: &str) -> Option<(u32, usize)> {
    const DAYS: [char; 8] = ['一', '二', '三', '四', '五', '六', '日', '天'];
    const COUNTING: &str = "每两半几一二三四五六七八九十0123456789";
    const COUNTED: [&str; 6] = ["次", "天", "个", "回", "年", "月"];
    let rest = ["星期", "礼拜", "周"]
        .iter()
        .find_map(|mark| tail.strip_prefix(mark))?;
    let day = rest.chars().next()?;
    let number = DAYS.iter().position(|name| *name == day)?.min(6);
    let after = rest.get(day.len_utf8()..)?;
    let counts = before.trim_end().ends_with(|c| COUNTING.contains(c))
        || COUNTED.iter().any(|mark| after.starts_with(mark));
    let number = u32::try_from(number + 1).ok()?;
    (!counts).then_some((number, tail.len() - after.len()))
}

#[cfg(test)]
mod tests {
    use super::super::measure::Measure;
    use super::super::reader::read;
    use super::*;

    fn days(sentence: &str) -> Vec<Measure> {
        let values = read(sentence).values;
        values.into_iter().map(|value| value.measure).collect()
    }

    #[test]
    fn mb_10_days_of_the_week_are_read() {
        for (sentence, day) in [
            ("The deadline is Monday.", 1),
            ("On Friday the gate was shut.", 5),
            ("截止日期是星期一。", 1),
            ("会议定于周五举行。", 5),
            ("会议在星期日举行。", 7),
            ("会议在星期天举行。", 7),
        ] {
            assert_eq!(days(sentence), [Measure::Weekday(day)], "{sentence}");
        }
    }

    #[test]
    fn mb_10_a_habit_a_week_and_a_name_are_no_days() {
        for sentence in [
            "The gate is shut on Mondays.",
            "The Sunday Times told it.",
            "The shops were full on Black Friday.",
            "垃圾每周一次收走。",
            "会议每星期一举行。",
        ] {
            assert_eq!(days(sentence), [], "{sentence}");
        }
        assert_eq!(leading_weekday("持续三", "星期五"), None);
    }

    #[test]
    fn mb_10_a_day_of_the_week_beside_a_date_tells_nothing_more() {
        for sentence in [
            "The fair opens on Monday, 3 May 2024.",
            "集市于2024年5月3日（星期一）开幕。",
        ] {
            assert!(matches!(days(sentence)[..], [Measure::Date { .. }]));
        }
    }
}
