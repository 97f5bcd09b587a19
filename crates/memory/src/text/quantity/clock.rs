//! Hours of the day, as they are written in English and Chinese.

use super::measure::Measure;

/// The dimension of an hour of the day, in minutes after midnight.
pub const CLOCK: &str = "clock";

/// Words after which a number with a colon is an hour.
const BEFORE: [&str; 14] = [
    "at", "from", "until", "till", "by", "to", "around", "about", "before", "after", "since",
    "and", "between", "than",
];

/// An hour as `9:05` or `9:05pm`, where `word` stands before it or an half of the day after it, and
/// the length of what was read of `tail`.
pub(super) fn hour_with_minutes(
    tail: &str,
    word: Option<&str>,
    after_chinese: bool,
) -> Option<(Measure, usize)> {
    let (hours, rest) = digits(tail)?;
    let rest = rest.strip_prefix([':', '：'])?;
    let (minutes, rest) = digits(rest).filter(|(_, after)| rest.len() - after.len() == 2)?;
    if rest.starts_with([':', '.']) && digits(rest.get(1..)?).is_some() {
        return None;
    }
    let half = half_of_day(rest);
    let introduced = word.is_some_and(|word| BEFORE.contains(&word.to_lowercase().as_str()));
    if half.is_none() && !introduced && !after_chinese {
        return None;
    }
    let (half, length) = half.unwrap_or_default();
    let read = tail.len() - rest.len() + length;
    Some((of_day(hours, minutes, half)?, read))
}

/// Returns the time for a number that is an hour by its neighbours ("9 am", "nine o'clock", "9点半"), and their length.
/// In Chinese 点 also marks a point of a list, so it is an hour only after a time of the day, or before a continuation
/// of the time.
pub(super) fn hour_alone(before: &str, hour: u32, tail: &str) -> Option<(Measure, usize)> {
    if let Some((half, length)) = half_of_day(tail) {
        return Some((of_day(hour, 0, half)?, length));
    }
    let rest = tail.strip_prefix(['点', '时'])?;
    let afternoon = ["下午", "晚上", "傍晚", "晚"]
        .iter()
        .any(|part| before.ends_with(part));
    let told = afternoon
        || ["上午", "早上", "凌晨", "中午", "早"]
            .iter()
            .any(|part| before.ends_with(part));
    let (minutes, length) = chinese_minutes(rest, told)?;
    let half = if afternoon {
        Half::Afternoon
    } else {
        Half::Untold
    };
    Some((
        of_day(hour, minutes, half)?,
        tail.len() - rest.len() + length,
    ))
}

fn chinese_minutes(rest: &str, told: bool) -> Option<(u32, usize)> {
    if rest.starts_with('半') {
        return Some((30, '半'.len_utf8()));
    }
    if let Some(mark) = ["整", "钟"].iter().find(|mark| rest.starts_with(*mark)) {
        return Some((0, mark.len()));
    }
    if let Some((minutes, after)) = digits(rest)
        && let Some(after) = after.strip_prefix('分')
    {
        return Some((minutes, rest.len() - after.len()));
    }
    let goes_on = ["开", "关", "出发", "开始", "结束"]
        .iter()
        .any(|mark| rest.starts_with(mark));
    (told || goes_on).then_some((0, 0))
}

/// Half of the day that a number of hours belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Half {
    #[default]
    Untold,
    Morning,
    Afternoon,
}

fn half_of_day(tail: &str) -> Option<(Half, usize)> {
    const HALVES: [(&str, Half); 8] = [
        ("a.m.", Half::Morning),
        ("p.m.", Half::Afternoon),
        ("am", Half::Morning),
        ("pm", Half::Afternoon),
        ("AM", Half::Morning),
        ("PM", Half::Afternoon),
        ("o'clock", Half::Untold),
        ("o’clock", Half::Untold),
    ];
    let trimmed = tail.trim_start_matches(' ');
    let (mark, half) = HALVES.iter().find(|(mark, _)| trimmed.starts_with(mark))?;
    let after = trimmed.get(mark.len()..).unwrap_or_default();
    let whole = !after.starts_with(char::is_alphanumeric);
    whole.then_some((*half, tail.len() - after.len()))
}

fn of_day(hours: u32, minutes: u32, half: Half) -> Option<Measure> {
    let hours = match half {
        Half::Untold => hours,
        Half::Morning => hours % 12,
        Half::Afternoon if hours < 12 => hours + 12,
        Half::Afternoon => hours,
    };
    (hours <= 24 && minutes < 60).then(|| Measure::Amount {
        amount: f64::from(60 * hours + minutes),
        dimension: CLOCK,
    })
}

/// One or two digits, and what follows them.
fn digits(text: &str) -> Option<(u32, &str)> {
    let (number, length) = super::numerals::leading_integer(text)?;
    (length <= 2).then(|| Some((number, text.get(length..)?)))?
}

#[cfg(test)]
mod tests {
    use super::super::reader::read;
    use super::*;

    fn hours(sentence: &str) -> Vec<f64> {
        let values = read(sentence).values;
        let hour = |measure: &Measure| match measure {
            Measure::Amount { amount, dimension } if *dimension == CLOCK => Some(amount / 60.0),
            _ => None,
        };
        values
            .iter()
            .filter_map(|value| hour(&value.measure))
            .collect()
    }

    #[test]
    fn mb_10_hours_are_read_in_the_usual_forms() {
        for (sentence, hour) in [
            ("The office opens at 9:30.", 9.5),
            ("The office opens at 9:30 am.", 9.5),
            ("The office closes at 9:30pm.", 21.5),
            ("The office opens at 9 a.m. sharp.", 9.0),
            ("The office opens at nine o'clock.", 9.0),
            ("办公室9:30开门。", 9.5),
            ("办公室九点半开门。", 9.5),
            ("会议于晚七点举行。", 19.0),
            ("办公室下午3点20分关门。", 15.0 + 20.0 / 60.0),
        ] {
            assert_eq!(hours(sentence), [hour], "{sentence}");
        }
    }

    #[test]
    fn mb_10_a_ratio_a_place_and_a_list_are_no_hours() {
        for sentence in [
            "The scale is 1:50.",
            "See main.rs:9:12 for more.",
            "He made 3 points.",
            "会议提出了三点建议。",
            "It takes 9:30:15 in all.",
        ] {
            assert_eq!(hours(sentence), [0.0; 0], "{sentence}");
        }
    }
}
