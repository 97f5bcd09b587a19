//! Which amounts change by time, and which are of a thing for good.

use super::measure::{Measure, Value};
use super::script::is_cjk;

/// Nouns of what is counted or priced again and again.
const QUANTITIES: &str = "inhabitants residents people members staff employees workers pupils students seats population \
    price fee rent toll fare ticket tickets wage salary tax rate temperature passengers visitors households subscribers \
    customers users revenue turnover sales profit loss budget income debt output membership attendance unemployment gdp \
    level gauge tide snow snowfall rainfall water reservoir glacier limit catch harvest production consumption emissions \
    census survey estimate";

/// Of these a length, a weight or the like changes as well.
const CHANGING: &str = "level gauge tide snow snowfall rainfall water reservoir glacier limit catch harvest output \
    production consumption emissions ice produced mined exported imported harvested consumed emitted";

/// Words of amounts by time, which change whatever they measure.
const RATES: [&str; 8] = [
    " a year",
    " a month",
    " a week",
    " a day",
    " per year",
    " per day",
    " an hour",
    " annually",
];

const CHINESE_CHANGING: [&str; 12] = [
    "水位", "水深", "限速", "产量", "年产", "日产", "降雨", "降水", "积雪", "消费", "库容", "排放",
];

/// Words of what is of a substance or an event for good.
const FIXED: [&str; 9] = [
    "melting",
    "boiling",
    "freezing",
    "magnitude",
    "density",
    "熔点",
    "沸点",
    "密度",
    "震级",
];

fn has_word(text: &str, words: &str) -> bool {
    let lower = text.to_lowercase();
    let mut its = lower.split(|c: char| !c.is_alphanumeric());
    its.any(|word| words.split_whitespace().any(|one| one == word))
}

/// Whether a text names what is counted again and again.
pub(super) fn names_a_quantity(text: &str) -> bool {
    has_word(text, QUANTITIES)
}

/// Whether an amount of what a text tells may be another at another time: a number, a price, a share, a temperature; a
/// length, a weight or an age only of what rises and falls.
pub(super) fn changes(amount: &Value, text: &str) -> bool {
    let Measure::Amount { dimension, .. } = amount.measure else {
        return false;
    };
    let lower = text.to_lowercase();
    if FIXED.iter().any(|word| lower.contains(word)) {
        return false;
    }
    const LASTING: [&str; 9] = [
        "length",
        "mass",
        "area",
        "volume",
        "time",
        "months",
        "bits",
        "frequency",
        "power",
    ];
    let rises = has_word(text, CHANGING)
        || RATES.iter().any(|rate| lower.contains(rate))
        || text.chars().any(is_cjk) && CHINESE_CHANGING.iter().any(|word| text.contains(word));
    !LASTING.contains(&dimension) || rises
}

#[cfg(test)]
mod tests {
    use super::super::facts::parse;
    use super::*;

    #[test]
    fn mb_10_a_number_changes_and_a_height_does_not() {
        let told = |text: &str| parse(text).values.iter().all(|value| changes(value, text));
        for text in [
            "the town had 40 inns",
            "the gauge stood at 2 metres",
            "票价为30元",
            "水位为2米",
        ] {
            assert!(told(text), "{text}");
        }
        for text in [
            "the tower was 40 metres high",
            "the melting point was 141 degrees",
            "塔高300米",
        ] {
            assert!(!told(text), "{text}");
        }
    }
}
