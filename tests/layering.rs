//! Who may import whom: the drawing in `src/lib.rs`, checked against every path from the crate root; and
//! that no files inside a room import each other in a circle, and that one door leads to the terminal.
//!
//! Reads the sources as tokens: `use crate::...` with nested braces, paths such as `crate::rules::Position` inside
//! code, and `super::` chains. Comments, literals and `#[cfg(test)] mod` blocks are free.

mod circles;
mod comments;
mod door;
mod drawing;
mod paths;
mod tokens;

use circles::Imports;
use drawing::Drawing;
use paths::paths;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use tokens::{tokens, without_tests};

/// Circles that are still there. The list may only shrink: whoever opens one strikes it out.
const CIRCLES: &[&[&str]] = &[];

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

/// The rooms of the macros that stand in the crate's root because they are exported.
fn exported_macros(sources: &[(String, String)]) -> BTreeMap<String, String> {
    const EXPORT: [&str; 6] = ["#", "[", "macro_export", "]", "macro_rules", "!"];
    let mut rooms = BTreeMap::new();
    for (file, source) in sources {
        let room = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let tokens = tokens(source);
        for window in tokens.windows(EXPORT.len() + 1) {
            if window.iter().map(|token| token.text.as_str()).take(EXPORT.len()).eq(EXPORT) {
                rooms.insert(window[EXPORT.len()].text.clone(), room.to_owned());
            }
        }
    }
    rooms
}

/// What `file`, a path below `src` with slashes, imports against the drawing.
fn violations(drawing: &Drawing, macros: &BTreeMap<String, String>, file: &str, source: &str) -> Vec<Violation> {
    let module: Vec<&str> = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/').collect();
    let layer = module[0];
    // The root declares the rooms, and may show anything of them. A file of tests is a test module written outside.
    if layer == "lib" || module.ends_with(&["tests"]) {
        return Vec::new();
    }
    let violation = |line, import| Violation { file: file.to_owned(), line, layer: layer.to_owned(), import };
    let Some(allowed) = drawing.below(layer) else {
        return vec![violation(1, "anything: it is not in the drawing".to_owned())];
    };
    let inside: &[&str] = if layer == "main" { &[] } else { &module };
    paths(&without_tests(tokens(source)), inside)
        .into_iter()
        .filter_map(|path| Some((path.segments.first()?.clone(), path.line)))
        .filter(|(import, _)| {
            let room = macros.get(import).unwrap_or(import);
            room != layer && !allowed.contains(room.as_str())
        })
        .map(|(import, line)| violation(line, format!("crate::{import}")))
        .collect()
}

fn drawing() -> Drawing {
    Drawing::read(include_str!("../src/lib.rs"))
}

/// The path below `src` and the text of each source file.
pub fn sources() -> Vec<(String, String)> {
    let mut sources = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    assert!(sources.iter().any(|(file, _)| file == "lib.rs"));
    sources
}

fn collect(folder: &Path, below: &str, sources: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            collect(&path, &format!("{below}{name}/"), sources);
        } else if name.ends_with(".rs") {
            sources.push((format!("{below}{name}"), fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn imports_follow_the_diagram() {
    let (drawing, sources) = (drawing(), sources());
    let macros = exported_macros(&sources);
    let found = sources.iter().flat_map(|(file, source)| violations(&drawing, &macros, file, source));
    let lines: Vec<_> = found.map(|violation| format!("src/{violation}")).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

#[test]
fn the_drawing_has_every_room_and_no_other() {
    let sources = sources();
    let rooms: BTreeSet<&str> = sources
        .iter()
        .map(|(file, _)| file.split('/').next().unwrap().trim_end_matches(".rs"))
        .filter(|room| *room != "lib")
        .collect();
    assert!(
        drawing().rooms().eq(rooms.iter().copied()),
        "drawn: {:?}; there: {rooms:?}",
        drawing().rooms().collect::<Vec<_>>()
    );
    for room in &rooms {
        assert!(!drawing().below(room).unwrap().contains(room), "{room} stands above itself");
    }
}

#[test]
fn files_of_a_room_import_each_other_in_no_circle() {
    let sources = sources();
    let found = Imports::new(sources.iter().map(|(file, source)| (file.as_str(), source.as_str()))).circles();
    let new: Vec<_> = found.iter().filter(|circle| !CIRCLES.iter().any(|known| circle == known)).collect();
    assert!(new.is_empty(), "files that import each other: {new:#?}");
    let opened: Vec<_> = CIRCLES.iter().filter(|known| !found.iter().any(|circle| circle == *known)).collect();
    assert!(opened.is_empty(), "no longer circles, to be struck out of the list: {opened:#?}");
}

/// (line, import) of each violation.
fn caught(file: &str, source: &str) -> Vec<(usize, String)> {
    let macros = BTreeMap::from([("with_game".to_owned(), "variants".to_owned())]);
    violations(&drawing(), &macros, file, source)
        .into_iter()
        .map(|violation| (violation.line, violation.import))
        .collect()
}

#[test]
fn forbidden_imports_are_caught() {
    let one = |line: usize, import: &str| vec![(line, format!("crate::{import}"))];
    assert_eq!(caught("rules/see.rs", "use crate::board::Square;\nuse crate::search::Node;"), one(2, "search"));
    assert_eq!(
        caught("board/mod.rs", "use crate::{board::{self, Square}, game::{Score,\n Kind}};"),
        [one(1, "game"), one(2, "game")].concat()
    );
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
    assert_eq!(caught("rules/see.rs", "fn f() { crate::with_game!(x) }"), one(1, "with_game"));
    assert_eq!(caught("game/mod.rs", "use crate::*;"), one(1, "*"));
    assert_eq!(caught("game/mod.rs", "use crate as root;"), one(1, "self"));
    assert_eq!(caught("game/mod.rs", "use crate::{self as root};"), one(1, "self"));
    assert_eq!(caught("cpu.rs", "use std::usi;\nfn main() { kumataka::usi::run() }"), one(2, "usi"));
    assert_eq!(caught("stray.rs", "").len(), 1);
    // The test block is free, what follows it is not.
    let source = "#[cfg(test)]\nmod tests { fn f() { use crate::eval; } }\nuse crate::jobs;";
    assert_eq!(caught("rules/see.rs", source), one(3, "jobs"));

    let violation = &violations(&drawing(), &BTreeMap::new(), "rules/see.rs", "\nuse crate::search::Node;")[0];
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
    assert_eq!(caught("commands/show.rs", "use crate::with_game;"), []);
    let exporting =
        "//! #[macro_export]\n#[macro_export]\nmacro_rules! tell { () => {} }\nmacro_rules! own { () => {} }";
    let exported = exported_macros(&[("jobs/terminal.rs".to_owned(), exporting.to_owned())]);
    assert_eq!(exported, BTreeMap::from([("tell".to_owned(), "jobs".to_owned())]));
    assert_eq!(caught("main.rs", "fn main() { kumataka::commands::run() }"), []);
}

fn circles_of(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
    Imports::new(sources.iter().copied()).circles()
}

#[test]
fn circles_are_found() {
    let room = "mod a; mod b; mod c; pub use b::Thing; pub use c::deep::Other as Renamed;";
    let circle = |names: &[&str]| vec![names.iter().map(|name| format!("game/{name}")).collect::<Vec<_>>()];
    // Directly; through a name that the room passes on; through a file in between and a renamed one.
    let direct = [("game/mod.rs", room), ("game/a.rs", "use super::b::X;"), ("game/b.rs", "use crate::game::{a::Y};")];
    assert_eq!(circles_of(&direct), circle(&["a", "b"]));
    let passed = [("game/mod.rs", room), ("game/a.rs", "use super::Thing;"), ("game/b.rs", "fn f() { super::a::y() }")];
    assert_eq!(circles_of(&passed), circle(&["a", "b"]));
    let around = [
        ("game/mod.rs", room),
        ("game/a.rs", "use super::Thing;"),
        ("game/b.rs", "use super::{Renamed};"),
        ("game/c/mod.rs", "pub mod deep;"),
        ("game/c/deep.rs", "use super::super::a;"),
    ];
    assert_eq!(circles_of(&around), circle(&["a", "b", "c/deep"]));
}

#[test]
fn no_circle_is_found_where_none_is() {
    let room = "mod a; mod b; pub use b::Thing; pub struct Own; fn f() { a::run() }";
    let a = "use super::{Own, Thing}; #[cfg(test)] mod tests { use super::super::b; }";
    // The room's own definitions are free, and so are test modules, words in comments and other crates' names.
    let b = "use super::Own; // use super::a;\nuse std::a::X; fn f() { a::x(); x.a::<b>() }";
    let tests = "use super::a; use super::b;";
    let sources = [("game/mod.rs", room), ("game/a.rs", a), ("game/b.rs", b), ("game/tests.rs", tests)];
    assert_eq!(circles_of(&sources), Vec::<Vec<String>>::new());
}

#[test]
fn the_drawing_is_read() {
    let drawing = Drawing::read("//! x <- y\n// a <- { b, c } <- d   (e <- f)\n// g <- b\n\nuse x;\n/// h <- a");
    assert_eq!(drawing.rooms().collect::<Vec<_>>(), ["a", "b", "c", "d", "g"]);
    let below = |room| drawing.below(room).map(|rooms| rooms.into_iter().collect::<Vec<_>>());
    assert_eq!(below("d").unwrap(), ["a", "b", "c", "g"]);
    assert_eq!(below("c").unwrap(), ["a"]);
    assert_eq!((below("a").unwrap().len(), below("h")), (0, None));
}
