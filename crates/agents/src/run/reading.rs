//! Reading what a request gives: images are kept, documents become memory.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::Research;
use crate::engine::EngineError;
use crate::extractive::ExtractiveEngine;
use crate::protocol::ResearchRequest;
use crate::task::{Adapter, AdapterError, sources_of};

impl Research<'_> {
    /// Reads the images and documents of a request. A long text is read without vectors, and without the language model
    /// unless the settings say that it reads all.
    ///
    /// # Errors
    /// Errors of an agent, the host or the memory. The end of the budget's time is none: what was read is kept.
    pub(super) async fn read(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
    ) -> Result<(), AdapterError> {
        for image in &request.images {
            let bytes = BASE64.decode(&image.base64).unwrap_or_default();
            let blob = self.host.put_blob(&bytes).await?;
            adapter.session.keep_image(&image.name, blob);
        }
        let sources = adapter.expect_documents(sources_of(request)).await?;
        let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
        let has_model = self.actor.is_some();
        let without_model = has_model && self.settings.reads_without_model(bytes);
        if (without_model || !has_model) && self.settings.is_long(bytes) {
            adapter.context.embeddings.pause();
        }
        let by_words = ExtractiveEngine::new();
        let mut reader = Adapter {
            session: &mut *adapter.session,
            engine: if without_model {
                &by_words
            } else {
                self.engine
            },
            context: adapter.context,
        };
        let waiting = reader.session.conflicts.len();
        for source in &sources {
            reader.context.progress.expect(source.text.len());
        }
        for source in &sources {
            match reader.read_document(source).await {
                // No time is left for more of it: what was read is kept.
                Err(AdapterError::Engine(EngineError::Budget(_))) => break,
                read => read?,
            }
        }
        if without_model {
            // What no model found is no reason for a step: it is a hint, which the answer's writer is shown.
            adapter.session.conflicts.truncate(waiting);
            adapter.tell_of_fitting_nodes()?;
            adapter.context.embeddings.go_on();
        }
        Ok(())
    }
}
