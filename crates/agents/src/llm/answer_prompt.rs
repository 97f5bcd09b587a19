//! The prompt of the final answer, and the evidence that it has room for.

use std::borrow::Cow;

use amb_memory::task::Trust;
use amb_memory::text::UnitKind;
use serde::Serialize;

use super::ask::Asker;
use super::prompts::{Prompt, language_name};
use crate::engine::{EngineError, RunContext};
use crate::inert::one_line;
use crate::protocol::{AnswerInput, Doubt, EvidencePassage, PastSteps, Room};
use crate::spending::PASSAGE;

/// Variables of the answer's prompt.
#[derive(Serialize)]
pub(super) struct Variables<'v> {
    pub(super) fence: String,
    task_goal: &'v str,
    /// The language to write in; blank for that of the goal.
    report_language: &'static str,
    past: PastSteps,
    disputes: Vec<&'v str>,
    evidence: Vec<Item<'v>>,
}

#[derive(Serialize)]
struct Item<'v> {
    number: usize,
    title: String,
    url: &'v str,
    published: String,
    node_id: &'v str,
    trust: Trust,
    refutations: Vec<String>,
    text: Cow<'v, str>,
}

/// Returns the tokens of evidence that the answer's prompt and the budget allow. Of a small budget, that is the share
/// kept back for the best passages.
pub(super) fn room(
    asker: &Asker<'_>,
    context: &RunContext<'_>,
    input: &AnswerInput,
    least: usize,
) -> Result<usize, EngineError> {
    let bare = variables(String::new(), context, input);
    let (taken, mut room) = asker.room_beside(&Prompt::ANSWER, &bare)?;
    let least = least * PASSAGE;
    let request = asker.request(Vec::new());
    while room > least
        && !context
            .meter
            .bears_answer(&request.model, taken + room, request.max_tokens)
    {
        room = (room * 3 / 4).max(least);
    }
    Ok(room)
}

/// Returns the variables of the answer's prompt.
pub(super) fn variables<'v>(
    fence: String,
    context: &RunContext<'_>,
    input: &'v AnswerInput,
) -> Variables<'v> {
    let report_language = context.settings.report_language;
    Variables {
        fence,
        task_goal: &input.question,
        report_language: report_language.map_or("", language_name),
        past: PastSteps::of(context.language, Room::OVERVIEW, &input.completed),
        disputes: input
            .disputes
            .iter()
            .map(|one| one.description.as_str())
            .collect(),
        evidence: input.evidence.iter().enumerate().map(item).collect(),
    }
}

fn item((at, passage): (usize, &EvidencePassage)) -> Item<'_> {
    let is_page = passage.document.starts_with("http");
    let name = passage.title.as_ref().unwrap_or(&passage.document);
    let mut title = vec![name.as_str()];
    title.extend(passage.headings.iter().map(String::as_str));
    let refuted = passage.doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Refuted {
            dissent, grounds, ..
        } => Some(format!("{} {grounds}", dissent.description)),
        Doubt::Disputed { .. } => None,
    });
    Item {
        number: at + 1,
        title: one_line(&title.join(" › ")),
        url: if is_page { &passage.document } else { "" },
        published: one_line(passage.published.as_deref().unwrap_or_default()),
        node_id: passage.node_id.as_str(),
        trust: passage.trust,
        refutations: refuted.collect(),
        text: shown(passage),
    }
}

/// A passage as the writer is shown it: rows with their headers, items with what leads to them, all else verbatim.
fn shown(passage: &EvidencePassage) -> Cow<'_, str> {
    let in_words = |kind| matches!(kind, UnitKind::Row | UnitKind::Item | UnitKind::List);
    if !passage.units.iter().any(|unit| in_words(unit.kind)) {
        return Cow::Borrowed(&passage.text);
    }
    let units = passage.units.iter().map(|unit| match unit.kind {
        kind if in_words(kind) => unit.words.as_str(),
        _ => unit.span.of(&passage.text),
    });
    Cow::Owned(units.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use amb_memory::text::Structure;

    use super::*;
    use crate::protocol::FoundText;

    #[test]
    fn bx_13_a_row_is_shown_with_its_header() {
        let passage = |text: &str| {
            EvidencePassage::of_found(&FoundText {
                document: "fares.md".to_owned(),
                title: None,
                published: None,
                text: text.to_owned(),
                structure: Some(Structure::markdown(text)),
                trust: Trust::Given,
            })
        };
        let table = passage("| Month | Fare |\n|---|---|\n| July | 5 |\n| August | 7 |\n");
        assert!(
            shown(&table).contains("August; Fare: 7"),
            "{}",
            shown(&table)
        );
        let prose = "The *fare* is 5.\nIt rises.";
        assert_eq!(shown(&passage(prose)), prose);
    }
}
