use crate::text::Language;
use crate::trajectory::MethodologyFormat;
use crate::trajectory::records::{Methodology, MethodologyKind};

/// A methodology as a model is told it; `None` if methodologies are switched off (CG-11).
#[must_use]
pub fn render(
    methodology: &Methodology,
    format: MethodologyFormat,
    language: Language,
) -> Option<String> {
    match format {
        MethodologyFormat::Off => None,
        MethodologyFormat::NaturalLanguage => Some(in_words(methodology, language)),
        MethodologyFormat::Fields => Some(
            serde_json::json!({
                "kind": methodology.kind,
                "situation": methodology.situation,
                "strategy": methodology.strategy,
                "confidence": (f64::from(methodology.confidence) * 100.0).round() / 100.0,
            })
            .to_string(),
        ),
    }
}

fn in_words(methodology: &Methodology, language: Language) -> String {
    let (situation, strategy) = (&methodology.situation, &methodology.strategy);
    let (when, what) = match (language, methodology.kind) {
        (Language::English, MethodologyKind::Advice) => ("Situation: ", "Strategy: "),
        (Language::English, MethodologyKind::Warning) => ("Situation: ", "Warning: "),
        (Language::Chinese, MethodologyKind::Advice) => ("适用情境：", "建议策略："),
        (Language::Chinese, MethodologyKind::Warning) => ("适用情境：", "警告："),
    };
    format!("{when}{situation}\n{what}{strategy}")
}
