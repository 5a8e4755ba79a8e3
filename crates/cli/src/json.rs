//! Reads JSON, as far as compilation databases need it.

/// A JSON value. Numbers and literals are of no interest here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    Text(String),
    List(Vec<Json>),
    /// In the order of the file.
    Object(Vec<(String, Json)>),
    Other,
}

impl Json {
    pub fn field(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub fn list(&self) -> Option<&[Json]> {
        if let Json::List(list) = self { Some(list) } else { None }
    }
}

/// How deep values may nest.
const DEEPEST: usize = 100;

/// Reads one value. An error names the line.
pub fn parse(text: &str) -> Result<Json, String> {
    let mut reader = Reader { text, position: 0 };
    let value = reader.value(0).and_then(|value| match reader.peek() {
        None => Ok(value),
        Some(_) => Err("more than one value"),
    });
    value.map_err(|what| {
        let line = text[..reader.position].matches('\n').count() + 1;
        format!("line {line}: {what}")
    })
}

struct Reader<'a> {
    text: &'a str,
    /// INVARIANT: on a character boundary.
    position: usize,
}

impl Reader<'_> {
    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.position..];
        self.position += rest.len() - rest.trim_start().len();
        self.text[self.position..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.text[self.position..].chars().next()?;
        self.position += character.len_utf8();
        Some(character)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.position += wanted.len_utf8();
        }
        is_there
    }

    fn value(&mut self, depth: usize) -> Result<Json, &'static str> {
        if depth > DEEPEST {
            return Err("values nest too deeply");
        }
        match self.peek() {
            Some('"') => Ok(Json::Text(self.quoted()?)),
            Some('[') => self.list(depth),
            Some('{') => self.object(depth),
            Some(character) if character.is_ascii_alphanumeric() || character == '-' => {
                let rest = &self.text[self.position..];
                let is_end = |c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c);
                self.position += rest.find(is_end).unwrap_or(rest.len());
                Ok(Json::Other)
            }
            _ => Err("expected a value"),
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, &'static str> {
        self.eat('[');
        let mut list = Vec::new();
        if self.eat(']') {
            return Ok(Json::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.eat(']') {
                return Ok(Json::List(list));
            }
            if !self.eat(',') {
                return Err("expected `,` or `]`");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, &'static str> {
        self.eat('{');
        let mut fields = Vec::new();
        if self.eat('}') {
            return Ok(Json::Object(fields));
        }
        loop {
            if self.peek() != Some('"') {
                return Err("expected a name in quotes");
            }
            let name = self.quoted()?;
            if !self.eat(':') {
                return Err("expected `:`");
            }
            fields.push((name, self.value(depth + 1)?));
            if self.eat('}') {
                return Ok(Json::Object(fields));
            }
            if !self.eat(',') {
                return Err("expected `,` or `}`");
            }
        }
    }

    fn quoted(&mut self) -> Result<String, &'static str> {
        self.eat('"');
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped()?),
                Some(character) => text.push(character),
                None => return Err("a text does not end"),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, &'static str> {
        match self.next() {
            Some(character @ ('"' | '\\' | '/')) => Ok(character),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let mut code = self.hexadecimal()?;
                // Characters outside the basic plane are written as two halves.
                if (0xd800..0xdc00).contains(&code) && self.next() == Some('\\') && self.next() == Some('u') {
                    let low = self.hexadecimal()?;
                    code = 0x10000 + ((code - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
                }
                char::from_u32(code).ok_or("an escape is no character")
            }
            _ => Err("an escape is not known"),
        }
    }

    fn hexadecimal(&mut self) -> Result<u32, &'static str> {
        (0..4).try_fold(0, |code, _| {
            let digit = self.next().and_then(|character| character.to_digit(16));
            digit.map(|digit| code << 4 | digit).ok_or("an escape wants four digits")
        })
    }
}

/// A text as JSON writes it.
pub fn quoted(text: &str) -> String {
    let mut result = String::from('"');
    for character in text.chars() {
        match character {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            control if control < ' ' => result.push_str(&format!("\\u{:04x}", control as u32)),
            other => result.push(other),
        }
    }
    result.push('"');
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let value =
            parse(r#" [ {"a": "b\"\\\n\u00e9\ud83e\uddf9", "c": [1.5e-3, true]}, [], {} ] "#).unwrap();
        let list = value.list().unwrap();
        assert_eq!(list[0].field("a").and_then(Json::text), Some("b\"\\\né🧹"));
        assert_eq!(list[0].field("c"), Some(&Json::List(vec![Json::Other, Json::Other])));
        assert_eq!(list[1..], [Json::List(vec![]), Json::Object(vec![])]);
    }

    #[test]
    fn mistakes_are_located() {
        for (text, message) in [
            ("[\n1,\n]", "line 3: expected a value"),
            ("{\"a\" 1}", "line 1: expected `:`"),
            ("\"abc", "line 1: a text does not end"),
            ("[] []", "line 1: more than one value"),
            ("", "line 1: expected a value"),
        ] {
            assert_eq!(parse(text), Err(message.to_owned()), "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err());
    }
}
