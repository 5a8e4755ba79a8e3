//! Letters that are not ASCII in names: gcc's preprocessor spells them as numbers (`gr\U000000f6\U000000dfe`), which would
//! move everything behind them on the line. Here they become letters again.

/// The text with such letters as the source has them. Texts and characters in quotes stay as they are.
pub fn as_letters(text: Vec<u8>) -> Vec<u8> {
    if !text.windows(2).any(|two| two == b"\\U") {
        return text;
    }
    let mut result = Vec::with_capacity(text.len());
    let mut quote = None;
    let mut index = 0;
    while index < text.len() {
        let byte = text[index];
        if quote.is_none()
            && let Some(letter) = letter(&text[index..])
        {
            result.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
            index += LENGTH;
            continue;
        }
        match (quote, byte) {
            (Some(_), b'\\') => {
                result.push(byte);
                index += 1;
            }
            (Some(open), _) if open == byte || byte == b'\n' => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            _ => {}
        }
        result.extend(text.get(index));
        index += 1;
    }
    result
}

/// The length of `\U000000f6`.
const LENGTH: usize = 10;

/// The letter at the beginning of a text, if it is spelled as a number.
fn letter(text: &[u8]) -> Option<char> {
    let digits = text.get(2..LENGTH).filter(|_| text.starts_with(b"\\U"))?;
    let number = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    char::from_u32(number).filter(|letter| !letter.is_ascii() && letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_with_letters() {
        let text = r#"int gr\U000000f6\U000000dfe = '\'', *s = "\U000000f6\"\U000000f6"; x\U000000f6"#;
        let expected = "int größe = '\\'', *s = \"\\U000000f6\\\"\\U000000f6\"; xö";
        assert_eq!(String::from_utf8(as_letters(text.into())).unwrap(), expected);
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "",
            "\\U",
            "\\U0000",
            "\\Uzzzzzzzz",
            "\\U00000041",
            "'\\",
            "\"\\U000000f6",
            "# 1 \"a\\U000000f6.c\"\n",
        ] {
            assert_eq!(as_letters(text.into()), text.as_bytes(), "{text}");
        }
    }
}
