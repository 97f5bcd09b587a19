//! Walking through a page's tokens.

use amb_documents::Links;
use amb_memory::text::Structure;
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use super::compose::compose;
use super::elements::{Element, Ending, attribute, ending, ends_at, holds_kinds, is_seen};
use super::events::Events;
use super::links::LinkCollector;
use super::style::Look;

/// Most open elements that are remembered for their effect (struck out, raised, lowered); beyond that, the innermost
/// are kept.
const MOST_EFFECTS: usize = 64;

/// A page as text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// Text of the page's `title`, blanks collapsed.
    pub(crate) title: Option<String>,
    /// Its text.
    pub(crate) text: String,
    /// The structure of the text.
    pub(crate) structure: Structure,
    /// Links of the text that remains.
    pub(crate) links: Links,
}

/// Converts a page to text. Never fails: invalid markup is text.
pub(crate) fn to_text(source: &str) -> Page {
    let mut walk = Walk::through(source, false);
    if walk
        .skipped
        .as_ref()
        .is_some_and(|skipped| is_seen(&skipped.name))
    {
        // A menu that never ends would take the page with it.
        walk = Walk::through(source, true);
    }
    walk.into_page()
}

/// State between two tokens.
#[derive(Default)]
struct Walk {
    /// Includes menus and controls, because one of them is unclosed.
    whole: bool,
    events: Events,
    links: LinkCollector,
    skipped: Option<Skipped>,
    effects: Vec<Effect>,
    title: Option<String>,
    in_title: bool,
    main: Option<Main>,
}

/// An element that is being left out.
struct Skipped {
    name: Vec<u8>,
    /// Open elements of its name.
    depth: usize,
    /// Open lists and tables within it, whose ends do not end the element itself.
    holders: usize,
}

impl Skipped {
    /// Returns true if a start tag ends the part that is left out, because its end tag is missing.
    fn ends_before(&self, name: &[u8], element: Element) -> bool {
        match ending(&self.name) {
            Ending::NextBlock => !element.is_inline(),
            Ending::NextOfKind => self.holders == 0 && ends_at(&self.name, name),
            Ending::Tag | Ending::Void | Ending::Page => false,
        }
    }

    /// Reads a start tag within it.
    fn open(&mut self, tag: &StartTag<()>) {
        self.depth += usize::from(self.name == *tag.name && !tag.self_closing);
        self.holders += usize::from(holds_kinds(&tag.name));
    }

    /// Reads an end tag, and returns true if the element ends there.
    fn close(&mut self, name: &[u8]) -> bool {
        if self.name == name {
            self.depth = self.depth.saturating_sub(1);
        }
        let holds = holds_kinds(name);
        let is_own = holds && self.holders == 0 && ending(&self.name) == Ending::NextOfKind;
        self.holders = self.holders.saturating_sub(usize::from(holds));
        self.depth == 0 || is_own || name == b"body"
    }
}

/// An element within a line that ends at its own end tag, and how many of its name are open since.
struct Effect {
    name: Vec<u8>,
    element: Element,
    depth: usize,
    at: usize,
}

/// Start and end of the page's main part.
struct Main {
    start: Place,
    end: Option<Place>,
}

/// A position in the events read so far.
#[derive(Clone, Copy)]
struct Place {
    events: usize,
    /// The bytes of text before it, blanks aside.
    visible: usize,
    links: usize,
}

impl Walk {
    fn through(source: &str, whole: bool) -> Self {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let mut walk = Self {
            whole,
            ..Self::default()
        };
        for token in Tokenizer::new_with_emitter(source, emitter) {
            let Ok(token) = token;
            walk.take(token);
        }
        walk.events.finish();
        walk
    }

    fn take(&mut self, token: Token) {
        match token {
            Token::StartTag(tag) => self.open(&tag),
            Token::EndTag(tag) => self.close(&tag.name),
            Token::String(text) => self.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }

    fn open(&mut self, tag: &StartTag<()>) {
        let look = attribute(tag, b"style").map_or_else(Look::default, |style| Look::of(&style));
        let mut element = Element::of(tag, &look);
        if element == Element::Dropped && self.whole && is_seen(&tag.name) {
            element = Element::Block;
        }
        if element == Element::Main {
            // A page whose navigation is unclosed still shows its main part.
            self.skipped = None;
            self.begin_main();
        }
        if let Some(skipped) = &mut self.skipped {
            if !skipped.ends_before(&tag.name, element) {
                skipped.open(tag);
                return;
            }
            self.skipped = None;
        }
        match element {
            Element::Title => self.in_title = self.title.is_none(),
            _ if element == Element::Dropped || is_hidden(tag, look) => self.skip(tag),
            _ => {
                self.lead(tag, element);
                self.begin_effect(&tag.name, element);
                self.events.open(element);
            }
        }
    }

    /// Collects the link or the base that a tag declares.
    fn lead(&mut self, tag: &StartTag<()>, element: Element) {
        let href = attribute(tag, b"href");
        match tag.name.as_slice() {
            b"a" => {
                // A link within a link ends it.
                self.end_effects(b"a");
                self.links.open(href.as_deref());
            }
            b"base" => self.links.base(href.as_deref()),
            _ if element.is_inline() && element != Element::LineBreak => {}
            _ => self.links.text(" "),
        }
    }

    /// Remembers an element with an effect, because its end tag does not show the effect.
    fn begin_effect(&mut self, name: &[u8], element: Element) {
        if matches!(
            element,
            Element::Script(_) | Element::Note | Element::Struck
        ) {
            if self.effects.len() == MOST_EFFECTS {
                self.effects.remove(0);
            }
            self.effects.push(Effect {
                name: name.to_vec(),
                element,
                depth: 1,
                at: self.events.len(),
            });
        } else if ending(name) != Ending::Void
            && let Some(effect) = self.effects.iter_mut().rev().find(|open| open.name == name)
        {
            effect.depth += 1;
        }
    }

    /// Ends the effects of all open elements of a name.
    fn end_effects(&mut self, name: &[u8]) {
        while self.effects.iter().any(|open| open.name == name) {
            self.end_effect(name);
        }
    }

    /// Ends the effect of the innermost element of a name, if it has one.
    fn end_effect(&mut self, name: &[u8]) {
        let Some(place) = self.effects.iter().rposition(|open| open.name == name) else {
            return;
        };
        let Some(effect) = self.effects.get_mut(place) else {
            return;
        };
        effect.depth -= 1;
        if effect.depth > 0 {
            return;
        }
        let effect = self.effects.remove(place);
        if effect.element == Element::Struck {
            self.events.strike(effect.at);
        }
        self.events.close(effect.element);
    }

    fn close(&mut self, name: &[u8]) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.close(name) {
                self.skipped = None;
            }
            return;
        }
        match Element::named(name) {
            Element::Title => self.in_title = false,
            Element::Main => {
                self.events.close(Element::Main);
                self.end_main();
            }
            Element::Dropped if self.whole => self.events.close(Element::Block),
            Element::Inline | Element::Script(_) | Element::Struck => {
                if name == b"a" {
                    self.links.close();
                }
                self.end_effect(name);
            }
            element => {
                self.links.text(" ");
                self.events.close(element);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            let words: Vec<&str> = text.split_whitespace().collect();
            self.title = Some(words.join(" ")).filter(|title| !title.is_empty());
        } else if self.skipped.is_none() {
            self.events.text(text);
            self.links.text(text);
        }
    }

    fn skip(&mut self, tag: &StartTag<()>) {
        let is_empty_drawing = tag.self_closing && *tag.name == b"svg"[..];
        if !is_empty_drawing {
            let name = tag.name.to_vec();
            self.skipped = Some(Skipped {
                name,
                depth: 1,
                holders: 0,
            });
        }
    }

    fn begin_main(&mut self) {
        if self.main.is_none() {
            let start = self.place();
            self.main = Some(Main { start, end: None });
        }
    }

    fn place(&self) -> Place {
        Place {
            events: self.events.len(),
            visible: self.events.visible(),
            links: self.links.len(),
        }
    }

    fn end_main(&mut self) {
        let end = self.place();
        if let Some(main) = &mut self.main {
            main.end = Some(end);
        }
    }

    /// Keeps only the main part if it holds at least half of the text: the rest is menus and notices. A smaller one is
    /// not what its author meant by it.
    fn into_page(self) -> Page {
        let last = self.place();
        let main = self.main.as_ref().and_then(|main| {
            let (start, end) = (main.start, main.end.unwrap_or(last));
            let is_most = (end.visible - start.visible) * 2 >= last.visible;
            is_most.then_some((start, end))
        });
        let (events, links) = main.map_or((0..last.events, 0..last.links), |(start, end)| {
            (start.events..end.events, start.links..end.links)
        });
        let (text, structure) = compose(&self.events, events);
        Page {
            title: self.title,
            text,
            structure,
            links: self.links.finish(links),
        }
    }
}

/// Returns true if the page itself hides the element. Hidden text is no evidence, and a place to hide instructions.
/// `aria-hidden` text stays: it is hidden from screen readers only.
fn is_hidden(tag: &StartTag<()>, look: Look) -> bool {
    let hidden =
        attribute(tag, b"hidden").is_some_and(|value| !value.eq_ignore_ascii_case("until-found"));
    let closed = *tag.name == b"dialog"[..] && !tag.attributes.contains_key(&b"open"[..]);
    (hidden || closed || look.hidden) && !matches!(ending(&tag.name), Ending::Void | Ending::Page)
}
