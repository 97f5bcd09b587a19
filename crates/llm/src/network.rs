//! Routing of a request, and its key: every host applies this before it sends one.
//!
//! Keys live here and nowhere else. They are neither serialised nor printed. A key is sent only to the origin that it
//! was given for, or to a proxy that the user trusts with it. A proxy's token is sent to that proxy alone.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use url::Url;

use crate::chat::{VERSION, is_anthropic};
use crate::http::{Credential, HttpRequest};

/// A key of the user's, or a proxy's token.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// A key; blanks around it are left out.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// Returns true if all its characters are valid in a header.
    fn fits_header(&self) -> bool {
        self.0.chars().all(|c| c.is_ascii_graphic())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// A proxy of the user's own: browsers let a page read few other sites.
///
/// It gets the method, the headers and the body of a request at `{address}{target}`, the target percent-encoded, and
/// passes status, body, `Content-Type` and `Retry-After` back. It either passes a redirect back with its `Location`, or
/// follows it and names the final address in `X-Final-Url`. It leads nobody into its own network: the address of a
/// refused redirect is named there, too, with a status from 400 on. A browser sees these headers only if the proxy
/// exposes them (`Access-Control-Expose-Headers`).
///
/// A proxy with a token gets it in the header `X-Proxy-Token`, which it must not pass on. A browser sends that header
/// only if the proxy allows it (`Access-Control-Allow-Headers`).
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Proxy {
    /// Prefix of the target, such as `https://proxy.example/fetch?url=`.
    pub address: String,
    /// True if requests to the language model go through it too.
    #[serde(default)]
    pub llm: bool,
    /// True if it is trusted with the user's keys. The operator of a proxy can read all that goes through it. A proxy
    /// that adds keys of its own needs none of the user's.
    #[serde(default)]
    pub keys: bool,
    /// Its own token, sent to its address alone with every request that goes through it.
    #[serde(default)]
    pub token: Option<Secret>,
}

/// A key and its origin.
#[derive(Debug, Clone)]
struct Key {
    secret: Secret,
    origin: String,
}

/// The user's keys and proxy.
#[derive(Debug, Clone, Default)]
pub struct Network {
    keys: BTreeMap<Credential, Key>,
    proxy: Option<Proxy>,
}

/// A request in the form in which it is sent.
#[derive(Clone)]
pub struct Routed {
    /// The address.
    pub url: String,
    /// The host of the address, for people.
    pub host: String,
    /// All headers, the key's included.
    pub headers: Vec<(String, String)>,
    /// The target, if a proxy fetches it.
    behind_proxy: Option<String>,
    /// True for a request to the language model.
    asks_model: bool,
}

/// The header in which a proxy that follows redirects names the final address.
pub(crate) const FINAL_URL: &str = "x-final-url";

/// The header that carries the proxy's token.
const PROXY_TOKEN: &str = "x-proxy-token";

impl Routed {
    /// Returns true if a proxy fetches the target.
    #[must_use]
    pub fn is_behind_proxy(&self) -> bool {
        self.behind_proxy.is_some()
    }

    /// Returns true if the response is a language model's reply.
    pub(crate) fn asks_model(&self) -> bool {
        self.asks_model
    }

    /// Returns the final address after redirects: the platform's address of the response; behind a proxy the address
    /// that its header names, otherwise the target.
    #[must_use]
    pub fn answered(&self, seen: &str, headers: &[(String, String)]) -> String {
        let Some(target) = &self.behind_proxy else {
            let unknown = seen.is_empty();
            return if unknown { &self.url } else { seen }.to_owned();
        };
        let told = headers.iter().find(|(name, _)| name == FINAL_URL);
        told.map_or(target, |(_, value)| value).clone()
    }
}

/// The reason why a request cannot be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// Not an address of the web.
    #[error(
        "{address:?} is not an address that begins with http:// or https:// and holds no password"
    )]
    Address {
        /// The address, without parts that may be secret.
        address: String,
    },
    /// A key with characters that are invalid in a header.
    #[error(
        "the key of {} holds characters that no key has: was more than the key pasted?",
        credential.owner()
    )]
    Key {
        /// The service of the key.
        credential: Credential,
    },
    /// A proxy's token with characters that are invalid in a header.
    #[error(
        "the token of the proxy holds characters that no token has: was more than the token pasted?"
    )]
    Token,
}

impl Network {
    /// Adds a key, for the origin of this address.
    ///
    /// # Errors
    /// An address that is none, or a key with blanks, line ends or letters beyond ASCII in it.
    pub fn add_key(
        &mut self,
        credential: Credential,
        secret: Secret,
        address: &str,
    ) -> Result<(), RouteError> {
        if secret.0.is_empty() {
            return Ok(());
        }
        if !secret.fits_header() {
            return Err(RouteError::Key { credential });
        }
        let origin = parse(address)?.origin().ascii_serialization();
        self.keys.insert(credential, Key { secret, origin });
        Ok(())
    }

    /// Sets the proxy; an empty token is none.
    ///
    /// # Errors
    /// An invalid address, or a token with blanks, line ends or characters beyond ASCII.
    pub fn set_proxy(&mut self, mut proxy: Proxy) -> Result<(), RouteError> {
        parse(&proxy.address)?;
        let token = proxy.token.map(|token| Secret::new(&token.0));
        proxy.token = token.filter(|token| !token.0.is_empty());
        if !proxy.token.as_ref().is_none_or(Secret::fits_header) {
            return Err(RouteError::Token);
        }
        self.proxy = Some(proxy);
        Ok(())
    }

    /// Returns true if there is a key of this kind.
    #[must_use]
    pub fn has_key(&self, credential: Credential) -> bool {
        self.keys.contains_key(&credential)
    }

    /// Returns the request in the form in which it is sent.
    ///
    /// # Errors
    /// An invalid address.
    pub fn route(&self, request: &HttpRequest) -> Result<Routed, RouteError> {
        let target = parse(&request.url)?;
        let proxy = self
            .proxy
            .as_ref()
            .filter(|proxy| proxy.llm || request.credential != Some(Credential::Llm));
        let url = proxy.map_or_else(
            || target.to_string(),
            |proxy| format!("{}{}", proxy.address, encoded(target.as_str())),
        );
        let mut headers = request.headers.clone();
        let trusted = proxy.is_none_or(|proxy| proxy.keys);
        if let Some(header) = self.key_header(request, &target).filter(|_| trusted) {
            headers.push(header);
        }
        headers.extend(direct_access(&target).filter(|_| proxy.is_none()));
        let token = proxy.and_then(|proxy| proxy.token.as_ref());
        headers.extend(token.map(|token| (PROXY_TOKEN.to_owned(), token.0.clone())));
        let host = parse(&url)?.host_str().unwrap_or_default().to_owned();
        Ok(Routed {
            url,
            host,
            headers,
            behind_proxy: proxy.map(|_| target.to_string()),
            asks_model: request.credential == Some(Credential::Llm),
        })
    }

    /// The user's keys, and the proxy's token.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &str> {
        let token = self.proxy.iter().filter_map(|proxy| proxy.token.as_ref());
        let keys = self.keys.values().map(|key| &key.secret);
        keys.chain(token).map(|secret| secret.0.as_str())
    }

    fn key_header(&self, request: &HttpRequest, target: &Url) -> Option<(String, String)> {
        let credential = request.credential?;
        let key = self.keys.get(&credential)?;
        if target.origin().ascii_serialization() != key.origin {
            return None;
        }
        let secret = &key.secret.0;
        let is_native = request.headers.iter().any(|(name, _)| name == VERSION);
        Some(match credential {
            Credential::Search => ("x-api-key".to_owned(), secret.clone()),
            Credential::Llm if is_native => ("x-api-key".to_owned(), secret.clone()),
            Credential::Llm | Credential::Reader | Credential::BearerSearch => {
                ("authorization".to_owned(), format!("Bearer {secret}"))
            }
        })
    }
}

/// Returns the header by which Anthropic allows direct requests of a page. Anthropic gives a page without it no CORS
/// headers. A program sends it, too, and Anthropic ignores it there.
fn direct_access(target: &Url) -> Option<(String, String)> {
    let name = "anthropic-dangerous-direct-browser-access".to_owned();
    is_anthropic(target).then(|| (name, "true".to_owned()))
}

/// Returns true if this is the address of a service: on the web, and without a password, a query or a fragment. People
/// put keys there, which would end up in journals and exports.
#[must_use]
pub fn is_service_address(address: &str) -> bool {
    parse(address).is_ok_and(|url| url.query().is_none() && url.fragment().is_none())
}

fn parse(address: &str) -> Result<Url, RouteError> {
    let wrong = || RouteError::Address {
        address: address
            .split(['?', '#'])
            .next()
            .filter(|address| !address.contains('@'))
            .unwrap_or("(with a password)")
            .to_owned(),
    };
    let url = Url::parse(address).map_err(|_| wrong())?;
    let sound = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none();
    if sound { Ok(url) } else { Err(wrong()) }
}

pub(crate) fn encoded(target: &str) -> String {
    url::form_urlencoded::byte_serialize(target.as_bytes()).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::chat::{Provider, models_request};
    use crate::http::{Method, Reach};

    pub(crate) fn request(url: &str, credential: Option<Credential>) -> HttpRequest {
        HttpRequest {
            method: Method::Get,
            url: url.to_owned(),
            headers: Vec::new(),
            body: String::new(),
            credential,
            timeout: 1,
            idle_timeout: 1,
            max_bytes: 1,
            reach: Reach::Any,
        }
    }

    pub(crate) fn network(proxy: Option<Proxy>) -> Network {
        let mut network = Network::default();
        for credential in [Credential::Llm, Credential::Search] {
            let secret = Secret::new(" k3y ");
            network
                .add_key(credential, secret, "https://api.example/v1")
                .unwrap();
        }
        if let Some(proxy) = proxy {
            network.set_proxy(proxy).unwrap();
        }
        network
    }

    fn proxy(llm: bool, keys: bool) -> Option<Proxy> {
        let address = "https://proxy.example/?url=".to_owned();
        Some(Proxy {
            address,
            llm,
            keys,
            token: None,
        })
    }

    /// Returns a proxy with this token, for the language model too.
    pub(crate) fn proxy_with(token: &str) -> Proxy {
        let token = Some(Secret(token.to_owned()));
        Proxy {
            token,
            ..proxy(true, false).unwrap()
        }
    }

    pub(crate) const CHAT: &str = "https://api.example/v1/chat/completions";

    #[test]
    fn mb_21_a_key_goes_to_its_own_origin_only() {
        let network = network(None);
        let sent = network
            .route(&request(CHAT, Some(Credential::Llm)))
            .unwrap();
        assert_eq!(
            sent.headers,
            [("authorization".to_owned(), "Bearer k3y".to_owned())]
        );
        for url in [
            "https://evil.example/v1",
            "http://api.example/v1",
            "https://api.example:8443/",
        ] {
            let sent = network.route(&request(url, Some(Credential::Llm))).unwrap();
            assert!(sent.headers.is_empty(), "{url}");
        }
        assert!(
            network
                .route(&request(CHAT, None))
                .unwrap()
                .headers
                .is_empty()
        );
    }

    /// PL-01: a page may ask Anthropic with a header of its own, which no other endpoint and no proxy gets.
    #[test]
    fn pl_01_anthropic_is_told_that_a_page_may_hold_the_key() {
        let models = request("https://api.anthropic.com/v1/models", None);
        let opted = |proxy, request: &HttpRequest| {
            let sent = network(proxy).route(request).unwrap().headers;
            sent.iter()
                .any(|(name, _)| name.starts_with("anthropic-dangerous"))
        };
        assert!(opted(None, &models));
        assert!(!opted(proxy(true, true), &models));
        assert!(!opted(None, &request(CHAT, Some(Credential::Llm))));
    }

    /// MB-21: Anthropic's own API takes no bearer key, and its chat in OpenAI's form does.
    #[test]
    fn mb_21_anthropics_list_of_models_is_asked_with_its_own_header() {
        let anthropic = Provider::named("anthropic").unwrap();
        let mut network = Network::default();
        let key = Secret::new("k3y");
        network
            .add_key(Credential::Llm, key, &anthropic.base_url)
            .unwrap();
        let models = network.route(&models_request(&anthropic)).unwrap().headers;
        assert!(models.contains(&("x-api-key".to_owned(), "k3y".to_owned())));
        assert!(models.iter().all(|(name, _)| name != "authorization"));
        let chat = format!("{}/chat/completions", anthropic.base_url);
        let chat = network
            .route(&request(&chat, Some(Credential::Llm)))
            .unwrap()
            .headers;
        let bearer = ("authorization".to_owned(), "Bearer k3y".to_owned());
        assert!(chat.contains(&bearer));
        assert!(chat.iter().all(|(name, _)| name != "x-api-key"));
    }

    #[test]
    fn mb_21_a_proxy_gets_keys_only_if_it_is_trusted_with_them() {
        let search = request("https://api.example/search?q=a b", Some(Credential::Search));
        let sent = network(proxy(false, false)).route(&search).unwrap();
        assert_eq!(
            sent.url,
            "https://proxy.example/?url=https%3A%2F%2Fapi.example%2Fsearch%3Fq%3Da%2520b"
        );
        assert!(sent.headers.is_empty());
        let sent = network(proxy(false, true)).route(&search).unwrap();
        assert_eq!(sent.headers, [("x-api-key".to_owned(), "k3y".to_owned())]);
        let chat = request(CHAT, Some(Credential::Llm));
        assert_eq!(network(proxy(false, false)).route(&chat).unwrap().url, CHAT);
        assert_eq!(
            network(proxy(true, false)).route(&chat).unwrap().host,
            "proxy.example"
        );
    }

    #[test]
    fn mb_21_the_token_of_a_proxy_goes_to_the_proxy_alone() {
        let shown = ("x-proxy-token".to_owned(), "t0k3n".to_owned());
        let search = request("https://api.example/search", Some(Credential::Search));
        let page = request("https://proxy.example/page", None);
        let chat = request(CHAT, Some(Credential::Llm));
        let all = network(Some(proxy_with(" t0k3n\n")));
        for asked in [&search, &page, &chat] {
            let sent = all.route(asked).unwrap();
            assert!(sent.url.starts_with("https://proxy.example/?url="));
            assert_eq!(sent.headers, std::slice::from_ref(&shown));
        }
        let direct = Proxy {
            llm: false,
            keys: true,
            ..proxy_with("t0k3n")
        };
        let network = network(Some(direct));
        let key = ("x-api-key".to_owned(), "k3y".to_owned());
        assert_eq!(network.route(&search).unwrap().headers, [key, shown]);
        let sent = network.route(&chat).unwrap().headers;
        assert_eq!(
            sent,
            [("authorization".to_owned(), "Bearer k3y".to_owned())]
        );
    }

    #[test]
    fn mb_21_a_token_that_fits_no_header_is_refused_and_an_empty_one_is_none() {
        for token in ["t0k 3n", "t0k\r\n3n", "t0k\u{200B}3n"] {
            let refused = Network::default().set_proxy(proxy_with(token));
            assert_eq!(refused, Err(RouteError::Token), "{token:?}");
            assert!(!RouteError::Token.to_string().contains("t0k"));
        }
        let none = network(Some(proxy_with(" ")));
        assert!(none.route(&request(CHAT, None)).unwrap().headers.is_empty());
        assert!(none.secrets().all(|secret| !secret.is_empty()));
    }

    #[test]
    fn mb_20_the_address_that_answered_is_known() {
        let page = request("https://a.example/x", None);
        let told = |url: &str| vec![("x-final-url".to_owned(), url.to_owned())];
        let direct = network(None).route(&page).unwrap();
        assert_eq!(
            direct.answered("https://b.example/", &told("http://c.example/")),
            "https://b.example/"
        );
        assert_eq!(direct.answered("", &[]), "https://a.example/x");
        let proxied = network(proxy(false, false)).route(&page).unwrap();
        assert_eq!(
            proxied.answered("https://proxy.example/", &[]),
            "https://a.example/x"
        );
        assert_eq!(
            proxied.answered("https://proxy.example/", &told("http://10.0.0.1/")),
            "http://10.0.0.1/"
        );
    }

    #[test]
    fn mb_21_the_address_of_a_service_holds_nothing_secret() {
        for address in ["https://api.example/v1", "http://localhost:11434/v1"] {
            assert!(is_service_address(address), "{address}");
        }
        for address in [
            "https://me:secret@api.example/v1",
            "https://secret@api.example/v1",
            "https://api.example/v1?key=secret",
            "https://api.example/v1#secret",
            "api.example",
            "file:///v1",
        ] {
            assert!(!is_service_address(address), "{address}");
        }
    }

    #[test]
    fn mb_21_no_secret_is_printed() {
        let network = network(None);
        assert!(!format!("{network:?}").contains("k3y"));
        assert!(!format!("{:?}", proxy_with("t0k3n")).contains("t0k3n"));
        let mut network = Network::default();
        let error = network
            .add_key(Credential::Llm, Secret::new("a b"), "https://api.example")
            .unwrap_err();
        assert!(!error.to_string().contains("a b"), "{error}");
        let refused = network.route(&request("https://me:pw@x.example/", None));
        let error = refused.err().unwrap();
        assert!(!error.to_string().contains("pw"), "{error}");
        assert!(network.route(&request("file:///etc/passwd", None)).is_err());
    }
}
