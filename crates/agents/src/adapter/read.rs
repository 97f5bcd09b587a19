//! Reading a document into memory: windows, topics, nodes (MB-08, MB-15, MB-23).

use std::cell::Cell;

use amb_memory::task::{AttachmentType, SourceRef};
use amb_memory::text::{Outline, Span, split_to_window};

use super::{Adapter, AdapterError};
use crate::adapter::remember::{Part, Remembered};
use crate::engine::{ClassificationInput, Cluster, EngineError, WindowPassage};
use crate::event::Event;
use crate::host::ContentHash;
use crate::run::{DocumentSummary, SourceText};

/// After this many topics the platform gets a turn, so that a cancellation can arrive.
const TOPICS_BETWEEN_PAUSES: usize = 4;

/// A document while it is read.
pub(super) struct Reading<'d> {
    pub name: &'d str,
    pub text: &'d str,
    pub outline: Outline,
    pub blob: ContentHash,
    /// Its place among the session's documents.
    place: usize,
    /// The passages of the window being read.
    passages: Vec<WindowPassage>,
    /// Where that window starts.
    window_start: usize,
    /// Whether it is read to its end whatever the time: what a step found.
    whole: bool,
    counted: Cell<Counted>,
}

/// A place in a text, in bytes and in characters.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    bytes: usize,
    chars: usize,
}

impl Reading<'_> {
    /// Turns to a window.
    fn open(&mut self, window: Span) {
        self.passages = WindowPassage::of(self.text, &self.outline, window);
        self.window_start = window.start;
    }

    /// The passages of a part of the document within the open window, by their place in that part;
    /// one that goes on beyond the part is cut.
    pub(super) fn passages_in(&self, part: Span) -> Vec<WindowPassage> {
        let window = self.window_start;
        let cut = |passage: &WindowPassage| {
            let start = (window + passage.span.start).max(part.start);
            let end = (window + passage.span.end).min(part.end);
            (start < end).then(|| WindowPassage {
                span: Span::new(start - part.start, end - part.start),
                headings: passage.headings.clone(),
            })
        };
        self.passages.iter().filter_map(cut).collect()
    }

    /// Characters before a byte. Topics come in the order of the text, so each part of it is counted
    /// once.
    fn chars_before(&self, byte: usize) -> usize {
        let known = self.counted.get();
        let known = if known.bytes <= byte {
            known
        } else {
            Counted::default()
        };
        let between = self
            .text
            .get(known.bytes..byte)
            .map_or(0, |text| text.chars().count());
        let counted = Counted {
            bytes: byte,
            chars: known.chars + between,
        };
        self.counted.set(counted);
        counted.chars
    }
}

impl Adapter<'_> {
    /// Reads a document: cuts it into windows, and each window into topics that become nodes.
    ///
    /// # Errors
    /// What an agent, the host or the memory fails with; what was read until then is kept.
    pub async fn read_document(&mut self, document: &SourceText) -> Result<(), AdapterError> {
        self.read_text(document, false).await
    }

    /// As [`Adapter::read_document`]; a `whole` text is read to its end, whatever time the budget leaves.
    pub(super) async fn read_text(
        &mut self,
        document: &SourceText,
        whole: bool,
    ) -> Result<(), AdapterError> {
        let chars = document.text.chars().count();
        self.announce(document, chars);
        let place = self.expect_document(document);
        let mut reading = Reading {
            name: &document.name,
            text: &document.text,
            outline: Outline::new(&document.text),
            blob: self.host.put_blob(document.text.as_bytes()).await?,
            place,
            passages: Vec::new(),
            window_start: 0,
            whole,
            counted: Cell::default(),
        };
        let window = self.engine.window(self.settings);
        let ratio = self.settings.chunk_ratio;
        for span in split_to_window(&document.text, window, ratio) {
            self.check_time(&reading)?;
            reading.open(span);
            self.read_window(&reading, span).await?;
        }
        Ok(())
    }

    /// Counts a part of a document that is in memory now, or that has nothing to remember.
    pub(super) fn count_read(&mut self, reading: &Reading<'_>, part: &str) {
        if let Some(summary) = self.session.documents.get_mut(reading.place) {
            let before = summary.read_chars.unwrap_or(0);
            summary.read_chars = Some(before + part.chars().count());
        }
    }

    /// Notes that a document is to be read, so that one that a stopped run never began is known too. Returns
    /// its place among the session's documents.
    pub(crate) fn expect_document(&mut self, document: &SourceText) -> usize {
        let documents = &mut self.session.documents;
        let expected =
            |known: &DocumentSummary| known.name == document.name && known.read_chars == Some(0);
        documents.iter().position(expected).unwrap_or_else(|| {
            documents.push(DocumentSummary {
                name: document.name.clone(),
                chars: document.text.chars().count(),
                read_chars: Some(0),
                notes: document.notes.clone(),
                pages: document.pages.clone(),
            });
            documents.len() - 1
        })
    }

    fn announce(&self, document: &SourceText, chars: usize) {
        (self.emit)(Event::Source {
            document: document.name.clone(),
            chars,
            notes: document.notes.clone(),
        });
    }

    /// Reads one window.
    async fn read_window(&mut self, reading: &Reading<'_>, span: Span) -> Result<(), AdapterError> {
        let Some(text) = reading.text.get(span.start..span.end) else {
            return Ok(());
        };
        if text.trim().is_empty() {
            self.count_read(reading, text);
            return Ok(());
        }
        let begun = self.progress.done();
        let activity = format!("Reading {}", reading.name);
        self.embeddings
            .read_window(&activity, begun + text.len() as u64);
        let input = ClassificationInput {
            context: text.to_owned(),
            passages: reading.passages.clone(),
            task_goal: Some(self.session.bank.insight_doc().task_goal().to_owned()),
        };
        let topics = self
            .engine
            .classify(&self.context(), &input)
            .await?
            .clusters;
        self.embeddings.window_read();
        self.progress.reach(begun + text.len() as u64, &activity);

        for (number, topic) in topics.iter().enumerate() {
            if number > 0 {
                self.check_time(reading)?;
            }
            self.remember_topic(reading, span.start, topic).await?;
            let linking = format!("Linking topics of {}", reading.name);
            self.progress
                .advance(topic.content.len(), u64::MAX, &linking);
            if number % TOPICS_BETWEEN_PAUSES == 0 {
                self.host.sleep(0).await?;
            }
        }
        self.embeddings.forget();
        Ok(())
    }

    /// Ends the reading where the budget leaves no time for more.
    fn check_time(&self, reading: &Reading<'_>) -> Result<(), AdapterError> {
        if reading.whole {
            return Ok(());
        }
        let checked = self.meter.in_time(self.host, self.emit);
        Ok(checked.map_err(EngineError::from)?)
    }

    async fn remember_topic(
        &mut self,
        reading: &Reading<'_>,
        window_start: usize,
        topic: &Cluster,
    ) -> Result<(), AdapterError> {
        if topic.content.trim().is_empty() {
            self.count_read(reading, &topic.content);
            return Ok(());
        }
        let part = |span: &Span| {
            let place = Span::new(window_start + span.start, window_start + span.end);
            Part {
                text: place.of(reading.text).to_owned(),
                source: Some(SourceRef {
                    document: reading.name.to_owned(),
                    span: place,
                    chars_before: reading.chars_before(place.start),
                }),
            }
        };
        let mut parts: Vec<Part> = topic.spans.iter().map(part).collect();
        if parts.is_empty() {
            parts.push(Part::unplaced(&topic.content));
        }
        let attachments = vec![self.attachment(AttachmentType::Document, &reading.blob)?];
        let remembered = Remembered {
            topic,
            parts,
            reading: Some(reading),
            attachments,
        };
        self.remember(remembered).await.map(|_| ())
    }
}
