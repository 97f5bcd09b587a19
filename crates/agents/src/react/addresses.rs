//! Which pages may be asked for: those that the user, a search result or, if the user allows it, a visited
//! page named. An address that the model made up could carry memory out (BX-05).

use std::cell::RefCell;
use std::collections::BTreeMap;

use amb_llm::reader::{Url, addresses_in, page_url};
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
    Address(#[from] amb_llm::reader::AddressError),
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
}
