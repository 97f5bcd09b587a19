use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::failure::{Failure, Intent, unreadable};
use crate::exchange::Response;

#[derive(Deserialize)]
struct Reply {
    data: Option<Data>,
    #[serde(default)]
    errors: Vec<Said>,
}

#[derive(Deserialize)]
struct Data {
    fields: Vec<String>,
    values: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
struct Said {
    code: String,
}

/// The rows of a response, each with its values by their names.
///
/// The status does not decide: the server sends it before it knows whether the statement succeeds.
pub fn rows(
    host: &str,
    intent: Intent,
    response: &Response,
) -> Result<Vec<Map<String, Value>>, Failure> {
    let no_reply = || Failure::not_the_api(host, intent, response);
    let reply: Reply = serde_json::from_slice(&response.body).map_err(|_| no_reply())?;
    if let Some(error) = reply.errors.first() {
        return Err(Failure::of_code(host, intent, &error.code));
    }
    let data = reply.data.filter(|_| (200..300).contains(&response.status));
    let Data { fields, values } = data.ok_or_else(no_reply)?;
    if values.iter().any(|row| row.len() != fields.len()) {
        return Err(no_reply());
    }
    let named = |row: Vec<Value>| fields.iter().cloned().zip(row).collect();
    Ok(values.into_iter().map(named).collect())
}

/// Reads a row as a typed value.
pub fn read<T: serde::de::DeserializeOwned>(row: Map<String, Value>) -> Result<T, LongTermError> {
    serde_json::from_value(Value::Object(row)).map_err(|_| unreadable())
}

#[cfg(test)]
mod tests {
    use super::super::failure::Repeat;
    use super::*;

    fn response(status: u16, body: &str) -> Response {
        Response {
            status,
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        }
    }

    fn failure(intent: Intent, status: u16, body: &str) -> Failure {
        rows("host:1", intent, &response(status, body)).unwrap_err()
    }

    #[test]
    fn cg_09_rows_have_their_values_by_name() {
        let body =
            r#"{"data":{"fields":["a","b"],"values":[[1,null],["x",[2]]]},"bookmarks":["FB:x"]}"#;
        let found = rows("host:1", Intent::Look, &response(202, body)).unwrap();
        let found = serde_json::to_string(&found).unwrap();
        assert_eq!(found, r#"[{"a":1,"b":null},{"a":"x","b":[2]}]"#);
    }

    #[test]
    fn cg_09_an_error_counts_whatever_the_status_and_the_rows_before_it() {
        let body = r#"{"data":{"fields":["a"],"values":[[1]]},"errors":[
            {"code":"Neo.ClientError.Statement.ArithmeticError","message":"the secret text"}]}"#;
        for status in [200, 202, 400, 500] {
            let failure = failure(Intent::Look, status, body);
            assert_eq!(failure.repeat, Repeat::Never);
            let told = format!("{} {failure:?}", failure.error);
            assert!(told.contains("ArithmeticError") && !told.contains("secret"));
        }
    }

    #[test]
    fn cg_09_hostile_replies_are_errors_and_a_write_is_in_doubt() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let hostile = [
            "",
            "<html>sesame</html>",
            "{",
            r#"{"data":{"fields":["a"],"values":[[1]]},"#,
            "[]",
            "null",
            "{}",
            r#"{"data":{"fields":["a"],"values":[[1,2]]}}"#,
            r#"{"data":{"fields":["a"],"values":[1]}}"#,
            r#"{"data":{"fields":"a","values":[]}}"#,
            r#"{"errors":[{}]}"#,
            "\u{0}",
            &deep,
        ];
        for body in hostile {
            for status in [200, 202, 502] {
                let looked = failure(Intent::Look, status, body);
                assert_eq!(
                    (looked.error.kind(), looked.repeat),
                    ("server_failed", Repeat::Looks)
                );
                assert!(!looked.error.to_string().contains("sesame"));
                assert!(failure(Intent::Write, status, body).error.is_in_doubt());
            }
        }
        let sound = r#"{"data":{"fields":[],"values":[]}}"#;
        assert_eq!(failure(Intent::Look, 404, sound).repeat, Repeat::Never);
    }
}
