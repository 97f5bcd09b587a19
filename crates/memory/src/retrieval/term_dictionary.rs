use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// A term's number, reused after the term has left the index.
pub(super) type TermId = u32;

/// Terms by number and numbers by term. Each term's text is stored once.
#[derive(Debug, Clone, Default)]
pub(super) struct TermDictionary {
    hasher: DefaultHashBuilder,
    ids: HashTable<TermId>,
    texts: Vec<Box<str>>,
    free: Vec<TermId>,
}

impl TermDictionary {
    /// The number of a known term.
    pub(super) fn get(&self, term: &str) -> Option<TermId> {
        let hash = self.hasher.hash_one(term);
        self.ids
            .find(hash, |id| text_of(&self.texts, *id) == term)
            .copied()
    }

    /// The number of a term, given now if it has none.
    pub(super) fn intern(&mut self, term: &str) -> TermId {
        let hash = self.hasher.hash_one(term);
        let known = self.ids.find(hash, |id| text_of(&self.texts, *id) == term);
        if let Some(id) = known {
            return *id;
        }
        let id = self.store(term);
        let (texts, hasher) = (&self.texts, &self.hasher);
        self.ids
            .insert_unique(hash, id, |id| hasher.hash_one(text_of(texts, *id)));
        id
    }

    /// Forgets a term that no document holds any more.
    pub(super) fn release(&mut self, id: TermId) {
        let Some(text) = self.texts.get_mut(id as usize) else {
            return;
        };
        let hash = self.hasher.hash_one(&**text);
        if let Ok(entry) = self.ids.find_entry(hash, |known| *known == id) {
            entry.remove();
            *text = Box::default();
            self.free.push(id);
        }
    }

    /// Returns the number of known terms.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    fn store(&mut self, term: &str) -> TermId {
        let reused = self.free.pop();
        if let Some(id) = reused
            && let Some(text) = self.texts.get_mut(id as usize)
        {
            *text = term.into();
            return id;
        }
        self.texts.push(term.into());
        // Terms take memory: 32 bits of them do not fit into a wasm or sensible native process.
        (self.texts.len() - 1) as TermId
    }
}

fn text_of(texts: &[Box<str>], id: TermId) -> &str {
    texts.get(id as usize).map_or("", |text| text)
}
