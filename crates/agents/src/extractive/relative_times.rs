//! Whether two sentences tell a state of times that are named without a date: then and now, winter and summer, before the
//! war and after it.

use super::lasting_states::tells_of_a_state;
use super::single_events::{goes_on, is_single};

/// Times of which one excludes the others, each with its words.
const ENGLISH: [&[&str]; 6] = [
    &["winter", "spring", "summer", "autumn"],
    &["h1", "h2"],
    &["q1", "q2", "q3", "q4"],
    &["morning", "afternoon", "evening", "night"],
    &["am", "pm"],
    &["weekdays", "weekends"],
];

const PHRASES: [&[&str]; 12] = [
    &["last year", "this year", "next year", "years ago"],
    &["first half of the year", "second half of the year"],
    &[
        "first quarter",
        "second quarter",
        "third quarter",
        "fourth quarter",
    ],
    &["冬天", "春天", "夏天", "秋天"],
    &["冬季", "春季", "夏季", "秋季"],
    &["上半年", "下半年"],
    &["第一季度", "第二季度", "第三季度", "第四季度"],
    &["去年", "前年", "今年", "明年"],
    &["上午", "下午", "晚上"],
    &["战前", "战后"],
    &["平日", "周末"],
    &["白天", "夜间"],
];

const PAST: &str = "formerly once ago then originally previously initially";
const NOW: &str = "now today currently nowadays presently";
const CHINESE_PAST: [&str; 4] = ["过去", "以前", "当时", "原先"];
const CHINESE_NOW: [&str; 5] = ["现在", "如今", "目前", "今天", "当今"];

/// Whether each of two sentences tells a state, and of another time than the other does.
pub(super) fn are_of_other_times(left: &str, right: &str) -> bool {
    let (left, right) = (left.to_lowercase(), right.to_lowercase());
    let tells = |text: &String| tells_of_a_state(text) && !is_single(text) && !goes_on(text);
    let (ours, theirs) = (words(&left), words(&right));
    let named = differ_in_words(&ours, &theirs)
        || differ_in(&left, &right)
        || is_past_and_now((&left, &ours), (&right, &theirs))
        || is_past_and_now((&right, &theirs), (&left, &ours))
        || is_around_one_event(&ours, &theirs)
        || is_around_one_event(&theirs, &ours);
    named && tells(&left) && tells(&right)
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

fn differ_in_words(left: &[&str], right: &[&str]) -> bool {
    ENGLISH.iter().any(|times| {
        let of = |words: &[&str]| only(times.iter().map(|time| words.contains(time)));
        differs(of(left), of(right))
    })
}

fn differ_in(left: &str, right: &str) -> bool {
    PHRASES.iter().any(|times| {
        let of = |text: &str| only(times.iter().map(|time| text.contains(time)));
        differs(of(left), of(right))
    })
}

fn differs(left: Option<usize>, right: Option<usize>) -> bool {
    left.is_some() && right.is_some() && left != right
}

/// The one place that holds.
fn only(holds: impl Iterator<Item = bool>) -> Option<usize> {
    let mut places = holds
        .enumerate()
        .filter_map(|(at, holds)| holds.then_some(at));
    places.next().filter(|_| places.next().is_none())
}

/// "used to have" and "has", "formerly" and "now", 过去 and 现在.
fn is_past_and_now((past, its): (&str, &[&str]), (now, words): (&str, &[&str])) -> bool {
    let is_in = |words: &[&str], times: &str| times.split(' ').any(|time| words.contains(&time));
    let used = past.contains(" used to ") && !now.contains(" used to ");
    let present = is_in(words, "has is are have") && !is_in(words, PAST);
    let chinese = CHINESE_PAST.iter().any(|time| past.contains(time))
        && CHINESE_NOW.iter().any(|time| now.contains(time));
    used && present || chinese || is_in(its, PAST) && is_in(words, NOW)
}

/// "before the war" and "after the war".
fn is_around_one_event(before: &[&str], after: &[&str]) -> bool {
    let event = |words: &[&str], lead: &str| {
        let at = words.windows(2).position(|pair| *pair == [lead, "the"])?;
        words.get(at + 2).map(|event| (*event).to_owned())
    };
    event(before, "before").is_some_and(|one| event(after, "after") == Some(one))
}

#[cfg(test)]
mod tests {
    use super::super::contradiction::contradict;
    use super::*;

    #[test]
    fn mb_10_states_of_other_times_without_dates() {
        for (left, right) in [
            ("Westby used to have 5 inns.", "Westby has 3 inns."),
            ("Westby once had 5 inns.", "Today Westby has 3 inns."),
            (
                "In winter a room costs 40 euros.",
                "In summer a room costs 90 euros.",
            ),
            (
                "Before the war Westby had 5 inns.",
                "After the war Westby had 3 inns.",
            ),
            ("上半年公司售出汽车4000辆。", "下半年公司售出汽车9000辆。"),
            ("冬天旅馆房价为40元。", "夏天旅馆房价为90元。"),
        ] {
            assert!(are_of_other_times(left, right), "{left}");
            assert!(are_of_other_times(right, left), "{right}");
        }
        for (left, right) in [
            ("Westby has 5 inns.", "Westby has 3 inns."),
            ("In winter it has 5 rooms.", "In winter it has 6 rooms."),
            ("The dam burst in winter.", "The dam burst in summer."),
            ("上半年售出汽车4000辆。", "上半年售出汽车9000辆。"),
            (
                "Westby has had 5 inns ever since.",
                "Today Westby has 3 inns.",
            ),
        ] {
            assert!(!are_of_other_times(left, right), "{left}");
            assert!(!are_of_other_times(right, left), "{right}");
        }
    }

    #[test]
    fn mb_10_states_of_other_centuries_and_seasons_do_not_contradict() {
        for (left, right) in [
            ("19世纪西镇有四所学校。", "20世纪西镇有两所学校。"),
            ("上半年公司售出汽车4000辆。", "下半年公司售出汽车9000辆。"),
            ("冬天西镇旅馆房价为40元。", "夏天西镇旅馆房价为90元。"),
            (
                "The town of Torvik used to have 4,000 inhabitants.",
                "The town of Torvik has 9,000 inhabitants.",
            ),
        ] {
            assert!(!contradict(left, right), "{left} / {right}");
            assert!(!contradict(right, left), "{right} / {left}");
        }
        assert!(contradict(
            "The town of Torvik has 4,000 inhabitants.",
            "The town of Torvik has 9,000 inhabitants."
        ));
    }
}
