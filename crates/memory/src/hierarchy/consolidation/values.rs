//! Whether a value is of the kind that its relation wants: where it is not beyond doubt, nothing is known.

/// What unlocks or pays for something is nothing to be copied.
const SECRETS: [&str; 28] = [
    "password",
    "passcode",
    "passphrase",
    "pin",
    "key",
    "secret",
    "token",
    "code",
    "credential",
    "login",
    "cvc",
    "cvv",
    "iban",
    "ssn",
    "security",
    "otp",
    "pwd",
    "mnemonic",
    "pw",
    "passwd",
    "pass",
    "seed",
    "recovery",
    "2fa",
    "mfa",
    "totp",
    "combination",
    "unlock",
];
/// Secrets that nothing else is called, so that a value which names one tells one.
const SPOKEN_SECRETS: [&str; 7] = [
    "password",
    "passcode",
    "passphrase",
    "pwd",
    "pw",
    "passwd",
    "otp",
];
/// Of the secrets those that are other things as well, of which one may be the favourite: a key of music, a code editor.
const AMBIGUOUS: [&str; 5] = ["key", "code", "pin", "token", "combination"];
/// What has a number that stands for somebody at an office or a bank.
const NUMBERED: [&str; 6] = [
    "account", "passport", "bank", "licence", "license", "identity",
];
/// Digits of such a number at the least. "My bank is N26" tells of none.
const OFFICIAL_DIGITS: usize = 6;
/// Digits of the number of a card that pays, at the least, and what no telephone's number has.
const CARD_DIGITS: usize = 12;
const LONG_DIGITS: usize = 15;
/// Who or what is meant, is told by what else was said.
const PRONOUNS: [&str; 19] = [
    "i", "me", "you", "your", "it", "its", "this", "that", "these", "those", "him", "her", "them",
    "us", "myself", "yourself", "where", "here", "there",
];
/// What makes a liking one of a moment, or of how things are done.
const PASSING: [&str; 8] = [
    "too", "enough", "being", "much", "today", "tonight", "right", "tomorrow",
];
/// What somebody is for a while, or to a degree: no occupation.
const STATES: [&str; 46] = [
    "late", "early", "sure", "certain", "tired", "away", "today", "tonight", "tomorrow", "now",
    "lost", "confused", "busy", "sick", "ill", "sorry", "wrong", "right", "ready", "behind",
    "ahead", "mess", "wreck", "fan", "fool", "idiot", "minute", "minutes", "hour", "hours",
    "second", "day", "week", "hundred", "thousand", "million", "percent", "bit", "tad", "touch",
    "stuck", "broken", "hungry", "worried", "afraid", "happy",
];
const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
/// When somebody works, and not where.
const SEASONS: [&str; 6] = [
    "Christmas",
    "Easter",
    "Thanksgiving",
    "Ramadan",
    "Noon",
    "Midnight",
];
/// Where somebody comes from who writes for others.
const GROUPS: [&str; 8] = [
    "department",
    "team",
    "office",
    "company",
    "support",
    "desk",
    "group",
    "branch",
];
/// What somebody has in mind, and does not own.
const THOUGHTS: [&str; 16] = [
    "question",
    "questions",
    "guess",
    "point",
    "problem",
    "issue",
    "idea",
    "plan",
    "answer",
    "concern",
    "worry",
    "mistake",
    "fault",
    "advice",
    "hope",
    "fear",
];
/// What is owned and told in a plain word: "my favourite drink is tea".
const TOLD_PLAINLY: [&str; 16] = [
    "favourite",
    "favorite",
    "hobby",
    "sport",
    "language",
    "tongue",
    "colour",
    "color",
    "diet",
    "job",
    "profession",
    "occupation",
    "trade",
    "religion",
    "nationality",
    "instrument",
];
const CHINESE_PRONOUNS: [char; 10] = ['你', '您', '他', '她', '它', '我', '这', '那', '自', '谁'];

/// Whether a value is of the kind that its relation wants: a name, a place, a study.
pub(super) fn fits(relation: &str, value: &str) -> bool {
    if value.ends_with(['呢', '吧', '啊', '哦', '嘛', '呀']) || has(value, &SPOKEN_SECRETS) {
        return false;
    }
    match relation {
        "name" | "名字" => is_name(value),
        "lives in" => words(value).any(is_capital) && !has(value, &PRONOUNS),
        "is from" => words(value).any(is_capital) && !has(value, &PRONOUNS) && !has(value, &GROUPS),
        "works at" => is_employer(value),
        "works as" => begins_with_article(value) && !has(value, &STATES) && !has(value, &PRONOUNS),
        "is" => !has(value, &STATES) && !has(value, &PRONOUNS),
        "likes" | "dislikes" | "prefers" | "uses" => is_taste(value),
        "喜欢" | "不喜欢" => !value.contains(['你', '您']) && !is_pointing(value),
        "住在" => is_home(value),
        "来自" | "过敏" => !is_pointing(value),
        "在学" => !value.starts_with(['校', '习', '会', '着']) && !is_pointing(value),
        "使用" => !value.starts_with(['餐', '心', '功', '力']) && !is_pointing(value),
        "是" => is_role(value),
        _ => !is_secret(relation, value),
    }
}

/// Whether what is called so unlocks or pays for something, or stands for somebody: "password"; "credit card number" and
/// "passport number", if there is one. A favourite key has no number and is none.
fn is_secret(relation: &str, value: &str) -> bool {
    let digits = value.chars().filter(|c| c.is_numeric()).count();
    let is_favourite = digits == 0 && has(relation, &["favourite", "favorite"]);
    let is_one = |word: &str| {
        SECRETS.contains(&word) && !(is_favourite && AMBIGUOUS.contains(&word))
            || digits >= OFFICIAL_DIGITS && NUMBERED.contains(&word)
            || digits >= CARD_DIGITS && word == "card"
    };
    let named = relation.split(|c: char| !c.is_alphanumeric());
    let mut named = named.map(|word| word.to_lowercase());
    digits >= LONG_DIGITS || named.any(|word| is_one(&word) || is_one(word.trim_end_matches('s')))
}

/// Whether "my … is …" tells what somebody has: a name, a number, "a nurse"; a plain word only of what is told in one. "My
/// head is killing me" and "my train is late" tell of a moment.
pub(super) fn is_owned(owned: &str, value: &str) -> bool {
    let value = value.trim();
    let first = words(value).next().unwrap_or_default();
    // "My job is teaching" says what it is; "my job is killing me" does not.
    let is_going_on = first.ends_with("ing") && words(value).count() > 1;
    // "+47 123 45 678".
    let bare = value.trim_start_matches('+');
    let is_thing = bare.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || !c.is_ascii())
        || value.contains('@')
        || begins_with_article(value)
        || has(owned, &TOLD_PLAINLY);
    is_thing
        && !is_going_on
        && !has(owned, &THOUGHTS)
        && !has(value, &STATES)
        && !has(value, &PRONOUNS)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | ';' | '\''))
        .filter(|word| !word.is_empty())
}

fn has(text: &str, any: &[&str]) -> bool {
    // "IT" and "US" are names, "it" and "us" are not.
    words(text).any(|word| {
        let is_shouted = word.len() > 1 && !word.contains(char::is_lowercase);
        !is_shouted && any.contains(&word.to_lowercase().as_str())
    })
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_uppercase() || !c.is_ascii())
}

fn begins_with_article(value: &str) -> bool {
    let first = words(value).next().unwrap_or_default();
    first.eq_ignore_ascii_case("a") || first.eq_ignore_ascii_case("an")
}

/// Whether somebody can have a liking for it or make use of it. "To bother you" is none, "metres to feet" is one.
fn is_taste(value: &str) -> bool {
    let first = words(value).next().unwrap_or_default();
    !first.eq_ignore_ascii_case("to") && !has(value, &PRONOUNS) && !has(value, &PASSING)
}

/// Whether somebody can be employed there: it has a name. "At night" and "for free" have none.
fn is_employer(value: &str) -> bool {
    let is_time =
        |word: &str| SEASONS.contains(&word) || DAYS.contains(&word.trim_end_matches('s'));
    words(value).any(is_capital) && !words(value).any(is_time) && !has(value, &PRONOUNS)
}

/// Whether a Chinese value points at what was meant before: 这样, 你, 那个.
fn is_pointing(value: &str) -> bool {
    value.starts_with(CHINESE_PRONOUNS)
}

/// Whether somebody is at home there, and not for a while.
fn is_home(value: &str) -> bool {
    const FOR_A_WHILE: [&str; 11] = [
        "酒店", "宾馆", "旅馆", "旅店", "民宿", "医院", "宿舍", "附近", "朋友", "家里", "楼",
    ];
    !is_pointing(value) && !FOR_A_WHILE.iter().any(|place| value.contains(place))
}

/// Whether 是 says what somebody is: 程序员; not 认真的, 来问问题的, 觉得这样不行.
fn is_role(value: &str) -> bool {
    const BEGINNINGS: [&str; 26] = [
        "来", "去", "在", "被", "从", "为", "因", "要", "会", "有", "第", "刚", "才", "真", "先",
        "今", "昨", "明天", "觉得", "认真", "怕", "担心", "希望", "打算", "到", "看",
    ];
    !is_pointing(value)
        && !value.ends_with('的')
        && !value.contains('了')
        && !BEGINNINGS.iter().any(|begins| value.starts_with(begins))
}

/// Whether somebody can be called so: "Ann", "Ada Lovelace", 卡尔; not "tomorrow", "when it is done", 你别说话.
fn is_name(value: &str) -> bool {
    // 妈妈来吃饭, 外卖: somebody or something that was called to come.
    const CALLED: [&str; 22] = [
        "来", "去", "吃", "喝", "的", "是", "你", "给", "送", "接", "帮", "打", "做", "买", "车",
        "饭", "外卖", "快递", "滴滴", "救命", "妈", "爸",
    ];
    /// Han characters of a name, a foreign one too.
    const HAN: usize = 6;
    let words: Vec<&str> = value.split_whitespace().collect();
    let is_written_small = value.starts_with(|c: char| c.is_lowercase());
    let is_of_letters = value
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '.' | '·'));
    // "ASAP" is no name; "JD" is.
    let is_shouted = value.chars().count() > 3 && !value.contains(char::is_lowercase);
    let is_han = !value.is_ascii() && !value.contains(' ');
    let is_called = CALLED.iter().any(|word| value.contains(word));
    !is_written_small
        && is_of_letters
        && (is_han || !is_shouted)
        && (value.is_ascii() || value.chars().count() <= HAN || value.contains(['·', ' ']))
        && words.len() <= 4
        && !words.iter().any(|word| DAYS.contains(word))
        && !is_called
        && !value.starts_with(['你', '他', '她', '它', '您', '大', '人'])
        && !value.contains(['了', '别', '，'])
}
