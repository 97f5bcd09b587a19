//! The sentences that the engine writes itself, in English and Chinese.

use amb_memory::text::Language;

/// The one or the other, by language.
pub(super) fn either<'w>(language: Language, english: &'w str, chinese: &'w str) -> &'w str {
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// Returns the description of the engine in the label of its results.
pub(super) fn engine_description(language: Language) -> &'static str {
    either(
        language,
        "extractive, no language model",
        "抽取式，无语言模型",
    )
}

/// Why two texts contradict each other: the values that differ, or a denial.
pub(super) fn conflict_reason(language: Language, values: Option<(&str, &str)>) -> String {
    match (language, values) {
        (Language::English, Some((left, right))) => {
            format!("Both speak of the same, but one says {left} and the other {right}.")
        }
        (Language::Chinese, Some((left, right))) => {
            format!("两者所述相同，但一处为 {left}，另一处为 {right}。")
        }
        (Language::English, None) => "One denies what the other affirms.".to_owned(),
        (Language::Chinese, None) => "一处否定了另一处的说法。".to_owned(),
    }
}

/// Returns a sentence that names the keywords which two topics share.
pub(super) fn related_reason(language: Language, shared: &[String]) -> String {
    match language {
        Language::English => format!("Both are about {}.", shared.join(", ")),
        Language::Chinese => format!("两者都涉及{}。", shared.join("、")),
    }
}

/// That two topics share nothing of note.
pub(super) fn unrelated_reason(language: Language) -> String {
    either(
        language,
        "They share no telling keyword.",
        "两者没有共同的关键词。",
    )
    .to_owned()
}

/// The step that validates a conflict.
pub(super) fn cross_validation(language: Language, conflict: &str) -> String {
    let all: Vec<&str> = conflict.lines().collect();
    format!(
        "{}{}",
        either(language, "Cross Validation: ", "交叉验证："),
        all.join(either(language, "; ", "；"))
    )
}

/// The step that recognises an image.
pub(super) fn recognise_image(language: Language, name: &str) -> String {
    format!(
        "{}{name}",
        either(language, "Recognise the image: ", "识别图片：")
    )
}

/// The step that answers the question.
pub(super) fn find_answer(language: Language, question: &str) -> String {
    let step = either(
        language,
        "Find the passages that answer: ",
        "查找能回答以下问题的段落：",
    );
    format!("{step}{question}")
}

/// That the documents do not hold the answer; and where they are in the other language, that only
/// their own words can be found.
pub(super) fn no_answer(language: Language, question: &str, documents: Language) -> String {
    match (language, documents) {
        (Language::English, Language::English) => {
            format!("The documents do not answer this: {question}")
        }
        (Language::English, Language::Chinese) => format!(
            "No answer was found: {question}\nThe documents are in Chinese. Without a language model \
             only their own words are found, so ask in Chinese."
        ),
        (Language::Chinese, Language::Chinese) => format!("文档中没有这个问题的答案：{question}"),
        (Language::Chinese, Language::English) => format!(
            "没有找到答案：{question}\n文档是英文的。没有语言模型时只能查找文档中的原词，请用英文提问。"
        ),
    }
}
