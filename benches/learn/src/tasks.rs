//! The scenario family: tasks of three kinds, each with a trap that a habit leads into.

use std::fmt;

use amb_scenarios::Scenario;
use anyhow::Result;
use serde_json::{Value, json};

/// The places of the tasks, one each.
const PLACES: [&str; 48] = [
    "Orrin", "Westby", "Tarn", "Skell", "Brume", "Calder", "Dunmore", "Elvet", "Farrow", "Gannet",
    "Hessle", "Ivel", "Jarrow", "Kilve", "Lorne", "Marl", "Nidd", "Oakham", "Pell", "Quern",
    "Rydal", "Staithe", "Thirl", "Ulver", "Varde", "Wick", "Yarm", "Zennor", "Ashby", "Birk",
    "Crail", "Dorne", "Eskdale", "Fyvie", "Greta", "Holme", "Inver", "Jura", "Keld", "Leven",
    "Mossat", "Nairn", "Ossian", "Penmon", "Rhos", "Selby", "Tolka", "Usk",
];

/// The kind of a task, which decides its trap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The height of a building. The first two search results, newspapers, want a subscription (status 403); the last,
    /// an almanac, has the figure.
    Height,
    /// The year of an opening. The search service refuses queries for one site (status 400), and takes others.
    Opening,
    /// The builder. The search tool calls its argument `query`; it refuses a call without it.
    Builder,
}

/// A task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// Its kind.
    pub kind: Kind,
    place: &'static str,
    number: usize,
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Height => "newspapers with a paywall",
            Self::Opening => "queries for one site",
            Self::Builder => "a misnamed argument",
        })
    }
}

/// All tasks: the kinds in turn, no place twice.
pub fn all() -> Vec<Task> {
    let kinds = [Kind::Height, Kind::Opening, Kind::Builder];
    let tasks = PLACES
        .into_iter()
        .zip(kinds.into_iter().cycle())
        .enumerate();
    tasks
        .map(|(number, (place, kind))| Task {
            kind,
            place,
            number,
        })
        .collect()
}

impl Task {
    /// Returns the question to the run.
    pub fn question(&self) -> String {
        let place = self.place;
        match self.kind {
            Kind::Height => format!("How tall is the lighthouse of {place}?"),
            Kind::Opening => format!("In which year was the bridge of {place} opened?"),
            Kind::Builder => format!("Who built the mill of {place}?"),
        }
    }

    /// Returns the sentence that answers it.
    pub fn fact(&self) -> String {
        let (place, number) = (self.place, self.number);
        match self.kind {
            Kind::Height => format!("The lighthouse of {place} is {} metres tall.", 20 + number),
            Kind::Opening => format!("The bridge of {place} was opened in {}.", 1800 + number),
            Kind::Builder => {
                let builders = ["Ida Berg", "Jon Aske", "Mary Holt", "Per Lind"];
                let builder = builders.get(number % builders.len()).unwrap_or(&"Ida Berg");
                format!("The mill of {place} was built by {builder}.")
            }
        }
    }

    /// Addresses that the search names, in its order; the last one has the fact.
    fn addresses(&self) -> Vec<String> {
        let hosts: &[&str] = match self.kind {
            Kind::Height => &["herald.example", "gazette.example", "almanac.example"],
            Kind::Opening => &["bridges.example"],
            Kind::Builder => &["mills.example"],
        };
        let at = self.place.to_lowercase();
        hosts
            .iter()
            .map(|host| format!("https://{host}/{at}"))
            .collect()
    }

    fn hits(&self) -> Value {
        let hit = |address: &String| json!({ "title": self.place, "link": address, "snippet": format!("On {}", self.place) });
        let hits: Vec<Value> = self.addresses().iter().map(hit).collect();
        json!({ "organic": hits })
    }

    fn pages(&self) -> Vec<Value> {
        let mut addresses = self.addresses();
        let open = addresses.pop();
        let text = format!("{} It stands there to this day.", self.fact());
        let open = open.map(|url| json!({ "url": url, "title": self.place, "text": text }));
        let paywalls = addresses.into_iter().map(|url| {
            json!({
                "url": url, "text": "", "status": 403, "directStatus": 403,
                "html": "<p>This article is for subscribers.</p>",
            })
        });
        paywalls.chain(open).collect()
    }
}

/// Returns the world of all tasks: search results and pages.
///
/// # Errors
/// The scenario is invalid.
pub fn world() -> Result<Scenario> {
    let tasks = all();
    let refused =
        json!({ "message": "Query pattern not allowed for this account.", "statusCode": 400 });
    let refused = json!({ "when": ["site:"], "status": 400, "reply": refused });
    let found = tasks
        .iter()
        .map(|task| json!({ "when": [task.place], "reply": task.hits() }));
    let search: Vec<Value> = std::iter::once(refused).chain(found).collect();
    let pages: Vec<Value> = tasks.iter().flat_map(Task::pages).collect();
    Ok(serde_json::from_value(json!({
        "shows": "CG-10, BX-06: runs get better by what runs before them met",
        "request": { "question": "" },
        "search": search,
        "pages": pages,
        "expect": {},
    }))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cg_10_there_are_48_tasks_of_three_kinds_and_each_has_a_world() {
        let tasks = all();
        let of = |kind| tasks.iter().filter(|task| task.kind == kind).count();
        assert_eq!(
            [Kind::Height, Kind::Opening, Kind::Builder].map(of),
            [16, 16, 16]
        );
        let world = world().unwrap();
        assert_eq!(world.pages.len(), 16 * 3 + 16 + 16);
        for task in tasks {
            assert!(
                world
                    .pages
                    .iter()
                    .any(|page| page.text.contains(&task.fact()))
            );
        }
    }
}
