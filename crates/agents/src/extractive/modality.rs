//! What a rule says besides its matter: whether it binds, and whether it speaks of everybody.

/// What is said of a duty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// Something must be done; denied, it is forbidden.
    Must,
    /// There is a need to do it; denied, it is left to everyone.
    Need,
}

/// People of whom "may" tells a permission and no guess.
const PEOPLE: [&str; 42] = [
    "nobody",
    "everybody",
    "anybody",
    "everyone",
    "anyone",
    "one",
    "person",
    "persons",
    "people",
    "adult",
    "adults",
    "child",
    "children",
    "dog",
    "dogs",
    "driver",
    "drivers",
    "employee",
    "employees",
    "guest",
    "guests",
    "member",
    "members",
    "passenger",
    "passengers",
    "pet",
    "pets",
    "player",
    "players",
    "pupil",
    "pupils",
    "resident",
    "residents",
    "student",
    "students",
    "tenant",
    "tenants",
    "visitor",
    "visitors",
    "worker",
    "workers",
    "staff",
];

/// Whether "may" permits something after this word.
pub(super) fn permits(before: &str) -> bool {
    PEOPLE.contains(&before)
}

/// What words of a rule come to, in one form for all that mean the same.
pub(super) struct Reading {
    /// How many words were read.
    pub(super) length: usize,
    /// What they say without denying.
    pub(super) plain: &'static str,
    /// Whether they deny that.
    pub(super) denies: bool,
    /// The duty that they tell of.
    pub(super) duty: Option<Duty>,
}

/// What the words of a rule at the beginning of these (in lower case, contractions apart) come to.
pub(super) fn reading(words: &[&str]) -> Option<Reading> {
    let of = |length, plain, denies, duty| {
        Some(Reading {
            length,
            plain,
            denies,
            duty,
        })
    };
    match words {
        ["no", "one", ..] => of(2, "everybody", true, None),
        ["nobody", ..] => of(1, "everybody", true, None),
        ["everybody" | "everyone" | "anybody" | "anyone", ..] => of(1, "everybody", false, None),
        ["not", "all", ..] => of(2, "not all", false, None),
        ["all", ..] => of(1, "", false, None),
        ["may", ..] => of(1, "can", false, None),
        ["must" | "shall", ..] => of(1, "must", false, Some(Duty::Must)),
        ["need" | "needs", "not", ..] => of(2, "must", true, Some(Duty::Need)),
        [
            "need" | "needs" | "needed" | "have" | "has" | "had" | "required" | "obliged",
            "to",
            ..,
        ] => of(2, "must", false, Some(Duty::Need)),
        ["forbidden" | "prohibited" | "banned" | "disallowed", ..] => of(1, "allowed", true, None),
        ["permitted", ..] => of(1, "allowed", false, None),
        ["optional" | "voluntary", ..] => of(1, "required", true, None),
        ["mandatory" | "compulsory" | "obligatory", ..] => of(1, "required", false, None),
        ["is" | "are", "closed" | "shut", ..] => of(2, "is open", true, None),
        _ => None,
    }
}

/// The same for the beginning of a Chinese text; the length is in bytes.
pub(super) fn chinese_reading(text: &str) -> Option<Reading> {
    /// Spellings, what they say, whether they deny it, the duty.
    type Row = (&'static [&'static str], &'static str, bool, Option<Duty>);
    const READINGS: [Row; 6] = [
        (
            &["任何人", "每个人", "所有人", "人人", "大家", "谁都"],
            "人人",
            false,
            None,
        ),
        (&["没有人", "没人", "无人"], "人人", true, None),
        (
            &["不必", "不须", "不需要", "无需", "无须", "毋须", "不用"],
            " ",
            true,
            Some(Duty::Need),
        ),
        (&["必须", "务必", "须"], " ", false, Some(Duty::Must)),
        (
            &[
                "禁止",
                "严禁",
                "不准",
                "不许",
                "不得",
                "不允许",
                "不可以",
                "不能",
                "不会",
                "无法",
            ],
            " ",
            true,
            None,
        ),
        (&["允许", "准许"], " ", false, None),
    ];
    READINGS
        .iter()
        .find_map(|(spellings, plain, denies, duty)| {
            let found = spellings.iter().find(|word| text.starts_with(*word))?;
            Some(Reading {
                length: found.len(),
                plain,
                denies: *denies,
                duty: *duty,
            })
        })
}

#[cfg(test)]
mod tests {
    use super::super::contradiction::contradict;

    #[test]
    fn mb_10_a_rule_stands_against_its_opposite() {
        for (left, right) in [
            (
                "Visitors must wear a helmet.",
                "Visitors need not wear a helmet.",
            ),
            (
                "Visitors are required to wear a helmet.",
                "Visitors don't have to wear a helmet.",
            ),
            (
                "Visitors must wear a helmet.",
                "Visitors must not wear a helmet.",
            ),
            (
                "Visitors may enter the hall.",
                "Visitors may not enter the hall.",
            ),
            (
                "Nobody may enter the hall.",
                "Everybody may enter the hall.",
            ),
            ("No one can enter the hall.", "Everyone may enter the hall."),
            ("The helmet is mandatory.", "The helmet is optional."),
            (
                "The library is open on Sunday.",
                "The library is closed on Sunday.",
            ),
            (
                "All members may vote on the rent.",
                "No members may vote on the rent.",
            ),
            (
                "Smoking is permitted in the hall.",
                "Smoking is prohibited in the hall.",
            ),
            ("游客必须戴头盔。", "游客不必戴头盔。"),
            ("游客必须戴头盔。", "游客无需戴头盔。"),
            ("任何人不得进入大厅。", "人人可以进入大厅。"),
            ("没有人可以进入大厅。", "任何人都可以进入大厅。"),
            ("湖里禁止钓鱼。", "湖里允许钓鱼。"),
        ] {
            assert!(contradict(left, right), "{left} / {right}");
            assert!(contradict(right, left), "{right} / {left}");
        }
        for (left, right) in [
            (
                "Visitors can wear a helmet.",
                "Visitors need not wear a helmet.",
            ),
            (
                "Visitors must not wear a helmet.",
                "Visitors need not wear a helmet.",
            ),
            (
                "Prices may rise in the town.",
                "Prices may not rise in the town.",
            ),
            (
                "Members may vote on the rent.",
                "Not all members may vote on the rent.",
            ),
            ("Nobody may enter the hall.", "Nobody must enter the hall."),
            ("游客可以戴头盔。", "游客不必戴头盔。"),
            ("游客不得戴头盔。", "游客不必戴头盔。"),
        ] {
            assert!(!contradict(left, right), "{left} / {right}");
            assert!(!contradict(right, left), "{right} / {left}");
        }
    }
}
