use amb_store::StoreError;
use serde::Serialize;

#[derive(Serialize)]
struct Body<'a, P> {
    statement: &'a str,
    parameters: Parameters<'a, P>,
}

/// One parameter, a map: Neo4j plans a statement anew for each combination of the parameters' types and sizes, but
/// looks into no map.
#[derive(Serialize)]
struct Parameters<'a, P> {
    given: &'a P,
}

/// Returns the body of a request: a statement, and its parameter `$given`.
pub fn body(statement: &str, parameters: &impl Serialize) -> Result<String, StoreError> {
    let body = Body {
        statement,
        parameters: Parameters { given: parameters },
    };
    serde_json::to_string(&body).map_err(|_| StoreError::Io {
        detail: "a record has no form in JSON".to_owned(),
    })
}
