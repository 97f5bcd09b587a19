//! Tables, forms and oddly drawn text (BX-13, MB-04).
use super::made::{form, line, pages, placed, upwards};
use amb_documents::PageText;
use amb_memory::text::{BlockKind, Table};
use amb_pdf::read;

fn page(content: Vec<u8>) -> PageText {
    read(pages(&[content])).unwrap().pages.remove(0)
}

/// Rows of a table at these places: each cell's words, an empty one for none.
fn rows(columns: &[f32], top: f32, cells: &[&[&str]]) -> Vec<u8> {
    let mut words = Vec::new();
    let mut y = top;
    for row in cells {
        let placed = row.iter().zip(columns).filter(|(cell, _)| !cell.is_empty());
        words.extend(placed.map(|(cell, x)| (*cell, 11.0, *x, y)));
        y -= 18.0;
    }
    placed(&words)
}

fn kinds(page: &PageText) -> Vec<(&'static str, String)> {
    let structure = page.structure.as_ref().unwrap();
    let mut end = 0;
    let told = structure.blocks.iter().map(|block| {
        assert!(block.span.start >= end && block.span.fits(&page.text));
        end = block.span.end;
        let words = block.span.of(&page.text).to_owned();
        match &block.kind {
            BlockKind::Heading { .. } => ("heading", words),
            BlockKind::Row { cells, .. } => {
                let cells: Vec<&str> = cells.iter().map(|cell| cell.of(&page.text)).collect();
                ("row", cells.join("/"))
            }
            BlockKind::TableHead { .. } => ("head", words),
            BlockKind::Item { .. } => ("item", words),
            BlockKind::Code => ("code", words),
            _ => ("paragraph", words),
        }
    });
    told.collect()
}

fn tables(page: &PageText) -> Vec<Table> {
    page.structure.as_ref().unwrap().tables.clone()
}

#[test]
fn bx_13_an_empty_cell_of_a_table_without_rules_stays_empty() {
    let title = placed(&[("Moorings let in 2030", 16.0, 72.0, 780.0)]);
    let lead = placed(&[(
        "Numbers by quarter, as the harbour office has them.",
        11.0,
        72.0,
        757.0,
    )]);
    let table = rows(
        &[72.0, 220.0, 330.0, 440.0],
        730.0,
        &[
            &["Place", "Spring", "Summer", "Autumn"],
            &["Quay", "12", "15", "18"],
            &["Pontoon", "", "7", "9"],
            &["Buoy", "4", "", "6"],
            &["Slip", "", "", "2"],
            &["Beach", "31", "28"],
        ],
    );
    let note = placed(&[(
        "An empty field means that none were let.",
        11.0,
        72.0,
        600.0,
    )]);
    let page = page([title, lead, table, note].concat());
    assert_eq!(
        kinds(&page)[1..],
        [
            (
                "paragraph",
                "Numbers by quarter, as the harbour office has them."
            ),
            ("head", "Place | Spring | Summer | Autumn"),
            ("row", "Quay/12/15/18"),
            ("row", "Pontoon//7/9"),
            ("row", "Buoy/4//6"),
            ("row", "Slip///2"),
            ("row", "Beach/31/28"),
            ("paragraph", "An empty field means that none were let."),
        ]
        .map(|(kind, words)| (kind, words.to_owned()))
    );
    assert!(
        page.text
            .contains("Pontoon | | 7 | 9\nBuoy | 4 | | 6\nSlip | | | 2\n")
    );
    assert_eq!(
        tables(&page)[0].header,
        ["Place", "Spring", "Summer", "Autumn"]
    );
}

#[test]
fn bx_13_wrapped_cells_are_one_row() {
    let words = [
        ("Light", 10.0, 72.0, 700.0),
        ("Remarks", 10.0, 200.0, 700.0),
        ("Range", 10.0, 400.0, 700.0),
        ("Westby", 10.0, 72.0, 680.0),
        ("shown from the old tower on", 10.0, 200.0, 680.0),
        ("21", 10.0, 400.0, 680.0),
        ("the breakwater", 10.0, 200.0, 668.0),
        ("Skerry", 10.0, 72.0, 648.0),
        ("red", 10.0, 200.0, 648.0),
        ("12", 10.0, 400.0, 648.0),
    ];
    let page = page(placed(&words));
    assert_eq!(
        page.text,
        "Light | Remarks | Range\nWestby | shown from the old tower on the breakwater | 21\nSkerry | red | 12"
    );
    assert_eq!(tables(&page)[0].header.len(), 3);
}

#[test]
fn bx_13_cells_may_be_drawn_in_any_order_and_set_to_any_side() {
    let words = [
        ("Total", 10.0, 300.0, 700.0),
        ("Name", 10.0, 72.0, 700.0),
        ("1200", 10.0, 330.0, 686.0),
        ("Oars", 10.0, 72.0, 686.0),
        ("7", 10.0, 346.0, 672.0),
        ("Sails", 10.0, 72.0, 672.0),
    ];
    let page = page(placed(&words));
    assert_eq!(page.text, "Name | Total\nOars | 1200\nSails | 7");
    assert_eq!(tables(&page)[0].header, ["Name", "Total"]);
}

#[test]
fn mb_04_prose_with_wide_gaps_is_no_table() {
    let words = [
        ("A line that is", 12.0, 72.0, 700.0),
        ("stretched by its setter", 12.0, 170.0, 700.0),
        ("and another one that has", 12.0, 72.0, 686.0),
        ("its gap elsewhere.", 12.0, 225.0, 686.0),
    ];
    let text = page(placed(&words)).text;
    assert_eq!(
        text,
        "A line that is stretched by its setter and another one that has its gap elsewhere."
    );
    let list = [
        ("1.", 12.0, 72.0, 700.0),
        ("First word", 12.0, 100.0, 700.0),
        ("2.", 12.0, 72.0, 686.0),
        ("Second word", 12.0, 100.0, 686.0),
    ];
    assert_eq!(page(placed(&list)).text, "1. First word\n\n2. Second word");
}

#[test]
fn mb_04_letters_that_are_drawn_twice_are_read_once() {
    let words = [
        ("Bold title", 12.0, 72.0, 700.0),
        ("Bold title", 12.0, 72.4, 700.0),
        ("h", 12.0, 72.0, 670.0),
        ("h", 12.0, 72.3, 670.0),
        ("i", 12.0, 78.7, 670.0),
        ("i", 12.0, 79.0, 670.0),
        ("l", 12.0, 81.4, 670.0),
        ("l", 12.0, 84.1, 670.0),
    ];
    assert_eq!(page(placed(&words)).text, "Bold title\n\nhill");
}

#[test]
fn mb_04_turned_text_is_read_apart() {
    let margin = upwards("Printed in Westby", 30.0, 300.0);
    let body = placed(&[
        ("The first line of the page", 12.0, 72.0, 700.0),
        ("and the second one.", 12.0, 72.0, 686.0),
    ]);
    assert_eq!(
        page([margin.clone(), body.clone()].concat()).text,
        "The first line of the page and the second one.\n\nPrinted in Westby"
    );
    // A page that is turned as a whole reads like one that is not.
    let turned = [
        upwards("Oars", 100.0, 72.0),
        upwards("12", 100.0, 300.0),
        upwards("Sails", 120.0, 72.0),
        upwards("7", 120.0, 300.0),
    ];
    assert_eq!(page(turned.concat()).text, "Oars | 12\nSails | 7");
}

#[test]
fn mb_04_what_stands_higher_or_lower_is_kept_apart() {
    let words = [
        ("In 1931 it had 412", 12.0, 72.0, 700.0),
        ("3", 7.0, 168.1, 705.0),
        ("members and CO", 12.0, 176.0, 700.0),
        ("2", 7.0, 270.7, 697.0),
        ("enough.", 12.0, 280.0, 700.0),
    ];
    let text = page(placed(&words)).text;
    assert!(
        text.contains("412^3 members") && text.contains("CO2 enough"),
        "{text}"
    );
}

#[test]
fn mb_04_a_form_tells_what_was_filled_in() {
    let content = line(b"Application for a mooring", 12.0, 72.0, 700.0)
        .finish()
        .to_vec();
    let fields = [
        "/FT /Tx /T (name) /TU (Name of the boat) /V (Teal)",
        "/FT /Tx /T (empty)",
        "/FT /Tx /Ff 8192 /T (secret) /V (word)",
        "/FT /Ch /T (berth) /V (North) /Opt [(North) (South)]",
        "/FT /Btn /T (insured) /V /Yes /AS /Yes",
        "/FT /Btn /T (engine) /V /Off /AS /Off",
    ];
    let page = read(form(&content, &fields)).unwrap().pages.remove(0);
    assert_eq!(
        page.text,
        "Application for a mooring\n\nName of the boat: Teal\nberth: North\n☑ insured"
    );
    assert_eq!(kinds(&page)[1].0, "item");
    let blank = placed(&[]);
    let alone = read(form(&blank, &fields)).unwrap();
    assert!(alone.pages[0].text.starts_with("Name of the boat: Teal"));
}

#[test]
fn mb_04_pages_of_many_rows_take_linear_time() {
    let row = |at: u16| {
        let y = 800_000.0 - f32::from(at) * 14.0;
        [
            ("Name", 10.0, 72.0, y),
            ("12", 10.0, 200.0, y),
            ("13", 10.0, 300.0, y),
        ]
    };
    let words: Vec<_> = (0..10_000).flat_map(row).collect();
    let page = page(placed(&words));
    assert_eq!(kinds(&page).len(), 10_000);
}
