//! One open bracket, and what may stand next in it.

use super::token::{Kind, Token};

/// What may stand next in a bracket.
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
    /// Where it stands, in bytes.
    pub(super) start: usize,
    /// Which bracket.
    pub(super) kind: Kind,
    /// How many candidates there were before it.
    pub(super) found: usize,
    /// Whether something in it cannot be JSON.
    pub(super) broken: bool,
    /// Whether it has a key and a colon, or an item and a comma, and so is meant as JSON even where it
    /// is broken.
    pub(super) meant: bool,
    /// Whether it is a brace directly before another, as templates and formulas have them.
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

    /// Whether nothing has followed it yet.
    pub(super) fn is_bare(&self) -> bool {
        self.next == Next::First
    }

    /// Goes on to what follows a token; `false` where the token may not stand here.
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

    /// Marks it as no JSON, because of a token that may not stand here.
    pub(super) fn break_at(&mut self, token: Token) {
        self.wraps =
            self.is_bare() && self.kind == Kind::Object && token == Token::Open(Kind::Object);
        self.broken = true;
    }
}
