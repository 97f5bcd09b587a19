//! Blanks: between words, between blocks, and in listings.

/// The gap between the text written and the text to come; the strongest wins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    Space,
    /// A line's end within a block.
    Break,
    /// Blocks on lines of their own.
    Line,
    /// Blocks apart.
    Blank,
}

/// Text on one line, and its layout.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    pub(super) text: String,
    /// Number of places at which a block ends and another begins.
    pub(super) breaks: usize,
    /// It holds a title.
    pub(super) has_heading: bool,
    /// It holds a listing of several lines.
    pub(super) has_lines: bool,
}

/// The blanks that HTML collapses; a no-break space is not among them.
pub(super) fn is_html_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

/// Returns a listing without its blank first and last lines; the first line keeps its indentation.
pub(super) fn without_blank_ends(listing: &str) -> &str {
    let listing = listing.trim_end();
    let indented = listing.trim_start();
    let blank = listing.len() - indented.len();
    let first_line = listing
        .get(..blank)
        .and_then(|blank| blank.rfind('\n'))
        .map_or(0, |line_end| line_end + 1);
    listing.get(first_line..).unwrap_or(indented)
}

/// Returns a fence longer than any run of backticks in the listing.
pub(super) fn fence_around(listing: &str) -> String {
    let (mut run, mut longest) = (0_usize, 2_usize);
    for byte in listing.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(longest + 1)
}
