//! A scenario in the form of the JavaScript package.

use serde_json::{Map, Value, json};

use crate::run::{KEY, TOKEN, given_settings, merge};
use crate::scenario::Scenario;

/// Settings that have an option of their own, beside `settings`.
const OWN_OPTIONS: [&str; 5] = ["llm", "search", "reader", "budget", "prices"];

/// Returns the request, with its images' bytes in base64, and its budget, which is an option of the call.
pub(crate) fn request(scenario: &Scenario) -> (Value, Value) {
    let request = &scenario.request;
    let mut given = serde_json::to_value(request).unwrap_or_default();
    let documents = request.documents.iter();
    let documents: Vec<Value> = documents
        .map(|document| json!({ "name": document.name, "text": document.text }))
        .collect();
    merge(&mut given, &json!({ "documents": documents, "keep": true }));
    let budget = given.as_object_mut().and_then(|it| it.remove("budget"));
    (given, budget.unwrap_or_default())
}

/// Returns the options of the bank, for a server at `address`, which is also the proxy: no request leaves it. Pauses
/// are short unless the scenario sets them: here they pass in real time.
pub(crate) fn options(scenario: &Scenario, address: &str) -> Value {
    let mut given = json!({ "llm": { "retry": { "backoff": 20, "longestBackoff": 40 } } });
    merge(&mut given, &given_settings(scenario, address));
    let mut settings = match given {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let mut options = Map::new();
    for name in OWN_OPTIONS {
        options.insert(name.to_owned(), settings.remove(name).unwrap_or_default());
    }
    for name in ["llm", "search", "reader"] {
        if let Some(fields) = options.get_mut(name).and_then(Value::as_object_mut) {
            fields.insert("apiKey".to_owned(), json!(KEY));
        }
    }
    options.insert("settings".to_owned(), Value::Object(settings));
    let proxy = json!({
        "address": format!("{address}/proxy?url="),
        "llm": false,
        "keys": true,
        "token": TOKEN,
    });
    options.insert("proxy".to_owned(), proxy);
    Value::Object(options)
}
