//! Descriptions of a fragment and a run: one template, in the words of either language.

use super::words::Words;
use super::{chinese, english};
use crate::text::Language;
use crate::trajectory::records::{Action, Fragment, FragmentType, Outcome};
use crate::trajectory::signature::ErrorSignature;

/// Actions that a description names.
const NAMED_ACTIONS: usize = 5;

/// A fragment to be told.
pub(super) struct FragmentTelling<'t> {
    /// First and last step, from 1.
    pub steps: (u32, u32),
    /// Blank where none is known.
    pub phase: &'t str,
    pub fragment_type: FragmentType,
    pub outcome: Outcome,
    pub actions: &'t [Action],
    /// Actions after the error was last met.
    pub resolution: &'t [Action],
    /// The first error, how often there was one, and what was done each time when it was met.
    pub error: Option<(&'t ErrorSignature, usize, &'t [Action])>,
}

/// A run to be told.
pub(super) struct RunTelling<'t> {
    pub task_type: &'t str,
    pub repo: &'t str,
    pub problem: String,
    pub success: bool,
    pub steps: usize,
    /// Types of errors, how often each was met, and whether all of it was overcome.
    pub errors: Vec<(&'t str, usize, bool)>,
}

fn words_of(language: Language) -> &'static Words {
    match language {
        Language::English => &english::WORDS,
        Language::Chinese => &chinese::WORDS,
    }
}

/// Returns the description of a fragment without the place of its steps.
pub(in crate::trajectory) fn without_steps(fragment: &Fragment) -> &str {
    let (first, last) = fragment.step_range;
    let steps = (first.saturating_add(1), last.saturating_add(1));
    let told = [&english::WORDS, &chinese::WORDS];
    let mut said = told
        .into_iter()
        .filter_map(|words| fragment.description.strip_prefix(&place(steps, words)));
    said.next().unwrap_or(&fragment.description)
}

fn place((first, last): (u32, u32), words: &Words) -> String {
    if first == last {
        (words.one_step)(first)
    } else {
        (words.several_steps)(first, last)
    }
}

impl FragmentTelling<'_> {
    pub(super) fn tell(&self, language: Language) -> String {
        let words = words_of(language);
        let place = place(self.steps, words);
        let phase = if_any(self.phase, words.aside);
        format!("{place}{phase}{}{}", words.colon, self.happened(words))
    }

    fn happened(&self, words: &Words) -> String {
        let done = named(self.actions, words);
        let Some(error) = self.error(words) else {
            let told = match (self.fragment_type, self.outcome) {
                (FragmentType::Loop, Outcome::Failed) => words.repeated_to_the_end,
                (FragmentType::Loop, _) => words.repeated_and_left,
                (_, Outcome::Succeeded) => words.led_to_success,
                (_, Outcome::Failed) => words.led_to_failure,
                _ => words.was_done,
            };
            return told(&done);
        };
        let again = match self.fragment_type {
            FragmentType::Loop => words.again_and_again,
            _ => "",
        };
        let met = format!("{error}{again}");
        if self.outcome != Outcome::Recovered {
            return (words.not_overcome)(&met, &done);
        }
        let way = named(self.resolution, words);
        (words.overcome)(&met, if way.is_empty() { &done } else { &way })
    }

    fn error(&self, words: &Words) -> Option<String> {
        let (sign, times, actions) = self.error?;
        let keywords = if_any(&sign.words.join(words.between), words.aside);
        let place = sign.location.as_deref().map(words.at).unwrap_or_default();
        let times = match times {
            0 | 1 => String::new(),
            times => (words.in_all)(times),
        };
        let message = if_any(&sign.message, words.message);
        let met = (words.met)(&named(actions, words), &sign.error_type);
        Some(format!("{met}{keywords}{place}{times}{message}"))
    }
}

impl RunTelling<'_> {
    pub(super) fn tell(&self, language: Language) -> String {
        let words = words_of(language);
        let place = if_any(self.repo, words.in_repo);
        let ended = if self.success {
            words.done_after
        } else {
            words.not_done_after
        };
        let errors = self.errors.iter().map(|(error, times, overcome)| {
            let told = if *overcome {
                words.error_overcome
            } else {
                words.error_left
            };
            told(error, *times)
        });
        let errors: Vec<String> = errors.collect();
        format!(
            "{}{place}{}{} {}{}",
            self.task_type,
            words.colon,
            self.problem,
            ended(self.steps),
            if_any(&errors.join(words.between), words.errors),
        )
    }
}

/// Returns the rendered text, or an empty string for an empty text.
fn if_any(text: &str, told: fn(&str) -> String) -> String {
    if text.is_empty() {
        String::new()
    } else {
        told(text)
    }
}

/// Names the first actions, each once, and tells how many there are beyond.
fn named(actions: &[Action], words: &Words) -> String {
    let mut different: Vec<&str> = Vec::new();
    for action in actions {
        if !different.contains(&action.as_str()) {
            different.push(action.as_str());
        }
    }
    let beyond = different.len().saturating_sub(NAMED_ACTIONS);
    different.truncate(NAMED_ACTIONS);
    let mut named = different.join(words.between);
    if beyond > 0 {
        named.push_str(&(words.more)(beyond));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_03_a_fragment_is_told_in_either_language() {
        let actions = ["edit: a.rs", "test", "test"].map(|line| {
            let (kind, input) = line.split_once(": ").unwrap_or((line, ""));
            Action::new(kind, input)
        });
        let sign = ErrorSignature {
            error_type: "ImportError".to_owned(),
            keywords: vec!["tokio".to_owned(), "runtim".to_owned()],
            words: vec!["tokio".to_owned(), "runtime".to_owned()],
            names: Vec::new(),
            template: Vec::new(),
            location: Some("a.rs:3".to_owned()),
            message: "no such module".to_owned(),
        };
        let telling = FragmentTelling {
            steps: (2, 4),
            phase: "fixing",
            fragment_type: FragmentType::Loop,
            outcome: Outcome::Recovered,
            actions: &actions,
            resolution: &actions[..1],
            error: Some((&sign, 2, &actions[1..])),
        };
        assert_eq!(
            telling.tell(Language::English),
            "Steps 2 to 4 (fixing): test met ImportError (tokio, runtime) at a.rs:3, 2 errors in all: “no such module” \
             again and again. It was overcome by: edit: a.rs."
        );
        assert_eq!(
            telling.tell(Language::Chinese),
            "第2至4步（fixing）：test 遇到 ImportError（tokio、runtime），位于 a.rs:3，共2次错误：“no such module”，\
             反复出现。解决办法：edit: a.rs。"
        );
    }

    #[test]
    fn cg_03_a_run_is_told_in_either_language() {
        let telling = RunTelling {
            task_type: "bug",
            repo: "bank",
            problem: "The build fails.".to_owned(),
            success: false,
            steps: 9,
            errors: vec![("E0432", 2, true), ("Timeout", 1, false)],
        };
        assert_eq!(
            telling.tell(Language::English),
            "bug in bank: The build fails. Not done after 9 steps. Errors: E0432 (2, overcome), Timeout (1, not \
             overcome)."
        );
        assert_eq!(
            telling.tell(Language::Chinese),
            "bug（bank）：The build fails. 共9步，未完成。遇到的错误：E0432（2次，已解决）、Timeout（1次，未解决）。"
        );
    }
}
