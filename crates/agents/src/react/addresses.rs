//! Which pages may be asked for: those that the user, a search result or, if the user allows it, a visited
//! page named. An address that the model made up could carry memory out (BX-05).

use std::cell::RefCell;
use std::collections::BTreeSet;

use amb_llm::reader::{addresses_in, page_url};

/// The addresses of a run.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    known: RefCell<BTreeSet<String>>,
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

    /// Everything in a text that is an address may be asked for: the user's own words.
    pub(super) fn learn_from(&self, text: &str) {
        addresses_in(text).for_each(|address| self.learn(address));
    }

    /// An address may be asked for.
    pub(super) fn learn(&self, address: &str) {
        if let Ok(url) = page_url(address, self.allow_local) {
            self.known.borrow_mut().insert(url.to_string());
        }
    }

    /// The address, if it may be asked for.
    pub(super) fn check(&self, address: &str) -> Result<amb_llm::reader::Url, Refusal> {
        let url = page_url(address.trim(), self.allow_local)?;
        if self.known.borrow().contains(url.as_str()) {
            Ok(url)
        } else {
            Err(Refusal::Unknown)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_05_only_named_addresses_may_be_asked_for() {
        let addresses = Addresses::new(false);
        addresses.learn_from("See https://a.example/x#part, please (and http://127.0.0.1/admin).");
        assert!(addresses.check("https://a.example/x").is_ok());
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
