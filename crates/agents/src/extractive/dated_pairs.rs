//! Which pairs of statements hold of other dates.

use super::other_dates::hold_of_other_dates;

#[test]
fn mb_10_a_measure_of_another_date_is_no_contradiction() {
    for (left, right) in [
        ("5000 inhabitants in 2019", "6200 inhabitants in 2023"),
        (
            "In 2019 Westby had 5000 inhabitants.",
            "Westby had 6,200 inhabitants in March 2023.",
        ),
        ("4,100 inhabitants (1990)", "5,200 inhabitants (2020)"),
        ("2019年有5000名居民。", "2023年有6200名居民。"),
        ("2010年人口为五百万人", "2020年人口为六百万人"),
    ] {
        assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
        assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
    }
    let lines = ("- 4,100 inhabitants (1990)", "- 5,200 inhabitants (2020)");
    assert!(hold_of_other_dates(("4,100", "5,200"), lines));
}

#[test]
fn mb_10_a_fact_of_another_date_is_no_contradiction() {
    for (left, right) in [
        (
            "In 2010 the mayor was Ann Lee.",
            "In 2020 the mayor was Bo Chen.",
        ),
        ("The roof was slate in 1990", "In 2015 the roof was copper"),
        ("2010年市长是李安。", "2020年市长是陈波。"),
        (
            "A survey found 40 % in 2010.",
            "A survey found 50 % in 2015.",
        ),
        (
            "The mill belonged to the abbey in 1300",
            "In 1500 it belonged to the town",
        ),
    ] {
        assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
        assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
    }
    let lines = (
        "In 2010 the mayor was Ann Lee.",
        "In 2020 the mayor was Bo Chen.",
    );
    assert!(hold_of_other_dates(("Ann Lee", "Bo Chen"), lines));
    let lines = ("2010年市长是李安。", "2020年市长是陈波。");
    assert!(hold_of_other_dates(("李安", "陈波"), lines));
}

#[test]
fn mb_10_facts_of_one_date_or_told_without_one_contradict() {
    for (left, right) in [
        ("The mayor is Ann Lee.", "The mayor is Bo Chen."),
        (
            "In 2010 the mayor was Ann Lee.",
            "In 2010 the mayor was Bo Chen.",
        ),
        ("In 2010 the mayor was Ann Lee.", "The mayor is Bo Chen."),
        (
            "The bridge was built by Ann Lee in 1932.",
            "The bridge was built by Bo Chen in 1937.",
        ),
        (
            "The altar dates from 1632.",
            "The altar originated in 1637.",
        ),
        ("The altar is from 1632.", "The wooden altar is from 1637."),
        ("大桥由李安于1932年建成。", "大桥由陈波于1937年建成。"),
        (
            "300 metres tall (guidebook, 1932)",
            "310 metres tall (leaflet, 1937)",
        ),
        (
            "Smith (2010) names Oxford as the birthplace.",
            "Jones (2015) names Bath as the birthplace.",
        ),
        ("据2010年的报告，塔高300米。", "据2015年的报告，塔高310米。"),
        (
            "The hall was moved to Westby in 1990.",
            "The hall was moved to Northby in 1995.",
        ),
        (
            "The crash in May 1998 killed 30 people.",
            "The crash in June 1998 killed 40 people.",
        ),
        (
            "The law took effect in 1932.",
            "The law came into force in 1937.",
        ),
        ("大桥建于1932年，全长300米。", "大桥建于1937年，全长310米。"),
    ] {
        assert!(
            !hold_of_other_dates((left, right), (left, right)),
            "{left} / {right}"
        );
    }
    let lines = (
        "The bridge was built by Ann Lee in 1932.",
        "The bridge was built by Bo Chen in 1937.",
    );
    assert!(!hold_of_other_dates(("Ann Lee", "Bo Chen"), lines));
}

#[test]
fn mb_10_a_conflict_of_one_date_or_of_dates_stays() {
    for (left, right) in [
        ("5000 inhabitants in 2019", "6200 inhabitants in 2019"),
        ("5000 inhabitants in 2019", "6200 inhabitants"),
        ("completed in 1932", "completed in 1937"),
        (
            "completed in 1932, 300 metres long",
            "completed in 1937, 310 metres long",
        ),
        ("42 metres tall", "45 metres tall"),
        ("大桥于1932年建成，长300米。", "大桥于1937年建成，长310米。"),
        ("2019年有5000名居民。", "2019年有6200名居民。"),
        ("", ""),
    ] {
        assert!(
            !hold_of_other_dates((left, right), (left, right)),
            "{left} / {right}"
        );
    }
    // The date itself is in question.
    let lines = ("- 1932, 300 metres (guide)", "- 1937, 310 metres (leaflet)");
    assert!(!hold_of_other_dates(("1932", "1937"), lines));
}

#[test]
fn mb_10_stretches_of_time_that_do_not_overlap_are_other_dates() {
    for (left, right) in [
        (
            "Ann Lee was mayor from 2010 to 2014",
            "Bo Chen was mayor from 2014 to 2018",
        ),
        (
            "Until 2015 the owner was Hill Ltd",
            "Since 2015 the owner is Moor plc",
        ),
        (
            "Before 2010 the fee was 5 euros",
            "In 2010 the fee was 8 euros",
        ),
        ("Mayor 2010–2014: Ann Lee", "Mayor 2014–2018: Bo Chen"),
        (
            "In the 1990s the roof was slate",
            "In 2015 the roof was copper",
        ),
        ("18世纪时庄园属于李家", "19世纪时庄园属于陈家"),
        ("2010-2014年市长是李安", "2014-2018年市长是陈波"),
        (
            "Revenue in FY2019 was $5 million",
            "Revenue in FY2020 was $8 million",
        ),
        (
            "In Q1 2019 revenue was $5 million",
            "In Q3 2019 revenue was $8 million",
        ),
        ("- 2019: 5,000 inhabitants", "- 2023: 6,200 inhabitants"),
        ("2015年起门票为20元", "2018年起门票为30元"),
        (
            "From 2005 the toll was 2 euros",
            "From 2010 the toll was 5 euros",
        ),
        (
            "In the first half of 2020 the firm sold 900 cars",
            "In the second half of 2020 the firm sold 1,400 cars",
        ),
        (
            "In early 2020 the club had 300 members",
            "In late 2020 the club had 900 members",
        ),
        (
            "The mill of 1887 had 5 workers in 2010",
            "The mill of 1887 had 9 workers in 2020",
        ),
        (
            "In 2010 the firm, founded in 1950, had 50 staff",
            "In 2020 the firm, founded in 1950, had 80 staff",
        ),
    ] {
        assert!(hold_of_other_dates((left, right), ("", "")), "{left}");
        assert!(hold_of_other_dates((right, left), ("", "")), "{right}");
    }
}

#[test]
fn mb_10_stretches_of_time_that_overlap_contradict() {
    for (left, right) in [
        (
            "Since 2010 the fee has been 5 euros",
            "In 2012 the fee was 8 euros",
        ),
        (
            "Until 2015 the fee was 5 euros",
            "By 2010 the fee was 8 euros",
        ),
        (
            "Ann Lee was mayor from 2010 to 2014",
            "In 2014 the mayor was Bo Chen",
        ),
        (
            "The hall had 50 rooms in the 1990s",
            "In 1995 the hall had 60 rooms",
        ),
        (
            "Revenue in FY2019 was $5 million",
            "Revenue in 2020 was $8 million",
        ),
        (
            "In Q1 2019 revenue was $5 million",
            "In 2019 revenue was $8 million",
        ),
        (
            "In 2010/11 the coach was Ann Lee",
            "In 2011 the coach was Bo Chen",
        ),
        (
            "From March to May the fee is 5 euros",
            "In April the fee is 8 euros",
        ),
        (
            "Since March the fee is 5 euros",
            "In May the fee is 8 euros",
        ),
        ("2010年以来市长是李安", "2015年市长是陈波"),
        ("自2010年起门票20元", "2015年门票30元"),
        (
            "Around 1900 the town had 40 inns",
            "In 1901 the town had 60 inns",
        ),
        (
            "In 50 BC the city had 40 gates",
            "In the 1st century BC the city had 60 gates",
        ),
        (
            "In 1995 the town had 40 inns and has not changed since",
            "In 2005 the town had 60 inns",
        ),
    ] {
        assert!(!hold_of_other_dates((left, right), ("", "")), "{left}");
        assert!(!hold_of_other_dates((right, left), ("", "")), "{right}");
    }
}

#[test]
fn mb_10_dates_of_other_things_do_not_make_other_dates() {
    for (left, right) in [
        (
            "The tower, painted white in 1990, is 41 metres tall",
            "The tower, painted red in 2005, is 38 metres tall",
        ),
        (
            "The tower is 41 metres tall. It was painted in 1990.",
            "The tower is 38 metres tall. It was painted in 2005.",
        ),
        (
            "The tower is 41 metres tall. In 1990 it had 5 lamps.",
            "The tower is 38 metres tall. In 2005 it had 7 lamps.",
        ),
        (
            "The bridge (1932) is 300 metres long",
            "The bridge (1937) is 310 metres long",
        ),
        ("Bridge (1932): 300 metres", "Bridge (1937): 310 metres"),
        (
            "The 1990s hall has 300 seats",
            "The 1960s hall has 310 seats",
        ),
        ("2019年的车型重300公斤", "2020年的车型重310公斤"),
        (
            "Lighthouse (1887–1990), 41 m tall",
            "Lighthouse (1991–2005), 38 m tall",
        ),
        ("Smith 2010: 300 metres", "Jones 2015: 310 metres"),
        (
            "It has a capacity of 1500 and 5 halls",
            "It has a capacity of 1800 and 6 halls",
        ),
        (
            "It is for 1000–1500 people and has 5 halls",
            "It is for 1600–2000 people and has 6 halls",
        ),
        ("- 1500 seats, 5 halls", "- 1800 seats, 6 halls"),
        (
            "The 3 bells were by Hill in 1632",
            "The 3 bells were by Hill in 1640",
        ),
        (
            "The siege of 1645 cost 300 lives",
            "The siege of 1646 cost 500 lives",
        ),
        (
            "The exam is in March and has 5 parts",
            "The exam is in May and has 6 parts",
        ),
        (
            "The meeting is on Monday in the hall",
            "The meeting is on Friday in the school",
        ),
        (
            "The meeting will be held on Monday at 14:00",
            "The meeting will be held on Friday at 15:00",
        ),
        (
            "In 2010, the mayor was Ann Lee, elected in 2008",
            "In 2010, the mayor was Bo Chen, elected in 2009",
        ),
        (
            "In 2010 5,000 people lived here, in 2019 6,000",
            "In 2010 5,500 people lived here, in 2020 6,200",
        ),
        (
            "会议定于2024年6月3日，有50人",
            "会议定于2024年6月10日，有60人",
        ),
    ] {
        assert!(!hold_of_other_dates((left, right), ("", "")), "{left}");
        assert!(!hold_of_other_dates((right, left), ("", "")), "{right}");
    }
    let lines = (
        "- The tower is 41 metres tall. It was painted in 1990.",
        "- The tower is 38 metres tall. It was painted in 2005.",
    );
    assert!(!hold_of_other_dates(("41 metres", "38 metres"), lines));
}

#[test]
fn mb_10_a_date_may_stand_above_the_line() {
    let parts = ("  - 5,000 inhabitants", "  - 6,200 inhabitants");
    for (above, holds) in [
        (("- Census 2010", "- Census 2020"), true),
        (("- Town in 2010:", "- Town in 2020:"), true),
        (("- Census 2010", "- Census 2010"), false),
        (("- Report of 2010", "- Report of 2020"), false),
        (("- Built in 2010", "- Built in 2020"), false),
        (("- Town", "- Town in 2020"), false),
    ] {
        let lines = (
            format!("{}\n{}", above.0, parts.0),
            format!("{}\n{}", above.1, parts.1),
        );
        let lines = (lines.0.as_str(), lines.1.as_str());
        let quoted = ("5,000 inhabitants", "6,200 Inhabitants");
        assert_eq!(hold_of_other_dates(quoted, lines), holds, "{above:?}");
    }
}

#[test]
fn mb_10_what_is_not_known_to_be_a_state_stays_a_conflict() {
    for (left, right) in [
        (
            "The cupola collapsed in 1902 and had 8 windows.",
            "The cupola collapsed in 1907 and had 12 windows.",
        ),
        (
            "Lind unearthed 40 coins in 1911.",
            "Lind unearthed 75 coins in 1914.",
        ),
        (
            "In 1910 Hale sold the picture for 900 euros.",
            "In 1912 Hale sold the picture for 1,400 euros.",
        ),
        (
            "The Orla bridge cost 9 million euros in 1930.",
            "The Orla bridge cost 12 million euros in 1932.",
        ),
        (
            "The inventor of the lamp, in 1879, was Hale.",
            "The inventor of the lamp, in 1881, was Reed.",
        ),
        (
            "After its purchase in 1950 the house had 9 rooms.",
            "After its purchase in 1960 the house had 12 rooms.",
        ),
        (
            "In 1910 the island was 40 km long.",
            "In 1930 the island was 46 km long.",
        ),
        (
            "In 1850 Hale wrote that the bridge had 9 arches.",
            "In 1870 Reed wrote that the bridge had 12 arches.",
        ),
        (
            "The bridge has 9 arches (Hale 1950).",
            "The bridge has 12 arches (Reed 1970).",
        ),
        ("该墓1950年发掘，有棺9具。", "该墓1953年发掘，有棺12具。"),
        ("1950年发掘时有棺9具。", "1953年发掘时有棺12具。"),
        ("凶手是1905年的张三。", "凶手是1907年的李四。"),
        (
            "王先生1990年认为该桥有9孔。",
            "李先生1995年认为该桥有12孔。",
        ),
        ("1930年重修后该桥有9孔。", "1950年重修后该桥有12孔。"),
    ] {
        assert!(!hold_of_other_dates((left, right), (left, right)), "{left}");
        assert!(
            !hold_of_other_dates((right, left), (right, left)),
            "{right}"
        );
    }
}

#[test]
fn mb_10_a_state_that_is_denied_and_one_that_is_passive_give_way() {
    for (left, right) in [
        (
            "In 1950 there was no school in Orla.",
            "In 1980 there was a school in Orla.",
        ),
        (
            "The river was not navigable in 1820.",
            "The river was navigable in 1860.",
        ),
        (
            "In 1804 the manor was owned by Earl Edwin.",
            "In 1886 the manor was owned by Roger.",
        ),
        (
            "The castle was held by the Kents in 1400.",
            "The castle was held by the Moors in 1500.",
        ),
        (
            "The death rate was 9 per 1,000 in 1950.",
            "The death rate was 5 per 1,000 in 2010.",
        ),
        ("唐代该城有9座门。", "宋代该城有12座门。"),
        ("民国十年该校有学生90人。", "民国二十年该校有学生240人。"),
        (
            "The town of Westby used to have 40 inns.",
            "The town of Westby has 12 inns.",
        ),
        ("19世纪西镇有9所学校。", "20世纪西镇有12所学校。"),
    ] {
        assert!(hold_of_other_dates((left, right), (left, right)), "{left}");
        assert!(hold_of_other_dates((right, left), (right, left)), "{right}");
    }
}
