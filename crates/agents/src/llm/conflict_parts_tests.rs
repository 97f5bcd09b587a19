//! Which date is that of a part of a line, where a conflict of a model quotes that part (MB-10).

use super::conflict_dates_tests::kind;
use super::shapes::RelationKind;

/// MB-10: the date of one part of a line is not that of another.
#[test]
fn mb_10_what_is_quoted_of_a_dated_line_has_its_date_only_in_its_part() {
    for (line, things) in [
        (
            "- Ann Lee, [a chemist from {}], held {n} patents in {year}",
            ["Orrin", "Essen"],
        ),
        (
            "- Westby, [named after {}], had {n} inhabitants in {year}",
            ["Ann Lee", "Bo Chen"],
        ),
        (
            "Westby, [on the {} bank of the Wes], had {n} inhabitants in {year}",
            ["left", "right"],
        ),
        (
            "The novel, [written in {}], sold {n} copies in {year}",
            ["French", "German"],
        ),
        (
            "Ann Lee ([daughter of {}]) had {n} patents in {year}",
            ["Ed Lee", "Tom Lee"],
        ),
        (
            "In {year} the wesling, [a {}], numbered {n}",
            ["mammal", "reptile"],
        ),
        (
            "[Westby lies on the {} bank] and had {n} inhabitants in {year}",
            ["left", "right"],
        ),
        (
            "In {year} the tower had {n} visitors and [its stone was {}]",
            ["granite", "marble"],
        ),
        (
            "- {year}年，西镇（[教堂由{}设计]）有{n}名居民",
            ["李安", "陈波"],
        ),
        ("[西镇位于{}岸]，{year}年有{n}名居民", ["左", "右"]),
    ] {
        let [left, right] = [("2010", "5000", things[0]), ("2020", "6200", things[1])].map(
            |(year, number, thing)| {
                line.replace("{year}", year)
                    .replace("{n}", number)
                    .replace("{}", thing)
            },
        );
        let quoted = |line: &str| {
            let (_, from) = line.split_once('[').unwrap();
            from.split_once(']').unwrap().0.to_owned()
        };
        let description = format!("“{}” stands against “{}”.", quoted(&left), quoted(&right));
        let [new, known] = [left, right].map(|line| line.replace(['[', ']'], ""));
        let found = kind(&new, &known, &description);
        assert_eq!(found, RelationKind::Conflict, "{description}");
    }
}

/// MB-10: the date of a sentence is that of all the items that it lists, and of its verbs.
#[test]
fn mb_10_what_is_quoted_of_a_list_has_the_date_of_its_sentence() {
    for (line, quoted) in [
        (
            "In {year} the town, which lies on the Wes, had {n} inhabitants",
            "had {n} inhabitants",
        ),
        (
            "In {year} Westby had 3 schools and {n} inhabitants",
            "{n} inhabitants",
        ),
        (
            "In {year} Westby had 3 schools, 2 mills and {n} inhabitants",
            "{n} inhabitants",
        ),
        ("{year}年，西镇有3所学校，{n}名居民", "{n}名居民"),
        (
            "In {year}, after a dispute, the mayor was {name}",
            "the mayor was {name}",
        ),
    ] {
        let sides = [("2010", "5000", "Ann Lee"), ("2020", "6200", "Bo Chen")];
        let filled = |text: &str, (year, number, name): (&str, &str, &str)| {
            text.replace("{year}", year)
                .replace("{n}", number)
                .replace("{name}", name)
        };
        let [new, known] = sides.map(|side| filled(line, side));
        let [left, right] = sides.map(|side| filled(quoted, side));
        let description = format!("“{left}” stands against “{right}”.");
        let found = kind(&new, &known, &description);
        assert_eq!(found, RelationKind::Related, "{new}: {description}");
    }
}

/// MB-10: of lines that are quoted whole, a part without a date may be what is in conflict.
#[test]
fn mb_10_other_parts_of_lines_that_are_quoted_whole_are_in_conflict() {
    for (line, things) in [
        (
            "Westby, in the county of {}, had {n} inhabitants in {year}",
            ["Orrin", "Essen"],
        ),
        ("西镇位于{}县，{year}年有{n}名居民", ["奥林", "埃森"]),
        ("该塔{year}年接待{n}名游客，由{}设计", ["李安", "陈波"]),
    ] {
        let [new, known] =
            [("2010", "5000", things[0]), ("2020", "6200", things[1])].map(|(year, n, thing)| {
                line.replace("{year}", year)
                    .replace("{n}", n)
                    .replace("{}", thing)
            });
        let description = format!("“{new}” stands against “{known}”.");
        let found = kind(&new, &known, &description);
        assert_eq!(found, RelationKind::Conflict, "{description}");
    }
}
