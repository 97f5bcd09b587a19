//! Lists that begin with the newest.

use serde::{Deserialize, Serialize};

/// Row of a list that is sorted by time.
pub trait Listed {
    /// Its time, in milliseconds since 1970, and its id.
    fn place(&self) -> (i64, &str);
}

/// The last of what was listed, the newest first, of one time the greater id first: the next page begins after it. It is a
/// place and not a row, so a list goes on though its last row is gone meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListCursor {
    /// Its time, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
    /// Its id.
    pub id: String,
}

impl ListCursor {
    /// The place of a row.
    #[must_use]
    pub fn of(row: &impl Listed) -> Self {
        let (at, id) = row.place();
        Self {
            at,
            id: id.to_owned(),
        }
    }

    /// At most `limit` of these rows, those after a place.
    pub(crate) fn page<'r, R: Listed>(
        rows: impl Iterator<Item = &'r R>,
        after: Option<&Self>,
        limit: usize,
    ) -> Vec<&'r R> {
        let is_later =
            |row: &&R| after.is_none_or(|after| row.place() < (after.at, after.id.as_str()));
        let mut page: Vec<&R> = rows.filter(is_later).collect();
        page.sort_by(|one, other| other.place().cmp(&one.place()));
        page.truncate(limit);
        page
    }
}
