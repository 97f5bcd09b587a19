//! The cost of a run, before it begins: an estimate from the sizes of its inputs and from usual runs.

use std::collections::BTreeMap;

use amb_memory::task::CompletedTask;
use amb_memory::text::{Language, Structure, estimate_tokens, split_to_window};
use serde::{Deserialize, Serialize};

use super::document_size::{DocumentSize, sizes};
use super::tally::Tally;
use crate::protocol::{PastSteps, ResearchRequest, Room};
use crate::settings::{Agent, Budget, LlmSettings, Money, Settings};

/// A forecast of a run's spending.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Requests.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub requests: u64,
    /// Tokens, read and written.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub tokens: u64,
    /// Money, by currency; cached input is not assumed to be cheaper.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub money: BTreeMap<String, Money>,
    /// Models and services without a known price: their cost is not in `money`.
    pub unpriced: Vec<String>,
}

/// An estimate of a run that has not begun (BX-03).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// The usual spending of a run like this.
    pub likely: Forecast,
    /// Its spending if it uses all that the settings and the budget allow.
    pub most: Forecast,
    /// The basis of both, for people.
    pub basis: String,
    /// The documents of the request, in its order: they were read for the estimate.
    #[serde(default)]
    pub documents: Vec<DocumentSize>,
}

impl Estimate {
    /// Returns the estimate of a run of this request without a language model.
    #[must_use]
    pub fn nothing(request: &ResearchRequest) -> Self {
        Self {
            basis: "No language model is asked, so nothing is paid.".to_owned(),
            documents: sizes(request),
            ..Self::default()
        }
    }
}

/// Tokens of an agent's instructions.
const PROMPT: usize = 900;

/// Tokens of a passage in the answer's prompt, with its title and address: the embedding model's window and a
/// little.
pub(crate) const PASSAGE: usize = 300;

/// Tokens of a topic of a document.
const TOPIC: usize = 900;

/// Tokens of a node as the analysis sees it, and of the nodes that a new one is compared with.
const COMPARED: usize = 6 * 150;

/// Steps that a plan usually has: with web search, and with documents alone.
const STEPS: [u64; 2] = [3, 1];

/// Calls of the model that a step usually takes: with web search, and with documents alone.
const STEP_CALLS: [u64; 2] = [4, 2];

/// Tokens of a step's conversation, beside its instructions: the mean over its calls.
const CONVERSATION: usize = 3000;

/// Tokens of a page that is read.
const PAGE: usize = 4000;

/// Tokens of the texts that a step finds and memory keeps.
const FOUND: [usize; 2] = [800, 400];

/// Returns the fewest tokens that the answer is made from: instructions, question, the passages that fit best, the
/// results of the steps.
#[must_use]
pub fn answer_tokens(settings: &Settings, question: &str, steps: &[CompletedTask]) -> usize {
    let told = PastSteps::of(Language::English, Room::OVERVIEW, steps).answer_tokens();
    PROMPT + estimate_tokens(question) + settings.retrieval_k * PASSAGE + told
}

/// Returns the tokens that an answer is made from if memory holds so many: as many as its prompt has room for.
fn written_from(llm: &LlmSettings, question: &str, held: usize) -> usize {
    let window = llm.agents.react.window.min(llm.max_context_tokens);
    (PROMPT + estimate_tokens(question) + held).min(window)
}

/// Estimates the spending of a run of this request with these settings. Zero without a language model.
#[must_use]
pub fn estimate(settings: &Settings, request: &ResearchRequest) -> Estimate {
    let Some(llm) = &settings.llm else {
        return Estimate::nothing(request);
    };
    let given: Vec<&str> = request
        .context
        .iter()
        .map(String::as_str)
        .chain(
            request
                .documents
                .iter()
                .map(|document| document.text.as_str()),
        )
        .collect();
    let budget = request.budget.as_ref().unwrap_or(&settings.budget);
    Estimate {
        likely: likely(settings, llm, request, &given).within(budget),
        most: most(settings, llm, request, &given).within(budget),
        basis: basis(settings, request, budget, &given),
        documents: sizes(request),
    }
}

/// Steps that a plan usually has, with one for each image, and calls of the model in each.
fn usual_steps(settings: &Settings, request: &ResearchRequest) -> [u64; 2] {
    let searches = settings.search.is_some();
    let [steps, calls] = [STEPS, STEP_CALLS].map(|[web, own]| if searches { web } else { own });
    let steps = steps + request.images.len() as u64;
    [steps.min(request.iterations(settings) as u64), calls]
}

fn likely<'s>(
    settings: &'s Settings,
    llm: &'s LlmSettings,
    request: &ResearchRequest,
    given: &[&str],
) -> Tally<'s> {
    let mut tally = Tally::new(settings, llm);
    tally.read(given);
    let [steps, calls] = usual_steps(settings, request);
    // The last plan says that nothing is left to do.
    let plans = (steps + 1).min(request.iterations(settings) as u64);
    tally.calls(Agent::Planning, plans, PROMPT + 1000, 150);
    tally.calls(Agent::React, steps * calls, PROMPT + CONVERSATION, 300);
    if let Some(search) = &settings.search {
        tally.service(&search.base_url, steps);
        tally.service(&settings.reader.base_url, steps);
        tally.calls(Agent::Reading, steps, PROMPT + PAGE, 400);
        for found in FOUND {
            (0..steps).for_each(|_| tally.take_in(found, 1));
        }
    }
    let read: usize = given.iter().map(|text| estimate_tokens(text)).sum();
    let found = FOUND
        .map(|tokens| steps as usize * tokens)
        .iter()
        .sum::<usize>();
    let found = settings.search.as_ref().map_or(0, |_| found);
    let answer = written_from(llm, &request.question, read + found);
    tally.calls(Agent::React, 1, answer, 400);
    tally
}

/// Returns the maximum: every step and every call, each as long as allowed, with every agent called twice.
fn most<'s>(
    settings: &'s Settings,
    llm: &'s LlmSettings,
    request: &ResearchRequest,
    given: &[&str],
) -> Tally<'s> {
    let mut tally = Tally::new(settings, llm);
    tally.read(given);
    tally.read(given);
    let steps = request.iterations(settings) as u64;
    let longest = llm.max_tokens as usize;
    tally.calls(
        Agent::Planning,
        2 * steps,
        llm.agents.planning.window,
        longest,
    );
    let calls = steps * llm.max_calls as u64;
    tally.calls(Agent::React, calls, llm.max_context_tokens, longest);
    if let Some(search) = &settings.search {
        tally.service(&search.base_url, calls);
    }
    let answer = written_from(llm, &request.question, usize::MAX / 2);
    tally.calls(Agent::React, 1, answer, longest);
    tally
}

fn bytes(given: &[&str]) -> usize {
    given.iter().map(|text| text.len()).sum()
}

fn basis(
    settings: &Settings,
    request: &ResearchRequest,
    budget: &Budget,
    given: &[&str],
) -> String {
    let read: usize = given.iter().map(|text| estimate_tokens(text)).sum();
    let [steps, calls] = usual_steps(settings, request);
    let requests = budget.request_limit();
    let requests = requests.map_or_else(String::new, |most| {
        format!(" The run ends after {most} requests (budget.requests).")
    });
    let reading = if settings.reads_without_model(bytes(given)) {
        "read without the model (llm.reads)".to_owned()
    } else {
        format!("each classified and summed up once, and a comparison for every {TOPIC} of them")
    };
    format!(
        "Likely: {read} tokens of documents, {reading}; {steps} steps of {calls} calls; one answer. Conflicts, retries \
         and unusable replies come on top. At most: {} steps of {} calls, each as long as the settings allow; what is \
         found on the way is read by further calls, which only the budget bounds.{requests}",
        request.iterations(settings),
        settings.llm.as_ref().map_or(0, |llm| llm.max_calls),
    )
}

impl Tally<'_> {
    /// Documents, read into memory.
    fn read(&mut self, given: &[&str]) {
        if self.settings.reads_without_model(bytes(given)) {
            return;
        }
        for text in given {
            let window = self.llm.agents.classification.window;
            let structure = Structure::plain(text);
            let windows = split_to_window(text, &structure, window, self.settings.chunk_ratio);
            self.take_in(estimate_tokens(text), windows.len());
        }
    }

    /// Adds a text of so many tokens in so many windows, with its topics, summaries and comparisons.
    fn take_in(&mut self, tokens: usize, windows: usize) {
        let topics = tokens.div_ceil(TOPIC).max(windows);
        let (windows, each) = (windows.max(1), topics.max(1));
        let per_window = topics.div_ceil(windows) * 80;
        let input = PROMPT + tokens.div_ceil(windows);
        self.calls(Agent::Classification, windows as u64, input, per_window);
        let topic = tokens.div_ceil(each);
        let topics = each as u64;
        self.calls(Agent::Structure, topics, PROMPT + topic, topic * 2 / 5);
        self.calls(Agent::Analysis, topics, PROMPT + COMPARED, 200);
    }
}

#[cfg(test)]
mod tests {
    use amb_llm::chat::Provider;
    use amb_memory::task::{TaskStatus, TaskType};

    use super::*;
    use crate::llm::Prompt;
    use crate::protocol::{ImageInput, SourceText};
    use crate::settings::Reads;

    fn settings(provider: &str, model: &str) -> Settings {
        Settings {
            llm: Some(LlmSettings {
                provider: Provider::named(provider).unwrap(),
                model: model.to_owned(),
                ..LlmSettings::default()
            }),
            ..Settings::default()
        }
    }

    fn asked(words: usize) -> ResearchRequest {
        ResearchRequest {
            question: "How tall is the tower?".to_owned(),
            documents: vec![SourceText {
                text: "The tower stands. ".repeat(words),
                ..SourceText::default()
            }],
            ..ResearchRequest::default()
        }
    }

    /// MB-04: the documents that were read for an estimate are told, with a language model and without.
    #[test]
    fn mb_04_an_estimate_tells_the_documents_it_read() {
        let document = SourceText {
            name: "a.pdf".to_owned(),
            text: "灯塔高 42 米".to_owned(),
            pages: vec![0, 4],
            ..SourceText::default()
        };
        let request = ResearchRequest {
            documents: vec![document],
            ..ResearchRequest::default()
        };
        let size = DocumentSize {
            name: "a.pdf".to_owned(),
            chars: 8,
            pages: 2,
            titles: Vec::new(),
        };
        for settings in [Settings::default(), settings("openai", "gpt-4o-mini")] {
            assert_eq!(
                estimate(&settings, &request).documents,
                std::slice::from_ref(&size)
            );
        }
    }

    #[test]
    fn bx_03_an_estimate_grows_with_what_the_model_is_to_read() {
        let mut settings = settings("deepseek", "deepseek-flash");
        let [short, long] = [300, 10_000].map(|words| estimate(&settings, &asked(words)));
        assert!(short.likely.requests > long.likely.requests);
        assert!(short.basis.contains("classified") && long.basis.contains("without the model"));
        settings.llm.as_mut().unwrap().reads = Reads::All;
        let [short, long] = [100, 10_000].map(|words| estimate(&settings, &asked(words)));
        assert!(long.likely.tokens > 10 * short.likely.tokens, "{long:?}");
        assert!(long.likely.money["USD"] > short.likely.money["USD"]);
        for one in [short, long] {
            assert!(one.likely.requests < one.most.requests);
            assert!(one.likely.tokens < one.most.tokens);
            assert!(one.likely.money["USD"] < one.most.money["USD"]);
            assert!(one.likely.unpriced.is_empty());
        }
    }

    /// BX-03: the steps that a request allows bound what is likely, too, images or not.
    #[test]
    fn bx_03_fewer_steps_cost_less() {
        let settings = settings("openai", "gpt-4o-mini");
        let image = ImageInput {
            name: "a.png".to_owned(),
            media_type: "image/png".to_owned(),
            base64: String::new(),
        };
        for images in [0, 2] {
            let requests = [Some(0), Some(1), None].map(|max_iterations| {
                let request = ResearchRequest {
                    question: "How tall is it?".to_owned(),
                    images: vec![image.clone(); images],
                    max_iterations,
                    ..ResearchRequest::default()
                };
                let Estimate { likely, most, .. } = estimate(&settings, &request);
                assert!(
                    likely.requests <= most.requests,
                    "{max_iterations:?} {likely:?}"
                );
                likely.requests
            });
            assert_eq!(requests[0], 1, "the answer alone");
            assert!(requests[0] < requests[1] && requests[1] <= requests[2]);
        }
    }

    /// The most is bounded by the requests that a run may make.
    #[test]
    fn bx_03_the_most_is_that_of_the_requests_there_may_be() {
        let settings = settings("deepseek", "deepseek-flash");
        let most = |requests| {
            let budget = Budget {
                requests,
                ..Budget::default()
            };
            let request = ResearchRequest {
                budget: Some(budget),
                ..asked(9)
            };
            estimate(&settings, &request).most
        };
        let [one, ten] = [1.0, 10.0].map(|requests| most(Some(requests)));
        let largest = (LlmSettings::default().max_context_tokens + 4096) as u64;
        assert_eq!((one.tokens, ten.tokens), (largest, 10 * largest));
        assert_eq!(ten.money["USD"], one.money["USD"].times(10));
    }

    #[test]
    fn bx_03_an_estimate_names_what_has_no_price() {
        let unknown = estimate(&settings("openai", "nobody"), &asked(9));
        assert_eq!(unknown.likely.unpriced, ["nobody"]);
        assert!(unknown.likely.money.is_empty());
        let local = estimate(&settings("ollama", "qwen3:8b"), &asked(9));
        assert!(local.likely.unpriced.is_empty() && local.most.money.is_empty());
        assert!(local.likely.tokens > 0);
        let without = estimate(&Settings::default(), &asked(9));
        assert_eq!(without.most, Forecast::default());
    }

    #[test]
    fn bx_03_a_budget_bounds_an_estimate() {
        let mut request = asked(10_000);
        request.budget = Some(Budget {
            money: Some(0.01),
            tokens: Some(5000.0),
            requests: Some(3.0),
            ..Budget::default()
        });
        let bounded = estimate(&settings("deepseek", "deepseek-flash"), &request);
        assert_eq!((bounded.most.requests, bounded.most.tokens), (3, 5000));
        assert_eq!(bounded.most.money["USD"], Money::of(0.01).unwrap());
    }

    #[test]
    fn bx_03_no_instructions_are_longer_than_they_are_taken_for() {
        #[derive(Serialize)]
        struct Nothing {
            fence: &'static str,
            task_goal: &'static str,
            report_language: &'static str,
            past: PastSteps,
            disputes: [(); 0],
            evidence: [(); 0],
        }
        for language in [Language::English, Language::Chinese] {
            for count in [0, 1, 30, 60, 500] {
                let done = steps(count);
                let nothing = Nothing {
                    fence: "0123456789ab",
                    task_goal: "",
                    report_language: "English",
                    past: PastSteps::of(language, Room::OVERVIEW, &done),
                    disputes: [],
                    evidence: [],
                };
                let messages = Prompt::ANSWER.messages(language, &nothing).unwrap();
                let words = messages
                    .iter()
                    .map(|message| estimate_tokens(&message.words()));
                let (tokens, told) = (words.sum::<usize>(), nothing.past.answer_tokens());
                let most = 100 + told / 2..=PROMPT + told;
                assert!(most.contains(&tokens), "{language:?} {count}: {tokens}");
            }
        }
    }

    fn steps(count: usize) -> Vec<CompletedTask> {
        let step = |number: usize| CompletedTask {
            r#type: TaskType::CrossValidate,
            description: format!("{number}. Find out how tall the tower of Westby is (塔高)."),
            status: [TaskStatus::Succeeded, TaskStatus::Failed][number % 2],
            context: "It is 42 metres tall.".to_owned(),
        };
        (0..count).map(step).collect()
    }

    #[test]
    fn bx_03_what_is_kept_for_the_answer_does_not_grow_with_a_long_run() {
        let kept = |count| answer_tokens(&Settings::default(), "How tall?", &steps(count));
        assert!(kept(0) < kept(20) && kept(20) < kept(60));
        assert_eq!(kept(500), kept(999));
    }
}
