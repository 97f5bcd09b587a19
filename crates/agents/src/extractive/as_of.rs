//! Dates that two statements are told to hold for.

use amb_memory::text::quantity::{Measure, read};

/// Returns true if both texts have dates and no date of one agrees with a date of the other. A text without a date
/// differs from nothing.
pub(crate) fn differ_in_date(one: &str, other: &str) -> bool {
    let (ours, theirs) = (dates(one), dates(other));
    let agree = |date: &Measure| theirs.iter().any(|its| date.agrees(its) != Some(false));
    !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(agree)
}

fn dates(text: &str) -> Vec<Measure> {
    // A year alone is told from a number by the word before it.
    let values = read(&format!("in {text}"))
        .values
        .into_iter()
        .map(|value| value.measure);
    values.filter(Measure::is_date).collect()
}
