//! The user's proxy, which the world plays, too: what it is asked for, and where it goes.

use amb_llm::reader::{Url, page_url};

/// What stands before the target in what the proxy is asked for.
const PATH: &str = "/proxy?url=";
/// Redirects that it follows.
const REDIRECTS: usize = 6;

/// Whether a request at this path goes through the proxy.
pub(crate) fn is_asked(path: &str) -> bool {
    path.starts_with(PATH)
}

/// What a request is for: where it goes through the proxy, what stands in the address of that. An address of
/// this server is told by its path.
pub(crate) fn target(path: &str, headers: &str) -> String {
    let Some(encoded) = path.strip_prefix(PATH) else {
        return path.to_owned();
    };
    let url = decoded(encoded);
    let mut lines = headers.lines();
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("host").then_some(value)
    });
    let own = host.and_then(|host| url.strip_prefix("http://")?.strip_prefix(host));
    own.unwrap_or(&url).to_owned()
}

/// Where a redirect leads.
pub(crate) fn led(from: &str, location: &str) -> String {
    let joined = Url::parse(from).and_then(|from| from.join(location));
    joined.map_or_else(|_| location.to_owned(), String::from)
}

/// The status with which the proxy refuses to follow a redirect to this address, after so many: it goes nowhere but
/// to the public web, and not in circles.
pub(crate) fn refusal(address: &str, followed: usize) -> Option<u16> {
    if page_url(address, false).is_err() {
        Some(403)
    } else {
        (followed >= REDIRECTS).then_some(508)
    }
}

/// A percent-encoded text.
fn decoded(text: &str) -> String {
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
