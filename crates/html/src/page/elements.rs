//! The effect of each element on the text: one table by name, with the effect of attributes.

use amb_documents::Script;
use html5gum::StartTag;

use super::labels::{Labels, Numbering};
use super::style::Look;

/// The effect of an element on the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// Part of a line: `em`, `code`, and every unknown element.
    Inline,
    /// Separated by blank lines.
    Block,
    /// `p`: as a block; ends an open heading.
    Paragraph,
    /// `blockquote`: a block in somebody else's words.
    Quote,
    /// On a line of its own.
    Line,
    /// `br`.
    LineBreak,
    /// `sup` and `sub`: must not run into the letters and digits around it.
    Script(Script),
    /// A link to a place within the page or a page beside it: the number of a note, if it is raised or lowered.
    Note,
    /// `s`, `del`, `strike`: its text is left out.
    Struck,
    /// `h1` to `h6`.
    Heading(u8),
    /// `ul`, `menu`, `ol`.
    List(Numbering),
    /// `li`, with the number that it gives itself.
    Item(Option<i32>),
    /// `dl`.
    Terms,
    /// `dt`.
    Term,
    /// `dd`.
    Description,
    /// `pre`.
    Listing,
    /// `table`; `layout` if its cells are no rows of data.
    Table {
        /// True if its author declares it as layout, or it holds another table.
        layout: bool,
    },
    /// `caption`.
    Caption,
    /// `thead`, `tbody`, `tfoot`.
    Section {
        /// `thead`.
        head: bool,
    },
    /// `tr`.
    Row,
    /// `td`, `th`.
    Cell(CellShape),
    /// `main`.
    Main,
    /// `title`.
    Title,
    /// Left out with its content.
    Dropped,
}

/// The kind and the reach of a table's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellShape {
    /// `th`.
    pub(super) head: bool,
    /// Columns that it covers, from 1.
    pub(super) columns: u16,
    /// Rows that it covers, from 1.
    pub(super) rows: u16,
}

/// Most columns that a cell covers, as in browsers.
const MOST_COLUMNS: u16 = 1_000;

impl Element {
    /// Returns the element with the lower-case tag name `name`, without its attributes.
    pub(super) fn named(name: &[u8]) -> Self {
        let cell = |head| {
            Self::Cell(CellShape {
                head,
                columns: 1,
                rows: 1,
            })
        };
        match name {
            b"h1" => Self::Heading(1),
            b"h2" => Self::Heading(2),
            b"h3" => Self::Heading(3),
            b"h4" => Self::Heading(4),
            b"h5" => Self::Heading(5),
            b"h6" => Self::Heading(6),
            b"p" => Self::Paragraph,
            b"blockquote" => Self::Quote,
            b"ul" | b"menu" | b"dir" => Self::List(Numbering::none()),
            b"ol" => Self::List(Numbering::decimal()),
            b"li" => Self::Item(None),
            b"dl" => Self::Terms,
            b"dt" => Self::Term,
            b"dd" => Self::Description,
            b"pre" | b"listing" | b"xmp" => Self::Listing,
            b"table" => Self::Table { layout: false },
            b"caption" => Self::Caption,
            b"thead" => Self::Section { head: true },
            b"tbody" | b"tfoot" => Self::Section { head: false },
            b"tr" => Self::Row,
            b"td" => cell(false),
            b"th" => cell(true),
            b"br" => Self::LineBreak,
            b"sup" => Self::Script(Script::Raised),
            b"sub" => Self::Script(Script::Lowered),
            b"s" | b"del" | b"strike" => Self::Struck,
            b"main" => Self::Main,
            b"title" => Self::Title,
            b"figcaption" | b"legend" | b"option" | b"summary" => Self::Line,
            b"address" | b"article" | b"aside" | b"body" | b"center" | b"details" | b"dialog"
            | b"div" | b"fieldset" | b"figure" | b"footer" | b"form" | b"header" | b"hgroup"
            | b"hr" | b"html" | b"search" | b"section" => Self::Block,
            b"script" | b"style" | b"template" | b"nav" | b"svg" | b"noscript" | b"iframe"
            | b"object" | b"canvas" | b"audio" | b"video" | b"button" | b"select" | b"datalist"
            | b"textarea" | b"noembed" | b"noframes" | b"rt" | b"rp" | b"rtc" => Self::Dropped,
            _ => Self::Inline,
        }
    }

    /// Returns the element that a start tag begins, with its attributes and its own style.
    pub(super) fn of(tag: &StartTag<()>, look: &Look) -> Self {
        let number = |name: &[u8]| attribute(tag, name).and_then(|value| integer(&value));
        let span = |name: &[u8], most: u16| {
            let span = number(name).map_or(1, |span| span.max(1));
            u16::try_from(span).map_or(most, |span| span.min(most))
        };
        match Self::named(&tag.name) {
            Self::List(own) => {
                let marks = attribute(tag, b"type").and_then(|name| Labels::of_type(&name));
                let labels = look.labels.or(marks).unwrap_or(own.labels);
                Self::List(Numbering {
                    labels,
                    next: number(b"start"),
                    reversed: tag.attributes.contains_key(&b"reversed"[..]),
                })
            }
            Self::Item(_) => Self::Item(number(b"value")),
            Self::Table { .. } => Self::Table {
                layout: attribute(tag, b"role")
                    .is_some_and(|role| matches!(role.as_str(), "presentation" | "none")),
            },
            Self::Cell(shape) => Self::Cell(CellShape {
                columns: span(b"colspan", MOST_COLUMNS),
                rows: span(b"rowspan", u16::MAX),
                ..shape
            }),
            Self::Inline if look.struck => Self::Struck,
            Self::Inline if *tag.name == b"a"[..] => {
                let href = attribute(tag, b"href");
                match look.script {
                    _ if href.is_some_and(|href| href.contains('#') && !href.contains(':')) => {
                        Self::Note
                    }
                    Some(script) => Self::Script(script),
                    None => Self::Inline,
                }
            }
            Self::Inline => look.script.map_or(Self::Inline, Self::Script),
            other => other,
        }
    }

    /// Returns true if a title cannot hold the element: it was never closed.
    pub(super) fn ends_heading(self) -> bool {
        matches!(
            self,
            Self::Paragraph
                | Self::Heading(_)
                | Self::List(_)
                | Self::Terms
                | Self::Listing
                | Self::Table { .. }
                | Self::Quote
        )
    }

    /// Returns true if the element is part of a line.
    pub(super) fn is_inline(self) -> bool {
        matches!(
            self,
            Self::Inline
                | Self::LineBreak
                | Self::Script(_)
                | Self::Note
                | Self::Struck
                | Self::Dropped
                | Self::Title
        )
    }
}

/// Returns an attribute's value.
pub(super) fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// Returns the integer that a value begins with, as browsers read it.
fn integer(value: &str) -> Option<i32> {
    let value = value.trim_start();
    let sign = usize::from(value.starts_with(['-', '+']));
    let digits = value.get(sign..)?.bytes();
    let digits = digits.take_while(u8::is_ascii_digit).count();
    value.get(..sign + digits)?.parse().ok()
}

/// The way an element ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// At its end tag.
    Tag,
    /// At its end tag, or at the next block, where a paragraph cannot continue.
    NextBlock,
    /// At its end tag, at the next element of its kind, or at the end of its parent.
    NextOfKind,
    /// At once: it holds nothing.
    Void,
    /// Unknown: it is the page.
    Page,
}

/// Returns the way the element of this name ends.
pub(super) fn ending(name: &[u8]) -> Ending {
    match name {
        b"html" | b"head" | b"body" => Ending::Page,
        b"p" => Ending::NextBlock,
        b"li" | b"dt" | b"dd" | b"tr" | b"td" | b"th" | b"tbody" | b"thead" | b"tfoot"
        | b"option" | b"rt" | b"rp" | b"rtc" => Ending::NextOfKind,
        b"area" | b"base" | b"br" | b"col" | b"colgroup" | b"embed" | b"hr" | b"img" | b"input"
        | b"link" | b"meta" | b"param" | b"source" | b"track" | b"wbr" => Ending::Void,
        _ => Ending::Tag,
    }
}

/// Returns true if the start of `next` ends an open `name`, whose end tag is optional.
pub(super) fn ends_at(name: &[u8], next: &[u8]) -> bool {
    match name {
        b"dt" | b"dd" => matches!(next, b"dt" | b"dd"),
        b"td" | b"th" => matches!(next, b"td" | b"th" | b"tr" | b"tbody" | b"tfoot"),
        b"tr" => matches!(next, b"tr" | b"tbody" | b"tfoot"),
        b"thead" | b"tbody" | b"tfoot" => matches!(next, b"tbody" | b"tfoot"),
        b"rt" | b"rp" | b"rtc" => {
            matches!(next, b"rt" | b"rp" | b"rtc" | b"rb") || !Element::named(next).is_inline()
        }
        name => name == next,
    }
}

/// Returns true if the end of the element of this name ends its open children, whose end tags are optional.
pub(super) fn holds_kinds(name: &[u8]) -> bool {
    matches!(
        name,
        b"ul" | b"ol" | b"menu" | b"dl" | b"table" | b"select" | b"ruby"
    )
}

/// Returns true if browsers show the element, which is left out because it is no text of the page: menus, controls.
pub(super) fn is_seen(name: &[u8]) -> bool {
    matches!(
        name,
        b"nav" | b"button" | b"svg" | b"noscript" | b"object" | b"canvas" | b"audio" | b"video"
    )
}
