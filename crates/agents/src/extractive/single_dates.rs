//! Single dates in tokens, in more forms than `calendar` reads: quarters, decades, centuries, years of accounts.

use super::date_spans::{DateSpan, Period};
use super::date_tokens::{Kind, Token};
use super::dynasties::dynasty;
use super::units::{month, unit_of};

const BEFORE_CHRIST: [&str; 2] = ["BC", "BCE"];

/// A date, and the token after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Single {
    pub(super) span: DateSpan,
    pub(super) next: usize,
    /// Whether it is a mere number that may be a year.
    pub(super) bare: bool,
}

/// A text's tokens, read as dates.
#[derive(Debug)]
pub(super) struct Tokens<'t>(pub(super) Vec<Token<'t>>);

impl Tokens<'_> {
    pub(super) fn at(&self, at: usize) -> Option<&Token<'_>> {
        self.0.get(at)
    }

    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        self.at(at).is_some_and(|token| token.is_any(words))
    }

    /// Whether these characters stand here.
    pub(super) fn reads(&self, at: usize, characters: &str) -> Option<usize> {
        let mut next = at;
        for c in characters.chars() {
            let mut buffer = [0; 4];
            if !self.is(next, &[c.encode_utf8(&mut buffer)]) {
                return None;
            }
            next += 1;
        }
        Some(next)
    }

    pub(super) fn number(&self, at: usize) -> Option<u32> {
        self.at(at)?.number()
    }

    fn full_year(&self, at: usize) -> Option<i32> {
        i32::try_from(self.at(at)?.year()?).ok()
    }

    fn touches(&self, at: usize) -> bool {
        self.at(at).is_some_and(|token| !token.apart)
    }

    /// The date that begins here.
    pub(super) fn date(&self, at: usize) -> Option<Single> {
        self.chinese(at)
            .or_else(|| self.chinese_era(at))
            .or_else(|| self.month_first(at))
            .or_else(|| self.day_first(at))
            .or_else(|| self.in_figures(at))
            .or_else(|| self.quarter(at))
            .or_else(|| self.half(at))
            .or_else(|| dynasty(self, at))
            .or_else(|| self.accounts(at))
            .or_else(|| self.age(at))
            .or_else(|| self.bare_year(at))
    }

    /// "2010年", "2010年3月5日", "2019年一季度", "2019财年", "1990年代".
    fn chinese(&self, at: usize) -> Option<Single> {
        let Some(year) = self.full_year(at) else {
            return self.chinese_month(at);
        };
        for mark in ["财年", "财政年度", "会计年度"] {
            if let Some(next) = self.reads(at + 1, mark) {
                return told(Period::fiscal(year), next);
            }
        }
        if let Some(next) = self.reads(at + 1, "年代") {
            return told(Period::years(year, 10), next);
        }
        let after = self.reads(at + 1, "年")?;
        let quarter = self.reads(after, "第").unwrap_or(after);
        if let Some(number @ 1..=4) = self.number(quarter)
            && let Some(next) = self.reads(quarter + 1, "季度")
        {
            return told(Period::months(year, number * 3 - 2, 3)?, next);
        }
        for (mark, first) in [("上半年", 1), ("下半年", 7)] {
            if let Some(next) = self.reads(after, mark) {
                return told(Period::months(year, first, 6)?, next);
            }
        }
        let Some((month, day, next)) = self.month_and_day(after) else {
            return told(Period::years(year, 1), after);
        };
        match day {
            Some(day) => told(Period::day(year, month, day)?, next),
            None => told(Period::months(year, month, 1)?, next),
        }
    }

    fn chinese_month(&self, at: usize) -> Option<Single> {
        let (month, day, next) = self.month_and_day(at)?;
        sure(DateSpan::Yearless { month, day }, next)
    }

    fn month_and_day(&self, at: usize) -> Option<(u32, Option<u32>, usize)> {
        let month = self.number(at).filter(|month| (1..=12).contains(month))?;
        let after = self.reads(at + 1, "月")?;
        let day = self.number(after).filter(|day| (1..=31).contains(day));
        let end = ["日", "号"]
            .iter()
            .find_map(|mark| self.reads(after + 1, mark));
        Some(match (day, end) {
            (Some(day), Some(end)) => (month, Some(day), end),
            _ => (month, None, after),
        })
    }

    /// "18世纪", "20世纪80年代", "80年代", "公元前50年".
    fn chinese_era(&self, at: usize) -> Option<Single> {
        if let Some(number) = self.reads(at, "公元前") {
            let year = i32::try_from(self.number(number)?).ok()?;
            if let Some(next) = self.reads(number + 1, "世纪") {
                return told(Period::years(-year * 100, 100), next);
            }
            let next = self.reads(number + 1, "年")?;
            return told(Period::years(-year, 1), next);
        }
        let at = self.reads(at, "上世纪").unwrap_or(at);
        let number = i32::try_from(self.number(at)?).ok()?;
        if let Some(next) = self.reads(at + 1, "世纪")
            && (1..=21).contains(&number)
        {
            let century = (number - 1) * 100;
            let tens = self.number(next).and_then(|tens| i32::try_from(tens).ok());
            return match (tens, self.reads(next + 1, "年代")) {
                (Some(tens @ 0..=90), Some(next)) => told(Period::years(century + tens, 10), next),
                _ => told(Period::years(century, 100), next),
            };
        }
        // Of which century an earlier decade is, none can tell.
        let next = self.reads(at + 1, "年代")?;
        let tells = (30..=90).contains(&number) && number % 10 == 0;
        tells.then(|| told(Period::years(1900 + number, 10), next))?
    }

    /// "March 2019", "March 19, 1932", "March 19".
    fn month_first(&self, at: usize) -> Option<Single> {
        let month = month(self.at(at)?.text)?;
        let after = self.reads(at + 1, ".").unwrap_or(at + 1);
        if let Some(year) = self.full_year(after) {
            return told(Period::months(year, month, 1)?, after + 1);
        }
        let day = self.number(after).filter(|day| (1..=31).contains(day))?;
        let after = self.after_ordinal(after);
        self.day_of(month, day, after)
    }

    /// "19 March 1932", "19 March".
    fn day_first(&self, at: usize) -> Option<Single> {
        let day = self.number(at).filter(|day| (1..=31).contains(day))?;
        let name = self.after_ordinal(at);
        let month = month(self.at(name)?.text)?;
        let after = self.reads(name + 1, ".").unwrap_or(name + 1);
        self.day_of(month, day, after)
    }

    fn after_ordinal(&self, at: usize) -> usize {
        let ordinal = self.touches(at + 1) && self.is(at + 1, &["st", "nd", "rd", "th"]);
        if ordinal { at + 2 } else { at + 1 }
    }

    fn day_of(&self, month: u32, day: u32, after: usize) -> Option<Single> {
        let year = self.reads(after, ",").unwrap_or(after);
        match self.full_year(year) {
            Some(found) => told(Period::day(found, month, day)?, year + 1),
            None => sure(
                DateSpan::Yearless {
                    month,
                    day: Some(day),
                },
                after,
            ),
        }
    }

    /// A month without more, which is one only behind words such as "in".
    pub(super) fn month_alone(&self, at: usize) -> Option<Single> {
        let month = month(self.at(at)?.text)?;
        sure(DateSpan::Yearless { month, day: None }, at + 1)
    }

    /// "2019-03-19", "19.03.2019", "03/05/2019", "2019-03", "2010/11".
    fn in_figures(&self, at: usize) -> Option<Single> {
        let (first, second) = (self.number(at)?, self.number(at + 2)?);
        let joined = (1..=2).all(|step| self.touches(at + step));
        let mark = self.at(at + 1).filter(|_| joined)?.text;
        let third = self
            .number(at + 4)
            .filter(|_| self.is(at + 3, &[mark]) && (3..=4).all(|step| self.touches(at + step)));
        if let Some(third) = third.filter(|_| ["-", "/", "."].contains(&mark)) {
            if let Some(year) = self.full_year(at) {
                return told(Period::day(year, second, third)?, at + 5);
            }
            let year = self.full_year(at + 4)?;
            // Which of the two is the day is told by dots alone.
            return match mark {
                "." => told(Period::day(year, second, first)?, at + 5),
                _ => told(Period::years(year, 1), at + 5),
            };
        }
        let year = self.full_year(at)?;
        let written = self.at(at + 2)?.text.len();
        let next_year = i32::try_from(second).ok()? == (year + 1) % 100 && written == 2;
        match mark {
            "/" if next_year || self.full_year(at + 2) == Some(year + 1) => {
                told(Period::years(year, 2), at + 3)
            }
            "-" if next_year => told(Period::years(year, 2), at + 3),
            "-" if written == 2 => told(Period::months(year, second, 1)?, at + 3),
            _ => None,
        }
    }

    /// "H1 2019", "2019 H2".
    fn half(&self, at: usize) -> Option<Single> {
        let of = |mark: usize| {
            let number = self
                .number(mark + 1)
                .filter(|half| (1..=2).contains(half))?;
            let named = self.is(mark, &["H"]) && self.touches(mark + 1);
            named.then_some(number * 6 - 5)
        };
        let (first, year) = match of(at) {
            Some(first) => (first, self.full_year(at + 2)?),
            None => (of(at + 1)?, self.full_year(at)?),
        };
        told(Period::months(year, first, 6)?, at + 3)
    }

    /// "Q1 2019", "2019 Q1".
    fn quarter(&self, at: usize) -> Option<Single> {
        let (mark, year) = if self.is(at, &["Q"]) {
            (at, self.full_year(at + 2)?)
        } else {
            (at + 1, self.full_year(at)?)
        };
        let number = self
            .number(mark + 1)
            .filter(|number| (1..=4).contains(number))?;
        let shaped = self.is(mark, &["Q"]) && self.touches(mark + 1);
        let period = Period::months(year, number * 3 - 2, 3)?;
        shaped.then(|| told(period, at + 3))?
    }

    /// "FY2019", "FY 2019", "fiscal year 2019".
    fn accounts(&self, at: usize) -> Option<Single> {
        let year = if self.is(at, &["FY"]) {
            at + 1
        } else if self.is(at, &["fiscal", "financial"]) {
            if self.is(at + 1, &["year"]) {
                at + 2
            } else {
                at + 1
            }
        } else {
            return None;
        };
        told(Period::fiscal(self.full_year(year)?), year + 1)
    }

    /// "1990s", "18th century", "50 BC".
    fn age(&self, at: usize) -> Option<Single> {
        let number = i32::try_from(self.number(at)?).ok()?;
        let decade = self.full_year(at).filter(|year| year % 10 == 0);
        let plural = self.reads(at + 1, "'").or_else(|| self.reads(at + 1, "’"));
        let plural = plural.unwrap_or(at + 1);
        if let Some(decade) = decade
            && self.is(plural, &["s"])
            && self.touches(at + 1)
            && self.touches(plural)
        {
            return told(Period::years(decade, 10), plural + 1);
        }
        let after = self.after_ordinal(at);
        if after == at + 2 && (1..=21).contains(&number) {
            let name = self.reads(after, "-").unwrap_or(after);
            let century = self.is(name, &["century", "centuries"]);
            let before_christ = self.is(name + 1, &BEFORE_CHRIST);
            let (first, next) = if before_christ {
                (-number * 100, name + 2)
            } else {
                ((number - 1) * 100, name + 1)
            };
            return century.then(|| told(Period::years(first, 100), next))?;
        }
        let before_christ = self.is(at + 1, &BEFORE_CHRIST);
        before_christ.then(|| told(Period::years(-number, 1), at + 2))?
    }

    /// Four digits that count nothing.
    fn bare_year(&self, at: usize) -> Option<Single> {
        let token = self.at(at).filter(|token| token.kind == Kind::Number)?;
        let year = i32::try_from(token.year()?).ok()?;
        let before = at.checked_sub(1).and_then(|before| self.at(before));
        let part = !token.apart
            && before
                .is_some_and(|sign| sign.kind == Kind::Word || "$€£¥￥#.,_:".contains(sign.text));
        let counts = self.at(at + 1).is_some_and(|next| match next.kind {
            Kind::Word => !next.apart || unit_of(next.text).is_some(),
            Kind::Sign => {
                let broken = [".", ","].contains(&next.text) && self.touches(at + 2);
                ["%", "°", "℃"].contains(&next.text)
                    || broken && self.at(at + 2).is_some_and(|t| t.kind == Kind::Number)
            }
            _ => !next.apart,
        });
        let period = Period::years(year, 1);
        (!part && !counts).then_some(Single {
            span: DateSpan::In(period),
            next: at + 1,
            bare: true,
        })
    }
}

pub(super) fn told(period: Period, next: usize) -> Option<Single> {
    sure(DateSpan::In(period), next)
}

fn sure(span: DateSpan, next: usize) -> Option<Single> {
    Some(Single {
        span,
        next,
        bare: false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::date_tokens::tokens;
    use super::*;

    fn date(text: &str) -> Option<DateSpan> {
        let tokens = Tokens(tokens(text));
        let single = tokens.date(0)?;
        (single.next == tokens.0.len()).then_some(single.span)
    }

    #[test]
    fn mb_10_dates_are_read_in_many_forms() {
        let year = |year| Some(DateSpan::In(Period::years(year, 1)));
        let month = |year, month| Period::months(year, month, 1).map(DateSpan::In);
        let day = Period::day(1932, 3, 19).map(DateSpan::In);
        let years = |from, count| Some(DateSpan::In(Period::years(from, count)));
        for (text, expected) in [
            ("2010", year(2010)),
            ("2010年", year(2010)),
            ("二○一○年", year(2010)),
            ("03/05/2019", year(2019)),
            ("2019-03", month(2019, 3)),
            ("March 2019", month(2019, 3)),
            ("2019年3月", month(2019, 3)),
            ("19 March 1932", day),
            ("March 19th, 1932", day),
            ("1932-03-19", day),
            ("19.03.1932", day),
            ("1932年3月19日", day),
            ("2010/11", years(2010, 2)),
            ("1990s", years(1990, 10)),
            ("1990年代", years(1990, 10)),
            ("80年代", years(1980, 10)),
            ("20世纪80年代", years(1980, 10)),
            ("18th century", years(1700, 100)),
            ("18世纪", years(1700, 100)),
            ("50 BC", year(-50)),
            ("5th century BC", years(-500, 100)),
            ("公元前2世纪", years(-200, 100)),
            ("H2 2019", Period::months(2019, 7, 6).map(DateSpan::In)),
            ("上世纪七十年代", years(1970, 10)),
            ("唐代", years(618, 289)),
            ("民国二十年", year(1931)),
            ("公元前50年", year(-50)),
            ("Q2 2019", Period::months(2019, 4, 3).map(DateSpan::In)),
            ("2019年二季度", Period::months(2019, 4, 3).map(DateSpan::In)),
            ("FY2019", Some(DateSpan::In(Period::fiscal(2019)))),
            ("2019财年", Some(DateSpan::In(Period::fiscal(2019)))),
        ] {
            assert_eq!(date(text), expected, "{text}");
            assert!(expected.is_some());
        }
    }

    #[test]
    fn mb_10_amounts_are_no_dates() {
        for text in [
            "2010 m", "2010.5", "2010%", "2010米", "90s", "5,000", "20年代", "3个月", "TLS",
        ] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
