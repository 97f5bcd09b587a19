//! Long-term memory in a file: the contracts, older databases, damage, and purged data.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected must stop"
)]

use std::fs;
use std::path::PathBuf;

use amb_memory::hierarchy::{
    Change, ChangeSet, ChannelQuery, ContentHash, ForgetReason, MemoryEntry, MemoryId, MemoryLayer,
    MemoryScope, MemoryType, RecallChannel, Search, Speaker,
};
use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::task::Trust;
use amb_memory::trajectory::consolidator::{Consolidation, EvidenceQuery};
use amb_memory::trajectory::graph::GraphRows;
use amb_memory::trajectory::records::{Trajectory, TrajectoryId};
use amb_sqlite::SqliteStore;
use amb_store::contract::{Opening, Place, hierarchy, trajectories};
use amb_store::long_term::{HierarchyStore, LongTermError, TrajectoryStore};
use amb_store::{NewRun, Store, StoreError};
use futures::executor::block_on;
use rusqlite::Connection;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("memory.sqlite")
    }

    fn store(&self) -> Result<SqliteStore, StoreError> {
        block_on(SqliteStore::file(&self.file()))
    }

    /// All bytes of all files.
    fn bytes(&self) -> Vec<u8> {
        let files = fs::read_dir(self.0.path()).unwrap();
        let read = files.flat_map(|file| fs::read(file.unwrap().path()).unwrap());
        read.collect()
    }

    /// Does something to the database behind the store's back.
    fn tamper(&self, sql: &str) {
        let connection = Connection::open(self.file()).unwrap();
        connection.execute_batch(sql).unwrap();
    }
}

impl Place<dyn TrajectoryStore> for Folder {
    fn open(&self) -> Opening<'_, dyn TrajectoryStore> {
        Box::pin(async { Ok(Box::new(SqliteStore::file(&self.file()).await?) as _) })
    }
}

impl Place<dyn HierarchyStore> for Folder {
    fn open(&self) -> Opening<'_, dyn HierarchyStore> {
        Box::pin(async { Ok(Box::new(SqliteStore::file(&self.file()).await?) as _) })
    }
}

/// CG-01, CG-02, CG-09: the contract of trajectory memory, in a file.
#[test]
fn cg_09_a_file_holds_the_contract_of_trajectories() {
    block_on(trajectories::holds(async || Folder::new()));
}

/// AF-03, AF-04, AF-05: the contract of hierarchical memory, in a file.
#[test]
fn af_03_a_file_holds_the_contract_of_the_hierarchy() {
    block_on(hierarchy::holds(async || Folder::new()));
}

fn entry(id: &str, content: &str) -> MemoryEntry {
    MemoryEntry {
        id: MemoryId::from(id),
        content: content.to_owned(),
        memory_type: MemoryType::Observation,
        layer: MemoryLayer::Episodic,
        created_at: 1_000,
        last_accessed: 1_000,
        importance: 0.5,
        access_count: 0,
        related_ids: [].into(),
        source_ids: [].into(),
        summary_id: None,
        embedding: Some(Embedding::new("m", &[0.6, 0.8]).unwrap()),
        content_hash: ContentHash::of(content),
        trust: Trust::Given,
        speaker: Speaker::User,
        fact: None,
        facts_taken: false,
    }
}

fn apply(store: &SqliteStore, changes: Vec<Change>) -> Result<(), LongTermError> {
    block_on(store.apply(&ChangeSet::from(changes)))
}

fn insert(entry: MemoryEntry) -> Change {
    Change::Insert(Box::new(entry))
}

fn query(search: Search) -> ChannelQuery {
    ChannelQuery {
        channel: RecallChannel::Keyword,
        search,
        scope: MemoryScope::default(),
        limit: 10,
    }
}

fn by_words(store: &SqliteStore, text: &str) -> Vec<String> {
    let search = Search::Keyword {
        text: text.to_owned(),
        terms: analyze(text),
    };
    let found = block_on(store.search(&[query(search)])).unwrap();
    let ids = found[0].ids.iter();
    ids.map(|id| id.as_str().to_owned()).collect()
}

fn forget(id: &str) -> Change {
    Change::Forget {
        id: MemoryId::from(id),
        at: 2_000,
        reason: ForgetReason::Asked,
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|window| window == text.as_bytes())
}

/// AF-09: the files hold neither the words nor the terms of purged entries, while the many others are still read and
/// found.
#[test]
fn af_09_what_was_purged_is_in_no_file() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    let secret = |number: usize| format!("zebrafish{number} 秘密计划{number} geheimnis{number}");
    for number in 0..300 {
        let id = format!("secret{number}");
        let filler = "tea with milk ".repeat(number % 40);
        let kept = entry(
            &format!("kept{number}"),
            &format!("open word{number} {filler}"),
        );
        apply(
            &store,
            vec![insert(entry(&id, &secret(number))), insert(kept)],
        )
        .unwrap();
        if number % 3 == 0 {
            apply(&store, vec![forget(&id)]).unwrap();
        }
    }
    assert!(holds(&folder.bytes(), "geheimnis7"));
    for number in 0..300 {
        let id = format!("secret{number}");
        let mut changes = Vec::new();
        if number % 3 != 0 {
            changes.push(forget(&id));
        }
        let id = MemoryId::from(id);
        changes.push(Change::Purge { id });
        apply(&store, changes).unwrap();
    }
    for bytes in [folder.bytes(), {
        drop(store);
        folder.bytes()
    }] {
        for gone in ["zebrafish", "秘密", "geheimni", "密计", "secret"] {
            assert!(!holds(&bytes, gone), "{gone}");
        }
        assert!(holds(&bytes, "open word7 "));
    }
    let store = folder.store().unwrap();
    assert_eq!(by_words(&store, "word7"), ["kept7"]);
    assert!(by_words(&store, "zebrafish7 秘密").is_empty());
}

/// AF-03: Chinese words of two characters are found, and no sign of FTS5's language means anything.
#[test]
fn af_03_words_are_found_whole_and_syntax_is_text() {
    let store = Folder::new();
    let store = store.store().unwrap();
    let texts = [
        ("chinese", "我喜欢量子计算机"),
        (
            "syntax",
            "\" OR terms:tea* NEAR(x, 2) ^rank AND NOT 'x'; DROP TABLE memories --",
        ),
        ("number", "version 3.14 of read_file isn't C"),
        ("tea", "tea"),
    ];
    for (id, text) in texts {
        apply(&store, vec![insert(entry(id, text))]).unwrap();
    }
    assert_eq!(by_words(&store, "计算"), ["chinese"]);
    assert_eq!(by_words(&store, "量子"), ["chinese"]);
    assert_eq!(by_words(&store, "3.14"), ["number"]);
    assert_eq!(by_words(&store, "read_file"), ["number"]);
    assert_eq!(by_words(&store, "\"tea"), ["tea", "syntax"]);
    assert_eq!(by_words(&store, "te* OR rank:x"), ["syntax"]);
    assert!(by_words(&store, "episodic").is_empty());
    assert!(by_words(&store, "\" * ( : ^").is_empty());
}

/// The schema of databases that hold runs alone, with a run.
const FIRST_SCHEMA: &str = "
    PRAGMA auto_vacuum = FULL;
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, question TEXT NOT NULL,
        format INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'finished', 'failed')),
        reason TEXT, created INTEGER NOT NULL, updated INTEGER NOT NULL,
        lines INTEGER NOT NULL DEFAULT 0, line_bytes INTEGER NOT NULL DEFAULT 0, checkpoint BLOB
    ) STRICT;
    CREATE TABLE run_lines (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, number INTEGER NOT NULL,
        line TEXT NOT NULL, PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bodies (hash TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE claims (
        run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('body', 'blob')),
        hash TEXT NOT NULL REFERENCES bodies DEFERRABLE INITIALLY DEFERRED,
        PRIMARY KEY (run, kind, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX claims_by_hash ON claims (hash);
    INSERT INTO runs (id, question, format, state, created, updated, lines, line_bytes)
        VALUES ('old', 'Who?', 1, 'paused', 5, 6, 1, 5);
    INSERT INTO run_lines VALUES (1, 0, 'asked');
    INSERT INTO bodies VALUES ('h', x'0102');
    INSERT INTO claims VALUES (1, 'body', 'h');
    PRAGMA application_id = 0x414d4231;
    PRAGMA user_version = 1;
";

/// AF-03: the only entry that holds two words is found by them, however many newer entries hold either.
#[test]
fn af_03_two_words_find_what_holds_both_however_old_it_is() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    let mut changes = vec![insert(entry("both", "green tea in the morning"))];
    for number in 0..1_500 {
        let green = format!("a green door, number {number}");
        let tea = format!("tea for guest {number}");
        changes.push(insert(entry(&format!("green-{number}"), &green)));
        changes.push(insert(entry(&format!("tea-{number}"), &tea)));
    }
    apply(&store, changes).unwrap();
    assert_eq!(by_words(&store, "green tea")[0], "both");
}

/// A database of runs alone takes long-term memory in, and keeps its runs.
#[test]
fn an_older_database_keeps_its_runs() {
    let folder = Folder::new();
    folder.tamper(FIRST_SCHEMA);
    for _ in 0..2 {
        let store = folder.store().unwrap();
        let run = block_on(store.load("old")).unwrap();
        assert_eq!((run.head.question.as_str(), run.head.bytes), ("Who?", 7));
        assert_eq!(run.lines, ["asked"]);
        assert_eq!(
            block_on(store.bodies(&["h".to_owned()])).unwrap(),
            [Some(vec![1, 2])]
        );
        assert_eq!(block_on(store.learned_since()), Ok(0));
    }
    let store = folder.store().unwrap();
    apply(&store, vec![insert(entry("a", "tea"))]).unwrap();
    assert_eq!(by_words(&store, "tea"), ["a"]);
}

/// SQL that turns a present database into one of the second schema.
const SECOND_SCHEMA: &str = "
    DROP INDEX trajectories_by_time;
    ALTER TABLE trajectories DROP COLUMN ended_at;
    DROP INDEX forgotten_memories;
    CREATE INDEX forgotten_memories ON memories (id) WHERE forgotten_at IS NOT NULL;
    PRAGMA user_version = 2;
";

/// A database from before such lists lists the newest first, too.
#[test]
fn an_older_database_lists_the_newest_first() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    let run = |id: &str, ended_at: i64| Trajectory {
        id: id.into(),
        instance_id: String::new(),
        repo: String::new(),
        task_type: "research".to_owned(),
        success: true,
        total_steps: 1,
        total_fragments: 0,
        summary: id.to_owned(),
        started_at: 0,
        ended_at,
        trust: Trust::Given,
        embedding: None,
    };
    let rows = GraphRows {
        trajectories: vec![run("a", 5), run("b", 9), run("c", 7)],
        ..GraphRows::default()
    };
    block_on(store.import(&rows)).unwrap();
    apply(&store, vec![insert(entry("one", "tea")), forget("one")]).unwrap();
    drop(store);
    folder.tamper(SECOND_SCHEMA);
    let store = folder.store().unwrap();
    let listed = block_on(store.rows_after(None, 9)).unwrap().trajectories;
    let ids: Vec<&str> = listed.iter().map(|run| run.id.as_str()).collect();
    assert_eq!(ids, ["b", "c", "a"]);
    assert_eq!(block_on(store.forgotten_after(None, 9)).unwrap().len(), 1);
}

/// Text that was indexed before Chinese characters were folded is found in either script.
#[test]
fn an_older_database_is_found_in_traditional_and_simplified_chinese() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    apply(&store, vec![insert(entry("a", "燈塔於一八八四年啟用。"))]).unwrap();
    drop(store);
    folder.tamper(
        "UPDATE memory_words SET terms = replace(replace(terms, '灯', '燈'), '启', '啟');
        INSERT INTO trajectories (id, task_type, repo, success, ended_at, record)
            VALUES ('t', '', '', 1, 0, '{}');
        INSERT INTO trajectory_terms (term, number) VALUES ('燈塔', 1), ('灯塔', 1), ('啟用', 1);
        PRAGMA user_version = 3;",
    );
    let store = folder.store().unwrap();
    for question in ["灯塔", "燈塔", "启用", "啟"] {
        assert_eq!(by_words(&store, question), ["a"], "{question}");
    }
    drop(store);
    folder.tamper(
        "CREATE TEMP TABLE is_right (it INTEGER CHECK (it));
        INSERT INTO is_right
            SELECT count(*) = 2 AND min(term IN ('灯塔', '启用')) FROM trajectory_terms;",
    );
}

/// A database of a newer version is refused, and its runs and memories stay.
#[test]
fn a_newer_database_is_refused() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    apply(&store, vec![insert(entry("a", "tea"))]).unwrap();
    drop(store);
    folder.tamper("PRAGMA user_version = 5");
    let refused = folder.store().map(drop);
    let expected = StoreError::TooNew {
        found: 5,
        supported: 4,
    };
    assert_eq!(refused, Err(expected));
    folder.tamper("PRAGMA user_version = 4");
    assert_eq!(by_words(&folder.store().unwrap(), "tea"), ["a"]);
}

/// Runs, trajectories and memories lie in one database and do not touch each other.
#[test]
fn one_database_holds_all_three() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    let run = NewRun {
        id: "run".to_owned(),
        question: String::new(),
        format: 1,
        created: 0,
        lines: Vec::new(),
        bodies: Vec::new(),
    };
    block_on(store.create_run(&run)).unwrap();
    apply(&store, vec![insert(entry("a", "tea"))]).unwrap();
    block_on(store.delete_run("run")).unwrap();
    assert_eq!(by_words(&store, "tea"), ["a"]);
    assert!(!block_on(store.forget(&TrajectoryId::from("run"))).unwrap());
}

/// A record that is no JSON, or a vector of another length: a typed error that quotes nothing, and the rest is read.
#[test]
fn damage_of_a_row_is_told_and_the_rest_is_read() {
    let damages = [
        "UPDATE memories SET record = '{\"tea\": \"secret' WHERE id = 'a'",
        "UPDATE memory_vectors SET vector = x'00' WHERE number = 1",
        "UPDATE memory_vectors SET vector = x'0000807f0000807f' WHERE number = 1",
        "UPDATE memory_vectors SET dimensions = 3 WHERE number = 1",
    ];
    for damage in damages {
        let folder = Folder::new();
        let store = folder.store().unwrap();
        let changes = vec![insert(entry("a", "secret tea")), insert(entry("b", "milk"))];
        apply(&store, changes).unwrap();
        drop(store);
        folder.tamper(damage);
        let store = folder.store().unwrap();
        let read = |id: &str| block_on(store.entries(&[MemoryId::from(id)]));
        let error = read("a").unwrap_err();
        assert!(
            matches!(error, LongTermError::Store(StoreError::Corrupt { .. })),
            "{damage}: {error:?}"
        );
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!(read("b").unwrap(), [entry("b", "milk")]);
        let embedding = Embedding::new("m", &[1.0, 0.0]).unwrap();
        let meant = block_on(store.search(&[query(Search::Semantic { embedding })]));
        assert_eq!(meant.is_err(), damage.contains("vector = x'"), "{damage}");
    }
}

/// A vector whose length in the table differs from every query is not compared.
#[test]
fn af_14_other_models_and_lengths_are_counted_and_not_compared() {
    let folder = Folder::new();
    let store = folder.store().unwrap();
    let with = |id: &str, embedding: Option<Embedding>| {
        insert(MemoryEntry {
            embedding,
            ..entry(id, id)
        })
    };
    let vector = |model: &str, numbers: &[f32]| Embedding::new(model, numbers).ok();
    let changes = vec![
        with("near", vector("m", &[1.0, 0.1])),
        with("far", vector("m", &[-1.0, 0.1])),
        with("longer", vector("m", &[1.0, 0.0, 0.0])),
        with("other", vector("n", &[1.0, 0.0])),
        with("none", None),
    ];
    apply(&store, changes).unwrap();
    let ask = |model: &str| {
        let embedding = vector(model, &[1.0, 0.0]).unwrap();
        let found = block_on(store.search(&[query(Search::Semantic { embedding })])).unwrap();
        let ids = found[0].ids.iter().map(|id| id.as_str().to_owned());
        (ids.collect::<Vec<_>>().join(" "), found[0].not_comparable)
    };
    assert_eq!(ask("m"), ("near far".to_owned(), 3));
    assert_eq!(ask("n"), ("other".to_owned(), 4));
    assert_eq!(ask("unknown"), (String::new(), 5));
    apply(&store, vec![forget("near"), forget("none")]).unwrap();
    assert_eq!(ask("m"), ("far".to_owned(), 2));
}

/// The next search sees another process's writes, by meaning too.
#[test]
fn a_search_by_meaning_sees_what_another_connection_wrote() {
    let folder = Folder::new();
    let (one, two) = (folder.store().unwrap(), folder.store().unwrap());
    let embedding = Embedding::new("m", &[0.6, 0.8]).unwrap();
    let search = [query(Search::Semantic { embedding })];
    for (number, writer) in [&one, &two, &one, &two].into_iter().enumerate() {
        let id = format!("{number}");
        apply(writer, vec![insert(entry(&id, &id))]).unwrap();
        for reader in [&one, &two] {
            assert_eq!(
                block_on(reader.search(&search)).unwrap()[0].ids.len(),
                number + 1
            );
        }
    }
}

/// CG-05: a consolidation of an older look is refused, and changes nothing.
#[test]
fn cg_05_a_stale_consolidation_is_refused() {
    let store = Folder::new();
    let store = store.store().unwrap();
    let query = EvidenceQuery {
        unabstracted: 10,
        recent: 10,
        keep_failed: 10,
    };
    let basis = block_on(store.evidence(&query)).unwrap().revision;
    let consolidation = Consolidation {
        basis,
        ..Consolidation::default()
    };
    block_on(store.consolidate(&consolidation)).unwrap();
    let refused = block_on(store.consolidate(&consolidation)).unwrap_err();
    assert_eq!(refused.kind(), "memory_changed");
}
