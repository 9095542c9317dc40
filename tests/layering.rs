//! Who may import whom: the diagram at the top of `src/lib.rs`, checked against every path from the crate root.
//!
//! ```text
//! board <- game <- rules <- variants <- tools <- usi <- cli <- main
//!          game <- { search, mate, opening, training } <- tools       (generic over Game)
//!                  mate <- search                                     (long mates at the root)
//!                  rules <- { eval, record } <- tools                 (generic over Rules)
//! memory <- { search, mate, eval }                                   (large tables)
//! cpu <- { usi, main }                                               (runs before main)
//! ```
//!
//! Reads the sources as tokens: `use crate::...` with nested braces, paths such as `crate::rules::Position` inside
//! code, and `super::` chains that climb to the root. Comments, literals and `#[cfg(test)] mod` blocks are free.

use std::fmt;
use std::fs;
use std::path::Path;

/// All that a tool puts together.
const ENGINE: &[&str] =
    &["board", "game", "rules", "variants", "search", "mate", "training", "opening", "eval", "record"];

/// Each layer with those that it may import, besides itself.
const LAYERS: &[(&str, &[&[&str]])] = &[
    ("board", &[]),
    ("game", &[&["board"]]),
    ("rules", &[&["board", "game"]]),
    ("variants", &[&["board", "game", "rules"]]),
    ("search", &[&["board", "game", "mate", "memory"]]),
    ("mate", &[&["board", "game", "memory"]]),
    ("training", &[&["board", "game", "search"]]),
    ("opening", &[&["board", "game", "rules"]]),
    ("eval", &[&["board", "game", "rules", "memory"]]),
    ("record", &[&["board", "game", "rules"]]),
    ("cpu", &[]),
    ("memory", &[]),
    ("tools", &[ENGINE]),
    ("usi", &[ENGINE, &["tools", "cpu"]]),
    ("cli", &[ENGINE, &["tools", "usi"]]),
    ("main", &[&["cli", "cpu"]]),
];

/// The library's name, by which the binary reaches it.
const LIBRARY: &str = "kumataka";

#[derive(Debug, PartialEq, Eq)]
struct Violation {
    file: String,
    line: usize,
    layer: String,
    import: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, layer, import } = self;
        write!(f, "{file}:{line}: {layer} may not import {import}")
    }
}

/// An identifier or one character of punctuation, except that `::` is one token.
struct Token {
    text: String,
    line: usize,
}

impl Token {
    fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens outside comments and literals.
fn tokens(source: &str) -> Vec<Token> {
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
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
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

/// First names of paths from the crate root, with their lines.
fn imports(tokens: &[Token], module_depth: usize) -> Vec<(String, usize)> {
    let text = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
    let mut found = Vec::new();
    // Whether each open brace is that of a module written in place.
    let mut braces = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        match text(i) {
            "{" => braces.push(i >= 2 && text(i - 2) == "mod"),
            "}" => drop(braces.pop()),
            "crate" | LIBRARY if text(i + 1) == "::" => found.extend(first_names(tokens, i + 2)),
            // All other ways to the root give it a second name.
            "crate" if text(i + 1) == "as" => found.push(("self".to_owned(), tokens[i].line)),
            "super" => {
                let depth = module_depth + braces.iter().filter(|&&is_module| is_module).count();
                let mut climbed = 0;
                while text(i) == "super" && text(i + 1) == "::" {
                    climbed += 1;
                    i += 2;
                }
                if climbed > 0 {
                    if climbed >= depth {
                        found.extend(first_names(tokens, i));
                    }
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// The first name of a path or, in braces, of each path.
fn first_names(tokens: &[Token], start: usize) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut depth = 0;
    let mut expected = true;
    for token in tokens.iter().skip(start) {
        match token.text.as_str() {
            "{" => {
                depth += 1;
                // Braces directly in braces, as in `crate::{{board}}`, open with a first name too.
                continue;
            }
            "}" => depth -= 1,
            "," if depth == 1 => expected = true,
            text if expected && (token.is_name() || text == "*") => {
                found.push((text.to_owned(), token.line));
                expected = false;
            }
            _ => {}
        }
        if depth <= 0 {
            break;
        }
    }
    found
}

/// What `file`, a path below `src` with slashes, imports against the diagram.
fn violations(file: &str, source: &str) -> Vec<Violation> {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let layer = module.split('/').next().unwrap_or_default();
    // The root declares the layers, and may show anything of them. A file of tests is a test module written outside.
    if module == "lib" || module.ends_with("/tests") {
        return Vec::new();
    }
    let depth = if module == "main" { 0 } else { module.split('/').count() };
    let allowed = LAYERS.iter().find(|(name, _)| *name == layer);
    let Some((_, allowed)) = allowed else {
        let import = "anything: it is not in the diagram".to_owned();
        return vec![Violation { file: file.to_owned(), line: 1, layer: layer.to_owned(), import }];
    };
    imports(&without_tests(tokens(source)), depth)
        .into_iter()
        .filter(|(import, _)| import != layer && !allowed.concat().contains(&import.as_str()))
        .map(|(import, line)| Violation {
            file: file.to_owned(),
            line,
            layer: layer.to_owned(),
            import: format!("crate::{import}"),
        })
        .collect()
}

/// Calls `visit` with the path below `src` and the text of each source file.
fn for_each_source(folder: &Path, below: &str, visit: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            for_each_source(&path, &format!("{below}{name}/"), visit);
        } else if name.ends_with(".rs") {
            visit(&format!("{below}{name}"), &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn imports_follow_the_diagram() {
    let mut found = Vec::new();
    let mut imports_read = 0;
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for_each_source(&sources, "", &mut |file, source| {
        imports_read += imports(&tokens(source), 1).len();
        found.extend(violations(file, source));
    });
    assert!(imports_read > 0, "no imports found below {}", sources.display());
    let lines: Vec<_> = found.iter().map(|violation| format!("src/{violation}")).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// (line, import) of each violation.
fn caught(file: &str, source: &str) -> Vec<(usize, String)> {
    violations(file, source).into_iter().map(|violation| (violation.line, violation.import)).collect()
}

#[test]
fn forbidden_imports_are_caught() {
    let one = |line: usize, import: &str| vec![(line, format!("crate::{import}"))];
    assert_eq!(caught("rules/see.rs", "use crate::board::Square;\nuse crate::search::Node;"), one(2, "search"));
    assert_eq!(caught("board/mod.rs", "use crate::{board::{self, Square}, game::{Score,\n Game}};"), one(1, "game"));
    assert_eq!(caught("search/node.rs", "use crate::{\n    game::Game,\n    rules::Hand,\n};"), one(3, "rules"));
    assert_eq!(
        caught("mate/dfpn.rs", "fn f() { let x = \"\"; /* } */\n crate::variants::shogi() }"),
        one(2, "variants")
    );
    assert_eq!(caught("eval/mod.rs", "pub(crate) use {std::fmt, crate::usi::Loop};"), one(1, "usi"));
    assert_eq!(caught("rules/mod.rs", "use super::eval::Evaluator;"), one(1, "eval"));
    assert_eq!(caught("rules/position.rs", "use super::super::eval::Evaluator;"), one(1, "eval"));
    assert_eq!(caught("rules.rs", "mod inner {\n use super::super::eval;\n}"), one(2, "eval"));
    assert_eq!(caught("game/mod.rs", "macro_rules! m { () => { $crate::rules::x() } }"), one(1, "rules"));
    assert_eq!(caught("game/mod.rs", "use crate::r#rules::x;"), one(1, "rules"));
    assert_eq!(caught("game/mod.rs", "use crate::*;"), one(1, "*"));
    assert_eq!(caught("game/mod.rs", "use crate as root;"), one(1, "self"));
    assert_eq!(caught("game/mod.rs", "use crate::{self as root};"), one(1, "self"));
    assert_eq!(caught("main.rs", "use kumataka::cli;\nfn main() { kumataka::usi::run() }"), one(2, "usi"));
    assert_eq!(caught("stray.rs", "").len(), 1);
    // The test block is free, what follows it is not.
    let source = "#[cfg(test)]\nmod tests { fn f() { use crate::eval; } }\nuse crate::tools;";
    assert_eq!(caught("rules/see.rs", source), one(3, "tools"));

    let violation = &violations("rules/see.rs", "\nuse crate::search::Node;")[0];
    assert_eq!(violation.to_string(), "rules/see.rs:2: rules may not import crate::search");
}

#[test]
fn permitted_imports_pass() {
    let source = r##"
        //! See crate::search::Node.
        /* use crate::eval; /* nested */ use crate::usi; */
        use super::make::Undo;
        use crate::{board::{Bitboard, Square}, game::Game};
        pub(in crate::rules) const TEXT: &str = "use crate::search; \" crate::usi";
        const RAW: &str = r#"crate::search " crate::usi"#;
        const QUOTES: [char; 3] = ['"', '\'', '\u{22}'];
        fn f<'a>(x: &'a str) -> &'a str { self::g(x) }
        mod inner { use super::super::make; }
        #[cfg(test)]
        #[allow(dead_code)]
        mod tests { fn f() { use crate::variants::Shogi; } }
    "##;
    assert_eq!(caught("rules/see.rs", source), []);
    assert_eq!(caught("rules/tests.rs", "use crate::variants::Shogi;"), []);
    assert_eq!(caught("training/trainer.rs", "use crate::search::Pool;"), []);
    assert_eq!(caught("main.rs", "fn main() { kumataka::cli::run() }"), []);
}
