//! Bytes into Unicode.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, WINDOWS_1252};

use amb_documents::Note;

use crate::declared::{declared_encoding, in_page};

/// Decoded text, with notes on how it was decoded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    pub(crate) notes: Vec<Note>,
}

/// Bytes that the guess is made from, counted from the first byte that is not ASCII: enough to be certain, few enough
/// to be fast in a large file.
const GUESSED_FROM: usize = 256 * 1024;

/// With fewer high bytes than this, a guess at a single-byte encoding is a toss of a coin.
const CERTAIN_FROM: usize = 16;

/// As many sequences that are not valid a text in UTF-8 may hold by mishap; with more it may be none.
const STRAY: usize = 2;

/// Decodes bytes and strips their byte-order mark. Never fails: invalid sequences become U+FFFD.
pub(crate) fn decode(bytes: &[u8], media_type: Option<&str>, is_html: bool) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, bytes.get(mark..).unwrap_or_default());
    }
    let declared = declared_encoding(bytes, media_type, is_html);
    // Valid UTF-8 is almost never another encoding, even if a server or an old template declares one; but ISO-2022-JP
    // is written in ASCII bytes.
    if declared != Some(ISO_2022_JP) && std::str::from_utf8(bytes).is_ok() {
        return decode_as(UTF_8, bytes);
    }
    let encoding = match declared {
        Some(declared) if declared == UTF_8 => despite_utf8(bytes, is_html),
        Some(declared) => declared,
        None => guess(bytes),
    };
    decode_as(encoding, bytes)
}

/// Returns the encoding of bytes that are declared UTF-8 but are invalid: UTF-8 if few sequences are broken, else the
/// encoding that breaks the fewest bytes. The page's own declaration comes before a guess, because many servers declare
/// UTF-8 for every file.
fn despite_utf8(bytes: &[u8], is_html: bool) -> &'static Encoding {
    let shape = Utf8Shape::of(bytes);
    let own = if is_html { in_page(bytes) } else { None };
    let own = own.filter(|own| *own != UTF_8 && *own != REPLACEMENT);
    // A short page with one sign of another alphabet; of two bytes such as Chinese takes, one is a mishap.
    if let Some(own) = own.filter(|own| shape.valid == 0 && own.is_single_byte()) {
        return own;
    }
    if shape.invalid <= STRAY || shape.valid > shape.invalid {
        return UTF_8;
    }
    let broken = |encoding: &&'static Encoding| {
        if *encoding == UTF_8 {
            return shape.invalid;
        }
        replaced_in(&encoding.decode_without_bom_handling(bytes).0)
    };
    let candidates = own.into_iter().chain([guess(bytes), UTF_8]);
    candidates.min_by_key(broken).unwrap_or(UTF_8)
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let (text, replaced) = encoding.decode_without_bom_handling(bytes);
    let mut notes = Vec::new();
    if encoding != UTF_8 {
        let encoding = encoding.name().to_owned();
        notes.push(Note::DecodedFrom { encoding });
    }
    if replaced {
        let count = if encoding == UTF_8 {
            Utf8Shape::of(bytes).invalid
        } else {
            replaced_in(&text)
        };
        notes.push(Note::InvalidReplaced { count });
    }
    Decoded {
        text: text.into_owned(),
        notes,
    }
}

fn replaced_in(text: &str) -> usize {
    text.matches(char::REPLACEMENT_CHARACTER).count()
}

/// Guesses the encoding of bytes that are invalid UTF-8 and declare none.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let shape = Utf8Shape::of(bytes);
    if shape.valid > shape.invalid {
        return UTF_8;
    }
    let sample = from_first_high_byte(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() < GUESSED_FROM);
    let guessed = detector.guess(None, Utf8Detection::Deny);
    let is_certain = shape.invalid >= CERTAIN_FROM && guessed != WINDOWS_1252;
    if guessed.is_single_byte() && !is_certain && !reads_as_western(bytes) {
        return UTF_8;
    }
    guessed
}

fn from_first_high_byte(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
    let rest = bytes.get(start..).unwrap_or_default();
    rest.get(..GUESSED_FROM).unwrap_or(rest)
}

/// Counts of valid UTF-8 characters beyond ASCII, and of invalid sequences.
struct Utf8Shape {
    valid: usize,
    invalid: usize,
}

impl Utf8Shape {
    fn of(bytes: &[u8]) -> Self {
        let mut shape = Self {
            valid: 0,
            invalid: 0,
        };
        for chunk in bytes.utf8_chunks() {
            shape.valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            shape.invalid += usize::from(!chunk.invalid().is_empty());
        }
        shape
    }
}

/// Returns true if the high bytes could be Western European: letters within words, quotes, dashes.
///
/// The detector answers windows-1252, or a relative, for all text that it does not know. Every byte is valid there, so
/// a stray byte in an English text would pass for `ÿ`.
fn reads_as_western(bytes: &[u8]) -> bool {
    let letter_at = |index: Option<usize>| {
        index
            .and_then(|index| bytes.get(index))
            .is_some_and(u8::is_ascii_alphabetic)
    };
    let (mut plausible, mut total) = (0_usize, 0_usize);
    for (index, byte) in bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| !byte.is_ascii())
    {
        let in_word = letter_at(index.checked_sub(1)) || letter_at(index.checked_add(1));
        total += 1;
        plausible += usize::from(is_western_sign(*byte) || (*byte >= 0xC0 && in_word));
    }
    plausible * 2 > total
}

/// Euro, ellipsis, quotes, dashes, no-break space, and the signs from `¡` to `¿`.
fn is_western_sign(byte: u8) -> bool {
    matches!(byte, 0x80 | 0x85 | 0x91..=0x97 | 0xA0..=0xBF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(encoding: &str) -> Note {
        let encoding = encoding.to_owned();
        Note::DecodedFrom { encoding }
    }

    #[test]
    fn byte_order_marks_decide_and_are_left_out() {
        let le: Vec<u8> = "\u{FEFF}Tea 茶 🍵"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let be: Vec<u8> = "\u{FEFF}Tea 茶 🍵"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for (bytes, name) in [(le, "UTF-16LE"), (be, "UTF-16BE")] {
            let decoded = decode(&bytes, Some("text/plain; charset=gbk"), false);
            assert_eq!(decoded.text, "Tea 茶 🍵");
            assert_eq!(decoded.notes, [note(name)]);
        }
        let utf8 = decode("\u{FEFF}Tea".as_bytes(), None, false);
        assert_eq!((utf8.text.as_str(), utf8.notes.len()), ("Tea", 0));
    }

    #[test]
    fn undeclared_chinese_and_japanese_are_recognised() {
        let simplified = "软件包管理系统由多个工具组成，用户可以安装、升级和删除软件。";
        let traditional = "這個程式的說明文件提供了詳細的資訊，請參閱使用手冊。";
        let japanese = "これは日本語のテキストです。文字コードを判定します。";
        let cases = [
            (encoding_rs::GBK, simplified),
            (encoding_rs::BIG5, traditional),
            (encoding_rs::SHIFT_JIS, japanese),
            (encoding_rs::EUC_JP, japanese),
        ];
        for (encoding, text) in cases {
            let (bytes, _, _) = encoding.encode(text);
            let decoded = decode(&bytes, None, false);
            assert_eq!(decoded.text, text);
            assert_eq!(decoded.notes, [note(encoding.name())]);
        }
    }

    #[test]
    fn what_the_server_or_the_page_declares_is_believed() {
        let (bytes, _, _) = encoding_rs::GB18030.encode("茶");
        let decoded = decode(&bytes, Some("text/plain; charset=GB18030"), false);
        assert_eq!(decoded.text, "茶");
        let mut page = b"<meta charset=big5><p>".to_vec();
        page.extend_from_slice(&encoding_rs::BIG5.encode("茶").0);
        assert!(decode(&page, None, true).text.ends_with("<p>茶"));
    }

    #[test]
    fn utf8_is_not_undone_by_a_wrong_declaration() {
        let decoded = decode("茶".as_bytes(), Some("text/plain; charset=gbk"), false);
        assert_eq!(decoded.text, "茶");
        assert_eq!(decoded.notes, []);
    }

    /// MB-20, reliability, case 24: a server that calls everything UTF-8 does not make a page unreadable.
    #[test]
    fn mb_20_a_page_that_is_wrongly_called_utf8_is_read_as_it_says_itself() {
        let simplified = "灯塔位于港口北侧的防波堤上，高四十二米，建于一八八四年。";
        let traditional = "燈塔高四十二公尺，建於港口北側的防波堤上。";
        let (wrong, none) = ("text/html; charset=utf-8", "text/html");
        for (encoding, label, words, header) in [
            (encoding_rs::GBK, "gbk", simplified, wrong),
            (encoding_rs::GBK, "gb2312", simplified, wrong),
            (encoding_rs::BIG5, "big5", traditional, wrong),
            // A page that names no better is guessed at.
            (encoding_rs::GBK, "utf-8", simplified, wrong),
            (encoding_rs::GBK, "utf-8", simplified, none),
            (encoding_rs::BIG5, "utf-8", traditional, none),
            (encoding_rs::BIG5, "euc-jp", traditional, wrong),
            (encoding_rs::GBK, "iso-2022-kr", simplified, wrong),
        ] {
            let page = format!("<meta charset={label}><p>{words}");
            let (bytes, _, _) = encoding.encode(&page);
            let decoded = decode(&bytes, Some(header), true);
            assert_eq!(decoded.text, page, "{label} by {header}");
            assert_eq!(decoded.notes, [note(encoding.name())], "{label}");
        }
        let (bytes, _, _) = encoding_rs::GBK.encode(simplified);
        let decoded = decode(&bytes, Some("text/plain; charset=utf-8"), false);
        assert_eq!(decoded.text, simplified);
    }

    #[test]
    fn mb_20_one_sign_of_a_single_byte_page_is_enough() {
        let header = Some("text/html; charset=utf-8");
        for (label, name) in [
            ("iso-8859-1", "windows-1252"),
            ("windows-1251", "windows-1251"),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let price = if label == "iso-8859-1" {
                "£42"
            } else {
                "№42"
            };
            let page = format!("<meta charset={label}><p>It costs {price}.");
            let (bytes, _, _) = encoding.encode(&page);
            let decoded = decode(&bytes, header, true);
            assert_eq!(decoded.text, page);
            assert_eq!(decoded.notes, [note(name)]);
        }
        let mixed = [
            &b"<meta charset=iso-8859-1><p>"[..],
            "é".as_bytes(),
            b"\xFF",
        ]
        .concat();
        assert!(decode(&mixed, header, true).text.contains("é\u{FFFD}"));
    }

    #[test]
    fn mb_20_a_page_in_utf8_stays_so_with_broken_bytes() {
        let header = Some("text/html; charset=utf-8");
        let cases: [(&[u8], &[u8], usize); 3] = [
            ("灯塔高四十二米，".as_bytes(), b"\xFF", 1),
            (b"42 metres ", b"\xE9 tall \xB5", 2),
            ("灯塔高四十二米。".as_bytes(), b"\xFF \xFE \xFF", 3),
        ];
        for (good, bad, count) in cases {
            let page = [&b"<meta charset=gbk><p>"[..], good, bad, b" end"].concat();
            let decoded = decode(&page, header, true);
            assert_eq!(decoded.text, String::from_utf8_lossy(&page));
            assert_eq!(decoded.notes, [Note::InvalidReplaced { count }]);
        }
    }

    #[test]
    fn stray_bytes_are_replaced_and_counted() {
        let cases: [(&[u8], &str, usize); 3] = [
            (b"before \xFF\xFE after", "before \u{FFFD}\u{FFFD} after", 2),
            (b"bad \xC3\x28 pair", "bad \u{FFFD}( pair", 1),
            (
                "Tee – groß – süß\u{2026}"
                    .as_bytes()
                    .split_last()
                    .unwrap()
                    .1,
                "Tee – groß – süß\u{FFFD}",
                1,
            ),
        ];
        for (bytes, text, count) in cases {
            let decoded = decode(bytes, None, false);
            assert_eq!(decoded.text, text);
            assert_eq!(decoded.notes, [Note::InvalidReplaced { count }]);
        }
    }

    #[test]
    fn cyrillic_is_recognised() {
        let text = "Система управления пакетами состоит из нескольких программ.";
        let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(text);
        assert_eq!(decode(&bytes, None, false).text, text);
    }

    #[test]
    fn western_text_is_read_as_western() {
        let decoded = decode(b"caf\xE9 na\xEFve \x93quoted\x94", None, false);
        assert_eq!(decoded.text, "café naïve “quoted”");
        assert_eq!(decoded.notes, [note("windows-1252")]);
    }
}
