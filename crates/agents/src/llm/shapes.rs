//! The JSON that each agent is asked for. The fields' names are the seed's (000 §7).

use std::collections::BTreeMap;

use amb_llm::chat::ResponseFormat;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, transform::Transform};
use serde::Deserialize;
use serde_json::Value;

/// Topics of a window, by the numbers of its passages.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Topics {
    /// Whether there is more than one.
    #[serde(default)]
    pub(super) should_cluster: bool,
    /// The topics.
    pub(super) clusters: Vec<Topic>,
}

/// One topic.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Topic {
    /// The topic in one sentence.
    pub(super) context: String,
    /// Keywords, most telling first.
    #[serde(default)]
    pub(super) keywords: Vec<String>,
    /// Numbers of its passages, from 1.
    pub(super) passages: Vec<usize>,
}

/// A summary.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Summary {
    /// The summary.
    pub(super) summary: String,
}

/// How a new node stands to the known ones.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Relationships {
    /// One for each candidate, up to the first conflict.
    pub(super) relationships: Vec<WireRelationship>,
}

/// How it stands to one of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireRelationship {
    /// The known node.
    pub(super) existing_node_id: String,
    /// What it is.
    pub(super) relationship: RelationKind,
    /// Why.
    #[serde(default)]
    pub(super) reasoning: String,
    /// Of a conflict what the new node says, then what the known one says.
    #[serde(default)]
    pub(super) sides: Option<Vec<WireSide>>,
    /// A better topic sentence of the new node.
    #[serde(default)]
    pub(super) context_update_new: Option<String>,
    /// A better topic sentence of the known node.
    #[serde(default)]
    pub(super) context_update_existing: Option<String>,
    /// Better keywords of the new node.
    #[serde(default)]
    pub(super) keywords_update_new: Option<Vec<String>>,
    /// Better keywords of the known node.
    #[serde(default)]
    pub(super) keywords_update_existing: Option<Vec<String>>,
}

/// A side of a conflict.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct WireSide {
    /// Its words, verbatim.
    pub(super) quote: String,
    /// The date, version or period that it is told to hold for, as written.
    #[serde(default)]
    pub(super) as_of: Option<String>,
}

/// The kinds of relations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RelationKind {
    /// They contradict each other.
    Conflict,
    /// They have to do with each other.
    Related,
    /// Neither.
    Unrelated,
}

/// A merge.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Merge {
    /// The new node.
    pub(super) merged_node: WireNode,
    /// New topics and keywords of neighbours, by their ids.
    #[serde(default)]
    pub(super) neighbour_updates: BTreeMap<String, WireUpdate>,
    /// The merge, told.
    #[serde(default)]
    pub(super) interaction_tree_description: String,
}

/// A merged node.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireNode {
    /// Its summary.
    pub(super) summary: String,
    /// Its topic.
    pub(super) context: String,
    /// Its keywords.
    #[serde(default)]
    pub(super) keywords: Vec<String>,
}

/// A neighbour's new topic.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireUpdate {
    /// Its topic.
    pub(super) context: String,
    /// Its keywords.
    #[serde(default)]
    pub(super) keywords: Vec<String>,
}

/// A plan.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Plan {
    /// The next step, or none. It must be said: an object that leaves it out is no plan, and ends none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) next_task: Option<WireTask>,
}

/// The next step.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireTask {
    /// Its type.
    pub(super) task_type: WireTaskType,
    /// What is to be done.
    pub(super) description: String,
    /// The image that it recognises.
    #[serde(default)]
    pub(super) image: Option<String>,
}

/// The types of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum WireTaskType {
    /// Any.
    Normal,
    /// Settles a conflict.
    CrossValidate,
}

/// A verdict on a conflict.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireVerdict {
    /// Which.
    pub(super) verdict: VerdictKind,
    /// The node whose statement holds.
    #[serde(default)]
    pub(super) node: Option<String>,
    /// On what grounds.
    #[serde(default)]
    pub(super) explanation: String,
}

/// The kinds of verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum VerdictKind {
    /// One side holds.
    Supported,
    /// Both hold.
    Compatible,
    /// Nothing is decided.
    Inconclusive,
}

/// Guidance out of cases.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Guidance {
    /// When it applies.
    pub(super) situation: String,
    /// What to do, or not to.
    pub(super) strategy: String,
}

/// What memories make one ask.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Questions {
    /// The questions.
    pub(super) questions: Vec<WireQuestion>,
}

/// One of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireQuestion {
    /// The question.
    pub(super) question: String,
    /// What to search by.
    #[serde(default)]
    pub(super) query: Option<String>,
}

/// What memories say to a question. That nothing follows must be said.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Insights {
    /// The insight, or none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) insight: Option<String>,
    /// Numbers of the memories that it rests on.
    #[serde(default)]
    pub(super) sources: Vec<usize>,
}

/// A summary of memories.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Digest {
    /// The summary.
    pub(super) summary: String,
}

/// Facts that memories state.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Facts {
    /// The facts.
    pub(super) facts: Vec<WireFact>,
}

/// One of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct WireFact {
    /// What it is about.
    pub(super) subject: String,
    /// What is said of it.
    pub(super) relation: String,
    /// The value.
    pub(super) value: String,
    /// Numbers of the memories that state it.
    pub(super) sources: Vec<usize>,
}

/// How important texts are.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Ratings {
    /// From 1 to 10, in the order of the texts.
    pub(super) importance: Vec<u8>,
}

/// The form of a reply that has a shape; the schema is made from the type.
pub(super) fn format_of<T: JsonSchema>(name: &str, strict: bool) -> ResponseFormat {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    if strict {
        Enforceable.transform(&mut schema);
    }
    ResponseFormat::Json {
        name: name.to_owned(),
        schema: schema.to_value(),
        strict,
    }
}

/// Makes every object list all of its fields as required and allow no others, as endpoints that enforce a
/// schema demand.
struct Enforceable;

impl Transform for Enforceable {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        schemars::transform::transform_subschemas(self, schema);
        schema.remove("title");
        name_choices(schema);
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        let names: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
        schema.insert("required".to_owned(), Value::Array(names));
        schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

/// Makes a list of names of what is written as a choice between single values.
fn name_choices(schema: &mut schemars::Schema) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let names: Option<Vec<Value>> = choices
        .iter()
        .map(|one| one.get("const").cloned())
        .collect();
    if let Some(names) = names {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), Value::String("string".to_owned()));
        schema.insert("enum".to_owned(), Value::Array(names));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MB-13, MB-22: only who says that there is no next step ends the plan.
    #[test]
    fn mb_13_a_plan_that_names_no_next_step_is_none() {
        for other in [
            "{}",
            r#"{"answer": "42"}"#,
            r#"{"error": "overloaded"}"#,
            r#"{"nextTask": null}"#,
            r#"{"task_type": "NORMAL", "description": "Search the height."}"#,
            r#"{"next_task": {}}"#,
        ] {
            assert!(serde_json::from_str::<Plan>(other).is_err(), "{other}");
        }
        let none: Plan = serde_json::from_str(r#"{"next_task": null}"#).unwrap();
        assert!(none.next_task.is_none());
        let step = r#"{"next_task": {"task_type": "NORMAL", "description": "Search."}}"#;
        let some: Plan = serde_json::from_str(step).unwrap();
        assert_eq!(some.next_task.unwrap().description, "Search.");
    }

    #[test]
    fn mb_21_a_schema_is_one_that_endpoints_enforce() {
        let ResponseFormat::Json { schema, .. } = format_of::<Relationships>("relations", true)
        else {
            panic!("a schema");
        };
        let one = &schema["properties"]["relationships"]["items"];
        assert_eq!(one["additionalProperties"], false);
        assert_eq!(one["required"].as_array().unwrap().len(), 8);
        assert_eq!(one["properties"]["relationship"]["enum"][0], "conflict");
        assert!(!schema.to_string().contains("$ref"), "{schema}");
    }
}
