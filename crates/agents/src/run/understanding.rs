//! Meaning after words: what a long text was read without, once its question is answered.
//!
//! A text of hundreds of passages takes a minute to embed. It is read by its words and answered from the passages that
//! hold the question's; then every node and passage gets its vector, nodes are compared by meaning, and the answer is
//! made again.

use amb_memory::task::NodeId;

use super::Research;
use super::ending::Stages;
use super::research::Turn;
use crate::engine::RunContext;
use crate::protocol::{Activity, Event, ResearchRequest};
use crate::task::{Adapter, AdapterError};

/// After this many nodes the platform gets a turn, so that a cancellation can arrive.
const NODES_BETWEEN_PAUSES: usize = 4;

impl Research<'_> {
    /// Embeds and relates what has no vector yet. An answer that differs then is given instead of the first; a further
    /// [`Event::Answered`] tells it. It ends early where the budget leaves no time.
    ///
    /// # Errors
    /// Those of the steps and of an embedder.
    pub(super) async fn understand(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
        stages: Stages,
    ) -> Result<(), AdapterError> {
        let nodes = adapter.not_understood();
        let RunContext {
            embeddings, meter, ..
        } = adapter.context;
        if nodes.is_empty() || !embeddings.available() {
            return Ok(());
        }
        let usage = stages.usage(adapter.session, embeddings, meter);
        (self.emit)(Event::FirstResult {
            result: Box::new(self.result(adapter.session, request, usage, embeddings.model_id())),
        });
        let bytes = nodes.iter().map(|(_, bytes)| bytes).sum();
        adapter.context.progress.expect(bytes);
        for (number, (node, bytes)) in nodes.iter().enumerate() {
            if self.is_cut(adapter)? {
                return Ok(());
            }
            self.understand_node(adapter, node, *bytes).await?;
            if number % NODES_BETWEEN_PAUSES == 0 {
                self.host.sleep(0).await?;
            }
        }
        self.settle_conflicts(adapter, request).await?;
        self.answer(adapter, request, Turn::Last).await?;
        Ok(())
    }

    async fn understand_node(
        &self,
        adapter: &mut Adapter<'_>,
        node: &NodeId,
        bytes: usize,
    ) -> Result<(), AdapterError> {
        let progress = adapter.context.progress;
        adapter.understand(node).await?;
        adapter.context.embeddings.forget();
        progress.advance(2 * bytes, u64::MAX, &Activity::Comparing);
        Ok(())
    }

    /// Carries out the steps that new conflicts ask for.
    async fn settle_conflicts(
        &self,
        adapter: &mut Adapter<'_>,
        request: &ResearchRequest,
    ) -> Result<(), AdapterError> {
        for _ in 0..request.iterations(self.settings) {
            if adapter.session.conflicts.is_empty() {
                break;
            }
            let Some(task) = self.next_task(adapter).await? else {
                break;
            };
            self.act(adapter, request, None, &task).await?;
        }
        Ok(())
    }
}
