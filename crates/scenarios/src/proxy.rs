//! The user's proxy, which the world plays, too: its requests and targets.

use amb_llm::reader::{Url, page_url};

use crate::run::TOKEN;

/// Prefix of the target in a request to the proxy.
const PATH: &str = "/proxy?url=";
/// Redirects that it follows.
const REDIRECTS: usize = 6;

/// Returns true if a request at this path goes through the proxy.
pub(crate) fn is_asked(path: &str) -> bool {
    path.starts_with(PATH)
}

/// The status with which a request is refused for its token: through the proxy it shows the proxy's, and elsewhere
/// none.
pub(crate) fn token_refusal(path: &str, headers: &str) -> Option<u16> {
    let token = value_of("x-proxy-token", headers);
    if is_asked(path) {
        (token != Some(TOKEN)).then_some(401)
    } else {
        token.map(|_| 418)
    }
}

/// Returns the target of a request; through the proxy, the one in its address. A target on this server is returned as
/// its path.
pub(crate) fn target(path: &str, headers: &str) -> String {
    let Some(encoded) = path.strip_prefix(PATH) else {
        return path.to_owned();
    };
    let url = decoded(encoded);
    let host = value_of("host", headers);
    let own = host.and_then(|host| url.strip_prefix("http://")?.strip_prefix(host));
    own.unwrap_or(&url).to_owned()
}

/// The value of a header, by its lower-case name.
fn value_of<'h>(wanted: &str, headers: &'h str) -> Option<&'h str> {
    let mut lines = headers.lines();
    lines.find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case(wanted).then_some(value)
    })
}

/// Returns the target of a redirect.
pub(crate) fn led(from: &str, location: &str) -> String {
    let joined = Url::parse(from).and_then(|from| from.join(location));
    joined.map_or_else(|_| location.to_owned(), String::from)
}

/// Returns the status with which the proxy refuses to follow a redirect to this address, after so many: it goes only to
/// the public web, and not in circles.
pub(crate) fn refusal(address: &str, followed: usize) -> Option<u16> {
    if page_url(address, false).is_err() {
        Some(403)
    } else {
        (followed >= REDIRECTS).then_some(508)
    }
}

/// A percent-encoded text.
pub(crate) fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digits = [rest.clone().next(), rest.clone().nth(1)];
        let value = match (byte, digits) {
            (b'%', [Some(high), Some(low)]) => {
                let pair = [high, low];
                let pair = std::str::from_utf8(&pair).unwrap_or_default();
                u8::from_str_radix(pair, 16).ok()
            }
            _ => None,
        };
        if let Some(value) = value {
            rest.nth(1);
            bytes.push(value);
        } else {
            bytes.push(if byte == b'+' { b' ' } else { byte });
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_21_the_proxy_alone_is_shown_its_token() {
        let token = format!("Host: 127.0.0.1:80\nx-proxy-token: {TOKEN}");
        for (path, headers, refused) in [
            ("/proxy?url=x", token.as_str(), None),
            ("/proxy?url=x", "Host: 127.0.0.1:80", Some(401)),
            ("/proxy?url=x", "X-Proxy-Token: other", Some(401)),
            ("/search", "Host: 127.0.0.1:80", None),
            ("/search", token.as_str(), Some(418)),
        ] {
            assert_eq!(token_refusal(path, headers), refused, "{path} {headers}");
        }
    }

    #[test]
    fn a_request_through_the_proxy_is_told_by_its_target() {
        let headers = "Host: 127.0.0.1:80";
        for (path, told) in [
            ("/search", "/search"),
            (
                "/proxy?url=http%3A%2F%2F127.0.0.1%3A80%2Fr%2Fhttps%3A%2F%2Fa.example%2F%3Fq%3Da%2520b",
                "/r/https://a.example/?q=a%20b",
            ),
            (
                "/proxy?url=https%3A%2F%2Fa.example%2Fx",
                "https://a.example/x",
            ),
        ] {
            assert_eq!(target(path, headers), told);
        }
    }
}
