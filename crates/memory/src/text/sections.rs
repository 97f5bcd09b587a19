//! Sections: what stands under one heading.

use super::blocks::Layout;
use super::span::Span;
use serde::{Deserialize, Serialize};

/// A heading and the text up to the next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Section {
    /// From the heading's line to the next heading's line.
    pub span: Span,
    /// The title with its number; none for text before the first heading.
    pub heading: Option<String>,
    /// Depth of the heading, 1 the outermost; 0 without a heading.
    pub level: u8,
}

/// The sections of `text`, by Markdown `#`, underlined, boxed and numbered headings and Chinese
/// chapters. They tile the text exactly. Headings with nothing but blank lines between them (a
/// chapter and its first section) begin one section, named by the last; lines of a table of
/// contents head nothing and begin none.
#[must_use]
pub fn sections(text: &str) -> Vec<Section> {
    sections_of(&Layout::new(text))
}

pub(crate) fn sections_of(layout: &Layout<'_>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut open = Section {
        span: Span::new(0, 0),
        heading: None,
        level: 0,
    };
    let mut body_from = 0;
    for heading in &layout.headings {
        let start = layout.line_start(heading.first_line);
        let body = Span::new(body_from, start).of(layout.text);
        if !body.trim().is_empty() {
            open.span.end = start;
            let next = Section {
                span: Span::new(start, start),
                heading: None,
                level: 0,
            };
            sections.push(std::mem::replace(&mut open, next));
        }
        open.heading = Some(heading.title.clone());
        open.level = heading.rank.max(1);
        body_from = layout.line_start(heading.last_line + 1);
    }
    open.span.end = layout.text.len();
    if !open.span.is_empty() {
        sections.push(open);
    }
    sections
}
