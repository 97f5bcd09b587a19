//! Windows: the parts of a long text that one pass of the model reads.

use amb_weights::shape::WINDOW;

/// Tokens of text per window, beside `[CLS]` and `[SEP]`.
const CONTENT: usize = WINDOW - 2;

/// Splits tokens into as few windows of nearly equal length as hold them, so that no short rest is read without
/// context. A window never ends inside a word: `continues` returns true for an id that continues the word before it. An
/// empty text is one empty window.
pub(crate) fn windows<'a>(
    ids: &'a [u32],
    continues: impl Fn(u32) -> bool + 'a,
) -> impl Iterator<Item = &'a [u32]> {
    let mut rest = Some(ids);
    std::iter::from_fn(move || {
        let left = rest?;
        let (window, after) = left.split_at_checked(end_of_window(left, &continues))?;
        rest = (!after.is_empty()).then_some(after);
        Some(window)
    })
}

fn end_of_window(ids: &[u32], continues: impl Fn(u32) -> bool) -> usize {
    let windows = ids.len().div_ceil(CONTENT).max(1);
    let even = ids.len().div_ceil(windows);
    if even == ids.len() {
        return even;
    }
    let starts_word = |end: &usize| ids.get(*end).is_some_and(|id| !continues(*id));
    (1..=even).rev().find(starts_word).unwrap_or(even)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// MB-05: nothing of a long text is lost, and no window is over the model's.
        #[test]
        fn windows_are_the_text(ids in prop::collection::vec(0u32..4, 0..3_000)) {
            let all: Vec<&[u32]> = windows(&ids, |id| id == 0).collect();
            prop_assert_eq!(all.concat(), ids.clone());
            prop_assert!(all.iter().all(|window| window.len() <= CONTENT));
            prop_assert!(ids.is_empty() || all.iter().all(|window| !window.is_empty()));
            let starts = all.iter().skip(1).filter_map(|window| window.first());
            prop_assert!(starts.into_iter().all(|id| *id != 0) || ids.windows(40).any(|run| run.iter().all(|id| *id == 0)));
        }
    }

    fn lengths(tokens: usize, continues: impl Fn(u32) -> bool) -> Vec<usize> {
        let ids: Vec<u32> = (0..tokens as u32).collect();
        windows(&ids, continues).map(<[u32]>::len).collect()
    }

    #[test]
    fn windows_are_nearly_equal() {
        assert_eq!(lengths(0, |_| false), [0]);
        assert_eq!(lengths(254, |_| false), [254]);
        assert_eq!(lengths(255, |_| false), [128, 127]);
        assert_eq!(lengths(600, |_| false), [200, 200, 200]);
    }

    #[test]
    fn a_window_ends_before_a_word_or_at_its_limit() {
        // The word that 140 continues begins with 139.
        assert_eq!(lengths(300, |id| (140..=150).contains(&id)), [139, 161]);
        assert_eq!(lengths(300, |_| true), [150, 150]);
    }
}
