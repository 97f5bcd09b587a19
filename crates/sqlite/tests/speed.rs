//! Duration of each call of the store, with 100,000 memories and 10,000 trajectories in a file. Run by hand: `cargo
//! test --release -p amb-sqlite --test speed -- --ignored --nocapture --test-threads 1`. `cargo xtask bench store`
//! measures whole calls of memory, in a browser too.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement that meets the unexpected must stop"
)]

use std::time::{Duration, Instant};

use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, ContentHash, MemoryEntry, MemoryId, MemoryLayer, MemoryScope,
    MemoryType, RecallChannel, Search, Speaker, TimeRange,
};
use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::task::Trust;
use amb_memory::trajectory::consolidator::EvidenceQuery;
use amb_memory::trajectory::records::{
    Action, CausedError, ErrorPattern, ErrorPatternId, Fragment, FragmentId, FragmentType,
    HasFragment, Outcome, Trajectory, TrajectoryId,
};
use amb_memory::trajectory::retriever::{
    ErrorQuery, MeaningQuery, RetrievalQueries, StateQuery, TaskQuery,
};
use amb_memory::trajectory::statistics::MistakeQuery;
use amb_memory::trajectory::writer::Learned;
use amb_sqlite::SqliteStore;
use amb_store::long_term::{HierarchyStore, TrajectoryStore};
use futures::executor::block_on;

const DIMENSIONS: usize = 384;

/// Numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn next(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn vector(&mut self) -> Embedding {
        let numbers: Vec<f32> = (0..DIMENSIONS)
            .map(|_| self.next(2001) as f32 - 1000.0)
            .collect();
        Embedding::new("all-MiniLM-L6-v2", &numbers).unwrap()
    }

    /// Words as common as in a language: the second half as often as the first, and so on.
    fn text(&mut self, words: usize) -> String {
        let word = |dice: &mut Self| {
            let among = 1 << dice.next(15);
            format!("word{}x", dice.next(among))
        };
        (0..words).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }
}

/// Prints the median and the 95th percentile.
fn time(name: &str, rounds: usize, mut work: impl FnMut(usize)) {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|round| {
            let begun = Instant::now();
            work(round);
            begun.elapsed()
        })
        .collect();
    times.sort();
    let at = |share: usize| times[(rounds * share / 100).min(rounds - 1)].as_secs_f64() * 1e3;
    println!("{name:<36} p50 {:9.2} ms   p95 {:9.2} ms", at(50), at(95));
}

fn memory(dice: &mut Dice, number: usize) -> MemoryEntry {
    let content = format!("everyone said{number} {}", dice.text(12));
    let layers = [MemoryLayer::Episodic, MemoryLayer::Semantic];
    MemoryEntry {
        id: MemoryId::from(format!("{:016x}-{number}", dice.next(1 << 30))),
        memory_type: MemoryType::Observation,
        layer: layers[usize::from(number.is_multiple_of(100))],
        created_at: number as i64 * 60_000,
        last_accessed: 0,
        importance: dice.next(100) as f32 / 100.0,
        access_count: 0,
        related_ids: [].into(),
        source_ids: [].into(),
        summary_id: None,
        embedding: Some(dice.vector()),
        content_hash: ContentHash::of(&content),
        content,
        trust: Trust::Given,
        speaker: [Speaker::User, Speaker::Agent][number % 2],
        fact: None,
        facts_taken: false,
    }
}

fn channel(search: Search, scope: &MemoryScope) -> [ChannelQuery; 1] {
    [ChannelQuery {
        channel: RecallChannel::Keyword,
        search,
        scope: scope.clone(),
        limit: 50,
    }]
}

fn words(text: &str) -> Search {
    Search::Keyword {
        text: text.to_owned(),
        terms: analyze(text),
    }
}

#[test]
#[ignore = "a measurement of minutes"]
fn af_03_recall_among_100_000() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("memory.sqlite");
    let store = block_on(SqliteStore::file(&file)).unwrap();
    let mut dice = Dice(1);
    let insert = |dice: &mut Dice, number| Change::Insert(Box::new(memory(dice, number)));
    time("insert 1,000 memories", 100, |round| {
        let changes: Vec<Change> = (0..1000)
            .map(|n| insert(&mut dice, round * 1000 + n))
            .collect();
        block_on(store.apply(&ChangeSet::from(changes))).unwrap();
    });
    println!(
        "the file has {} MB",
        std::fs::metadata(&file).unwrap().len() >> 20
    );
    let all = MemoryScope::default();
    let semantic = MemoryScope {
        layer: Some(MemoryLayer::Semantic),
        ..MemoryScope::default()
    };
    let user = MemoryScope {
        speaker: Some(Speaker::User),
        ..MemoryScope::default()
    };
    let day = |round: usize| {
        let from = round as i64 * 86_400_000;
        MemoryScope {
            range: TimeRange::new(from, from + 86_400_000).ok(),
            ..MemoryScope::default()
        }
    };
    let search = |query: &[ChannelQuery]| {
        assert!(!block_on(store.search(query)).unwrap()[0].ids.is_empty());
    };
    time("by meaning, first", 1, |_| {
        search(&channel(
            Search::Semantic {
                embedding: dice.vector(),
            },
            &all,
        ));
    });
    time("by meaning", 60, |_| {
        search(&channel(
            Search::Semantic {
                embedding: dice.vector(),
            },
            &all,
        ));
    });
    time("by meaning, one in a hundred", 60, |_| {
        search(&channel(
            Search::Semantic {
                embedding: dice.vector(),
            },
            &semantic,
        ));
    });
    time("one rare word", 60, |round| {
        search(&channel(words(&format!("said{}", round * 997)), &all))
    });
    time("eight words as in a language", 60, |_| {
        search(&channel(words(&dice.text(8)), &all))
    });
    time("a word of all", 60, |_| {
        search(&channel(words("everyone"), &all))
    });
    time("words of all, of the user", 60, |_| {
        search(&channel(words("everyone word0x"), &user))
    });
    time("a word of all, one in a hundred", 60, |_| {
        search(&channel(words("everyone"), &semantic))
    });
    time("a word of all, of a day", 60, |round| {
        search(&channel(words("everyone"), &day(round)))
    });
    time("newest", 60, |_| search(&channel(Search::Newest, &all)));
    time("newest of a day", 60, |round| {
        search(&channel(Search::Newest, &day(round)))
    });
    time("oldest, one in a hundred", 60, |_| {
        search(&channel(Search::Oldest, &semantic))
    });
    time("most important", 60, |_| {
        search(&channel(Search::MostImportant, &all))
    });
    time("count", 20, |_| {
        assert!(block_on(store.count(&all)).unwrap() >= 100_000)
    });
    time("vitals", 5, |_| {
        assert!(block_on(store.vitals(&all)).unwrap().len() >= 100_000)
    });
    let newest = block_on(store.search(&channel(Search::Newest, &all)))
        .unwrap()
        .remove(0)
        .ids;
    time("50 entries", 60, |_| {
        assert_eq!(block_on(store.entries(&newest)).unwrap().len(), 50)
    });
    time("touch 10", 60, |round| {
        let touched = newest.iter().take(10).cloned();
        let changes: Vec<Change> = touched.map(|id| Change::touch(id, round as i64)).collect();
        block_on(store.apply(&ChangeSet::from(changes))).unwrap();
    });
    time("insert one, then by meaning", 60, |round| {
        let changes = vec![insert(&mut dice, 200_000 + round)];
        block_on(store.apply(&ChangeSet::from(changes))).unwrap();
        search(&channel(
            Search::Semantic {
                embedding: dice.vector(),
            },
            &all,
        ));
    });
}

const ERRORS: [&str; 8] = [
    "ImportError",
    "Timeout",
    "HTTP 429",
    "TypeError",
    "KeyError",
    "IOError",
    "Panic",
    "Refused",
];
const TASKS: [&str; 3] = ["bug_fix", "research", "refactor"];

fn learned(dice: &mut Dice, number: usize) -> Learned {
    let id = TrajectoryId::from(format!("run-{number:08}"));
    let task = TASKS[dice.next(3)];
    let success = dice.next(3) > 0;
    let ended_at = number as i64 * 100_000;
    let mut all = Learned {
        trajectory: Trajectory {
            id: id.clone(),
            instance_id: format!("instance {number}"),
            repo: format!("repo{}", dice.next(20)),
            task_type: task.to_owned(),
            success,
            total_steps: 50,
            total_fragments: 10,
            summary: dice.text(30),
            started_at: ended_at - 5000,
            ended_at,
            trust: Trust::Given,
            embedding: Some(dice.vector()),
        },
        fragments: Vec::new(),
        has_fragment: Vec::new(),
        caused: Vec::new(),
        patterns: Vec::new(),
        used: Vec::new(),
    };
    for order in 0..10_u32 {
        let error = ERRORS[dice.next(8)].to_owned();
        let keywords: Vec<String> = (0..3)
            .map(|_| format!("keyword{}", dice.next(12)))
            .collect();
        let fragment = FragmentId::of(&id, order, "");
        let outcomes = [
            Outcome::Recovered,
            Outcome::Succeeded,
            Outcome::Continued,
            Outcome::Recovered,
        ];
        let failed = dice.next(300) == 0;
        let pattern = ErrorPatternId::of(&error, &keywords);
        all.has_fragment.push(HasFragment {
            trajectory: id.clone(),
            order,
            fragment: fragment.clone(),
        });
        all.caused.push(CausedError {
            fragment: fragment.clone(),
            pattern: pattern.clone(),
        });
        if all.patterns.iter().all(|known| known.id != pattern) {
            all.patterns.push(ErrorPattern {
                id: pattern,
                error_type: error.clone(),
                keywords: keywords.clone(),
                location: None,
                frequency: 1,
                last_seen: ended_at,
                trust: Trust::Given,
            });
        }
        all.fragments.push(Fragment {
            id: fragment,
            step_range: (order * 5, order * 5 + 4),
            fragment_type: FragmentType::ErrorRecovery,
            description: dice.text(30),
            action_sequence: (0..5)
                .map(|_| Action::new("search", &dice.text(4)))
                .collect(),
            resolution: vec![Action::new("edit", &dice.text(4))],
            outcome: if failed {
                Outcome::Failed
            } else {
                outcomes[dice.next(4)]
            },
            task_type: task.to_owned(),
            phase: "fixing".to_owned(),
            error_type: Some(error),
            error_keywords: keywords,
            ended_at: ended_at + i64::from(order),
            occurrences: 1,
            abstracted_into: None,
            trust: Trust::Given,
            embedding: Some(dice.vector()),
        });
    }
    all
}

#[test]
#[ignore = "a measurement of minutes"]
fn cg_09_learning_and_asking_among_10_000() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("memory.sqlite");
    let store = block_on(SqliteStore::file(&file)).unwrap();
    let mut dice = Dice(2);
    let trajectories = 10_000;
    let mut number = 0;
    let mut learn = |rounds: usize, name: &str, dice: &mut Dice| {
        let runs: Vec<Learned> = (0..rounds)
            .map(|round| learned(dice, number + round))
            .collect();
        number += rounds;
        time(name, rounds, |round| {
            block_on(store.learn(&runs[round])).unwrap()
        });
    };
    learn(100, "learn, the first 100", &mut dice);
    for _ in 0..9 {
        learn(trajectories / 10, "learn 1,000", &mut dice);
    }
    println!(
        "the file has {} MB",
        std::fs::metadata(&file).unwrap().len() >> 20
    );
    let queries = |dice: &mut Dice, meaning: bool| RetrievalQueries {
        error: Some(ErrorQuery {
            error_type: ERRORS[dice.next(8)].to_owned(),
            keywords: (0..3)
                .map(|_| format!("keyword{}", dice.next(12)))
                .collect(),
            least_shared: 0,
            ways_out: false,
            k: 20,
        }),
        task: TaskQuery {
            task_type: TASKS[dice.next(3)].to_owned(),
            repo: format!("repo{}", dice.next(25)),
            k: 20,
        },
        state: Some(StateQuery {
            terms: analyze(&dice.text(32)),
            k: 20,
        }),
        meaning: meaning.then(|| MeaningQuery {
            embedding: dice.vector(),
            min_similarity: 0.0,
            k: 20,
        }),
    };
    time("candidates, first", 1, |_| {
        drop(block_on(store.candidates(&queries(&mut dice, true))).unwrap())
    });
    time("candidates", 60, |_| {
        drop(block_on(store.candidates(&queries(&mut dice, true))).unwrap())
    });
    time("candidates without meaning", 60, |_| {
        drop(block_on(store.candidates(&queries(&mut dice, false))).unwrap())
    });
    let mut unheard = queries(&mut dice, false).error.unwrap();
    unheard.keywords = vec!["unheard".to_owned()];
    time("an error without known keywords", 30, |_| {
        drop(block_on(store.by_error(&unheard)).unwrap())
    });
    unheard.ways_out = true;
    time("ways out without known keywords", 30, |_| {
        drop(block_on(store.by_error(&unheard)).unwrap())
    });
    time("mistakes", 30, |_| {
        drop(block_on(store.mistakes(&MistakeQuery::new(&dice.text(12), 50))).unwrap())
    });
    let query = EvidenceQuery {
        unabstracted: 512,
        recent: 200,
        keep_failed: 200,
    };
    time("evidence", 5, |_| {
        drop(block_on(store.evidence(&query)).unwrap())
    });
    time("statistics", 5, |_| {
        drop(block_on(store.statistics()).unwrap())
    });
    time("100 trajectories with fragments", 10, |_| {
        drop(block_on(store.rows_after(None, 100)).unwrap())
    });
    time("learn, then candidates", 30, |round| {
        block_on(store.learn(&learned(&mut dice, 50_000 + round))).unwrap();
        drop(block_on(store.candidates(&queries(&mut dice, true))).unwrap());
    });
}
