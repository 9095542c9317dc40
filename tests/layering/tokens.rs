//! Rust source as tokens, as far as finding paths needs it.

/// An identifier or one character of punctuation, except that `::` is one token.
pub struct Token {
    pub text: String,
    pub line: usize,
}

impl Token {
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens outside comments and literals.
pub fn tokens(source: &str) -> Vec<Token> {
    let text: Vec<char> = source.chars().collect();
    let at = |i: usize| text.get(i).copied().unwrap_or('\0');
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut i = 0;
    while i < text.len() {
        let start = i;
        let first_line = line;
        let mut token = None;
        match (at(i), at(i + 1)) {
            ('/', '/') => {
                while i < text.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            ('/', '*') => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= text.len() {
                        break;
                    }
                }
            }
            ('"', _) => i = after_string(&text, i),
            // A character, unless it is a lifetime: those have no closing quote after one character.
            ('\'', '\\') => {
                i += 3;
                while i < text.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            ('\'', _) => i += if at(i + 2) == '\'' { 3 } else { 1 },
            (':', ':') => (token, i) = (Some("::".to_owned()), i + 2),
            (c, _) if in_name(c) => {
                while in_name(at(i)) {
                    i += 1;
                }
                let name: String = text[start..i].iter().collect();
                let hashes = text[i..].iter().take_while(|&&c| c == '#').count();
                if matches!(name.as_str(), "r" | "br" | "cr") && at(i + hashes) == '"' {
                    i = after_raw_string(&text, i + hashes + 1, hashes);
                } else if name == "r" && hashes == 1 && in_name(at(i + 1)) {
                    // `r#loop` is the name `loop`, which comes next.
                    i += 1;
                } else {
                    token = Some(name);
                }
            }
            (c, _) => {
                i += 1;
                token = (!c.is_whitespace()).then(|| c.to_string());
            }
        }
        i = i.min(text.len());
        line += text[start..i].iter().filter(|&&c| c == '\n').count();
        tokens.extend(token.map(|text| Token { text, line: first_line }));
    }
    tokens
}

/// The index behind a string that opens at `i`.
fn after_string(text: &[char], mut i: usize) -> usize {
    i += 1;
    while i < text.len() && text[i] != '"' {
        i += if text[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// The index behind a raw string whose inside begins at `i`.
fn after_raw_string(text: &[char], mut i: usize, hashes: usize) -> usize {
    while i < text.len() {
        let closing = text[i + 1..].iter().take(hashes).filter(|&&c| c == '#').count();
        if text[i] == '"' && closing == hashes {
            return i + 1 + hashes;
        }
        i += 1;
    }
    i
}

/// Leaves out `#[cfg(test)] mod name { ... }`.
pub fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    const OPENING: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept: Vec<Token> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        kept.push(token);
        let [.., module, _, brace] = kept.as_slice() else { continue };
        if module.text != "mod" || brace.text != "{" {
            continue;
        }
        // The attributes stand before `mod`; so may `pub`, which tests have no use for.
        let mut attributes = kept.len() - 3;
        let mut is_test = false;
        while let Some(length) = attribute_before(&kept[..attributes]) {
            let attribute = &kept[attributes - length..attributes];
            is_test |= attribute.iter().map(|t| t.text.as_str()).eq(OPENING);
            attributes -= length;
        }
        if is_test {
            kept.truncate(attributes);
            let mut depth = 1;
            while depth > 0 {
                match tokens.next() {
                    Some(token) if token.text == "{" => depth += 1,
                    Some(token) if token.text == "}" => depth -= 1,
                    Some(_) => {}
                    None => break,
                }
            }
        }
    }
    kept
}

/// The length of the attribute `#[...]` that ends the tokens.
fn attribute_before(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    for (back, token) in tokens.iter().rev().enumerate() {
        match token.text.as_str() {
            "]" => depth += 1,
            "[" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let hash = tokens.len().checked_sub(back + 2)?;
            return (back > 0 && tokens[hash].text == "#").then_some(back + 2);
        }
    }
    None
}
