//! Whether a line above others is the heading of a time, so that what stands below holds then: "2010", "Westby in 2010".

use amb_memory::retrieval::is_stop_word;

use super::date_reading::dates_of;
use super::date_roles::Role;
use super::dated_sources::names_a_source;
use super::english_states::{Told, english};
use super::script::is_cjk;
use super::single_events::is_single;

/// Words of those who write, and of when they did.
const WRITTEN: [&str; 19] = [
    "holiday",
    "trip",
    "tour",
    "visit",
    "journey",
    "walk",
    "travel",
    " by ",
    "©",
    "copyright",
    "posted",
    "blog",
    "edited",
    "written",
    "news",
    "diary",
    "日期",
    "发布",
    "作者",
];

/// Whether a line gives a date, if only a year alone.
pub(super) fn has_date(line: &str) -> bool {
    let line = line.trim_end_matches([':', '：']);
    !dates_of(&format!("{line}:")).is_empty()
}

/// The time of which a line is the heading, as it is written there.
pub(super) fn time_of_heading(line: &str) -> Option<String> {
    let line = line.trim_end_matches([':', '：']);
    // A bare year is a date before a colon.
    let [date] = dates_of(&format!("{line}:"))[..] else {
        return None;
    };
    let written = line.get(date.start..date.end)?;
    let (before, after) = (line.get(..date.start)?, line.get(date.end..)?);
    let others = format!("{before} {after}");
    let lower = format!(" {}", line.to_lowercase());
    let signed = WRITTEN.iter().any(|word| lower.contains(word)) || names_a_source(line);
    let tells = english(&others) == Told::Event || is_single(line);
    let is_day = date.span.is_day();
    let led =
        written.starts_with("in ") || written.starts_with("as ") || written.starts_with("at ");
    let named = before.trim().is_empty() || led || date.role == Role::Told;
    let fits = if line.chars().any(is_cjk) {
        others.chars().filter(|c| is_cjk(*c)).count() <= 8
            && !others.contains(['，', '。', '建', '于'])
    } else {
        let words = others
            .split_whitespace()
            .filter(|word| !is_stop_word(&word.to_lowercase()));
        words.count() <= 3 && !others.contains([',', '.', '(', '—'])
    };
    (fits && named && !signed && !tells && !is_day).then(|| written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_a_heading_of_a_time_is_told_from_a_byline() {
        for heading in [
            "2010",
            "Census 2010",
            "Town in 2010:",
            "1990年的西镇",
            "March 2010",
            "Westby in 2010",
        ] {
            assert!(time_of_heading(heading).is_some(), "{heading}");
        }
        for line in [
            "Report of 2010",
            "Built in 2010",
            "Posted 4 May 2015",
            "Travel blog, 3 May 2019",
            "By Ann Lee, 3 May 2019",
            "© 2019 City of Westby",
            "WESTBY, May 2019",
            "3 May 2019",
            "The tower (built 1640)",
            "发布日期：2019年5月3日",
            "大桥建于1932年",
        ] {
            assert_eq!(time_of_heading(line), None, "{line}");
        }
    }
}
