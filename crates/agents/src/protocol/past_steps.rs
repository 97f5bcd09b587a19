//! Finished steps as prompts tell them: however long a run, no more than so much of it.

use amb_memory::task::{CompletedTask, TaskStatus, TaskType};
use amb_memory::text::{Language, estimate_tokens};
use serde::Serialize;

use crate::fitting::shortened;
use crate::inert::one_line;

/// Maximum characters of a description, and of a context, in full. A run's own steps are shorter; those of an imported
/// memory may not be.
const FULL_CHARS: usize = 1000;

/// Characters of the description of a step that has one line.
const LINE_CHARS: usize = 120;

/// Tokens of a step in the answer's prompt beside its text: marks and status.
const STEP_TOKENS: usize = 8;

/// Tokens of a step in a list beside its texts: number, kind, status, labels.
const LISTED_TOKENS: usize = 16;

/// Tokens that a step needs to be told.
const LISTED_LEAST_TOKENS: usize = 60;

/// Newest steps that stay where there is room for them, if need be shortened.
const KEPT: usize = 2;

/// Number of finished steps that a prompt lists; older ones are only counted (decision 14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The newest, each with its knowledge context.
    in_full: usize,
    /// Those before them, on a line each.
    in_line: usize,
}

impl Room {
    /// Room in the prompts that cover the whole run: the plan's and the answer's. With 10 steps in full, the next step
    /// follows from the latest findings. With 50 lines, a run of the default length (60) is listed whole, so no step is
    /// planned again.
    pub const OVERVIEW: Self = Self {
        in_full: 10,
        in_line: 50,
    };

    /// Room in the prompt that carries out a step, which is sent at each turn: 5 steps in full. Older results that the
    /// step needs are retrieved from memory.
    pub const STEP: Self = Self {
        in_full: 5,
        in_line: 0,
    };
}

/// The finished steps as a prompt shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PastSteps {
    /// Number of finished steps.
    pub count: usize,
    /// Number of the oldest steps that are counted but not listed.
    pub unlisted: usize,
    /// The others, oldest first.
    pub listed: Vec<PastStep>,
}

/// A finished step; each text is on one line, so that none passes for another step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PastStep {
    /// Its number in the run, from 1.
    pub number: usize,
    /// `NORMAL` or `CROSS_VALIDATE`.
    pub r#type: &'static str,
    /// Description of the step.
    pub description: String,
    /// Status of the step, in a word.
    pub status: &'static str,
    /// Result of the step; empty for a step that has one line.
    pub context: String,
}

impl PastSteps {
    /// As many of these steps as there is room for, in the words of a language.
    #[must_use]
    pub fn of(language: Language, room: Room, completed: &[CompletedTask]) -> Self {
        let count = completed.len();
        let unlisted = count.saturating_sub(room.in_full + room.in_line);
        let in_full_from = count.saturating_sub(room.in_full);
        let listed = completed.iter().enumerate().skip(unlisted);
        Self {
            count,
            unlisted,
            listed: listed
                .map(|(at, task)| PastStep::of(language, at, task, at >= in_full_from))
                .collect(),
        }
    }

    /// The same steps in at most so many tokens: the oldest are only counted, and what is long in the others is
    /// shortened.
    #[must_use]
    pub(crate) fn within(mut self, room: usize) -> Self {
        let size = |step: &PastStep| {
            estimate_tokens(&step.description) + estimate_tokens(&step.context) + LISTED_TOKENS
        };
        let kept = (room / LISTED_LEAST_TOKENS)
            .min(KEPT)
            .min(self.listed.len());
        let mut taken: usize = self.listed.iter().map(size).sum();
        let counted = self.listed.iter().take_while(|step| {
            let is_over = taken > room;
            taken -= size(step);
            is_over
        });
        let counted = counted.count().min(self.listed.len() - kept);
        self.listed.drain(..counted);
        self.unlisted += counted;
        let share = room / self.listed.len().max(1);
        if self.listed.iter().map(size).sum::<usize>() > room {
            for step in &mut self.listed {
                let left = share.saturating_sub(LISTED_TOKENS) / 2;
                step.description = shortened(&step.description, left).into_owned();
                step.context = shortened(&step.context, left).into_owned();
            }
        }
        self
    }

    /// Tokens that they take in the answer's prompt, at most: it tells of each what came of it, or else what was to be
    /// done.
    #[must_use]
    pub fn answer_tokens(&self) -> usize {
        let told = self.listed.iter().map(|step| match step.context.as_str() {
            "" => step.description.as_str(),
            context => context,
        });
        told.map(|text| estimate_tokens(text) + STEP_TOKENS).sum()
    }
}

impl PastStep {
    fn of(language: Language, at: usize, task: &CompletedTask, in_full: bool) -> Self {
        let (description, context) = if in_full {
            (FULL_CHARS, cut(&task.context, FULL_CHARS))
        } else {
            (LINE_CHARS, String::new())
        };
        Self {
            number: at + 1,
            r#type: match task.r#type {
                TaskType::Normal => "NORMAL",
                TaskType::CrossValidate => "CROSS_VALIDATE",
            },
            description: cut(&task.description, description),
            status: match (language, task.status) {
                (Language::English, TaskStatus::Succeeded) => "succeeded",
                (Language::English, TaskStatus::Failed) => "failed",
                (Language::Chinese, TaskStatus::Succeeded) => "成功",
                (Language::Chinese, TaskStatus::Failed) => "失败",
            },
            context,
        }
    }
}

/// The text on one line, and no more of it than so many characters.
fn cut(text: &str, chars: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(chars) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn steps(count: usize, text: &str) -> Vec<CompletedTask> {
        let step = |number: usize| CompletedTask {
            r#type: TaskType::Normal,
            description: format!("do {number}. {text}"),
            status: TaskStatus::Succeeded,
            context: format!("found {number}. {text}"),
        };
        (1..=count).map(step).collect()
    }

    #[test]
    fn mb_13_a_run_of_the_default_length_is_listed_whole() {
        let past = PastSteps::of(Language::English, Room::OVERVIEW, &steps(60, "x"));
        assert_eq!((past.count, past.unlisted, past.listed.len()), (60, 0, 60));
        let with_context = past.listed.iter().filter(|step| !step.context.is_empty());
        let numbers: Vec<usize> = with_context.map(|step| step.number).collect();
        assert_eq!(numbers, (51..=60).collect::<Vec<_>>());
        assert_eq!(past.listed[0].description, "do 1. x");
    }

    #[test]
    fn mb_25_past_steps_fit_a_small_window() {
        let past = PastSteps::of(
            Language::English,
            Room::OVERVIEW,
            &steps(90, &"word ".repeat(90)),
        );
        let size = |past: &PastSteps| -> usize {
            let texts = past.listed.iter();
            texts
                .map(|step| estimate_tokens(&step.description) + estimate_tokens(&step.context))
                .sum()
        };
        assert_eq!(past.clone().within(size(&past) + 90 * LISTED_TOKENS), past);
        for room in [0, 100, 300, 2000] {
            let small = past.clone().within(room);
            assert!(size(&small) <= room, "{room}");
            assert_eq!(small.unlisted + small.listed.len(), 90);
            let newest = small.listed.last().map(|step| step.number);
            assert_eq!(newest, (room >= 100).then_some(90));
        }
    }

    proptest! {
        /// The newest steps stand in full; what is told of all of them is bounded, whatever their number and length.
        #[test]
        fn mb_13_what_is_told_of_past_steps_is_bounded(
            count in 0_usize..300, text in "(\\PC|[\n\t ]|早){0,40}", times in 1_usize..60,
        ) {
            let done = steps(count, &text.repeat(times));
            for room in [Room::OVERVIEW, Room::STEP] {
                let past = PastSteps::of(Language::English, room, &done);
                prop_assert_eq!(past.count, count);
                prop_assert_eq!(past.unlisted + past.listed.len(), count);
                let told: usize = past
                    .listed
                    .iter()
                    .map(|step| step.description.chars().count() + step.context.chars().count())
                    .sum();
                let most = room.in_full * 2 * (FULL_CHARS + 1) + room.in_line * (LINE_CHARS + 1);
                prop_assert!(told <= most, "{} > {}", told, most);
                for (step, done) in past.listed.iter().rev().zip(done.iter().rev()).take(room.in_full) {
                    let whole = one_line(&done.context);
                    let kept = step.context.trim_end_matches('…');
                    prop_assert!(whole.starts_with(kept));
                    prop_assert!(step.context == whole || kept.chars().count() >= FULL_CHARS - 40);
                }
            }
        }
    }
}
