//! Walking through a page's tokens.

use amb_documents::Links;
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use super::elements::{Element, Ending, ending, holds_kinds};
use super::links::LinkCollector;
use super::style::hides;
use super::writer::TextWriter;

/// A page as text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// What its `title` says, blanks collapsed.
    pub(crate) title: Option<String>,
    /// Its text.
    pub(crate) text: String,
    /// Where what remains of it leads.
    pub(crate) links: Links,
}

/// Makes text of a page. Never fails: whatever is not markup is text.
pub(crate) fn to_text(source: &str) -> Page {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut walk = Walk::default();
    for token in Tokenizer::new_with_emitter(source, emitter) {
        let Ok(token) = token;
        walk.take(token);
    }
    walk.into_page()
}

/// What is known between two tokens.
#[derive(Default)]
struct Walk {
    writer: TextWriter,
    links: LinkCollector,
    skipped: Option<Skipped>,
    title: Option<String>,
    in_title: bool,
    main: Option<Main>,
}

/// An element that is being left out, and how many of its name are open.
struct Skipped {
    name: Vec<u8>,
    depth: usize,
}

impl Skipped {
    /// Whether a start tag ends what is left out: its own end tag was left out too.
    fn ends_before(&self, name: &[u8], element: Element) -> bool {
        match ending(&self.name) {
            Ending::NextBlock => !matches!(
                element,
                Element::Inline | Element::LineBreak | Element::Raised | Element::Dropped
            ),
            Ending::NextOfKind => self.name == name,
            Ending::Tag | Ending::Void | Ending::Page => false,
        }
    }
}

/// Where the page's main part lies in what was written.
struct Main {
    start: Place,
    end: Option<Place>,
}

/// A place in what was written.
struct Place {
    /// The bytes of text before it.
    text: usize,
    /// The links before it.
    links: usize,
}

impl Walk {
    fn take(&mut self, token: Token) {
        match token {
            Token::StartTag(tag) => self.open(&tag),
            Token::EndTag(tag) => self.close(&tag.name),
            Token::String(text) => self.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }

    fn open(&mut self, tag: &StartTag<()>) {
        let element = Element::named(&tag.name);
        if element == Element::Main {
            // A page whose navigation is never closed still shows its main part.
            self.skipped = None;
            self.begin_main();
        }
        if let Some(skipped) = &mut self.skipped {
            if !skipped.ends_before(&tag.name, element) {
                skipped.depth += usize::from(skipped.name == *tag.name && !tag.self_closing);
                return;
            }
            self.skipped = None;
        }
        match element {
            Element::Title => self.in_title = self.title.is_none(),
            _ if element == Element::Dropped || is_hidden(tag) => self.skip(tag),
            _ => {
                self.lead(tag, element);
                self.writer.open(element);
            }
        }
    }

    /// Takes in what a tag says of where the page leads.
    fn lead(&mut self, tag: &StartTag<()>, element: Element) {
        let href = tag.attributes.get(&b"href"[..]);
        let href = href.map(|href| String::from_utf8_lossy(href));
        match tag.name.as_slice() {
            b"a" => self.links.open(href.as_deref()),
            b"base" => self.links.base(href.as_deref()),
            _ if element != Element::Inline => self.links.text(" "),
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.depth = skipped.depth.saturating_sub(1);
            }
            let held = ending(&skipped.name) == Ending::NextOfKind && holds_kinds(name);
            if skipped.depth == 0 || held || name == b"body" {
                self.skipped = None;
            }
            return;
        }
        match Element::named(name) {
            Element::Title => self.in_title = false,
            Element::Main => {
                self.writer.close(Element::Main);
                self.end_main();
            }
            element => {
                match element {
                    Element::Inline if name == b"a" => self.links.close(),
                    Element::Inline => {}
                    _ => self.links.text(" "),
                }
                self.writer.close(element);
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            let words: Vec<&str> = text.split_whitespace().collect();
            self.title = Some(words.join(" ")).filter(|title| !title.is_empty());
        } else if self.skipped.is_none() {
            self.writer.text(text);
            self.links.text(text);
        }
    }

    fn skip(&mut self, tag: &StartTag<()>) {
        let is_empty_drawing = tag.self_closing && *tag.name == b"svg"[..];
        if !is_empty_drawing {
            let name = tag.name.to_vec();
            self.skipped = Some(Skipped { name, depth: 1 });
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
            text: self.writer.len(),
            links: self.links.len(),
        }
    }

    fn end_main(&mut self) {
        let end = self.place();
        if let Some(main) = &mut self.main {
            main.end = Some(end);
        }
    }

    /// Keeps the main part alone when it holds at least half of the text: what stands around it is
    /// menus and notices. A smaller one is not what its author meant by it.
    fn into_page(self) -> Page {
        let written = self.writer.finish();
        let main = self.main.and_then(|Main { start, end }| {
            let end = end.unwrap_or(Place {
                text: written.len(),
                links: self.links.len(),
            });
            let text = written.get(start.text..end.text.min(written.len()))?;
            let is_most = text.len() * 2 >= written.len();
            is_most.then(|| (text.trim().to_owned(), start.links..end.links))
        });
        let (text, of) = main.unwrap_or((written, 0..self.links.len()));
        Page {
            title: self.title,
            text,
            links: self.links.finish(of),
        }
    }
}

/// Whether the page itself marks the element as not to be shown. What a reader does not see is no evidence,
/// and a place to hide instructions in. `aria-hidden` is seen: it hides from those who listen alone.
fn is_hidden(tag: &StartTag<()>) -> bool {
    let attribute = |name: &[u8]| tag.attributes.get(name);
    let hidden =
        attribute(b"hidden").is_some_and(|value| !value.eq_ignore_ascii_case(b"until-found"));
    let closed = *tag.name == b"dialog"[..] && attribute(b"open").is_none();
    let styled = attribute(b"style").is_some_and(|style| hides(&String::from_utf8_lossy(style)));
    (hidden || closed || styled) && !matches!(ending(&tag.name), Ending::Void | Ending::Page)
}
