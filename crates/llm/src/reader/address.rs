//! The addresses that may be opened.

use std::net::IpAddr;

use url::{Host, Url};

use super::public_host::{is_link_local, is_public};

/// Most characters of an address, as written and as sent.
const LONGEST: usize = 2_000;

/// Names within the local machine or network: themselves, and all names that end with them. The later ones are not
/// reserved, but private networks use them and the public root has none of them (RFC 6762, appendix G).
const LOCAL_NAMES: [&str; 10] = [
    "localhost",
    "localdomain",
    "local",
    "internal",
    "home.arpa",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
];

/// The name of a cloud's metadata service, which gives out a machine's keys.
const METADATA_NAME: &str = "metadata.google.internal";

/// Why an address is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// No address at all.
    #[error("this is not a web address: write it in full, such as https://example.com/page")]
    NotAnAddress,
    /// Longer than any page's.
    #[error("the address has {length} characters, more than the {limit} that are opened")]
    TooLong {
        /// Its characters.
        length: usize,
        /// The most that are opened.
        limit: usize,
    },
    /// Not the web's.
    #[error("addresses of {scheme} are not opened, only those of http and https")]
    Scheme {
        /// Its scheme.
        scheme: String,
    },
    /// A user name or password in it, which would be sent along, or which makes it look like another host's.
    #[error("the address holds a user name or a password: remove what stands before the @")]
    Credentials,
    /// A host within the local machine or network.
    #[error("{host} is not on the public internet, and pages of one's own network are not opened")]
    Local {
        /// The parsed host.
        host: String,
    },
}

impl AddressError {
    /// Stable name of the error.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotAnAddress => "address_invalid",
            Self::TooLong { .. } => "address_too_long",
            Self::Scheme { .. } => "address_scheme",
            Self::Credentials => "address_credentials",
            Self::Local { .. } => "address_local",
        }
    }
}

/// Returns the address of a page that may be opened, without its fragment. The target of each redirect is checked
/// again.
///
/// `allow_local` opens pages of the local machine and network too: for users who read their intranet, not for addresses
/// of a page or a model if a server connects. The metadata services of clouds are never opened.
///
/// # Errors
/// See [`AddressError`].
pub fn page_url(text: &str, allow_local: bool) -> Result<Url, AddressError> {
    let text = text.trim();
    check_length(text.chars().count())?;
    let mut url = Url::parse(text).map_err(|_| AddressError::NotAnAddress)?;
    if !matches!(url.scheme(), "http" | "https") {
        let scheme = url.scheme().to_owned();
        return Err(AddressError::Scheme { scheme });
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    let host = url.host().ok_or(AddressError::NotAnAddress)?;
    if is_metadata(&host) || !allow_local && is_local(&host) {
        let host = host.to_string();
        return Err(AddressError::Local { host });
    }
    url.set_fragment(None);
    check_length(url.as_str().len())?;
    Ok(url)
}

/// Parameters that identify a visitor's origin, not the page, beside `utm_*`: the click identifiers that Firefox strips
/// in strict mode (Mozilla, `query-stripping` records), and Google's for listings.
const TRACKING: [&str; 24] = [
    "__hsfp",
    "__hssc",
    "__hstc",
    "__s",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "dclid",
    "fbclid",
    "gbraid",
    "gclid",
    "hsCtaTracking",
    "igshid",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "srsltid",
    "ttclid",
    "twclid",
    "vero_conv",
    "vero_id",
    "wbraid",
    "yclid",
];

/// Returns the parameters of a query that identify the page.
pub(crate) fn without_tracking(query: &str) -> String {
    let is_of_page = |field: &&str| {
        let name = field.split('=').next().unwrap_or_default();
        !field.is_empty() && !name.starts_with("utm_") && !TRACKING.contains(&name)
    };
    query
        .split('&')
        .filter(is_of_page)
        .collect::<Vec<_>>()
        .join("&")
}

/// The address of the same page without parameters that track its visitors.
#[must_use]
pub fn untracked(url: &Url) -> Url {
    let mut untracked = url.clone();
    if let Some(query) = url.query() {
        let kept = without_tracking(query);
        if kept != query {
            untracked.set_query(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
        }
    }
    untracked
}

/// Returns true if a page's address shows that it is on the local machine or network: it is revealed to nobody outside.
#[must_use]
pub fn is_own(url: &Url) -> bool {
    url.host().is_none_or(|host| is_local(&host))
}

fn check_length(length: usize) -> Result<(), AddressError> {
    let limit = LONGEST;
    if length > limit {
        return Err(AddressError::TooLong { length, limit });
    }
    Ok(())
}

/// Returns true if a host's name or number shows that it is on the local machine or network. [`Url`] has normalised all
/// spellings of numbers and letters.
fn is_local(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => !is_public(IpAddr::V4(*address)),
        Host::Ipv6(address) => !is_public(IpAddr::V6(*address)),
        Host::Domain(name) => is_local_name(name),
    }
}

/// Returns true if a host is a cloud's metadata service.
fn is_metadata(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => is_link_local(IpAddr::V4(*address)),
        Host::Ipv6(address) => is_link_local(IpAddr::V6(*address)),
        Host::Domain(name) => name
            .trim_end_matches('.')
            .eq_ignore_ascii_case(METADATA_NAME),
    }
}

fn is_local_name(name: &str) -> bool {
    // A final dot changes nothing; a name without another is looked up in the local network.
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let within = |local: &str| {
        let before = name.strip_suffix(local);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    !name.contains('.') || LOCAL_NAMES.into_iter().any(within)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kind(text: &str) -> &'static str {
        page_url(text, false).map_or_else(|error| error.kind(), |_| "opened")
    }

    #[test]
    fn mb_20_web_pages_are_opened_without_their_fragment() {
        for (text, url) in [
            (" https://example.com/a#b ", "https://example.com/a"),
            (
                "HTTP://EXAMPLE.com:80/?q=a b",
                "http://example.com/?q=a%20b",
            ),
            ("https://example.com:8443/", "https://example.com:8443/"),
            (
                "https://例子.测试/路",
                "https://xn--fsqu00a.xn--0zwm56d/%E8%B7%AF",
            ),
            ("https://1.1.1.1/", "https://1.1.1.1/"),
            (
                "https://[2606:4700:4700::1111]/",
                "https://[2606:4700:4700::1111]/",
            ),
            ("https://[64:ff9b::1.1.1.1]/", "https://[64:ff9b::101:101]/"),
            (
                "https://localhost.example.com/",
                "https://localhost.example.com/",
            ),
            ("https://notlocal.example/", "https://notlocal.example/"),
            ("https://mylocalhost.com/", "https://mylocalhost.com/"),
        ] {
            let opened = page_url(text, false).unwrap();
            assert_eq!(opened.as_str(), url);
            assert!(!is_own(&opened), "{text}");
        }
    }

    #[test]
    fn mb_20_parameters_that_track_make_no_other_page() {
        for (text, url) in [
            (
                "https://a.example/x?utm_source=7&id=3&gclid=x#p",
                "https://a.example/x?id=3",
            ),
            ("https://a.example/x?utm_source=7", "https://a.example/x"),
            (
                "https://a.example/x?a=(1)&b=",
                "https://a.example/x?a=(1)&b=",
            ),
            (
                "https://a.example/?gclid2=1&&",
                "https://a.example/?gclid2=1",
            ),
        ] {
            let page = page_url(text, false).unwrap();
            assert_eq!(untracked(&page).as_str(), url);
        }
    }

    #[test]
    fn mb_20_where_clouds_keep_keys_is_closed_to_those_who_read_their_own_network_too() {
        for text in [
            "http://169.254.169.254/latest/meta-data",
            "http://2852039166/",
            "http://[::ffff:169.254.169.254]/",
            "http://[fd00:ec2::254]/",
            "http://metadata.google.internal./",
        ] {
            let error = page_url(text, true).unwrap_err();
            assert_eq!(error.kind(), "address_local", "{text}");
        }
        for text in [
            "http://127.0.0.1:8080/",
            "http://10.0.0.1/",
            "http://wiki.internal/",
        ] {
            assert!(page_url(text, true).is_ok(), "{text}");
        }
    }

    #[test]
    fn mb_20_only_the_web_is_opened() {
        for text in [
            "file:///etc/passwd",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "blob:https://example.com/1",
            "ftp://example.com/",
            "gopher://127.0.0.1:70/",
            "view-source:https://example.com/",
            "localhost:8080",
        ] {
            assert_eq!(kind(text), "address_scheme", "{text}");
        }
        for text in [
            "",
            "example.com",
            "//example.com",
            "https://",
            "https:///",
            "http://[::1",
            "not one",
        ] {
            assert_eq!(kind(text), "address_invalid", "{text}");
        }
    }

    #[test]
    fn mb_20_no_address_carries_a_password() {
        for text in [
            "https://user:secret@example.com/",
            "https://user@example.com/",
            "https://:secret@example.com/",
            "https://example.com@evil.example/",
            "https://example.com%2F@evil.example/",
        ] {
            assert_eq!(
                page_url(text, true),
                Err(AddressError::Credentials),
                "{text}"
            );
        }
        let told = page_url("https://user:secret@example.com/", false).unwrap_err();
        assert!(!told.to_string().contains("secret"));
    }

    #[test]
    fn mb_20_no_spelling_leads_into_the_own_network() {
        // The addresses of clouds' metadata services: closed in any case.
        let link_local = [
            "169.254.169.254",
            "[64:ff9b::169.254.169.254]",
            "[fd00:ec2::254]",
            "[fe80::1]",
            "0xA9FEA9FE",
            "2852039166",
        ];
        let own = [
            "[::ffff:127.0.0.1]",
            "[::ffff:1.1.1.1]",
            "[::ffff:7f00:1]",
            "[::127.0.0.1]",
            "[0:0:0:0:0:0:0:1]",
            "[::]",
            "2130706433",
            "017700000001",
            "0177.0.0.1",
            "0x7f000001",
            "0x7F.1",
            "127.1",
            "127.0.0.1.",
            "0",
            "0x0",
            "%31%32%37.0.0.1",
            "１２７.０.０.１",
            "127。0。0。1",
            "①②⑦.⓪.⓪.①",
            "192.168.1",
            "100.64.0.1",
            "198.18.0.1",
            "255.255.255.255",
        ];
        let closed = link_local.iter().map(|host| (host, false));
        for (host, is_opened) in own.iter().map(|host| (host, true)).chain(closed) {
            let text = format!("http://{host}:8080/latest/meta-data/");
            assert_eq!(kind(&text), "address_local", "{host}");
            assert!(is_own(&Url::parse(&text).unwrap()), "{host}");
            assert_eq!(page_url(&text, true).is_ok(), is_opened, "{host}");
        }
    }

    #[test]
    fn mb_20_local_names_are_not_opened() {
        for host in [
            "localhost",
            "LOCALHOST.",
            "app.localhost",
            "ｌｏｃａｌｈｏｓｔ",
            "lo\u{AD}calhost",
            "local%68ost",
            "localhost.localdomain",
            "printer.local",
            "metadata.google.internal",
            "nas.home.arpa",
            "fritz.lan",
            "wiki.corp",
            "router",
            "intranet",
        ] {
            assert_eq!(kind(&format!("https://{host}/")), "address_local", "{host}");
        }
        let url = page_url("http://localhost:3000/a", true).unwrap();
        assert_eq!(url.as_str(), "http://localhost:3000/a");
        let told = page_url("http://0x7f.1/", false).unwrap_err().to_string();
        assert!(
            told.starts_with("127.0.0.1 is not on the public internet"),
            "{told}"
        );
    }

    #[test]
    fn mb_20_a_backslash_or_a_line_end_hides_no_host() {
        for text in [
            "http:\\\\127.0.0.1\\a",
            "http://127.0.0.1\\@example.com/",
            "http:127.0.0.1/",
            "http:////127.0.0.1/",
            "ht\ntp://127.0\t.0.1/",
        ] {
            assert_eq!(kind(text), "address_local", "{text}");
        }
    }

    #[test]
    fn mb_20_no_page_has_an_endless_address() {
        let of = |part: &str, times| format!("https://example.com/{}", part.repeat(times));
        assert!(page_url(&of("a", 1_980), false).is_ok());
        for (text, length) in [(of("a", 1_981), 2_001), (of("说", 221), 2_009)] {
            let limit = 2_000;
            let expected = AddressError::TooLong { length, limit };
            assert_eq!(page_url(&text, false), Err(expected));
        }
    }

    proptest! {
        #[test]
        fn mb_20_what_is_opened_would_be_opened_again(text in "\\PC{0,40}|https?://\\PC{0,40}") {
            if let Ok(url) = page_url(&text, false) {
                prop_assert!(url.fragment().is_none());
                prop_assert_eq!(page_url(url.as_str(), false), Ok(url));
            }
        }
    }
}
