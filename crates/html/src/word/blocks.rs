//! Blocks written as HTML, with the lists that are open.

use std::fmt::Write as _;

use super::numbering::Label;

/// An open list.
#[derive(Debug, PartialEq, Eq)]
struct List {
    level: usize,
    /// Its type; `None` for marks.
    kind: Option<&'static str>,
}

/// The blocks of a document, of a table's cell or of a note.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    html: String,
    lists: Vec<List>,
}

impl Blocks {
    /// Writes a block that is no item.
    pub(super) fn push(&mut self, html: &str) {
        self.close_lists(0);
        self.html.push_str(html);
    }

    /// Writes an item of a list at a level.
    pub(super) fn push_item(&mut self, level: usize, label: &Label, html: &str) {
        let (kind, number) = match label {
            Label::Number(kind, number) => (Some(*kind), Some(*number)),
            Label::Mark | Label::Text(_) => (None, None),
        };
        let keeps = |list: &List| list.level < level || *list == List { level, kind };
        let kept = self.lists.iter().take_while(|list| keeps(list)).count();
        self.close_lists(kept);
        let goes_on = self.lists.last().is_some_and(|list| list.level == level);
        match kind {
            _ if goes_on => self.html.push_str("</li>"),
            Some(kind) => {
                let _ = write!(self.html, "<ol type=\"{kind}\">");
            }
            None => self.html.push_str("<ul>"),
        }
        if !goes_on {
            self.lists.push(List { level, kind });
        }
        match number {
            Some(number) => {
                let _ = write!(self.html, "<li value=\"{number}\">{html}");
            }
            None => {
                let _ = write!(self.html, "<li>{html}");
            }
        }
    }

    /// Returns the HTML.
    pub(super) fn into_html(mut self) -> String {
        self.close_lists(0);
        self.html
    }

    /// Ends the lists behind the first so many.
    fn close_lists(&mut self, kept: usize) {
        while self.lists.len() > kept
            && let Some(list) = self.lists.pop()
        {
            self.html.push_str(if list.kind.is_some() {
                "</li></ol>"
            } else {
                "</li></ul>"
            });
        }
    }
}
