//! Server-sent events out of bytes, as they come.
//!
//! A stream is cut anywhere: inside a character, between CR and LF. Only the fields that chat
//! endpoints use are read: `data`, and the blank line that ends an event.

use std::borrow::Cow;
use std::mem;

use memchr::memchr2;

/// Most bytes of one line: an event holds a few words, or one whole reply.
const MAX_LINE: usize = 8 * 1024 * 1024;

/// The fields of an event.
const FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// Characters kept of a line that is no field, and bytes of all such lines together, except the last.
const FOREIGN: usize = 300;

/// Takes bytes, gives the data of the events that they complete.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// Start of an incomplete line.
    line: Vec<u8>,
    /// Data of an incomplete event.
    data: String,
    has_data: bool,
    after_return: bool,
    began: bool,
    overflown: bool,
    /// True if there was any data.
    heard: bool,
    /// Start of a body that is no event.
    foreign: String,
}

impl Events {
    /// Hands on the data of each event that these bytes complete.
    pub(super) fn push(&mut self, bytes: &[u8], event: &mut dyn FnMut(&str)) {
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            let second_half = *first == b'\n' && self.after_return;
            self.after_return = false;
            if second_half {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            let end = memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
            let (part, ended) = rest.split_at(end);
            rest = ended.get(1..).unwrap_or_default();
            let Some(ending) = ended.first() else {
                self.add_to_line(part);
                return;
            };
            self.after_return = *ending == b'\r';
            if self.line.is_empty() && part.len() <= MAX_LINE {
                self.take_line(part, event);
            } else {
                self.add_to_line(part);
                self.end_line(event);
            }
        }
    }

    fn add_to_line(&mut self, part: &[u8]) {
        let room = MAX_LINE.saturating_sub(self.line.len());
        self.overflown |= part.len() > room;
        self.line
            .extend_from_slice(part.get(..room).unwrap_or(part));
    }

    /// Passes on the event that the end of the stream completes, if the last blank line is missing.
    pub(super) fn end(&mut self, event: &mut dyn FnMut(&str)) {
        if !self.line.is_empty() {
            self.end_line(event);
        }
        self.end_line(event);
    }

    /// Returns true if a line was too long to be read.
    pub(super) fn overflown(&self) -> bool {
        self.overflown
    }

    /// Returns the start of the body, if it held no event at all.
    pub(super) fn foreign(&self) -> Option<&str> {
        let is_foreign = !self.heard && !self.foreign.trim().is_empty();
        is_foreign.then_some(&*self.foreign)
    }

    fn end_line(&mut self, event: &mut dyn FnMut(&str)) {
        let mut line = mem::take(&mut self.line);
        self.take_line(&line, event);
        line.clear();
        self.line = line;
    }

    fn take_line(&mut self, line: &[u8], event: &mut dyn FnMut(&str)) {
        // A line without faults, as almost all are, is decoded faster than one that may have some.
        let line =
            str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed);
        let line = if self.began {
            &*line
        } else {
            line.strip_prefix('\u{FEFF}').unwrap_or(&line)
        };
        if line.is_empty() {
            self.end_event(event);
        } else if let Some(data) = line.strip_prefix("data:") {
            self.heard = true;
            let data = data.strip_prefix(' ').unwrap_or(data);
            if mem::replace(&mut self.has_data, true) {
                self.data.push('\n');
            }
            self.data.push_str(data);
        } else if !is_field(line) && self.foreign.len() < FOREIGN {
            self.foreign.extend(line.chars().take(FOREIGN));
            self.foreign.push('\n');
        }
        self.began = true;
    }

    fn end_event(&mut self, event: &mut dyn FnMut(&str)) {
        if mem::take(&mut self.has_data) {
            event(&self.data);
            self.data.clear();
        }
    }
}

/// Returns true if a line is a field of an event or a comment, perhaps truncated.
fn is_field(line: &str) -> bool {
    let name = line.split_once(':').map_or(line, |(name, _)| name);
    FIELDS.iter().any(|field| field.starts_with(name))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(stream: &[u8], cut: usize) -> Vec<String> {
        let mut events = Events::default();
        let mut found = Vec::new();
        let mut event = |data: &str| found.push(data.to_owned());
        for chunk in stream.chunks(cut) {
            events.push(chunk, &mut event);
        }
        events.end(&mut event);
        found
    }

    #[test]
    fn mb_21_events_are_read_whatever_ends_their_lines() {
        for stream in [
            "data: a\n\ndata: b\n\n",
            "data: a\r\n\r\ndata: b\r\n\r\n",
            "data:a\r\rdata:b\r\r",
            "\u{FEFF}data: a\n\n: keep-alive\n\nevent: message\nid: 7\ndata: b",
        ] {
            assert_eq!(read(stream.as_bytes(), 1), ["a", "b"], "{stream:?}");
        }
        assert_eq!(read(b"data: a\ndata: b\n\n", 3), ["a\nb"]);
    }

    #[test]
    fn mb_21_what_is_no_stream_of_events_is_told_by_its_beginning() {
        let foreign = |stream: &str| {
            let mut events = Events::default();
            events.push(stream.as_bytes(), &mut |_| {});
            events.end(&mut |_| {});
            events.foreign().map(|told| told.trim().to_owned())
        };
        let page = "\u{FEFF}<html>\n<title>Sign in</title>\n";
        assert_eq!(
            foreign(page).as_deref(),
            Some("<html>\n<title>Sign in</title>")
        );
        assert!(foreign(&page.repeat(9999)).is_some_and(|told| told.len() < 900));
        for stream in [
            "",
            "\n \n",
            ": alive\n\n",
            "da",
            "event: message\nid",
            "<html>\ndata: a\n\n",
        ] {
            assert_eq!(foreign(stream), None, "{stream:?}");
        }
    }

    proptest! {
        #[test]
        fn mb_21_where_a_stream_is_cut_does_not_matter(
            texts in prop::collection::vec("[a-z量子😀 ]{1,12}", 1..6), cut in 1_usize..9
        ) {
            let stream: String = texts.iter().map(|text| format!("data: {text}\r\n\r\n")).collect();
            prop_assert_eq!(read(stream.as_bytes(), cut), read(stream.as_bytes(), stream.len()));
            prop_assert_eq!(read(stream.as_bytes(), cut), texts);
        }
    }
}
