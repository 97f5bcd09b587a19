//! The web of the bench: pages cut from real books.

use std::collections::BTreeSet;

use amb_documents::{Limits, Source};
use amb_memory::text::{sentences, split_to_window};
use anyhow::Result;

/// Books, as `cargo xtask bench` puts them under target/documents.
pub const BOOKS: [&str; 3] = ["rust-book.html", "cargo-book.html", "rust-reference.html"];

/// Tokens of a page.
const PAGE_TOKENS: usize = 1200;

/// Characters of a sentence that can stand alone.
const SENTENCE_CHARS: std::ops::Range<usize> = 60..300;

/// Results of a search, the page that answers it among them.
const RESULTS: usize = 10;

/// A page.
pub struct Page {
    /// Its address.
    pub url: String,
    /// Its first line.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Its sentences that can stand alone. The first is its search subject, and unique among pages.
    pub sentences: Vec<String>,
}

impl Page {
    /// Returns its search subject.
    pub fn subject(&self) -> &str {
        self.sentences.first().map_or("", String::as_str)
    }

    /// Up to `count` of its sentences, spread over it.
    pub fn spread(&self, count: usize) -> Vec<&str> {
        let stride = self.sentences.len().div_ceil(count.max(1)).max(1);
        let chosen = self.sentences.iter().step_by(stride);
        chosen.map(String::as_str).collect()
    }
}

/// All pages, in the order of the books.
pub struct Pages(Vec<Page>);

impl Pages {
    /// Cuts the books, which are read by their names.
    ///
    /// # Errors
    /// That of whoever reads them, or when one is no page of HTML.
    pub fn of_books(read: impl Fn(&str) -> Result<Vec<u8>>) -> Result<Self> {
        let mut pages = Vec::new();
        let mut subjects = BTreeSet::new();
        for book in BOOKS {
            let bytes = read(book)?;
            let book = amb_html::document(&Source::bytes(book, &bytes), &Limits::default())?;
            let text = book.text;
            for span in split_to_window(&text, &book.structure, PAGE_TOKENS, 1.0) {
                let page = page(span.of(&text), pages.len());
                if page.sentences.len() > RESULTS && subjects.insert(page.subject().to_owned()) {
                    pages.push(page);
                }
            }
        }
        Ok(Self(pages))
    }

    /// Returns the number of pages.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The page of this number; after the last comes the first.
    pub fn page(&self, number: usize) -> Option<&Page> {
        self.0.get(number % self.0.len().max(1))
    }

    /// The page at an address.
    pub fn at(&self, url: &str) -> Option<&Page> {
        self.0.iter().find(|page| page.url == url)
    }

    /// Returns the results of a query: the page with this subject, and others of the same books.
    pub fn search(&self, query: &str) -> Vec<&Page> {
        let Some(best) = self.0.iter().position(|page| page.subject() == query) else {
            return Vec::new();
        };
        // A stride that has no divisor in common with most counts: the others come from all over the books.
        let others = (0..RESULTS).map(|place| best + 37 * place);
        others.filter_map(|number| self.page(number)).collect()
    }
}

fn page(text: &str, number: usize) -> Page {
    let first_line = text.lines().map(str::trim).find(|line| !line.is_empty());
    let alone = |sentence: &&str| {
        SENTENCE_CHARS.contains(&sentence.chars().count()) && !sentence.contains('\n')
    };
    let said = sentences(text).into_iter().map(|span| span.of(text).trim());
    Page {
        url: format!("https://pages.example/{number}"),
        title: first_line.unwrap_or_default().chars().take(80).collect(),
        sentences: said.filter(alone).map(str::to_owned).collect(),
        text: text.to_owned(),
    }
}
