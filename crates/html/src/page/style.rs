//! The effect of an element's own style on its text, read as browsers read CSS: comments, escapes and case make no
//! difference.

use amb_documents::Script;
use cssparser::{Delimiter, ParseError, Parser, Token, parse_important};

use super::labels::Labels;

/// Share of its natural look (opacity), or pixels of height, below which a text is unreadable.
const UNREADABLE: f32 = 0.05;
const UNREADABLE_PIXELS: f32 = 1.0;
/// This far out no screen reaches.
const OFF_SCREEN: f32 = -999.0;

/// The styles that change the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// True if it is invisible. One hiding declaration is enough, even if a later one might be invalid and have no
    /// effect.
    pub(super) hidden: bool,
    /// Struck out.
    pub(super) struck: bool,
    /// Raised or lowered.
    pub(super) script: Option<Script>,
    /// The labels of a list's items.
    pub(super) labels: Option<Labels>,
}

impl Look {
    /// Reads a `style` attribute.
    pub(super) fn of(style: &str) -> Self {
        let mut parser = Parser::new(style);
        let mut look = Self::default();
        while !parser.is_exhausted() {
            let _ = parser.parse_until_after(Delimiter::Semicolon, |declaration| {
                look.declare(declaration)
            });
        }
        look
    }

    /// Reads one declaration.
    fn declare(&mut self, parser: &mut Parser<'_>) -> Result<(), ParseError<()>> {
        let property = parser.expect_ident_cloned()?.to_ascii_lowercase();
        parser.expect_colon()?;
        let value = parser.next()?.clone();
        self.ident(&property, &value);
        let _ = parser.try_parse(parse_important);
        if parser.is_exhausted() {
            self.hidden |= is_unseen(&property, &value);
        }
        while let Ok(value) = parser.next() {
            let value = value.clone();
            self.ident(&property, &value);
        }
        Ok(())
    }

    /// Reads one of a declaration's words.
    fn ident(&mut self, property: &str, value: &Token<'_>) {
        let Token::Ident(word) = value else {
            return;
        };
        match (property, word.to_ascii_lowercase().as_str()) {
            ("text-decoration" | "text-decoration-line", "line-through") => self.struck = true,
            ("vertical-align", "super") => self.script = Some(Script::Raised),
            ("vertical-align", "sub") => self.script = Some(Script::Lowered),
            ("list-style" | "list-style-type", word) => {
                self.labels = Labels::of_style(word).or(self.labels);
            }
            _ => {}
        }
    }
}

fn is_unseen(property: &str, value: &Token<'_>) -> bool {
    match (property, value) {
        ("display", Token::Ident(word)) => word.eq_ignore_ascii_case("none"),
        ("visibility", Token::Ident(word)) => {
            word.eq_ignore_ascii_case("hidden") || word.eq_ignore_ascii_case("collapse")
        }
        ("content-visibility", Token::Ident(word)) => word.eq_ignore_ascii_case("hidden"),
        ("opacity", Token::Number { value, .. }) => *value < UNREADABLE,
        ("opacity" | "font-size", Token::Percentage { unit_value, .. }) => *unit_value < UNREADABLE,
        ("font-size", Token::Number { value, .. }) => *value == 0.0,
        ("font-size", Token::Dimension { value, unit, .. }) => {
            let absolute = unit.eq_ignore_ascii_case("px") || unit.eq_ignore_ascii_case("pt");
            let smallest = if absolute {
                UNREADABLE_PIXELS
            } else {
                UNREADABLE
            };
            *value <= smallest
        }
        (
            "text-indent" | "margin-left" | "left" | "right" | "top" | "bottom",
            Token::Dimension { value, .. },
        ) => *value <= OFF_SCREEN,
        _ => false,
    }
}
