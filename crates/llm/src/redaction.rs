//! Keys taken out of what a server sends, as it comes.

/// Takes keys out of a body that comes in pieces; what may be the beginning of one is held back until more has come.
pub struct Redaction {
    keys: Vec<Vec<u8>>,
    held: Vec<u8>,
}

impl Redaction {
    /// Of these keys, none of which is empty.
    pub(crate) fn of(keys: impl Iterator<Item = String>) -> Self {
        Self {
            keys: keys.map(String::into_bytes).collect(),
            held: Vec::new(),
        }
    }

    /// What of the body can be handed on, now that this piece has come.
    #[must_use]
    pub fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        if self.keys.is_empty() {
            return piece.to_vec();
        }
        let mut known = std::mem::take(&mut self.held);
        known.extend_from_slice(piece);
        let mut told = Vec::with_capacity(known.len());
        let mut rest = known.as_slice();
        while let Some((first, after)) = rest.split_first() {
            if let Some(key) = self.keys.iter().find(|key| rest.starts_with(key)) {
                told.extend_from_slice("…".as_bytes());
                rest = rest.get(key.len()..).unwrap_or_default();
            } else if self.keys.iter().any(|key| key.starts_with(rest)) {
                break;
            } else {
                told.push(*first);
                rest = after;
            }
        }
        self.held = rest.to_vec();
        told
    }

    /// A text that has come whole.
    pub(crate) fn whole(mut self, text: &[u8]) -> Vec<u8> {
        let mut told = self.push(text);
        told.extend(self.finish());
        told
    }

    /// What was held back, once nothing more comes.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.held
    }
}
