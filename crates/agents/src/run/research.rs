//! The run itself: read, plan, act, until nothing is pending (MB-23, MB-24).

use std::collections::BTreeSet;
use std::future::{pending, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use amb_memory::task::{TaskStatus, TaskType, Trust};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures::future::{AbortRegistration, Abortable};

use super::disputes::{of_passages, told_once};
use super::ending::{Ending, Stages, is_stopped};
use super::evidence::{doubts, latest_evidence, retrieve_witnesses};
use super::pages::name_pages;
use super::request::keep_image;
use super::{
    Actor, BeginActing, DocumentSummary, Embeddings, Progress, ResearchRequest, ResearchResult,
    Session, Termination, Usage, retrieve_evidence, term_rarity,
};
use crate::adapter::{Adapter, AdapterError, Intercepted};
use crate::engine::{
    AnswerInput, ConflictNotification, Engine, EngineError, PlannedTask, refutations,
};
use crate::event::Event;
use crate::extractive::decided;
use crate::host::{Host, HostError};
use crate::settings::Settings;
use crate::spending::{Meter, SpendError, answer_tokens};

/// Who and what a run works with.
pub struct Research<'a> {
    /// The world, usually behind a journal.
    pub host: &'a dyn Host,
    /// Who does the thinking.
    pub engine: &'a dyn Engine,
    /// Who carries steps out with tools; `None`: the engine validates and answers by itself.
    pub actor: Option<BeginActing>,
    /// The user's numbers.
    pub settings: &'a Settings,
    /// Where events go.
    pub emit: &'a dyn Fn(Event),
}

/// What a run works with and counts by.
struct Tools<'t> {
    embeddings: &'t Embeddings<'t>,
    progress: &'t Progress<'t>,
    meter: &'t Meter,
}

/// When an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// As a step: what contradicts it can still be validated.
    Step,
    /// After the last step.
    Last,
}

impl Research<'_> {
    /// Runs a request in a session, which keeps whatever was remembered, however the run ends.
    ///
    /// The future may be aborted through `stop`: the result then says so. A run that is taken up goes on to the end of its
    /// record all the same: what memory held is not lost by stopping what reads it back.
    ///
    /// # Errors
    /// Only what stands in the way of any result at all: no time, no randomness, another journal.
    pub async fn run(
        &self,
        session: &mut Session,
        request: &ResearchRequest,
        stop: AbortRegistration,
    ) -> Result<ResearchResult, HostError> {
        let progress = Progress::new(self.emit);
        let (embeddings, started, meter) = match self.prepare(&progress, request) {
            Err(HostError::Abandoned) => {
                self.begin(session, request, None);
                let usage = Usage::default();
                return Ok(self.end(session, request, usage, None, Ending::aborted()));
            }
            prepared => prepared?,
        };
        let mut stages = Stages {
            started,
            ..Stages::default()
        };
        self.begin(session, request, embeddings.model_id());
        embeddings.suit(&session.bank);

        let tools = Tools {
            embeddings: &embeddings,
            progress: &progress,
            meter: &meter,
        };
        let work = self.work(session, request, &tools, &mut stages);
        let ending = match self.unless_stopped(work, stop).await {
            Some(ended) => Ending::of(ended)?,
            None => Ending::aborted(),
        };
        let usage = stages.usage(session, &embeddings, &meter);
        Ok(self.end(session, request, usage, embeddings.model_id(), ending))
    }

    /// What the work comes to; `None` if it is stopped. It goes on while there are answers on record that it has not got, and
    /// one that is stopped before it begins comes as far as its first effect, as where it is run again.
    async fn unless_stopped<T>(
        &self,
        work: impl Future<Output = T>,
        stop: AbortRegistration,
    ) -> Option<T> {
        let mut work = pin!(work);
        let mut stopped = Abortable::new(pending::<()>(), stop);
        let (mut has_begun, mut is_stopped) = (false, false);
        poll_fn(|context| {
            is_stopped = is_stopped || Pin::new(&mut stopped).poll(context).is_ready();
            let is_over = is_stopped && !self.host.stop();
            if is_over && has_begun {
                return Poll::Ready(None);
            }
            has_begun = true;
            match work.as_mut().poll(context) {
                Poll::Pending if is_stopped && !self.host.stop() => Poll::Ready(None),
                polled => polled.map(Some),
            }
        })
        .await
    }

    /// What a run needs of the world before it begins.
    fn prepare<'p>(
        &'p self,
        progress: &'p Progress<'p>,
        request: &ResearchRequest,
    ) -> Result<(Embeddings<'p>, i64, Meter), HostError> {
        let batch = self.settings.embedding_batch;
        let embeddings = Embeddings::new(self.host, progress, self.emit, batch)?;
        let started = self.host.now()?;
        let meter = Meter::begin(self.settings, request.budget.as_ref(), self.host)?;
        Ok((embeddings, started, meter))
    }

    fn begin(&self, session: &Session, request: &ResearchRequest, embedder: Option<String>) {
        (self.emit)(Event::RunStarted {
            doc_id: session.bank.insight_doc().doc_id().to_owned(),
            question: request.question.clone(),
            engine: self.engine.label(),
            embedder,
        });
    }

    async fn work(
        &self,
        session: &mut Session,
        request: &ResearchRequest,
        tools: &Tools<'_>,
        stages: &mut Stages,
    ) -> Result<Termination, AdapterError> {
        let mut adapter = Adapter {
            session,
            engine: self.engine,
            host: self.host,
            embeddings: tools.embeddings,
            progress: tools.progress,
            meter: tools.meter,
            settings: self.settings,
            language: request.language(self.settings.language),
            emit: self.emit,
        };
        let termination = self.read_and_act(&mut adapter, request, stages).await;
        if !is_stopped(&termination) {
            self.tell_unseen(adapter.session);
            adapter.drop_images().await?;
        }
        termination
    }

    async fn read_and_act(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
        stages: &mut Stages,
    ) -> Result<Termination, AdapterError> {
        self.reserve_answer(adapter, request);
        let plans_by_memory = self.actor.is_some();
        let begun = adapter.begin_long_term(request, stages.started, plans_by_memory);
        begun.await?;
        self.read(adapter, request).await?;
        stages.read = Some(self.host.now()?);
        let termination = self.carry_out(adapter, request).await?;
        stages.ended = Some(self.host.now()?);
        Ok(termination)
    }

    /// Plans and acts until nothing is pending. A model's plan ends where the goal can be answered, so the
    /// answer is written then; also when the steps are used up, or the budget bears no more, from what was found.
    async fn carry_out(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
    ) -> Result<Termination, AdapterError> {
        let actor = self.actor.map(|begin| begin(self.settings, request));
        let mut termination = Termination::MaxIterations;
        for _ in 0..self.settings.max_iterations {
            if !adapter.session.answered && self.is_cut(adapter)? {
                break;
            }
            let Some(task) = self.next_task(adapter).await? else {
                termination = Termination::Answer;
                break;
            };
            self.act(adapter, request, actor.as_deref(), &task).await?;
            self.reserve_answer(adapter, request);
        }
        let is_cut = adapter.meter.has_stopped();
        let is_over = is_cut || termination == Termination::MaxIterations;
        if !adapter.session.answered && (actor.is_some() || is_over) {
            self.answer(adapter, request, Turn::Last).await?;
        }
        if adapter.meter.has_stopped() {
            termination = Termination::Budget;
        }
        learn(adapter, actor.as_deref(), termination).await?;
        Ok(termination)
    }

    /// Whether the budget bears no more steps.
    fn is_cut(&self, adapter: &Adapter<'_>) -> Result<bool, AdapterError> {
        match adapter.meter.in_time(self.host, self.emit) {
            Ok(()) => Ok(adapter.meter.has_stopped()),
            Err(SpendError::Budget(_)) => Ok(true),
            Err(SpendError::Host(error)) => Err(error.into()),
        }
    }

    /// Keeps back what the answer needs as of now: it grows with the steps.
    fn reserve_answer(&self, adapter: &Adapter<'_>, request: &ResearchRequest) {
        let Some(llm) = &self.settings.llm else {
            return;
        };
        let steps = adapter.session.bank.insight_doc().completed_tasks();
        let input = answer_tokens(self.settings, &request.question, steps);
        adapter.meter.reserve_answer(input, llm.max_tokens);
    }

    /// The next step. A planner that says nothing usable ends the plan, not the run.
    async fn next_task(
        &self,
        adapter: &mut Adapter<'_>,
    ) -> Result<Option<PlannedTask>, AdapterError> {
        match adapter.plan().await {
            Ok(()) => Ok(adapter.session.planned.clone()),
            // The run's account has said so already.
            Err(AdapterError::Engine(EngineError::Budget(_))) => Ok(None),
            Err(AdapterError::Engine(error)) if error.is_passing() => {
                (self.emit)(Event::Warning {
                    code: error.kind().to_owned(),
                    message: format!("{error}. The answer is made of what is known."),
                });
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    async fn read(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
    ) -> Result<(), AdapterError> {
        for image in &request.images {
            let bytes = BASE64.decode(&image.base64).unwrap_or_default();
            let blob = self.host.put_blob(&bytes).await?;
            keep_image(adapter.session, &image.name, blob);
        }
        let sources = adapter.expect_documents(request.sources()).await?;
        for source in &sources {
            adapter.progress.expect(source.text.len());
        }
        for source in &sources {
            match adapter.read_document(source).await {
                // No time is left for more of it: what was read is kept.
                Err(AdapterError::Engine(EngineError::Budget(_))) => break,
                read => read?,
            }
        }
        Ok(())
    }

    /// Carries out one step. A step that the engine cannot do fails, and the run goes on (MB-22).
    async fn act(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
        actor: Option<&dyn Actor>,
        task: &PlannedTask,
    ) -> Result<(), AdapterError> {
        let conflict = adapter.session.conflicts.front().cloned();
        let outcome = match (actor, &task.image, task.task_type) {
            (Some(actor), _, _) => actor.act(adapter, task).await,
            (None, Some(image), _) => Err(self.cannot_recognise(image)),
            (None, None, TaskType::CrossValidate) => self.validate(adapter).await,
            (None, None, TaskType::Normal) => self.answer(adapter, request, Turn::Step).await,
        };
        let (status, context) = match outcome {
            Ok(context) => (TaskStatus::Succeeded, context),
            Err(AdapterError::Engine(error)) if error.is_passing() => {
                give_up(adapter, task, conflict.as_ref()).await?;
                (TaskStatus::Failed, error.to_string())
            }
            Err(error) => return Err(error),
        };
        (self.emit)(Event::TaskCompleted {
            task_type: task.task_type,
            task: task.description.clone(),
            succeeded: status == TaskStatus::Succeeded,
            context: context.clone(),
        });
        Ok(adapter
            .session
            .bank
            .insight_doc_mut()
            .complete(task.task_type, status, context)?)
    }

    fn cannot_recognise(&self, image: &str) -> AdapterError {
        let engine = self.engine.label().description;
        EngineError::Unsupported {
            engine,
            task: format!("recognise the image {image}"),
        }
        .into()
    }

    async fn validate(&self, adapter: &mut Adapter<'_>) -> Result<String, AdapterError> {
        let Some(conflict) = adapter.session.conflicts.front().cloned() else {
            return Ok(String::new());
        };
        let subject = &conflict.conflict_description;
        let found = retrieve_witnesses(
            &adapter.session.bank,
            adapter.embeddings,
            self.settings,
            subject,
        )
        .await?;
        let input = adapter.validation_input(&conflict, found.passages);
        let validation = self.engine.validate(&adapter.context(), &input).await?;
        let validation = validation.resting_on(!input.evidence.is_empty(), adapter.language);
        let intercepted = Intercepted::CrossValidate {
            conflict: &conflict,
            validation: &validation,
            trust: input.trust(),
        };
        adapter.intercept_context(intercepted).await?;
        Ok(validation.explanation)
    }

    async fn answer(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
        turn: Turn,
    ) -> Result<String, AdapterError> {
        let question = &request.question;
        self.warn_of_parts(adapter);
        let found = retrieve_evidence(
            &adapter.session.bank,
            adapter.embeddings,
            self.settings,
            question,
        )
        .await?;
        let mut passages = found.passages;
        if passages.is_empty() && self.actor.is_some() {
            passages = latest_evidence(&adapter.session.bank, self.settings.retrieval_k);
        }
        let input = AnswerInput {
            question: question.clone(),
            question_coverage: found.coverage,
            term_rarity: term_rarity(&adapter.session.bank, question),
            disputes: of_passages(&adapter.session.bank, &passages),
            decided: decided(&adapter.session.bank),
            retrieved: retrieved(adapter),
            completed: adapter
                .session
                .bank
                .insight_doc()
                .completed_tasks()
                .to_vec(),
            evidence: passages,
        };
        let mut answer = self.engine.answer(&adapter.context(), &input).await?;
        let language = self.settings.report_language.unwrap_or(adapter.language);
        let refuted = refutations(language, &answer.citations);
        answer.disputes.extend(refuted);
        answer.disputes = told_once(&answer.disputes);
        name_pages(&mut answer, &adapter.session.documents);
        adapter.intercept_context(Intercepted::Recalled).await?;
        // What contradicts the answer is validated before it is given, where steps are still carried out.
        let is_disputed = adapter.dispute(std::mem::take(&mut answer.conflicts))?;
        if is_disputed {
            let bank = &adapter.session.bank;
            for citation in &mut answer.citations {
                citation.doubts = doubts(bank, &citation.entry_id);
            }
        }
        let is_last = turn == Turn::Last || adapter.meter.has_stopped();
        let is_final = is_last || !is_disputed;
        if is_final {
            (self.emit)(Event::Answered {
                answer: answer.clone(),
            });
        }
        let context = answer.text.clone();
        adapter.session.answered = is_final;
        adapter.session.answer = Some(answer);
        adapter.session.retrieved = input.evidence;
        Ok(context)
    }

    /// An answer from a part of a document is no word on the whole of it.
    fn warn_of_parts(&self, adapter: &Adapter<'_>) {
        let parts = adapter
            .session
            .documents
            .iter()
            .filter(|one| !one.is_read());
        for document in parts {
            let DocumentSummary {
                name,
                chars,
                read_chars,
                ..
            } = document;
            let read = read_chars.unwrap_or(*chars);
            (self.emit)(Event::Warning {
                code: "partly_read".to_owned(),
                message: format!(
                    "Reading {name} was stopped after {read} of {chars} characters: the answer rests on that part."
                ),
            });
        }
    }
}

/// What a failed step leaves undone is not planned again: an image is not looked at, a conflict stays
/// visible as disputed.
async fn give_up(
    adapter: &mut Adapter<'_>,
    task: &PlannedTask,
    conflict: Option<&ConflictNotification>,
) -> Result<(), AdapterError> {
    match (&task.image, task.task_type) {
        (Some(image), _) => adapter.drop_image(image).await?,
        (None, TaskType::CrossValidate) => {
            let waiting = &mut adapter.session.conflicts;
            waiting.retain(|other| Some(other) != conflict);
        }
        (None, TaskType::Normal) => {}
    }
    Ok(())
}

/// Has long-term memory learn the run: what it did well or badly is what its actor did. It went well if it ended with an
/// answer that the evidence holds.
async fn learn(
    adapter: &Adapter<'_>,
    actor: Option<&dyn Actor>,
    termination: Termination,
) -> Result<(), AdapterError> {
    let Some(actor) = actor else {
        let why = "without a language model there are no steps to learn from";
        adapter.session.long_term.learned_nothing(adapter.emit, why);
        return Ok(());
    };
    let answer = adapter.session.answer.as_ref();
    let found = answer.is_some_and(|answer| answer.found);
    let succeeded = found && termination == Termination::Answer;
    actor.learn(adapter, succeeded).await
}

/// Addresses of pages that were read, or shown by a search; what an imported file says of its own is none.
fn retrieved(adapter: &Adapter<'_>) -> Vec<String> {
    let entries = adapter.session.bank.interaction_tree().entries();
    let pages = entries.filter(|entry| {
        let trust = entry.metadata.trust;
        (Trust::Snippet..=Trust::NamedPage).contains(&trust)
    });
    let sources = pages.filter_map(|entry| entry.metadata.source.as_ref());
    let addresses: BTreeSet<&str> = sources.map(|source| source.document.as_str()).collect();
    addresses.into_iter().map(str::to_owned).collect()
}
