//! The words of orders to a model in other languages: to ignore what it was told.

use super::order_phrases::{FAR, NEAR, Phrase};

pub(super) const GERMAN: &[Phrase] = &[
    Phrase {
        imperative: true,
        first: &GERMAN_DISOBEY,
        then: &[
            (
                FAR,
                &[
                    "vorherigen",
                    "vorhergehenden",
                    "vorangegangenen",
                    "vorigen",
                    "bisherigen",
                    "früheren",
                    "obigen",
                    "ursprünglichen",
                    "deine",
                    "ihre",
                ],
            ),
            (NEAR, &GERMAN_TOLD),
        ],
    },
    Phrase {
        imperative: true,
        first: &GERMAN_DISOBEY,
        then: &[
            (
                1,
                &["alle", "sämtliche", "all die", "alle deine", "alle ihre"],
            ),
            (1, &GERMAN_TOLD),
        ],
    },
    Phrase {
        imperative: true,
        first: &GERMAN_DISOBEY,
        then: &[
            (1, &["alles"]),
            (
                2,
                &[
                    "was dir",
                    "was ihnen",
                    "was man dir",
                    "was ich dir",
                    "was du bisher",
                    "was du zuvor",
                    "was du vorher",
                    "was zuvor",
                    "was vorher",
                    "was bisher",
                    "was oben",
                    "bisherige",
                    "vorherige",
                    "obige",
                    "du bist jetzt",
                    "du bist nun",
                    "und du bist",
                ],
            ),
        ],
    },
];
const GERMAN_DISOBEY: [&str; 6] = [
    "ignoriere",
    "ignorieren sie",
    "vergiss",
    "vergessen sie",
    "missachte",
    "missachten sie",
];
const GERMAN_TOLD: [&str; 8] = [
    "anweisung",
    "anweisungen",
    "instruktion",
    "instruktionen",
    "befehle",
    "vorgaben",
    "prompt",
    "prompts",
];

/// In the letters of [`simplified`]; the verb comes last.
pub(super) const JAPANESE: &[Phrase] = &[
    Phrase {
        imperative: false,
        first: &JAPANESE_EARLIER,
        then: &[
            (6, &JAPANESE_TOLD),
            (
                8,
                &[
                    "无视しろ",
                    "无视せよ",
                    "无视しなさい",
                    "无视すること",
                    "忘れろ",
                    "忘れなさい",
                ],
            ),
        ],
    },
    Phrase {
        imperative: false,
        first: &JAPANESE_EARLIER,
        then: &[
            (6, &JAPANESE_TOLD),
            (8, &["无视して", "忘れて"]),
            (40, &["ください", "下さい", "しろ", "せよ", "なさい"]),
        ],
    },
];
const JAPANESE_EARLIER: [&str; 11] = [
    "以前",
    "これまで",
    "今まで",
    "上记",
    "前述",
    "以上",
    "すべて",
    "全て",
    "あなたの",
    "元の",
    "システム",
];
const JAPANESE_TOLD: [&str; 4] = ["指示", "命令", "プロンプト", "指令"];
