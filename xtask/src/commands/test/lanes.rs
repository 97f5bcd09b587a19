//! The lanes: their checks and their order.

use anyhow::Result;
use clap::ValueEnum;

use super::{doc, lint, native, neo4j, page, scenarios, wasm, worker};
use crate::commands::{build, coverage, package, types};
use crate::tools;

/// The groups of `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Group {
    /// Formatting, clippy, documentation, coverage of features.
    Lint,
    /// The models, generated types and every native test.
    Native,
    /// Trajectory memory on a real Neo4j server: the store, and the npm package over it.
    Neo4j,
    /// Artefacts within budget and wasm-pack tests in Chromium.
    Wasm,
    /// Every scenario on Node and in Chromium, through the npm package.
    Scenarios,
    /// TypeScript and the page in Chromium.
    Page,
    /// The packed npm packages: publint, attw, a dry run of publishing, installs on every host.
    Package,
    /// The Worker in workerd: its tests, the contracts of stores in a Durable Object, a deployment that is not sent.
    Worker,
}

/// One check.
pub struct Lane {
    /// The name in the summary.
    pub name: &'static str,
    /// The group it belongs to.
    pub group: Group,
    /// Does the check.
    pub check: fn() -> Result<()>,
    /// The condition for its start.
    pub when: When,
}

/// The condition for a lane's start.
#[derive(Clone, Copy)]
pub enum When {
    /// At once.
    Anytime,
    /// After these lanes have ended: it uses their output, or would disturb them.
    After(&'static [&'static str]),
    /// While no other lane runs: it takes every core.
    Alone,
}

const fn lane(group: Group, name: &'static str, when: When, check: fn() -> Result<()>) -> Lane {
    Lane {
        name,
        group,
        check,
        when,
    }
}

const MODEL: &str = "models";
const TYPES: &str = "generated types";
const ARTEFACTS: &str = "artefacts and budgets";

/// Every lane, in the order of their starts. The slowest come first, beside those that fail fast.
pub const LANES: [Lane; 20] = {
    use Group::{Lint, Native, Neo4j, Package, Page, Scenarios, Wasm, Worker};
    use When::{After, Alone, Anytime};
    [
        lane(Lint, "formatting", Anytime, lint::formatting),
        lane(Wasm, ARTEFACTS, Anytime, build::build_within_budgets),
        lane(Lint, "links in documents", Anytime, doc::links),
        lane(Lint, "coverage of features", Anytime, coverage::check),
        lane(Lint, "clippy", Anytime, lint::clippy_native),
        lane(Lint, "documentation", Anytime, doc::documentation),
        lane(Native, MODEL, Anytime, || {
            tools::model()?;
            tools::chinese_encoder().map(drop)
        }),
        lane(Native, TYPES, Anytime, types::check),
        lane(
            Native,
            "native tests",
            After(&[MODEL, TYPES]),
            native::tests,
        ),
        lane(Page, "TypeScript", After(&[ARTEFACTS]), page::static_checks),
        lane(
            Wasm,
            "wasm-pack tests in Chromium",
            After(&[ARTEFACTS]),
            wasm::browser_tests,
        ),
        lane(
            Neo4j,
            "tests on a Neo4j server",
            After(&[ARTEFACTS]),
            neo4j::tests,
        ),
        lane(Lint, "clippy for wasm32", Anytime, lint::clippy_wasm),
        lane(
            Scenarios,
            "scenarios on Node",
            After(&[ARTEFACTS]),
            scenarios::on_node,
        ),
        lane(
            Scenarios,
            "scenarios in Chromium",
            After(&[ARTEFACTS]),
            scenarios::in_chromium,
        ),
        lane(
            Page,
            "TypeScript tests",
            After(&[ARTEFACTS]),
            page::unit_tests,
        ),
        lane(
            Package,
            "installs of the packed packages",
            After(&[ARTEFACTS]),
            package::checked,
        ),
        lane(
            Worker,
            "Worker in workerd",
            After(&[ARTEFACTS]),
            worker::tests,
        ),
        lane(Page, "sample task", After(&[ARTEFACTS]), page::sample_task),
        lane(Page, "page in Chromium", Alone, page::browser_tests),
    ]
};
