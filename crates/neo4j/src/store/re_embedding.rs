//! Vectors of another model, in place of the stored ones.

use std::collections::BTreeMap;

use amb_memory::retrieval::Embedding;
use amb_memory::trajectory::records::{Fragment, Methodology, Trajectory};
use amb_memory::trajectory::vectors::{NewVector, TextKind, TextOf, TextPage, VectorQuery};
use amb_store::long_term::LongTermError;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Neo4jStore;
use super::looking::limit;
use super::writing::Decision;
use crate::graph::{Change, Kept, Look, Space, fragment, methodology, trajectory};

/// Reads texts after an id of each kind, at most `limit` of each; a text is returned if it has no vector of the space.
const TEXTS: Look = look!(
    "RETURN memory.revision AS revision,
        COLLECT { MATCH (n:Trajectory) WHERE n.id > $given.trajectories.after
            RETURN {id: n.id, text: CASE WHEN n.space = $given.space THEN null ELSE [n.summary] END}
            ORDER BY n.id LIMIT $given.trajectories.limit } AS trajectories,
        COLLECT { MATCH (n:Fragment) WHERE n.id > $given.fragments.after
            RETURN {id: n.id, text: CASE WHEN n.space = $given.space THEN null ELSE [n.description] END}
            ORDER BY n.id LIMIT $given.fragments.limit } AS fragments,
        COLLECT { MATCH (n:Methodology) WHERE n.id > $given.methodologies.after
            RETURN {id: n.id, text: CASE WHEN n.space = $given.space THEN null ELSE [n.situation, n.strategy] END}
            ORDER BY n.id LIMIT $given.methodologies.limit } AS methodologies"
);

/// Records of these ids.
const RECORDS: Look = look!(
    "RETURN memory.revision AS revision,
        COLLECT { UNWIND $given.trajectories AS id MATCH (t:Trajectory {id: id}) RETURN ",
    trajectory!("t"),
    " } AS trajectories,
        COLLECT { UNWIND $given.fragments AS id MATCH (f:Fragment {id: id}) RETURN ",
    fragment!("f"),
    " } AS fragments,
        COLLECT { UNWIND $given.methodologies AS id MATCH (m:Methodology {id: id}) RETURN ",
    methodology!("m"),
    " } AS methodologies"
);

#[derive(Deserialize)]
struct Texts {
    trajectories: Vec<Text>,
    fragments: Vec<Text>,
    methodologies: Vec<Text>,
}

#[derive(Deserialize)]
struct Text {
    id: String,
    /// Its lines.
    text: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Records {
    trajectories: Vec<Kept<Trajectory>>,
    fragments: Vec<Kept<Fragment>>,
    methodologies: Vec<Kept<Methodology>>,
}

/// Vectors by their owners, with their texts.
type ByOwner<'v> = BTreeMap<&'v TextOf, (&'v str, &'v Embedding)>;

impl Neo4jStore {
    pub(super) async fn look_for_vectors(
        &self,
        query: &VectorQuery,
    ) -> Result<TextPage, LongTermError> {
        let of = |kind| match query.after_id(kind) {
            Some(after) => json!({ "after": after, "limit": limit(query.limit) }),
            None => json!({ "after": "", "limit": 0 }),
        };
        let parameters = json!({
            "space": Space::named(&query.model, query.dimensions).property(),
            "trajectories": of(TextKind::Trajectory),
            "fragments": of(TextKind::Fragment),
            "methodologies": of(TextKind::Methodology),
        });
        let texts = self.look::<Texts>(&TEXTS, &parameters).await?.found;
        let kinds = [
            (TextKind::Trajectory, texts.trajectories),
            (TextKind::Fragment, texts.fragments),
            (TextKind::Methodology, texts.methodologies),
        ];
        let seen = kinds.into_iter().flat_map(|(kind, texts)| {
            texts.into_iter().map(move |Text { id, text }| {
                let text = text.map(|lines| lines.join("\n"));
                (TextOf { kind, id }, text)
            })
        });
        Ok(TextPage::of(seen.take(query.limit).collect(), query.limit))
    }

    pub(super) async fn embed_again(&self, vectors: &[NewVector]) -> Result<usize, LongTermError> {
        let searched = vectors
            .iter()
            .filter(|new| new.text.of.kind != TextKind::Trajectory);
        self.make_room(searched.map(|new| &new.embedding)).await?;
        let by_owner: ByOwner<'_> = vectors
            .iter()
            .map(|new| (&new.text.of, (new.text.text.as_str(), &new.embedding)))
            .collect();
        self.change(&RECORDS, &named(&by_owner), |records: Records| {
            let change = with_vectors(records, &by_owner)?;
            let [trajectories, fragments, methodologies] = [
                &change.trajectories,
                &change.fragments,
                &change.methodologies,
            ]
            .map(Vec::len);
            let put = trajectories + fragments + methodologies;
            Ok(if put == 0 {
                Decision::Leave(0)
            } else {
                Decision::Write(Box::new(change), put)
            })
        })
        .await
    }
}

fn named(vectors: &ByOwner<'_>) -> Value {
    let of = |kind| -> Vec<&str> {
        let of_kind = vectors.keys().filter(|of| of.kind == kind);
        of_kind.map(|of| of.id.as_str()).collect()
    };
    json!({
        "trajectories": of(TextKind::Trajectory),
        "fragments": of(TextKind::Fragment),
        "methodologies": of(TextKind::Methodology),
    })
}

/// Returns the records whose texts are unchanged, with these vectors: a node that is put anew loses the property of its
/// former space.
fn with_vectors(records: Records, vectors: &ByOwner<'_>) -> Result<Change, LongTermError> {
    let vector = |of: TextOf, text: &str| {
        let (embedded, embedding) = vectors.get(&of)?;
        (*embedded == text).then(|| (*embedding).clone())
    };
    let mut change = Change::default();
    for Kept(mut record) in records.trajectories {
        if let Some(new) = vector(TextOf::from(&record.id), record.embedding_text()) {
            record.embedding = Some(new);
            change.trajectories.push(trajectory(&record)?);
        }
    }
    for Kept(mut record) in records.fragments {
        if let Some(new) = vector(TextOf::from(&record.id), record.embedding_text()) {
            record.embedding = Some(new);
            change.fragments.push(fragment(&record)?);
        }
    }
    for Kept(mut record) in records.methodologies {
        if let Some(new) = vector(TextOf::from(&record.id), &record.embedding_text()) {
            record.embedding = Some(new);
            change.methodologies.push(methodology(&record)?);
        }
    }
    Ok(change)
}
