//! A step that a language model carries out with tools, and what memory keeps of it (MB-15).

use std::cell::Cell;

use amb_llm::chat::Part;
use amb_memory::hierarchy::without_recalled;
use amb_memory::task::{NodeId, TaskType, Trust};
use amb_memory::text::sentences;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::{ActFuture, Actor, LearnFuture};
use crate::documents::same_words;
use crate::engine::EngineError;
use crate::long_term::{Guide, Trail};
use crate::protocol::{
    Event, EvidencePassage, FoundText, KINDS, PlannedTask, ResearchRequest, media_type,
};
use crate::react::{Observation, ReactAgent, StepEnd, StepOutcome, Toolbox};
use crate::settings::{LlmSettings, Settings};
use crate::task::{Adapter, AdapterError, Intercepted, Shown};

/// Begins acting with the run's tools. Without a language model nobody acts, so its defaults are never used.
pub(super) fn begin<'a>(
    settings: &'a Settings,
    request: &'a ResearchRequest,
) -> Box<dyn Actor + 'a> {
    Box::new(ModelActor {
        llm: settings.llm.clone().unwrap_or_default(),
        tools: Toolbox::new(settings, &[&request.question]),
        trail: Trail::new(
            &request.question,
            Toolbox::names(settings),
            &settings.memory.trajectories(),
        ),
        barren: Cell::default(),
    })
}

/// A language model with tools.
struct ModelActor<'a> {
    llm: LlmSettings,
    tools: Toolbox<'a>,
    trail: Trail,
    /// Steps in a row that brought memory nothing.
    barren: Cell<usize>,
}

/// Steps in a row that bring memory nothing before no more are planned.
const BARREN_STEPS: usize = 3;

/// Result of a step.
struct Acted {
    /// In a sentence or two.
    context: String,
    end: StepEnd,
}

impl Actor for ModelActor<'_> {
    fn act<'s, 'm: 's>(
        &'s self,
        adapter: &'s mut Adapter<'m>,
        task: &'s PlannedTask,
    ) -> ActFuture<'s> {
        Box::pin(async move {
            let held = adapter.session.bank.interaction_tree().entries().len();
            let acted = carry_out(adapter, self, task).await;
            let holds = adapter.session.bank.interaction_tree().entries().len();
            if task.task_type == TaskType::Normal && task.image.is_none() {
                let brings =
                    holds > held || acted.as_ref().is_ok_and(|acted| is_new(adapter, acted));
                self.barren
                    .set(if brings { 0 } else { self.barren.get() + 1 });
            }
            Ok(acted?.context)
        })
    }

    fn is_stuck(&self) -> bool {
        self.barren.get() >= BARREN_STEPS
    }

    fn learn<'s, 'm: 's>(&'s self, adapter: &'s Adapter<'m>, succeeded: bool) -> LearnFuture<'s> {
        Box::pin(async move {
            let guide = self.guide(adapter);
            let id = adapter.session.bank.insight_doc().doc_id();
            Ok(guide.learn(&adapter.context, id, succeeded).await?)
        })
    }
}

impl ModelActor<'_> {
    fn guide<'g>(&'g self, adapter: &'g Adapter<'_>) -> Guide<'g> {
        Guide {
            long_term: &adapter.session.long_term,
            trail: &self.trail,
        }
    }
}

/// Returns true if a step ended by itself, with words that no step before it ended with.
fn is_new(adapter: &Adapter<'_>, acted: &Acted) -> bool {
    let steps = adapter.session.bank.insight_doc().completed_tasks();
    let mut told = steps.iter().map(|step| step.context.as_str());
    acted.end == StepEnd::Answer && !told.any(|told| same_words(told, &acted.context))
}

/// Carries out a step and takes what it found into memory.
async fn carry_out(
    adapter: &mut Adapter<'_>,
    actor: &ModelActor<'_>,
    task: &PlannedTask,
) -> Result<Acted, AdapterError> {
    adapter.embed_nodes_for(&task.description).await?;
    let context = adapter.context;
    let agent = ReactAgent {
        context: &context,
        settings: &actor.llm,
        tools: &actor.tools,
        guide: actor.guide(adapter),
    };
    let room = agent.room(usize::from(task.image.is_some()))?;
    let (prompt, known) = adapter.enhanced(room).await?;
    let images = pending_image(adapter, task).await?;
    let mut outcome = agent.run(&adapter.session.bank, &prompt, images).await?;
    // What was recalled is known already, also where the model repeats it.
    outcome.answer = without_recalled(&outcome.answer).into_owned();
    tell_limit(adapter, outcome.end);
    if let Some(failure) = failure_of(task, &outcome) {
        remember(adapter, &outcome.observations).await?;
        return Err(failure.into());
    }
    let taken = take_in(adapter, task, &outcome, &known).await;
    if let Err(AdapterError::Engine(EngineError::Budget(_))) = taken {
        // What was paid for is kept: without the model, memory costs nothing.
        remember(adapter, &outcome.observations).await?;
    }
    taken?;
    Ok(Acted {
        context: in_short(&outcome.answer),
        end: outcome.end,
    })
}

/// Takes the result of a step into memory, by the kind of step; `known` is the memory that the step was shown.
async fn take_in(
    adapter: &mut Adapter<'_>,
    task: &PlannedTask,
    outcome: &StepOutcome,
    known: &[Shown],
) -> Result<(), AdapterError> {
    match (&task.image, task.task_type) {
        (Some(image), _) => {
            let text = outcome.answer.as_str();
            let recognised = Intercepted::ImageRecognition { image, text };
            adapter.intercept_context(recognised).await
        }
        (None, TaskType::CrossValidate) => validate(adapter, outcome, known).await,
        (None, TaskType::Normal) => remember(adapter, &outcome.observations).await,
    }
}

/// Says that a step did not end by itself, and why (MB-18).
fn tell_limit(adapter: &Adapter<'_>, end: StepEnd) {
    let (code, what) = match end {
        StepEnd::Answer => return,
        StepEnd::MaxCalls => ("max_calls", "used up its calls of the model"),
        StepEnd::Repetition => ("repeated_calls", "made the same call again and again"),
        StepEnd::TokenLimit => ("token_limit", "came near the longest conversation or reply"),
        StepEnd::NothingNew => ("nothing_new", "found nothing new, turn after turn"),
        StepEnd::Unclear => (
            "unusable_turn",
            "ended without a tool call or an answer that can be read",
        ),
    };
    let then = match end {
        StepEnd::Unclear => "what the model said last counts as its answer",
        _ => "its answer was asked for with what it had found",
    };
    (adapter.context.emit)(Event::Warning {
        code: code.to_owned(),
        message: format!("A step {what}; {then}."),
    });
}

/// Returns the failure of a step. A step without a result failed too: it found nothing and said nothing, or did not
/// describe its image.
fn failure_of(task: &PlannedTask, outcome: &StepOutcome) -> Option<EngineError> {
    if outcome.failure.is_some() {
        return outcome.failure.clone();
    }
    let mut found = outcome.observations.iter();
    let has_found = found.any(|observation| !observation.found.is_empty());
    let came = !outcome.answer.trim().is_empty() || has_found && task.image.is_none();
    (!came).then(|| EngineError::Model {
        agent: "react".to_owned(),
        code: "model_unusable",
        detail: "it said nothing".to_owned(),
        fatal: false,
    })
}

/// The image that the step recognises, for a model that sees.
async fn pending_image(
    adapter: &Adapter<'_>,
    task: &PlannedTask,
) -> Result<Vec<Part>, AdapterError> {
    let blob = task
        .image
        .as_ref()
        .and_then(|name| adapter.session.images.get(name));
    let Some(blob) = blob else {
        return Ok(Vec::new());
    };
    let bytes = adapter
        .context
        .host
        .get_blob(blob)
        .await?
        .unwrap_or_default();
    let Some(kind) = media_type(&bytes) else {
        let image = task.image.as_deref().unwrap_or_default();
        let engine = adapter.engine.label().description;
        let task = format!("recognise {image}, whose bytes are no {KINDS} image, or are gone");
        return Err(EngineError::Unsupported { engine, task }.into());
    };
    let data_url = format!("data:{kind};base64,{}", BASE64.encode(&bytes));
    Ok(vec![Part::Image { data_url }])
}

/// Takes the texts that tools returned into memory, each with its source.
async fn remember(
    adapter: &mut Adapter<'_>,
    observations: &[Observation],
) -> Result<(), AdapterError> {
    for observation in observations {
        let found = Intercepted::Normal {
            name: &observation.source,
            found: &observation.found,
        };
        adapter.intercept_context(found).await?;
    }
    Ok(())
}

/// Returns true if a verdict has grounds: sources' own words that tools returned, or memory beside the disputed nodes
/// that no model wrote. The disputed nodes are no grounds for one of their sides.
fn has_grounds(observations: &[Observation], known: &[Shown], disputed: &[NodeId]) -> bool {
    let is_beside = |shown: &Shown| !disputed.contains(&shown.id) && shown.trust > Trust::Model;
    observations.iter().any(Observation::is_evidence) || known.iter().any(is_beside)
}

/// Returns the trust of a conclusion: the lowest of the tool results, the memory that was `known`, and the advice of
/// long-term memory. Without grounds it is its writer's own words.
fn trust_of_conclusion(has_grounds: bool, outcome: &StepOutcome, known: &[Shown]) -> Trust {
    let own = (!has_grounds).then_some(Trust::Model);
    let read = outcome.observations.iter().filter_map(|one| one.trust);
    let known = known.iter().map(|shown| shown.trust);
    let advised = outcome.advised.iter().copied();
    Trust::least(read.chain(known).chain(advised).chain(own))
}

/// Turns findings about a conflict into a verdict, and the verdict into a merge or a dispute that stays.
async fn validate(
    adapter: &mut Adapter<'_>,
    outcome: &StepOutcome,
    known: &[Shown],
) -> Result<(), AdapterError> {
    let Some(conflict) = adapter.session.conflicts.front().cloned() else {
        return Ok(());
    };
    let nodes = &conflict.conflicting_node_ids;
    let observed = &outcome.observations;
    let has_grounds = has_grounds(observed, known, nodes);
    let conclusion = FoundText {
        document: "conclusion".to_owned(),
        title: None,
        published: None,
        text: outcome.answer.clone(),
        structure: None,
        trust: trust_of_conclusion(has_grounds, outcome, known),
    };
    let found = observed.iter().flat_map(|observation| &observation.found);
    let found = found.chain([&conclusion]);
    let evidence = found.map(EvidencePassage::of_found).collect();
    let input = adapter.validation_input(&conflict, evidence);
    let validation = adapter.engine.validate(&adapter.context, &input).await?;
    let validation = validation.resting_on(has_grounds, adapter.context.language);
    let intercepted = Intercepted::CrossValidate {
        conflict: &conflict,
        validation: &validation,
        trust: input.trust(),
    };
    adapter.intercept_context(intercepted).await?;
    remember(adapter, &outcome.observations).await
}

/// Characters of a step's result that the Insight Doc keeps.
const CONTEXT_CHARS: usize = 400;

/// The first two sentences (seed 001, 知识上下文).
fn in_short(answer: &str) -> String {
    let spans = sentences(answer);
    let end = spans.get(1).or(spans.first()).map_or(0, |span| span.end);
    let short = answer.get(..end).unwrap_or(answer).trim();
    short.chars().take(CONTEXT_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(tool: &str, trust: Option<Trust>, found: bool) -> Observation {
        let text = FoundText {
            document: "https://a.example".to_owned(),
            title: None,
            published: None,
            text: "45 metres".to_owned(),
            structure: None,
            trust: Trust::FoundPage,
        };
        Observation {
            tool: tool.to_owned(),
            source: tool.to_owned(),
            text: String::new(),
            found: found.then_some(text).into_iter().collect(),
            trust,
        }
    }

    /// MB-12: the disputed nodes and a model's words are no grounds for a verdict on them.
    #[test]
    fn mb_12_a_verdict_rests_on_more_than_the_sides_themselves() {
        let node = |id: &str, trust| Shown {
            id: NodeId::from(id),
            trust,
        };
        let disputed = [NodeId::from("a"), NodeId::from("b")];
        let sides = [node("a", Trust::Given), node("b", Trust::Given)];
        let beside = |trust| [node("a", Trust::Given), node("c", trust)];
        let page = Some(Trust::FoundPage);
        let model = Some(Trust::Model);
        for (observations, known, expected) in [
            (vec![], &[] as &[Shown], false),
            (vec![], &sides, false),
            (vec![], &beside(Trust::Given), true),
            (vec![], &beside(Trust::Model), false),
            (vec![observation("search", None, false)], &sides, false),
            (vec![observation("search", page, true)], &sides, true),
            // A page that says nothing about it, or only in the reading model's words.
            (vec![observation("visit", page, false)], &sides, false),
            (vec![observation("visit", page, true)], &[], true),
            (vec![observation("deep_retrieval", None, false)], &[], false),
            (
                vec![observation("deep_retrieval", model, false)],
                &[],
                false,
            ),
            (vec![observation("deep_retrieval", page, false)], &[], true),
        ] {
            let found = has_grounds(&observations, known, &disputed);
            assert_eq!(found, expected, "{observations:?} {known:?}");
        }
    }

    /// MB-12, BX-05: of what a conclusion was drawn from, the least trusted counts; one of nothing is its writer's word.
    #[test]
    fn mb_12_a_conclusion_is_trusted_as_its_grounds() {
        let given = [Shown {
            id: NodeId::from("c"),
            trust: Trust::Given,
        }];
        let outcome = |observations, advised| StepOutcome {
            answer: "45 metres".to_owned(),
            observations,
            end: StepEnd::Answer,
            calls: 1,
            failure: None,
            advised,
        };
        let bare = outcome(vec![], vec![]);
        let page = observation("visit", Some(Trust::FoundPage), true);
        let read = outcome(vec![page], vec![]);
        let advised = outcome(vec![], vec![Trust::Imported]);
        for (has_grounds, outcome, known, expected) in [
            (false, &bare, &[] as &[Shown], Trust::Model),
            (false, &bare, &given, Trust::Model),
            (true, &bare, &given, Trust::Given),
            (true, &read, &given, Trust::FoundPage),
            (true, &advised, &given, Trust::Imported),
        ] {
            let trust = trust_of_conclusion(has_grounds, outcome, known);
            assert_eq!(trust, expected, "{outcome:?}");
        }
    }
}
