//! Phrases of time that are easily misread (AF-12): each with the days that it means, or none.

use amb_memory::hierarchy::{TimeRange, UtcOffset, analyze_query};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;
/// 23 November 2026 in UTC, a Monday.
const TODAY: i64 = 20_780 * DAY;
const NOW: i64 = TODAY + 10 * HOUR;

fn read(query: &str, now: i64) -> Option<TimeRange> {
    let analysis = analyze_query(query, now, UtcOffset::default());
    analysis.time.map(|time| time.range)
}

/// A range as days, "2026-05-01..2026-06-01", the last one left out; "now" for its end now.
fn range(days: &str) -> TimeRange {
    let (from, until) = days.split_once("..").unwrap();
    let midnight = |date: &str| read(date, NOW).unwrap().from;
    TimeRange {
        from: midnight(from),
        until: match until {
            "now" => NOW + 1,
            date => midnight(date),
        },
    }
}

fn mean(phrases: &[(&str, &str)]) {
    for (phrase, days) in phrases {
        let expected = (!days.is_empty()).then(|| range(days));
        assert_eq!(read(phrase, NOW), expected, "{phrase}");
    }
}

#[test]
fn af_12_a_country_is_no_day() {
    mean(&[
        ("上周日本之行花了多少钱", "2026-11-16..2026-11-23"),
        ("上周日去了哪里", "2026-11-22..2026-11-23"),
    ]);
}

#[test]
fn af_12_what_lasts_until_now() {
    mean(&[
        ("what happened since Monday?", "2026-11-23..now"),
        ("since Thursday", "2026-11-19..now"),
        ("what changed since May", "2026-05-01..now"),
        ("since May 2025", "2025-05-01..now"),
        ("since 2024", "2024-01-01..now"),
        ("since yesterday", "2026-11-22..now"),
        ("since last week", "2026-11-16..now"),
        ("after May 3", "2026-05-04..now"),
        ("自上周以来", "2026-11-16..now"),
        ("五月以来", "2026-05-01..now"),
        ("从昨天到现在", "2026-11-22..now"),
        ("2024年至今", "2024-01-01..now"),
        ("上周三之后", "2026-11-19..now"),
    ]);
}

#[test]
fn af_12_from_one_time_to_another() {
    mean(&[
        ("from May to July", "2026-05-01..2026-08-01"),
        ("between May and July", "2026-05-01..2026-08-01"),
        ("from 2020 to 2022", "2020-01-01..2023-01-01"),
        ("from November to January", "2025-11-01..2026-02-01"),
        ("from May 3 to May 5", "2026-05-03..2026-05-06"),
        ("五月到七月", "2026-05-01..2026-08-01"),
    ]);
}

#[test]
fn af_12_what_is_to_come_or_has_no_beginning_is_no_time_to_look_back_on() {
    mean(&[
        ("next Monday", ""),
        ("next Friday", ""),
        ("next May 3", ""),
        ("next week", ""),
        ("every Monday", ""),
        ("by Friday", ""),
        ("before yesterday", ""),
        ("until May", ""),
        ("下周一", ""),
        ("下星期五", ""),
        ("下个月5月", ""),
        ("明年五月", ""),
        ("每周三", ""),
        ("每个星期五", ""),
        ("五月以前", ""),
    ]);
}

#[test]
fn af_12_days_that_not_every_year_has() {
    mean(&[
        ("on February 29", "2024-02-29..2024-03-01"),
        ("Feb 29", "2024-02-29..2024-03-01"),
        ("29 February", "2024-02-29..2024-03-01"),
        ("2月29日", "2024-02-29..2024-03-01"),
        ("2026年2月29日", ""),
        ("2026-02-29", ""),
        ("on February 30", ""),
        ("去年今天", "2025-11-23..2025-11-24"),
        ("去年的今天", "2025-11-23..2025-11-24"),
    ]);
}

#[test]
fn af_12_halves_tens_and_weekends() {
    mean(&[
        ("half a year ago", "2026-05-01..2026-06-01"),
        ("半年前", "2026-05-01..2026-06-01"),
        ("半个月前", "2026-11-09..2026-11-16"),
        ("十几天前", "2026-11-04..2026-11-13"),
        ("二十多天前", "2026-10-25..2026-11-03"),
        ("大前年", "2023-01-01..2024-01-01"),
        ("大前天", "2026-11-20..2026-11-21"),
        ("last weekend", "2026-11-21..2026-11-23"),
        ("this weekend", "2026-11-21..2026-11-23"),
        ("on the weekend", "2026-11-21..2026-11-23"),
        ("周末", "2026-11-21..2026-11-23"),
        ("上周末", "2026-11-21..2026-11-23"),
        ("上上周末", "2026-11-14..2026-11-16"),
    ]);
    let half_an_hour = TimeRange {
        from: NOW - 45 * 60_000,
        until: NOW - 15 * 60_000,
    };
    assert_eq!(read("half an hour ago", NOW), Some(half_an_hour));
    assert_eq!(read("半小时前", NOW), Some(half_an_hour));
}

#[test]
fn af_12_words_that_hold_a_phrase_by_chance() {
    for text in [
        "目前天气怎么样",
        "以前天天喝茶",
        "日本年轻人喜欢什么",
        "日本周边有什么",
        "晚上周杰伦唱了什么",
        "五月天的歌",
        "a crowd of 2000 people",
        "my budget of 2000 euros",
    ] {
        assert_eq!(read(text, NOW), None, "{text}");
    }
    // The same phrases by themselves.
    mean(&[
        ("前天", "2026-11-21..2026-11-22"),
        ("从前天开始", "2026-11-21..now"),
        ("本年", "2026-01-01..2027-01-01"),
        ("上周", "2026-11-16..2026-11-23"),
        ("events of 2024", "2024-01-01..2025-01-01"),
    ]);
}

#[test]
fn af_12_traditional_characters() {
    for (traditional, simplified) in [
        ("上週", "上周"),
        ("兩天前", "两天前"),
        ("禮拜三", "礼拜三"),
        ("這個月", "这个月"),
        ("5月3號", "5月3号"),
        ("半個月前", "半个月前"),
    ] {
        let read = |text| read(text, NOW).unwrap();
        assert_eq!(read(traditional), read(simplified), "{traditional}");
    }
    let asked = analyze_query("上週我們都聊了什麼", NOW, UtcOffset::default());
    assert!(asked.is_only_about_time);
    assert_eq!(asked.time.unwrap().phrases, ["上週"]);
}
