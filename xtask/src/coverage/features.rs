//! docs/features.md: the table of features.

use std::fs;

use anyhow::{Context, Result, bail};

use super::ids_in;
use crate::workspace::path;

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Feature {
    /// Such as `MB-06`.
    pub id: String,
    /// A short title.
    pub title: String,
    /// True if it must have a test by now.
    pub due: bool,
    /// True if only tests of the packed npm package count.
    pub packed: bool,
}

/// The features of docs/features.md, in its order.
///
/// # Errors
/// When the file cannot be read or has no rows.
pub fn features() -> Result<Vec<Feature>> {
    let text = fs::read_to_string(path("docs/features.md")).context("docs/features.md")?;
    let features: Vec<_> = text.lines().filter_map(feature).collect();
    if features.is_empty() {
        bail!("docs/features.md has no row `| id | title | due or later |`");
    }
    Ok(features)
}

fn feature(line: &str) -> Option<Feature> {
    let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
    let id = ids_in(cells.next()?).pop()?;
    let title = cells.next()?.to_owned();
    let state = cells.next()?;
    let packed = state == "packed";
    Some(Feature {
        id,
        title,
        due: packed || state == "due",
        packed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_features_and_headings_are_not() {
        let expected = Feature {
            id: "MB-06".to_owned(),
            title: "Hybrid retrieval".to_owned(),
            due: true,
            packed: false,
        };
        assert_eq!(
            feature("| MB-06 | Hybrid retrieval | due |"),
            Some(expected)
        );
        let packed = feature("| PL-03 | The npm package | packed |").unwrap();
        assert!(packed.due && packed.packed);
        assert_eq!(feature("| id | what it is | state |"), None);
        assert_eq!(feature("The row MB-06 says"), None);
    }

    #[test]
    fn the_committed_table_holds_every_family_whole() {
        let features = features().unwrap();
        for (family, count) in [("MB", 26), ("CG", 11), ("AF", 14), ("PL", 6), ("BX", 14)] {
            let present = features.iter().filter(|it| it.id.starts_with(family));
            assert_eq!(present.count(), count, "{family}");
        }
    }
}
