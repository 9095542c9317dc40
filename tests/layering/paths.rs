//! The paths that a source file names, all from the crate root.

use super::tokens::Token;

/// The library's name, by which the binary reaches it.
const LIBRARY: &str = "kumataka";

/// One path of a `use` or of an expression.
#[derive(Debug)]
pub struct NamedPath {
    /// From the crate root, without the `self` that ends the path of a module in a list.
    pub segments: Vec<String>,
    /// What a `use` calls it in this file, if it stands in one.
    pub binds: Option<String>,
    pub line: usize,
}

/// All paths in the tokens of the module at `module`. Those that start with a plain name are taken as relative to the
/// module: most lead nowhere, and whoever asks must know which modules there are.
pub fn paths(tokens: &[Token], module: &[&str]) -> Vec<NamedPath> {
    let mut reader = Reader { tokens, found: Vec::new(), in_use: false };
    // The names of the open modules written in place, none for other braces.
    let mut braces: Vec<Option<&str>> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let here = || module.iter().copied().chain(braces.iter().flatten().copied()).map(str::to_owned).collect();
        let starts_path = i == 0 || !matches!(reader.text(i - 1), "::" | ".");
        let next = match reader.text(i) {
            "{" => {
                braces.push((i >= 2 && reader.text(i - 2) == "mod").then(|| reader.text(i - 1)));
                i + 1
            }
            "}" => {
                braces.pop();
                i + 1
            }
            "use" => {
                reader.in_use = true;
                i += 1;
                continue;
            }
            "crate" | LIBRARY if reader.text(i + 1) == "::" => reader.tree(i + 2, Vec::new()),
            // All other ways to the root give it a second name.
            "crate" if reader.text(i + 1) == "as" => {
                reader.note(vec!["self".to_owned()], i, None);
                i + 1
            }
            "super" if starts_path && reader.text(i + 1) == "::" => {
                let mut base: Vec<String> = here();
                let mut i = i;
                while reader.text(i) == "super" && reader.text(i + 1) == "::" {
                    base.pop();
                    i += 2;
                }
                reader.tree(i, base)
            }
            "self" if starts_path && reader.text(i + 1) == "::" => reader.tree(i + 2, here()),
            _ if starts_path && tokens[i].is_name() && reader.text(i + 1) == "::" => {
                let base: Vec<String> = here();
                // Relative to the root, the name of any other crate would look like a room.
                if base.is_empty() { i + 1 } else { reader.tree(i, base) }
            }
            _ => i + 1,
        };
        reader.in_use = false;
        i = next;
    }
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    found: Vec<NamedPath>,
    in_use: bool,
}

impl<'a> Reader<'a> {
    fn text(&self, i: usize) -> &'a str {
        self.tokens.get(i).map_or("", |token| token.text.as_str())
    }

    fn note(&mut self, mut segments: Vec<String>, last: usize, alias: Option<&str>) {
        // `crate::{self}` gives the root a name and stays as it is.
        if segments.len() > 1 {
            segments.pop_if(|last| last == "self");
        }
        let binds = alias.or(segments.last().map(String::as_str)).filter(|_| self.in_use).map(str::to_owned);
        let line = self.tokens.get(last).or(self.tokens.last()).map_or(0, |token| token.line);
        self.found.push(NamedPath { segments, binds, line });
    }

    /// Reads names, and lists in braces, that go on from `base`; returns the index behind them.
    fn tree(&mut self, mut i: usize, mut base: Vec<String>) -> usize {
        loop {
            match self.text(i) {
                "{" => {
                    i += 1;
                    while !matches!(self.text(i), "}" | "") {
                        i = if self.text(i) == "," { i + 1 } else { self.tree(i, base.clone()) };
                    }
                    return i + 1;
                }
                text if text == "*" || self.tokens.get(i).is_some_and(Token::is_name) => {
                    base.push(text.to_owned());
                    i += 1;
                    // What follows `::` in an expression may also be `<` and types.
                    let goes_on = self.text(i) == "::"
                        && (matches!(self.text(i + 1), "{" | "*")
                            || self.tokens.get(i + 1).is_some_and(Token::is_name));
                    if goes_on {
                        i += 1;
                        continue;
                    }
                    let alias = (self.in_use && self.text(i) == "as").then(|| self.text(i + 1));
                    self.note(base, i - 1, alias);
                    return if alias.is_some() { i + 2 } else { i };
                }
                _ => return i + 1,
            }
        }
    }
}
