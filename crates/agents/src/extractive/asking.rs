//! The words with which a question asks, apart from those that say what about.

use std::borrow::Cow;

use amb_memory::retrieval::analyze;

use super::script::is_cjk;

/// Words of asking, longest first where one begins another.
const ASKING_CHINESE: [&str; 85] = [
    "是什么意思",
    "叫什么名字",
    "叫什么",
    "哪一天",
    "什么人",
    "多少钱",
    "几点",
    "哪年",
    "哪天",
    "哪位",
    "多高",
    "多宽",
    "多深",
    "多重",
    "多厚",
    "多快",
    "几岁",
    "几月",
    "几号",
    "何人",
    "有什么区别",
    "什么时候",
    "多长时间",
    "哪几个月",
    "哪几天",
    "哪几",
    "为什么",
    "怎么样",
    "怎么办",
    "怎么",
    "怎样",
    "什么样",
    "是什么",
    "有什么",
    "什么",
    "如何",
    "哪一个",
    "哪一种",
    "哪一年",
    "哪些",
    "哪个",
    "哪种",
    "哪里",
    "哪儿",
    "哪",
    "多少",
    "多久",
    "多大",
    "多长",
    "多远",
    "几个",
    "几种",
    "几",
    "是否",
    "能否",
    "可否",
    "有没有",
    "是不是",
    "能不能",
    "可不可以",
    "为何",
    "何时",
    "何处",
    "何",
    "谁",
    "吗",
    "呢",
    "请问",
    "应该",
    "需要",
    "可以",
    "能够",
    "怎",
    "意思",
    "应当",
    "我",
    "你",
    "您",
    "想要",
    "想",
    "让",
    "把",
    "请",
    "才能",
    "得",
];

const ASKING_ENGLISH: [&str; 44] = [
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did",
    "is", "are", "was", "were", "can", "could", "should", "would", "will", "many", "much", "long",
    "kind", "type", "happen", "happens", "mean", "means", "use", "used", "using", "need", "want",
    "tell", "explain", "describe", "give", "name", "book", "document", "i", "my",
];

/// The question without its words of asking: what to search for by keywords.
#[must_use]
pub fn content_of(question: &str) -> String {
    let mut content = question.to_owned();
    if question.chars().any(is_cjk) {
        for word in ASKING_CHINESE {
            content = content.replace(word, " ");
        }
    }
    let asks = |word: &str| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        ASKING_ENGLISH.contains(&bare.as_str()) && !word.starts_with('`')
    };
    let words: Vec<&str> = content
        .split_whitespace()
        .filter(|word| !asks(word))
        .collect();
    let content = words.join(" ");
    if analyze(&content).is_empty() {
        question.to_owned()
    } else {
        content
    }
}

/// What a question is about: its content, Chinese cut at its small words, so that no pair of
/// characters is made of the end of one word and a particle.
pub(super) fn content_words(question: &str) -> String {
    let content = content_of(question);
    let mut words = String::with_capacity(content.len());
    let mut rest = content.as_str();
    while let Some(c) = rest.chars().next() {
        let whole = WHOLE.iter().find(|word| rest.starts_with(*word));
        let kept = whole.map_or(c.len_utf8(), |word| word.len());
        let (head, tail) = rest.split_at_checked(kept).unwrap_or((rest, ""));
        words.push_str(if whole.is_none() && is_small(c) {
            " "
        } else {
            head
        });
        rest = tail;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ")
}

/// A Chinese text with one word for all that forbids: 禁止 is 不能.
pub(super) fn with_plain_bans(text: &str) -> Cow<'_, str> {
    const BANS: [&str; 6] = ["禁止", "严禁", "不准", "不许", "不得", "不可以"];
    if !BANS.iter().any(|ban| text.contains(ban)) {
        return Cow::Borrowed(text);
    }
    let plain = |text: String, ban: &&str| text.replace(ban, "不能");
    Cow::Owned(BANS.iter().fold(text.to_owned(), plain))
}

/// Whether a character is a Chinese particle, preposition or auxiliary, or a mark.
fn is_small(c: char) -> bool {
    "的了吗呢吧把被和与或就也很太才这那它他她里给是有在从用对为向由于叫，。？！、；：".contains(c)
}

/// Words that hold a character at which Chinese is cut otherwise.
const WHOLE: [&str; 48] = [
    "所有", "有效", "有限", "拥有", "具有", "有关", "有用", "有序", "没有", "私有", "共有", "专有",
    "公有", "国有", "占有", "有益", "有害", "有机", "有名", "有趣", "还是", "但是", "存在", "现在",
    "在线", "用户", "用法", "使用", "应用", "利用", "作用", "采用", "通用", "引用", "调用", "常用",
    "对象", "对话", "绝对", "相对", "针对", "行为", "方向", "自由", "理由", "由于", "和平", "关于",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_asking_are_left_out() {
        assert_eq!(
            content_of("How many loops does the reactor have?"),
            "loops the reactor have?"
        );
        assert_eq!(
            content_of("反应堆有几个冷却回路？").replace(' ', ""),
            "反应堆有冷却回路？"
        );
        assert_eq!(content_of("what is what"), "what is what");
    }

    #[test]
    fn chinese_is_cut_at_its_small_words() {
        for (question, words) in [
            ("灯塔是谁建造的？", "灯塔 建造"),
            ("灯塔有多高？", "灯塔"),
            ("所有权在什么时候转移？", "所有权 转移"),
            ("狗叫什么名字？", "狗"),
        ] {
            assert_eq!(content_words(question), words);
        }
    }
}
