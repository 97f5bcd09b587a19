//! From the steps through a page to its text and structure.

use std::ops::Range;

use amb_memory::text::Structure;

use super::elements::Element;
use super::events::{Event, Events};
use super::gaps::Stretch;
use super::grid::Grid;
use super::writer::TextWriter;

/// Returns the text and the structure of some of a page's events.
pub(super) fn compose(events: &Events, range: Range<usize>) -> (String, Structure) {
    let mut writer = TextWriter::default();
    write(events, range, &mut writer);
    writer.finish()
}

/// Returns the text of some events on one line.
pub(super) fn on_one_line(events: &Events, range: Range<usize>) -> Stretch {
    let mut writer = TextWriter::on_one_line();
    write(events, range, &mut writer);
    writer.finish_line()
}

/// Writes some of a page's events.
pub(super) fn write(events: &Events, range: Range<usize>, writer: &mut TextWriter) {
    let mut at = range.start;
    while at < range.end
        && let Some(event) = events.all.get(at)
    {
        at += 1;
        match event {
            Event::Text(span) => {
                writer.text(events.text.get(span.clone()).unwrap_or_default());
            }
            Event::Open(Element::Table { layout: false }) => {
                let (grid, end) = Grid::read(events, at..range.end);
                if grid.has_columns() {
                    grid.write(events, writer);
                    at = end;
                } else {
                    writer.open(Element::Table { layout: true });
                }
            }
            Event::Open(element) => writer.open(*element),
            Event::Close(element) => writer.close(*element),
        }
    }
}
