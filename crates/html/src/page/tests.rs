use amb_documents::Links;

use super::to_text;

fn text(source: &str) -> String {
    to_text(source).text
}

#[test]
fn headings_paragraphs_and_entities() {
    let page = "<title> A &amp;\n B </title><h1>One  <em>two</em></h1><p>Caf&eacute; &#x8336;\nand <b>b</b>old<h3>Deep</h3>tail";
    assert_eq!(
        text(page),
        "# One two\n\nCafé 茶 and bold\n\n### Deep\n\ntail"
    );
    assert_eq!(to_text(page).title.as_deref(), Some("A & B"));
}

#[test]
fn lists_nest_and_hold_paragraphs() {
    let page = "<p>Before<ul><li>one<li><p>two</p><p>more</p><ol><li>deep</ol><li></li></ul>After";
    assert_eq!(
        text(page),
        "Before\n\n- one\n- two\n\nmore\n\n  1. deep\n\nAfter"
    );
}

#[test]
fn tables_are_rows_of_cells() {
    let page = "<table><thead><tr><th>Key</th><th>Means</th></tr></thead>\
                <tr><td><p>F1</p></td>\n<td>help<br>page</td><tr><td>F3<td></table>end";
    assert_eq!(text(page), "Key | Means\nF1 | help page\nF3\n\nend");
}

#[test]
fn rows_with_empty_cells_stay_apart() {
    let page = "<table><tr><td>a<td>b<tr><td><img><td>c<tr><td>d<td> <td>e</table>";
    assert_eq!(text(page), "a | b\n| c\nd | | e");
}

#[test]
fn listings_keep_their_lines() {
    let page =
        "<p>Run:<pre><code>\n  # as root\n  a &lt; b\n\n<span>c</span>  d\n</code></pre>then";
    assert_eq!(
        text(page),
        "Run:\n\n```\n  # as root\n  a < b\n\nc  d\n```\n\nthen"
    );
    assert_eq!(text("<pre>a ``` b</pre>"), "````\na ``` b\n````");
    assert_eq!(text("<pre>a<br>b <ul><li>c"), "```\na\nb c\n```");
}

#[test]
fn a_page_that_is_one_listing_is_not_fenced() {
    let lines = "A line of a memo.\n".repeat(2000);
    assert_eq!(text(&format!("<pre>{lines}</pre>")), lines.trim_end());
}

#[test]
fn what_is_not_read_is_dropped() {
    let page = "<head><style>p{}</style><script>if (a<b) '</p>'</script></head>\
                <nav>menu<nav>sub</nav>menu</nav><svg><title>icon</title><text>x</text></svg>\
                <template>t</template><div hidden>h<div>h</div></div>kept<svg/> too<!-- no -->";
    assert_eq!(text(page), "kept too");
    assert_eq!(to_text(page).title, None);
}

#[test]
fn navigation_that_never_ends_does_not_hide_the_page() {
    assert_eq!(text("<nav>menu<main>The page</main>"), "The page");
    assert_eq!(text("<div><nav>menu</div></body>The page"), "The page");
}

#[test]
fn the_main_part_stands_for_the_page_when_it_is_most_of_it() {
    let most = "<div>Menu</div><main><h1>Title</h1>All the text.</main><footer>Rights</footer>";
    assert_eq!(text(most), "# Title\n\nAll the text.");
    let least = "<p>A long text that is outside.</p><main>ad</main>";
    assert_eq!(text(least), "A long text that is outside.\n\nad");
}

#[test]
fn a_heading_is_one_line_and_an_empty_one_is_none() {
    assert_eq!(
        text("<h2>a<br>b<div>c</div></h2><h2></h2><ul><li></ul>d"),
        "## a b c\n\nd"
    );
}

#[test]
fn raised_numbers_do_not_run_into_words() {
    assert_eq!(
        text("10<sup>-6</sup> tables<sup><a>1</a></sup>. 1<sup>st</sup> 2"),
        "10^-6 tables^1. 1st 2"
    );
}

#[test]
fn no_break_spaces_and_ideographs_are_kept() {
    assert_eq!(
        text("<p>80\u{A0}km</p><p>茶<b>道</b></p>"),
        "80\u{A0}km\n\n茶道"
    );
}

#[test]
fn two_hundred_thousand_nested_elements_are_no_harm() {
    for (open, close) in [
        ("<div>", "</div>"),
        ("<ul><li>", "</li></ul>"),
        ("<table><tr><td>", ""),
        ("<pre>", "</pre>"),
        ("<nav>", "</nav>"),
        ("<b>", ""),
    ] {
        let page = format!(
            "first{}deep{}last",
            open.repeat(200_000),
            close.repeat(200_000)
        );
        let text = text(&page);
        assert!(text.starts_with("first"), "{open}");
        assert!(text.len() < 2_000_000, "{open}: {}", text.len());
    }
}

#[test]
fn what_a_page_hides_is_left_out() {
    for (page, text) in [
        ("<p hidden>a<p>b", "b"),
        ("<p style='Display : NONE'>a <b>c</b></p><p>b", "b"),
        (
            "<div style=\"color:red; visibility: hidden !important\">a</div>b",
            "b",
        ),
        ("<ul><li hidden>a<li>b</ul>c", "- b\n\nc"),
        ("<span style=\"display:inline\">a</span> b", "a b"),
        ("<p style='display:/**/none'>a<p>b", "b"),
        (
            "<p style='/*;*/ d\\69 splay : n\\6f ne/**/!important'>a<p>b",
            "b",
        ),
        ("<p style='color:\"display:none\"'>a<p>b", "a\n\nb"),
        (
            "<p style='background:url(a;b) ; VISIBILITY:Collapse'>a<p>b",
            "b",
        ),
        ("<p style='display:none blue'>a<p>b", "a\n\nb"),
        ("<p style='display:none;display:bogus'>a<p>b", "b"),
        ("<div style='opacity:0.0'>a</div>b", "b"),
        ("<div style='opacity:1%'>a</div>b", "b"),
        ("<div style='opacity:.5'>a</div>b", "a\n\nb"),
        ("<div style='font-size:0em'>a</div>b", "b"),
        ("<div style='font-size:1px'>a</div>b", "b"),
        ("<div style='font-size:1em'>a</div>b", "a\n\nb"),
        ("<div style='content-visibility:hidden'>a</div>b", "b"),
        ("<div style='position:absolute;left:-9999px'>a</div>b", "b"),
        ("<div style='margin-left:-10px'>a</div>b", "a\n\nb"),
        ("<div hidden=Until-Found>a</div>b", "a\n\nb"),
        ("<dialog>a</dialog>b", "b"),
        ("<dialog open>a</dialog>b", "a\n\nb"),
        ("<span aria-hidden=true>a</span> b", "a b"),
        ("<img hidden><br hidden>b", "b"),
    ] {
        assert_eq!(to_text(page).text.trim(), text, "{page}");
    }
}

/// Returns the links of a page: target and words.
fn links(source: &str) -> Vec<(String, String)> {
    let links = to_text(source).links.all.into_iter();
    links.map(|link| (link.href, link.text)).collect()
}

fn link(href: &str, text: &str) -> (String, String) {
    (href.to_owned(), text.to_owned())
}

#[test]
fn mb_20_links_are_told_beside_the_text() {
    let page = "<head><base href='/docs/'><base href='/x/'></head>\
                <p>See <A HREF=' a?b=1&amp;c=2#part '>the <b>old</b>\n tower</A>, \
                <a href='//b.example/'><div>one</div><p>two</a> and <a href=c>unclosed \
                <a name=d>nowhere</a> <a href=c.png><img></a>.";
    let read = to_text(page);
    assert_eq!(read.links.base.as_deref(), Some("/docs/"));
    assert!(!read.text.contains("b.example") && !read.text.contains("c.png"));
    assert_eq!(
        links(page),
        [
            link("a?b=1&c=2", "the old tower"),
            link("//b.example/", "one two"),
            link("c", "unclosed"),
            link("c.png", ""),
        ]
    );
}

#[test]
fn mb_20_a_place_is_told_once_and_only_if_it_may_be_a_page() {
    let page = "<a href=x><img></a><a href='x#y'>X</a><a href=x>again</a><a href='#top'>top</a>\
                <a href=''>here</a><a href='mailto:a@b.example'>mail</a><a href='JavaScript:f()'>do</a>\
                <a href='HTTP://c.example'>C</a><a href='a/b:c'>d</a>";
    assert_eq!(
        links(page),
        [
            link("x", "X"),
            link("HTTP://c.example", "C"),
            link("a/b:c", "d")
        ]
    );
    let long = format!("<a href='{}'>x</a>", "y".repeat(2_001));
    assert_eq!(to_text(&long).links, Links::default());
}

#[test]
fn mb_20_links_are_those_of_what_is_left_of_a_page() {
    let hidden = "<nav><a href=menu>menu</a></nav><p hidden><a href=trap>trap</a></p>\
                  <a href=unseen style='display:none'>x</a><script>'<a href=no>'</script>";
    let page = format!(
        "{hidden}<a href=top>top</a><main><p>All of <a href=in>the text</a>.</main><a href=foot>f</a>"
    );
    assert_eq!(links(&page), [link("in", "the text")]);
    let small = format!(
        "{hidden}<p>A long text, with <a href=in>a link</a>.<main><a href=ad>ad</a></main>"
    );
    assert_eq!(links(&small), [link("in", "a link"), link("ad", "ad")]);
}

#[test]
fn mb_20_no_page_has_endless_links() {
    let many: Vec<String> = (0..300).map(|n| format!("<a href={n}>{n}</a> ")).collect();
    let found = links(&many.concat());
    assert_eq!(found.len(), 200);
    assert_eq!(found.last(), Some(&link("199", "199")));
    let endless = format!("<a href=x>{}", "<b>word</b> ".repeat(100_000));
    assert_eq!(links(&endless)[0].1.chars().count(), 200);
}
