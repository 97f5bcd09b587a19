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

    /// Every address in the user's own words may be asked for.
    pub(super) fn learn_from_user(&self, words: &str) {
        addresses_in(words)
            .for_each(|address| self.learn(address, Trust::NamedPage, self.allow_local));
    }

    /// The addresses that a page or a service names may be asked for.
    pub(super) fn learn_from<'t>(&self, source: &str, named: impl Iterator<Item = &'t str>) {
        let local = self.may_name_local(source);
        named.for_each(|address| self.learn(address, Trust::FoundPage, local));
    }

    /// An address may be asked for; its page is trusted by who named it, the user above all.
    fn learn(&self, address: &str, trust: Trust, local: bool) {
        if let Ok(url) = page_url(address, local) {
            let mut known = self.known.borrow_mut();
            let named = known.entry(url.to_string()).or_insert(trust);
            *named = trust.max(*named);
        }
    }

    /// Whether who answers at this address may lead into the user's own network: only who is in it, and if the
    /// settings open it.
    fn may_name_local(&self, source: &str) -> bool {
        self.allow_local && matches!(page_url(source, false), Err(AddressError::Local { .. }))
    }

    /// Whether an address that a service names may be shown and opened at all.
    pub(super) fn may_name(&self, service: &str, address: &str) -> bool {
        page_url(address, self.may_name_local(service)).is_ok()
    }

    /// The address, if it may be asked for, and how far its page can be trusted.
    pub(super) fn check(&self, address: &str) -> Result<(Url, Trust), Refusal> {
        let url = page_url(address.trim(), self.allow_local)?;
        let trust = self.known.borrow().get(url.as_str()).copied();
        trust.map(|trust| (url, trust)).ok_or(Refusal::Unknown)
    }

    /// Where a page that may be asked for leads by a redirect. It may be asked for too: what it is asked is
    /// its server's choice, not the model's, so nothing is carried out. Into one's own network it never leads
    /// from outside, nor out of the web. A page of another host is no longer the one that the user named.
    pub(super) fn led(&self, from: (&Url, Trust), address: &str) -> Result<(Url, Trust), Refusal> {
        let (from, trust) = from;
        let joined = from.join(address).map_err(|_| AddressError::NotAnAddress)?;
        let local = self.may_name_local(from.as_str());
        let url = page_url(joined.as_str(), local)?;
        let trust = if url.host() == from.host() {
            trust
        } else {
            trust.min(Trust::FoundPage)
        };
        self.learn(url.as_str(), trust, local);
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
        addresses.learn_from_user(words);
        let named = ["https://a.example/x", "https://b.example/"];
        addresses.learn_from("https://c.example/", named.into_iter());
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
    }

    #[test]
    fn bx_05_only_who_is_in_the_own_network_leads_into_it() {
        let addresses = Addresses::new(true);
        let outside = page_url("https://a.example/x", true).unwrap();
        let inside = page_url("http://wiki.lan/x", true).unwrap();
        for target in ["http://127.0.0.1/", "http://wiki.lan/y"] {
            let trust = Trust::NamedPage;
            let refused = addresses.led((&outside, trust), target).unwrap_err();
            assert!(matches!(refused, Refusal::Address(_)), "{target}");
            addresses.learn_from(outside.as_str(), [target].into_iter());
            assert_eq!(addresses.check(target).unwrap_err(), Refusal::Unknown);

            assert!(addresses.led((&inside, trust), target).is_ok(), "{target}");
            assert!(addresses.check(target).is_ok(), "{target}");
        }
        addresses.learn_from(inside.as_str(), ["http://nas.lan/"].into_iter());
        assert!(addresses.check("http://nas.lan/").is_ok());
        addresses.learn_from_user("read http://printer.lan/ for me");
        assert!(addresses.check("http://printer.lan/").is_ok());
    }
}
