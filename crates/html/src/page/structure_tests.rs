//! The structure of pages, and its parts (BX-13, MB-04).

use amb_memory::text::{BlockKind, Table};

use super::{Page, to_text};

/// Each block of a page: its kind and its text.
fn blocks(source: &str) -> Vec<String> {
    let Page {
        text, structure, ..
    } = to_text(source);
    let mut end = 0;
    let told = structure.blocks.iter().map(|block| {
        assert!(
            block.span.start >= end && block.span.fits(&text),
            "{block:?}"
        );
        end = block.span.end;
        let words = block.span.of(&text).replace('\n', "⏎");
        match &block.kind {
            BlockKind::Heading { level } => format!("h{level} {words}"),
            BlockKind::Paragraph => format!("p {words}"),
            BlockKind::Item { depth } => format!("i{depth} {words}"),
            BlockKind::Row { table, cells } => {
                let cells: Vec<&str> = cells.iter().map(|cell| cell.of(&text)).collect();
                format!("r{table} {}", cells.join("/"))
            }
            BlockKind::TableHead { table } => format!("t{table} {words}"),
            BlockKind::Code => format!("c {words}"),
            BlockKind::Quote => format!("q {words}"),
        }
    });
    told.collect()
}

fn text(source: &str) -> String {
    to_text(source).text
}

fn tables(source: &str) -> Vec<Table> {
    to_text(source).structure.tables
}

#[test]
fn bx_13_spanning_cells_fill_their_rows_and_columns() {
    let page = "<table><tr><th>Line<th>Kind<th>Price</tr>\
        <tr><td rowspan=2>North<td>Single<td>3</tr><tr><td>Day<td>8</tr>\
        <tr><td colspan=2>Night, all lines<td rowspan=0>9</table>";
    assert_eq!(
        text(page),
        "Line | Kind | Price\nNorth | Single | 3\nNorth | Day | 8\nNight, all lines | Night, all lines | 9"
    );
    assert_eq!(
        blocks(page),
        [
            "t0 Line | Kind | Price",
            "r0 North/Single/3",
            "r0 North/Day/8",
            "r0 Night, all lines/Night, all lines/9"
        ]
    );
    assert_eq!(tables(page)[0].header, ["Line", "Kind", "Price"]);
}

#[test]
fn bx_13_empty_cells_stay_empty() {
    let page =
        "<table><tr><th>Item<th>Q1<th>Q2<th>Q3<tr><td>Buoys<td><td>7<td>9<tr><td><td>1</table>";
    assert_eq!(text(page), "Item | Q1 | Q2 | Q3\nBuoys | | 7 | 9\n| 1");
    assert_eq!(blocks(page)[1..], ["r0 Buoys//7/9", "r0 /1"]);
}

#[test]
fn bx_13_header_rows_are_joined_by_column() {
    let page = "<table><caption>Fares</caption><thead><tr><th rowspan=2>Zone<th colspan=2>2030<th>2031\
        <tr><th>Adult<th>Child<th>Adult</thead><tbody><tr><td>A<td>3<td>1<td>4</table>";
    assert_eq!(
        tables(page),
        [Table {
            header: ["Zone", "2030 – Adult", "2030 – Child", "2031 – Adult"]
                .map(str::to_owned)
                .to_vec(),
            caption: Some("Fares".to_owned())
        }]
    );
    assert_eq!(blocks(page).last().unwrap(), "r0 A/3/1/4");
    assert_eq!(blocks(page)[0], "t0 Fares");
}

#[test]
fn bx_13_titles_within_a_table_name_what_follows() {
    let page = "<table><tr><th>Room<th>Price<tr><th colspan=2>Summer<tr><td>Sea<td>90\
        <tr><th colspan=2>Winter<tr><td>Sea<td>60<tr><td colspan=2>Breakfast is included.</table>";
    assert_eq!(
        blocks(page),
        [
            "t0 Room | Price",
            "t0 Summer",
            "r0 Sea/90",
            "t1 Winter",
            "r1 Sea/60",
            "p Breakfast is included."
        ]
    );
    let captions: Vec<Option<String>> = tables(page)
        .into_iter()
        .map(|table| table.caption)
        .collect();
    assert_eq!(
        captions,
        [Some("Summer".to_owned()), Some("Winter".to_owned())]
    );
}

#[test]
fn bx_13_a_header_may_be_silent_or_in_the_middle() {
    let page = "<table><tr><td>Depth<td>Count<tr><td>Low<td>12<tr><td>High<td>7</table>";
    assert_eq!(tables(page)[0].header, ["Depth", "Count"]);
    let page = "<table><tr><td>Name<td>Westby<tr><td>Height<td>42 m<tr><td>Built<td>1884</table>";
    assert_eq!(tables(page)[0].header, [""; 0]);
    let page = "<table><tr><th>A<th>B<tr><td>1<td>2<tr><th>C<th>D<tr><td>3<td>4</table>";
    assert_eq!(tables(page)[1].header, ["C", "D"]);
}

#[test]
fn bx_13_layout_is_no_table() {
    let nested = "<table><tr><td>Menu<td><h2>Title</h2><table><tr><td>a<td>b</table>after</table>";
    assert_eq!(
        blocks(nested),
        ["p Menu", "h2 ## Title", "r0 a/b", "p after"]
    );
    let column = "<table><tr><td><p>One</p><p>Two</p><tr><td>Three</table>";
    assert_eq!(blocks(column), ["p One", "p Two", "p Three"]);
    let long = "A long sentence that nobody would put into a cell of data. ".repeat(5);
    let blocked = format!("<table><tr><td>Left<td><p>{long}</p><p>More</p></table>");
    assert_eq!(
        blocks(&blocked),
        [
            "p Left".to_owned(),
            format!("p {}", long.trim()),
            "p More".to_owned()
        ]
    );
}

#[test]
fn bx_13_lists_keep_their_labels() {
    let page = "<ol start=3><li>c<li value=7>g<ol type=a><li>deep<ul><li>deeper</ul></ol><li>h</ol>\
        <ol reversed><li>two<li>one</ol><ol style='list-style-type: upper-roman'><li>first</ol>";
    assert_eq!(
        blocks(page),
        [
            "i0 3. c",
            "i0 7. g",
            "i1 a. deep",
            "i2 - deeper",
            "i0 8. h",
            "i0 2. two",
            "i0 1. one",
            "i0 I. first"
        ]
    );
    assert!(text(page).contains("7. g\n  a. deep\n    - deeper\n8. h\n\n2. two"));
}

#[test]
fn bx_13_terms_stand_with_their_descriptions() {
    let page = "<dl><dt>Draught<dd>1.2 m<dd>1.4 m laden<dt>Beam<dt>Width:<dd><p>3 m</p><p>At most.</p>\
        <dt>Crew<dd><ul><li>two</ul></dl>";
    assert_eq!(
        blocks(page),
        [
            "i0 Draught: 1.2 m; 1.4 m laden",
            "i0 Beam, Width: 3 m",
            "i0 At most.",
            "i0 Crew",
            "i1 - two"
        ]
    );
    let questions = "<dl><dt><h3>When is it open?</h3><dd>Daily.</dl>";
    assert_eq!(blocks(questions), ["h3 ### When is it open?", "p Daily."]);
}

#[test]
fn bx_13_struck_out_text_is_left_out() {
    let page = "<p>It costs <s>90</s> <del>80 <b>or</b> 85</del> \
        <span style='text-decoration: red line-through'>75</span> 70 crowns.";
    assert_eq!(text(page), "It costs 70 crowns.");
    assert_eq!(
        text("<p>It costs <s>90 crowns.<p>Or not."),
        "It costs 90 crowns.\n\nOr not."
    );
}

#[test]
fn bx_13_what_stands_lower_or_higher_is_kept_apart() {
    for (page, expected) in [
        ("412<sub>3</sub> members", "412_3 members"),
        ("412<a href=#n3><sub>3</sub></a> members", "412[3] members"),
        (
            "word<sup><a href='#n'>3</a>,<a href='#m'>4</a></sup> on",
            "word[3],[4] on",
        ),
        ("word<sup><a href='#n'>[3]</a></sup> on", "word[3] on"),
        ("log<sub>2</sub>8 is 3", "log2 8 is 3"),
        ("H<sub>2</sub>O and CO<sub>2</sub>", "H2O and CO2"),
        ("x<sub>i</sub> and 2<sub>max</sub>", "x_i and 2_max"),
        (
            "in 1998<sub>27 years ago</sub> and",
            "in 1998_27 years ago and",
        ),
        ("100<sup>2</sup>, 100²", "100^2, 100²"),
        ("10<sup>6</sup>5 a<sup>n</sup>", "10^6 5 a^n"),
        ("the 1<sup>st</sup> of", "the 1st of"),
        ("It ends.<sup>4</sup> Then", "It ends.[4] Then"),
        ("8<span style='vertical-align:super'>3</span>", "8^3"),
        ("8<sub>3", "8_3"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
}

#[test]
fn bx_13_ruby_and_comments_are_dropped() {
    let page = "<ruby>灯<rp>(</rp><rt>とう</rt><rp>)</rp>台<rt>だい</ruby>が高い<!-- no -->。<p>次";
    assert_eq!(text(page), "灯台が高い。\n\n次");
}

#[test]
fn bx_13_a_sentence_goes_on_with_a_line_of_code() {
    let page = "<p>The daemon listens at port</p><pre>8417</pre><p>which is set by</p>\
        <div><pre><code>--listen=PORT</code></pre></div><p>The call</p><pre>(tide 14)</pre><p>has a value.</p>";
    assert_eq!(
        blocks(page),
        [
            "p The daemon listens at port⏎8417⏎which is set by⏎--listen=PORT",
            "p The call⏎(tide 14)⏎has a value."
        ]
    );
    let page =
        "<p>It is done.</p><pre>8417</pre><ul><li><pre>run</pre><li>Then:<pre>a\nb</pre></ul>";
    assert_eq!(
        blocks(page),
        [
            "p It is done.",
            "c ```⏎8417⏎```",
            "i0 - run",
            "i0 - Then:",
            "c ```⏎a⏎b⏎```"
        ]
    );
}

#[test]
fn bx_13_titles_have_levels_and_items_may_be_titles() {
    let page = "<h1>A</h1><blockquote><p>said</blockquote><ol><li><h4>B</h4>text<li>c</ol>";
    assert_eq!(
        blocks(page),
        ["h1 # A", "q said", "h4 #### 1. B", "i0 text", "i0 2. c"]
    );
}

#[test]
fn mb_04_nothing_is_lost_when_markup_is_broken() {
    for (page, expected) in [
        ("<h1>Title<p>One<p>Two", "# Title\n\nOne\n\nTwo"),
        ("<nav>menu<p>The page", "menu\n\nThe page"),
        (
            "<table><tr><td>a<td>b<h2>Next</h2><p>Text",
            "a | b\n\n## Next\n\nText",
        ),
        ("<table>stray<tr><td>a</td>b<td>c", "stray\na\nb\nc"),
        ("a</table></ul></dl></sup></s>b", "a\n\nb"),
        ("<ul><li>a<table><tr><td>1<td>2</ul>b", "- a\n\n1 | 2\n\nb"),
        ("<dl><dd>a<dt>b</dl>", "a\nb"),
        ("<sup>a<sub>b<a href=#x>c", "a_b[c]"),
        ("<td>a<td>b", "a\nb"),
    ] {
        assert_eq!(text(page), expected, "{page}");
    }
}

#[test]
fn mb_04_large_and_deep_pages_take_linear_time() {
    let rows = "<tr><td>Name<td>12<td>13".repeat(10_000);
    let page = format!("<table><tr><th>a<th>b<th>c{rows}</table>");
    assert_eq!(blocks(&page).len(), 10_001);
    let cell = format!("<table><tr><td>a<td>{}</table>", "word ".repeat(200_000));
    assert_eq!(blocks(&cell).len(), 2);
    let deep = format!("{}x{}", "<ol><li>".repeat(50), "</ol>".repeat(50));
    assert_eq!(blocks(&deep), ["i49 1. x"]);
    for bomb in [
        "<table><tr><td rowspan=65534 colspan=1000>word<td>b".to_owned() + &"<tr>".repeat(100_000),
        "<table>".to_owned() + &"<tr><td colspan=1000>word<td>b".repeat(20_000),
        "<s>".repeat(100_000) + "a" + &"</s>".repeat(100_000),
        "<sub><a href=#x>".repeat(100_000),
        "<dl><dt>".repeat(100_000),
        "<span style='vertical-align:sub'><s>".repeat(100_000),
    ] {
        assert!(text(&bomb).len() < 4 << 20, "{}", bomb.get(..30).unwrap());
    }
}
