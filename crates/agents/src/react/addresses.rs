//! The pages that may be fetched: those that the user, a search result or, if the user allows it, a visited page named.
//! An address that the model made up could leak data from memory (BX-05).

use std::cell::RefCell;
use std::collections::BTreeMap;

use amb_llm::http::Reach;
use amb_llm::reader::{AddressError, Url, addresses_in, page_url, untracked};
use amb_memory::task::Trust;

/// The addresses of a run.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    known: RefCell<BTreeMap<String, Named>>,
    allow_local: bool,
    follow_links: bool,
}

/// The source of a known address.
#[derive(Debug, Clone, Copy)]
struct Named {
    trust: Trust,
    /// True if its source may lead into the user's local network.
    local: bool,
}

/// The refusal of a page, as the model reads it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// Not a web address, or one that must not be fetched.
    #[error("{0}")]
    Address(#[from] AddressError),
    /// No source named it.
    #[error(
        "this address is neither the user's nor a search result: search first, and visit a result"
    )]
    Unknown,
    /// No source named it, although the links of pages may be followed.
    #[error(
        "this address is neither the user's, nor a search result, nor among the links of a page that was visited: visit one of these"
    )]
    Unlinked,
}

impl Addresses {
    /// None known yet.
    pub(super) fn new(allow_local: bool) -> Self {
        Self {
            allow_local,
            ..Self::default()
        }
    }

    /// Sets if addresses that pages name may be fetched.
    pub(super) fn following_links(self, follow_links: bool) -> Self {
        Self {
            follow_links,
            ..self
        }
    }

    /// Allows every address in the user's own words.
    pub(super) fn learn_from_user(&self, words: &str) {
        addresses_in(words)
            .filter_map(|address| page_url(address, self.allow_local).ok())
            .for_each(|url| self.learn(&url, Trust::NamedPage, self.allow_local));
    }

    /// Allows the addresses that a page or a service names.
    pub(super) fn learn_from<'t>(&self, source: &str, named: impl Iterator<Item = &'t str>) {
        let local = self.may_name_local(source);
        let source = page_url(source, self.allow_local);
        named
            .filter_map(|address| page_url(address, local).ok())
            .for_each(|url| {
                let stays = source.as_ref().is_ok_and(|from| self.stays(from, &url));
                self.learn(&url, Trust::FoundPage, local || stays);
            });
    }

    /// Allows an address; its page has the trust of the highest source that named it.
    fn learn(&self, url: &Url, trust: Trust, local: bool) {
        let mut known = self.known.borrow_mut();
        let named = known
            .entry(untracked(url).into())
            .or_insert(Named { trust, local });
        named.trust = trust.max(named.trust);
        named.local |= local;
    }

    /// Returns the network that a page may lie in: the user's local network only if a source named it that may lead
    /// there. The address does not show the IP address of its host.
    pub(super) fn reach(&self, url: &Url) -> Reach {
        let known = self.known.borrow();
        let local = known
            .get(untracked(url).as_str())
            .is_some_and(|named| named.local);
        match (self.allow_local, local) {
            (false, _) => Reach::Public,
            (true, false) => Reach::Outside,
            (true, true) => Reach::Own,
        }
    }

    /// Returns true if a page that may lie in the user's local network names one of the same host, which its
    /// certificate proves. Over plain http the name may resolve to another server by now, and a page of the internet
    /// would choose the path of the request.
    fn stays(&self, from: &Url, to: &Url) -> bool {
        to.scheme() == "https" && to.host() == from.host() && self.reach(from) == Reach::Own
    }

    /// Returns true if the server at this address may lead into the user's local network: only if it lies there itself,
    /// and if the settings allow it.
    fn may_name_local(&self, source: &str) -> bool {
        self.allow_local && matches!(page_url(source, false), Err(AddressError::Local { .. }))
    }

    /// Returns true if an address that a service names may be shown and opened at all.
    pub(super) fn may_name(&self, service: &str, address: &str) -> bool {
        self.named_by(service, address).is_some()
    }

    /// An address as a page or a service may name it.
    pub(super) fn named_by(&self, source: &str, address: &str) -> Option<Url> {
        page_url(address, self.may_name_local(source)).ok()
    }

    /// Returns the address, if it may be fetched, and the trust of its page. Tracking parameters, which the model may
    /// have made up, are left out: the page is the same.
    pub(super) fn check(&self, address: &str) -> Result<(Url, Trust), Refusal> {
        let url = untracked(&page_url(address.trim(), self.allow_local)?);
        let refusal = if self.follow_links {
            Refusal::Unlinked
        } else {
            Refusal::Unknown
        };
        let named = self.known.borrow().get(url.as_str()).copied();
        let named = named.ok_or(refusal)?;
        Ok((url, named.trust))
    }

    /// Returns the target of a page's redirect, which may be fetched too: its server chose the target, not the model,
    /// so no data leaks. A redirect never leads from outside into the local network, nor out of the web. A page of
    /// another host is no longer the one that the user named.
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
        self.learn(&url, trust, local || self.stays(from, &url));
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
        let tracked = addresses.check("https://a.example/x?utm_source=secret&gclid=1#7");
        assert_eq!(tracked.unwrap().0.as_str(), "https://a.example/x");
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

    fn reach(addresses: &Addresses, address: &str) -> Reach {
        addresses.reach(&page_url(address, true).unwrap())
    }

    /// Only the host can resolve a name: the request states who gave the name.
    #[test]
    fn bx_05_a_name_reaches_the_own_network_only_if_one_gave_it_who_may_lead_there() {
        let addresses = Addresses::new(true);
        addresses.learn_from_user("read https://wiki.example/x and http://nas.lan/");
        let engine = "https://google.serper.dev";
        addresses.learn_from(engine, ["https://found.example/"].into_iter());
        addresses.learn_from("http://nas.lan/", ["http://inside.example/"].into_iter());
        for (address, expected) in [
            ("https://wiki.example/x", Reach::Own),
            ("http://nas.lan/", Reach::Own),
            ("http://inside.example/", Reach::Own),
            ("https://found.example/", Reach::Outside),
            ("https://unheard.example/", Reach::Outside),
        ] {
            assert_eq!(reach(&addresses, address), expected, "{address}");
        }
        // Its source may lie there, too: it is the user's.
        addresses.learn_from(engine, ["https://wiki.example/x"].into_iter());
        assert_eq!(reach(&addresses, "https://wiki.example/x"), Reach::Own);

        let closed = Addresses::new(false);
        closed.learn_from_user("read https://wiki.example/x");
        assert_eq!(reach(&closed, "https://wiki.example/x"), Reach::Public);
    }

    #[test]
    fn bx_05_what_a_page_leads_to_is_in_the_own_network_only_if_the_page_is_or_is_its_own_host() {
        let addresses = Addresses::new(true);
        addresses.learn_from_user("http://wiki.example/ http://nas.lan/ https://docs.example/");
        let found = "https://found.example/";
        addresses.learn_from("https://google.serper.dev", [found].into_iter());
        for (from, target, expected) in [
            ("http://wiki.example/", "http://wiki.example/", Reach::Own),
            ("http://wiki.example/", "https://wiki.example/a", Reach::Own),
            (
                "http://wiki.example/",
                "http://wiki.example/b",
                Reach::Outside,
            ),
            (
                "http://wiki.example/",
                "http://wiki.example:81/",
                Reach::Outside,
            ),
            (
                "http://wiki.example/",
                "https://other.example/",
                Reach::Outside,
            ),
            ("https://docs.example/", "/c", Reach::Own),
            ("http://nas.lan/", "http://other.example/d", Reach::Own),
            (found, "/e", Reach::Outside),
        ] {
            let from = page_url(from, true).unwrap();
            let (url, _) = addresses.led((&from, Trust::FoundPage), target).unwrap();
            assert_eq!(addresses.reach(&url), expected, "{from} {target}");
        }
        let linked = ["https://docs.example/f", "http://docs.example/f"];
        addresses.learn_from("https://docs.example/", linked.into_iter());
        assert_eq!(
            linked.map(|link| reach(&addresses, link)),
            [Reach::Own, Reach::Outside]
        );
    }
}
