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

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::*;

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
