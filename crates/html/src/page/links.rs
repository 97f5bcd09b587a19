//! Collects the links of a page.

use std::collections::BTreeMap;
use std::ops::Range;

use amb_documents::{Link, Links};

/// Most links kept of a page: more is an index of a site, or a trap.
const MOST: usize = 200;
/// Most bytes of a link's target, as it is written: longer ones lead to no page.
const LONGEST: usize = 2_000;
/// Characters kept of a link's words.
const WORDS: usize = 200;

/// The links that were seen so far.
#[derive(Debug, Default)]
pub(super) struct LinkCollector {
    base: Option<String>,
    found: Vec<Link>,
    /// True if the text written now belongs to the last link.
    is_open: bool,
}

impl LinkCollector {
    /// The links seen so far.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// Sets the base of relative links; the first base counts.
    pub(super) fn base(&mut self, href: Option<&str>) {
        if self.base.is_none() {
            self.base = href.map(|href| href.trim().to_owned());
        }
    }

    /// Begins a link, or an anchor without a target. Either ends an unclosed link.
    pub(super) fn open(&mut self, href: Option<&str>) {
        let href = href.and_then(to_page);
        self.is_open = href.is_some();
        self.found.extend(href.map(|href| Link {
            href: href.to_owned(),
            text: String::new(),
        }));
    }

    /// Ends a link.
    pub(super) fn close(&mut self) {
        self.is_open = false;
    }

    /// Adds text to the open link. An unclosed link keeps no text past its maximum length.
    pub(super) fn text(&mut self, text: &str) {
        let last = self.found.last_mut().filter(|_| self.is_open);
        if let Some(link) = last.filter(|link| link.text.len() < LONGEST) {
            link.text.push_str(text);
        }
    }

    /// Returns the links in a range of those found. Each target is listed once, under the first words that link to it.
    pub(super) fn finish(self, of: Range<usize>) -> Links {
        let mut all: Vec<Link> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let part = self.found.into_iter().take(of.end).skip(of.start);
        for Link { href, text } in part {
            let text = on_one_line(&text);
            if let Some(at) = places.get(&href) {
                let told = all.get_mut(*at).filter(|told| told.text.is_empty());
                if let Some(told) = told {
                    told.text = text;
                }
            } else if all.len() < MOST {
                places.insert(href.clone(), all.len());
                all.push(Link { href, text });
            }
        }
        let base = self.base.filter(|_| !all.is_empty());
        Links { base, all }
    }
}

/// Returns a link's target without its fragment, if it may be another page of the web.
fn to_page(href: &str) -> Option<&str> {
    let place = href.split('#').next()?.trim();
    let is_web = scheme(place).is_none_or(|scheme| {
        scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
    });
    (is_web && !place.is_empty() && place.len() <= LONGEST).then_some(place)
}

/// The scheme that an address begins with: `mailto`.
fn scheme(place: &str) -> Option<&str> {
    let (scheme, _) = place.split_once(':')?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    scheme.chars().all(is_scheme).then_some(scheme)
}

fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(WORDS).collect()
}
