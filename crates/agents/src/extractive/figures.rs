//! Figures of a claim that stand in none of the texts it rests on (BX-04).
//!
//! A false alarm costs trust in a correct answer. Therefore rough claims and calculations ("about", "twice", "相差"),
//! bare counts below ten and days without their year are not checked. A figure stands in a text that has the same
//! number, unless the number has another unit of the same kind (42 kilometres for 42 metres). The same amount in
//! another unit, or one that rounds to the figure, counts as well. Numbers in words are read as digits.

use amb_memory::text::folded;

use super::languages::is_of_known_language;
use super::statement::without_marker;
use amb_memory::text::quantity::{
    CLOCK, COUNT, Measure, Quantity, leading_chinese_number, month, number_word, read, with_digits,
};

/// The figures of a claim that stand in none of `texts`, as they are written, each once.
#[must_use]
pub fn figures_not_in(claim: &str, texts: &[&str]) -> Vec<String> {
    let claim = folded(claim);
    if is_rough(&claim) {
        return Vec::new();
    }
    let told: Vec<Told> = texts.iter().map(|text| Told::of(text)).collect();
    let mut found = Vec::new();
    for value in read(without_marker(&with_digits(&claim))).values {
        let stands = || told.iter().any(|one| one.holds(&value, &told));
        if is_figure(&value) && !stands() && !found.contains(&value.written) {
            found.push(value.written);
        }
    }
    found
}

/// Returns true if a value is a figure that a text must contain.
fn is_figure(value: &Quantity) -> bool {
    match value.measure {
        Measure::Weekday(_) => false,
        Measure::Date { year, .. } => year.is_some(),
        Measure::Amount { amount, dimension } => {
            let is_few = dimension == COUNT.dimension && amount < 10.0;
            // "两点" is two o'clock as well as two points.
            let by_numeral = leading_chinese_number(&value.written)
                .is_some_and(|(number, _)| number >= 10.0 || dimension != CLOCK);
            let is_written = value.written.contains(|c: char| c.is_ascii_digit()) || by_numeral;
            is_written && !is_few
        }
    }
}

/// The quantities, numbers and months of a text, in which a figure is looked for.
struct Told {
    values: Vec<Quantity>,
    /// Every number in it, whatever it stands for, with all that it may be.
    numbers: Vec<Vec<f64>>,
    months: Vec<u32>,
    /// True if the language of the text is known, so that its months are read.
    is_read: bool,
}

impl Told {
    fn of(text: &str) -> Self {
        let text = folded(text);
        let in_digits = with_digits(&text);
        let digits = written_numbers(&in_digits);
        let mut numbers: Vec<Vec<f64>> = digits.iter().map(|one| readings(one)).collect();
        let words = in_digits.split(|c: char| !c.is_alphanumeric() && c != '-');
        numbers.extend(words.filter_map(number_word).map(|number| vec![number]));
        let numerals = chinese_numbers(&in_digits);
        numbers.extend(numerals.into_iter().map(|number| vec![number]));
        let values = read(&in_digits).values;
        Self {
            months: months(&in_digits, &values),
            is_read: is_of_known_language(&text),
            values,
            numbers,
        }
    }

    /// Returns true if this text contains a figure; `all` are this and the other texts of the claim.
    fn holds(&self, value: &Quantity, all: &[Self]) -> bool {
        let alike = |other: &Quantity| {
            let agrees = value.measure.agrees(&other.measure) == Some(true);
            agrees && !is_vaguer(other, value)
                || rounds_to(value, other)
                || is_as_warm(value, other)
        };
        if self.values.iter().any(alike) {
            return true;
        }
        match value.measure {
            Measure::Date {
                year: Some(year),
                month,
                ..
            } => {
                let has_month = |month| all.iter().any(|one| one.months.contains(&month));
                let has_year = self.times(f64::from(year)) > 0;
                has_year && month.is_none_or(|month| !self.is_read || has_month(month))
            }
            _ => own_number(value).is_some_and(|number| self.holds_number(value, number)),
        }
    }

    /// Returns true if the text has the number more often than with other units of the same kind.
    fn holds_number(&self, value: &Quantity, number: f64) -> bool {
        let otherwise = self.values.iter().filter(|other| {
            own_number(other).is_some_and(|its| is_same(its, number))
                && is_of_one_kind(value, other)
        });
        self.times(number) > otherwise.count()
    }

    /// Returns the occurrences of a number in the text.
    fn times(&self, number: f64) -> usize {
        let may_be = |readings: &&Vec<f64>| readings.iter().any(|one| is_same(*one, number));
        self.numbers.iter().filter(may_be).count()
    }
}

/// Returns true if the date has no month and the other one has.
fn is_vaguer(value: &Quantity, other: &Quantity) -> bool {
    let month = |value: &Quantity| match value.measure {
        Measure::Date { month, .. } => month,
        _ => None,
    };
    month(value).is_none() && month(other).is_some()
}

/// Returns true if both are temperatures, in Celsius or Fahrenheit, at most 0.5 °C apart.
fn is_as_warm(value: &Quantity, other: &Quantity) -> bool {
    let celsius = |value: &Quantity| match value.measure {
        Measure::Amount { amount, dimension } => match dimension {
            "celsius" => Some(amount),
            "fahrenheit" => Some((amount - 32.0) / 1.8),
            _ => None,
        },
        _ => None,
    };
    let apart = celsius(value).zip(celsius(other)).map(|(a, b)| a - b);
    apart.is_some_and(|apart| apart.abs() <= 0.5)
}

/// Returns true if both amounts have units of one kind: lengths, sums of money.
fn is_of_one_kind(value: &Quantity, other: &Quantity) -> bool {
    let kind = |value: &Quantity| match value.measure {
        Measure::Amount { dimension, .. } => match dimension {
            "months" => Some("time"),
            "celsius" | "fahrenheit" => Some("temperature"),
            "dollars" | "euros" | "pounds" | "yuan" => Some("money"),
            // "10:30" may be in the evening.
            _ if [COUNT.dimension, CLOCK].contains(&dimension) => None,
            _ => Some(dimension),
        },
        _ => None,
    };
    kind(value).is_some_and(|one| kind(other) == Some(one))
}

/// The months that a text names, or may mean by numbers within a date ("05/1884").
fn months(text: &str, values: &[Quantity]) -> Vec<u32> {
    let dated = values.iter().filter_map(|value| match value.measure {
        Measure::Date { month, .. } => month,
        _ => None,
    });
    let words = text.split(|c: char| !c.is_alphanumeric());
    let named = words.filter_map(|word| month(word).or_else(|| month(&titled(word))));
    let runs = text.split(|c: char| !c.is_ascii_digit() && !"./-".contains(c));
    let in_dates = runs
        .filter(|run| run.contains(['.', '/', '-']))
        .flat_map(|run| run.split(['.', '/', '-']))
        .filter_map(|part| part.parse().ok())
        .filter(|number| (1..=12).contains(number));
    dated.chain(named).chain(in_dates).collect()
}

/// A word with its first letter alone as a capital, so that "MAY" is a month; "may" stays none.
fn titled(word: &str) -> String {
    let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
    format!("{first}{}", rest.to_ascii_lowercase())
}

fn is_same(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs())
}

/// The number of a value before its unit.
fn own_number(value: &Quantity) -> Option<f64> {
    let digits = written_numbers(&value.written);
    match digits.first() {
        Some(digits) => readings(digits).first().copied(),
        None => leading_chinese_number(&value.written).map(|(number, _)| number),
    }
}

/// Returns true if `other`, rounded to the digits that `value` is written with, is `value`: 5,213,400 for "5.2
/// million".
fn rounds_to(value: &Quantity, other: &Quantity) -> bool {
    let (
        Measure::Amount { amount, dimension },
        Measure::Amount {
            amount: its,
            dimension: of,
        },
    ) = (value.measure, other.measure)
    else {
        return false;
    };
    let digits = written_numbers(&value.written);
    let Some((step, number)) = digits.first().and_then(|digits| step_of(digits)) else {
        return false;
    };
    dimension == of && (amount - its).abs() <= 0.5 * (step / number) * amount.abs() + 1e-9
}

/// Returns the value of the last significant digit, and the number: 0.1 for 5.2, 100 for 6,200. Zeros at the end of a
/// number below a thousand are significant.
fn step_of(digits: &str) -> Option<(f64, f64)> {
    let plain: String = digits.chars().filter(|c| !SEPARATORS.contains(c)).collect();
    let number: f64 = plain.parse().ok().filter(|number| *number > 0.0)?;
    let power = match plain.split_once('.') {
        Some((_, decimals)) => -i32::try_from(decimals.len()).ok()?,
        None if number >= 1000.0 => {
            let zeros = plain.len() - plain.trim_end_matches('0').len();
            i32::try_from(zeros).ok()?
        }
        None => 0,
    };
    Some((10_f64.powi(power), number))
}

/// Marks between groups of digits.
const SEPARATORS: [char; 5] = [',', '\'', '’', '\u{a0}', '\u{202f}'];

/// The numbers of a text that are written in digits, with the marks between them.
fn written_numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut number = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let ahead = rest.clone().take_while(char::is_ascii_digit).count();
        // What looks like a blank joins groups of three digits only.
        let groups = SEPARATORS.contains(&c) && (c == ',' || ahead == 3);
        let joins = !number.is_empty() && ahead > 0 && (c == '.' || groups);
        if c.is_ascii_digit() || joins {
            number.push(c);
        } else if !number.is_empty() {
            found.push(std::mem::take(&mut number));
        }
    }
    found.extend(Some(number).filter(|number| !number.is_empty()));
    found
}

/// Returns the possible readings of digits, the likeliest first: a number in groups, one whose groups are separated by
/// points, several numbers.
fn readings(digits: &str) -> Vec<f64> {
    let without = |marks: &[char]| -> String {
        let kept = digits.chars().filter(|c| !marks.contains(c));
        kept.collect()
    };
    let pieces = digits.split(|c: char| !c.is_ascii_digit());
    let mut written = vec![without(&SEPARATORS), without(&[',', '.'])];
    written.extend(pieces.map(str::to_owned));
    written.iter().filter_map(|one| one.parse().ok()).collect()
}

/// The numbers of a text that are written in Chinese numerals.
fn chinese_numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (number, length) = match leading_chinese_number(rest) {
            Some((number, length)) => (Some(number), length),
            None => (None, first.len_utf8()),
        };
        found.extend(number);
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// Returns true if a claim gives its figures roughly, compares, or calculates with those of its sources.
fn is_rough(claim: &str) -> bool {
    const WORDS: [&str; 40] = [
        "about",
        "around",
        "approximately",
        "roughly",
        "nearly",
        "almost",
        "some",
        "circa",
        "ca",
        "over",
        "under",
        "below",
        "above",
        "more",
        "less",
        "fewer",
        "least",
        "most",
        "than",
        "between",
        "difference",
        "differ",
        "total",
        "altogether",
        "together",
        "sum",
        "combined",
        "later",
        "earlier",
        "older",
        "younger",
        "ago",
        "twice",
        "half",
        "double",
        "times",
        "average",
        "century",
        "decade",
        "rounded",
    ];
    const CHINESE: [&str; 25] = [
        "约", "大概", "左右", "近", "几乎", "超过", "以上", "以下", "不到", "多达", "余", "相差",
        "差距", "合计", "总共", "一共", "共计", "总计", "平均", "比", "倍", "一半", "世纪", "年代",
        "年前",
    ];
    let lower = claim.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphabetic());
    let many = |c: char| c.is_ascii_digit() || "十百千万".contains(c);
    let mut pairs = claim.chars().zip(claim.chars().skip(1));
    words.any(|word| WORDS.contains(&word))
        || CHINESE.iter().any(|word| claim.contains(word))
        || pairs.any(|(before, c)| many(before) && "多几".contains(c))
        // "in the 1930s"
        || claim.contains("0s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_04_a_figure_that_no_source_gives_is_found() {
        for (claim, text, figures) in [
            (
                "The tower is 99 metres tall and of 1884",
                "It is 42 metres tall. It opened in 1884.",
                vec!["99 metres"],
            ),
            (
                "It was built in 1850",
                "It was built in 1884.",
                vec!["1850"],
            ),
            ("It costs 5 million euros", "It is free.", vec!["5 million"]),
            ("灯塔高九十九米", "灯塔高四十二米。", vec!["九十九米"]),
            ("灯塔高99米", "灯塔高四十二米。", vec!["99米"]),
            (
                "It is 40 metres tall",
                "It is 42 metres tall.",
                vec!["40 metres"],
            ),
            (
                "It is forty-three metres tall",
                "It is 42 metres tall.",
                vec!["43 metres"],
            ),
            (
                "It is two hundred and fifty metres tall",
                "It is 200 metres tall, and 50 wide.",
                vec!["250 metres"],
            ),
            (
                "It is 42 kilometres tall",
                "It is 42 metres tall.",
                vec!["42 kilometres"],
            ),
            (
                "It is 42 feet tall",
                "It is forty-two metres tall.",
                vec!["42 feet"],
            ),
            ("It is 42 °F warm", "It is 42 °C warm.", vec!["42 °F"]),
            ("灯塔高四十二公里", "灯塔高42米。", vec!["四十二公里"]),
            ("灯塔高三米", "灯塔高四米。", vec!["三米"]),
            (
                "It opened in May 1884",
                "It was opened in 1884.",
                vec!["May 1884"],
            ),
            (
                "It opened in May 1884",
                "It was opened in June 1884.",
                vec!["May 1884"],
            ),
            ("它于1884年5月建成", "它于1884年建成。", vec!["1884年5月"]),
            (
                "It is 42 metres tall",
                "The rooms are 4\u{a0}2 each.",
                vec!["42 metres"],
            ),
        ] {
            assert_eq!(figures_not_in(claim, &[text]), figures, "{claim}");
            assert!(figures_not_in(claim, &[text, claim]).is_empty(), "{claim}");
        }
    }

    #[test]
    fn bx_04_a_figure_in_another_form_stands_in_its_source() {
        for (claim, text) in [
            ("It is 42 m tall", "Its height: 42 metres."),
            ("It is 0.33 km long", "It is 330 metres long."),
            ("It is 138 feet tall", "It is 42 metres tall."),
            (
                "It has 5.2 million inhabitants",
                "It has 5,213,400 inhabitants.",
            ),
            ("It has 5213 members", "It has 5.213 members."),
            ("灯塔高42米", "灯塔高四十二米。"),
            ("The tower is 42 metres tall", "灯塔高四十二米。"),
            ("It opened on 19 March 1932", "Opened: 1932-03-19."),
            ("它于1932年建成", "它建成于一九三二年。"),
            ("It has 42 rooms", "It has forty-two rooms."),
            ("It has forty-two rooms", "It has 42 rooms."),
            (
                "It is 250 m tall",
                "It is two hundred and fifty metres tall.",
            ),
            (
                "It was built in 1984",
                "It was built in nineteen eighty-four.",
            ),
            ("It has 42,000 seats", "It has 42\u{a0}000 seats."),
            (
                "It is 42 km from 42 rooms",
                "It is 42 metres tall, with 42 rooms.",
            ),
            ("It is 42 km long", "Its length (km): 42; its width: 42 m."),
            (
                "It opened in May 1884",
                "It was of 1884, and opened in May.",
            ),
            ("It opened in May 1884", "It was opened on 03/05/1884."),
            ("It opened in May 1884", "1884年5月建成。"),
            ("It opened in May 1884", "Sie wurde im Mai 1884 eröffnet."),
            ("It is 3 feet wide", "It is 1 metre wide."),
            ("It is 108 °F warm", "It is 42 °C warm."),
            ("It shuts at 10:30", "It shuts at 10:30 pm."),
            ("1. The tower is white", "The tower is white."),
            ("It is about 40 metres tall", "It is 42 metres tall."),
            ("高40多米", "高四十二米。"),
            ("两者相差12米", "高四十二米，高三十米。"),
            ("It was built in the 1930s", "It was built in 1932."),
            ("It has 3 parts", "It has a base, a shaft and a lamp."),
            ("It is 12 years older", "Of 1884 and 1896."),
            ("Version 3.2 is out", "The release is out."),
            ("", ""),
        ] {
            assert!(
                figures_not_in(claim, &[text]).is_empty(),
                "{claim} / {text}: {:?}",
                figures_not_in(claim, &[text])
            );
        }
    }
}
