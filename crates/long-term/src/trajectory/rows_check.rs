//! Check that memory itself could have written the rows of a file.

use crate::exchange::ImportFault;
use amb_memory::LATEST_TIME;
use amb_memory::hierarchy::without_recalled;
use amb_memory::text::visible;
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{
    ErrorPattern, ErrorPatternId, Fragment, MAX_STEPS, Methodology, MethodologyId, Trajectory,
    confidence,
};
use std::collections::BTreeSet;
use std::fmt::Display;

/// Bytes of an id; one of a methodology or a pattern is made of several names.
const ID_BYTES: usize = 2_048;
/// Characters of a text; memory writes no longer ones.
const TEXT_CHARS: usize = 16_000;
/// Characters of a name, a keyword or an action.
const NAME_CHARS: usize = 512;
/// Items of a list in a row.
const ITEMS: usize = 256;
/// By how much two roundings of one share may differ.
const ROUNDING: f32 = 1e-3;

/// Checks each row by itself, and that what relations name is there.
pub(super) fn check_rows(rows: &GraphRows) -> Result<(), ImportFault> {
    let trajectories = unique(rows.trajectories.iter().map(|row| &row.id))?;
    let fragments = unique(rows.fragments.iter().map(|row| &row.id))?;
    let patterns = unique(rows.patterns.iter().map(|row| &row.id))?;
    let methodologies = unique(rows.methodologies.iter().map(|row| &row.id))?;
    rows.trajectories.iter().try_for_each(check_trajectory)?;
    rows.fragments.iter().try_for_each(check_fragment)?;
    rows.patterns.iter().try_for_each(check_pattern)?;
    rows.methodologies.iter().try_for_each(check_methodology)?;
    for row in &rows.has_fragment {
        there(&trajectories, &row.trajectory)?;
        there(&fragments, &row.fragment)?;
    }
    for row in &rows.caused {
        there(&fragments, &row.fragment)?;
        there(&patterns, &row.pattern)?;
    }
    for row in &rows.resolved_by {
        there(&patterns, &row.pattern)?;
        there(&methodologies, &row.methodology)?;
        let sound = (0.0..=1.0).contains(&row.success_rate)
            && row.avg_steps.is_finite()
            && row.avg_steps >= 0.0;
        holds(
            sound,
            "a rate",
            &row.methodology,
            "a share, and steps a number",
        )?;
    }
    for row in &rows.failure_patterns {
        let names = [&row.task_type, &row.phase].into_iter();
        names_of(names.chain(&row.typical_errors), &row.task_type)?;
        row.prevention
            .iter()
            .try_for_each(|text| text_of("a text", text, &row.task_type))?;
        let counted = row.failed <= row.total;
        holds(counted, "a count", &row.task_type, "no more than the total")?;
    }
    Ok(())
}

fn check_trajectory(row: &Trajectory) -> Result<(), ImportFault> {
    let id = &row.id;
    id_of(id.as_str(), id)?;
    text_of("the summary", &row.summary, id)?;
    names_of([&row.instance_id, &row.repo, &row.task_type], id)?;
    time_of(row.started_at, id)?;
    time_of(row.ended_at, id)?;
    let counted = row.total_steps as usize <= MAX_STEPS && row.total_fragments <= row.total_steps;
    holds(counted, "a count", id, "as many as a run may have")?;
    let in_order = row.started_at <= row.ended_at;
    holds(in_order, "its end", id, "no earlier than its beginning")
}

fn check_fragment(row: &Fragment) -> Result<(), ImportFault> {
    let id = &row.id;
    id_of(id.as_str(), id)?;
    text_of("the description", &row.description, id)?;
    let names = [&row.task_type, &row.phase].into_iter();
    names_of(names.chain(&row.error_keywords).chain(&row.error_type), id)?;
    let actions = row.action_sequence.iter().chain(&row.resolution);
    for action in actions {
        text_of("an action", action.as_str(), id)?;
        let short = action.as_str().chars().count() <= NAME_CHARS;
        holds(short, "an action", id, "told in brief")?;
    }
    let few = row.action_sequence.len() <= ITEMS
        && row.resolution.len() <= ITEMS
        && row.error_keywords.len() <= ITEMS;
    holds(few, "a list", id, "of few items")?;
    let (first, last) = row.step_range;
    holds(first <= last, "the range of steps", id, "forwards")?;
    holds(row.occurrences >= 1, "a count", id, "at least 1")?;
    time_of(row.ended_at, id)
}

fn check_pattern(row: &ErrorPattern) -> Result<(), ImportFault> {
    let id = &row.id;
    id_of(id.as_str(), id)?;
    names_of([&row.error_type].into_iter().chain(&row.keywords), id)?;
    if let Some(place) = &row.location {
        text_of("the place", place, id)?;
    }
    let named = *id == ErrorPatternId::of(&row.error_type, &row.keywords);
    holds(named, "the id", id, "made of type and keywords")?;
    time_of(row.last_seen, id)
}

fn check_methodology(row: &Methodology) -> Result<(), ImportFault> {
    let id = &row.id;
    id_of(id.as_str(), id)?;
    text_of("the situation", &row.situation, id)?;
    text_of("the strategy", &row.strategy, id)?;
    names_of([&row.task_type].into_iter().chain(&row.error_type), id)?;
    let own = MethodologyId::of(row.kind, row.error_type.as_deref(), &row.task_type);
    holds(
        *id == own,
        "the id",
        id,
        "made of kind, error and task type",
    )?;
    let counted = confidence(row.success_count, row.failure_count);
    let sound = (row.confidence - counted).abs() <= ROUNDING;
    holds(sound, "the confidence", id, "that of its counts")?;
    let few = row.sources.len() <= Methodology::LISTED_SOURCES;
    holds(few, "the list of sources", id, "of few items")?;
    time_of(row.created, id)?;
    row.last_used.map_or(Ok(()), |time| time_of(time, id))
}

fn unique<'r, Id: Ord + Display + 'r>(
    ids: impl Iterator<Item = &'r Id>,
) -> Result<BTreeSet<&'r Id>, ImportFault> {
    let mut seen = BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return Err(ImportFault::DuplicateId(id.to_string()));
        }
    }
    Ok(seen)
}

fn there<Id: Ord + Display>(rows: &BTreeSet<&Id>, id: &Id) -> Result<(), ImportFault> {
    holds(rows.contains(id), "a relation", id, "to a row beside it")
}

fn id_of(id: &str, of: &impl Display) -> Result<(), ImportFault> {
    let sound = !id.trim().is_empty() && id.len() <= ID_BYTES && !id.chars().any(char::is_control);
    holds(sound, "the id", of, "1 to 2,048 bytes that can be seen")
}

fn text_of(what: &'static str, text: &str, id: &impl Display) -> Result<(), ImportFault> {
    let short = text.chars().count() <= TEXT_CHARS;
    holds(short, what, id, "of at most 16,000 characters")?;
    holds(visible(text) == text, what, id, "text that can be seen")?;
    let own = without_recalled(text) == text;
    holds(own, what, id, "without marks of what was recalled")
}

fn names_of<'r>(
    names: impl IntoIterator<Item = &'r String>,
    id: &impl Display,
) -> Result<(), ImportFault> {
    for name in names {
        text_of("a name", name, id)?;
        let short = name.chars().count() <= NAME_CHARS;
        holds(short, "a name", id, "of at most 512 characters")?;
    }
    Ok(())
}

fn time_of(time: i64, id: &impl Display) -> Result<(), ImportFault> {
    let sound = time.unsigned_abs() <= LATEST_TIME;
    holds(sound, "a time", id, "milliseconds since 1970")
}

fn holds(
    holds: bool,
    what: &'static str,
    id: &impl Display,
    why: &'static str,
) -> Result<(), ImportFault> {
    if holds {
        return Ok(());
    }
    Err(ImportFault::Unsound {
        what,
        id: id.to_string().chars().take(ID_BYTES).collect(),
        why,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use amb_memory::trajectory::records::{FragmentId, TrajectoryId};

    #[test]
    fn an_id_is_told_and_never_in_full_length() {
        let id = "x".repeat(10_000);
        let Err(ImportFault::Unsound { id, .. }) = id_of(&id, &id) else {
            panic!("it is too long");
        };
        assert_eq!(id.len(), ID_BYTES);
        assert!(id_of("fine", &TrajectoryId::from("fine")).is_ok());
        assert!(id_of("a\nb", &FragmentId::from("a")).is_err());
    }
}
