//! A server that is killed, and one that refuses writes.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use amb_memory::trajectory::graph::GraphRows;
use amb_store::long_term::TrajectoryStore;
use futures::executor::block_on;
use serde_json::json;

use super::place::Login;
use super::samples::plain;

const PASSWORD: &str = "only on loopback";
const PATIENCE: Duration = Duration::from_secs(90);

/// A server that ends with the test.
struct OwnServer {
    process: Child,
    login: Login,
}

impl OwnServer {
    /// Starts one on the data in a folder.
    fn start(home: &Path, is_read_only: bool) -> Self {
        let classes = std::env::var("NEO4J_CLASSPATH")
            .expect("NEO4J_CLASSPATH is not set: `cargo xtask test --only neo4j` sets it");
        let ports = [free_port(), free_port()];
        let conf = home.join("conf");
        std::fs::create_dir_all(&conf).unwrap();
        let settings = format!(
            "server.http.listen_address=127.0.0.1:{}\nserver.bolt.listen_address=127.0.0.1:{}\n\
            server.memory.pagecache.size=32m\ndbms.usage_report.enabled=false\n\
            server.databases.default_to_read_only={is_read_only}\n",
            ports[0], ports[1]
        );
        std::fs::write(conf.join("neo4j.conf"), settings).unwrap();
        let log = std::fs::File::create(home.join("server.log")).unwrap();
        let mut java = Command::new("java");
        java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx384m"]);
        java.args(["-cp", &classes]);
        java.arg("org.neo4j.server.CommunityEntryPoint");
        java.arg(format!("--home-dir={}", home.display()));
        java.arg(format!("--config-dir={}", conf.display()));
        java.stdin(Stdio::null()).stdout(log).stderr(Stdio::null());
        let server = Self {
            process: java.spawn().unwrap(),
            login: Login {
                url: format!("http://127.0.0.1:{}", ports[0]),
                database: "neo4j".to_owned(),
                user: "neo4j".to_owned(),
                password: PASSWORD.to_owned(),
            },
        };
        server.wait_until_up();
        server
    }

    fn wait_until_up(&self) {
        let fresh = Login {
            password: "neo4j".to_owned(),
            ..self.login.clone()
        };
        let first = "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $to";
        let begun = Instant::now();
        while self.login.run("RETURN 1", json!({})).is_err() {
            let changed = fresh.run_in("system", first, json!({ "to": PASSWORD }));
            assert!(changed.is_ok() || begun.elapsed() < PATIENCE, "{changed:?}");
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Waits until the import's transaction is under way.
    fn wait_until_it_writes(&self) {
        let under_way = "SHOW TRANSACTIONS YIELD currentQuery
            WHERE currentQuery STARTS WITH 'MATCH' AND currentQuery CONTAINS 'SET t = row.properties' RETURN 1";
        let begun = Instant::now();
        while self.login.run(under_way, json!({})).unwrap().len() != 1 {
            assert!(begun.elapsed() < PATIENCE, "it was never seen writing");
        }
    }

    /// Ends it as a user does, its data in order.
    fn stop(mut self) {
        let mut kill = Command::new("kill");
        kill.arg(self.process.id().to_string()).status().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends it as a power cut does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// Number of writes, large enough to take a while.
const MANY: usize = 400;

fn many() -> GraphRows {
    let mut rows = GraphRows::default();
    for number in 0..MANY {
        let run = plain(&format!("{number:04}"));
        rows.trajectories.push(run.trajectory);
        rows.fragments.extend(run.fragments);
        rows.patterns.extend(run.patterns);
        rows.has_fragment.extend(run.has_fragment);
        rows.caused.extend(run.caused);
    }
    rows
}

#[test]
fn cg_03_what_a_killed_server_was_writing_is_whole_or_absent_and_a_read_only_one_is_read_own_server()
 {
    let home = tempfile::tempdir().unwrap();
    let server = OwnServer::start(home.path(), false);
    let store = block_on(server.login.open()).unwrap();
    block_on(store.learn(&plain("before"))).unwrap();
    let login = server.login.clone();
    let writing = thread::spawn(move || {
        let store = block_on(login.open()).unwrap();
        block_on(store.import(&many())).map(drop)
    });
    server.wait_until_it_writes();
    server.kill();
    let done = writing.join().unwrap();

    let server = OwnServer::start(home.path(), false);
    let store = block_on(server.login.open()).unwrap();
    let rows = block_on(store.rows_after(None, 10 * MANY)).unwrap();
    let count = rows.trajectories.len();
    assert!(count == 1 || count == 1 + MANY, "{count} runs");
    let fragments = plain("any").fragments.len();
    assert_eq!(rows.fragments.len(), count * fragments, "each is whole");
    match done {
        Ok(()) => assert_eq!(count, 1 + MANY, "what was acknowledged is kept"),
        Err(error) => assert!(error.is_in_doubt(), "{error:?}"),
    }
    block_on(store.import(&many())).unwrap();
    let rows = block_on(store.rows_after(None, 10 * MANY)).unwrap();
    assert_eq!(rows.trajectories.len(), 1 + MANY);
    server.stop();

    let server = OwnServer::start(home.path(), true);
    let store = block_on(server.login.open()).unwrap();
    assert_eq!(block_on(store.rows_after(None, 10 * MANY)).unwrap(), rows);
    let refused = block_on(store.learn(&plain("after"))).unwrap_err();
    assert_eq!(
        (refused.kind(), refused.is_retryable()),
        ("server_read_only", false)
    );
    assert!(!refused.is_in_doubt());
    assert!(!block_on(store.forget(&"nobody".into())).unwrap());
}
