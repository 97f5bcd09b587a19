//! A document of a request, as it is told before the run: its size and its titles.

use amb_memory::text::{Block, BlockKind};
use serde::{Deserialize, Serialize};

use crate::protocol::{ResearchRequest, SourceText};

/// The size of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct DocumentSize {
    /// Its name.
    pub name: String,
    /// Unicode characters in its text.
    pub chars: usize,
    /// Its pages; 0 for a document without pages.
    pub pages: usize,
    /// Its first titles that have something beneath them, at most 200, in their order.
    #[serde(default)]
    pub titles: Vec<OutlineTitle>,
}

/// A title of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct OutlineTitle {
    /// Its words.
    pub words: String,
    /// Its level, 1 for the outermost.
    pub level: u8,
}

/// Characters of a title; what is longer is none.
const LONGEST_TITLE: usize = 200;

/// Titles of a document that are told.
const TITLES: usize = 200;

/// Returns the sizes of a request's documents, in its order.
pub(super) fn sizes(request: &ResearchRequest) -> Vec<DocumentSize> {
    let size = |document: &SourceText| DocumentSize {
        name: document.name.clone(),
        chars: document.text.chars().count(),
        pages: document.pages.len(),
        titles: titles_of(document),
    };
    request.documents.iter().map(size).collect()
}

fn titles_of(document: &SourceText) -> Vec<OutlineTitle> {
    let structure = document.structure();
    let level_of = |block: &Block| match block.kind {
        BlockKind::Heading { level } => Some(level),
        _ => None,
    };
    let mut following = structure.blocks.iter().skip(1);
    let titles = structure.blocks.iter().filter_map(|block| {
        let next = following.next();
        let level = level_of(block)?;
        // A title that the next one takes the place of has nothing beneath it, and cannot be asked about.
        if next.is_none_or(|next| level_of(next).is_some_and(|next| next <= level)) {
            return None;
        }
        let words = structure.words(&document.text, block.span);
        let is_title = (1..=LONGEST_TITLE).contains(&words.chars().count());
        is_title.then_some(OutlineTitle { words, level })
    });
    titles.take(TITLES).collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::text::Structure;

    use super::*;

    /// PL-05: the page shows a document's outline before a question is asked.
    #[test]
    fn pl_05_a_document_is_told_with_its_titles() {
        let text = "# Paper\n\n# Market\n\nOn Fridays.\n\n## *Fees*\n\nTen euros.\n\n#\n\n# End\n";
        let document = SourceText {
            text: text.to_owned(),
            structure: Some(Structure::markdown(text)),
            ..SourceText::default()
        };
        let request = ResearchRequest {
            documents: vec![document, SourceText::default()],
            ..ResearchRequest::default()
        };
        let [market, nothing] = sizes(&request).try_into().unwrap();
        let titles = market.titles.iter();
        let titles: Vec<(&str, u8)> = titles.map(|it| (it.words.as_str(), it.level)).collect();
        assert_eq!(titles, [("Market", 1), ("Fees", 2)]);
        assert!(nothing.titles.is_empty());
        let long = "# T\n\nText.\n\n".repeat(TITLES + 1);
        let long = SourceText {
            structure: Some(Structure::markdown(&long)),
            text: long,
            ..SourceText::default()
        };
        assert_eq!(titles_of(&long).len(), TITLES);
    }
}
