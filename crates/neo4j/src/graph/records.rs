//! Records as nodes.

use std::collections::BTreeSet;

use amb_memory::retrieval::{Embedding, analyze};
use amb_memory::trajectory::records::{ErrorPattern, Fragment, Methodology, Outcome, Trajectory};
use amb_store::StoreError;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::spaces::Space;

/// A record as a node has it: `embedding` is JSON, for a property is no map.
#[derive(Debug)]
pub struct Kept<T>(pub T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Kept<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut properties = Map::deserialize(deserializer)?;
        if let Some(embedding) = properties.get_mut("embedding")
            && let Value::String(json) = embedding
        {
            *embedding = serde_json::from_str(json).map_err(D::Error::custom)?;
        }
        let record = serde_json::from_value(Value::Object(properties));
        record.map(Self).map_err(D::Error::custom)
    }
}

/// A node in the form in which it is written, in place of any with its id.
#[derive(Debug, Serialize)]
pub struct Node {
    id: String,
    properties: Map<String, Value>,
    /// The property that Neo4j's index compares; `None` for a vector without direction.
    space: Option<String>,
    vector: Option<Vec<f32>>,
}

impl Node {
    fn new(id: &str, record: &impl Serialize) -> Result<Self, StoreError> {
        let unwritable = |_| StoreError::Io {
            detail: "a record has no form in JSON".to_owned(),
        };
        let Value::Object(mut properties) = serde_json::to_value(record).map_err(unwritable)?
        else {
            return Err(StoreError::Io {
                detail: "a record has no fields".to_owned(),
            });
        };
        if let Some(embedding) = properties.get_mut("embedding")
            && !embedding.is_null()
        {
            *embedding = Value::String(embedding.to_string());
        }
        Ok(Self {
            id: id.to_owned(),
            properties,
            space: None,
            vector: None,
        })
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.properties.insert(name.to_owned(), value.into());
        self
    }

    /// Has searches by meaning find it.
    fn in_space_of(mut self, embedding: Option<&Embedding>) -> Self {
        let Some(embedding) = embedding else {
            return self;
        };
        let space = Space::of(embedding).property();
        if embedding.vector().iter().any(|number| *number != 0.0) {
            self.vector = Some(embedding.vector().to_vec());
            self.space = Some(space.clone());
        }
        self.with("space", space)
    }
}

/// Returns the node of a trajectory, with the terms of its summary. No search by meaning finds it, so only the space of
/// its vector is stored.
pub fn trajectory(record: &Trajectory) -> Result<Node, StoreError> {
    let terms = distinct(analyze(&record.summary));
    let node = Node::new(record.id.as_str(), record)?.with("terms", terms);
    Ok(match &record.embedding {
        Some(embedding) => node.with("space", Space::of(embedding).property()),
        None => node,
    })
}

/// A fragment, with whether it has something to teach that is in no methodology yet.
pub fn fragment(record: &Fragment) -> Result<Node, StoreError> {
    let teaches = record.abstracted_into.is_none() && record.outcome != Outcome::Continued;
    let node = Node::new(record.id.as_str(), record)?.with("teaches", teaches);
    Ok(node.in_space_of(record.embedding.as_ref()))
}

/// An error pattern.
pub fn pattern(record: &ErrorPattern) -> Result<Node, StoreError> {
    Node::new(record.id.as_str(), record)
}

/// A methodology, with its terms.
pub fn methodology(record: &Methodology) -> Result<Node, StoreError> {
    let terms = distinct(record.terms());
    let node = Node::new(record.id.as_str(), record)?.with("terms", terms);
    Ok(node.in_space_of(record.embedding.as_ref()))
}

fn distinct(terms: Vec<String>) -> Vec<String> {
    let terms: BTreeSet<String> = terms.into_iter().collect();
    terms.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use amb_memory::trajectory::TrajectorySettings;
    use amb_memory::trajectory::records::{Embedded, RawStep, RawTrajectory};
    use amb_memory::trajectory::writer::draft;
    use serde_json::json;

    use super::*;

    #[test]
    fn cg_01_a_record_is_the_same_after_it_was_a_node() {
        let step = |error: Option<&str>| RawStep {
            action: "search".to_owned(),
            error: error.map(str::to_owned),
            ..RawStep::default()
        };
        let run = RawTrajectory {
            id: "t".into(),
            steps: vec![step(Some("HTTP 429: quota")), step(None)],
            ..RawTrajectory::default()
        };
        let mut learned = draft(&run, &TrajectorySettings::default()).unwrap();
        let vectors = learned
            .texts()
            .iter()
            .map(|_| vec![0.1, -0.7, 1e-9])
            .collect();
        let model = "m".to_owned();
        learned.embed(Embedded { model, vectors }).unwrap();
        let record = learned.fragments.remove(0);
        let mut node = fragment(&record).unwrap();
        let flat = |value: &Value| match value {
            Value::Array(items) => items
                .iter()
                .all(|item| !item.is_array() && !item.is_object()),
            value => !value.is_object(),
        };
        assert!(node.properties.values().all(flat), "a property is no map");
        assert_eq!(node.properties.remove("teaches"), Some(json!(true)));
        let space = node.properties.remove("space");
        assert_eq!(space, node.space.map(Value::String));
        assert_eq!(
            node.vector.as_deref(),
            record.embedding.as_ref().map(Embedding::vector)
        );
        let Kept(read) = serde_json::from_value::<Kept<Fragment>>(node.properties.into()).unwrap();
        assert_eq!(read, record);
    }

    #[test]
    fn cg_01_what_is_no_record_is_refused() {
        for value in [
            json!(null),
            json!([]),
            json!({"id": 1}),
            json!({"embedding": "{"}),
        ] {
            assert!(serde_json::from_value::<Kept<Fragment>>(value).is_err());
        }
    }
}
