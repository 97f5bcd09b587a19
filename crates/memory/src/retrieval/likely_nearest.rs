/// The items that may be among the best `k` of a stream of similarities, each with a known error.
#[derive(Debug)]
pub struct LikelyNearest<T> {
    k: usize,
    error: f32,
    /// Items below it cannot be among them.
    floor: f32,
    /// Items that are kept before the obsolete ones are removed.
    room: usize,
    kept: Vec<(f32, T)>,
}

impl<T> LikelyNearest<T> {
    const ROOM: usize = 1024;

    /// Creates an empty collection. An item whose true similarity is below `least` is not wanted.
    #[must_use]
    pub fn new(k: usize, least: f32, error: f32) -> Self {
        Self {
            k,
            error,
            floor: least - error,
            room: Self::ROOM,
            kept: Vec::new(),
        }
    }

    /// Offers an item; `admits` is called only if it would be kept.
    pub fn offer(&mut self, similarity: f32, item: T, admits: impl FnOnce() -> bool) {
        if similarity >= self.floor && admits() {
            self.kept.push((similarity, item));
            if self.kept.len() > self.room {
                self.sort_out();
                // Equal ones are all kept, so that there may be as many as before.
                self.room = self.kept.len().saturating_mul(2).max(Self::ROOM);
            }
        }
    }

    /// Returns all items that may be among the best, in no order.
    #[must_use]
    pub fn into_kept(mut self) -> Vec<(f32, T)> {
        self.sort_out();
        self.kept
    }

    fn sort_out(&mut self) {
        let Some(last) = self.k.checked_sub(1) else {
            self.kept.clear();
            return;
        };
        if last >= self.kept.len() {
            return;
        }
        let better = |a: &(f32, T), b: &(f32, T)| b.0.total_cmp(&a.0);
        let (_, worst, _) = self.kept.select_nth_unstable_by(last, better);
        let floor = worst.0 - 2.0 * self.error;
        self.floor = self.floor.max(floor);
        self.kept.retain(|(similarity, _)| *similarity >= floor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(k: usize, least: f32, error: f32, all: impl Iterator<Item = f32>) -> Vec<f32> {
        let mut likely = LikelyNearest::new(k, least, error);
        for similarity in all {
            likely.offer(similarity, (), || true);
        }
        let mut kept: Vec<f32> = likely.into_kept().into_iter().map(|(it, ())| it).collect();
        kept.sort_by(f32::total_cmp);
        kept
    }

    #[test]
    fn of_many_the_best_are_kept_with_what_the_error_allows() {
        // In an order in which better ones keep coming, and all at once.
        let rising = || (0_i16..5000).map(|it| f32::from(it) / 5000.0);
        for all in [rising().collect::<Vec<_>>(), rising().rev().collect()] {
            let best = kept(3, -1.0, 0.0, all.iter().copied());
            assert_eq!(best, [0.9994, 0.9996, 0.9998]);
            assert_eq!(kept(3, -1.0, 0.000_55, all.into_iter()).len(), 8);
        }
    }

    #[test]
    fn what_ties_is_all_kept_and_what_is_too_far_or_not_admitted_is_not() {
        assert_eq!(
            kept(2, -1.0, 0.0, std::iter::repeat_n(0.5, 3000)).len(),
            3000
        );
        assert_eq!(kept(5, 0.5, 0.1, [0.3, 0.45, 0.9].into_iter()), [0.45, 0.9]);
        assert!(kept(0, -1.0, 0.1, [0.3].into_iter()).is_empty());
        let mut likely = LikelyNearest::new(1, -1.0, 0.0);
        likely.offer(0.9, "refused", || false);
        likely.offer(f32::NAN, "no number", || true);
        likely.offer(0.1, "admitted", || true);
        assert_eq!(likely.into_kept(), [(0.1, "admitted")]);
    }
}
