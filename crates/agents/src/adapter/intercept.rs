//! What a step left behind, into memory by the kind of step (MB-15).

use amb_memory::task::{AttachmentType, TaskStatus, TaskType};
use amb_memory::text::Span;

use super::remember::{Part, Remembered};
use super::{Adapter, AdapterError};
use crate::engine::{
    Cluster, ConflictNotification, EvidencePassage, PlannedTask, ValidationInput, ValidationOutput,
    Verdict,
};
use crate::run::SourceText;

/// The context of a finished step.
pub enum Intercepted<'c> {
    /// Text that tools returned: classified and remembered.
    Normal {
        /// The text.
        context: &'c str,
        /// Where it comes from, for people.
        source: &'c str,
    },
    /// A conflict was validated: integrated.
    CrossValidate {
        /// The conflict.
        conflict: &'c ConflictNotification,
        /// What was found.
        validation: &'c ValidationOutput,
    },
    /// An image was recognised: it leaves temporary storage and becomes an entry.
    ImageRecognition {
        /// Its name.
        image: &'c str,
        /// What it shows.
        text: &'c str,
    },
    /// Text recalled from memory: known already, so never stored again.
    Recalled,
}

impl Adapter<'_> {
    /// Takes the context of a finished step into memory.
    ///
    /// # Errors
    /// What an agent, the host or the memory fails with.
    pub async fn intercept_context(
        &mut self,
        intercepted: Intercepted<'_>,
    ) -> Result<(), AdapterError> {
        match intercepted {
            Intercepted::Recalled => Ok(()),
            Intercepted::Normal { context, source } => self.remember_text(context, source).await,
            Intercepted::CrossValidate {
                conflict,
                validation,
            } => {
                self.session.conflicts.retain(|waiting| waiting != conflict);
                self.resolve(conflict, validation).await
            }
            Intercepted::ImageRecognition { image, text } => {
                let Some(hash) = self.session.images.remove(image) else {
                    return Ok(());
                };
                let topic = recognised(image, text);
                let attachments = vec![self.attachment(AttachmentType::Image, &hash)?];
                let remembered = Remembered {
                    topic: &topic,
                    parts: vec![Part::whole(image, &topic.content)],
                    reading: None,
                    attachments,
                };
                self.remember(remembered).await.map(|_| ())
            }
        }
    }

    /// Takes an image that nobody will look at out of temporary storage (MB-16).
    ///
    /// # Errors
    /// What the host fails with.
    pub async fn drop_image(&mut self, image: &str) -> Result<(), AdapterError> {
        let Some(hash) = self.session.images.remove(image) else {
            return Ok(());
        };
        let memory = self.session.bank.interaction_tree();
        let mut attachments = memory.entries().flat_map(|entry| &entry.attachments);
        let is_kept = attachments.any(|attachment| attachment.content == hash.as_str())
            || self.session.images.values().any(|other| *other == hash);
        if !is_kept {
            self.host.delete_blob(&hash).await?;
        }
        Ok(())
    }

    /// Takes all images that still wait out of temporary storage: the task has ended.
    ///
    /// # Errors
    /// What the host fails with.
    pub async fn drop_images(&mut self) -> Result<(), AdapterError> {
        let waiting: Vec<String> = self.session.images.keys().cloned().collect();
        for image in &waiting {
            self.drop_image(image).await?;
        }
        Ok(())
    }

    /// Ends the pending step of an outside framework: what it left behind goes into memory by the
    /// kind of step, the step counts as done, and the next is planned.
    ///
    /// # Errors
    /// What an agent, the host or the memory fails with.
    pub async fn finish_step(&mut self, context: &str) -> Result<(), AdapterError> {
        let Some(task) = self.session.planned.take() else {
            self.intercept_context(Intercepted::Normal {
                context,
                source: "context",
            })
            .await?;
            return self.plan().await;
        };
        self.route(&task, context).await?;
        let told: String = context.chars().take(CONTEXT_CHARS).collect();
        let doc = self.session.bank.insight_doc_mut();
        doc.complete(task.task_type, TaskStatus::Succeeded, told)?;
        self.session.answered |= task.task_type == TaskType::Normal && task.image.is_none();
        self.plan().await
    }

    async fn route(&mut self, task: &PlannedTask, context: &str) -> Result<(), AdapterError> {
        if let Some(image) = &task.image {
            return self
                .intercept_context(Intercepted::ImageRecognition {
                    image,
                    text: context,
                })
                .await;
        }
        let conflict = self.session.conflicts.front().cloned();
        let (TaskType::CrossValidate, Some(conflict)) = (task.task_type, conflict) else {
            let source = task.description.as_str();
            return self
                .intercept_context(Intercepted::Normal { context, source })
                .await;
        };
        let validation = self.read_validation(&conflict, context).await?;
        let intercepted = Intercepted::CrossValidate {
            conflict: &conflict,
            validation: &validation,
        };
        self.intercept_context(intercepted).await
    }

    /// What an outside framework found about a conflict, judged like any other evidence.
    async fn read_validation(
        &self,
        conflict: &ConflictNotification,
        context: &str,
    ) -> Result<ValidationOutput, AdapterError> {
        let nodes = &conflict.conflicting_node_ids;
        let Some(first) = nodes.first() else {
            return Ok(undecided(context));
        };
        let entry_id = self.entry_id()?;
        let whole = Span {
            start: 0,
            end: context.len(),
        };
        let chars = Span {
            start: 0,
            end: context.chars().count(),
        };
        let input = ValidationInput {
            conflict: conflict.clone(),
            nodes: nodes.iter().filter_map(|id| self.info(id)).collect(),
            evidence: vec![EvidencePassage {
                node_id: first.clone(),
                entry_id,
                document: "validation".to_owned(),
                chars,
                bytes: whole,
                headings: Vec::new(),
                text: context.to_owned(),
                score: 1.0,
                keyword: 1.0,
                semantic: 1.0,
            }],
        };
        Ok(self.engine.validate(&self.context(), &input).await?)
    }

    async fn remember_text(&mut self, context: &str, source: &str) -> Result<(), AdapterError> {
        if context.trim().is_empty() {
            return Ok(());
        }
        let document = SourceText {
            name: source.to_owned(),
            text: context.to_owned(),
            ..SourceText::default()
        };
        self.progress.expect(context.len());
        self.read_text(&document, true).await
    }
}

/// Characters of a step's context that the Insight Doc keeps: one or two sentences.
const CONTEXT_CHARS: usize = 240;

fn undecided(context: &str) -> ValidationOutput {
    ValidationOutput {
        verdict: Verdict::Inconclusive,
        explanation: context.to_owned(),
    }
}

/// What an image shows, as a topic of its own.
fn recognised(image: &str, text: &str) -> Cluster {
    Cluster {
        cluster_id: image.to_owned(),
        context: image.to_owned(),
        content: text.to_owned(),
        keywords: Vec::new(),
        spans: Vec::new(),
    }
}
