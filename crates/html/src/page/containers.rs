//! The lists, definition lists and quotations that are open.

use amb_memory::text::BlockKind;

use super::labels::Numbering;

/// Most levels of indentation: deeper marks would cost more than the text.
const MOST_INDENTED: usize = 8;

/// A list, or a list of terms and their descriptions.
#[derive(Debug)]
enum Container {
    List {
        numbering: Numbering,
        in_item: bool,
    },
    Terms {
        state: Terms,
        /// Start of the last term's block.
        block: usize,
    },
}

/// The last part of a list of terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Terms {
    /// Nothing that a description could follow.
    Apart,
    /// An open term, and where its text begins.
    Term(usize),
    /// A term that has ended.
    Told,
    /// A description, open or not.
    Described,
}

/// Open containers.
#[derive(Debug, Default)]
pub(super) struct Containers {
    lists: Vec<Container>,
    quotes: usize,
}

impl Containers {
    /// The number of open lists.
    pub(super) fn depth(&self) -> usize {
        self.lists.len()
    }

    /// Returns the kind of a paragraph here.
    pub(super) fn kind(&self) -> BlockKind {
        let in_item = match self.lists.last() {
            Some(Container::List { in_item, .. }) => *in_item,
            Some(Container::Terms { state, .. }) => *state != Terms::Apart,
            None => false,
        };
        match in_item {
            true => self.item_kind(),
            false if self.quotes > 0 => BlockKind::Quote,
            false => BlockKind::Paragraph,
        }
    }

    /// Returns the kind of an item here.
    fn item_kind(&self) -> BlockKind {
        let depth = self.lists.len().saturating_sub(1);
        BlockKind::Item {
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
        }
    }

    pub(super) fn open_quote(&mut self) {
        self.quotes += 1;
    }

    pub(super) fn close_quote(&mut self) {
        self.quotes = self.quotes.saturating_sub(1);
    }

    pub(super) fn open_list(&mut self, numbering: Numbering) {
        self.lists.push(Container::List {
            numbering,
            in_item: false,
        });
    }

    pub(super) fn open_terms(&mut self) {
        self.lists.push(Container::Terms {
            state: Terms::Apart,
            block: 0,
        });
    }

    /// Ends the innermost list.
    pub(super) fn close_list(&mut self) {
        self.lists.pop();
    }

    /// Begins an item, and returns its label with its indentation. An item outside of a list has a mark too.
    pub(super) fn item(&mut self, number: Option<i32>) -> String {
        let indented = self.lists.len().saturating_sub(1).min(MOST_INDENTED);
        let label = match self.lists.last_mut() {
            Some(Container::List { numbering, in_item }) => {
                *in_item = true;
                numbering.take(number)
            }
            _ => Numbering::none().take(None),
        };
        format!("{}{label}", "  ".repeat(indented))
    }

    pub(super) fn close_item(&mut self) {
        if let Some(Container::List { in_item, .. }) = self.lists.last_mut() {
            *in_item = false;
        }
    }

    /// Returns true if a term has just ended.
    pub(super) fn follows_term(&self) -> bool {
        matches!(
            self.lists.last(),
            Some(Container::Terms {
                state: Terms::Told,
                ..
            })
        )
    }

    /// Returns true if a term is open.
    pub(super) fn in_term(&self) -> bool {
        matches!(
            self.lists.last(),
            Some(Container::Terms {
                state: Terms::Term(_),
                ..
            })
        )
    }

    /// Begins a term whose text will start at byte `at`.
    pub(super) fn open_term(&mut self, at: usize) {
        if let Some(Container::Terms { state, .. }) = self.lists.last_mut() {
            *state = Terms::Term(at);
        }
    }

    /// Ends a term at byte `at`, in the block that starts at `own`. A term that is a title has its descriptions apart.
    pub(super) fn close_term(&mut self, at: usize, own: usize, is_item: bool) {
        if let Some(Container::Terms { state, block }) = self.lists.last_mut() {
            let told = matches!(*state, Terms::Term(from) if from < at);
            *state = if told && is_item {
                Terms::Told
            } else {
                Terms::Apart
            };
            *block = own;
        }
    }

    /// Begins a description, and returns the text that joins it to its term or to the description before it. `own` is
    /// the start of the block before it.
    pub(super) fn open_description(&mut self, own: usize) -> Option<&'static str> {
        let Some(Container::Terms { state, block }) = self.lists.last_mut() else {
            return None;
        };
        let joint = match *state {
            Terms::Told => Some(": "),
            Terms::Described if *block == own => Some("; "),
            _ => None,
        };
        if *state != Terms::Apart {
            *state = Terms::Described;
        }
        joint
    }
}
