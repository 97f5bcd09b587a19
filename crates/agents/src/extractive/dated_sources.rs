//! Whether a date in a sentence is that of the source which says it, and not of what it says.

use super::date_reading::dates_of;
use super::script::is_cjk;
use super::units::month;

/// Verbs of saying and of finding out.
const SAYING: &str = "says said say writes wrote write states stated claims claimed argued argues asserts asserted concluded \
    concludes inferred infers estimated estimates calculated calculates determined determines measured gives gave names \
    suggested suggests proposed believes believed reckoned maintained puts dates accessed retrieved edited updated posted \
    viewed consulted reviewed surveyed";

/// Verbs that are of saying before a clause only: "reported that", "found that".
const SAYING_BEFORE_A_CLAUSE: &str = "reported reports report found finds showed shows noted notes announced declared \
    revealed discovered learnt learned thought held established confirmed";

/// What says something.
const DOCUMENTS: &str = "report study paper article book textbook encyclopedia encyclopaedia biography guidebook leaflet \
    manual atlas website page post journal magazine newspaper gazette chronicle wiki catalogue brochure thesis guide \
    handbook dictionary memoir letter";

/// Words that may stand behind a document that is a source: "a study of 2010", "the leaflet gives".
const BEHIND_DOCUMENTS: &str = "of from by in on dated says said say puts gives gave states claims dates names found finds \
    shows reported argues concludes estimated";

/// What is told of a document itself: "the website had 3 million visitors", "the report for 2020".
const COUNTS: [&str; 6] = [
    "census",
    "population",
    "statistic",
    "annual report",
    "survey of",
    "register",
];

/// What in brackets is counted or holds as of a date, and is no source.
const AS_OF: [&str; 14] = [
    "census",
    "as of",
    "at the end of",
    "estimate",
    "q1",
    "q2",
    "q3",
    "q4",
    "fy",
    "year",
    "mayor",
    "population",
    "until",
    "since",
];

const CHINESE_AS_OF: [&str; 5] = ["普查", "截至", "截止", "年底", "统计"];

/// Chinese words of saying and finding out.
const CHINESE: [&str; 27] = [
    "据",
    "称",
    "报告",
    "报道",
    "研究",
    "指出",
    "推定",
    "认为",
    "推算",
    "测得",
    "测定",
    "测量",
    "实测",
    "更新",
    "发布于",
    "发布日期",
    "编辑于",
    "记载",
    "写道",
    "声称",
    "宣称",
    "估算",
    "断定",
    "考证",
    "访问于",
    "写于",
    "说",
];

/// Chinese words in which those stand, and that say nothing: 名称, 研究经费.
const CHINESE_OTHER: [&str; 38] = [
    "数据",
    "占据",
    "根据地",
    "据点",
    "割据",
    "收据",
    "名称",
    "简称",
    "俗称",
    "旧称",
    "又称",
    "改称",
    "全称",
    "称为",
    "称作",
    "职称",
    "称号",
    "对称",
    "人称",
    "号称",
    "研究经费",
    "研究所",
    "研究院",
    "研究员",
    "研究人员",
    "研究生",
    "研究中心",
    "研究机构",
    "年度报告",
    "小说",
    "更新换代",
    "说明",
    "游说",
    "传说",
    "报告厅",
    "更新率",
    "说法",
    "学说",
];

fn is_in(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|one| one == word)
}

/// Whether a sentence names a source that has a date, or the time of its own last look.
pub(super) fn names_a_source(sentence: &str) -> bool {
    if sentence.contains('》') || sentence.split(['(', '（']).skip(1).any(is_dated_source) {
        return true;
    }
    if sentence.chars().any(is_cjk) {
        return chinese_source(sentence);
    }
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    (0..words.len()).any(|at| {
        let before = at.checked_sub(1).map_or("", word);
        says(&lower, before, word(at), word(at + 1))
    })
}

/// Whether a word says something, by those beside it.
fn says(sentence: &str, before: &str, word: &str, next: &str) -> bool {
    let counts = || COUNTS.iter().any(|count| sentence.contains(count));
    let passive = ["was", "were", "is", "are"].contains(&before);
    if word == "according" {
        return !counts();
    }
    if word == "names" || word == "dates" {
        return ["the", "it", "a"].contains(&next) || next.is_empty();
    }
    if is_in(word, SAYING) {
        return !passive || word != "named";
    }
    if word == "put" {
        return sentence.contains(" at ");
    }
    if word == "writing" {
        return next == "in";
    }
    if is_in(word, SAYING_BEFORE_A_CLAUSE) {
        return next == "that" || next.is_empty();
    }
    let said = next.is_empty() || is_in(next, BEHIND_DOCUMENTS) || next.len() == 4 && is_year(next);
    is_in(word, DOCUMENTS) && (said || is_year(before)) && !counts()
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.chars().all(|c| c.is_ascii_digit())
}

fn chinese_source(sentence: &str) -> bool {
    let mut bare = sentence.to_owned();
    for word in CHINESE_OTHER {
        bare = bare.replace(word, "");
    }
    let counts = CHINESE_AS_OF.iter().any(|count| sentence.contains(count));
    CHINESE
        .iter()
        .any(|word| bare.contains(word) && !(*word == "据" && counts))
}

/// "Smith, 2010)", "Meyer 2011)", "Town News, 3 May 2015)": a name, and then its date.
fn is_dated_source(bracket: &str) -> bool {
    let inner = bracket.split([')', '）']).next().unwrap_or_default();
    let Some(date) = dates_of(inner)
        .last()
        .copied()
        .map(|date| date.start)
        .or_else(|| bare_year(inner))
    else {
        return false;
    };
    let name = inner.get(..date).unwrap_or_default();
    let lower = name.to_lowercase();
    let named = name.trim_end().ends_with([',', '，']) && name.contains(char::is_alphabetic);
    let signed = name.starts_with(char::is_uppercase) && month(name.trim()).is_none();
    (named || signed)
        && !AS_OF.iter().any(|word| lower.contains(word))
        && !CHINESE_AS_OF.iter().any(|word| name.contains(word))
}

/// Where a year stands at the end of a text.
fn bare_year(text: &str) -> Option<usize> {
    let (name, last) = text.trim_end().rsplit_once([' ', ',', '，'])?;
    is_year(last.trim_end_matches(['年', '.'])).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_the_date_of_a_source_is_told_from_that_of_a_fact() {
        for sourced in [
            "300 metres tall (guidebook, 1932)",
            "300 metres tall (Smith, 2010)",
            "300 metres tall (Westby Gazette, 3 May 2010)",
            "A study from 2010 gives 300 metres.",
            "300 metres tall (updated 2019-05-03)",
            "据2010年的报告，塔高300米。",
            "塔高300米（《导游手册》，1932年）",
        ] {
            assert!(names_a_source(sourced), "{sourced}");
        }
        for plain in [
            "5,000 inhabitants (2010)",
            "5,000 inhabitants (census, 2010)",
            "In 2010 the mayor was Ann Lee.",
            "2010年市长是李安。",
            "2010年的数据：人口500万人。",
        ] {
            assert!(!names_a_source(plain), "{plain}");
        }
    }
}
