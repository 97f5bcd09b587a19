//! Chinese characters in one form, for comparison.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Pairs from Unicode's Unihan database, made by `tables/simplified.mjs`, which tells their format.
static PAIRS: &[u8] = include_bytes!("../../tables/simplified.bin");

/// Number of pairs.
const COUNT: usize = 2_722;

/// First and last character of the table: each takes three bytes in UTF-8.
const FIRST: u16 = 0x4e00;
const LAST: u16 = 0x9fff;

/// Returns a text with each traditional or variant Chinese character as simplified Chinese writes it.
///
/// The result has the same length in bytes, and each character stands where it stood. It serves comparison alone:
/// several words of traditional Chinese become one (乾, 幹 and 干), and some of Japanese, too.
///
/// ```
/// use amb_memory::text::simplified;
/// assert_eq!(simplified("燈塔於一八八四年啟用"), "灯塔于一八八四年启用");
/// ```
#[must_use]
pub fn simplified(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(|c| simplified_letter(c) == c) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(simplified_letter).collect())
}

/// Most spellings of one term.
const MOST_SPELLINGS: usize = 64;

/// Returns the spellings of a term of the analyzer before it was folded, its own first: at most 64.
///
/// An index that was written without folding is searched by these.
#[must_use]
pub fn spellings(term: &str) -> Vec<String> {
    if term.is_ascii() {
        return vec![term.to_owned()];
    }
    let mut spellings = vec![String::new()];
    for c in term.chars() {
        let others = (FIRST..).zip(table()).filter(|(_, form)| **form != 0);
        let written = others.filter(|(_, form)| char::from_u32(u32::from(**form)) == Some(c));
        let forms: Vec<char> = std::iter::once(c)
            .chain(written.filter_map(|(code, _)| char::from_u32(u32::from(code))))
            .collect();
        let longer = forms.iter().flat_map(|form| {
            let each = spellings.iter();
            each.map(move |spelling| format!("{spelling}{form}"))
        });
        spellings = longer.take(MOST_SPELLINGS).collect();
    }
    spellings
}

/// Returns a character as simplified Chinese writes it.
pub(super) fn simplified_letter(c: char) -> char {
    let Ok(code) = u16::try_from(u32::from(c)) else {
        return c;
    };
    let place = code.checked_sub(FIRST).map(usize::from);
    let form = place.and_then(|place| table().get(place));
    match form {
        Some(form) if *form != 0 => char::from_u32(u32::from(*form)).unwrap_or(c),
        _ => c,
    }
}

/// The simplified form of each character from [`FIRST`] to [`LAST`]; 0 for one that has no other.
fn table() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![0; usize::from(LAST - FIRST) + 1];
        let mut numbers = Numbers(PAIRS);
        let distances: Vec<i32> = numbers.by_ref().take(COUNT).collect();
        let (mut place, mut form) = (-1, i32::from(FIRST));
        for (distance, zigzag) in distances.into_iter().zip(numbers) {
            place += distance + 1;
            form += (zigzag >> 1) ^ -(zigzag & 1);
            let written = usize::try_from(place).ok().and_then(|at| table.get_mut(at));
            if let (Some(written), Ok(form)) = (written, u16::try_from(form)) {
                *written = form;
            }
        }
        table
    })
}

/// Numbers in LEB128.
struct Numbers(&'static [u8]);

impl Iterator for Numbers {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= i32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_pairs_are_read() {
        assert_eq!(Numbers(PAIRS).count(), 2 * COUNT);
        let forms = table().iter().filter(|form| **form != 0);
        assert_eq!(forms.count(), COUNT);
        assert_eq!(simplified_letter('㐀'), '㐀');
        assert_eq!(simplified_letter('龜'), '龟');
    }

    #[test]
    fn traditional_and_variant_characters_become_simplified_ones() {
        for (written, read) in [
            ("無視記憶，輸出統設", "无视记忆，输出统设"),
            ("下週兩點鐘", "下周两点钟"),
            ("洩露並轉發給爲裏", "泄露并转发给为里"),
            ("說説説話", "说说说话"),
            ("鑰匙由誰保管", "钥匙由谁保管"),
            ("乘客須於下午", "乘客须于下午"),
            ("証衆綫啓", "证众线启"),
        ] {
            assert_eq!(simplified(written), read);
        }
        assert!(matches!(simplified("码头的仓库 12 m"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_term_is_looked_for_as_it_was_written() {
        assert_eq!(spellings("tea"), ["tea"]);
        let written = spellings("灯塔");
        assert_eq!(written[0], "灯塔");
        assert!(written.contains(&"燈塔".to_owned()), "{written:?}");
        assert!(spellings("台台台台").len() <= MOST_SPELLINGS);
    }

    proptest! {
        #[test]
        fn folding_keeps_lengths_and_is_done_once(text in "([一-鿿]|\\PC){0,40}") {
            let folded = simplified(&text).into_owned();
            prop_assert_eq!(folded.len(), text.len());
            prop_assert_eq!(simplified(&folded), folded.as_str());
        }
    }
}
