//! The sensory buffer: the latest inputs, raw (seed 004, 感知缓冲).

use super::entry::{MAX_CONTENT_CHARS, bounded};
use super::observation::NewMemory;
use std::collections::VecDeque;

/// The latest inputs, first in, first out (AF-01). It lives as long as a session and is not stored:
/// what leaves it is handed back.
#[derive(Debug, Clone, PartialEq)]
pub struct SensoryBuffer {
    capacity: usize,
    inputs: VecDeque<NewMemory>,
}

impl SensoryBuffer {
    /// An empty buffer for `capacity` inputs (the seed: 10), at least one.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity: capacity.max(1),
            inputs: VecDeque::new(),
        }
    }

    /// Takes an input, its content bounded as a memory's is. Gives back the oldest, if the buffer
    /// was full.
    pub fn push(&mut self, input: NewMemory) -> Option<NewMemory> {
        let displaced = if self.inputs.len() == self.capacity {
            self.inputs.pop_front()
        } else {
            None
        };
        self.inputs.push_back(NewMemory {
            content: bounded(&input.content, MAX_CONTENT_CHARS),
            ..input
        });
        displaced
    }

    /// The inputs, the oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NewMemory> {
        self.inputs.iter()
    }

    /// Takes all inputs out, the oldest first.
    pub fn drain(&mut self) -> Vec<NewMemory> {
        self.inputs.drain(..).collect()
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns true if the buffer has no inputs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }
}
