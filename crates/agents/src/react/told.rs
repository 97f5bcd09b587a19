//! Words of the conversation of a step that are not the model's.

use amb_memory::text::Language;

use super::turn::Fault;

/// Returns the text about a call beyond the limit.
pub(super) fn too_many(language: Language, most: usize) -> String {
    match language {
        Language::English => format!(
            "This call was not carried out: at most {most} calls are carried out in a turn. Make it again if it is still needed."
        ),
        Language::Chinese => {
            format!("此调用未执行：每一轮最多执行 {most} 个调用。如仍需要，请再次调用。")
        }
    }
}

/// Returns the text about a repeated call.
pub(super) fn already_made(language: Language, failed: bool) -> &'static str {
    match (language, failed) {
        (Language::English, false) => {
            "You made this call already; its result stands above. Do something else, or answer."
        }
        (Language::English, true) => {
            "You made this call already, and it failed; why stands above. Do something else, or answer."
        }
        (Language::Chinese, false) => "这一调用已经做过，结果在上文。请换一种做法，或直接回答。",
        (Language::Chinese, true) => {
            "这一调用已经做过，但失败了，原因见上文。请换一种做法，或直接回答。"
        }
    }
}

/// Returns the text about a turn's fault.
pub(super) fn unclear(language: Language, fault: Fault) -> &'static str {
    match (language, fault) {
        (Language::English, Fault::CutOff) => {
            "Your message was cut off before its end, and nothing in it was carried out. Write shorter."
        }
        (Language::English, Fault::Neither) => {
            "Your message held neither a tool call nor <answer>…</answer>. Call a tool, or give the answer in its tags."
        }
        (Language::Chinese, Fault::CutOff) => {
            "你的消息没有写完就被截断，其中内容均未执行。请写短一些。"
        }
        (Language::Chinese, Fault::Neither) => {
            "你的消息既没有工具调用，也没有 <answer>…</answer>。请调用工具，或在标签中给出答案。"
        }
    }
}
