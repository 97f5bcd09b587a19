//! Cuts in a topic whose sentences contradict each other (MB-10). A node cannot be disputed with itself, so the two
//! sides must be in different nodes.

use amb_memory::text::{Outline, Span, Structure, Unit, UnitKind};

use super::contradiction::contradiction;
use super::statement::Statement;

/// The parts of a topic, in order and without a gap, none of which contradicts itself. A cut falls on
/// the last of `bounds` between the two sides, or else before the sentence that contradicts.
pub(super) fn without_dissent(
    text: &str,
    structure: &Structure,
    topic: Span,
    bounds: &[usize],
) -> Vec<Span> {
    let mut parts = Vec::new();
    let mut start = topic.start;
    let mut held: Vec<Placed> = Vec::new();
    let units = structure.units(text, topic);
    let outline = Outline::new(text, structure);
    for placed in units.iter().filter_map(|unit| placed(unit, &outline)) {
        let against = held
            .iter()
            .rev()
            .find(|other| contradiction(&other.statement, &placed.statement).is_some());
        if let Some(against) = against {
            let between = against.at + 1..=placed.at;
            let cut = bounds.iter().rev().find(|bound| between.contains(bound));
            let cut = cut.copied().unwrap_or(placed.at);
            parts.push(Span::new(start, cut));
            start = cut;
            held.retain(|other| other.at >= cut);
        }
        held.push(placed);
    }
    parts.push(Span::new(start, topic.end));
    parts
}

/// An assertion, and where its sentence begins.
struct Placed {
    at: usize,
    statement: Statement,
}

/// Returns the statements of a sentence, an item or a list. Rows and titles assert nothing by themselves: the titles
/// above them set them apart.
fn placed(unit: &Unit, outline: &Outline) -> Option<Placed> {
    let tells = matches!(
        unit.kind,
        UnitKind::Sentence | UnitKind::Item | UnitKind::List
    );
    let words = if tells { unit.words.as_str() } else { "" };
    Statement::read(words).map(|statement| Placed {
        at: unit.span.start,
        statement: statement.under(&outline.path_at(unit.span.start)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLL: &str = "The gate is old. The toll for a cart is five crowns. Dogs go free. The toll \
                        for a cart is seven crowns. It was raised.";

    fn parts(text: &str, bounds: &[usize]) -> Vec<String> {
        let spans = without_dissent(
            text,
            &Structure::plain(text),
            Span::new(0, text.len()),
            bounds,
        );
        spans.iter().map(|span| span.of(text).to_owned()).collect()
    }

    #[test]
    fn mb_10_two_sides_come_into_two_parts() {
        let found = parts(TOLL, &[]);
        assert_eq!(found.concat(), TOLL);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("five") && found[1].starts_with("The toll"));
    }

    #[test]
    fn mb_10_a_bound_between_the_sides_is_taken() {
        let dogs = TOLL.find("Dogs").unwrap();
        let found = parts(TOLL, &[0, dogs]);
        assert_eq!(found.len(), 2);
        assert!(found[1].starts_with("Dogs"));
    }

    #[test]
    fn mb_10_what_agrees_stays_together() {
        let text = "The toll for a cart is five crowns. The toll for a horse is seven crowns.";
        assert_eq!(parts(text, &[]), [text]);
        assert_eq!(parts("", &[]), [""]);
    }
}
