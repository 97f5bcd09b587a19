//! Walking through a page's tokens.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use super::elements::{Element, Ending, ending, holds_kinds};
use super::style::hides;
use super::writer::TextWriter;

/// A page as text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// What its `title` says, blanks collapsed.
    pub(crate) title: Option<String>,
    /// Its text.
    pub(crate) text: String,
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

/// Where the page's main part lies in the text written.
struct Main {
    start: usize,
    end: Option<usize>,
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
            _ => self.writer.open(element),
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
            element => self.writer.close(element),
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            let words: Vec<&str> = text.split_whitespace().collect();
            self.title = Some(words.join(" ")).filter(|title| !title.is_empty());
        } else if self.skipped.is_none() {
            self.writer.text(text);
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
            let start = self.writer.len();
            self.main = Some(Main { start, end: None });
        }
    }

    fn end_main(&mut self) {
        let end = self.writer.len();
        if let Some(main) = &mut self.main {
            main.end = Some(end);
        }
    }

    /// Keeps the main part alone when it holds at least half of the text: what stands around it is
    /// menus and notices. A smaller one is not what its author meant by it.
    fn into_page(self) -> Page {
        let written = self.writer.finish();
        let main = self.main.and_then(|main| {
            written.get(main.start..main.end.unwrap_or(written.len()).min(written.len()))
        });
        let text = match main {
            Some(main) if main.len() * 2 >= written.len() => main.trim().to_owned(),
            _ => written,
        };
        Page {
            title: self.title,
            text,
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
