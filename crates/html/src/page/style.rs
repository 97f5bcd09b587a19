//! Whether an element's own style hides it, read as browsers read CSS: comments, escapes and case make no
//! difference.

use cssparser::{Delimiter, ParseError, Parser, Token, parse_important};

/// Below this share of its natural look (opacity), or this many pixels of height, nobody reads a text.
const UNREADABLE: f32 = 0.05;
const UNREADABLE_PIXELS: f32 = 1.0;
/// This far out no screen reaches.
const OFF_SCREEN: f32 = -999.0;

/// Whether a `style` attribute hides what it stands on. One declaration that hides is enough, also where another
/// follows that may not be valid and so changes nothing.
pub(super) fn hides(style: &str) -> bool {
    let mut parser = Parser::new(style);
    let mut hidden = false;
    while !parser.is_exhausted() {
        let declared = parser.parse_until_after(Delimiter::Semicolon, declaration);
        hidden |= declared.unwrap_or(false);
    }
    hidden
}

/// Whether a declaration hides; one with more than one value does not.
fn declaration(parser: &mut Parser<'_>) -> Result<bool, ParseError<()>> {
    let property = parser.expect_ident_cloned()?;
    parser.expect_colon()?;
    let value = parser.next()?.clone();
    let _ = parser.try_parse(parse_important);
    parser.expect_exhausted()?;
    Ok(is_unseen(&property.to_ascii_lowercase(), &value))
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
