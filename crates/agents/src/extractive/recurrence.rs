//! Whether what is told of two dates may have happened on both (MB-10).

use super::measure::{Measure, Value};
use super::script::is_cjk;
use super::statement::Statement;
use super::weekday::weekday;

/// Whether two statements that differ only in this date may both hold: a measure taken twice, a
/// habit, or an event that comes again; not one that is told as the only one.
pub(super) fn may_both_hold(
    (left, one): (&Statement<'_>, &Measure),
    (right, other): (&Statement<'_>, &Measure),
    measured: bool,
) -> bool {
    if let (Measure::Weekday(_), Measure::Weekday(_)) = (one, other) {
        return !(names_its_day(left) && names_its_day(right));
    }
    if is_one_event(left, one, other) && is_one_event(right, one, other) {
        return false;
    }
    measured && !happens_once(left.sentence) || recurs(left.sentence)
}

/// Whether what a sentence tells happens but once to a thing, or is a single event by itself.
pub(super) fn happens_once(sentence: &str) -> bool {
    const EVENTS: [&str; 46] = [
        "completed",
        "completion",
        "built",
        "founded",
        "founding",
        "established",
        "establishment",
        "born",
        "birth",
        "died",
        "death",
        "opened",
        "invented",
        "invention",
        "discovered",
        "discovery",
        "launched",
        "created",
        "creation",
        "signed",
        "released",
        "published",
        "publication",
        "introduced",
        "inaugurated",
        "constructed",
        "construction",
        "erected",
        "acquired",
        "destroyed",
        "demolished",
        "burned",
        "sank",
        "sunk",
        "killed",
        "crash",
        "crashed",
        "battle",
        "earthquake",
        "quake",
        "eruption",
        "erupted",
        "collapse",
        "collapsed",
        "abolished",
        "assassinated",
    ];
    const CHINESE: [&str; 30] = [
        "建成", "成立", "出生", "逝世", "去世", "发布", "竣工", "创立", "开通", "发现", "发明",
        "签署", "建立", "出版", "始建", "落成", "通车", "建于", "生于", "卒于", "修建", "创办",
        "沉没", "毁于", "诞生", "地震", "事故", "爆炸", "之战", "死亡",
    ];
    let lower = sentence.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| EVENTS.contains(&word)) || tells_of(sentence, &CHINESE)
}

/// Whether a sentence tells when something is to take place, which has one time, though it be put off.
pub(super) fn is_scheduled(sentence: &str) -> bool {
    const SCHEDULED: [&str; 12] = [
        "will be held",
        "take place",
        "takes place",
        "took place",
        "taking place",
        "scheduled",
        "deadline",
        "took effect",
        "into force",
        "定于",
        "生效",
        "截止日期",
    ];
    tells_of(sentence, &SCHEDULED)
}

/// Whether what a sentence tells comes again and again.
fn recurs(sentence: &str) -> bool {
    const RECURRING: [&str; 16] = [
        " held ",
        " hosted ",
        " won ",
        " visited ",
        " elected ",
        " played ",
        " reported ",
        " met ",
        " attended ",
        " updated ",
        " participated ",
        "举办",
        "举行",
        "访问",
        "当选",
        "更新",
    ];
    tells_of(sentence, &RECURRING)
}

fn tells_of(sentence: &str, events: &[&str]) -> bool {
    let lower = sentence.to_lowercase();
    events.iter().any(|event| lower.contains(event))
}

/// Whether a sentence tells of one event, so that it has one of these dates only: it bears a number,
/// or it is told of in the singular and the two dates are too near for its return.
fn is_one_event(statement: &Statement<'_>, one: &Measure, other: &Measure) -> bool {
    let Some(event) = Event::of(statement) else {
        return false;
    };
    match Gap::between(one, other) {
        Gap::WithinMonth => true,
        Gap::WithinYear => event.planned || is_numbered(statement),
        Gap::Years => is_numbered(statement),
    }
}

/// How far two dates lie apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// Two days of one month, and of one year where both tell it.
    WithinMonth,
    /// Two days or months of one year, or of years that are not told.
    WithinYear,
    /// Different years, or nothing but years.
    Years,
}

impl Gap {
    fn between(one: &Measure, other: &Measure) -> Self {
        let (
            &Measure::Date { year, month, day },
            &Measure::Date {
                year: its_year,
                month: its_month,
                day: its_day,
            },
        ) = (one, other)
        else {
            return Self::Years;
        };
        let same_year = year.is_none() || its_year.is_none() || year == its_year;
        if !same_year || month.is_none() || its_month.is_none() {
            Self::Years
        } else if month == its_month && day.is_some() && its_day.is_some() {
            Self::WithinMonth
        } else {
            Self::WithinYear
        }
    }
}

/// A single event that a sentence tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Event {
    /// Whether it is still to come.
    planned: bool,
}

impl Event {
    /// The event that is the subject of a sentence, or an election of somebody.
    fn of(statement: &Statement<'_>) -> Option<Self> {
        if statement.sentence.chars().any(is_cjk) {
            Self::of_chinese(statement)
        } else {
            Self::of_english(statement.sentence)
        }
    }

    /// "The meeting will be held", "Ann Reed was elected", "elected Ann Reed".
    fn of_english(sentence: &str) -> Option<Self> {
        const TOLD: [(&str, bool); 4] = [
            (" will be ", true),
            (" is to be ", true),
            (" is ", true),
            (" was ", false),
        ];
        const HAPPENS: [&str; 6] = [
            "held",
            "hosted",
            "played",
            "elected",
            "scheduled",
            "planned",
        ];
        let subject = TOLD.iter().find_map(|(mark, planned)| {
            let (subject, told) = sentence.split_once(mark)?;
            let verb = told.split_whitespace().next()?;
            HAPPENS.contains(&verb).then_some((subject, *planned))
        });
        if let Some((subject, planned)) = subject {
            return is_singular(subject).then_some(Self { planned });
        }
        let (_, elected) = sentence.split_once(" elected ")?;
        let somebody = elected.starts_with(char::is_uppercase);
        somebody.then_some(Self { planned: false })
    }

    /// "会议在3月5日举行。", "李明于3月5日当选"; not "俱乐部在3月5日举行会议".
    fn of_chinese(statement: &Statement<'_>) -> Option<Self> {
        const PLANNED: [&str; 6] = ["将", "定于", "拟于", "预定", "计划", "定在"];
        const PAST: [&str; 4] = ["了", "曾", "已", "过"];
        let sentence = statement.sentence;
        let holds = |marks: &[&str]| marks.iter().any(|mark| sentence.contains(mark));
        let held = ["举行", "举办", "召开"].iter().any(|verb| {
            let after = sentence.split_once(verb).map(|(_, after)| after);
            after.is_some_and(|after| !after.trim_start_matches('了').starts_with(is_cjk))
        });
        let in_a_year =
            |value: &Value| matches!(value.measure, Measure::Date { year: Some(_), .. });
        let undated = !statement.values.iter().any(in_a_year);
        let planned = holds(&PLANNED) || undated && !holds(&PAST);
        (held || sentence.contains("当选")).then_some(Self { planned })
    }
}

/// Whether a number tells an event from all others of its kind: "the 2024 meeting", 第三届.
fn is_numbered(statement: &Statement<'_>) -> bool {
    const ORDINALS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let number = |word: &String| {
        word.chars().any(|c| c.is_ascii_digit()) || ORDINALS.contains(&word.as_str())
    };
    statement.subject.iter().any(number) || statement.sentence.contains('第')
}

/// Whether the subject of a sentence is one definite thing or somebody: "The meeting of the
/// members", "Ann Reed".
fn is_singular(subject: &str) -> bool {
    const AFTER_HEAD: [&str; 8] = ["of", "in", "for", "on", "at", "by", "with", "between"];
    let words: Vec<&str> = subject.split_whitespace().collect();
    let named = words
        .iter()
        .all(|word| word.starts_with(char::is_uppercase));
    let definite = words
        .first()
        .is_some_and(|word| ["The", "This", "That"].contains(word));
    let head = words
        .iter()
        .take_while(|word| !AFTER_HEAD.contains(word))
        .last();
    let plural = head.is_some_and(|head| head.ends_with('s') && !head.ends_with("ss"));
    named && words.len() > 1 || !plural && (definite || named)
}

/// Whether the day of the week is that of one event, and not of a habit: "is Monday", "will be
/// held on Monday", 定于星期一.
fn names_its_day(statement: &Statement<'_>) -> bool {
    let sentence = statement.sentence;
    if sentence.chars().any(is_cjk) {
        let told = ["星期", "礼拜", "周"].iter().any(|mark| {
            ["是", "为", "定于", "定在", "改到"]
                .iter()
                .any(|before| sentence.contains(&format!("{before}{mark}")))
        });
        return told || Event::of(statement).is_some_and(|event| event.planned);
    }
    let told = |after: &str| {
        let after = after.strip_prefix("on ").unwrap_or(after);
        let word = after.split(|c: char| !c.is_alphabetic()).next();
        word.is_some_and(|word| weekday(word).is_some())
    };
    let copula = [" is ", " was ", " falls ", " is due "].iter().any(|mark| {
        sentence
            .split_once(mark)
            .is_some_and(|(_, after)| told(after))
    });
    copula || sentence.contains(" will ")
}

#[cfg(test)]
mod tests {
    use super::super::contradiction::contradict;

    #[test]
    fn mb_10_one_event_has_one_date() {
        for (left, right) in [
            (
                "The meeting will be held on 5 March.",
                "The meeting will be held on 7 March.",
            ),
            (
                "The meeting will be held on 5 March at 14:00.",
                "The meeting will be held on 7 April at 14:00.",
            ),
            (
                "The 2024 annual meeting was held on 5 March 2024.",
                "The 2024 annual meeting was held on 7 May 2024.",
            ),
            (
                "The third congress was held in 1932 in Rome.",
                "The third congress was held in 1937 in Rome.",
            ),
            (
                "The council elected Ann Reed as mayor on 4 June 2019.",
                "The council elected Ann Reed as mayor on 9 June 2019.",
            ),
            (
                "Ann Reed was elected mayor on 4 June 2019.",
                "Ann Reed was elected mayor on 9 June 2019.",
            ),
            ("会议在3月5日举行。", "会议在3月7日举行。"),
            ("会议定于3月5日举行。", "会议定于4月7日举行。"),
            ("年会在3月5日举行。", "年会在4月7日举行。"),
            ("第三届大会于1932年举行。", "第三届大会于1937年举行。"),
            (
                "李明于2019年6月4日当选市长。",
                "李明于2019年6月9日当选市长。",
            ),
            ("The deadline is Monday.", "The deadline is Friday."),
            (
                "The meeting will be held on Monday.",
                "The meeting will be held on Friday.",
            ),
            (
                "The workshop is on Tuesday.",
                "The workshop is on Thursday.",
            ),
            ("截止日期是星期一。", "截止日期是星期五。"),
            ("会议定于周一举行。", "会议定于周五举行。"),
        ] {
            assert!(contradict(left, right), "{left} / {right}");
            assert!(contradict(right, left), "{right} / {left}");
        }
    }

    #[test]
    fn mb_10_what_comes_again_has_many_dates() {
        for (left, right) in [
            (
                "Elections were held in 2019.",
                "Elections were held in 2023.",
            ),
            (
                "Elections were held on 4 June 2019.",
                "Elections were held on 9 June 2019.",
            ),
            ("He visited Rome in 1901.", "He visited Rome in 1905."),
            (
                "He visited Rome on 3 May 1901.",
                "He visited Rome on 9 May 1901.",
            ),
            (
                "The annual meeting was held on 5 March 2023.",
                "The annual meeting was held on 7 March 2024.",
            ),
            (
                "The meeting was held on 5 March 2024.",
                "The meeting was held on 2 April 2024.",
            ),
            (
                "The council elected Ann Reed as mayor on 4 June 2015.",
                "The council elected Ann Reed as mayor on 9 June 2019.",
            ),
            (
                "The council elected two members on 4 June 2019.",
                "The council elected two members on 9 June 2019.",
            ),
            (
                "The club held a meeting on 5 March.",
                "The club held a meeting on 7 March.",
            ),
            (
                "The page was updated on 5 March 2024.",
                "The page was updated on 7 March 2024.",
            ),
            (
                "The museum is closed on Monday.",
                "The museum is closed on Friday.",
            ),
            (
                "The shop closes at 17:00 on Monday.",
                "The shop closes at 17:00 on Friday.",
            ),
            (
                "The market opens on Mondays.",
                "The market opens on Fridays.",
            ),
            ("选举于2019年举行。", "选举于2023年举行。"),
            ("大会于2019年3月5日举行。", "大会于2019年4月9日举行。"),
            ("俱乐部在3月5日举行会议。", "俱乐部在3月7日举行会议。"),
            ("他于1901年访问罗马。", "他于1905年访问罗马。"),
            ("会议每周一举行。", "会议每周五举行。"),
            ("商店星期一17:00关门。", "商店星期五17:00关门。"),
        ] {
            assert!(!contradict(left, right), "{left} / {right}");
            assert!(!contradict(right, left), "{right} / {left}");
        }
    }
}
