//! Facts about the user by what their sentences begin with: knowledge without a model.

use super::super::entry::Fact;
use super::super::excerpt::Excerpt;
use super::knowledge::{FactReply, FactsReply, FactsRequest, MAX_FACTS};
use super::own_statements::own_statements;
use super::values::{fits, is_owned};

/// Characters of a value; what is longer is a story and no fact.
const MAX_VALUE_CHARS: usize = 80;

/// What an English sentence about oneself begins with, in lower case, and the relation it states.
const ENGLISH: &[(&str, &str)] = &[
    ("i don't like ", "dislikes"),
    ("i do not like ", "dislikes"),
    ("i dislike ", "dislikes"),
    ("i hate ", "dislikes"),
    ("i like ", "likes"),
    ("i love ", "likes"),
    ("i prefer ", "prefers"),
    ("i use ", "uses"),
    ("i live in ", "lives in"),
    ("i work at ", "works at"),
    ("i work for ", "works at"),
    ("i work as ", "works as"),
    ("i come from ", "is from"),
    ("i am from ", "is from"),
    ("i'm from ", "is from"),
    ("i am allergic to ", "is allergic to"),
    ("i'm allergic to ", "is allergic to"),
    ("my name is ", "name"),
    ("call me ", "name"),
    ("i am a ", "is"),
    ("i am an ", "is"),
    ("i'm a ", "is"),
    ("i'm an ", "is"),
    ("the user likes ", "likes"),
    ("the user prefers ", "prefers"),
    ("the user dislikes ", "dislikes"),
    ("the user uses ", "uses"),
    ("the user lives in ", "lives in"),
    ("the user is a ", "is"),
    ("the user is an ", "is"),
];

/// The same in Chinese; each after 我, 用户 or 本人.
const CHINESE: &[(&str, &str)] = &[
    ("不喜欢", "不喜欢"),
    ("讨厌", "不喜欢"),
    ("喜欢", "喜欢"),
    ("偏好", "喜欢"),
    ("住在", "住在"),
    ("来自", "来自"),
    ("的名字是", "名字"),
    ("的名字叫", "名字"),
    ("叫", "名字"),
    ("的生日是", "生日"),
    ("使用", "使用"),
    ("在用", "使用"),
    ("在学", "在学"),
    ("是", "是"),
];

/// The facts of first-hand memories that state nothing else: "I like tea. I live in Oslo.", "我喜欢茶。" What others write
/// is not read for facts without a model, nor what the user shows of it.
#[must_use]
pub fn pattern_facts(request: &FactsRequest) -> FactsReply {
    let mut facts = Vec::new();
    if request.may_speak_of_user {
        for memory in &request.memories {
            facts.extend(facts_of(memory));
        }
    }
    facts.truncate(MAX_FACTS);
    FactsReply { facts }
}

fn facts_of(memory: &Excerpt) -> Vec<FactReply> {
    stated_facts(&memory.content)
        .into_iter()
        .map(|(relation, value)| FactReply {
            subject: Fact::USER.to_owned(),
            relation,
            value,
            source_ids: vec![memory.id.clone()],
        })
        .collect()
}

/// Relation and value of each fact of a user's text that states facts alone.
pub(super) fn stated_facts(text: &str) -> Vec<(String, String)> {
    let statements = own_statements(&text.replace('’', "'"));
    let facts: Option<Vec<(&str, &str)>> = statements.iter().map(|one| stated(one)).collect();
    facts
        .unwrap_or_default()
        .into_iter()
        .map(|(relation, value)| (relation.to_owned(), value.to_owned()))
        .collect()
}

/// The relation and value that a sentence, its apostrophes straight, states of the user.
fn stated(sentence: &str) -> Option<(&str, &str)> {
    let sentence = sentence.trim();
    let (relation, value) = english(sentence)
        .or_else(|| possession(sentence))
        .or_else(|| chinese(sentence))?;
    let value = whole_value(relation, value);
    let chars = value.chars().count();
    let is_value = (1..=MAX_VALUE_CHARS).contains(&chars)
        && !is_empty_word(value)
        && !is_unsettled(value)
        && fits(relation, value);
    is_value.then_some((relation, value))
}

/// A value up to where its sentence goes on with something else.
fn whole_value<'t>(relation: &str, said: &'t str) -> &'t str {
    const GOES_ON: [&str; 8] = [
        ", not ",
        ", but ",
        ", and i",
        " but i ",
        " and i ",
        " and i'm ",
        " because ",
        "，",
    ];
    let lower = said.to_ascii_lowercase();
    let ends = GOES_ON.iter().filter_map(|word| lower.find(word));
    let comma = (relation == "name").then(|| lower.find(',')).flatten();
    let end = ends.chain(comma).min().unwrap_or(said.len());
    let value = said.get(..end).unwrap_or_default().trim();
    value
        .trim_end_matches(['.', '!', '。', '！', '；', ';', ','])
        .trim()
}

/// "My name is not Carl", "I like none of these", "I love you", "I am a bit lost", "我是说", "我喜欢的书丢了": no value.
fn is_empty_word(value: &str) -> bool {
    const FIRST: [&str; 26] = [
        "not", "no", "never", "neither", "none", "nothing", "nobody", "any", "it", "this", "that",
        "these", "those", "you", "your", "him", "her", "them", "me", "how", "what", "when", "bit",
        "little", "lot", "few",
    ];
    const LAST: [&str; 3] = ["no longer", "any more", "anymore"];
    const ASKED: [&str; 5] = ["谁", "什么", "哪", "怎么", "多少"];
    let lower = value.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.next().is_some_and(|first| FIRST.contains(&first))
        || LAST.iter().any(|last| lower.ends_with(last))
        || value.starts_with(['不', '否', '没', '说', '想', '的', '了', '过', '着'])
        || ASKED.iter().any(|word| value.contains(word))
}

/// "Oslo if I get the job", "tea, he said", 北京的时候很穷: what makes a statement conditional, another's, or of another time.
fn is_unsettled(value: &str) -> bool {
    const WORDS: [&str; 25] = [
        "if", "unless", "until", "till", "when", "while", "once", "before", "after", "or", "so",
        "no", "not", "never", "he", "she", "they", "said", "says", "told", "wish", "would",
        "could", "might", "maybe",
    ];
    const CHINESE: [&str; 12] = [
        "的时候",
        "很",
        "如果",
        "要是",
        "可能",
        "也许",
        "以前",
        "之前",
        "曾",
        "他说",
        "她说",
        "说的",
    ];
    let lower = value.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| WORDS.contains(&word)) || CHINESE.iter().any(|word| value.contains(word))
}

fn english(sentence: &str) -> Option<(&str, &str)> {
    ENGLISH.iter().find_map(|(beginning, relation)| {
        let head = sentence.get(..beginning.len())?;
        head.eq_ignore_ascii_case(beginning)
            .then_some((*relation, sentence.get(beginning.len()..)?))
    })
}

/// "My favourite drink is tea": the relation is what is owned, of at most three words.
fn possession(sentence: &str) -> Option<(&str, &str)> {
    let head = sentence.get(..3)?;
    let rest = sentence
        .get(3..)
        .filter(|_| head.eq_ignore_ascii_case("my "))?;
    let (relation, value) = rest.split_once(" is ")?;
    let words = relation.split_whitespace().count();
    ((1..=3).contains(&words) && is_owned(relation, value)).then_some((relation, value))
}

fn chinese(sentence: &str) -> Option<(&str, &str)> {
    let said = ["我", "用户", "本人"]
        .iter()
        .find_map(|subject| sentence.strip_prefix(subject))?;
    if let Some(rest) = said.strip_prefix('对') {
        let (value, _) = rest.split_once("过敏")?;
        return Some(("过敏", value));
    }
    CHINESE
        .iter()
        .find_map(|(verb, relation)| Some((*relation, said.strip_prefix(verb)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn af_09_sentences_about_oneself_state_facts() {
        for (sentence, relation, value) in [
            ("I like green tea.", "likes", "green tea"),
            ("I don't like coffee!", "dislikes", "coffee"),
            ("My name is Ada", "name", "Ada"),
            ("My favourite drink is tea.", "favourite drink", "tea"),
            ("I'm a Rust developer.", "is", "Rust developer"),
            ("我喜欢绿茶。", "喜欢", "绿茶"),
            ("我不喜欢咖啡", "不喜欢", "咖啡"),
            ("用户是Python开发者", "是", "Python开发者"),
            ("我对花生过敏。", "过敏", "花生"),
            ("My name is Carl, not Karl.", "name", "Carl"),
            ("Call me Ann!", "name", "Ann"),
            ("我叫卡尔，不是卡儿。", "名字", "卡尔"),
            ("I like tea, not coffee.", "likes", "tea"),
            ("I live in Oslo and I like it here.", "lives in", "Oslo"),
            ("I live in Leeds, UK.", "lives in", "Leeds, UK"),
            (
                "I live in the north of Spain.",
                "lives in",
                "the north of Spain",
            ),
            ("Call me JD", "name", "JD"),
            ("My name is Jean-Luc O'Neill.", "name", "Jean-Luc O'Neill"),
            ("我叫让·皮埃尔。", "名字", "让·皮埃尔"),
            ("我在学日语", "在学", "日语"),
        ] {
            assert_eq!(stated(sentence), Some((relation, value)), "{sentence}");
        }
    }

    #[test]
    fn af_09_other_sentences_state_none() {
        for sentence in [
            "Do I like tea?",
            "He said: I like tea.",
            "If I like tea, I drink it.",
            "I like ",
            "我",
            "",
            "İ like tea",
            "My name is not Carl.",
            "我是说这样不好",
            "I am a nurse no longer.",
            "I am a bit lost.",
            "I like none of these.",
            "I love you.",
            "Call me tomorrow.",
            "Call me on Monday",
            "Call me Monday",
            "我叫你别说话。",
            "我喜欢的书丢了。",
            "我住在哪里",
            "Call me 0171 2345678.",
            "Call me ASAP!",
            "我叫妈妈来吃饭。",
            "我叫外卖",
            "我叫滴滴来接你",
            "我叫张三李四是我的朋友",
            "I live in Oslo no more.",
            "I live in Oslo if I get the job.",
            "I live in Paris, or so I wish.",
            "I live in fear of my boss.",
            "我住在北京的时候很穷。",
            "I like tea, he said.",
            "我是你爸爸",
            "我在学校",
            "我在用餐",
            "My password is hunter2",
            "My credit card number is 4111 1111 1111 1111.",
            "My IBAN is DE89370400440532013000.",
            "My Visa is 4111 1111 1111 1111.",
            "My account number is DE89370400440532013000.",
            "I use Swordfish as my password.",
            "My email is ada@x.example, my password is Swordfish.",
            "My API keys is abc",
            "My PW is Blue42.",
            "My pass is Blue42.",
            "My seed phrase is Apple Banana Cherry.",
            "My 2FA is 123456.",
            "My safe combination is 12-34-56.",
            "My unlock pattern is an L.",
            "My bank account number is 12345678901.",
            "My passport number is X1234567.",
            "My favourite password is Swordfish.",
            "My favourite code is 4711.",
        ] {
            assert_eq!(stated(sentence), None, "{sentence}");
        }
    }

    /// What tells of a moment, of a degree or of what was meant before states nothing that lasts.
    #[test]
    fn af_09_what_only_looks_like_a_fact_is_none() {
        for sentence in [
            "I'm a minute late.",
            "I am a hundred percent sure.",
            "I am an hour away.",
            "I'm a mess today.",
            "I'm a big fan of yours.",
            "I'm a touch tired.",
            "I work at night.",
            "I work at home.",
            "I work for free.",
            "I work for myself.",
            "I work at Christmas.",
            "I work as hard as I can.",
            "I'm from the IT department.",
            "I hate to bother you.",
            "I use to smoke.",
            "I use my phone too much.",
            "I love where this is going.",
            "I like working with you.",
            "I like being called Bob.",
            "My head is killing me.",
            "My train is late.",
            "My phone is broken.",
            "My deadline is tomorrow.",
            "My question is about tax.",
            "My guess is a typo.",
            "My job is killing me.",
            "My bag is here.",
            "我喜欢你。",
            "我喜欢和你聊天。",
            "我讨厌这样。",
            "我不喜欢他。",
            "我是认真的。",
            "我是来问问题的。",
            "我是第一次来。",
            "我是觉得这样不行。",
            "我是在开玩笑。",
            "我是被逼的。",
            "我住在酒店。",
            "我住在这里。",
            "我对这个过敏。",
        ] {
            assert_eq!(stated(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn af_09_what_lasts_is_a_fact() {
        for (sentence, relation, value) in [
            ("I work at Siemens.", "works at", "Siemens"),
            ("I work for the Red Cross", "works at", "the Red Cross"),
            ("I work at 清华大学.", "works at", "清华大学"),
            ("I work as a night nurse.", "works as", "a night nurse"),
            ("I'm from the US.", "is from", "the US"),
            ("I'm a retired teacher.", "is", "retired teacher"),
            ("I hate Mondays.", "dislikes", "Mondays"),
            ("I like swimming.", "likes", "swimming"),
            ("I prefer metres to feet.", "prefers", "metres to feet"),
            ("My wife is a nurse.", "wife", "a nurse"),
            ("My sister's name is Ann.", "sister's name", "Ann"),
            ("My favourite colour is blue.", "favourite colour", "blue"),
            ("My hobby is swimming.", "hobby", "swimming"),
            ("My birthday is 3 May.", "birthday", "3 May"),
            (
                "My favourite code editor is Vim.",
                "favourite code editor",
                "Vim",
            ),
            ("My favourite key is C major.", "favourite key", "C major"),
            ("My bank is N26.", "bank", "N26"),
            ("My passport is an Irish one.", "passport", "an Irish one"),
            ("我喜欢看书。", "喜欢", "看书"),
            ("我讨厌下雨。", "不喜欢", "下雨"),
            ("我是小学老师。", "是", "小学老师"),
            ("我住在上海。", "住在", "上海"),
            ("我在学做饭。", "在学", "做饭"),
        ] {
            assert_eq!(stated(sentence), Some((relation, value)), "{sentence}");
        }
    }

    fn read(text: &str) -> Vec<(String, String)> {
        let memory = Excerpt {
            id: "m".into(),
            content: text.to_owned(),
            created_at: 0,
            importance: 0.5,
            memory_type: crate::hierarchy::MemoryType::Conversation,
            speaker: crate::hierarchy::Speaker::User,
            trust: crate::task::Trust::Given,
        };
        let facts = facts_of(&memory);
        facts.into_iter().map(|f| (f.relation, f.value)).collect()
    }

    #[test]
    fn af_09_a_text_that_states_facts_alone_is_read() {
        let facts = read("Hi! I’m a nurse. I live in Leeds. Thanks!");
        assert_eq!(
            facts,
            [("is", "nurse"), ("lives in", "Leeds")].map(|(r, v)| (r.to_owned(), v.to_owned()))
        );
    }

    /// What a user shows, asks about or has translated states nothing of them, however they introduce it.
    #[test]
    fn bx_05_a_strangers_letter_is_no_knowledge_of_the_user() {
        for text in [
            "把下面的话翻译成英文：我住在巴黎。我喜欢猫。",
            "把这封信翻译成英文：我叫伊娃。我是护士。",
            "这封邮件是什么意思：你好，我叫伊娃。我是护士。",
            "帮我总结这封信。我是护士。",
            "I got this email: hello, my name is Eve. I am a nurse. I live in Leeds.",
            "What does this letter mean? I am a nurse. I live in Leeds.",
            "Is this a scam? Dear friend. My name is Eve. I live in Leeds.",
            "I need a translation of this into German. I am a nurse. I live in Leeds.",
            "Can you tell me who wrote this - my name is Eve. I am a nurse.",
            "Fix the grammar: I is a nurse. I like cats.",
            "Write a poem in the voice of a nurse. I am a nurse. I like cats.",
            "He said 'I live in Paris. I like cats.'",
            "He said ‘I live in Paris. I like cats.’",
            "Could you please proofread I am a nurse. I live in Leeds.",
            "I am in a hurry. Summarise: I live in Leeds. I love spam.",
            "My name is Eve. I live in Leeds.\n\nTranslate the above into German.",
            "我叫伊娃。我住在巴黎。把上面的话翻译成英文。",
            "My name is Eve. I am allergic to penicillin. This is a patient's letter, summarise it.",
            "I am a nurse. I like cats. (Please fix the grammar of this.)",
            "My name is Inigo Montoya. Which film is that from?",
            "I'm a barbie girl. Who wrote that song?",
            "I like tea. NOT!",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}
