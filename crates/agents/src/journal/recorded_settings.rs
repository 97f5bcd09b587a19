//! Settings as journals of any version hold them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::settings::Settings;

/// Reads the settings of a journal.
///
/// # Errors
/// They are none.
pub(super) fn one<'de, D: Deserializer<'de>, S: From<Settings>>(from: D) -> Result<S, D::Error> {
    let settings = completed(Value::deserialize(from)?).map_err(D::Error::custom)?;
    Ok(settings.into())
}

/// Reads several.
///
/// # Errors
/// One of them is none.
pub(super) fn several<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Settings>, D::Error> {
    let values: Vec<Value> = Vec::deserialize(from)?;
    let settings = values.into_iter().map(completed);
    settings.collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Settings without `llm.reads` are of a version whose model read every document.
fn completed(mut settings: Value) -> Result<Settings, serde_json::Error> {
    if let Some(llm) = settings.get_mut("llm").and_then(Value::as_object_mut) {
        llm.entry("reads").or_insert_with(|| "all".into());
    }
    // By its text, as everything in a journal is read: a second reader of settings would be several kilobytes.
    serde_json::from_str(&settings.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{LlmSettings, Reads};

    fn read(json: &str) -> Settings {
        one(&mut serde_json::Deserializer::from_str(json)).unwrap()
    }

    /// BX-02: a run of an earlier version goes on as it began.
    #[test]
    fn bx_02_the_model_of_an_earlier_journal_reads_every_document() {
        let earlier = read(r#"{"llm":{"model":"a"}}"#);
        assert_eq!(earlier.llm.unwrap().reads, Reads::All);
        assert_eq!(read("{}"), Settings::default());
        let settings = Settings {
            llm: Some(LlmSettings::default()),
            ..Settings::default()
        };
        assert_eq!(read(&serde_json::to_string(&settings).unwrap()), settings);
    }
}
