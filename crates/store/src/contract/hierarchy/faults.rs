//! Every write of hierarchical memory, made to fail.

use amb_memory::hierarchy::{Change, ForgetReason};

use super::super::place::{FaultyPlace, Place};
use super::super::trial::{Trial, survives};
use super::samples::{core, embedded, fact, made_of, said};
use super::sight::{Sight, sight};
use super::twins::{insert, replace};
use crate::long_term::{HierarchyInMemory, HierarchyStore, LongTermError};

/// Makes the first write fail, then the second, and so on, until a call is through before its write comes;
/// so for every kind of change, every failure that the place can play, and for opening.
///
/// # Panics
/// If the contract is broken.
pub async fn survives_faults<P: Place<dyn HierarchyStore> + FaultyPlace>(
    place: impl AsyncFn() -> P,
) {
    survives::<Hierarchy, P>(place).await;
}

struct Hierarchy;

#[derive(Debug, Clone, Copy)]
enum Step {
    Insert,
    Replace,
    Touch,
    Compress,
    TakeFacts,
    Forget,
    Restore,
    Purge,
    State,
    All,
}

impl Step {
    fn changes(self) -> Vec<Change> {
        let id = |id: &str| id.into();
        match self {
            Self::Insert => vec![
                insert(embedded(said("new", "green tea"))),
                insert(fact("fact", ["user", "drinks", "tea"], "new")),
            ],
            Self::Replace => {
                let corrected = said("one", "tea").corrected("a tower 茶叶", None);
                vec![replace(embedded(corrected.unwrap()))]
            }
            Self::Touch => vec![Change::touch(id("two"), 9_000)],
            Self::Compress => vec![Change::Compress {
                id: id("two"),
                summary_id: id("summary"),
            }],
            Self::TakeFacts => vec![Change::TakeFacts { id: id("two") }],
            Self::Forget => vec![Change::Forget {
                id: id("three"),
                at: 9_000,
                reason: ForgetReason::Faded { strength: 0.1 },
            }],
            Self::Restore => vec![Change::Restore { id: id("away") }],
            Self::Purge => vec![Change::Purge { id: id("gone") }],
            Self::State => vec![
                Change::Accumulate { importance: 0.5 },
                Change::Reflect { at: 3, taken: 0.25 },
                Change::Consolidate { at: 4 },
                Change::SetCore(core("tea")),
            ],
            Self::All => {
                let steps = Hierarchy::EACH.iter();
                steps.flat_map(|step| step.changes()).collect()
            }
        }
    }
}

impl Hierarchy {
    /// Every kind of change by itself.
    const EACH: [Step; 9] = [
        Step::Insert,
        Step::Replace,
        Step::Touch,
        Step::Compress,
        Step::TakeFacts,
        Step::Forget,
        Step::Restore,
        Step::Purge,
        Step::State,
    ];
}

impl Trial for Hierarchy {
    type Store = dyn HierarchyStore;
    type Sight = Sight;
    type Step = Step;

    const STEPS: &'static [Step] = &[
        Step::Insert,
        Step::Replace,
        Step::Touch,
        Step::Compress,
        Step::TakeFacts,
        Step::Forget,
        Step::Restore,
        Step::Purge,
        Step::State,
        Step::All,
    ];

    const FEW_STEPS: &'static [Step] = &[Step::All];

    fn sound() -> Box<Self::Store> {
        Box::new(HierarchyInMemory::default())
    }

    async fn prepare(store: &Self::Store) {
        let memories = [
            said("one", "tea"),
            said("two", "The tower is high"),
            said("three", "nul \0 and DROP TABLE"),
            said("away", "茶叶 in the drawer"),
            said("gone", "tea that was drunk"),
            made_of("summary", "The user talks of tea", &["one", "two"]),
        ];
        let mut changes: Vec<Change> = memories.map(embedded).map(insert).into();
        changes.extend(["away", "gone"].map(|id| Change::Forget {
            id: id.into(),
            at: 5,
            reason: ForgetReason::Asked,
        }));
        changes.push(Change::Accumulate { importance: 1.5 });
        store.apply(&changes.into()).await.unwrap();
    }

    async fn step(store: &Self::Store, step: Step) -> Result<(), LongTermError> {
        store.apply(&step.changes().into()).await
    }

    async fn sight(store: &Self::Store) -> Sight {
        sight(store).await
    }
}
