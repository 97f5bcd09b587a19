//! A scenario as a caller of the JavaScript package says it.

use serde_json::{Map, Value, json};

use crate::run::{KEY, given_settings, merge};
use crate::scenario::Scenario;

/// The request, but for its images' bytes, which are in base64.
pub(crate) fn request(scenario: &Scenario) -> Value {
    let request = &scenario.request;
    let mut given = serde_json::to_value(request).unwrap_or_default();
    let documents = request.documents.iter();
    let documents: Vec<Value> = documents
        .map(|document| json!({ "name": document.name, "text": document.text }))
        .collect();
    merge(&mut given, &json!({ "documents": documents, "keep": true }));
    given
}

/// The options that a bank is opened with, for a server at `address`, which is also the proxy: no request leaves
/// it. Pauses are short unless the scenario says otherwise: here they pass in real time.
pub(crate) fn options(scenario: &Scenario, address: &str) -> Value {
    let mut given = json!({ "llm": { "retry": { "backoff": 20, "longestBackoff": 40 } } });
    merge(&mut given, &given_settings(scenario, address));
    let mut settings = match given {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let mut options = Map::new();
    for name in ["llm", "search", "reader"] {
        let mut option = settings.remove(name).unwrap_or_default();
        if let Some(fields) = option.as_object_mut() {
            fields.insert("apiKey".to_owned(), json!(KEY));
        }
        options.insert(name.to_owned(), option);
    }
    options.insert("settings".to_owned(), Value::Object(settings));
    let proxy = json!({ "address": format!("{address}/proxy?url="), "llm": false, "keys": true });
    options.insert("proxy".to_owned(), proxy);
    Value::Object(options)
}
