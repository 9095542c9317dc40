//! What the program tells of itself, and whether the documents tell the same: levels, options, version, completions and
//! manual pages.

use crate::support::{Engine, folder};
use kumataka::variants::Variant;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn said(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a table, each cell for itself. A grade is two words.
fn rows(table: &str, cells: impl Fn(&str) -> Vec<String>) -> Vec<Vec<String>> {
    table.lines().map(cells).filter(|cells| cells.first().is_some_and(|cell| cell.parse::<i32>().is_ok())).collect()
}

/// A document of the repository.
fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn levels_are_those_of_the_documents() {
    let printed = rows(&said(&["levels"]), |line| line.split_whitespace().map(str::to_owned).collect());
    let cells = |line: &str| line.split(['|', ' ']).filter(|c| !c.is_empty()).map(str::to_owned).collect();
    assert_eq!(printed, rows(&document("docs/levels.md"), cells));
    let japanese = document("docs/levels.ja.md").replace("初段", "1段").replace('級', " kyu").replace('段', " dan");
    assert_eq!(printed, rows(&japanese, cells));
    assert_eq!((printed.len(), printed[0].join(" ")), (31, "-10 -1841 40 20 kyu".to_owned()));
}

/// Names of options with their defaults, as the program announces them; a button has none.
fn announced() -> Vec<(String, String)> {
    let mut engine = Engine::start();
    engine.send("usi");
    let lines = engine.until("usiok");
    let options = lines.iter().filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "));
    let option = |(name, rest): (&str, &str)| {
        let default = rest.split_once("default ").map_or("", |(_, default)| default);
        let default = default.split(" min ").next().and_then(|text| text.split(" var ").next()).unwrap_or_default();
        (name.to_owned(), default.to_owned())
    };
    options.map(option).collect()
}

/// The rows of the tables of a document that begin with the name of an option: names and defaults.
fn documented(name: &str) -> Vec<(String, String)> {
    let code = |cell: &str| cell.trim().trim_matches('`').to_owned();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split('|');
        let (name, default, purpose) = (cells.next()?, cells.next()?, cells.next()?);
        assert!(!purpose.trim().is_empty(), "{line}: what it does is not said");
        Some((code(name), code(default)))
    };
    document(name).lines().filter_map(row).collect()
}

#[test]
fn options_are_those_of_the_documents() {
    // The constants of the search, which a build for tuning adds, are not listed.
    let mut options = announced();
    options.retain(|(name, _)| !name.starts_with(|c: char| c.is_ascii_lowercase()));
    assert!(options.len() > 40, "{options:?}");
    for name in ["docs/options.md", "docs/options.ja.md"] {
        assert_eq!(documented(name), options, "{name}");
    }
}

#[test]
fn pictures_are_drawn_by_the_program() {
    for variant in ["shogi", "torishogi"] {
        let game = format!("{}/docs/images/{variant}.usi", env!("CARGO_MANIFEST_DIR"));
        for (language, end) in [("en", ""), ("ja", "-ja")] {
            let drawn = said(&["show", &game, "--variant", variant, "--lang", language, "--svg"]);
            assert_eq!(drawn, document(&format!("docs/images/{variant}{end}.svg")), "{variant} {language}");
        }
    }
}

/// The documents below docs.
fn documents() -> impl Iterator<Item = PathBuf> {
    let entries = ["docs", "docs/lab"].map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let paths = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|kind| kind == "md"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every document, and that of every game, is a chapter of the site.
#[test]
fn documents_are_chapters() {
    let chapters = document("docs/site/SUMMARY.md");
    let games = Variant::ALL.iter().map(|variant| root().join("src/variants").join(variant.folder()).join("README.md"));
    for path in documents().chain(games) {
        let place = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        assert!(chapters.contains(&format!("]({place})")), "docs/site/SUMMARY.md lacks {place}");
    }
    let named = chapters.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    named.for_each(|place| assert!(root().join(place).exists(), "docs/site/SUMMARY.md: {place}"));
}

/// The ladder of strength shows today's levels, and the badges today's version.
#[test]
#[cfg(unix)]
fn drawings_are_up_to_date() {
    for (script, drawing) in [(".ci/ladder", "docs/images/ladder.svg"), (".ci/badges", "docs/images/badges.svg")] {
        let drawn = Command::new(root().join(script)).output().unwrap();
        assert_eq!(String::from_utf8(drawn.stdout).unwrap(), document(drawing), "{script} > {drawing}");
    }
}

/// Every link in the documents to a file of the repository leads to one.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = documents();
    let others = ["README.md", "README.ja.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"];
    let others = others
        .iter()
        .map(|name| root.join(name))
        .chain(Variant::ALL.iter().map(|variant| root.join("src/variants").join(variant.folder()).join("README.md")));
    let mut links = 0;
    for path in documents.chain(others) {
        let text = fs::read_to_string(&path).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        for target in targets.chain(pictures).filter(|target| !target.starts_with("http")) {
            let file = target.split('#').next().unwrap();
            assert!(path.parent().unwrap().join(file).exists(), "{}: {target}", path.display());
            links += 1;
        }
    }
    assert!(links > 30, "only {links} links were found");
}

#[test]
fn version_and_name_are_the_same() {
    let version = said(&["--version"]);
    let version = version.trim_end().strip_prefix("kumataka ").unwrap();
    assert_eq!(said(&["-V"]).trim_end().strip_prefix("kumataka "), Some(version));
    let mut engine = Engine::start();
    engine.send("usi");
    assert_eq!(engine.expect("id name"), format!("id name Kumataka {version}"));
    engine.expect("usiok");
    engine.send("compiler");
    let built = engine.sync();
    assert_eq!(built[0], format!("Kumataka {version}"));
    assert_eq!(said(&["compiler"]).lines().collect::<Vec<_>>(), built);
}

/// The front page of the library names the version to depend on.
#[test]
fn the_library_names_its_version() {
    let (major, minor) = (env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"));
    assert!(document("src/lib.rs").contains(&format!("kumataka = {{ version = \"{major}.{minor}\"")));
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&["completions", shell]);
        for word in ["perft", "levels", "torishogi", "divide", "min-games"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// The shell itself completes a command, an option and a value.
#[test]
fn bash_reads_its_completions() {
    let script = said(&["completions", "bash"]);
    for (line, index, answer) in [
        ("kumataka sel", 1, "selfplay"),
        ("kumataka perft --div", 2, "--divide"),
        ("kumataka completions zs", 2, "zsh"),
    ] {
        let asked = format!(
            "{script}\nCOMP_WORDS=({line}); COMP_CWORD={index}; w=(${{COMP_WORDS[@]}}); \
             _kumataka kumataka \"${{w[{index}]}}\" \"${{w[{index}-1]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        // Where there is no bash, there is nothing to complete for it.
        let Ok(output) = Command::new("bash").args(["-c", &asked]).output() else { return };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), answer, "{line}: {output:?}");
    }
}

#[test]
fn manual_pages_tell_what_help_tells() {
    let page = said(&["man"]);
    assert!(page.contains(".TH kumataka 1") && page.contains("Without a command it speaks USI"), "{page}");
    let folder = folder("man");
    let pages = folder.join("deep/man1");
    // A second time over the first.
    for _ in 0..2 {
        said(&["man", "--out", pages.to_str().unwrap()]);
    }
    for name in ["kumataka", "kumataka-perft", "kumataka-book", "kumataka-book-make", "kumataka-levels"] {
        let page = fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains("kumataka"), "{name}: {page}");
    }
    let book = fs::read_to_string(pages.join("kumataka-book-make.1")).unwrap();
    assert!(book.contains("Leave out moves that were played in fewer games"), "{book}");
}
