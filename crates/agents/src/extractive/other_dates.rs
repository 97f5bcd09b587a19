//! Whether two statements of a measure hold as of different dates, and so both (MB-10).

use amb_memory::text::folded;

use super::facts::parse;
use super::measure::{Measure, Value};
use super::numerals::{whole, year};
use super::recurrence::happens_once;
use super::units::COUNT;

/// Whether the two sides of a supposed conflict give a measure as of different dates: by the words that are quoted of
/// them, or, where these give amounts alone, by the lines that the words stand in. What happens but once to a thing has
/// one date, so that two of them are a conflict.
#[must_use]
pub fn hold_of_other_dates(quoted: (&str, &str), lines: (&str, &str)) -> bool {
    let (left, right) = quoted;
    differ_by_date(left, right)
        || states_amount(left) && states_amount(right) && differ_by_date(lines.0, lines.1)
}

fn differ_by_date(left: &str, right: &str) -> bool {
    let (left, right) = (folded(left), folded(right));
    if happens_once(&left) || happens_once(&right) {
        return false;
    }
    let (left, right) = (parse(&left).values, parse(&right).values);
    let (dates, amounts): (Vec<_>, Vec<_>) = left
        .iter()
        .flat_map(|one| right.iter().map(move |other| (one, other)))
        .filter_map(|(one, other)| Some((one, one.measure.agrees(&other.measure)?)))
        .partition(|(one, _)| one.measure.is_date());
    !amounts.is_empty() && !dates.is_empty() && dates.iter().all(|(_, agree)| !agree)
}

/// Whether a text gives an amount, and not just what may be a year.
fn states_amount(text: &str) -> bool {
    parse(&folded(text)).values.iter().any(is_amount)
}

fn is_amount(value: &Value) -> bool {
    let Measure::Amount { amount, dimension } = value.measure else {
        return false;
    };
    let is_year = dimension == COUNT.dimension
        && value.written.len() == 4
        && whole(amount).and_then(year).is_some();
    !is_year
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_measure_of_another_date_is_no_contradiction() {
        for (left, right) in [
            ("5000 inhabitants in 2019", "6200 inhabitants in 2023"),
            (
                "In 2019 Westby had 5000 inhabitants.",
                "Westby had 6,200 inhabitants in March 2023.",
            ),
            ("4,100 inhabitants (1990)", "5,200 inhabitants (2020)"),
            ("2019年有5000名居民。", "2023年有6200名居民。"),
            ("2010年人口为五百万人", "2020年人口为六百万人"),
        ] {
            assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
            assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
        }
        let lines = ("- 4,100 inhabitants (1990)", "- 5,200 inhabitants (2020)");
        assert!(hold_of_other_dates(("4,100", "5,200"), lines));
    }

    #[test]
    fn mb_10_a_conflict_of_one_date_or_of_dates_stays() {
        for (left, right) in [
            ("5000 inhabitants in 2019", "6200 inhabitants in 2019"),
            ("5000 inhabitants in 2019", "6200 inhabitants"),
            ("completed in 1932", "completed in 1937"),
            (
                "completed in 1932, 300 metres long",
                "completed in 1937, 310 metres long",
            ),
            ("42 metres tall", "45 metres tall"),
            ("大桥于1932年建成，长300米。", "大桥于1937年建成，长310米。"),
            ("2019年有5000名居民。", "2019年有6200名居民。"),
            ("", ""),
        ] {
            assert!(
                !hold_of_other_dates((left, right), (left, right)),
                "{left} / {right}"
            );
        }
        // The date itself is in question.
        let lines = ("- 1932, 300 metres (guide)", "- 1937, 310 metres (leaflet)");
        assert!(!hold_of_other_dates(("1932", "1937"), lines));
    }
}
