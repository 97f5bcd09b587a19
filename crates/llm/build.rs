//! Writes tables that engine and JavaScript share as Rust: the blocks of `src/reader/special-addresses.json`, and the
//! services of `src/search/services.json`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error;
use std::net::IpAddr;
use std::path::Path;
use std::{env, fs};

use serde::Deserialize;

const ADDRESSES: &str = "src/reader/special-addresses.json";
const SERVICES: &str = "src/search/services.json";

#[derive(Deserialize)]
struct Table {
    lists: Vec<List>,
}

#[derive(Deserialize)]
struct List {
    blocks: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    block: String,
    reachable: Option<bool>,
    #[serde(default)]
    machine: bool,
}

/// A block of addresses, and the name of its `Kind`.
#[derive(Clone, Copy)]
struct Block {
    start: IpAddr,
    prefix: u32,
    kind: &'static str,
}

impl Block {
    fn read(row: &Row) -> Result<Self, Box<dyn Error>> {
        let (start, prefix) = row.block.split_once('/').ok_or("a block has no prefix")?;
        Ok(Self {
            start: start.parse()?,
            prefix: prefix.parse()?,
            kind: match (row.machine, row.reachable) {
                (true, _) => "Machine",
                (false, Some(true)) => "Public",
                (false, _) => "Special",
            },
        })
    }

    /// Returns the first bits of its addresses, at the upper end.
    fn bits(self) -> u128 {
        match self.start {
            IpAddr::V4(start) => u128::from(start.to_bits()) << 96,
            IpAddr::V6(start) => start.to_bits(),
        }
    }

    fn holds(self, other: Self) -> bool {
        let differing = self.bits() ^ other.bits();
        let outside = differing.checked_shr(128 - self.prefix).unwrap_or_default();
        self.start.is_ipv4() == other.start.is_ipv4() && self.prefix < other.prefix && outside == 0
    }

    fn code(self) -> String {
        let Self { prefix, kind, .. } = self;
        match self.start {
            IpAddr::V4(start) => format!("    ({:?}, {prefix}, Kind::{kind}),\n", start.octets()),
            IpAddr::V6(start) => format!("    ({:?}, {prefix}, Kind::{kind}),\n", start.octets()),
        }
    }
}

/// A search service: the facts that the engine needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SearchRow {
    engine: String,
    address: String,
    path: String,
    key_header: Option<String>,
}

impl SearchRow {
    /// Returns the arm of a match by service.
    fn code(&self, name: &str) -> Result<String, Box<dyn Error>> {
        let Self {
            engine,
            address,
            path,
            key_header,
        } = self;
        let credential = match key_header.as_deref() {
            None => "None",
            Some("x-api-key") => "Some(Credential::Search)",
            Some("authorization") => "Some(Credential::BearerSearch)",
            Some(other) => return Err(format!("no key is sent as {other}").into()),
        };
        let (first, rest) = name.split_at_checked(1).ok_or("a service has no name")?;
        let variant = first.to_uppercase() + rest;
        Ok(format!(
            "        SearchService::{variant} => Facts {{ name: {name:?}, engine: {engine:?}, address: {address:?}, \
             path: {path:?}, credential: {credential} }},\n"
        ))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    write_addresses()?;
    write_services()
}

fn write_addresses() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ADDRESSES}");
    let table: Table = serde_json::from_str(&fs::read_to_string(ADDRESSES)?)?;
    let rows = table.lists.iter().flat_map(|list| &list.blocks);
    let mut blocks: Vec<Block> = rows.map(Block::read).collect::<Result<_, _>>()?;
    // The first block that holds an address is then the most specific one.
    blocks.sort_by_key(|block| Reverse(block.prefix));
    // A block that repeats its enclosing block changes nothing.
    let changes = |block: &&Block| {
        let around = blocks.iter().find(|other| other.holds(**block));
        around.is_none_or(|around| around.kind != block.kind)
    };
    let (v4, v6): (Vec<&Block>, Vec<&Block>) = blocks
        .iter()
        .filter(changes)
        .partition(|block| block.start.is_ipv4());
    let code = |blocks: Vec<&Block>| blocks.into_iter().map(|block| block.code()).collect();
    let (v4, v6): (String, String) = (code(v4), code(v6));
    let text = format!("const V4: &[Block<4>] = &[\n{v4}];\nconst V6: &[Block<16>] = &[\n{v6}];\n");
    write("special_addresses.rs", &text)
}

fn write_services() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SERVICES}");
    let services: BTreeMap<String, SearchRow> =
        serde_json::from_str(&fs::read_to_string(SERVICES)?)?;
    let mut arms = String::new();
    for (name, row) in &services {
        arms.push_str(&row.code(name)?);
    }
    let text = format!(
        "const fn facts(service: SearchService) -> Facts {{\n    match service {{\n{arms}    }}\n}}\n"
    );
    write("search_services.rs", &text)
}

fn write(name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    fs::write(Path::new(&env::var("OUT_DIR")?).join(name), text)?;
    Ok(())
}
