//! The models that an endpoint lists.

use serde_json::Value;
use url::Url;

use super::failure::ChatError;
use super::provider::{Provider, is_anthropic};
use crate::http::{Credential, HttpRequest, HttpResponse, Method, Reach};

/// The header of a request to Anthropic's own API. Such a request carries its key as `x-api-key`.
pub(crate) const VERSION: &str = "anthropic-version";

/// Milliseconds until the list has failed.
const TIMEOUT: u32 = 20_000;

/// Most bytes of a list; endpoints that pass requests on to others list hundreds of models at length.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Most names of a list.
const MOST_NAMES: usize = 2_000;

/// Most characters of a name.
const LONGEST_NAME: usize = 200;

/// The version of Anthropic's own API, which alone lists its models.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// Returns the request for the names of an endpoint's models.
#[must_use]
pub fn models_request(provider: &Provider) -> HttpRequest {
    let base = provider.base_url.trim_end_matches('/');
    let mut url = format!("{base}/models");
    let mut headers = vec![("accept".to_owned(), "application/json".to_owned())];
    if Url::parse(&url).is_ok_and(|url| is_anthropic(&url)) {
        // The longest page of the list; the default has 20 models.
        url.push_str("?limit=1000");
        headers.push((VERSION.to_owned(), ANTHROPIC_VERSION.to_owned()));
    }
    HttpRequest {
        method: Method::Get,
        url,
        headers,
        body: String::new(),
        credential: Some(Credential::Llm),
        timeout: TIMEOUT,
        idle_timeout: TIMEOUT,
        max_bytes: MAX_BYTES,
        reach: Reach::Any,
    }
}

/// Reads the names of an endpoint's models in its order. Blank and overlong names, and those with control characters,
/// are left out.
///
/// # Errors
/// The endpoint refused, or its response is no list of models.
pub fn read_models(response: &HttpResponse) -> Result<Vec<String>, ChatError> {
    if let Some(error) = ChatError::of(response) {
        return Err(error);
    }
    let body = response.text();
    let listed: Value = serde_json::from_str(&body).unwrap_or_default();
    // Some endpoints leave the object around the list out.
    let models = listed.get("data").unwrap_or(&listed).as_array();
    let models = models.ok_or_else(|| ChatError::foreign(&body))?;
    let names = models.iter().filter_map(|model| model.get("id")?.as_str());
    let names = names.map(str::trim);
    let is_name = |name: &&str| {
        (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(char::is_control)
    };
    Ok(names
        .filter(is_name)
        .take(MOST_NAMES)
        .map(str::to_owned)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str) -> HttpResponse {
        HttpResponse {
            status,
            url: String::new(),
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn mb_21_the_list_is_asked_for_beside_the_conversations_with_the_key() {
        let request = models_request(&Provider::at("http://localhost:11434/v1/"));
        assert_eq!(request.url, "http://localhost:11434/v1/models");
        assert_eq!(request.credential, Some(Credential::Llm));
        assert_eq!((request.method, request.body.as_str()), (Method::Get, ""));
    }

    /// MB-21: Anthropic lists its models by its own API alone.
    #[test]
    fn mb_21_anthropic_is_asked_for_its_models_by_its_own_api() {
        let anthropic = Provider::named("anthropic").unwrap();
        let request = models_request(&anthropic);
        assert_eq!(
            request.url,
            "https://api.anthropic.com/v1/models?limit=1000"
        );
        let version = (VERSION.to_owned(), "2023-06-01".to_owned());
        assert!(request.headers.contains(&version));
        let other = models_request(&Provider::at("https://api.anthropic.com.example/v1"));
        assert!(!other.headers.contains(&version));
        assert!(other.url.ends_with("/models"));
    }

    #[test]
    fn mb_21_names_are_read_in_their_order_and_what_is_none_is_left_out() {
        let long = "x".repeat(LONGEST_NAME + 1);
        let body = format!(
            r#"{{"object":"list","data":[{{"id":"qwen3:8b"}},{{"id":" "}},{{"id":"a\nb"}},{{"id":7}},{{}},{{"id":"{long}"}},{{"id":" a/b "}}]}}"#
        );
        assert_eq!(
            read_models(&response(200, &body)).unwrap(),
            ["qwen3:8b", "a/b"]
        );
        assert!(
            read_models(&response(200, r#"{"data":[]}"#))
                .unwrap()
                .is_empty()
        );
        let bare = read_models(&response(200, r#"[{"id":"m"}]"#)).unwrap();
        assert_eq!(bare, ["m"]);
        let many = format!("[{}]", [r#"{"id":"m"}"#].repeat(MOST_NAMES + 1).join(","));
        let read = read_models(&response(200, &many)).unwrap();
        assert_eq!(read.len(), MOST_NAMES);
    }

    #[test]
    fn mb_21_a_refusal_and_another_page_are_told_as_such() {
        let kind = |status, body: &str| read_models(&response(status, body)).unwrap_err().kind();
        assert_eq!(
            kind(401, r#"{"error":{"message":"no"}}"#),
            "llm_unauthorized"
        );
        assert_eq!(kind(404, "not found"), "llm_not_found");
        assert_eq!(kind(200, "<html>welcome</html>"), "llm_malformed");
        assert_eq!(kind(200, r#"{"data":{}}"#), "llm_malformed");
    }
}
