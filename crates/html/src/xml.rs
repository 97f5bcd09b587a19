//! XML, one step after the other.

use amb_documents::ReadingError;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use crate::archive::damaged;

/// A step through an XML text. Names are local: prefixes of namespaces are left out.
#[derive(Debug)]
pub(crate) enum Step<'x> {
    /// An element begins; one without content ends at the next step.
    Open(Tag<'x>),
    /// An element ends.
    Close(&'x str),
    /// Characters.
    Text(&'x str),
}

/// The beginning of an element.
#[derive(Debug)]
pub(crate) struct Tag<'x> {
    /// Its local name.
    pub(crate) name: &'x str,
    start: &'x BytesStart<'x>,
}

impl Tag<'_> {
    /// Returns the value of the attribute with this local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let mut attributes = self.start.attributes();
        let attributes = attributes.with_checks(false).flatten();
        let mut named = attributes.filter(|one| local(one.key.as_ref()) == name);
        let value = named.next()?.value;
        let text = quick_xml::escape::unescape(&value);
        Some(text.map_or_else(|_| value.to_string(), |text| text.into_owned()))
    }

    /// Returns the attribute `val`, which Word gives most of its properties.
    pub(crate) fn value(&self) -> Option<String> {
        self.attribute("val")
    }

    /// Returns true unless the property says that it does not hold.
    pub(crate) fn holds(&self) -> bool {
        !matches!(
            self.value().as_deref(),
            Some("0" | "false" | "off" | "none")
        )
    }
}

/// Walks through an XML text.
///
/// # Errors
/// It is not well-formed.
pub(crate) fn walk(xml: &str, mut each: impl FnMut(Step<'_>)) -> Result<(), ReadingError> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    reader.config_mut().allow_dangling_amp = true;
    loop {
        let event = reader.read_event();
        match event.map_err(|error| damaged(&error.to_string()))? {
            Event::Start(start) => each(Step::Open(Tag {
                name: local(start.name().as_ref()),
                start: &start,
            })),
            Event::End(end) => each(Step::Close(local(end.name().as_ref()))),
            Event::Text(text) => each(Step::Text(&text.xml10_content())),
            Event::CData(text) => each(Step::Text(&text.xml10_content())),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(c)) => each(Step::Text(c.encode_utf8(&mut [0; 4]))),
                _ => each(Step::Text(
                    resolve_predefined_entity(&reference.xml10_content()).unwrap_or_default(),
                )),
            },
            Event::Eof => return Ok(()),
            Event::Empty(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => {}
        }
    }
}

/// Elements that HTML knows to have no end.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Returns XHTML as HTML: an element that is closed where it begins, which HTML does not know, gets an end tag. What is
/// not well-formed stays as it is.
pub(crate) fn as_html(xhtml: &str) -> String {
    let mut reader = Reader::from_str(xhtml);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let place = |reader: &Reader<&[u8]>| usize::try_from(reader.buffer_position());
    let mut html = String::with_capacity(xhtml.len());
    loop {
        let from = place(&reader).unwrap_or(usize::MAX);
        let event = reader.read_event();
        let to = place(&reader).unwrap_or(usize::MAX);
        let raw = xhtml.get(from..to).unwrap_or_default();
        match event {
            Ok(Event::Empty(start)) if !VOID.contains(&start.name().as_ref()) => {
                html.push_str(raw.trim_end_matches('>').trim_end_matches('/'));
                html.push_str("></");
                html.push_str(start.name().as_ref());
                html.push('>');
            }
            Ok(Event::Eof) | Err(_) => {
                html.push_str(xhtml.get(from..).unwrap_or_default());
                return html;
            }
            Ok(_) => html.push_str(raw),
        }
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xhtml_is_read_as_html() {
        for (xhtml, html) in [
            ("<title/><p>a<br/>b</p>", "<title></title><p>a<br/>b</p>"),
            (
                "<script src=\"a\" /><p>a & b",
                "<script src=\"a\" ></script><p>a & b",
            ),
            ("<p>a</i></p> 1 < 2", "<p>a</i></p> 1 < 2"),
        ] {
            assert_eq!(as_html(xhtml), html);
        }
    }

    #[test]
    fn names_are_local_and_references_are_characters() {
        let mut told = Vec::new();
        let xml = "<w:p><w:t w:val='a&amp;b'>x &lt; y &#65;<![CDATA[<z>]]></w:t><w:br/></w:p>";
        walk(xml, |step| {
            told.push(match step {
                Step::Open(tag) => format!("<{} {:?}", tag.name, tag.value()),
                Step::Close(name) => format!("/{name}"),
                Step::Text(text) => text.to_owned(),
            });
        })
        .unwrap();
        let expected = [
            "<p None",
            "<t Some(\"a&b\")",
            "x ",
            "<",
            " y ",
            "A",
            "<z>",
            "/t",
            "<br None",
            "/br",
            "/p",
        ];
        assert_eq!(told, expected);
        assert!(walk("<a><b></a>", |_| {}).is_err());
    }
}
