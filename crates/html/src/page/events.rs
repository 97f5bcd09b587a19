//! A page as a list of events (element starts, ends and text), without the parts that are left out.

use std::ops::Range;

use super::elements::Element;

/// One step through a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    /// An element begins.
    Open(Element),
    /// An element ends, without its attributes.
    Close(Element),
    /// Text: bytes of [`Events::text`].
    Text(Range<usize>),
}

/// The steps through a page in its order.
#[derive(Debug, Default)]
pub(super) struct Events {
    pub(super) all: Vec<Event>,
    pub(super) text: String,
    /// The open tables, and the open lists with the items of each so far; places in `all`.
    tables: Vec<usize>,
    lists: Vec<(usize, i32)>,
    /// Struck-out ranges.
    struck: Vec<Range<usize>>,
    /// Bytes of text that are no blanks.
    visible: usize,
}

impl Events {
    /// The number of events so far.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The bytes of text so far, blanks aside.
    pub(super) fn visible(&self) -> usize {
        self.visible
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str) {
        self.visible += text
            .bytes()
            .filter(|byte| !byte.is_ascii_whitespace())
            .count();
        let start = self.text.len();
        self.text.push_str(text);
        if let Some(Event::Text(last)) = self.all.last_mut() {
            last.end = self.text.len();
        } else {
            self.all.push(Event::Text(start..self.text.len()));
        }
    }

    /// Adds the start of an element.
    pub(super) fn open(&mut self, element: Element) {
        let at = self.all.len();
        match element {
            Element::Inline | Element::Title | Element::Dropped => return,
            Element::Table { .. } => {
                // A table that holds another one is the layout of a page.
                if let Some(outer) = self.tables.last()
                    && let Some(Event::Open(Element::Table { layout })) = self.all.get_mut(*outer)
                {
                    *layout = true;
                }
                self.tables.push(at);
            }
            Element::List(_) => self.lists.push((at, 0)),
            Element::Item(_) => {
                if let Some((_, items)) = self.lists.last_mut() {
                    *items = items.saturating_add(1);
                }
            }
            _ => {}
        }
        self.all.push(Event::Open(element));
    }

    /// Adds the end of an element.
    pub(super) fn close(&mut self, element: Element) {
        match element {
            Element::Inline | Element::Title | Element::Dropped => return,
            Element::Table { .. } => {
                self.tables.pop();
            }
            Element::List(_) => {
                let list = self.lists.last().map(|(at, _)| *at);
                while self.tables.last().copied() > list && list.is_some() {
                    // An unclosed table ends with the list that holds it.
                    self.tables.pop();
                    self.all
                        .push(Event::Close(Element::Table { layout: false }));
                }
                self.close_list();
            }
            _ => {}
        }
        self.all.push(Event::Close(element));
    }

    /// Strikes out the text since the event `start`.
    pub(super) fn strike(&mut self, start: usize) {
        self.struck.push(start..self.all.len());
    }

    /// Ends the open lists, and removes struck-out ranges.
    pub(super) fn finish(&mut self) {
        while !self.lists.is_empty() {
            self.close_list();
        }
        self.struck.sort_by_key(|range| range.start);
        let mut from = 0;
        for range in std::mem::take(&mut self.struck) {
            let start = range.start.max(from);
            from = from.max(range.end);
            for event in self.all.get_mut(start..range.end).unwrap_or_default() {
                if let Event::Text(text) = event {
                    text.end = text.start;
                }
            }
        }
    }

    /// A list that counts down begins with the number of its items.
    fn close_list(&mut self) {
        let Some((at, items)) = self.lists.pop() else {
            return;
        };
        if let Some(Event::Open(Element::List(numbering))) = self.all.get_mut(at)
            && numbering.reversed
        {
            numbering.next = numbering.next.or(Some(items));
        }
    }
}
