//! Cross-validation without a language model (BX-01, MB-12): nothing is decided, both sides stay visible.

use amb_memory::text::Language;

use super::wording::either;
use crate::protocol::{ValidationOutput, Verdict};

/// The verdict: a contradiction that was found without a model is a hint, and no count of sources makes it more.
pub(super) fn validate(language: Language) -> ValidationOutput {
    let explanation = either(
        language,
        "Without a language model nothing is decided; both sides stay visible as disputed.",
        "没有语言模型时不作裁决，双方均保留为有争议。",
    );
    ValidationOutput {
        verdict: Verdict::Inconclusive,
        explanation: explanation.to_owned(),
    }
}
