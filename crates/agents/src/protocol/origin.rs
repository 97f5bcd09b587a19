//! Labels of trust in words, for prompts and people (BX-05).

use amb_memory::task::Trust;
use amb_memory::text::Language;

/// Returns the origin that a trust label stands for, in words.
#[must_use]
pub fn origin(trust: Trust, language: Language) -> &'static str {
    match (language, trust) {
        (Language::English, Trust::Given) => "given by the user",
        (Language::English, Trust::NamedPage) => "page the user named",
        (Language::English, Trust::FoundPage) => "page found by search",
        (Language::English, Trust::Snippet) => "search snippet, page not read",
        (Language::English, Trust::Imported) => "imported file, origin unchecked",
        (Language::English, Trust::Model) => "written by a model",
        (Language::Chinese, Trust::Given) => "用户提供",
        (Language::Chinese, Trust::NamedPage) => "用户指定的网页",
        (Language::Chinese, Trust::FoundPage) => "搜索到的网页",
        (Language::Chinese, Trust::Snippet) => "搜索摘要，网页未读",
        (Language::Chinese, Trust::Imported) => "导入的文件，来源未核实",
        (Language::Chinese, Trust::Model) => "模型所写",
    }
}
