//! Counts of right and wrong judgements.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use amb_bench_recall::Half;

/// One judgement: the expectation, the engine's result, and the groups it counts for.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Its group.
    pub group: Group,
    /// True if the engine should find something.
    pub expected: bool,
    /// True if the engine found something.
    pub found: bool,
    /// True if the engine found the right thing; the same as `found` for a judgement of yes or no.
    pub right: bool,
    /// The input in one line, for people.
    pub input: String,
}

impl Judged {
    /// Returns true if the engine was wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.expected != self.found || (self.found && !self.right)
    }
}

/// Judgements that are counted together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// Half of the data.
    pub half: Half,
    /// Language, such as `en`.
    pub language: String,
    /// Kind of case.
    pub kind: String,
}

/// Counts of one group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases.
    pub cases: usize,
    /// Cases with something to find.
    pub expected: usize,
    /// Cases in which the engine found something.
    pub found: usize,
    /// Cases in which it found the right thing.
    pub right: usize,
}

impl Tally {
    /// Share of the found that is right; `None` where nothing was found.
    #[must_use]
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.found)
    }

    /// Share of the expected that was found rightly; `None` where nothing was expected.
    #[must_use]
    pub fn recall(&self) -> Option<f64> {
        share(self.right, self.expected)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.cases += other.cases;
        self.expected += other.expected;
        self.found += other.found;
        self.right += other.right;
    }
}

/// Counts for each group.
#[must_use]
pub fn groups(judged: &[Judged]) -> BTreeMap<Group, Tally> {
    let mut groups = BTreeMap::<Group, Tally>::new();
    for one in judged {
        *groups.entry(one.group.clone()).or_default() += Tally {
            cases: 1,
            expected: usize::from(one.expected),
            found: usize::from(one.found),
            right: usize::from(one.expected && one.found && one.right),
        };
    }
    groups
}

/// Counts of one half, all kinds and languages together.
#[must_use]
pub fn merged(groups: &BTreeMap<Group, Tally>, half: Half) -> Tally {
    let mut whole = Tally::default();
    for (_, tally) in groups.iter().filter(|(group, _)| group.half == half) {
        whole += *tally;
    }
    whole
}

/// Share of a part in a whole; `None` of nothing.
#[expect(clippy::cast_precision_loss, reason = "some thousand cases")]
pub(crate) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(expected: bool, found: bool, right: bool) -> Judged {
        Judged {
            group: Group {
                half: Half::Test,
                language: "en".to_owned(),
                kind: "plain".to_owned(),
            },
            expected,
            found,
            right,
            input: String::new(),
        }
    }

    #[test]
    fn precision_and_recall_count_what_is_right() {
        let cases = [
            judged(true, true, true),
            judged(true, true, false),
            judged(true, false, false),
            judged(false, true, true),
            judged(false, false, false),
        ];
        let tally = merged(&groups(&cases), Half::Test);
        assert_eq!((tally.cases, tally.right), (5, 1));
        assert_eq!(tally.precision(), Some(1.0 / 3.0));
        assert_eq!(tally.recall(), Some(1.0 / 3.0));
        assert_eq!(merged(&groups(&cases), Half::Development).recall(), None);
        assert_eq!(cases.iter().filter(|case| case.is_wrong()).count(), 3);
    }
}
