//! One ordered table of masks, and the tokens and names that a line has beside them.

use crate::text::is_cjk;

/// Characters that one mask covers, at most.
const LONGEST: usize = 200;
/// Words of a quotation that is a name; a longer one is a sentence.
const NAMING_WORDS: usize = 3;
/// Characters of a word of letters and digits that is an id.
const ID: usize = 16;
/// Digits in a row that are an id or a time in a name.
const LONG_NUMBER: usize = 9;
/// Stands in a name for an id, a time or a duration.
const MASKED: &str = "*";

/// Opening and closing marks of a quotation.
const QUOTES: [(char, &[char]); 6] = [
    ('"', &['"']),
    ('`', &['`', '\'']),
    ('\'', &['\'']),
    ('‘', &['’']),
    ('“', &['”']),
    ('「', &['」']),
];

/// A mask: the token that replaces it, and the bytes that it covers at the beginning of a text.
struct Mask {
    token: &'static str,
    covers: fn(&str) -> Option<usize>,
    /// True if its text is a name as well.
    is_name: bool,
}

impl Mask {
    const fn new(token: &'static str, covers: fn(&str) -> Option<usize>, is_name: bool) -> Self {
        Self {
            token,
            covers,
            is_name,
        }
    }
}

/// The masks in their order: the first that fits counts.
const MASKS: [Mask; 7] = [
    Mask::new("<url>", url, true),
    Mask::new("<time>", moment, false),
    Mask::new("<address>", address, true),
    Mask::new("<path>", path, true),
    Mask::new("<id>", id, false),
    Mask::new("<duration>", duration, false),
    Mask::new("<number>", number, false),
];

/// A text read with masks.
#[derive(Default)]
pub(super) struct Masked {
    /// Its tokens, in order: words, single characters of scripts without blanks, and masks.
    pub tokens: Vec<String>,
    /// Its names: quotations, paths, addresses and identifiers, in lower case.
    pub names: Vec<String>,
    /// The text between the masks.
    pub words: String,
}

impl Masked {
    /// Reads one more line. Linear: each mask covers at most [`LONGEST`] characters.
    pub(super) fn read(&mut self, line: &str) {
        let mut rest = line;
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let joined = is_of_word(before) && is_of_word(first);
            let length = if joined { 0 } else { self.take(rest) };
            let length = length.max(first.len_utf8());
            let (read, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            before = read.chars().next_back().unwrap_or(' ');
            rest = after;
        }
        self.words.push('\n');
    }

    /// Takes the quotation, the mask or the word that a text begins with, and returns its length; 0 of a sign.
    fn take(&mut self, text: &str) -> usize {
        if let Some((quoted, length)) = quotation(text) {
            self.take_quotation(quoted, text.get(length..).unwrap_or_default());
            return length;
        }
        let found = MASKS
            .iter()
            .find_map(|mask| Some((mask, (mask.covers)(text)?)));
        if let Some((mask, length)) = found {
            if mask.is_name {
                self.names.extend(text.get(..length).and_then(name));
            }
            self.tokens.push(mask.token.to_owned());
            self.words.push(' ');
            return length;
        }
        let length = word(text);
        match text.get(..length) {
            Some(word) if length > 0 => {
                if is_identifier(word) {
                    self.names.extend(name(word));
                }
                self.tokens.push(word.to_owned());
                self.words.push_str(word);
            }
            _ => self.words.push(' '),
        }
        length
    }

    /// A short quotation is a name, a long one is read, and a key of JSON is a word.
    fn take_quotation(&mut self, quoted: &str, after: &str) {
        let is_key = after.trim_start().starts_with(':') && word(quoted) == quoted.len();
        let is_sentence = quoted.split_whitespace().nth(NAMING_WORDS).is_some();
        if is_key || is_sentence {
            self.read(quoted);
        } else {
            self.tokens.push("<quoted>".to_owned());
            self.names.extend(name(quoted));
            self.words.push(' ');
        }
    }
}

/// Returns a name as it is compared: without scheme, password, query and signs around it, in lower case, with `*` for ids,
/// times and durations. `None` if nothing is left.
pub(super) fn name(text: &str) -> Option<String> {
    let text = text.split_once("://").map_or(text, |(_, address)| {
        let page = address.split(['?', '#']).next().unwrap_or_default();
        let host = page.split('/').next().unwrap_or_default();
        let login = host.rfind('@').map_or(0, |at| at + 1);
        page.get(login..).unwrap_or_default()
    });
    let is_around = |c: char| !c.is_alphanumeric() && c != '_';
    let mut rest = text.trim_end_matches(is_around);
    let mut name = String::with_capacity(rest.len());
    while let Some(first) = rest.chars().next() {
        let chance = uuid(rest)
            .or_else(|| instant(rest))
            .or_else(|| duration(rest));
        let part = length_of(rest, char::is_alphanumeric);
        let (length, told) = match (chance, rest.get(..part)) {
            (Some(length), _) => (length, MASKED),
            (None, Some(part)) if is_chance(part) => (part.len(), MASKED),
            _ => {
                let length = part.max(first.len_utf8());
                (length, rest.get(..length).unwrap_or_default())
            }
        };
        name.push_str(&told.to_lowercase());
        rest = rest.get(length..).unwrap_or_default();
    }
    name.contains(char::is_alphanumeric).then_some(name)
}

/// Returns true for the parts of names that are new each time: digests, ids and counted times.
fn is_chance(part: &str) -> bool {
    let digits = length_of(part, |c| c.is_ascii_digit());
    digits == part.len() && digits >= LONG_NUMBER || is_digest(part) || is_id(part)
}

fn has_both(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && word.contains(|c: char| c.is_ascii_alphabetic())
}

fn is_digest(word: &str) -> bool {
    /// Characters of git's short digests.
    const SHORTEST: usize = 7;
    word.len() >= SHORTEST && has_both(word) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_id(word: &str) -> bool {
    word.len() >= ID && has_both(word) && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns true for the names that programmers give: `test_sum`, `_main`, `DATABASE_URL`, `testLogin`.
fn is_identifier(word: &str) -> bool {
    let inner = word.trim_matches('_');
    let is_snake = inner.contains('_') || word.starts_with('_') && !inner.is_empty();
    let is_camel = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(|c: char| c.is_ascii_uppercase());
    is_snake || is_camel
}

fn is_of_word(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_cjk(c)
}

/// Length of the word that a text begins with.
fn word(text: &str) -> usize {
    match text.chars().next() {
        Some(first) if is_cjk(first) => first.len_utf8(),
        _ => length_of(text, is_of_word),
    }
}

/// Bytes of the characters of a kind that a text begins with, at most [`LONGEST`] of them.
fn length_of(text: &str, is_of_kind: impl Fn(char) -> bool) -> usize {
    let begun = text.chars().take(LONGEST);
    begun
        .take_while(|c| is_of_kind(*c))
        .map(char::len_utf8)
        .sum()
}

/// The length, if no word goes on behind it.
fn ended(text: &str, length: usize) -> Option<usize> {
    let next = text.get(length..)?.chars().next();
    next.is_none_or(|c| !is_of_word(c)).then_some(length)
}

/// The length of a shape that a text begins with: `0` is a digit, `h` a hexadecimal one, and anything else itself.
fn shaped(text: &str, shape: &str) -> Option<usize> {
    let mut characters = text.chars();
    for sign in shape.chars() {
        let c = characters.next()?;
        let fits = match sign {
            '0' => c.is_ascii_digit(),
            'h' => c.is_ascii_hexdigit(),
            sign => c == sign,
        };
        if !fits {
            return None;
        }
    }
    Some(shape.len())
}

/// The inside of a quotation, and its whole length.
fn quotation(text: &str) -> Option<(&str, usize)> {
    let open = text.chars().next()?;
    let (_, closes) = QUOTES.iter().find(|(own, _)| *own == open)?;
    let inside = text.get(open.len_utf8()..)?;
    let length = length_of(inside, |c| !closes.contains(&c) && c != '\n');
    let quoted = inside.get(..length).filter(|it| !it.trim().is_empty())?;
    let close = inside.get(length..)?.chars().next()?;
    let whole = open.len_utf8() + length + close.len_utf8();
    let is_closed = closes.contains(&close) && ended(text, whole).is_some();
    is_closed.then_some((quoted, whole))
}

fn url(text: &str) -> Option<usize> {
    let scheme = length_of(text, |c| c.is_ascii_alphanumeric() || "+.-".contains(c));
    let address = text.get(scheme..)?.strip_prefix("://")?;
    let ends = |c: char| c.is_whitespace() || "\"'`<>(){}|，。；、”’".contains(c);
    let length = length_of(address, |c| !ends(c));
    (scheme > 0 && length > 0).then_some(scheme + "://".len() + length)
}

fn uuid(text: &str) -> Option<usize> {
    ended(text, shaped(text, "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh")?)
}

fn date(text: &str) -> Option<usize> {
    let dates = ["0000-00-00", "0000/00/00", "0000.00.00"];
    dates.iter().find_map(|shape| shaped(text, shape))
}

/// A time of day, with its fraction and zone.
fn clock(text: &str) -> Option<usize> {
    let clocks = ["00:00:00", "00_00_00"];
    let mut length = clocks.iter().find_map(|shape| shaped(text, shape))?;
    let rest = |length: usize| text.get(length..).unwrap_or_default();
    if rest(length).starts_with(['.', ',', '_']) {
        let digits = length_of(rest(length + 1), |c| c.is_ascii_digit());
        length += if digits > 0 { 1 + digits } else { 0 };
    }
    let zones = [
        "Z", " UTC", "+00:00", "-00:00", " +0000", " -0000", "+0000", "-0000",
    ];
    let zone = zones.iter().find_map(|shape| shaped(rest(length), shape));
    Some(length + zone.unwrap_or(0))
}

/// A date with a time of day.
fn instant(text: &str) -> Option<usize> {
    let date = date(text)?;
    let behind = text.get(date..)?.strip_prefix(['T', ' ', '_'])?;
    Some(date + 1 + clock(behind)?)
}

fn moment(text: &str) -> Option<usize> {
    instant(text).or_else(|| date(text)).or_else(|| clock(text))
}

/// An IP address, `host:port`, or a port alone.
fn address(text: &str) -> Option<usize> {
    let port = |text: &str, at: usize| {
        let digits = text.get(at..)?.strip_prefix(':')?;
        let digits = length_of(digits, |c| c.is_ascii_digit());
        (digits > 1).then_some(at + 1 + digits)
    };
    let host = length_of(text, |c| c.is_ascii_alphanumeric() || c == '.' || c == '-');
    let named = text.get(..host)?;
    let is_ip =
        named.split('.').count() == 4 && named.split('.').all(|part| part.parse::<u8>().is_ok());
    if is_ip {
        return Some(port(text, host).unwrap_or(host));
    }
    if text.starts_with("::1") {
        return Some(port(text, "::1".len()).unwrap_or("::1".len()));
    }
    if named == "localhost" || named.contains('.') && named.contains(char::is_alphabetic) {
        return port(text, host)
            .filter(|end| !text.get(*end..).unwrap_or_default().starts_with(':'));
    }
    let words = ["port", "Port", "PORT", "端口"];
    let begun = words.iter().find(|word| text.starts_with(**word))?.len();
    let rest = text.get(begun..)?;
    let apart = length_of(rest, |c| " =:：".contains(c));
    let digits = length_of(rest.get(apart..)?, |c| c.is_ascii_digit());
    (digits > 0).then_some(begun + apart + digits)
}

/// A path, or a name with an ending such as `app.py` and `a.b.Orders`.
fn path(text: &str) -> Option<usize> {
    let drive = shaped(text, "C:\\")
        .or_else(|| shaped(text, "D:\\"))
        .unwrap_or(0);
    let is_of_path = |c: char| is_of_word(c) || "@.+-[]~/\\".contains(c);
    let rest = text.get(drive..)?;
    let run = rest.get(..length_of(rest, is_of_path))?;
    let run = run.trim_end_matches(|c: char| !is_of_word(c) && c != '/');
    let is_named = run.contains(char::is_alphabetic)
        && run.starts_with(|c| is_of_word(c) || "./\\~@".contains(c));
    let has_folders = run.contains(['/', '\\']);
    let has_ending = run.rsplit_once('.').is_some_and(|(stem, end)| {
        stem.contains(char::is_alphabetic)
            && end.starts_with(|c: char| c.is_alphabetic() || c == '_')
    });
    (is_named && (has_folders || has_ending)).then_some(drive + run.len())
}

/// A UUID, a hexadecimal number, a digest, or a word with an id in it.
fn id(text: &str) -> Option<usize> {
    let length = length_of(text, is_of_word);
    let word = text.get(..length)?;
    let is_hex = word.starts_with("0x") || is_digest(word) || word.split('_').any(is_id);
    uuid(text).or(is_hex.then_some(length))
}

/// Numbers with their units: `30.2s`, `3m12s`, `1.2GiB`, `4th`.
fn duration(text: &str) -> Option<usize> {
    /// Letters of a unit.
    const UNIT: usize = 3;
    let mut length = 0;
    loop {
        let rest = text.get(length..)?;
        let digits = figures(rest);
        let unit = length_of(rest.get(digits..)?, |c| c.is_alphabetic() && !is_cjk(c));
        if digits == 0 || unit == 0 || unit > UNIT {
            return None;
        }
        length += digits + unit;
        if ended(text, length).is_some() {
            return Some(length);
        }
    }
}

fn number(text: &str) -> Option<usize> {
    ended(text, figures(text)).filter(|length| *length > 0)
}

/// Digits with points and commas between them.
fn figures(text: &str) -> usize {
    let run = length_of(text, |c| c.is_ascii_digit() || c == '.' || c == ',');
    let run = text.get(..run).unwrap_or_default();
    if run.starts_with(|c: char| c.is_ascii_digit()) {
        run.trim_end_matches(['.', ',']).len()
    } else {
        0
    }
}
