//! A store and the reference, which get the same writes.

use amb_memory::trajectory::consolidator::{
    Answer, Consolidation, Evidence, EvidenceQuery, consolidate, from_template, plan,
};
use amb_memory::trajectory::graph::{GraphRows, ImportedRows};
use amb_memory::trajectory::records::FragmentId;
use amb_memory::trajectory::writer::Learned;
use amb_memory::trajectory::{TrajectoryError, TrajectorySettings};

use super::super::place::Place;
use super::super::texts::embedding;
use super::questions::answer_alike;
use super::sight::{Sight, ordered, sight};
use crate::long_term::{LongTermError, TrajectoriesInMemory, TrajectoryStore};

/// A store under test, and a store in memory.
pub struct Twins {
    pub store: Box<dyn TrajectoryStore>,
    pub reference: TrajectoriesInMemory,
}

impl Twins {
    /// Two empty ones.
    pub async fn of(place: &impl Place<dyn TrajectoryStore>) -> Self {
        Self {
            store: place.open().await.expect("the place opens"),
            reference: TrajectoriesInMemory::default(),
        }
    }

    /// Both take a run in, or refuse it alike.
    pub async fn learn(&self, learned: &Learned) -> Result<(), LongTermError> {
        let done = self.store.learn(learned).await;
        assert_eq!(done, self.reference.learn(learned).await);
        done
    }

    /// Both take these runs in.
    pub async fn learn_all(&self, runs: &[Learned]) {
        for learned in runs {
            self.learn(learned).await.unwrap();
        }
    }

    /// Both are consolidated by template words.
    pub async fn consolidate(&self, now: i64, settings: &TrajectorySettings) -> Consolidation {
        self.consolidate_with(now, settings, |_| {}).await
    }

    /// Consolidates likewise, with other replies.
    pub async fn consolidate_with(
        &self,
        now: i64,
        settings: &TrajectorySettings,
        change: impl Fn(&mut Answer),
    ) -> Consolidation {
        let made = self.planned(now, settings, change).await;
        self.store.consolidate(&made).await.unwrap();
        let basis = self.evidence_of_reference(settings).await.revision;
        let same = Consolidation {
            basis,
            ..made.clone()
        };
        self.reference.consolidate(&same).await.unwrap();
        made
    }

    /// A consolidation that fits the store.
    pub async fn planned(
        &self,
        now: i64,
        settings: &TrajectorySettings,
        change: impl Fn(&mut Answer),
    ) -> Consolidation {
        let query = EvidenceQuery::new(settings);
        self.planned_from(&query, now, settings, change).await
    }

    /// Plans likewise, from this query's evidence.
    pub async fn planned_from(
        &self,
        query: &EvidenceQuery,
        now: i64,
        settings: &TrajectorySettings,
        change: impl Fn(&mut Answer),
    ) -> Consolidation {
        let own = self.store.evidence(query).await.unwrap();
        let basis = own.revision;
        let expected = self.reference.evidence(query).await.unwrap();
        assert_eq!(ordered(own), ordered(expected.clone()));
        let mut answers = answers(&expected, settings);
        answers.iter_mut().for_each(change);
        Consolidation {
            basis,
            ..consolidate(&expected, &answers, now, settings)
        }
    }

    async fn evidence_of_reference(&self, settings: &TrajectorySettings) -> Evidence {
        let query = EvidenceQuery::new(settings);
        self.reference.evidence(&query).await.unwrap()
    }

    /// Returns the rows of these fragments, which are the same in both.
    pub async fn cases_alike(&self, ids: &[FragmentId]) -> GraphRows {
        let found = self.store.cases(ids).await;
        assert_eq!(found, self.reference.cases(ids).await, "{ids:?}");
        found.unwrap()
    }

    /// Both take rows in.
    pub async fn import(&self, rows: &GraphRows) -> ImportedRows {
        let done = self.store.import(rows).await;
        assert_eq!(done, self.reference.import(rows).await);
        done.unwrap()
    }

    /// Both forget a trajectory.
    pub async fn forget(&self, id: &str) -> bool {
        let done = self.store.forget(&id.into()).await;
        assert_eq!(done, self.reference.forget(&id.into()).await, "{id}");
        done.unwrap()
    }

    /// Both forget a methodology.
    pub async fn forget_methodology(&self, id: &str) -> bool {
        let done = self.store.forget_methodology(&id.into()).await;
        let expected = self.reference.forget_methodology(&id.into()).await;
        assert_eq!(done, expected, "{id}");
        done.unwrap()
    }

    /// Returns the visible state, which is the same in both.
    pub async fn look_alike(&self) -> Sight {
        let seen = sight(self.store.as_ref()).await;
        assert_eq!(seen, sight(&self.reference).await);
        let learned = self.store.learned_since().await;
        assert_eq!(learned, self.reference.learned_since().await);
        seen
    }

    /// Asserts that both look alike, and reply alike to every query.
    pub async fn are_alike(&self) {
        self.look_alike().await;
        answer_alike(self.store.as_ref(), &self.reference).await;
    }

    /// The store's revision.
    pub async fn revision(&self) -> u64 {
        let query = EvidenceQuery::new(&TrajectorySettings::default());
        self.store.evidence(&query).await.unwrap().revision
    }

    /// Asserts that the store refuses a stale consolidation, and is unchanged.
    pub async fn refuses(&self, stale: &Consolidation) {
        let before = self.look_alike().await;
        let actual = self.revision().await;
        let refused = TrajectoryError::Stale {
            basis: stale.basis,
            actual,
        };
        assert_eq!(self.store.consolidate(stale).await, Err(refused.into()));
        assert_eq!(self.look_alike().await, before);
        assert_eq!(self.revision().await, actual);
    }
}

/// Template words, and their vectors.
pub fn answers(evidence: &Evidence, settings: &TrajectorySettings) -> Vec<Answer> {
    let requests = plan(evidence, settings).into_iter();
    let answer = |request| {
        let abstraction = from_template(&request);
        let text = format!("{}\n{}", abstraction.situation, abstraction.strategy);
        Answer {
            embedding: Some(embedding(&text)),
            request,
            abstraction,
        }
    };
    requests.map(answer).collect()
}
