//! A model that gives the JSON Schema back instead of a value.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// Returns true if a JSON text is a schema: an object with `$schema`, or with `properties` and the type `object`.
pub(super) fn is_schema(json: &str) -> bool {
    // Most answers have neither word in them, and need not be read once more.
    if !json.contains("$schema") && !json.contains("properties") {
        return false;
    }
    json.trim_start().starts_with('{')
        && serde_json::from_str(json).is_ok_and(|shape: Shape| shape.is_schema())
}

#[derive(Deserialize)]
struct Shape {
    #[serde(rename = "$schema")]
    schema: Option<IgnoredAny>,
    #[serde(rename = "type")]
    kind: Option<Value>,
    properties: Option<IgnoredAny>,
}

impl Shape {
    fn is_schema(&self) -> bool {
        let is_object = self.kind.as_ref().and_then(Value::as_str) == Some("object");
        self.schema.is_some() || is_object && self.properties.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_a_schema_is_known_by_its_top_level() {
        assert!(is_schema(r#"{"$schema":"x"}"#));
        assert!(is_schema(r#"{"type":"object","properties":{}}"#));
        assert!(!is_schema(r#"{"type":"object"}"#));
        assert!(!is_schema(r#"{"type":"house","properties":{}}"#));
        assert!(!is_schema(r#"{"a":{"$schema":"x"}}"#));
        assert!(!is_schema(r#"["$schema", null, null]"#));
    }
}
