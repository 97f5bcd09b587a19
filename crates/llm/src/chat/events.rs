//! Server-sent events out of bytes, as they come.
//!
//! A stream is cut anywhere: inside a character, between CR and LF. Only the fields that chat
//! endpoints use are read: `data`, and the blank line that ends an event.

/// Most bytes of one line: an event holds a few words, or one whole reply.
const MAX_LINE: usize = 8 * 1024 * 1024;

/// Takes bytes, gives the data of the events that they complete.
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    data: Vec<String>,
    after_return: bool,
    began: bool,
    overflown: bool,
}

impl Events {
    /// The data of each event that these bytes complete.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        for &byte in bytes {
            let second_half = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            match byte {
                _ if second_half => {}
                b'\r' | b'\n' => self.end_line(&mut events),
                _ if self.line.len() >= MAX_LINE => self.overflown = true,
                _ => self.line.push(byte),
            }
        }
        events
    }

    /// The event that the end of the stream completes, where the last blank line is missing.
    pub(super) fn end(&mut self) -> Vec<String> {
        let mut events = Vec::new();
        if !self.line.is_empty() {
            self.end_line(&mut events);
        }
        self.end_line(&mut events);
        events
    }

    /// Whether a line was too long to be read.
    pub(super) fn overflown(&self) -> bool {
        self.overflown
    }

    fn end_line(&mut self, events: &mut Vec<String>) {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = if self.began {
            &*line
        } else {
            line.strip_prefix('\u{FEFF}').unwrap_or(&line)
        };
        self.began = true;
        if line.is_empty() {
            if !self.data.is_empty() {
                events.push(std::mem::take(&mut self.data).join("\n"));
            }
        } else if let Some(data) = line.strip_prefix("data:") {
            self.data
                .push(data.strip_prefix(' ').unwrap_or(data).to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(stream: &[u8], cut: usize) -> Vec<String> {
        let mut events = Events::default();
        let mut found: Vec<String> = stream
            .chunks(cut)
            .flat_map(|chunk| events.push(chunk))
            .collect();
        found.extend(events.end());
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
