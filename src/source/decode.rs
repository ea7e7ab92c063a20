//! Bytes to text. Rule files were written in the code pages of their authors' Windows.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252};
use std::borrow::Cow;

/// The text of a file, in whatever encoding it is.
///
/// UTF-8 and UTF-16 by their byte-order marks, which are left out; else UTF-8 if it is valid;
/// else Windows-1251 if it reads like Cyrillic; else Windows-1252. It never fails.
///
/// ```
/// use zrf::source::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbfSch\xc3\xa4fer"), "Schäfer");
/// assert_eq!(decode(b"Sch\xe4fer"), "Schäfer");
/// assert_eq!(decode(b"\xc2\xee\xeb\xea"), "Волк");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    encoding(bytes).decode(bytes).0
}

/// A text in the encoding that a file was read in, to write it back: `like` is what the file holds.
///
/// `None` if the encoding does not have all characters of the text.
///
/// ```
/// use zrf::source::{decode, encode_like};
///
/// assert_eq!(encode_like(b"Sch\xe4fer", "B\u{e4}r").as_deref(), Some(&b"B\xe4r"[..]));
/// assert_eq!(encode_like(b"Sch\xe4fer", "\u{412}\u{43e}\u{43b}\u{43a}"), None);
/// ```
pub fn encode_like(like: &[u8], text: &str) -> Option<Vec<u8>> {
    let encoding = encoding(like);
    let mark = Encoding::for_bom(like).map_or(0, |(_, len)| len);
    let mut bytes = like[..mark].to_vec();
    if encoding == UTF_16LE {
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    } else if encoding == UTF_16BE {
        bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    } else {
        let (encoded, _, is_lossy) = encoding.encode(text);
        if is_lossy {
            return None;
        }
        bytes.extend_from_slice(&encoded);
    }
    // A text may have lost what gave its encoding away, or a byte may have had no meaning.
    (decode(&bytes) == text).then_some(bytes)
}

fn encoding(bytes: &[u8]) -> &'static Encoding {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None if reads_like_cyrillic(bytes) => WINDOWS_1251,
        None => WINDOWS_1252,
    }
}

/// Whether most bytes outside of ASCII stand in runs of what would be Cyrillic letters.
///
/// In Windows-1251 the letters are 0xC0 to 0xFF with Ё at 0xA8 and ё at 0xB8, and whole words are written in
/// them. In Western languages such a byte is a letter with an accent, and stands alone between ASCII letters.
fn reads_like_cyrillic(bytes: &[u8]) -> bool {
    let is_letter = |b: u8| matches!(b, 0xc0..=0xff | 0xa8 | 0xb8);
    let (mut in_words, mut high) = (0, 0);
    let mut rest = bytes;
    loop {
        rest = &rest[Encoding::ascii_valid_up_to(rest)..];
        let run = rest.iter().take_while(|b| !b.is_ascii()).count();
        if run == 0 {
            break;
        }
        let (here, behind) = rest.split_at(run);
        high += run;
        in_words += here.split(|&b| !is_letter(b)).map(<[u8]>::len).filter(|&word| word >= 3).sum::<usize>();
        rest = behind;
    }
    in_words * 2 > high
}

#[cfg(test)]
mod tests {
    use super::{decode, encode_like};

    #[test]
    fn a_text_is_written_back_as_it_was_read() {
        for bytes in [
            &b"plain"[..],
            b"\xef\xbb\xbfSch\xc3\xa4fer",
            b"Sch\xe4fer",
            b"\xc2\xee\xeb\xea",
            b"\xff\xfeh\0i\0",
        ] {
            assert_eq!(encode_like(bytes, &decode(bytes)).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn every_byte_has_a_reading() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&bytes).chars().count(), 256);
    }

    #[test]
    fn accents_in_western_words_are_not_cyrillic() {
        assert_eq!(decode(b"d\xe9j\xe0 vu, \xc9t\xe9, na\xefve, \xab\xe7a\xbb"), "déjà vu, Été, naïve, «ça»");
    }

    #[test]
    fn cyrillic_words_are_found_between_latin_rules() {
        let text =
            decode(b"(game (title \"\xd8\xe0\xf5\xec\xe0\xf2\xfb\") (players \xc1\xe5\xeb\xfb\xe9 Black))");
        assert_eq!(text, "(game (title \"Шахматы\") (players Белый Black))");
    }

    #[test]
    fn both_orders_of_utf16_are_read_by_their_marks() {
        assert_eq!(decode(b"\xff\xfeh\0i\0"), "hi");
        assert_eq!(decode(b"\xfe\xff\0h\0i"), "hi");
    }
}
