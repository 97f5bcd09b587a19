//! One open bracket, and the tokens that may come next in it.

use super::token::{Kind, Token};

/// The tokens that may come next in a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The first item, or the end.
    First,
    /// Another item; or the end, after a comma too many.
    Item,
    /// The colon after a key.
    Colon,
    /// The value of a key.
    Value,
    /// A comma, or the end.
    Separator,
}

/// An open bracket.
#[derive(Debug)]
pub(super) struct Frame {
    /// Its position, in bytes.
    pub(super) start: usize,
    /// Its kind.
    pub(super) kind: Kind,
    /// Number of candidates before it.
    pub(super) found: usize,
    /// True if a part of it cannot be JSON.
    pub(super) broken: bool,
    /// True if it has a key and a colon, or an item and a comma, and so is meant as JSON even if it is broken.
    pub(super) meant: bool,
    /// True if it is a brace directly before another, as in templates and formulas.
    pub(super) wraps: bool,
    next: Next,
}

impl Frame {
    /// A bracket that opens at `start`.
    pub(super) fn new(start: usize, kind: Kind, found: usize) -> Self {
        Self {
            start,
            kind,
            found,
            broken: false,
            meant: false,
            wraps: false,
            next: Next::First,
        }
    }

    /// Returns true if nothing has followed it yet.
    pub(super) fn is_bare(&self) -> bool {
        self.next == Next::First
    }

    /// Moves to the state after a token; `false` if the token is invalid here.
    pub(super) fn take(&mut self, token: Token) -> bool {
        let next = match (self.kind, self.next, token) {
            (_, Next::First | Next::Item | Next::Separator, Token::Close(kind)) => {
                return kind == self.kind;
            }
            (_, Next::Separator, Token::Comma) => Next::Item,
            (Kind::Object, Next::Colon, Token::Colon) => Next::Value,
            (Kind::Object, Next::First | Next::Item, Token::Quote) => Next::Colon,
            (Kind::Object, Next::Value, value) | (Kind::Array, Next::First | Next::Item, value)
                if value.begins_value() =>
            {
                Next::Separator
            }
            _ => return false,
        };
        self.meant |= matches!(next, Next::Value | Next::Item);
        self.next = next;
        true
    }

    /// Marks it as no JSON, because of an invalid token.
    pub(super) fn break_at(&mut self, token: Token) {
        self.wraps =
            self.is_bare() && self.kind == Kind::Object && token == Token::Open(Kind::Object);
        self.broken = true;
    }
}
