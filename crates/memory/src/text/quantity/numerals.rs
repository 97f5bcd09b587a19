//! Numbers, years and dates as they are written in digits.

use super::measure::Measure;
use super::units::Unit;

/// The currency whose sign ends the text.
pub(super) fn currency(before: &str) -> Option<Unit> {
    let dimension = match before.trim_end().chars().next_back()? {
        '$' => "dollars",
        '€' => "euros",
        '£' => "pounds",
        '¥' | '￥' => "yuan",
        _ => return None,
    };
    Some(Unit {
        dimension,
        factor: 1.0,
    })
}

/// A number with thousands separators or a decimal point; none for anything with more points.
pub(super) fn decimal(number: &str) -> Option<f64> {
    let groups: Vec<&str> = number.split(',').collect();
    let grouped = groups.len() == 1
        || groups
            .iter()
            .skip(1)
            .all(|g| g.split('.').next().is_some_and(|g| g.len() == 3));
    if !grouped || number.matches('.').count() > 1 {
        return None;
    }
    number.replace(',', "").parse().ok()
}

/// A date as `1932-03-19`.
pub(super) fn iso_date(run: &str) -> Option<Measure> {
    let mut parts = run.split('-');
    let (year_part, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let shaped = year_part.len() == 4 && month.len() == 2 && day.len() == 2;
    if !shaped || parts.next().is_some() {
        return None;
    }
    let year = year(year_part.parse().ok()?)?;
    let month = month.parse().ok().filter(|m| (1..=12).contains(m))?;
    let day = day.parse().ok().filter(|d| (1..=31).contains(d))?;
    Some(Measure::Date {
        year: Some(year),
        month: Some(month),
        day: Some(day),
    })
}

/// The number that begins a text, and its length.
pub(super) fn leading_integer(text: &str) -> Option<(u32, usize)> {
    let length = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let number = text.get(..length)?.parse().ok()?;
    Some((number, length))
}

/// The number, if it may be a year.
#[must_use]
pub fn year(number: u32) -> Option<u32> {
    (1000..=2200).contains(&number).then_some(number)
}

/// The number, if it is whole and has at most four digits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked against the range"
)]
pub(super) fn whole(value: f64) -> Option<u32> {
    (value.fract() == 0.0 && (0.0..=9999.0).contains(&value)).then_some(value as u32)
}

/// Returns true if a number after this text, and after this word if only blanks lie between, belongs to a name: after
/// "version", "Listing", "TLS", "第", "#".
pub(super) fn belongs_to_name(before: &str, word: Option<&str>) -> bool {
    const LABELS: [&str; 26] = [
        "version", "chapter", "figure", "fig", "listing", "table", "section", "step", "appendix",
        "part", "page", "line", "example", "rfc", "number", "no", "level", "release", "type",
        "class", "phase", "edition", "volume", "item", "port", "rule",
    ];
    const PLAIN: [&str; 27] = [
        "in",
        "on",
        "about",
        "around",
        "only",
        "exactly",
        "nearly",
        "over",
        "at",
        "by",
        "since",
        "the",
        "there",
        "with",
        "from",
        "until",
        "between",
        "almost",
        "approximately",
        "all",
        "its",
        "roughly",
        "of",
        "to",
        "for",
        "and",
        "has",
    ];
    const CHINESE: [&str; 10] = [
        "第", "版本", "版", "图", "表", "步骤", "例", "端口", "号", "编号",
    ];
    if before.ends_with(['#', '-', '_', '.', '/', ':', '=', '+', '*', '\\', '@', '^']) {
        return true;
    }
    if CHINESE
        .iter()
        .any(|label| before.trim_end().ends_with(label))
    {
        return true;
    }
    let Some(word) = word else { return false };
    let lower = word.to_lowercase();
    let named = word.starts_with(char::is_uppercase) && !PLAIN.contains(&lower.as_str());
    LABELS.contains(&lower.as_str()) || named
}
