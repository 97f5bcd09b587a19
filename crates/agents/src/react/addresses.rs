//! Which pages may be asked for: those that the user, a search result or, if the user allows it, a visited
//! page named. An address that the model made up could carry memory out (BX-05).

use std::cell::RefCell;
use std::collections::BTreeMap;

use amb_llm::reader::{AddressError, Url, addresses_in, page_url};
use amb_memory::task::Trust;

/// The addresses of a run.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    known: RefCell<BTreeMap<String, Trust>>,
    allow_local: bool,
}

/// Why a page may not be asked for; told to the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// Not an address of the web, or one that must not be asked.
    #[error("{0}")]
    Address(#[from] AddressError),
    /// Nobody named it.
    #[error(
        "this address is neither the user's nor a search result: search first, and visit a result"
    )]
    Unknown,
}

impl Addresses {
    /// None known yet.
    pub(super) fn new(allow_local: bool) -> Self {
        Self {
            allow_local,
            ..Self::default()
        }
    }

    /// Everything in a text that is an address may be asked for: the user's own words, or those of a page.
    pub(super) fn learn_from(&self, text: &str, trust: Trust) {
        addresses_in(text).for_each(|address| self.learn(address, trust));
    }

    /// An address may be asked for; its page is trusted by who named it, the user above all.
    pub(super) fn learn(&self, address: &str, trust: Trust) {
        if let Ok(url) = page_url(address, self.allow_local) {
            let mut known = self.known.borrow_mut();
            let named = known.entry(url.to_string()).or_insert(trust);
            *named = trust.max(*named);
        }
    }

    /// The address, if it may be asked for, and how far its page can be trusted.
    pub(super) fn check(&self, address: &str) -> Result<(Url, Trust), Refusal> {
        let url = page_url(address.trim(), self.allow_local)?;
        let trust = self.known.borrow().get(url.as_str()).copied();
        trust.map(|trust| (url, trust)).ok_or(Refusal::Unknown)
    }

    /// Where a page that may be asked for leads by a redirect. It may be asked for too: what it is asked is
    /// its server's choice, not the model's, so nothing is carried out. Into one's own network it never leads,
    /// nor out of the web. A page of another host is no longer the one that the user named.
    pub(super) fn led(&self, from: (&Url, Trust), address: &str) -> Result<(Url, Trust), Refusal> {
        let (from, trust) = from;
        let joined = from.join(address).map_err(|_| AddressError::NotAnAddress)?;
        let url = page_url(joined.as_str(), self.allow_local)?;
        let trust = if url.host() == from.host() {
            trust
        } else {
            trust.min(Trust::FoundPage)
        };
        self.learn(url.as_str(), trust);
        Ok((url, trust))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_05_only_named_addresses_may_be_asked_for() {
        let addresses = Addresses::new(false);
        let words = "See https://a.example/x#part, please (and http://127.0.0.1/admin).";
        addresses.learn_from(words, Trust::NamedPage);
        addresses.learn("https://a.example/x", Trust::FoundPage);
        addresses.learn("https://b.example/", Trust::FoundPage);
        let trust = |address| addresses.check(address).unwrap().1;
        assert_eq!(trust("https://a.example/x"), Trust::NamedPage);
        assert_eq!(trust("https://b.example"), Trust::FoundPage);
        assert_eq!(
            addresses
                .check("https://a.example/x?memory=secret")
                .unwrap_err(),
            Refusal::Unknown
        );
        assert!(matches!(
            addresses.check("http://127.0.0.1/admin"),
            Err(Refusal::Address(_))
        ));
        assert!(matches!(
            addresses.check("file:///etc/passwd"),
            Err(Refusal::Address(_))
        ));
    }

    /// Reliability, case 23: an address at the end of a redirect is judged like one at its beginning.
    #[test]
    fn bx_05_no_redirect_leads_into_the_own_network_or_out_of_the_web() {
        let addresses = Addresses::new(false);
        let url = page_url("https://a.example/x", false).unwrap();
        let from = (&url, Trust::NamedPage);
        for target in [
            "http://169.254.169.254/latest",
            "http://[::ffff:127.0.0.1]/",
            "//2130706433/",
            "http://localhost:8080/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://user:pw@b.example/",
        ] {
            let refusal = addresses.led(from, target).unwrap_err();
            assert!(matches!(refusal, Refusal::Address(_)), "{target}");
        }
        let (led, trust) = addresses.led(from, "../y?a=b#c").unwrap();
        assert_eq!(led.as_str(), "https://a.example/y?a=b");
        assert_eq!(trust, Trust::NamedPage);
        assert!(addresses.check("https://a.example/y?a=b").is_ok());
        assert!(Addresses::new(true).led(from, "http://127.0.0.1/").is_ok());
    }
}
