//! The labels of a list's items.

/// The kind of label that a list gives its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    /// The same mark for each.
    Mark,
    /// 1, 2, 3.
    Decimal,
    /// a, b, c.
    Letters {
        /// In capitals.
        large: bool,
    },
    /// i, ii, iii.
    Roman {
        /// In capitals.
        large: bool,
    },
}

impl Labels {
    /// Returns the labels of the attribute `type`.
    pub(super) fn of_type(name: &str) -> Option<Self> {
        Some(match name.trim() {
            "1" => Self::Decimal,
            "a" => Self::Letters { large: false },
            "A" => Self::Letters { large: true },
            "i" => Self::Roman { large: false },
            "I" => Self::Roman { large: true },
            _ => return None,
        })
    }

    /// Returns the labels of the property `list-style-type`.
    pub(super) fn of_style(name: &str) -> Option<Self> {
        Some(match name {
            "none" | "disc" | "circle" | "square" => Self::Mark,
            "decimal" | "decimal-leading-zero" => Self::Decimal,
            "lower-alpha" | "lower-latin" => Self::Letters { large: false },
            "upper-alpha" | "upper-latin" => Self::Letters { large: true },
            "lower-roman" => Self::Roman { large: false },
            "upper-roman" => Self::Roman { large: true },
            _ => return None,
        })
    }

    /// Returns the label of a number with the blank behind it; digits where its letters have none.
    pub(crate) fn label(self, number: i32) -> String {
        let (letters, large) = match self {
            Self::Mark => return "- ".to_owned(),
            Self::Decimal => (None, false),
            Self::Letters { large } => (letters(number), large),
            Self::Roman { large } => (roman(number), large),
        };
        match letters {
            Some(letters) if large => format!("{}. ", letters.to_ascii_uppercase()),
            Some(letters) => format!("{letters}. "),
            None => format!("{number}. "),
        }
    }
}

/// The numbers of a list's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbering {
    /// The style of the labels.
    pub(super) labels: Labels,
    /// The next item's number; `None` before the first unless it is given.
    pub(super) next: Option<i32>,
    /// Downwards.
    pub(super) reversed: bool,
}

impl Numbering {
    /// The numbering of a list without numbers.
    pub(super) const fn none() -> Self {
        Self {
            labels: Labels::Mark,
            next: None,
            reversed: false,
        }
    }

    /// The numbering of an `ol`.
    pub(super) const fn decimal() -> Self {
        Self {
            labels: Labels::Decimal,
            ..Self::none()
        }
    }

    /// Returns the next item's label, with the number that it gives itself, if any.
    pub(super) fn take(&mut self, own: Option<i32>) -> String {
        let number = own.or(self.next).unwrap_or(1);
        let step = if self.reversed { -1 } else { 1 };
        self.next = Some(number.saturating_add(step));
        self.labels.label(number)
    }
}

/// Bijective base 26, as spreadsheets name columns.
fn letters(number: i32) -> Option<String> {
    let mut rest = u32::try_from(number).ok().filter(|number| *number > 0)?;
    let mut reversed = Vec::new();
    while rest > 0 {
        let digit = (rest - 1) % 26;
        reversed.push(char::from_u32(u32::from('a') + digit)?);
        rest = (rest - 1) / 26;
    }
    Some(reversed.into_iter().rev().collect())
}

/// Roman figures, up to 3999.
fn roman(number: i32) -> Option<String> {
    const FIGURES: [(i32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4_000).contains(&number) {
        return None;
    }
    let mut rest = number;
    let mut figures = String::new();
    for (value, figure) in FIGURES {
        while rest >= value {
            figures.push_str(figure);
            rest -= value;
        }
    }
    Some(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bx_13_labels_are_those_of_browsers() {
        let letters = Labels::Letters { large: false };
        let told: Vec<String> = [1, 26, 27, 703, 0, -1].map(|n| letters.label(n)).into();
        assert_eq!(told, ["a. ", "z. ", "aa. ", "aaa. ", "0. ", "-1. "]);
        let roman = Labels::Roman { large: true };
        let told: Vec<String> = [4, 1994, 4000].map(|n| roman.label(n)).into();
        assert_eq!(told, ["IV. ", "MCMXCIV. ", "4000. "]);
    }
}
