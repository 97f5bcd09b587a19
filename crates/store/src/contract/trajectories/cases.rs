//! The contract while nothing fails.

use super::super::place::Place;
use super::{consolidating, exchange, learning, overlapping, re_embedding};
use crate::long_term::TrajectoryStore;

/// Runs every case, each on a place of its own: some two thousand calls.
///
/// # Panics
/// If the contract is broken.
pub async fn holds<P: Place<dyn TrajectoryStore>>(place: impl AsyncFn() -> P) {
    learning::nothing_is_known_at_first(&place().await).await;
    learning::what_runs_teach_is_answered(&place().await).await;
    learning::a_run_is_learned_once(&place().await).await;
    learning::uses_are_counted(&place().await).await;
    learning::a_forgotten_run_takes_along_what_is_its_own(&place().await).await;
    learning::an_open_store_finds_what_the_former_wrote(&place().await).await;

    consolidating::methodologies_are_made_and_revised(&place().await).await;
    consolidating::lone_cases_starve_nobody(&place().await).await;
    consolidating::what_holds_more_and_rarer_words_comes_first(&place().await).await;
    consolidating::what_says_the_same_becomes_one(&place().await).await;
    consolidating::what_is_weak_old_or_lost_goes(&place().await).await;
    consolidating::a_stale_consolidation_is_refused_whole(&place().await).await;
    consolidating::a_forgotten_methodology_takes_its_relations_along(&place().await).await;

    exchange::rows_are_listed_page_by_page(&place().await).await;
    exchange::cases_are_found_by_their_ids(&place().await).await;
    exchange::what_was_listed_is_imported(&place().await).await;
    exchange::known_rows_stay_as_they_are(&place().await).await;
    exchange::what_has_expired_does_not_come_back(&place().await).await;
    exchange::relations_without_an_end_are_left_out(&place().await).await;

    re_embedding::texts_get_vectors_of_another_model(&place().await).await;
    re_embedding::texts_that_have_changed_keep_their_vectors(&place().await).await;

    overlapping::writes_that_overlap_take_effect_one_by_one(&place().await).await;
    overlapping::one_of_two_consolidations_is_stale(&place().await).await;
    overlapping::an_abandoned_call_is_carried_out_whole_or_not_at_all(&place().await).await;
}
