//! A server that is unreachable, or whose replies are lost, from some exchange on.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use amb_neo4j::{Exchange, ExchangeFuture, Neo4jStore, NotAnswered, Pause, Request};
use amb_store::contract::{Failure, FaultyPlace, Opening, Place};
use amb_store::long_term::TrajectoryStore;

use super::http::Http;
use super::place::Login;

/// Planned failures.
#[derive(Default)]
pub struct Plan {
    /// Exchanges until then, and how it fails.
    next: Cell<Option<(usize, Failure)>>,
    /// True if nothing is sent any more.
    is_cut: Cell<bool>,
    /// True if an exchange failed.
    failed: Cell<bool>,
}

/// The outcome of an exchange.
enum Fate {
    Answered,
    NotSent,
    AnswerLost,
}

impl Plan {
    pub fn set(&self, number: usize, failure: Failure) {
        self.next.set(Some((number, failure)));
    }

    fn fate(&self) -> Fate {
        if self.is_cut.get() {
            return Fate::NotSent;
        }
        let Some((number, failure)) = self.next.get() else {
            return Fate::Answered;
        };
        if number > 1 {
            self.next.set(Some((number - 1, failure)));
            return Fate::Answered;
        }
        self.next.set(None);
        self.failed.set(true);
        self.is_cut
            .set(matches!(failure, Failure::ForGood | Failure::PowerCut));
        match failure {
            Failure::Full | Failure::ForGood => Fate::NotSent,
            Failure::Once | Failure::PowerCut => Fate::AnswerLost,
        }
    }

    fn heal(&self) -> bool {
        self.next.set(None);
        self.is_cut.set(false);
        self.failed.take()
    }
}

/// Sends as planned.
pub struct Faulty {
    pub plan: Rc<Plan>,
    pub http: Http,
}

impl Exchange for Faulty {
    fn send<'a>(&'a self, request: &'a Request) -> ExchangeFuture<'a> {
        let fate = self.plan.fate();
        let lost = |sent| NotAnswered {
            sent,
            detail: "as planned".to_owned(),
        };
        Box::pin(async move {
            match fate {
                Fate::Answered => self.http.send(request).await,
                Fate::NotSent => Err(lost(false)),
                Fate::AnswerLost => {
                    self.http.send(request).await?;
                    Err(lost(true))
                }
            }
        })
    }

    fn sleep(&self, milliseconds: u32) -> Pause<'_> {
        self.http.sleep(milliseconds)
    }

    fn random(&self) -> f32 {
        self.http.random()
    }
}

/// The database behind such a connection; each exchange counts as a write.
pub struct FaultyDatabase {
    login: Login,
    plan: RefCell<Rc<Plan>>,
}

impl FaultyDatabase {
    pub fn new() -> Self {
        let login = Login::given();
        login.wipe();
        let plan = RefCell::default();
        Self { login, plan }
    }
}

impl Place<dyn TrajectoryStore> for FaultyDatabase {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        let exchange = Faulty {
            plan: Rc::clone(&self.plan.borrow()),
            http: Http::new(),
        };
        let settings = self.login.settings();
        Box::pin(async move {
            let store = Neo4jStore::open(Box::new(exchange), settings).await?;
            Ok(Box::new(store) as Box<dyn TrajectoryStore>)
        })
    }
}

impl FaultyPlace for FaultyDatabase {
    fn failures(&self) -> &[Failure] {
        &[Failure::Once, Failure::ForGood]
    }

    fn fail(&self, number: usize, failure: Failure) {
        self.plan.borrow().set(number, failure);
    }

    fn heal(&self) -> bool {
        self.plan.borrow().heal()
    }
}
