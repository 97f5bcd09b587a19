//! Whether a date in a sentence is that of the source which says it, and not of what it says.

/// Words of sources, and of saying.
const SAID: [&str; 26] = [
    "report",
    "study",
    "according",
    "biograph",
    "encyclop",
    "guidebook",
    "guide",
    "leaflet",
    "manual",
    "website",
    " gave ",
    " gives ",
    " names ",
    " named ",
    " says",
    " said",
    " writes ",
    " wrote ",
    "accessed",
    "updated",
    " measured ",
    "retrieved",
    "据",
    "报告",
    "研究",
    "称",
];

/// What in brackets is counted or holds as of a date, and is no source.
const AS_OF: [&str; 8] = [
    "census",
    "as of",
    "at the end of",
    "estimate",
    "普查",
    "截至",
    "截止",
    "年底",
];

/// Whether a sentence names a source that has a date, or the time of its own last look.
pub(super) fn names_a_source(sentence: &str) -> bool {
    // Data have a date as well, which is that of what they tell.
    let lower = sentence.to_lowercase().replace("数据", "");
    SAID.iter().any(|word| lower.contains(word))
        || lower.contains('》')
        || lower.split(['(', '（']).skip(1).any(is_dated_source)
}

/// "Smith, 2010)", "Town News, 3 May 2015)": a name, and then its date.
fn is_dated_source(bracket: &str) -> bool {
    let inner = bracket.split([')', '）']).next().unwrap_or_default();
    let Some((name, date)) = inner.rsplit_once([',', '，']) else {
        return false;
    };
    name.chars().any(char::is_alphabetic)
        && date.chars().any(|c| c.is_ascii_digit())
        && !AS_OF.iter().any(|word| name.contains(word))
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
