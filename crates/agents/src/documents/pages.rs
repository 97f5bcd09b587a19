//! Which page of a document a citation stands on (MB-17).

use crate::protocol::{Answer, DocumentSummary};

/// The mark between a PDF file's address and a page number (RFC 8118, section 3): browsers open such an address at the
/// page.
const PAGE_MARK: &str = "#page=";

/// The address of a page of a PDF file, from 1.
#[must_use]
pub(crate) fn page_address(file: &str, page: usize) -> String {
    format!("{file}{PAGE_MARK}{page}")
}

/// The page, from 1, that a character of a text stands on, by the characters before each page; `None` where
/// there are no pages.
#[must_use]
pub(crate) fn page_at(starts: &[usize], char: usize) -> Option<usize> {
    let before = starts.partition_point(|start| *start <= char);
    (!starts.is_empty()).then_some(before.max(1))
}

/// The page that such an address names.
fn page_in(address: &str) -> Option<usize> {
    address.rsplit_once(PAGE_MARK)?.1.parse().ok()
}

/// Says of each citation which page of its document it begins on.
pub(crate) fn name_pages(answer: &mut Answer, documents: &[DocumentSummary]) {
    for citation in &mut answer.citations {
        let mut known = documents.iter();
        let document = known.find(|document| document.name == citation.document);
        citation.page = document
            .and_then(|document| page_at(&document.pages, citation.chars.start))
            .or_else(|| page_in(&citation.document));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_20_an_address_names_its_page() {
        let address = page_address("https://a.example/guide.pdf", 12);
        assert_eq!(address, "https://a.example/guide.pdf#page=12");
        assert_eq!(page_in(&address), Some(12));
        assert_eq!(page_in("https://a.example/#part"), None);
    }

    #[test]
    fn mb_17_a_character_stands_on_a_page() {
        let starts = [0, 10, 10, 20];
        let pages = [0, 9, 10, 19, 20, 29].map(|char| page_at(&starts, char));
        assert_eq!(pages, [1, 1, 3, 3, 4, 4].map(Some));
        assert_eq!(page_at(&[], 3), None);
    }
}
