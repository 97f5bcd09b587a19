//! The facts about a model that its files do not tell.

use serde::Deserialize;

use crate::OnnxError;

/// How the vectors of the tokens become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over all tokens of a window.
    Mean,
    /// The vector of the first token, `[CLS]`.
    Cls,
}

/// Description of an encoder, from the manifest beside its files.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Description {
    /// Numbers in a vector.
    pub dimensions: usize,
    /// The pooling that the model was trained with.
    pub pooling: Pooling,
    /// Text in front of each text, such as `query: `.
    #[serde(default)]
    pub prefix: String,
    /// Tokens that the model reads at once, `[CLS]` and `[SEP]` included.
    pub max_tokens: usize,
}

impl Description {
    /// Reads a description from JSON.
    ///
    /// # Errors
    /// [`OnnxError::Description`] when it is not one, or a number in it is 0.
    pub fn from_json(json: &str) -> Result<Self, OnnxError> {
        let description: Self = serde_json::from_str(json).map_err(OnnxError::description)?;
        if description.dimensions == 0 || description.max_tokens == 0 {
            return Err(OnnxError::description(
                "dimensions and maxTokens must be at least 1",
            ));
        }
        Ok(description)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let json = r#"{"dimensions":512,"pooling":"cls","maxTokens":256}"#;
        let read = Description::from_json(json).unwrap();
        let expected = Description {
            dimensions: 512,
            pooling: Pooling::Cls,
            prefix: String::new(),
            max_tokens: 256,
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn another_description_is_refused() {
        for json in [
            "",
            "{}",
            r#"{"dimensions":0,"pooling":"cls","maxTokens":256}"#,
            r#"{"dimensions":512,"pooling":"max","maxTokens":256}"#,
            r#"{"dimensions":512,"pooling":"cls","maxTokens":256,"x":1}"#,
        ] {
            let refused = Description::from_json(json);
            assert!(
                matches!(refused, Err(OnnxError::Description { .. })),
                "{json}"
            );
        }
    }
}
