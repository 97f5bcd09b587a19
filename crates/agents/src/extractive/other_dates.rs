//! Whether two statements hold as of different dates, and so both (MB-10).

use std::collections::BTreeSet;

use amb_memory::retrieval::is_stop_word;
use amb_memory::text::{folded, sentences};

use super::changing_amounts::changes;
use super::date_reading::dates_of;
use super::dated_headings::time_of_heading;
use super::dated_sides::Side;
use super::dated_sources::names_a_source;
use super::facts::parse;
use super::measure::{Measure, Value};
use super::numerals::{whole, year};
use super::recurrence::is_scheduled;
use super::relative_times::are_of_other_times;
use super::single_events::{goes_on, is_single};
use super::terms::term_set;
use super::units::COUNT;

/// Whether the two sides of a supposed conflict tell something as of different dates: by the words that are quoted of
/// them, or, where these give no date, by the lines that the words stand in, each below the lines that it is a part
/// of. What happens but once to a thing has one date, so that two of them are a conflict; so are two sides that differ
/// in nothing but their date, what two sources say that have dates themselves, and what is told of stretches of time
/// that overlap. States alone give way to each other, and of amounts those that change by time; the date has to be that of
/// the clause which tells them.
///
/// In doubt they are left a conflict: that is validated and may turn out to be none, while what is taken for none is not
/// looked at again.
#[must_use]
pub fn hold_of_other_dates(quoted: (&str, &str), lines: (&str, &str)) -> bool {
    let (left, right) = (folded(quoted.0), folded(quoted.1));
    if !leaves_date_open(&left) && !leaves_date_open(&right) {
        return differ_by_date(&left, &right);
    }
    if leaves_date_open(&left) && leaves_date_open(&right) && are_of_other_times(&left, &right) {
        return true;
    }
    let (left, right) = (in_line(&left, lines.0), in_line(&right, lines.1));
    differ_by_date(&left, &right)
}

/// A quotation without a date in the sentence that it stands in; where that has none, behind the time of which the
/// nearest line above that has a date is the heading.
fn in_line(quoted: &str, lines: &str) -> String {
    if !leaves_date_open(quoted) || quoted.trim().is_empty() {
        return quoted.to_owned();
    }
    let lines = folded(lines);
    let mut lines = lines.lines().rev();
    let line = lines.next().unwrap_or_default();
    let sought = quoted.trim().to_lowercase();
    let mut whole = sentences(line).into_iter().map(|span| span.of(line));
    let sentence = whole.find(|one| one.to_lowercase().contains(&sought));
    let sentence = sentence.unwrap_or(line).trim_start_matches(is_mark);
    if dates_of(sentence).is_empty()
        && let Some(above) = lines.find(|above| !dates_of(above).is_empty())
        && let Some(time) = time_of_heading(above.trim_matches(is_mark))
    {
        return format!("{time}: {sentence}");
    }
    sentence.to_owned()
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || ['-', '*', '•', '+', '#'].contains(&c)
}

fn differ_by_date(left: &str, right: &str) -> bool {
    let (left, right) = (Side::of(left, right), Side::of(right, left));
    let may_change = |side: &&Side| {
        let text = &side.text;
        let lasts = is_single(text) || is_scheduled(text) || asks_for_origin(text);
        side.is_dated && !lasts && !goes_on(&side.blanked) && !names_a_source(text)
    };
    if ![&left, &right].iter().all(may_change) || !lie_apart(&left, &right) {
        return false;
    }
    match differing_amounts(&left, &right) {
        Some(changing) => changing,
        None => each_says_its_own(&left, &right) || one_denies(&left, &right),
    }
}

/// Whether one of two states is the other, denied: no electricity, and electricity.
fn one_denies(left: &Side, right: &Side) -> bool {
    const DENIALS: [&str; 4] = ["no", "not", "without", "never"];
    let denies = |side: &Side| {
        let lower = side.blanked.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        words.any(|word| DENIALS.contains(&word))
            || ["n't", "没有", "不", "无", "未"]
                .iter()
                .any(|word| lower.contains(word))
    };
    denies(left) != denies(right)
}

/// Whether no date of one side has time in common with one of the other, unless both mention it by the way.
fn lie_apart(left: &Side, right: &Side) -> bool {
    let by_the_way = |side: &Side, other: &Side| {
        let dates = side
            .beside
            .iter()
            .filter(|date| !other.beside.contains(date));
        side.told.iter().chain(dates).copied().collect::<Vec<_>>()
    };
    let (ours, theirs) = (by_the_way(left, right), by_the_way(right, left));
    ours.iter()
        .all(|one| theirs.iter().all(|other| one.lies_apart(other)))
}

/// Whether all amounts of one kind in which the two differ change by time; nothing where they differ in none.
fn differing_amounts(left: &Side, right: &Side) -> Option<bool> {
    let agrees = |one: &Value, other: &Value| one.measure.agrees(&other.measure);
    let own = |side: &Side, other: &Side| -> Vec<Value> {
        let is_shared = |one: &&Value| {
            other
                .amounts
                .iter()
                .any(|its| agrees(one, its) == Some(true))
        };
        side.amounts
            .iter()
            .filter(|one| !is_shared(one))
            .cloned()
            .collect()
    };
    let (ours, theirs) = (own(left, right), own(right, left));
    let differs = |one: &&Value| theirs.iter().any(|other| agrees(one, other).is_some());
    let differing: Vec<&Value> = ours.iter().filter(differs).collect();
    let change = |one: &&Value| changes(one, &left.blanked) && changes(one, &right.blanked);
    (!differing.is_empty()).then(|| differing.iter().all(change))
}

/// Whether each side has words that the other has not: another mayor, another colour. Where one side alone has more to
/// say, it may be the date that is in question.
fn each_says_its_own(left: &Side, right: &Side) -> bool {
    let words = |side: &Side| -> BTreeSet<String> {
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
    let values = parse(text).values;
    !text.trim().is_empty() && dates_of(text).is_empty() && values.iter().all(is_amount)
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

    #[test]
    fn mb_10_stretches_of_time_that_do_not_overlap_are_other_dates() {
        for (left, right) in [
            (
                "Ann Lee was mayor from 2010 to 2014",
                "Bo Chen was mayor from 2014 to 2018",
            ),
            (
                "Until 2015 the owner was Hill Ltd",
                "Since 2015 the owner is Moor plc",
            ),
            (
                "Before 2010 the fee was 5 euros",
                "In 2010 the fee was 8 euros",
            ),
            ("Mayor 2010–2014: Ann Lee", "Mayor 2014–2018: Bo Chen"),
            (
                "In the 1990s the roof was slate",
                "In 2015 the roof was copper",
            ),
            ("18世纪时庄园属于李家", "19世纪时庄园属于陈家"),
            ("2010-2014年市长是李安", "2014-2018年市长是陈波"),
            (
                "Revenue in FY2019 was $5 million",
                "Revenue in FY2020 was $8 million",
            ),
            (
                "In Q1 2019 revenue was $5 million",
                "In Q3 2019 revenue was $8 million",
            ),
            ("- 2019: 5,000 inhabitants", "- 2023: 6,200 inhabitants"),
            (
                "The mill of 1887 had 5 workers in 2010",
                "The mill of 1887 had 9 workers in 2020",
            ),
            (
                "In 2010 the firm, founded in 1950, had 50 staff",
                "In 2020 the firm, founded in 1950, had 80 staff",
            ),
        ] {
            assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
            assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
        }
    }

    #[test]
    fn mb_10_stretches_of_time_that_overlap_contradict() {
        for (left, right) in [
            (
                "Since 2010 the fee has been 5 euros",
                "In 2012 the fee was 8 euros",
            ),
            (
                "Until 2015 the fee was 5 euros",
                "By 2010 the fee was 8 euros",
            ),
            (
                "Ann Lee was mayor from 2010 to 2014",
                "In 2014 the mayor was Bo Chen",
            ),
            (
                "The hall had 50 rooms in the 1990s",
                "In 1995 the hall had 60 rooms",
            ),
            (
                "Revenue in FY2019 was $5 million",
                "Revenue in 2020 was $8 million",
            ),
            (
                "In Q1 2019 revenue was $5 million",
                "In 2019 revenue was $8 million",
            ),
            (
                "In 2010/11 the coach was Ann Lee",
                "In 2011 the coach was Bo Chen",
            ),
            (
                "From March to May the fee is 5 euros",
                "In April the fee is 8 euros",
            ),
            (
                "Since March the fee is 5 euros",
                "In May the fee is 8 euros",
            ),
            ("2010年以来市长是李安", "2015年市长是陈波"),
            ("自2010年起门票20元", "2015年门票30元"),
        ] {
            assert!(!hold_of_other_dates((left, right), ("", "")), "{left}");
            assert!(!hold_of_other_dates((right, left), ("", "")), "{right}");
        }
    }

    #[test]
    fn mb_10_dates_of_other_things_do_not_make_other_dates() {
        for (left, right) in [
            (
                "The tower, painted white in 1990, is 41 metres tall",
                "The tower, painted red in 2005, is 38 metres tall",
            ),
            (
                "The tower is 41 metres tall. It was painted in 1990.",
                "The tower is 38 metres tall. It was painted in 2005.",
            ),
            (
                "The tower is 41 metres tall. In 1990 it had 5 lamps.",
                "The tower is 38 metres tall. In 2005 it had 7 lamps.",
            ),
            (
                "The bridge (1932) is 300 metres long",
                "The bridge (1937) is 310 metres long",
            ),
            ("Bridge (1932): 300 metres", "Bridge (1937): 310 metres"),
            (
                "The 1990s hall has 300 seats",
                "The 1960s hall has 310 seats",
            ),
            ("2019年的车型重300公斤", "2020年的车型重310公斤"),
            (
                "Lighthouse (1887–1990), 41 m tall",
                "Lighthouse (1991–2005), 38 m tall",
            ),
            ("Smith 2010: 300 metres", "Jones 2015: 310 metres"),
            (
                "It has a capacity of 1500 and 5 halls",
                "It has a capacity of 1800 and 6 halls",
            ),
            (
                "It is for 1000–1500 people and has 5 halls",
                "It is for 1600–2000 people and has 6 halls",
            ),
            ("- 1500 seats, 5 halls", "- 1800 seats, 6 halls"),
            (
                "The 3 bells were by Hill in 1632",
                "The 3 bells were by Hill in 1640",
            ),
            (
                "The siege of 1645 cost 300 lives",
                "The siege of 1646 cost 500 lives",
            ),
            (
                "The exam is in March and has 5 parts",
                "The exam is in May and has 6 parts",
            ),
            (
                "The meeting is on Monday in the hall",
                "The meeting is on Friday in the school",
            ),
            (
                "The meeting will be held on Monday at 14:00",
                "The meeting will be held on Friday at 15:00",
            ),
            (
                "In 2010, the mayor was Ann Lee, elected in 2008",
                "In 2010, the mayor was Bo Chen, elected in 2009",
            ),
            (
                "In 2010 5,000 people lived here, in 2019 6,000",
                "In 2010 5,500 people lived here, in 2020 6,200",
            ),
            (
                "会议定于2024年6月3日，有50人",
                "会议定于2024年6月10日，有60人",
            ),
        ] {
            assert!(!hold_of_other_dates((left, right), ("", "")), "{left}");
            assert!(!hold_of_other_dates((right, left), ("", "")), "{right}");
        }
        let lines = (
            "- The tower is 41 metres tall. It was painted in 1990.",
            "- The tower is 38 metres tall. It was painted in 2005.",
        );
        assert!(!hold_of_other_dates(("41 metres", "38 metres"), lines));
    }

    #[test]
    fn mb_10_a_date_may_stand_above_the_line() {
        let parts = ("  - 5,000 inhabitants", "  - 6,200 inhabitants");
        for (above, holds) in [
            (("- Census 2010", "- Census 2020"), true),
            (("- Town in 2010:", "- Town in 2020:"), true),
            (("- Census 2010", "- Census 2010"), false),
            (("- Report of 2010", "- Report of 2020"), false),
            (("- Built in 2010", "- Built in 2020"), false),
            (("- Town", "- Town in 2020"), false),
        ] {
            let lines = (
                format!("{}\n{}", above.0, parts.0),
                format!("{}\n{}", above.1, parts.1),
            );
            let lines = (lines.0.as_str(), lines.1.as_str());
            let quoted = ("5,000 inhabitants", "6,200 Inhabitants");
            assert_eq!(hold_of_other_dates(quoted, lines), holds, "{above:?}");
        }
    }
}
