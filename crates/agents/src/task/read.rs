//! Reading a document into memory: windows, topics, nodes (MB-08, MB-15, MB-23).

use std::cell::Cell;

use amb_memory::task::{AttachmentType, SourceRef, Trust};
use amb_memory::text::{Outline, Span, Structure, split_to_window};

use super::given::{held_of, without};
use super::remember::{Part, Remembered};
use super::source::{Stretch, together};
use super::{Adapter, AdapterError};
use crate::engine::EngineError;
use crate::host::ContentHash;
use crate::protocol::{
    Activity, ClassificationInput, Cluster, DocumentSummary, Event, FoundText, SourceText,
    WindowPassage,
};

/// After this many topics the platform gets a turn, so that a cancellation can arrive.
const TOPICS_BETWEEN_PAUSES: usize = 16;

/// A document while it is read.
pub(super) struct Reading<'d> {
    pub name: &'d str,
    pub text: &'d str,
    pub structure: &'d Structure,
    pub outline: Outline,
    pub blob: ContentHash,
    /// Sources of its parts.
    stretches: Vec<Stretch>,
    /// The places of it that memory holds already, in their order.
    held: Vec<Span>,
    /// The passages of the window being read.
    passages: Vec<WindowPassage>,
    /// Start of that window.
    window_start: usize,
    /// True if it is read to its end whatever the time: a step found it.
    whole: bool,
    counted: Cell<Counted>,
}

/// A text to be read, and its structure.
struct Told<'t> {
    name: &'t str,
    text: &'t str,
    structure: &'t Structure,
}

/// A place in a text, in bytes and in characters.
#[derive(Debug, Clone, Copy, Default)]
struct Counted {
    bytes: usize,
    chars: usize,
}

impl Reading<'_> {
    fn activity(&self) -> Activity {
        Activity::Reading {
            document: self.name.to_owned(),
        }
    }

    fn linking(&self) -> Activity {
        Activity::Linking {
            document: self.name.to_owned(),
        }
    }

    /// Turns to a window.
    fn open(&mut self, window: Span) {
        self.passages = WindowPassage::of(self.text, self.structure, &self.outline, window);
        self.window_start = window.start;
    }

    /// The structure of a part of the text.
    fn slice(&self, part: Span) -> Structure {
        self.structure.slice_under(self.text, part, &self.outline)
    }

    /// The parts of a stretch of the text that memory does not hold, of each source that it comes from.
    fn parts(&self, place: Span) -> impl Iterator<Item = Part> {
        self.stretches.iter().flat_map(move |stretch| {
            let place = stretch.within(place).into_iter();
            let new = place.flat_map(|place| without(place, &self.held));
            new.map(|part| Part {
                text: part.of(self.text).to_owned(),
                place: Some(part),
                structure: Some(self.slice(part)),
                source: Some(stretch.source_of(part, self.chars_before(part.start))),
                trust: stretch.trust,
            })
        })
    }

    /// Returns true if memory holds all that there is to read in a place.
    fn is_held(&self, place: Span) -> bool {
        let is_blank = |part: &Span| part.of(self.text).trim().is_empty();
        !self.held.is_empty() && without(place, &self.held).iter().all(is_blank)
    }

    /// Returns the trust of its least trusted part.
    fn trust(&self) -> Trust {
        Trust::least(self.stretches.iter().map(|stretch| stretch.trust))
    }

    /// The passages of a part of the document within the open window, by their place in that part;
    /// one that goes on beyond the part is cut.
    pub(super) fn passages_in(&self, part: Span) -> Vec<WindowPassage> {
        let window = self.window_start;
        let cut = |passage: &WindowPassage| {
            let start = (window + passage.span.start).max(part.start);
            let end = (window + passage.span.end).min(part.end);
            let place = Span::new(start, end);
            let is_whole = place.len() == passage.span.len();
            (start < end).then(|| WindowPassage {
                span: Span::new(start - part.start, end - part.start),
                headings: passage.headings.clone(),
                words: match is_whole {
                    true => passage.words.clone(),
                    false => self.structure.passage_words(self.text, place),
                },
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
    /// Errors of an agent, the host or the memory; the text that was read until then is kept.
    pub async fn read_document(&mut self, document: &SourceText) -> Result<(), AdapterError> {
        let chars = document.text.chars().count();
        self.announce(&document.name, chars, &document.notes, true);
        let summary = self.expect_document(document);
        if let Some(known) = self.session.documents.get_mut(summary) {
            known.engine = Some(self.engine.label());
        }
        let stretches = vec![Stretch::of_document(document, summary)];
        let held = held_of(self.session.bank.interaction_tree(), document);
        let structure = document.structure();
        let text = Told {
            name: &document.name,
            text: &document.text,
            structure: &structure,
        };
        self.read_text(text, stretches, held, false).await
    }

    /// Reads what a step found into memory, as one text whose parts keep where they come from; it is read to
    /// its end, whatever time the budget leaves.
    ///
    /// # Errors
    /// As [`Self::read_document`].
    pub(super) async fn read_found(
        &mut self,
        name: &str,
        found: &[FoundText],
    ) -> Result<(), AdapterError> {
        let (text, structure, mut stretches) =
            together(self.session.bank.interaction_tree(), found);
        if stretches.is_empty() {
            return Ok(());
        }
        for stretch in &mut stretches {
            let chars = stretch.span.of(&text).chars().count();
            self.announce(&stretch.start.document, chars, &[], true);
            stretch.summary = self.expect_found(&stretch.start, chars);
        }
        self.context.progress.expect(text.len());
        let told = Told {
            name,
            text: &text,
            structure: &structure,
        };
        self.read_text(told, stretches, Vec::new(), true).await
    }

    async fn read_text(
        &mut self,
        told: Told<'_>,
        stretches: Vec<Stretch>,
        held: Vec<Span>,
        whole: bool,
    ) -> Result<(), AdapterError> {
        let Told {
            name,
            text,
            structure,
        } = told;
        let mut reading = Reading {
            name,
            text,
            structure,
            outline: Outline::new(text, structure),
            stretches,
            held,
            blob: self.context.host.put_blob(text.as_bytes()).await?,
            passages: Vec::new(),
            window_start: 0,
            whole,
            counted: Cell::default(),
        };
        let window = self.engine.window(self.context.settings);
        let ratio = self.context.settings.chunk_ratio;
        for span in split_to_window(text, structure, window, ratio) {
            self.check_time(&reading)?;
            if reading.is_held(span) {
                self.context
                    .progress
                    .advance(2 * span.len(), u64::MAX, &reading.activity());
                continue;
            }
            reading.open(span);
            self.read_window(&reading, span).await?;
        }
        Ok(())
    }

    /// Counts a part of a text that is in memory now, or that has nothing to remember.
    pub(super) fn count_read(&mut self, reading: &Reading<'_>, place: Span) {
        for stretch in &reading.stretches {
            let Some(part) = stretch.within(place) else {
                continue;
            };
            if let Some(summary) = self.session.documents.get_mut(stretch.summary) {
                let before = summary.read_chars.unwrap_or(0);
                summary.read_chars = Some(before + part.of(reading.text).chars().count());
            }
        }
    }

    /// Notes that a further text of a page, which begins at `start` in what the run has of it, is to be read.
    /// Returns the page's place among the session's documents.
    fn expect_found(&mut self, start: &SourceRef, chars: usize) -> usize {
        let name = start.document.as_str();
        let documents = &mut self.session.documents;
        let known = documents.iter().position(|known| known.name == name);
        let place = known.unwrap_or_else(|| {
            documents.push(DocumentSummary {
                name: name.to_owned(),
                chars: 0,
                read_chars: Some(0),
                notes: Vec::new(),
                pages: Vec::new(),
                engine: Some(self.engine.label()),
            });
            documents.len() - 1
        });
        if let Some(page) = documents.get_mut(place) {
            page.read_chars.get_or_insert(page.chars);
            page.chars = start.chars_before + chars;
        }
        place
    }

    /// Notes that a document is to be read, so that one that a stopped run never began is known too. Returns
    /// its place among the session's documents, which is that of what memory holds of it, if anything.
    pub(super) fn expect_document(&mut self, document: &SourceText) -> usize {
        let held = held_of(self.session.bank.interaction_tree(), document);
        let documents = &mut self.session.documents;
        let chars = document.text.chars().count();
        let is_expected = |known: &DocumentSummary| {
            let is_begun = known.read_chars != Some(0);
            known.name == document.name && (!is_begun || known.chars == chars)
        };
        let place = documents.iter().position(is_expected);
        let place = place.unwrap_or(documents.len());
        let known = documents.get(place);
        let engine = known.and_then(|known| known.engine.clone());
        let read_chars = known.and_then(|known| known.read_chars);
        let summary = DocumentSummary {
            name: document.name.clone(),
            chars,
            read_chars: read_chars.filter(|_| !held.is_empty()).or(Some(0)),
            notes: document.notes.clone(),
            pages: document.pages.clone(),
            engine,
        };
        match documents.get_mut(place) {
            Some(known) => *known = summary,
            None => documents.push(summary),
        }
        place
    }

    /// Tells of a document, which is read now or is in memory already.
    pub(super) fn announce(&self, document: &str, chars: usize, notes: &[String], is_read: bool) {
        (self.context.emit)(Event::Source {
            document: document.to_owned(),
            chars,
            notes: notes.to_vec(),
            engine: is_read.then(|| self.engine.label()),
        });
    }

    /// Reads one window.
    async fn read_window(&mut self, reading: &Reading<'_>, span: Span) -> Result<(), AdapterError> {
        let Some(text) = reading.text.get(span.start..span.end) else {
            return Ok(());
        };
        if text.trim().is_empty() {
            self.count_read(reading, span);
            return Ok(());
        }
        let begun = self.context.progress.done();
        let activity = reading.activity();
        self.context
            .embeddings
            .read_window(activity.clone(), begun + text.len() as u64);
        let input = ClassificationInput {
            context: text.to_owned(),
            structure: reading.slice(span),
            passages: reading.passages.clone(),
            task_goal: Some(self.session.bank.insight_doc().task_goal().to_owned()),
        };
        let topics = self.engine.classify(&self.context, &input).await?.clusters;
        self.context.embeddings.window_read();
        self.context
            .progress
            .reach(begun + text.len() as u64, &activity);

        for (number, topic) in topics.iter().enumerate() {
            if number > 0 {
                self.check_time(reading)?;
            }
            self.remember_topic(reading, span.start, topic).await?;
            self.context
                .progress
                .advance(topic.content.len(), u64::MAX, &reading.linking());
            if number % TOPICS_BETWEEN_PAUSES == 0 {
                self.context.host.sleep(0).await?;
            }
        }
        self.context.embeddings.forget();
        Ok(())
    }

    /// Ends the reading where the budget leaves no time for more.
    fn check_time(&self, reading: &Reading<'_>) -> Result<(), AdapterError> {
        if reading.whole {
            return Ok(());
        }
        let checked = self
            .context
            .meter
            .in_time(self.context.host, self.context.emit);
        Ok(checked.map_err(EngineError::from)?)
    }

    async fn remember_topic(
        &mut self,
        reading: &Reading<'_>,
        window_start: usize,
        topic: &Cluster,
    ) -> Result<(), AdapterError> {
        let place = |span: &Span| Span::new(window_start + span.start, window_start + span.end);
        let mut places = topic.spans.iter().map(place);
        if !topic.spans.is_empty() && places.all(|place| reading.is_held(place)) {
            return Ok(());
        }
        let places = topic.spans.iter().map(place);
        let parts = places.flat_map(|place| reading.parts(place));
        let (blank, mut parts): (Vec<Part>, Vec<Part>) =
            parts.partition(|part| part.text.trim().is_empty());
        for place in blank.iter().filter_map(|part| part.place) {
            self.count_read(reading, place);
        }
        if topic.content.trim().is_empty() {
            return Ok(());
        }
        if parts.is_empty() {
            parts.push(Part::unplaced(&topic.content, reading.trust()));
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
