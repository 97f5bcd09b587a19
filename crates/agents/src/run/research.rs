//! The run itself: read, plan, act, until nothing is pending (MB-23, MB-24).

use std::future::{pending, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use amb_memory::task::{TaskStatus, TaskType};
use futures::future::{AbortRegistration, Abortable};

use super::disputes::told_once;
use super::ending::{Ending, Stages, is_stopped};
use super::evidence::{doubts, retrieve_evidence};
use super::{Actor, BeginActing};
use crate::documents::name_pages;
use crate::engine::{Embeddings, Engine, EngineError, Progress, RunContext};
use crate::host::{Host, HostError};
use crate::long_term::LongTerm;
use crate::protocol::{
    ConflictNotification, DocumentSummary, Event, PlannedTask, ResearchRequest, ResearchResult,
    Termination, Usage, refutations,
};
use crate::settings::Settings;
use crate::spending::{Meter, SpendError, answer_tokens};
use crate::task::{Adapter, AdapterError, Intercepted, Session};

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
    /// Receiver of events.
    pub emit: &'a dyn Fn(Event),
}

/// When an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// As a step: what contradicts it can still be validated.
    Step,
    /// After the last step.
    Last,
}

impl Research<'_> {
    /// Runs a request in a session, which keeps whatever was remembered, however the run ends.
    ///
    /// The future may be aborted through `stop`; the result then says so. A resumed run goes on to the end of its
    /// record all the same, so that a stop while it is read back loses no memory.
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
        meter.announce(self.emit);
        embeddings.suit(&session.bank);

        let context = RunContext {
            host: self.host,
            embeddings: &embeddings,
            progress: &progress,
            settings: self.settings,
            language: request.language(self.settings.language),
            meter: &meter,
            emit: self.emit,
        };
        let work = self.work(session, request, context, &mut stages);
        let ending = match self.unless_stopped(work, stop).await {
            Some(ended) => Ending::of(ended)?,
            None => Ending::aborted(),
        };
        // What is stopped after the answer is only what may come to know more.
        let has_answered = self.actor.is_none() && session.answered;
        let ending = if has_answered {
            ending.answered()
        } else {
            ending
        };
        let usage = stages.usage(session, &embeddings, &meter);
        Ok(self.end(session, request, usage, embeddings.model_id(), ending))
    }

    /// Returns the result of the work; `None` if it is stopped. It goes on while the record has answers that it has not
    /// got. Work that is stopped before it begins runs to its first effect, as it does in a replay.
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

    /// Prepares the embedder, the start time and the meter of a run.
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
            language: self.language_of_answer(request),
            engine: self.engine.label(),
            embedder,
        });
    }

    async fn work(
        &self,
        session: &mut Session,
        request: &ResearchRequest,
        context: RunContext<'_>,
        stages: &mut Stages,
    ) -> Result<Termination, AdapterError> {
        let mut adapter = Adapter {
            session,
            engine: self.engine,
            context,
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
        let context = adapter.context;
        let long_term = &mut adapter.session.long_term;
        *long_term = LongTerm::of_run(&context, request, stages.started);
        long_term
            .exchange(&context, request, plans_by_memory)
            .await?;
        self.read(adapter, request).await?;
        stages.read = Some(self.host.now()?);
        let termination = self.carry_out(adapter, request).await?;
        stages.ended = Some(self.host.now()?);
        let is_cut = termination == Termination::Budget;
        if self.actor.is_none() && adapter.session.answered && !is_cut {
            self.understand(adapter, request, *stages).await?;
        }
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
        for _ in 0..request.iterations(self.settings) {
            if !adapter.session.answered && self.is_cut(adapter)? {
                break;
            }
            let Some(task) = self.next_task(adapter).await? else {
                termination = Termination::Answer;
                break;
            };
            self.act(adapter, request, actor.as_deref(), &task).await?;
            self.reserve_answer(adapter, request);
            if actor.as_deref().is_some_and(Actor::is_stuck) {
                (self.emit)(Event::Warning {
                    code: "no_progress".to_owned(),
                    message:
                        "Step after step found nothing new. The answer is made of what is known."
                            .to_owned(),
                });
                termination = Termination::Answer;
                break;
            }
        }
        let is_cut = adapter.context.meter.has_stopped();
        let is_over = is_cut || termination == Termination::MaxIterations;
        if !adapter.session.answered && (actor.is_some() || is_over) {
            self.answer(adapter, request, Turn::Last).await?;
        }
        if adapter.context.meter.has_stopped() {
            termination = Termination::Budget;
        }
        learn(adapter, actor.as_deref(), termination).await?;
        Ok(termination)
    }

    /// Returns true if the budget allows no more steps.
    pub(super) fn is_cut(&self, adapter: &Adapter<'_>) -> Result<bool, AdapterError> {
        match adapter.context.meter.in_time(self.host, self.emit) {
            Ok(()) => Ok(adapter.context.meter.has_stopped()),
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
        adapter.context.meter.reserve_answer(input, llm.max_tokens);
    }

    /// The next step. A planner that says nothing usable ends the plan, not the run.
    pub(super) async fn next_task(
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

    /// Carries out one step. A step that the engine cannot do fails, and the run goes on (MB-22).
    pub(super) async fn act(
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
        let embeddings = adapter.context.embeddings;
        let (bank, k) = (&mut adapter.session.bank, self.settings.retrieval_k);
        let found = retrieve_evidence(bank, embeddings, self.settings, subject, k).await?;
        let input = adapter.validation_input(&conflict, found.passages);
        let validation = self.engine.validate(&adapter.context, &input).await?;
        let validation =
            validation.resting_on(!input.evidence.is_empty(), adapter.context.language);
        let intercepted = Intercepted::CrossValidate {
            conflict: &conflict,
            validation: &validation,
            trust: input.trust(),
        };
        adapter.intercept_context(intercepted).await?;
        Ok(validation.explanation)
    }

    pub(super) async fn answer(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
        turn: Turn,
    ) -> Result<String, AdapterError> {
        if adapter.session.answer.is_none() {
            self.warn_of_parts(adapter);
        }
        // What was put off while a long text was read is now asked for, passage by passage.
        adapter.context.embeddings.go_on();
        let input = self.answer_input(adapter, &request.question).await?;
        let mut answer = self.engine.answer(&adapter.context, &input).await?;
        let language = adapter.context.report_language();
        let refuted = refutations(language, &answer.citations);
        answer.disputes.extend(refuted);
        answer.disputes = told_once(answer.disputes);
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
        let is_last = turn == Turn::Last || adapter.context.meter.has_stopped();
        let is_final = is_last || !is_disputed;
        let told = adapter.session.answer.take();
        let told = told.filter(|told| adapter.session.answered && told.says_the_same_as(&answer));
        let is_new = told.is_none();
        // An answer that was given stays as it was, unless there is something else to say.
        let answer = told.unwrap_or(answer);
        if is_final && is_new {
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

/// Gives up the rest of a failed step, so that it is not planned again: an image is not looked at, a conflict stays
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

/// Has long-term memory learn the run. Success or failure is its actor's; a run that ended with an answer from the
/// evidence succeeded.
async fn learn(
    adapter: &Adapter<'_>,
    actor: Option<&dyn Actor>,
    termination: Termination,
) -> Result<(), AdapterError> {
    let Some(actor) = actor else {
        let why = "without a language model there are no steps to learn from";
        adapter
            .session
            .long_term
            .learned_nothing(adapter.context.emit, why);
        return Ok(());
    };
    let answer = adapter.session.answer.as_ref();
    let found = answer.is_some_and(|answer| answer.found);
    let succeeded = found && termination == Termination::Answer;
    actor.learn(adapter, succeeded).await
}
