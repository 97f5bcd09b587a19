//! Results of a step, taken into memory by the kind of step (MB-15).

use amb_memory::hierarchy::without_recalled;
use amb_memory::task::{AttachmentType, TaskStatus, TaskType, Trust};

use super::remember::{Part, Remembered};
use super::{Adapter, AdapterError};
use crate::protocol::{
    Cluster, ConflictNotification, EvidencePassage, FoundText, PlannedTask, ValidationOutput,
    Verdict,
};

/// The context of a finished step.
pub enum Intercepted<'c> {
    /// Texts that a tool returned: classified and remembered, each with where it comes from.
    Normal {
        /// Name of their source, for people.
        name: &'c str,
        /// The texts.
        found: &'c [FoundText],
    },
    /// A conflict was validated: integrated.
    CrossValidate {
        /// The conflict.
        conflict: &'c ConflictNotification,
        /// Result of the validation.
        validation: &'c ValidationOutput,
        /// Trust label of that result ([`trust`](crate::protocol::ValidationInput::trust)).
        trust: Trust,
    },
    /// An image was recognised: it leaves temporary storage and becomes an entry.
    ImageRecognition {
        /// Its name.
        image: &'c str,
        /// Description of its content.
        text: &'c str,
    },
    /// Text recalled from memory: known already, so never stored again.
    Recalled,
}

impl Adapter<'_> {
    /// Takes the context of a finished step into memory.
    ///
    /// # Errors
    /// Errors of an agent, the host or the memory.
    pub async fn intercept_context(
        &mut self,
        intercepted: Intercepted<'_>,
    ) -> Result<(), AdapterError> {
        match intercepted {
            Intercepted::Recalled => Ok(()),
            Intercepted::Normal { name, found } => {
                let found: Vec<FoundText> = found.iter().map(FoundText::new_alone).collect();
                self.read_found(name, &found).await
            }
            Intercepted::CrossValidate {
                conflict,
                validation,
                trust,
            } => {
                self.session.conflicts.retain(|waiting| waiting != conflict);
                self.resolve(conflict, validation, trust).await
            }
            Intercepted::ImageRecognition { image, text } => {
                let Some(hash) = self.session.images.remove(image) else {
                    return Ok(());
                };
                let topic = recognised(image, &without_recalled(text));
                let attachments = vec![self.attachment(AttachmentType::Image, &hash)?];
                let remembered = Remembered {
                    topic: &topic,
                    parts: vec![Part::described(image, &topic.content)],
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
    /// Errors of the host.
    pub async fn drop_image(&mut self, image: &str) -> Result<(), AdapterError> {
        let Some(hash) = self.session.images.remove(image) else {
            return Ok(());
        };
        let memory = self.session.bank.interaction_tree();
        let mut attachments = memory.entries().flat_map(|entry| &entry.attachments);
        let is_kept = attachments.any(|attachment| attachment.content == hash.as_str())
            || self.session.images.values().any(|other| *other == hash);
        if !is_kept {
            self.context.host.delete_blob(&hash).await?;
        }
        Ok(())
    }

    /// Takes all images that still wait out of temporary storage: the task has ended.
    ///
    /// # Errors
    /// Errors of the host.
    pub async fn drop_images(&mut self) -> Result<(), AdapterError> {
        let waiting: Vec<String> = self.session.images.keys().cloned().collect();
        for image in &waiting {
            self.drop_image(image).await?;
        }
        Ok(())
    }

    /// Ends the pending step of an outside framework: its context goes into memory by the kind of step, the step counts
    /// as done, and the next is planned.
    ///
    /// # Errors
    /// Errors of an agent, the host or the memory.
    pub async fn finish_step(&mut self, context: &str) -> Result<(), AdapterError> {
        let Some(task) = self.session.planned.take() else {
            self.remember_context("context", context).await?;
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
            return self.remember_context(&task.description, context).await;
        };
        let (validation, trust) = self.read_validation(&conflict, context).await?;
        let intercepted = Intercepted::CrossValidate {
            conflict: &conflict,
            validation: &validation,
            trust,
        };
        self.intercept_context(intercepted).await
    }

    /// Judges an outside framework's findings about a conflict like any other evidence, and returns the result with its
    /// trust.
    async fn read_validation(
        &self,
        conflict: &ConflictNotification,
        context: &str,
    ) -> Result<(ValidationOutput, Trust), AdapterError> {
        let nodes = &conflict.conflicting_node_ids;
        let Some(first) = nodes.first() else {
            return Ok((undecided(context), Trust::Model));
        };
        let told = EvidencePassage {
            node_id: first.clone(),
            entry_id: self.entry_id()?,
            ..EvidencePassage::of_found(&unlabelled("validation", context))
        };
        let input = self.validation_input(conflict, vec![told]);
        let validation = self.engine.validate(&self.context, &input).await?;
        Ok((validation, input.trust()))
    }

    async fn remember_context(&mut self, name: &str, context: &str) -> Result<(), AdapterError> {
        let found = [unlabelled(name, context)];
        let intercepted = Intercepted::Normal {
            name,
            found: &found,
        };
        self.intercept_context(intercepted).await
    }
}

/// A text of which nobody says where it comes from.
fn unlabelled(document: &str, text: &str) -> FoundText {
    FoundText {
        document: document.to_owned(),
        title: None,
        published: None,
        text: text.to_owned(),
        structure: None,
        trust: Trust::Model,
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

/// Returns the content of an image as a topic of its own.
fn recognised(image: &str, text: &str) -> Cluster {
    Cluster {
        cluster_id: image.to_owned(),
        context: image.to_owned(),
        content: text.to_owned(),
        keywords: Vec::new(),
        spans: Vec::new(),
    }
}
