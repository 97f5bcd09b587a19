//! Words of an item, and its kind: advice or warning. Items with equal words are duplicates.

use super::result::RecalledItem;
use crate::trajectory::records::{Fragment, Methodology, MethodologyKind};
use crate::trajectory::writer::without_steps;

pub(super) fn words(item: &RecalledItem) -> (bool, String) {
    match item {
        RecalledItem::Methodology(methodology) => methodology_words(methodology),
        RecalledItem::Fragment(fragment) => fragment_words(fragment),
    }
}

pub(super) fn methodology_words(methodology: &Methodology) -> (bool, String) {
    let warns = methodology.kind == MethodologyKind::Warning;
    (warns, methodology.embedding_text())
}

pub(super) fn fragment_words(fragment: &Fragment) -> (bool, String) {
    (fragment.is_failed(), without_steps(fragment).to_owned())
}
