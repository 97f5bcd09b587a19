//! Trajectory memory that is opened at the first request, with a new attempt at each request until it succeeds.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use amb_long_term::MemoryError;
use futures::lock::Mutex;

use super::answer::MemoryAnswer;
use super::asked_trajectories::AskedTrajectories;
use super::request::TaughtRequest;

/// A memory that is being opened.
pub type Opening = Pin<Box<dyn Future<Output = Result<AskedTrajectories, MemoryError>>>>;

/// Trajectory memory on a server, which may be down when its user begins, and up again later.
pub struct OpenedOnDemand {
    open: Box<dyn Fn() -> Opening>,
    /// Held while it is opened, so that calls at once open it once.
    opened: Mutex<Option<Rc<AskedTrajectories>>>,
}

impl OpenedOnDemand {
    /// Creates a memory that `open` opens at the first request.
    #[must_use]
    pub fn new(open: Box<dyn Fn() -> Opening>) -> Self {
        Self {
            open,
            opened: Mutex::new(None),
        }
    }

    /// Carries out a request. A run gets a failure in its reply: memory never stops a run.
    ///
    /// # Errors
    /// The errors of opening, and of the requested call.
    pub async fn answer(&self, request: TaughtRequest) -> Result<MemoryAnswer, MemoryError> {
        match self.memory().await {
            Ok(memory) => memory.answer(request).await,
            Err(error) => match request {
                TaughtRequest::Run { .. } => Ok(MemoryAnswer::Run(error.told_to_a_run())),
                TaughtRequest::Trajectories(_)
                | TaughtRequest::Upkeep { .. }
                | TaughtRequest::Vectors => Err(error),
            },
        }
    }

    async fn memory(&self) -> Result<Rc<AskedTrajectories>, MemoryError> {
        let mut opened = self.opened.lock().await;
        if let Some(memory) = opened.as_ref() {
            return Ok(Rc::clone(memory));
        }
        let memory = Rc::new((self.open)().await?);
        *opened = Some(Rc::clone(&memory));
        Ok(memory)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use amb_long_term::{PlainWords, TrajectoryMemory};
    use amb_memory::hierarchy::UtcOffset;
    use amb_memory::trajectory::TrajectorySettings;
    use amb_store::long_term::{LongTermError, MemoryReply};
    use futures::executor::block_on;
    use futures::join;

    use super::*;
    use crate::{Caller, Office, Platform};

    /// Returns a memory whose opening fails so often, and the count of attempts.
    fn memory_after(failures: u32) -> (OpenedOnDemand, Rc<Cell<u32>>) {
        let tried = Rc::new(Cell::new(0));
        let counted = Rc::clone(&tried);
        let memory = OpenedOnDemand::new(Box::new(move || {
            counted.set(counted.get() + 1);
            let opens = counted.get() > failures;
            Box::pin(async move { if opens { opened() } else { Err(unreachable()) } })
        }));
        (memory, tried)
    }

    fn opened() -> Result<AskedTrajectories, MemoryError> {
        let platform = Platform {
            now: || 0,
            offset: UtcOffset::default,
            random: || [7; 16],
        };
        let world = Rc::new(Caller::new(Office::default(), platform));
        let store = Rc::new(amb_store::long_term::TrajectoriesInMemory::default());
        let settings = TrajectorySettings::default();
        let memory = TrajectoryMemory::new(store, world, Rc::new(PlainWords), settings)?;
        Ok(AskedTrajectories::new(memory))
    }

    fn unreachable() -> MemoryError {
        MemoryError::Store(LongTermError::Unreachable {
            host: "host:7474".to_owned(),
            detail: "connection refused".to_owned(),
            in_doubt: false,
        })
    }

    fn request(json: &str) -> TaughtRequest {
        TaughtRequest::from_json(json).unwrap()
    }

    const STATS: &str = r#"{"memory":"trajectories","op":"stats"}"#;

    #[test]
    fn cg_09_a_server_that_was_down_is_opened_by_the_next_call_and_once() {
        let (memory, tried) = memory_after(1);
        let error = block_on(memory.answer(request(STATS))).unwrap_err();
        assert_eq!(
            (error.kind(), error.is_retryable()),
            ("server_unreachable", true)
        );
        for _ in 0..2 {
            assert!(block_on(memory.answer(request(STATS))).is_ok());
        }
        assert_eq!(tried.get(), 2);
    }

    #[test]
    fn cg_09_calls_at_once_open_it_once() {
        let (memory, tried) = memory_after(0);
        let (one, other) = block_on(async {
            join!(
                memory.answer(request(STATS)),
                memory.answer(request(r#"{"memory":"upkeep","idle":true}"#))
            )
        });
        assert!(one.is_ok() && other.is_ok());
        assert_eq!(tried.get(), 1);
    }

    #[test]
    fn cg_09_without_an_embedder_vectors_are_left_to_the_next_time() {
        let (memory, _) = memory_after(0);
        let answer = block_on(memory.answer(request(r#"{"memory":"vectors"}"#))).unwrap();
        let MemoryAnswer::TaughtVectors(vectors) = answer else {
            panic!("{answer:?}");
        };
        assert!(!vectors.trajectory_vectors.complete);
        assert_eq!(vectors.trajectory_vectors.looked_at, 0);
        let answer = block_on(memory.answer(request(r#"{"memory":"upkeep","idle":true}"#)));
        assert!(matches!(answer, Ok(MemoryAnswer::TaughtUpkeep(_))));
    }

    #[test]
    fn cg_09_a_run_is_told_that_the_server_is_down_and_goes_on() {
        let (memory, _) = memory_after(1);
        let learn = request(
            r#"{"memory":"run","call":{"call":"learn","run":{"id":"one","steps":[{"action":"bash"}]}}}"#,
        );
        let answer = block_on(memory.answer(learn.clone())).unwrap();
        let MemoryAnswer::Run(MemoryReply::Unavailable { code, .. }) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(code, "server_unreachable");
        let answer = block_on(memory.answer(learn)).unwrap();
        let MemoryAnswer::Run(MemoryReply::Learned { fragments, .. }) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(fragments, 1);
    }
}
