//! Decodes bytes to text: chooses the encoding, and records why.
//!
//! In order: a byte order mark; the encoding that the caller insists on; the HTTP charset; the
//! page's own `meta`. The bytes themselves always have a say: text that is valid UTF-8 is UTF-8
//! whatever a label says (so are half of the pages labelled gb2312 in one labelled set), and text
//! that is plainly not UTF-8 is not, whatever a label says. Statistical detection comes last, on a
//! few kilobytes that hold non-ASCII bytes. Every label of the GB family means GB18030, their
//! superset. Bytes that mean nothing in the chosen encoding become U+FFFD and are counted; nothing
//! is dropped.

mod prescan;

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};

/// The caller's knowledge of a page's encoding.
#[derive(Debug, Clone, Copy, Default)]
pub struct EncodingHints<'a> {
    /// A label to be used without question.
    pub forced: Option<&'a str>,
    /// The charset of the HTTP header.
    pub http: Option<&'a str>,
    /// The top-level domain of the page's address (`cn`), a hint for statistical detection.
    pub top_level_domain: Option<&'a str>,
}

/// The reason an encoding was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum DecodingReason {
    /// The page was given as text; nothing was decoded.
    AlreadyText,
    /// A byte order mark.
    ByteOrderMark,
    /// The caller insisted.
    Forced,
    /// The HTTP header said so.
    HttpHeader,
    /// The page's `meta` said so.
    Meta,
    /// The bytes are valid UTF-8 (or plain ASCII) and nothing was declared.
    ValidUtf8,
    /// The bytes are valid UTF-8 although another encoding was declared.
    ValidUtf8DespiteLabel,
    /// UTF-8 was declared, but the bytes are not UTF-8; a second declaration was used.
    OtherLabelDespiteUtf8Label,
    /// UTF-8 was declared, but the bytes are not UTF-8; the encoding was guessed from them.
    DetectedDespiteUtf8Label,
    /// Nothing known was declared; the encoding was guessed from the bytes.
    Detected,
}

/// The choice of an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decoding {
    /// The encoding's WHATWG name in lower case (`gb18030` for every GB label).
    pub name: String,
    /// Why it was chosen.
    pub reason: DecodingReason,
    /// The label found, HTTP header first, as written there.
    pub declared: Option<String>,
    /// The number of places that could not be decoded and show as U+FFFD.
    pub replaced: u32,
}

impl Default for Decoding {
    fn default() -> Self {
        Self::already_text()
    }
}

impl Decoding {
    /// The decoding of a page that came as text.
    pub fn already_text() -> Self {
        Self {
            name: "utf-8".into(),
            reason: DecodingReason::AlreadyText,
            declared: None,
            replaced: 0,
        }
    }
}

/// Decodes `bytes`; the text is borrowed if they are UTF-8 already. Never fails.
pub fn decode<'a>(bytes: &'a [u8], hints: EncodingHints) -> (Cow<'a, str>, Decoding) {
    if let Some((encoding, bom_length)) = Encoding::for_bom(bytes) {
        let bytes = &bytes[bom_length..];
        return finish(encoding, bytes, valid(bytes), DecodingReason::ByteOrderMark, None);
    }
    if let Some(encoding) = hints.forced.and_then(encoding_for) {
        let label = hints.forced.map(str::to_owned);
        return finish(encoding, bytes, valid(bytes), DecodingReason::Forced, label);
    }
    let meta = prescan::meta_charset(bytes, is_known_label);
    let declared = hints.http.map(str::to_owned).or_else(|| meta.clone());
    let http = hints.http.and_then(encoding_for);
    let meta = meta.as_deref().and_then(encoding_for).map(ascii_compatible);
    let valid = valid(bytes);
    let (encoding, reason) = choose(bytes, valid, http, meta, hints.top_level_domain);
    finish(encoding, bytes, valid, reason, declared)
}

/// True if `label` names an encoding that can be decoded.
pub fn is_known_label(label: &str) -> bool {
    encoding_for(label).is_some()
}

type Choice = (&'static Encoding, DecodingReason);

/// The bytes as UTF-8, if they are valid.
fn valid(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

fn choose(
    bytes: &[u8],
    valid: Option<&str>,
    http: Option<&'static Encoding>,
    meta: Option<&'static Encoding>,
    top_level_domain: Option<&str>,
) -> Choice {
    let declared =
        http.map(|e| (e, DecodingReason::HttpHeader)).or(meta.map(|e| (e, DecodingReason::Meta)));
    // If the bytes are UTF-8 and nothing else is declared, the strength of the evidence does not
    // matter.
    if valid.is_some() && declared.is_none_or(|(label, _)| label == UTF_8) {
        return declared.unwrap_or((UTF_8, DecodingReason::ValidUtf8));
    }
    let Some((label, reason)) = declared else {
        let is_other = Utf8Evidence::of(bytes, valid) == Utf8Evidence::Not;
        let encoding = if is_other { detect(bytes, top_level_domain) } else { UTF_8 };
        return (encoding, DecodingReason::Detected);
    };
    if !label.is_ascii_compatible() {
        return (label, reason);
    }
    match Utf8Evidence::of(bytes, valid) {
        Utf8Evidence::Strong if label != UTF_8 => (UTF_8, DecodingReason::ValidUtf8DespiteLabel),
        Utf8Evidence::Not if label == UTF_8 => match meta {
            Some(other) if other != UTF_8 => (other, DecodingReason::OtherLabelDespiteUtf8Label),
            _ => (detect(bytes, top_level_domain), DecodingReason::DetectedDespiteUtf8Label),
        },
        _ => (label, reason),
    }
}

/// The bytes' own evidence for UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Utf8Evidence {
    /// Only ASCII: no evidence.
    Ascii,
    /// Valid, but with so little beyond ASCII that a pair or two of a legacy encoding may look like
    /// it.
    Weak,
    /// Valid, with more beyond ASCII than chance explains.
    Strong,
    /// UTF-8 with a few broken places (a cut character, a stray byte).
    Broken,
    /// Something else.
    Not,
}

/// The ratio of valid characters to broken places that UTF-8 has at least. A legacy text read as
/// UTF-8 has several broken places for each character that happens to be valid; a UTF-8 text with
/// accidents has more characters than accidents.
const CHARACTERS_PER_ACCIDENT: usize = 2;
/// The number of valid two-byte sequences that chance does not explain: under a third of the pairs
/// of a GB text look like one.
const TWO_BYTE_SEQUENCES_BEYOND_CHANCE: usize = 4;

impl Utf8Evidence {
    fn of(bytes: &[u8], valid: Option<&str>) -> Self {
        let Some(start) = first_beyond_ascii(bytes) else {
            return Self::Ascii;
        };
        if let Some(text) = valid {
            let mut two_byte = 0;
            for c in text[start..].chars().filter(|c| !c.is_ascii()) {
                two_byte += 1;
                if c.len_utf8() > 2 || two_byte >= TWO_BYTE_SEQUENCES_BEYOND_CHANCE {
                    return Self::Strong;
                }
            }
            return Self::Weak;
        }
        let (mut good, mut broken) = (0, 0);
        for chunk in bytes[start..].utf8_chunks() {
            good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            broken += usize::from(!chunk.invalid().is_empty());
        }
        if good >= broken * CHARACTERS_PER_ACCIDENT { Self::Broken } else { Self::Not }
    }
}

/// The position of the first byte that is not ASCII.
fn first_beyond_ascii(bytes: &[u8]) -> Option<usize> {
    const CHUNK: usize = 64;
    let start = bytes.chunks(CHUNK).position(|chunk| !chunk.is_ascii())? * CHUNK;
    Some(start + bytes[start..].iter().position(|b| !b.is_ascii())?)
}

/// The number of bytes to show to the detector, which is slower than parsing.
const DETECTION_BYTES: usize = 4096;

/// Multi-byte encodings that a page may be in although a few of its places are broken.
const FORGIVEN: &[&Encoding] = &[GB18030, BIG5, SHIFT_JIS, EUC_KR, EUC_JP];

/// Guesses the encoding from the pieces between tags and line ends that hold non-ASCII bytes, so
/// that neither markup nor scripts dilute the evidence.
///
/// The detector rules out a multi-byte encoding at its first broken character. If it answers with a
/// single-byte encoding, each multi-byte one is tried again without the few pieces that are broken
/// in it.
fn detect(bytes: &[u8], top_level_domain: Option<&str>) -> &'static Encoding {
    let sample = sample(bytes);
    let guess = guess(&sample, top_level_domain);
    if !guess.is_single_byte() {
        return guess;
    }
    let size = |pieces: &[&[u8]]| pieces.iter().map(|piece| piece.len()).sum::<usize>();
    let forgiven = FORGIVEN.iter().copied().find(|encoding| {
        let mut whole = sample.clone();
        whole.retain(|piece| {
            encoding.decode_without_bom_handling_and_without_replacement(piece).is_some()
        });
        let is_most = size(&whole) < size(&sample) && size(&whole) * 10 >= size(&sample) * 9;
        is_most && self::guess(&whole, top_level_domain) == *encoding
    });
    forgiven.unwrap_or(guess)
}

/// The first pieces that hold non-ASCII bytes, [`DETECTION_BYTES`] in all. No legacy encoding uses
/// the bytes at which they are cut inside a character; only the last piece may end in a torn one.
fn sample(bytes: &[u8]) -> Vec<&[u8]> {
    let mut sample = Vec::new();
    let mut budget = DETECTION_BYTES;
    let is_cut = |b: &u8| matches!(b, b'<' | b'>' | b'\n' | b' ' | b'\t' | b'\r');
    for piece in bytes.split(is_cut).filter(|piece| !piece.is_ascii()) {
        let piece = &piece[..piece.len().min(budget)];
        sample.push(piece);
        budget -= piece.len();
        if budget == 0 {
            break;
        }
    }
    sample
}

/// The detector's guess; the last piece is left unfinished, since it may be torn.
fn guess(sample: &[&[u8]], top_level_domain: Option<&str>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for (number, piece) in sample.iter().enumerate() {
        if number > 0 {
            detector.feed(b"\n", false);
        }
        detector.feed(piece, false);
    }
    let domain = top_level_domain
        .filter(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_lowercase()))
        .map(str::as_bytes);
    gb18030_for_gbk(detector.guess(domain, Utf8Detection::Deny))
}

fn encoding_for(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label.as_bytes()).map(gb18030_for_gbk)
}

fn gb18030_for_gbk(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == GBK { GB18030 } else { encoding }
}

/// A `meta` that could be read as ASCII cannot mean UTF-16 (WHATWG, prescan a byte stream).
fn ascii_compatible(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding }
}

fn finish<'a>(
    encoding: &'static Encoding,
    bytes: &'a [u8],
    valid: Option<&'a str>,
    reason: DecodingReason,
    declared: Option<String>,
) -> (Cow<'a, str>, Decoding) {
    let (text, had_errors) = match valid.filter(|_| encoding == UTF_8) {
        Some(text) => (Cow::Borrowed(text), false),
        None => encoding.decode_without_bom_handling(bytes),
    };
    let replaced = if had_errors { text.matches('\u{fffd}').count() } else { 0 };
    let replaced = u32::try_from(replaced).unwrap_or(u32::MAX);
    let name = encoding.name().to_ascii_lowercase();
    (text, Decoding { name, reason, declared, replaced })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::WINDOWS_1251;

    const CHINESE: &str = "今天的会议讨论了城市供水的问题，代表们提出了许多建议。";

    fn page(label: &str, body: &str) -> String {
        format!("<html><head><meta charset=\"{label}\"></head><body><p>{body}</p></body></html>")
    }

    fn check(bytes: &[u8], hints: EncodingHints, name: &str, reason: DecodingReason, holds: &str) {
        let (text, decoding) = decode(bytes, hints);
        assert_eq!((decoding.name.as_str(), decoding.reason), (name, reason), "{decoding:?}");
        assert!(text.contains(holds), "{text}");
    }

    #[test]
    fn labels_and_bytes() {
        let none = EncodingHints::default();
        let utf8 = page("gb2312", CHINESE);
        check(utf8.as_bytes(), none, "utf-8", DecodingReason::ValidUtf8DespiteLabel, CHINESE);
        let mislabelled = page("utf-8", CHINESE);
        let gbk = GBK.encode(&mislabelled).0;
        check(&gbk, none, "gb18030", DecodingReason::DetectedDespiteUtf8Label, CHINESE);
        let labelled = page("gb2312", "镕基與堃");
        let gbk = GBK.encode(&labelled).0;
        check(&gbk, none, "gb18030", DecodingReason::Meta, "镕基與堃");
        let big5 = page("big5", "今天的會議討論了城市供水的問題。");
        check(&BIG5.encode(&big5).0, none, "big5", DecodingReason::Meta, "會議討論");
        let plain = GBK.encode(CHINESE).0;
        check(&plain, none, "gb18030", DecodingReason::Detected, CHINESE);
        check(b"\xef\xbb\xbf<p>caf\xc3\xa9", none, "utf-8", DecodingReason::ByteOrderMark, "café");
        check(b"plain", none, "utf-8", DecodingReason::ValidUtf8, "plain");
    }

    #[test]
    fn other_scripts() {
        let none = EncodingHints::default();
        for (encoding, label, text) in [
            (SHIFT_JIS, "shift_jis", "今日の会議では水道の問題が話し合われた。"),
            (EUC_KR, "euc-kr", "오늘 회의에서는 도시의 물 문제를 논의했다."),
            (WINDOWS_1251, "windows-1251", "Сегодня на заседании обсуждали воду."),
        ] {
            let name = encoding.name().to_ascii_lowercase();
            check(&encoding.encode(&page(label, text)).0, none, &name, DecodingReason::Meta, text);
            let long = text.repeat(8);
            check(&encoding.encode(&long).0, none, &name, DecodingReason::Detected, text);
        }
    }

    #[test]
    fn http_before_meta_but_not_before_the_bytes() {
        let hints = EncodingHints { http: Some("gbk"), ..EncodingHints::default() };
        let utf8 = page("utf-8", CHINESE);
        check(utf8.as_bytes(), hints, "utf-8", DecodingReason::ValidUtf8DespiteLabel, CHINESE);
        let hints = EncodingHints { http: Some("UTF-8"), ..EncodingHints::default() };
        let labelled = page("big5", "今天的會議討論了城市供水的問題。");
        let big5 = BIG5.encode(&labelled).0;
        check(&big5, hints, "big5", DecodingReason::OtherLabelDespiteUtf8Label, "會議討論");
        let hints = EncodingHints { forced: Some("gb2312"), ..EncodingHints::default() };
        check(CHINESE.as_bytes(), hints, "gb18030", DecodingReason::Forced, "");
    }

    #[test]
    fn broken_utf8_stays_utf8_and_counts() {
        let mut bytes = CHINESE.repeat(3).into_bytes();
        bytes.truncate(bytes.len() - 1);
        let (text, decoding) = decode(&bytes, EncodingHints::default());
        assert_eq!((decoding.name.as_str(), decoding.replaced), ("utf-8", 1));
        assert!(text.ends_with('\u{fffd}'));
    }

    #[test]
    fn a_broken_character_does_not_rule_an_encoding_out() {
        let text = format!("<p>{CHINESE}</p>").repeat(20);
        let mut gbk = GBK.encode(&text).0.into_owned();
        gbk.splice(500..500, *b"\xff\xff<p>");
        check(&gbk, EncodingHints::default(), "gb18030", DecodingReason::Detected, CHINESE);
        let endless = GBK.encode(&CHINESE.repeat(500)).0.into_owned();
        check(&endless, EncodingHints::default(), "gb18030", DecodingReason::Detected, CHINESE);
        let western = encoding_rs::WINDOWS_1252.encode("Café déjà vu, élève. ").0.repeat(9);
        check(
            &western,
            EncodingHints::default(),
            "windows-1252",
            DecodingReason::Detected,
            "Café déjà",
        );
    }

    #[test]
    fn scripts_do_not_dilute_detection() {
        let script = format!("<script>{}</script>\n", "var a = 1;\n".repeat(2000));
        let text = format!("{script}<p>{CHINESE}</p>{script}");
        check(
            &GBK.encode(&text).0,
            EncodingHints::default(),
            "gb18030",
            DecodingReason::Detected,
            CHINESE,
        );
    }
}
