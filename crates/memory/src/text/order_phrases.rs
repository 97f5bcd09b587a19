//! The words of orders to a model, in English and Chinese.

/// An order by the words that it begins with, and what follows them.
pub(super) struct Phrase {
    /// Whether it stands in the imperative: nobody tells of somebody who does so.
    pub(super) imperative: bool,
    /// One of these begins it.
    pub(super) first: &'static [&'static str],
    /// Then one of each, at most so many characters after the one before, in the same sentence.
    pub(super) then: &'static [(usize, &'static [&'static str])],
}

/// What may stand between two words of an order.
pub(super) const NEAR: usize = 12;
/// What may stand between its verb and its object.
pub(super) const FAR: usize = 24;

const DISOBEY: [&str; 8] = [
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "neglect",
    "stop following",
    "do not follow",
];
const EARLIER: [&str; 9] = [
    "previous",
    "prior",
    "above",
    "earlier",
    "preceding",
    "foregoing",
    "original",
    "initial",
    "your",
];
const TOLD: [&str; 8] = [
    "instruction",
    "instructions",
    "prompt",
    "prompts",
    "directive",
    "directives",
    "guidelines",
    "programming",
];
const REVEAL: [&str; 11] = [
    "reveal", "print", "show", "repeat", "output", "display", "disclose", "leak", "send", "tell",
    "expose",
];
const SEND: [&str; 9] = [
    "send",
    "post",
    "upload",
    "transmit",
    "forward",
    "exfiltrate",
    "submit",
    "leak",
    "append",
];
const MEMORY: [&str; 6] = [
    "the memory",
    "your memory",
    "entire memory",
    "all memory",
    "whole memory",
    "memory contents",
];
const ADDRESS: [&str; 8] = ["http", "https", "www", "@", "网址", "地址", "链接", "邮箱"];

/// As [`END`], and when it was told.
const TOLD_END: [&str; 16] = [
    ".",
    ",",
    ";",
    ":",
    "!",
    "\"",
    "'",
    ")",
    "\n",
    "-",
    "and",
    "before",
    "so far",
    "until now",
    "earlier",
    "above",
];

/// What an order ends with, other than a condition or a closer description, which ordinary ones have.
const END: [&str; 12] = [
    ".", ",", ";", ":", "!", "\"", "'", ")", "\n", "-", "and", "instead",
];

pub(super) const ENGLISH: &[Phrase] = &[
    Phrase {
        imperative: true,
        first: &DISOBEY,
        then: &[
            (NEAR, &TOLD),
            (
                1,
                &[
                    "above",
                    "given above",
                    "you were given",
                    "you have been given",
                    "you've been given",
                    "you received",
                ],
            ),
            (1, &END),
        ],
    },
    Phrase {
        imperative: true,
        first: &DISOBEY,
        then: &[
            (1, &["all", "any", "every"]),
            (
                NEAR,
                &[
                    "rules above",
                    "above rules",
                    "previous rules",
                    "prior rules",
                    "earlier rules",
                    "rules you were given",
                    "rules you have been given",
                ],
            ),
            (1, &END),
        ],
    },
    Phrase {
        imperative: true,
        first: &DISOBEY,
        then: &[
            (NEAR, &["rules", "rules of", "rules in", "rules from"]),
            (
                NEAR,
                &[
                    "your system",
                    "your prompt",
                    "your instructions",
                    "your developer",
                    "your developers",
                    "your creator",
                    "your creators",
                    "your operator",
                    "your training",
                ],
            ),
        ],
    },
    Phrase {
        imperative: true,
        first: &["ignore", "disregard", "override", "bypass"],
        then: &[(NEAR, &["your"]), (NEAR, &["rules"]), (1, &END)],
    },
    Phrase {
        imperative: true,
        first: &["ignore", "disregard", "forget"],
        then: &[
            (1, &["everything", "all", "anything", "whatever", "what"]),
            (
                NEAR,
                &[
                    "you were told",
                    "you have been told",
                    "you've been told",
                    "you were instructed",
                    "you have been instructed",
                    "i told you",
                    "i have told you",
                ],
            ),
            (1, &TOLD_END),
        ],
    },
    Phrase {
        imperative: true,
        first: &DISOBEY,
        then: &[(FAR, &EARLIER), (NEAR, &TOLD)],
    },
    Phrase {
        imperative: true,
        first: &DISOBEY,
        then: &[(NEAR, &["all instructions", "the system prompt"])],
    },
    Phrase {
        imperative: true,
        first: &["ignore", "disregard", "forget"],
        then: &[
            (NEAR, &["the above", "everything above"]),
            (NEAR, &["instead"]),
        ],
    },
    Phrase {
        imperative: true,
        first: &REVEAL,
        then: &[
            (NEAR, &["your", "the"]),
            (
                NEAR,
                &[
                    "system prompt",
                    "hidden instructions",
                    "initial instructions",
                ],
            ),
        ],
    },
    Phrase {
        imperative: true,
        first: &["reveal", "disclose", "leak", "exfiltrate"],
        then: &[
            (1, &["your"]),
            (NEAR, &["memory", "instructions", "prompt"]),
        ],
    },
    Phrase {
        imperative: true,
        first: &SEND,
        then: &[(NEAR, &MEMORY), (NEAR, &["to", "into"]), (FAR, &ADDRESS)],
    },
    Phrase {
        imperative: false,
        first: &["if", "since", "because", "as"],
        then: &[
            (1, &["you are", "you're"]),
            (
                1,
                &[
                    "an ai,",
                    "an ai model",
                    "an ai assistant",
                    "an ai agent",
                    "an ai reading",
                    "an llm",
                    "a language model",
                    "a large language model",
                ],
            ),
        ],
    },
    Phrase {
        imperative: false,
        first: &["attention", "note to", "message to", "instructions for"],
        then: &[(
            2,
            &[
                "ai:",
                "ai!",
                "ai assistants",
                "ai agents",
                "ai models",
                "all ai",
                "any ai",
                "llm",
                "llms",
                "language models",
                "large language models",
            ],
        )],
    },
    Phrase {
        imperative: false,
        first: &[
            "your new instructions are",
            "here are your new instructions",
        ],
        then: &[],
    },
    Phrase {
        imperative: false,
        first: &["do not", "don't", "never"],
        then: &[
            (1, &["mention", "reveal"]),
            (1, &["this", "these instructions"]),
            (1, &["to the user"]),
        ],
    },
];

pub(super) const CHINESE: &[Phrase] = &[
    Phrase {
        imperative: true,
        first: &[
            "忽略",
            "忽视",
            "无视",
            "忘记",
            "忘掉",
            "抛开",
            "不要理会",
            "不必理会",
            "不要遵守",
            "不再遵守",
            "停止遵守",
        ],
        then: &[
            (
                6,
                &[
                    "之前", "以前", "以上", "上述", "先前", "此前", "前面", "上面", "原有", "原来",
                    "所有", "一切", "全部", "你的", "系统",
                ],
            ),
            (6, &["指令", "指示", "提示词", "系统提示", "系统设定"]),
        ],
    },
    Phrase {
        imperative: true,
        first: &["无视"],
        then: &[
            (2, &["以上", "之前", "上述", "前面"]),
            (4, &["内容", "要求", "规则", "提示", "对话", "一切"]),
        ],
    },
    Phrase {
        imperative: false,
        first: &[
            "透露",
            "泄露",
            "输出",
            "打印",
            "显示",
            "展示",
            "重复",
            "复述",
            "说出",
            "公开",
            "告诉我",
            "发送",
        ],
        then: &[
            (3, &["你的", "你所有的", "你全部的"]),
            (
                4,
                &["提示词", "系统提示", "系统指令", "初始指令", "系统设定"],
            ),
        ],
    },
    Phrase {
        imperative: false,
        first: &["把", "将"],
        then: &[
            (6, &["记忆", "系统提示", "提示词"]),
            (
                6,
                &[
                    "发送到",
                    "发送至",
                    "发送给",
                    "发到",
                    "发至",
                    "发给",
                    "上传到",
                    "上传至",
                    "提交到",
                    "转发到",
                    "传到",
                ],
            ),
            (12, &ADDRESS),
        ],
    },
    Phrase {
        imperative: false,
        first: &["发送", "上传", "提交", "转发"],
        then: &[
            (6, &["记忆", "系统提示", "提示词"]),
            (4, &["到", "至", "给"]),
            (12, &ADDRESS),
        ],
    },
    Phrase {
        imperative: false,
        first: &["如果你是", "假如你是", "若你是", "作为"],
        then: &[(
            6,
            &[
                "语言模型，你",
                "语言模型，请",
                "大模型，请",
                "ai，请",
                "ai助手，请",
                "ai 助手，请",
                "人工智能助手，请",
            ],
        )],
    },
];

/// What an imperative may follow without a mark between.
pub(super) const LEADS: [&str; 17] = [
    "please",
    "now",
    "must",
    "should",
    "and",
    "then",
    "immediately",
    "just",
    "kindly",
    "bitte",
    "first",
    "请",
    "现在",
    "必须",
    "立即",
    "务必",
    "并",
];
