use std::ops::Bound;

use super::rows::TrajectoryGraph;
use crate::retrieval::Embedding;
use crate::trajectory::records::{FragmentId, MethodologyId, TrajectoryId};
use crate::trajectory::vectors::{NewVector, TextKind, TextOf, TextPage, VectorQuery};

impl TrajectoryGraph {
    /// Which of the texts after one have no vector of a model and length.
    #[must_use]
    pub fn without_vectors(&self, query: &VectorQuery) -> TextPage {
        let later = TextKind::ALL
            .into_iter()
            .filter_map(|kind| Some(self.texts_after(kind, query.after_id(kind)?)));
        let seen = later.flatten().take(query.limit);
        let seen = seen.map(|(of, text, own)| {
            let is_wanted = |own: &Embedding| {
                own.model() == query.model && own.dimensions() == query.dimensions
            };
            let has = own.is_some_and(is_wanted);
            (of, (!has).then_some(text))
        });
        TextPage::of(seen.collect(), query.limit)
    }

    fn texts_after(
        &self,
        kind: TextKind,
        id: &str,
    ) -> Box<dyn Iterator<Item = (TextOf, String, Option<&Embedding>)> + '_> {
        match kind {
            TextKind::Trajectory => {
                let after = (Bound::Excluded(TrajectoryId::from(id)), Bound::Unbounded);
                Box::new(self.trajectories.range(after).map(|(id, row)| {
                    let text = row.embedding_text().to_owned();
                    (TextOf::from(id), text, row.embedding.as_ref())
                }))
            }
            TextKind::Fragment => {
                let after = (Bound::Excluded(FragmentId::from(id)), Bound::Unbounded);
                Box::new(self.fragments.range(after).map(|(id, row)| {
                    let text = row.embedding_text().to_owned();
                    (TextOf::from(id), text, row.embedding.as_ref())
                }))
            }
            TextKind::Methodology => {
                let after = (Bound::Excluded(MethodologyId::from(id)), Bound::Unbounded);
                Box::new(self.methodologies.range(after).map(|(id, row)| {
                    let text = row.embedding_text();
                    (TextOf::from(id), text, row.embedding.as_ref())
                }))
            }
        }
    }

    /// Gives texts that are still the same these vectors in place of any others; how many. A consolidation that was made
    /// from memory before is stale then.
    pub fn put_vectors(&mut self, vectors: &[NewVector]) -> usize {
        let put = vectors.iter().filter(|new| self.put_vector(new)).count();
        if put > 0 {
            self.revision += 1;
        }
        put
    }

    fn put_vector(&mut self, new: &NewVector) -> bool {
        let (of, text) = (&new.text.of, &new.text.text);
        let id = of.id.as_str();
        let embedding = match of.kind {
            TextKind::Trajectory => {
                let known = self.trajectories.get_mut(&TrajectoryId::from(id));
                let same = known.filter(|row| row.embedding_text() == text);
                same.map(|row| &mut row.embedding)
            }
            TextKind::Fragment => {
                let known = self.fragments.get_mut(&FragmentId::from(id));
                let same = known.filter(|row| row.embedding_text() == text);
                same.map(|row| &mut row.embedding)
            }
            TextKind::Methodology => {
                let known = self.methodologies.get_mut(&MethodologyId::from(id));
                let same = known.filter(|row| row.embedding_text() == *text);
                same.map(|row| &mut row.embedding)
            }
        };
        let Some(embedding) = embedding else {
            return false;
        };
        *embedding = Some(new.embedding.clone());
        true
    }
}
