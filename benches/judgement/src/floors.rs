//! The figures below which a test fails, on the test half.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Floors by the name of the judgement and of the figure, such as `contradictions` and `precision`.
pub type Floors = BTreeMap<String, BTreeMap<String, f64>>;

/// Reads `floors.json`.
///
/// # Errors
/// The file is missing or malformed.
pub fn read_floors(folder: &Path) -> Result<Floors> {
    let path = folder.join("floors.json");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Lists the figures of a judgement that lie below their floors; a figure that is missing is below.
#[must_use]
pub fn below(floors: &Floors, judgement: &str, figures: &[(&str, Option<f64>)]) -> Vec<String> {
    let Some(floors) = floors.get(judgement) else {
        return vec![format!("{judgement} has no floors")];
    };
    floors
        .iter()
        .filter_map(|(name, floor)| {
            let figure = figures.iter().find(|(own, _)| own == name);
            let reached = figure.and_then(|(_, figure)| *figure);
            let is_below = reached.is_none_or(|reached| reached < *floor);
            is_below.then(|| {
                let reached = reached.map_or_else(|| "none".to_owned(), |it| format!("{it:.3}"));
                format!("{judgement}: {name} is {reached}, the floor is {floor}")
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_below_its_floor_is_listed_and_so_is_one_that_is_missing() {
        let floors = Floors::from([(
            "times".to_owned(),
            BTreeMap::from([("precision".to_owned(), 0.9), ("recall".to_owned(), 0.5)]),
        )]);
        let figures = [("precision", Some(0.8)), ("recall", None)];
        assert_eq!(below(&floors, "times", &figures).len(), 2);
        let figures = [("precision", Some(0.9)), ("recall", Some(0.6))];
        assert!(below(&floors, "times", &figures).is_empty());
        assert_eq!(below(&floors, "answers", &figures).len(), 1);
    }
}
