//! When two sentences cannot both be true (MB-10): same subject, another number, date or denial.
//!
//! Precision comes before recall: a false dispute costs the reader a validation and taints two
//! nodes.

use std::collections::BTreeSet;

use amb_memory::text::{Language, sentences};

use super::dependence::Standing;
use super::measure::{Measure, Value};
use super::recurrence::{happens_once, may_both_hold};
use super::refuted::parted_at_marks;
use super::relative_times::are_of_other_times;
use super::script::one_line;
use super::statement::Statement;
use super::units::COUNT;
use super::wording::conflict;

/// Two sentences that contradict each other.
#[derive(Debug, Clone)]
pub(super) struct Contradiction<'t> {
    /// The first text's sentence.
    pub(super) left: Statement<'t>,
    /// The second text's sentence.
    pub(super) right: Statement<'t>,
    /// The values that differ; `None` where one sentence denies the other.
    pub(super) values: Option<(Value, Value)>,
}

impl Contradiction<'_> {
    /// Whether it is one of the same two sentences.
    pub(super) fn is_between(&self, other: &Contradiction<'_>) -> bool {
        let (left, right) = (self.left.sentence, self.right.sentence);
        [(left, right), (right, left)].contains(&(other.left.sentence, other.right.sentence))
    }

    /// Whether the left side is contradicted for this value of it; without one, whether one side denies the other.
    pub(super) fn is_for(&self, value: Option<&Value>) -> bool {
        match (&self.values, value) {
            (Some((own, _)), Some(value)) => own.measure.agrees(&value.measure) == Some(true),
            (own, value) => own.is_none() && value.is_none(),
        }
    }
}

/// One side of a conflict, as it is quoted: whole, for two long sentences may differ in their last words alone.
pub(super) fn side(statement: &Statement<'_>) -> String {
    one_line(statement.sentence)
}

/// What stands against what, in words, a line each, in the order of their letters.
pub(super) fn described(language: Language, found: &[&Contradiction<'_>]) -> String {
    let pairs: BTreeSet<String> = found
        .iter()
        .map(|pair| conflict(language, &side(&pair.left), &side(&pair.right)))
        .collect();
    Vec::from_iter(pairs).join("\n")
}

/// The assertions in a text. In a text of one sentence, what a pronoun stands for is what the whole
/// text is about; in a longer one it may be anything before.
pub(super) fn statements(text: &str) -> Vec<Statement<'_>> {
    let told: Vec<&str> = parted_at_marks(text)
        .into_iter()
        .flat_map(|part| sentences(part).into_iter().map(|span| span.of(part)))
        .collect();
    let alone = told.len() == 1;
    told.into_iter()
        .flat_map(Statement::readings)
        .filter(|statement| alone || statement.standing != Standing::Pointing)
        .collect()
}

/// Every contradiction between two texts, each pair of sentences once.
pub(super) fn contradictions<'t>(
    left: &[Statement<'t>],
    right: &[Statement<'t>],
) -> Vec<Contradiction<'t>> {
    let mut found = contradicting_readings(left, right);
    let mut told = BTreeSet::new();
    found.retain(|one| told.insert((one.left.sentence, one.right.sentence)));
    found
}

/// Every contradiction between two texts, each reading of a sentence by itself: one may be decided and another open.
pub(super) fn contradicting_readings<'t>(
    left: &[Statement<'t>],
    right: &[Statement<'t>],
) -> Vec<Contradiction<'t>> {
    left.iter()
        .flat_map(|one| right.iter().map(move |other| (one, other)))
        .filter_map(|(one, other)| contradiction(one, other))
        .filter(|found| !are_of_other_times(found.left.sentence, found.right.sentence))
        .collect()
}

/// Whether and how two assertions contradict each other.
pub(super) fn contradiction<'t>(
    left: &Statement<'t>,
    right: &Statement<'t>,
) -> Option<Contradiction<'t>> {
    let found = |values| Contradiction {
        left: left.clone(),
        right: right.clone(),
        values,
    };
    if left.negated != right.negated {
        let denies = left.denies(right) && (same_values(left, right) || never_dated(left, right));
        return denies.then(|| found(None));
    }
    if left.negated || left.values.is_empty() || right.values.is_empty() {
        return None;
    }
    if !left.same_subject(right) {
        return None;
    }
    let (one, other) = differing_value(left, right)?;
    // What is hardly named is the same thing only if something is measured of it.
    let vague = left.subject.len() < 2 || left.standing != Standing::Alone;
    let counted =
        matches!(one.measure, Measure::Amount { dimension, .. } if dimension == COUNT.dimension);
    (!vague || !counted).then(|| found(Some((one, other))))
}

/// Whether one tells when something happened and the other that it never did.
fn never_dated(left: &Statement<'_>, right: &Statement<'_>) -> bool {
    const NEVER: [&str; 4] = [" never ", "从未", "从来没", "未曾"];
    let (denial, claim) = if left.negated {
        (left, right)
    } else {
        (right, left)
    };
    let lower = denial.sentence.to_lowercase();
    denial.values.is_empty()
        && claim.values.iter().all(|value| value.measure.is_date())
        && (NEVER.iter().any(|word| lower.contains(word)) || happens_once(&lower))
}

fn same_values(left: &Statement<'_>, right: &Statement<'_>) -> bool {
    left.values.len() == right.values.len()
        && left
            .values
            .iter()
            .zip(&right.values)
            .all(|(a, b)| a.measure.agrees(&b.measure) == Some(true))
}

/// The one pair of values that differs, if everything else agrees.
fn differing_value(left: &Statement<'_>, right: &Statement<'_>) -> Option<(Value, Value)> {
    let pairs = paired(left, right)?;
    let mut differing = None;
    for (one, other) in &pairs {
        match one.measure.agrees(&other.measure) {
            Some(true) => {}
            Some(false) if differing.is_none() => differing = Some((*one, *other)),
            _ => return None,
        }
    }
    let (one, other) = differing?;
    let measured = pairs.iter().any(|(value, _)| !value.measure.is_date());
    let (dated, its) = ((left, &one.measure), (right, &other.measure));
    if one.measure.is_date() && may_both_hold(dated, its, measured) {
        return None;
    }
    Some((one.clone(), other.clone()))
}

/// Values that stand for the same in both: in order, or the only ones of their kind.
fn paired<'v>(
    left: &'v Statement<'_>,
    right: &'v Statement<'_>,
) -> Option<Vec<(&'v Value, &'v Value)>> {
    if left.values.len() == right.values.len() {
        return Some(left.values.iter().zip(&right.values).collect());
    }
    let (short, long, swapped) = if left.values.len() < right.values.len() {
        (&left.values, &right.values, false)
    } else {
        (&right.values, &left.values, true)
    };
    let [value] = short.as_slice() else {
        return None;
    };
    let mut same_kind = long
        .iter()
        .filter(|other| value.measure.agrees(&other.measure).is_some());
    let other = same_kind.next()?;
    let has_dates = long.iter().any(|value| value.measure.is_date());
    // A date on one side only may be what makes the amounts differ.
    if same_kind.next().is_some() || has_dates && matches!(value.measure, Measure::Amount { .. }) {
        return None;
    }
    Some(vec![if swapped {
        (other, value)
    } else {
        (value, other)
    }])
}

/// Whether two sentences contradict each other.
#[cfg(test)]
pub(super) fn contradict(left: &str, right: &str) -> bool {
    let (left, right) = (statements(left), statements(right));
    !contradictions(&left, &right).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_planted_contradictions_are_found() {
        for (left, right) in [
            (
                "The bridge was completed in 1932.",
                "The bridge was completed in 1937.",
            ),
            (
                "The bridge opened on 19 March 1932.",
                "The bridge opened on March 20, 1932.",
            ),
            (
                "The reactor has 4 cooling loops.",
                "The reactor has six cooling loops.",
            ),
            (
                "Version 3 supports TLS 1.3.",
                "Version 3 does not support TLS 1.3.",
            ),
            ("The tower is 330 metres high.", "The tower is 0.3 km high."),
            (
                "The city has 1,250,000 inhabitants.",
                "The city has 1.5 million inhabitants.",
            ),
            (
                "The library stores 12% of all maps.",
                "The library stores 21 percent of all maps.",
            ),
            (
                "The daemon can reload its configuration.",
                "The daemon cannot reload its configuration.",
            ),
            ("大桥于1932年建成。", "大桥于1937年建成。"),
            ("这座大桥于 1932 年建成。", "大桥建成于 1937 年。"),
            ("反应堆有4个冷却回路。", "反应堆有六个冷却回路。"),
            ("第三版支持传输层安全协议。", "第三版不支持传输层安全协议。"),
            ("铁路全长120公里。", "铁路全长150公里。"),
            (
                "The cache never stores the user's passwords.",
                "The cache stores the user's passwords in a plain file.",
            ),
            (
                "The north tower is 312 metres tall.",
                "The north tower has a height of 290 metres.",
            ),
            ("游客可以进入灯塔内部。", "游客不可以进入灯塔内部。"),
            ("陶瓷展览五月三日开幕。", "陶瓷展览五月十日开幕。"),
        ] {
            assert!(contradict(left, right), "{left} / {right}");
            assert!(contradict(right, left), "{right} / {left}");
        }
    }

    /// Each stands in a document of one sentence.
    #[test]
    fn mb_10_plain_conflicts_of_two_sentences_are_found() {
        for (left, right) in [
            ("The fair opens on 3 May.", "The fair opens on 10 May."),
            (
                "The fair opens on 3 May 2024.",
                "The fair opens on 3 May 2025.",
            ),
            ("The fair opens on May 3.", "The fair opens on May 10."),
            (
                "The deadline is 3 June 2024.",
                "The deadline is 10 June 2024.",
            ),
            ("The rent is $1,200.", "The rent is $1,500."),
            ("It costs €20.", "It costs €30."),
            ("The office opens at 9:00.", "The office opens at 10:00."),
            ("The train leaves at 14:05.", "The train leaves at 15:20."),
            (
                "The lighthouse of Kerrow Point was first lit in 1887.",
                "The Kerrow Point lighthouse was first lit in 1902.",
            ),
            (
                "The tower, which is painted white, is 41 metres tall.",
                "The tower is 38 metres tall.",
            ),
            ("The ship was sunk in 1916.", "The ship was never sunk."),
            ("You can park here.", "You cannot park here."),
            ("You can park here.", "You can't park here."),
            (
                "Fishing is allowed in the lake.",
                "Fishing is forbidden in the lake.",
            ),
            (
                "You can \u{202e}park\u{202c} here.",
                "You can't pa\u{ad}rk here.",
            ),
            ("门票20元。", "门票30元。"),
            ("塔高三十八米。", "塔高四十二米。"),
            ("水深5米。", "水深8米。"),
            ("公司有员工500人。", "公司有800名员工。"),
            ("他出生于1902年。", "他出生于1905年。"),
            ("办公室上午9点开门。", "办公室上午10点开门。"),
        ] {
            assert!(contradict(left, right), "{left} / {right}");
            assert!(contradict(right, left), "{right} / {left}");
        }
    }

    #[test]
    fn mb_10_two_like_things_are_not_one() {
        for (left, right) in [
            ("A box holds 12 eggs.", "The small box holds 6 eggs."),
            ("The box holds 12 eggs.", "The small box holds 6 eggs."),
            ("A box holds 12 eggs.", "The box holds 6 eggs."),
            (
                "A bridge was completed in 1932.",
                "A bridge was completed in 1937.",
            ),
            ("盒子装12个鸡蛋。", "小盒子装6个鸡蛋。"),
            ("The value is 5.", "The value is 6."),
            ("The result is 5 bytes.", "The result is 6 bytes."),
            (
                "The first tower of the castle of Westby is 30 metres high and square.",
                "The second tower of the castle of Westby is 40 metres high and square.",
            ),
            (
                "The bar is open. It costs €20.",
                "The gate is shut. It costs €30.",
            ),
            ("You need 2 eggs.", "You need 3 eggs."),
            ("The ship sailed in 1916.", "The ship did not sail."),
            ("The office opens at 9:00.", "The office opens at 9 am."),
        ] {
            assert!(!contradict(left, right), "{left} / {right}");
            assert!(!contradict(right, left), "{right} / {left}");
        }
    }

    /// However many words two sentences share, what each says in the same place sets them apart.
    #[test]
    fn mb_10_long_sentences_about_two_things_are_no_contradiction() {
        for (pattern, things) in [
            (
                "The stone bridge over the river Arden near the old market town is {}.",
                ["412 metres long", "14 metres wide"],
            ),
            (
                "The painter Maria Lindgren of the harbour town of Westby by the sea {}.",
                ["was born in 1842", "died in 1911"],
            ),
            (
                "The railway station of the market town of Arden in the valley was {}.",
                ["opened in 1902", "closed in 1961"],
            ),
            (
                "The {} in the wide green valley below the hills of the northern county.",
                ["canal has 412 lamps", "tunnel has 398 lamps"],
            ),
            (
                "The old hospital of the market town of Arden near the harbour has {}.",
                ["40 doctors", "310 beds"],
            ),
            (
                "{}位于县城北部山区的大河之上，全长412米。",
                ["青石大桥", "云山大桥"],
            ),
            ("县城北部大河之上的青石大桥{}。", ["全长412米", "全宽14米"]),
            ("青石大桥位于县城北部的河上，{}。", ["长412米", "宽14米"]),
            (
                "县城北部大河之上的青石大桥于{}。",
                ["1902年建成", "1961年拆除"],
            ),
        ] {
            let [left, right] = things.map(|thing| pattern.replace("{}", thing));
            let right = right.replace("全长412", "全长398");
            assert!(!contradict(&left, &right), "{left} / {right}");
            assert!(!contradict(&right, &left), "{right} / {left}");
        }
        let alike =
            "The stone bridge over the river Arden near the old market town is {} metres long.";
        let [left, right] = ["412", "398"].map(|metres| alike.replace("{}", metres));
        assert!(contradict(&left, &right));
    }

    #[test]
    fn mb_10_every_pair_of_sentences_is_told_once() {
        let left = "The bridge opened in 1932. The toll for a cart is five crowns.";
        let right = "The bridge opened in 1937. The toll for a cart is seven crowns.";
        assert_eq!(
            contradictions(&statements(left), &statements(right)).len(),
            2
        );
    }

    #[test]
    fn mb_10_what_can_both_hold_is_no_contradiction() {
        for (left, right) in [
            (
                "Section A of the fair costs 20 euros.",
                "Section B of the fair costs 30 euros.",
            ),
            (
                "The bridge was completed in 1932.",
                "The bridge was completed in 1932.",
            ),
            (
                "The tower is 330 metres high.",
                "The tower is 0.33 km high.",
            ),
            (
                "The reactor has 4 cooling loops.",
                "The reactor has four cooling loops.",
            ),
            (
                "The population was 5 million in 2010.",
                "The population was 6 million in 2020.",
            ),
            (
                "The population was 5 million in 2010.",
                "The population was 5 million in 2020.",
            ),
            (
                "The city has 5 million inhabitants.",
                "The city had 4 million inhabitants in 1990.",
            ),
            (
                "Debian 10 has 4 editions of the disk.",
                "Debian 11 has 6 editions of the disk.",
            ),
            (
                "The left tower is 30 metres high.",
                "The right tower is 40 metres high.",
            ),
            (
                "The bridge was completed in 1932.",
                "The tunnel was completed in 1937.",
            ),
            (
                "The congress was held in 1932 in Rome.",
                "The congress was held in 1937 in Rome.",
            ),
            ("The value of x is 5.", "If x grows, the value of x is 6."),
            ("2010年人口为500万人。", "2020年人口为600万人。"),
            ("大桥于1932年建成。", "隧道于1937年建成。"),
            ("两者不同。", "两者同。"),
            (
                "The cache stores the user's passwords.",
                "The cache does not store the user's passwords in a plain file.",
            ),
            ("塔高12米，位于山顶。", "塔长15米，位于山顶。"),
        ] {
            assert!(!contradict(left, right), "{left} / {right}");
        }
    }
}
