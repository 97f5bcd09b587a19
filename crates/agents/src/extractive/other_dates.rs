//! Whether two statements hold as of different dates, and so both (MB-10).

use std::collections::BTreeSet;

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::folded;

use super::dated_sources::names_a_source;
use super::facts::{Parsed, parse};
use super::lasting_states::tells_of_a_state;
use super::measure::{Measure, Value};
use super::numerals::{whole, year};
use super::recurrence::happens_once;
use super::terms::term_set;
use super::units::COUNT;

/// Whether the two sides of a supposed conflict tell something as of different dates: by the words that are quoted of
/// them, or, where these give no date, by the lines that the words stand in. What happens but once to a thing has
/// one date, so that two of them are a conflict; so are two sides that differ in nothing but their date, and what two
/// sources say that have dates themselves. Where nothing is measured, states alone give way to each other.
///
/// In doubt they are left a conflict: that is validated and may turn out to be none, while what is taken for none is not
/// looked at again.
#[must_use]
pub fn hold_of_other_dates(quoted: (&str, &str), lines: (&str, &str)) -> bool {
    let (left, right) = quoted;
    differ_by_date(left, right)
        || leaves_date_open(left) && leaves_date_open(right) && differ_by_date(lines.0, lines.1)
}

fn differ_by_date(left: &str, right: &str) -> bool {
    let (left, right) = (folded(left), folded(right));
    if [&left, &right]
        .into_iter()
        .any(|side| happens_once(side) || asks_for_origin(side) || names_a_source(side))
    {
        return false;
    }
    let are_states = tells_of_a_state(&left) && tells_of_a_state(&right);
    let (left, right) = (parse(&left), parse(&right));
    let (dates, amounts): (Vec<_>, Vec<_>) = left
        .values
        .iter()
        .flat_map(|one| right.values.iter().map(move |other| (one, other)))
        .filter_map(|(one, other)| Some((one, one.measure.agrees(&other.measure)?)))
        .partition(|(one, _)| one.measure.is_date());
    let measured = !amounts.is_empty();
    let differ = measured || are_states && each_says_its_own(&left, &right);
    differ && !dates.is_empty() && dates.iter().all(|(_, agree)| !agree)
}

/// Whether each side has words that the other has not: another mayor, another colour. Where one side alone has more to
/// say, it may be the date that is in question.
fn each_says_its_own(left: &Parsed, right: &Parsed) -> bool {
    let words = |side: &Parsed| -> BTreeSet<String> {
        let terms = term_set(&side.rest).into_iter();
        terms.filter(|term| !is_stop_word(term)).collect()
    };
    let (left, right) = (words(left), words(right));
    !left.is_subset(&right) && !right.is_subset(&left)
}

/// Whether a side tells where in time something comes from, so that its date is what it says.
fn asks_for_origin(side: &str) -> bool {
    const ORIGINS: [&str; 8] = [
        "dates from",
        "dates back",
        "dated to",
        "dating",
        "originat",
        "始于",
        "源于",
        "追溯",
    ];
    let lower = side.to_lowercase();
    ORIGINS.iter().any(|word| lower.contains(word))
}

/// Whether a text says something and gives no date, nor anything that may be a year.
fn leaves_date_open(text: &str) -> bool {
    let values = parse(&folded(text)).values;
    !text.trim().is_empty() && values.iter().all(is_amount)
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
    fn mb_10_a_fact_of_another_date_is_no_contradiction() {
        for (left, right) in [
            (
                "In 2010 the mayor was Ann Lee.",
                "In 2020 the mayor was Bo Chen.",
            ),
            ("The roof was slate in 1990", "In 2015 the roof was copper"),
            ("2010年市长是李安。", "2020年市长是陈波。"),
            (
                "A survey found 40 % in 2010.",
                "A survey found 50 % in 2015.",
            ),
            (
                "The mill belonged to the abbey in 1300",
                "In 1500 it belonged to the town",
            ),
        ] {
            assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
            assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
        }
        let lines = (
            "In 2010 the mayor was Ann Lee.",
            "In 2020 the mayor was Bo Chen.",
        );
        assert!(hold_of_other_dates(("Ann Lee", "Bo Chen"), lines));
        let lines = ("2010年市长是李安。", "2020年市长是陈波。");
        assert!(hold_of_other_dates(("李安", "陈波"), lines));
    }

    #[test]
    fn mb_10_facts_of_one_date_or_told_without_one_contradict() {
        for (left, right) in [
            ("The mayor is Ann Lee.", "The mayor is Bo Chen."),
            (
                "In 2010 the mayor was Ann Lee.",
                "In 2010 the mayor was Bo Chen.",
            ),
            ("In 2010 the mayor was Ann Lee.", "The mayor is Bo Chen."),
            (
                "The bridge was built by Ann Lee in 1932.",
                "The bridge was built by Bo Chen in 1937.",
            ),
            (
                "The altar dates from 1632.",
                "The altar originated in 1637.",
            ),
            ("The altar is from 1632.", "The wooden altar is from 1637."),
            ("大桥由李安于1932年建成。", "大桥由陈波于1937年建成。"),
            (
                "300 metres tall (guidebook, 1932)",
                "310 metres tall (leaflet, 1937)",
            ),
            (
                "Smith (2010) names Oxford as the birthplace.",
                "Jones (2015) names Bath as the birthplace.",
            ),
            ("据2010年的报告，塔高300米。", "据2015年的报告，塔高310米。"),
            (
                "The hall was moved to Westby in 1990.",
                "The hall was moved to Northby in 1995.",
            ),
            (
                "The crash in May 1998 killed 30 people.",
                "The crash in June 1998 killed 40 people.",
            ),
            (
                "The law took effect in 1932.",
                "The law came into force in 1937.",
            ),
            ("大桥建于1932年，全长300米。", "大桥建于1937年，全长310米。"),
        ] {
            assert!(
                !hold_of_other_dates((left, right), (left, right)),
                "{left} / {right}"
            );
        }
        let lines = (
            "The bridge was built by Ann Lee in 1932.",
            "The bridge was built by Bo Chen in 1937.",
        );
        assert!(!hold_of_other_dates(("Ann Lee", "Bo Chen"), lines));
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
