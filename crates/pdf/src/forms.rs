//! The fields of a file's form, with their values.

use std::collections::HashMap;

use pdfboss_core::form::{FieldType, FormField};
use pdfboss_core::{Document, ObjRef};

/// Most fields that are read.
const MOST: usize = 10_000;
/// A checked box.
const CHECKED: &str = "☑";

/// Returns `name: value` of each filled field, by the page that shows it; the first page has those that no page shows.
///
/// A checked box is `☑ name`. Passwords are left out.
pub(crate) fn fields(document: &Document, pages: usize) -> Vec<Vec<String>> {
    let filled: Vec<(FormField, String)> = document
        .form_fields()
        .into_iter()
        .filter_map(|field| told(&field).map(|told| (field, told)))
        .take(MOST)
        .collect();
    if filled.is_empty() {
        return Vec::new();
    }
    let mut places = HashMap::new();
    for number in 0..pages {
        for object in notes(document, number).unwrap_or_default() {
            places.insert(object, number);
        }
    }
    let mut told = vec![Vec::new(); pages];
    for (field, words) in filled {
        let mut widgets = field.widgets.iter();
        let place = widgets.find_map(|widget| places.get(&widget.object));
        if let Some(page) = told.get_mut(place.copied().unwrap_or_default()) {
            page.push(words);
        }
    }
    told
}

/// The annotations of a page, which show its fields. The library's own reading of them weighs more than all of ours.
fn notes(document: &Document, number: usize) -> Option<Vec<ObjRef>> {
    let page = document.page(number).ok()?;
    let notes = document.resolve(page.dict().get("Annots")?).ok()?;
    let notes = notes.as_array()?.iter();
    Some(notes.filter_map(|note| note.as_ref()).collect())
}

/// A field's name and value on one line.
fn told(field: &FormField) -> Option<String> {
    let name = field
        .alternate_name
        .as_deref()
        .unwrap_or_else(|| own_name(&field.name));
    let value = match field.field_type? {
        FieldType::Text if field.flags.password() => return None,
        FieldType::Text => field.text()?,
        FieldType::Choice => field.selected().join(", "),
        FieldType::Button if field.checked() == Some(true) => {
            return Some(format!("{CHECKED} {}", on_one_line(name)));
        }
        FieldType::Button => field.state().filter(|state| *state != "Off")?.to_owned(),
        FieldType::Signature => return None,
    };
    let value = on_one_line(&value);
    (!value.is_empty()).then(|| match on_one_line(name) {
        name if name.is_empty() => value,
        name => format!("{name}: {value}"),
    })
}

/// The last part of a field's full name, without its number: `B950` of `page[0].B950[0]`.
fn own_name(name: &str) -> &str {
    let own = name.rsplit('.').next().unwrap_or(name);
    own.split_once('[').map_or(own, |(own, _)| own)
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
