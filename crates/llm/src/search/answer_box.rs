//! The search engine's own answer: its answer box, or its facts about the subject.

use serde_json::Value;

use super::link::{link_safe, web_address};
use super::read::text_of;
use super::reply::one_line;

/// Characters of the answer.
const LETTERS: usize = 1_500;

/// Facts that are kept of a thing.
const FACTS: usize = 12;

/// The answer and the page that it is from.
pub(super) fn answer(payload: &Value) -> Option<(String, Option<String>)> {
    let boxed = payload.get("answerBox");
    let known = payload.get("knowledgeGraph");
    boxed
        .and_then(|boxed| Some((boxed_answer(boxed)?, page(boxed, &["link"]))))
        .or_else(|| {
            Some((
                knowledge(known?)?,
                page(known?, &["descriptionLink", "website"]),
            ))
        })
}

fn page(of: &Value, names: &[&str]) -> Option<String> {
    let text = |name: &&str| web_address(of.get(*name)?.as_str()?);
    names.iter().find_map(text).map(|url| link_safe(&url))
}

fn boxed_answer(boxed: &Value) -> Option<String> {
    let parts = [text_of(boxed, "answer"), text_of(boxed, "snippet")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    // A box with a title alone, such as a song or a game, answers nothing.
    (!parts.is_empty()).then(|| one_line(&parts.join(" — "), LETTERS))
}

fn knowledge(known: &Value) -> Option<String> {
    let facts = facts(known);
    let said: Vec<String> = text_of(known, "description")
        .into_iter()
        .chain((!facts.is_empty()).then_some(facts))
        .collect();
    if said.is_empty() {
        return None;
    }
    let name = match (text_of(known, "title"), text_of(known, "type")) {
        (Some(title), Some(kind)) => format!("{title} ({kind}): "),
        (Some(name), None) | (None, Some(name)) => format!("{name}: "),
        (None, None) => String::new(),
    };
    Some(one_line(&(name + &said.join(" ")), LETTERS))
}

fn facts(known: &Value) -> String {
    let facts = known.get("attributes").and_then(Value::as_object);
    let facts: Vec<String> = facts
        .into_iter()
        .flatten()
        .filter_map(|(name, value)| Some(format!("{name}: {}", value.as_str()?)))
        .take(FACTS)
        .collect();
    facts.join("; ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mb_19_the_answer_box_comes_before_what_is_known() {
        let payload = json!({
            "knowledgeGraph": {"title": "Mount Everest", "description": "A mountain."},
            "answerBox": {
                "snippet": "Mount Everest is\n8,849 m high.",
                "title": "Mount Everest",
                "link": "https://en.wikipedia.org/wiki/Mount_Everest#Height"
            }
        });
        let (text, url) = answer(&payload).unwrap();
        assert_eq!(text, "Mount Everest is 8,849 m high.");
        assert_eq!(url.unwrap(), "https://en.wikipedia.org/wiki/Mount_Everest");
    }

    #[test]
    fn mb_19_a_known_thing_is_told_with_its_facts() {
        let payload = json!({"knowledgeGraph": {
            "title": "Ada Lovelace",
            "type": "English mathematician",
            "website": "https://findingada.com",
            "description": "She wrote about the Analytical Engine.",
            "descriptionLink": "javascript:alert(1)",
            "attributes": {"Born": "December 10, 1815", "Children": 3}
        }});
        let (text, url) = answer(&payload).unwrap();
        assert_eq!(
            text,
            "Ada Lovelace (English mathematician): She wrote about the Analytical Engine. \
             Born: December 10, 1815"
        );
        assert_eq!(url.unwrap(), "https://findingada.com/");
    }

    #[test]
    fn mb_19_boxes_without_an_answer_are_none() {
        for payload in [
            json!({}),
            json!({"answerBox": "text", "knowledgeGraph": []}),
            json!({"answerBox": {"title": "A song"}, "knowledgeGraph": {"title": "A thing"}}),
        ] {
            assert_eq!(answer(&payload), None, "{payload}");
        }
        let payload = json!({"answerBox": {"answer": "42", "link": 7}});
        assert_eq!(answer(&payload), Some(("42".to_owned(), None)));
    }
}
