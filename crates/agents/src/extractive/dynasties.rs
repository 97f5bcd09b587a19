//! Chinese dynasties, and the years of the Republic.

use super::date_spans::Period;
use super::single_dates::{Single, Tokens, told};

/// The main ones, with their first year and the year in which they ended.
const DYNASTIES: [(&str, i32, i32); 14] = [
    ("西汉", -202, 8),
    ("东汉", 25, 220),
    ("西晋", 266, 316),
    ("东晋", 317, 420),
    ("北魏", 386, 534),
    ("北宋", 960, 1127),
    ("南宋", 1127, 1279),
    ("隋", 581, 618),
    ("唐", 618, 907),
    ("宋", 960, 1279),
    ("元", 1271, 1368),
    ("明", 1368, 1644),
    ("清", 1644, 1912),
    ("汉", -202, 220),
];

/// "唐代", "明朝", "清末", "民国二十年".
pub(super) fn dynasty(tokens: &Tokens<'_>, at: usize) -> Option<Single> {
    if let Some(number) = tokens.reads(at, "民国") {
        let year = i32::try_from(tokens.number(number)?).ok()?;
        let next = tokens.reads(number + 1, "年")?;
        return told(Period::years(1911 + year, 1), next);
    }
    DYNASTIES.iter().find_map(|(name, first, end)| {
        let after = tokens.reads(at, name)?;
        let next = ["代", "朝", "末", "初"]
            .iter()
            .find_map(|mark| tokens.reads(after, mark))?;
        told(Period::years(*first, end - first), next)
    })
}
