//! The contract while nothing fails.

use super::super::place::Place;
use super::{changing, forgetting, overlapping, refusing, searching};
use crate::long_term::HierarchyStore;

/// Runs every case, each on a place of its own.
///
/// # Panics
/// If the contract is broken.
pub async fn holds<P: Place<dyn HierarchyStore>>(place: impl AsyncFn() -> P) {
    changing::nothing_is_remembered_at_first(&place().await).await;
    changing::memories_of_all_kinds_are_kept(&place().await).await;
    changing::an_entry_becomes_another(&place().await).await;
    changing::accesses_are_counted(&place().await).await;
    changing::the_state_is_kept(&place().await).await;
    changing::as_much_as_may_be_is_kept(&place().await).await;
    changing::an_open_store_finds_what_the_former_wrote(&place().await).await;

    refusing::a_refused_change_takes_those_before_it_back(&place().await).await;
    refusing::an_id_and_a_content_are_taken_once(&place().await).await;

    searching::two_characters_are_a_word(&place().await).await;
    searching::syntax_is_text(&place().await).await;
    searching::what_holds_more_and_rarer_words_comes_first(&place().await).await;
    searching::of_equals_the_newest_come_first(&place().await).await;
    searching::entries_are_listed_page_by_page(&place().await).await;
    searching::what_was_made_of_an_entry_is_found(&place().await).await;

    forgetting::what_is_forgotten_comes_back_as_it_was(&place().await).await;
    forgetting::what_is_purged_is_found_by_nothing(&place().await).await;
    forgetting::a_summary_stands_while_it_is_remembered(&place().await).await;

    overlapping::writes_that_overlap_take_effect_one_by_one(&place().await).await;
    overlapping::an_abandoned_call_is_carried_out_whole_or_not_at_all(&place().await).await;
}
