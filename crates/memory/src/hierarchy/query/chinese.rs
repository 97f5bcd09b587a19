//! Phrases of time in Chinese.

use super::calendar::{Clock, Unit};
use super::numbers::{chinese as number, chinese_count as count};
use super::time_expression::{Found, Meaning};
use super::time_range::TimeRange;

/// How many bytes a phrase takes, and the range it means.
type Read = Option<(usize, TimeRange)>;

/// The phrases of time in a text of simplified characters.
pub(super) fn find(text: &str, clock: &Clock) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else {
            break;
        };
        let is_word = belongs_to_a_word(before, rest);
        let Some((length, meaning)) = meaning(rest, clock).filter(|_| !is_word) else {
            at += first.len_utf8();
            before = Some(first);
            // The digits of a longer number are no numbers of their own.
            while first.is_ascii_digit() && text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
            {
                at += 1;
            }
            continue;
        };
        found.extend(meaning.found(at, at + length));
        at += length;
        before = None;
    }
    found
}

/// A text with the simplified characters of what phrases of time and common questions are made of, each of as many bytes.
pub(super) fn simplified(text: &str) -> String {
    const PAIRS: [(char, char); 29] = [
        ('週', '周'),
        ('兩', '两'),
        ('禮', '礼'),
        ('個', '个'),
        ('點', '点'),
        ('鐘', '钟'),
        ('時', '时'),
        ('間', '间'),
        ('號', '号'),
        ('過', '过'),
        ('後', '后'),
        ('這', '这'),
        ('幾', '几'),
        ('數', '数'),
        ('來', '来'),
        ('從', '从'),
        ('內', '内'),
        ('剛', '刚'),
        ('麼', '么'),
        ('說', '说'),
        ('講', '讲'),
        ('訴', '诉'),
        ('歡', '欢'),
        ('驟', '骤'),
        ('樣', '样'),
        ('討', '讨'),
        ('論', '论'),
        ('們', '们'),
        ('發', '发'),
    ];
    let simplified = |c: char| {
        PAIRS
            .iter()
            .find(|(other, _)| *other == c)
            .map_or(c, |(_, own)| *own)
    };
    text.chars().map(simplified).collect()
}

/// Whether what looks like a phrase is the end of one word and the beginning of another: 目|前天 of 目前天气,
/// 日|本年 of 日本年轻人, 晚|上周 of 晚上周杰伦, and 五月天, who sing.
fn belongs_to_a_word(before: Option<char>, text: &str) -> bool {
    /// Beginnings of phrases, and the characters before them that they make other words with.
    const WORDS: [(&str, &str); 4] = [
        ("前", "目以之眼当面提此先空史"),
        ("本", "日书基根版剧样原课文资成脚标副读抄"),
        ("上", "晚早马网线身路街桌船车楼手海加"),
        ("近", "附接靠最"),
    ];
    let joins = |(beginning, befores): &(&str, &str)| {
        text.starts_with(beginning) && before.is_some_and(|c| befores.contains(c))
    };
    WORDS.iter().any(joins)
}

fn meaning(text: &str, clock: &Clock) -> Option<(usize, Meaning)> {
    if text
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii() && !byte.is_ascii_digit())
    {
        return None;
    }
    if let Some(length) = not_past(text, clock) {
        return Some((length, Meaning::Nothing));
    }
    if let Some((length, range)) = exact(text, clock) {
        return Some(bounded(text, length, range, clock));
    }
    let (length, range) = vague(text, clock)?;
    let is_vague = true;
    Some((length, Meaning::Time { range, is_vague }))
}

/// A phrase, and the range it means; none where the calendar has no such day.
type Exact = Option<(usize, Option<TimeRange>)>;

fn exact(text: &str, clock: &Clock) -> Exact {
    let known = |(length, range)| (length, Some(range));
    rolling(text, clock)
        .or_else(|| ago(text, clock))
        .or_else(|| day(text, clock))
        .or_else(|| week(text, clock))
        .map(known)
        .or_else(|| month_or_year(text, clock))
        .or_else(|| date(text, clock))
}

/// What is yet to come, or returns again and again: 下周一, 明年五月, 每周三.
fn not_past(text: &str, clock: &Clock) -> Option<usize> {
    const YEARS: &[(&str, ())] = &[("明年", ()), ("后年", ()), ("来年", ()), ("每年", ())];
    const OTHERS: &[(&str, ())] = &[
        ("下下个", ()),
        ("下个", ()),
        ("下一个", ()),
        ("下", ()),
        ("每个", ()),
        ("每逢", ()),
        ("每", ()),
    ];
    let after = |length: usize| text.get(length..).unwrap_or_default();
    if let Some((length, ())) = beginning(text, YEARS) {
        let (taken, _) = in_year(text, length, clock.this_year(), clock);
        return Some(taken);
    }
    let (length, ()) = beginning(text, OTHERS)?;
    let rest = after(length);
    if let Some((more, _)) = week(rest, clock) {
        return Some(length + more);
    }
    let (more, ()) = beginning(
        rest,
        &[
            ("星期", ()),
            ("礼拜", ()),
            ("周", ()),
            ("月", ()),
            ("天", ()),
            ("年", ()),
        ],
    )?;
    let date = month_of(after(length + more), None, clock);
    Some(length + more + date.map_or(0, |(more, _)| more))
}

/// A phrase with what may follow it: 上周以来 lasts until now, 五月以前 has no beginning.
fn bounded(text: &str, length: usize, range: Option<TimeRange>, clock: &Clock) -> (usize, Meaning) {
    type Bound = fn(TimeRange, &Clock) -> Option<TimeRange>;
    const SINCE: Bound = |range, clock| clock.since(range.from);
    const AFTER: Bound = |range, clock| clock.since(range.until);
    const BEFORE: Bound = |_, _| None;
    const BOUNDS: &[(&str, Bound)] = &[
        ("以来", SINCE),
        ("至今", SINCE),
        ("到现在", SINCE),
        ("到今天", SINCE),
        ("开始", SINCE),
        ("以后", AFTER),
        ("之后", AFTER),
        ("以前", BEFORE),
        ("之前", BEFORE),
    ];
    let rest = text.get(length..).unwrap_or_default();
    match (beginning(rest, BOUNDS), range) {
        (Some((more, bound)), Some(range)) => (length + more, Meaning::of(bound(range, clock))),
        (_, range) => (length, Meaning::of(range)),
    }
}

/// The first of the words that a text begins with, as bytes and what belongs to it.
fn beginning<T: Copy>(text: &str, words: &[(&str, T)]) -> Option<(usize, T)> {
    words
        .iter()
        .find(|(word, _)| text.starts_with(word))
        .map(|(word, what)| (word.len(), *what))
}

/// 昨天, 前天, 今天早上, 昨晚; no weather of the day before: 前天气.
fn day(text: &str, clock: &Clock) -> Read {
    const DAYS: &[(&str, i64)] = &[
        ("大前天", 3),
        ("前天", 2),
        ("昨天", 1),
        ("昨日", 1),
        ("今天", 0),
        ("今日", 0),
    ];
    const PARTS: &[(&str, (i64, i64, i64))] = &[
        ("昨晚", (1, 18, 30)),
        ("昨夜", (1, 18, 30)),
        ("今早", (0, 0, 12)),
        ("今晨", (0, 0, 12)),
        ("今晚", (0, 18, 24)),
    ];
    const HOURS: &[(&str, (i64, i64))] = &[
        ("早上", (0, 12)),
        ("上午", (0, 12)),
        ("中午", (11, 14)),
        ("下午", (12, 18)),
        ("晚上", (18, 24)),
    ];
    let today = clock.today();
    if let Some((length, (back, from, until))) = beginning(text, PARTS) {
        return Some((length, clock.hours(today - back, from, until)));
    }
    let (length, back) = beginning(text, DAYS)?;
    if text
        .get(length..)
        .is_some_and(|rest| rest.starts_with('气'))
    {
        return None;
    }
    let part = text.get(length..).and_then(|rest| beginning(rest, HOURS));
    Some(match part {
        Some((more, (from, until))) => (length + more, clock.hours(today - back, from, until)),
        None => (length, clock.days(today - back, today - back + 1)),
    })
}

/// 三天前, 两周前, 几个月前, 十几天前, 5分钟以前, 半年前.
fn ago(text: &str, clock: &Clock) -> Read {
    const AGO: &[(&str, ())] = &[("以前", ()), ("之前", ()), ("前", ())];
    let half = text.strip_prefix('半');
    let (length, rest, count) = match (half, half.is_none().then(|| count(text)).flatten()) {
        (Some(rest), _) => ('半'.len_utf8(), rest, None),
        (None, Some((count, length))) => (length, text.get(length..)?, Some(count)),
        (None, None) => return None,
    };
    let (more, unit) = unit(rest)?;
    let (last, ()) = beginning(rest.get(more..)?, AGO)?;
    let range = match count {
        Some(count) => clock
            .unit_back(unit, count.most)?
            .hull(clock.unit_back(unit, count.least)?),
        None => clock.half_back(unit)?,
    };
    Some((length + more + last, range))
}

/// 最近三天, 过去两周, 近5个月, 这几天.
fn rolling(text: &str, clock: &Clock) -> Read {
    const BEGINNINGS: &[(&str, ())] = &[("最近", ()), ("过去", ()), ("近", ()), ("这", ())];
    let (length, ()) = beginning(text, BEGINNINGS)?;
    let rest = text.get(length..)?;
    let (count, more) = count(rest)?;
    let (last, unit) = unit(rest.get(more..)?)?;
    Some((length + more + last, clock.last(unit, count.most)?))
}

fn unit(text: &str) -> Option<(usize, Unit)> {
    const UNITS: &[(&str, Unit)] = &[
        ("分钟", Unit::Minute),
        ("个小时", Unit::Hour),
        ("小时", Unit::Hour),
        ("个钟头", Unit::Hour),
        ("天", Unit::Day),
        ("日", Unit::Day),
        ("个星期", Unit::Week),
        ("个礼拜", Unit::Week),
        ("星期", Unit::Week),
        ("周", Unit::Week),
        ("个月", Unit::Month),
        ("年", Unit::Year),
    ];
    beginning(text, UNITS)
}

/// 上周, 这个星期, 上周三, 星期五, 周末.
fn week(text: &str, clock: &Clock) -> Read {
    const BACK: &[(&str, i64)] = &[
        ("上上个", 2),
        ("上上", 2),
        ("上一", 1),
        ("上个", 1),
        ("上", 1),
        ("这个", 0),
        ("这", 0),
        ("本", 0),
    ];
    const NAMES: &[(&str, ())] = &[("星期", ()), ("礼拜", ()), ("周", ())];
    let back = beginning(text, BACK);
    let before = back.map_or(0, |(length, _)| length);
    let (name, ()) = beginning(text.get(before..)?, NAMES)?;
    let after = text.get(before + name..)?;
    if after.starts_with('末') {
        let past = back.map(|(_, back)| back).filter(|back| *back > 0);
        let range = past.map_or_else(
            || clock.latest_weekend(),
            |back| clock.weekend_of_week(back),
        );
        return Some((before + name + '末'.len_utf8(), range));
    }
    let weekday = weekday(after);
    match (back, weekday) {
        (Some((_, back)), Some((day, length))) => {
            Some((before + name + length, clock.weekday_of_week(day, back)))
        }
        (Some((_, back)), None) => Some((before + name, clock.unit_back(Unit::Week, back)?)),
        (None, Some((day, length))) => Some((name + length, clock.latest_weekday(day, false))),
        (None, None) => None,
    }
}

fn weekday(text: &str) -> Option<(i64, usize)> {
    // 上周日本之行 is of last week, and of Japan.
    let c = text.chars().next().filter(|_| !text.starts_with("日本"))?;
    let day = match c {
        '一' => 0,
        '二' => 1,
        '三' => 2,
        '四' => 3,
        '五' => 4,
        '六' => 5,
        '日' | '天' => 6,
        _ => return None,
    };
    Some((day, c.len_utf8()))
}

/// 上个月, 本月, 去年, 去年五月, 前年.
fn month_or_year(text: &str, clock: &Clock) -> Exact {
    const MONTHS: &[(&str, i64)] = &[
        ("上上个月", 2),
        ("上个月", 1),
        ("上月", 1),
        ("这个月", 0),
        ("本月", 0),
    ];
    const YEARS: &[(&str, i64)] = &[
        ("大前年", 3),
        ("前年", 2),
        ("去年", 1),
        ("今年", 0),
        ("本年", 0),
    ];
    if let Some((length, back)) = beginning(text, MONTHS) {
        return Some((length, clock.unit_back(Unit::Month, back)));
    }
    let (length, back) = beginning(text, YEARS)?;
    Some(in_year(text, length, clock.this_year() - back, clock))
}

/// 2026年, 2026年5月3日, 五月, 5月3号.
fn date(text: &str, clock: &Clock) -> Exact {
    let (value, length) = number(text)?;
    let rest = text.get(length..)?;
    if rest.starts_with('年') && (1900..=2200).contains(&value) {
        return Some(in_year(text, length + '年'.len_utf8(), value, clock));
    }
    month_of(text, None, clock)
}

/// A year, and the month and day that may follow it, or today's: 去年今天.
fn in_year(text: &str, length: usize, year: i64, clock: &Clock) -> (usize, Option<TimeRange>) {
    let rest = text.get(length..).unwrap_or_default();
    let rest = rest.strip_prefix('的').unwrap_or(rest);
    let skipped = text.len() - rest.len();
    if let Some((more, ())) = beginning(rest, &[("今天", ()), ("今日", ())]) {
        return (skipped + more, clock.today_in(year));
    }
    match month_of(rest, Some(year), clock) {
        Some((more, range)) => (skipped + more, range),
        None => (length, clock.year(year)),
    }
}

/// A month, and the day that may follow it; the latest that has begun where no year is named.
fn month_of(text: &str, year: Option<i64>, clock: &Clock) -> Exact {
    let (month, digits) = number(text)?;
    let rest = text.get(digits..)?.strip_prefix('月')?;
    if rest.starts_with('天') {
        return None;
    }
    let length = digits + '月'.len_utf8();
    let day = number(rest).and_then(|(day, digits)| {
        let (mark, ()) = beginning(rest.get(digits..)?, &[("日", ()), ("号", ())])?;
        Some((day, digits + mark))
    });
    let year = |day| year.unwrap_or_else(|| clock.latest_year(month, day));
    match day {
        Some((day, more)) => Some((length + more, clock.date(year(day), month, day))),
        None => Some((length, clock.month(year(1), month))),
    }
}

/// 最近, 近来, 前几天, 刚才.
fn vague(text: &str, clock: &Clock) -> Read {
    const WORDS: &[(&str, Unit)] = &[
        ("最近", Unit::Week),
        ("近来", Unit::Week),
        ("近期", Unit::Week),
        ("前几天", Unit::Week),
        ("前些天", Unit::Week),
        ("这些天", Unit::Week),
        ("刚才", Unit::Hour),
        ("刚刚", Unit::Hour),
    ];
    let (length, unit) = beginning(text, WORDS)?;
    Some((length, clock.last(unit, 1)?))
}
