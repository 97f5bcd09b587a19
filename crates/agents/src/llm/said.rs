//! The final answer of a reply, or the reason for its absence (BX-04, MB-22).

use amb_llm::chat::{Finish, Reply};
use amb_llm::json::{reads_like_refusal, without_thoughts};
use amb_memory::text::{Language, visible};

use super::ask::TO_ALLOW_MORE;
use super::marks::has_marks;
use super::wrapped::{Said, worded};

/// Why a reply is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// It says nothing, or only thinks.
    Blank,
    /// It was cut off before it said anything.
    CutOff,
    /// It refuses.
    Refusal,
    /// It calls a tool, of which there is none here, or is data that says nothing.
    NoWords,
}

impl NoAnswer {
    /// Returns the message for the model when it is asked again.
    pub(super) fn told(self, language: Language) -> &'static str {
        match (language, self) {
            (Language::English, Self::Blank) => {
                "Your reply held no answer. Write the answer itself, from the evidence above."
            }
            (Language::English, Self::CutOff) => {
                "Your reply was cut off before the answer began. Think less, and write the answer itself."
            }
            (Language::English, Self::Refusal) => {
                "The evidence above is the user's own. Answer from it, or say what it lacks, as you were told to."
            }
            (Language::English, Self::NoWords) => {
                "There is no tool here. Write the answer itself, from the evidence above, in the JSON that was asked for."
            }
            (Language::Chinese, Self::NoWords) => {
                "这里没有工具。请根据上面的证据，按要求的 JSON 格式直接写出答案。"
            }
            (Language::Chinese, Self::Blank) => {
                "你的回复中没有答案。请根据上面的证据直接写出答案。"
            }
            (Language::Chinese, Self::CutOff) => {
                "你的回复在答案开始之前就被截断。请少思考，直接写出答案。"
            }
            (Language::Chinese, Self::Refusal) => {
                "上面的证据是用户自己的材料。请按要求根据证据回答，或说明证据缺少什么。"
            }
        }
    }

    /// Returns the fault, for people.
    pub(super) fn fault(self) -> &'static str {
        match self {
            Self::Blank => "its reply was empty, or thoughts alone",
            Self::CutOff => "its reply was cut off before one began",
            Self::Refusal => "its reply was a refusal",
            Self::NoWords => "its reply was a tool call, or empty data, instead of words",
        }
    }

    /// The same, of the last of two.
    pub(super) fn detail(self) -> String {
        let told = format!("it twice gave no answer: at last {}", self.fault());
        match self {
            Self::CutOff => format!("{told}; {TO_ALLOW_MORE}, or have the model think less"),
            _ => told,
        }
    }
}

/// The words of an answer: without thoughts, hidden characters, lines of the prompt (which hold its `fence`), and what
/// stands around the whole of it. That the evidence holds no answer is one too; a refusal that neither cites anything nor
/// says whether the evidence suffices is none.
///
/// # Errors
/// [`NoAnswer`] where there are none.
pub(super) fn said(reply: &Reply, fence: &str) -> Result<Said, NoAnswer> {
    let bare = without_thoughts(&reply.text);
    let own: Vec<&str> = bare.lines().filter(|line| !line.contains(fence)).collect();
    let own = own.join("\n");
    let text = visible(unwrapped(without_end(&own))).trim().to_owned();
    let is_whole = reply.finish != Finish::Length;
    let Some(said) = worded(text, is_whole) else {
        return Err(NoAnswer::NoWords);
    };
    let text = said.text.trim();
    if text.is_empty() && !is_whole {
        Err(NoAnswer::CutOff)
    } else if text.is_empty() {
        Err(NoAnswer::Blank)
    } else if said.sufficient.is_none() && !has_marks(text) && reads_like_refusal(text) {
        Err(NoAnswer::Refusal)
    } else {
        Ok(said)
    }
}

/// Without what ends a model's turn, where its server takes that for words.
fn without_end(text: &str) -> &str {
    const ENDS: [&str; 7] = [
        "<|im_end|>",
        "<|eot_id|>",
        "<|endoftext|>",
        "<|end_of_text|>",
        "<end_of_turn>",
        "<｜end▁of▁sentence｜>",
        "</s>",
    ];
    let mut text = text.trim();
    // `</s>` may end what is struck out.
    let is_end = |end: &&&str| **end != "</s>" || !text.contains("<s>");
    let ends: Vec<_> = ENDS.iter().filter(is_end).collect();
    while let Some(said) = ends.iter().find_map(|end| text.strip_suffix(**end)) {
        text = said.trim_end();
    }
    text
}

/// Without tags and a fence around the whole text, in either order; of several channels the final one.
fn unwrapped(text: &str) -> &str {
    untagged(unfenced(untagged(on_final_channel(text))))
}

/// Returns the words on the final channel if the model marks its channels, nothing if there are only thoughts, and any
/// other text as it is.
fn on_final_channel(text: &str) -> &str {
    const FINAL: &str = "<|channel|>final<|message|>";
    match text.rsplit_once(FINAL) {
        Some((_, said)) if text.starts_with("<|") => {
            said.split("<|").next().unwrap_or_default().trim()
        }
        // Thoughts alone.
        None if text.starts_with("<|channel|>analysis") => "",
        _ => text,
    }
}

/// Returns the last of several answers, even if unfinished, without the words around it.
fn untagged(text: &str) -> &str {
    const END: &str = "</answer>";
    let text = behind_lead(text);
    let Some(first) = text.strip_prefix("<answer>") else {
        // The end of an element whose beginning stands in the text is its own.
        let unopened = text
            .strip_suffix(END)
            .filter(|_| !text.contains("<answer>"));
        return unopened.unwrap_or(text).trim();
    };
    let Some((answers, behind)) = first.rsplit_once(END) else {
        return first.trim();
    };
    let unfinished = behind.trim_start().strip_prefix("<answer>");
    let last = unfinished.unwrap_or_else(|| match answers.rsplit_once(END) {
        Some((_, last)) => last
            .split_once("<answer>")
            .map_or(last, |(_, inside)| inside),
        None => answers,
    });
    last.trim()
}

/// A text that ends with an answer in tags, without what leads to it, be it thoughts in tags of their own. Beside other
/// elements, or behind words that cite where it does not, the answer is a part of what is said.
fn behind_lead(text: &str) -> &str {
    const OF_THOUGHTS: [&str; 6] = [
        "think",
        "thought",
        "reasoning",
        "reflection",
        "analysis",
        "scratchpad",
    ];
    let is_tagged = text.ends_with("</answer>");
    let begin = text.find("<answer>").filter(|_| is_tagged);
    let Some((lead, answer)) = begin.and_then(|at| text.split_at_checked(at)) else {
        return text;
    };
    let mut elements = lead.split("</").skip(1);
    let is_alone = elements.all(|end| OF_THOUGHTS.iter().any(|name| end.starts_with(name)));
    match is_alone && (has_marks(answer) || !has_marks(lead)) {
        true => answer,
        false => text,
    }
}

fn unfenced(text: &str) -> &str {
    let inner = text
        .strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        .and_then(|inner| inner.split_once('\n'))
        .filter(|(language, inner)| {
            let language = language.trim();
            !language.contains(' ') && !language.starts_with("tool") && !inner.contains("```")
        });
    inner.map_or(text, |(_, inner)| inner.trim())
}
