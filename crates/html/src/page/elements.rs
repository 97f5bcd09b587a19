//! What each element means for the text.

/// What an element does to the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// Part of a line: `em`, `a`, `code`, and whatever is unknown.
    Inline,
    /// Stands apart by blank lines.
    Block,
    /// Stands on a line of its own.
    Line,
    /// `br`.
    LineBreak,
    /// `sup`: an exponent or a footnote's number, which must not run into what it stands by.
    Raised,
    /// `h1` to `h6`.
    Heading(usize),
    /// `ul`, `ol`, `menu`.
    List,
    /// `li`.
    Item,
    /// `pre`.
    Listing,
    /// `table`.
    Table,
    /// `tr`.
    Row,
    /// `td`, `th`.
    Cell,
    /// `main`.
    Main,
    /// `title`.
    Title,
    /// Left out with all it holds.
    Dropped,
}

impl Element {
    /// By the tag's name in lower case.
    pub(super) fn named(name: &[u8]) -> Self {
        match name {
            b"h1" => Self::Heading(1),
            b"h2" => Self::Heading(2),
            b"h3" => Self::Heading(3),
            b"h4" => Self::Heading(4),
            b"h5" => Self::Heading(5),
            b"h6" => Self::Heading(6),
            b"ul" | b"ol" | b"menu" => Self::List,
            b"li" => Self::Item,
            b"pre" | b"listing" | b"xmp" => Self::Listing,
            b"table" => Self::Table,
            b"tr" => Self::Row,
            b"td" | b"th" => Self::Cell,
            b"br" => Self::LineBreak,
            b"sup" => Self::Raised,
            b"main" => Self::Main,
            b"title" => Self::Title,
            b"dt" | b"dd" | b"figcaption" | b"caption" | b"legend" | b"option" | b"summary" => {
                Self::Line
            }
            b"address" | b"article" | b"aside" | b"blockquote" | b"body" | b"center"
            | b"details" | b"dialog" | b"dir" | b"div" | b"dl" | b"fieldset" | b"figure"
            | b"footer" | b"form" | b"header" | b"hgroup" | b"hr" | b"html" | b"p" | b"search"
            | b"section" | b"tbody" | b"tfoot" | b"thead" => Self::Block,
            b"script" | b"style" | b"template" | b"nav" | b"svg" | b"noscript" | b"iframe"
            | b"object" | b"canvas" | b"audio" | b"video" | b"button" | b"select" | b"datalist"
            | b"textarea" | b"noembed" | b"noframes" => Self::Dropped,
            _ => Self::Inline,
        }
    }
}

/// How an element ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// At its end tag.
    Tag,
    /// At its end tag, or where a paragraph cannot go on: at the next block.
    NextBlock,
    /// At its end tag, at the next of its kind, or at the end of what holds it.
    NextOfKind,
    /// At once: it holds nothing.
    Void,
    /// Nobody knows: it is the page.
    Page,
}

/// How the element of this name ends.
pub(super) fn ending(name: &[u8]) -> Ending {
    match name {
        b"html" | b"head" | b"body" => Ending::Page,
        b"p" => Ending::NextBlock,
        b"li" | b"dt" | b"dd" | b"tr" | b"td" | b"th" | b"tbody" | b"thead" | b"tfoot"
        | b"option" => Ending::NextOfKind,
        b"area" | b"base" | b"br" | b"col" | b"colgroup" | b"embed" | b"hr" | b"img" | b"input"
        | b"link" | b"meta" | b"param" | b"source" | b"track" | b"wbr" => Ending::Void,
        _ => Ending::Tag,
    }
}

/// Whether the end of the element of this name ends what it holds, whose own end may be left out.
pub(super) fn holds_kinds(name: &[u8]) -> bool {
    matches!(name, b"ul" | b"ol" | b"menu" | b"dl" | b"table" | b"select")
}
