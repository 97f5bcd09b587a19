//! Units of measure, number words and months in English and Chinese.

use crate::text::MONTHS;

/// A unit: what it measures, and how many of the base unit one is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Dimension, such as `length`; amounts of different dimensions are never compared.
    pub dimension: &'static str,
    /// Number of base units.
    pub factor: f64,
}

/// Amounts that count things, whatever the things.
pub const COUNT: Unit = Unit {
    dimension: "count",
    factor: 1.0,
};

/// Spellings separated by blanks, dimension, factor. Longer Chinese spellings come first where one
/// begins another.
const UNITS: [(&str, &str, f64); 58] = [
    (
        "km kilometre kilometres kilometer kilometers 公里 千米",
        "length",
        1000.0,
    ),
    (
        "cm centimetre centimetres centimeter centimeters 厘米",
        "length",
        0.01,
    ),
    (
        "mm millimetre millimetres millimeter millimeters 毫米",
        "length",
        0.001,
    ),
    (
        "µm μm um micrometre micrometres micrometer micrometers micron microns 微米",
        "length",
        1e-6,
    ),
    (
        "nm nanometre nanometres nanometer nanometers 纳米",
        "length",
        1e-9,
    ),
    ("m metre metres meter meters 米", "length", 1.0),
    ("mi mile miles 英里", "length", 1609.344),
    ("ft foot feet 英尺", "length", 0.3048),
    ("inch inches 英寸", "length", 0.0254),
    ("yard yards", "length", 0.9144),
    (
        "kg kilogram kilograms kilogramme kilogrammes 公斤 千克",
        "mass",
        1.0,
    ),
    ("mg milligram milligrams 毫克", "mass", 1e-6),
    ("g gram grams gramme grammes 克", "mass", 0.001),
    ("t ton tons tonne tonnes 吨", "mass", 1000.0),
    ("lb lbs pound pounds 磅", "mass", 0.453_592),
    (
        "ml millilitre millilitres milliliter milliliters 毫升",
        "volume",
        1e-6,
    ),
    ("litre litres liter liters 公升 升", "volume", 0.001),
    ("gallon gallons 加仑", "volume", 0.004_546),
    ("立方米", "volume", 1.0),
    ("平方米", "area", 1.0),
    ("平方公里", "area", 1e6),
    ("ha hectare hectares 公顷", "area", 10_000.0),
    ("ns nanosecond nanoseconds 纳秒", "time", 1e-9),
    ("µs us microsecond microseconds 微秒", "time", 1e-6),
    ("ms millisecond milliseconds 毫秒", "time", 0.001),
    ("s sec secs second seconds 秒钟 秒", "time", 1.0),
    ("min mins minute minutes 分钟", "time", 60.0),
    ("h hr hrs hour hours 个小时 个钟头 小时", "time", 3600.0),
    ("day days 天", "time", 86_400.0),
    ("个工作日 工作日", "time", 86_400.0),
    ("week weeks 个星期 个礼拜 周 星期", "time", 604_800.0),
    ("month months 个月", "months", 1.0),
    ("year years yrs 年", "months", 12.0),
    ("decade decades", "months", 120.0),
    ("century centuries 个世纪", "months", 1200.0),
    ("bit bits 比特", "bits", 1.0),
    ("byte bytes B 字节", "bits", 8.0),
    ("KB kB kilobyte kilobytes", "bits", 8e3),
    ("MB megabyte megabytes", "bits", 8e6),
    ("GB gigabyte gigabytes", "bits", 8e9),
    ("TB terabyte terabytes", "bits", 8e12),
    ("KiB kibibyte kibibytes", "bits", 8.0 * 1024.0),
    ("MiB mebibyte mebibytes", "bits", 8.0 * 1_048_576.0),
    ("GiB gibibyte gibibytes", "bits", 8.0 * 1_073_741_824.0),
    ("% ％ percent 百分点", "percent", 1.0),
    ("Hz hertz 赫兹", "frequency", 1.0),
    ("kHz", "frequency", 1e3),
    ("MHz megahertz 兆赫", "frequency", 1e6),
    ("GHz gigahertz", "frequency", 1e9),
    ("W watt watts 瓦特 瓦", "power", 1.0),
    ("kW kilowatt kilowatts 千瓦", "power", 1e3),
    ("MW megawatt megawatts 兆瓦", "power", 1e6),
    ("°C ℃ celsius 摄氏度", "celsius", 1.0),
    ("°F ℉ fahrenheit 华氏度", "fahrenheit", 1.0),
    ("dollar dollars USD 美元", "dollars", 1.0),
    ("cent cents", "dollars", 0.01),
    ("p pence", "pounds", 0.01),
    ("yuan CNY RMB 人民币 元", "yuan", 1.0),
];

/// Words that count things in Chinese; what follows them is the thing.
const CLASSIFIERS: [&str; 40] = [
    "个", "条", "座", "台", "人", "次", "种", "名", "家", "层", "只", "辆", "艘", "栋", "间", "块",
    "张", "位", "根", "项", "道", "枚", "套", "份", "篇", "本", "部", "颗", "架", "支", "所", "门",
    "组", "类", "级", "岁", "倍", "章", "节", "步",
];

/// The unit that a word is; letters of symbols are told apart by case, words are not.
#[must_use]
pub fn unit_of(word: &str) -> Option<Unit> {
    let fits = |spelling: &str| {
        spelling == word || spelling.len() > 3 && spelling == word.to_lowercase().as_str()
    };
    find_unit(|spellings| spellings.split(' ').any(fits))
}

/// The unit that a label before a number has in brackets: "Height (m): 61".
pub(super) fn labelled_unit(before: &str) -> Option<Unit> {
    let label = before.trim_end().strip_suffix([':', '：', '='])?.trim_end();
    let (_, unit) = label.strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let unit = unit.trim();
    unit_of(unit).or_else(|| {
        let (found, length) = leading_unit(unit)?;
        (length == unit.len()).then_some(found)
    })
}

/// Returns the dimension of a length with this word before it, and the power: "square metres".
pub(super) fn power_of_length(word: &str) -> Option<(&'static str, i32)> {
    match word.to_lowercase().as_str() {
        "square" => Some(("area", 2)),
        "cubic" => Some(("volume", 3)),
        _ => None,
    }
}

/// The unit with which `rest` begins without a blank before it (Chinese, or a sign), and its length.
#[must_use]
pub fn leading_unit(rest: &str) -> Option<(Unit, usize)> {
    let leading = |spellings: &str| {
        spellings
            .split(' ')
            .filter(|spelling| !spelling.starts_with(|c: char| c.is_ascii_alphabetic()))
            .find(|spelling| rest.starts_with(spelling))
            .map(str::len)
    };
    UNITS
        .iter()
        .filter_map(|(spellings, dimension, factor)| {
            leading(spellings).map(|length| {
                (
                    Unit {
                        dimension,
                        factor: *factor,
                    },
                    length,
                )
            })
        })
        .max_by_key(|(_, length)| *length)
}

/// Length of the Chinese counting word with which `rest` begins.
#[must_use]
pub fn leading_classifier(rest: &str) -> Option<usize> {
    CLASSIFIERS
        .iter()
        .find(|classifier| rest.starts_with(*classifier))
        .map(|c| c.len())
}

fn find_unit(fits: impl Fn(&str) -> bool) -> Option<Unit> {
    UNITS
        .iter()
        .find(|(spellings, ..)| fits(spellings))
        .map(|(_, dimension, factor)| Unit {
            dimension,
            factor: *factor,
        })
}

/// The value of an English number word; "one" is as often a pronoun and is none.
#[must_use]
pub fn number_word(word: &str) -> Option<f64> {
    const WORDS: [(&str, f64); 27] = [
        ("zero", 0.0),
        ("two", 2.0),
        ("three", 3.0),
        ("four", 4.0),
        ("five", 5.0),
        ("six", 6.0),
        ("seven", 7.0),
        ("eight", 8.0),
        ("nine", 9.0),
        ("ten", 10.0),
        ("eleven", 11.0),
        ("twelve", 12.0),
        ("thirteen", 13.0),
        ("fourteen", 14.0),
        ("fifteen", 15.0),
        ("sixteen", 16.0),
        ("seventeen", 17.0),
        ("eighteen", 18.0),
        ("nineteen", 19.0),
        ("twenty", 20.0),
        ("thirty", 30.0),
        ("forty", 40.0),
        ("fifty", 50.0),
        ("sixty", 60.0),
        ("seventy", 70.0),
        ("eighty", 80.0),
        ("ninety", 90.0),
    ];
    let word = word.to_lowercase();
    let (tens, ones) = word.split_once('-').unwrap_or((&word, ""));
    let value = |word: &str| {
        WORDS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
    };
    if ones.is_empty() {
        return value(tens);
    }
    let ones = if ones == "one" { 1.0 } else { value(ones)? };
    value(tens)
        .filter(|tens| *tens >= 20.0 && ones < 10.0)
        .map(|tens| tens + ones)
}

/// Returns the factor by which a word multiplies the number before it.
pub(super) fn multiplier_word(word: &str) -> Option<f64> {
    match word.to_lowercase().as_str() {
        "hundred" => Some(1e2),
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        "trillion" => Some(1e12),
        _ => None,
    }
}

/// The number of a month's English name, 1 to 12.
#[must_use]
pub fn month(word: &str) -> Option<u32> {
    let bare = word.trim_end_matches('.');
    let abbreviated = (3..5).contains(&bare.len());
    MONTHS
        .iter()
        .position(|name| *name == bare || abbreviated && name.starts_with(bare))
        .and_then(|at| u32::try_from(at + 1).ok())
}

/// The Chinese numeral with which `rest` begins, and its length in bytes: "六", "二十五", "三百万".
#[must_use]
pub fn leading_chinese_number(rest: &str) -> Option<(f64, usize)> {
    let (mut total, mut section, mut digit) = (0.0, 0.0, None);
    let mut length = 0;
    for c in rest.chars() {
        if let Some(value) = chinese_digit(c) {
            digit = Some(digit.map_or(value, |before| before * 10.0 + value));
        } else if let Some(scale) = chinese_scale(c) {
            if scale < 1e4 {
                section += digit.take().unwrap_or(1.0) * scale;
            } else {
                total += (section + digit.take().unwrap_or(0.0)).max(1.0) * scale;
                section = 0.0;
            }
        } else {
            break;
        }
        length += c.len_utf8();
    }
    let value = total + section + digit.unwrap_or(0.0);
    (length > 0).then_some((value, length))
}

fn chinese_digit(c: char) -> Option<f64> {
    "零一二三四五六七八九"
        .chars()
        .position(|d| d == c)
        .map(|at| at as f64)
        .or(match c {
            '〇' => Some(0.0),
            '两' => Some(2.0),
            _ => None,
        })
}

/// Returns the factor of a Chinese scale character.
pub(super) fn chinese_scale(c: char) -> Option<f64> {
    match c {
        '十' => Some(10.0),
        '百' => Some(100.0),
        '千' => Some(1e3),
        '万' => Some(1e4),
        '亿' => Some(1e8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_numerals_are_read() {
        assert_eq!(leading_chinese_number("六个"), Some((6.0, 3)));
        assert_eq!(leading_chinese_number("二十五条"), Some((25.0, 9)));
        assert_eq!(leading_chinese_number("三百万人"), Some((3e6, 9)));
        assert_eq!(leading_chinese_number("一九三二年"), Some((1932.0, 12)));
        assert_eq!(leading_chinese_number("桥"), None);
    }

    #[test]
    fn english_number_words_are_read() {
        assert_eq!(number_word("Six"), Some(6.0));
        assert_eq!(number_word("twenty-five"), Some(25.0));
        assert_eq!(number_word("one"), None);
        assert_eq!(number_word("bridge"), None);
    }

    #[test]
    fn units_convert_within_their_dimension() {
        assert_eq!(unit_of("kilometres"), unit_of("km"));
        assert_eq!(
            leading_unit("公里长").map(|(unit, length)| (unit.factor, length)),
            Some((1000.0, 6))
        );
        assert_eq!(unit_of("loops"), None);
    }

    #[test]
    fn months_are_known_by_name() {
        assert_eq!(month("March"), Some(3));
        assert_eq!(month("Sept"), Some(9));
        assert_eq!(month("march"), None);
    }
}
