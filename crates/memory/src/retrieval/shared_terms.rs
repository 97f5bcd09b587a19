use std::collections::BTreeSet;

use super::analyze;

/// Distinct terms of an opening, so that long texts cost no more to compare.
const OPENING_TERMS: usize = 256;

/// The distinct terms that a text opens with.
#[must_use]
pub fn opening_terms(text: &str) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for term in analyze(text) {
        if terms.len() == OPENING_TERMS {
            break;
        }
        terms.insert(term);
    }
    terms
}

/// Returns the Jaccard similarity of two sets of terms; 0 for two empty ones.
#[must_use]
pub fn jaccard(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f32 {
    let both = a.intersection(b).count();
    let either = a.len() + b.len() - both;
    if either == 0 {
        0.0
    } else {
        both as f32 / either as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_04_two_texts_share_the_terms_of_both_among_those_of_either() {
        let share = |a: &str, b: &str| jaccard(&opening_terms(a), &opening_terms(b));
        assert_eq!(share("towers and bridges", "bridge, tower"), 1.0);
        assert_eq!(share("tower bridge", "tower tunnel"), 1.0 / 3.0);
        assert_eq!((share("tower", "bridge"), share("", "")), (0.0, 0.0));
        let long: Vec<String> = (0..1_000).map(|number| format!("word{number}")).collect();
        assert_eq!(opening_terms(&long.join(" ")).len(), OPENING_TERMS);
    }
}
