//! The command lines in texts.

use kumataka::variants::Variant;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A terminal that breaks no line.
const WIDE: u32 = 1_000;
/// What stands above the examples of a help text.
const HEADING: &str = "Examples:";

/// The option by which work goes on that the same line without it has begun.
const RESUME: &str = " --resume";

/// Documents outside docs whose lines are run.
const ELSEWHERE: [&str; 8] = [
    "README.md",
    "README.ja.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "book/README.md",
    "src/variants/shogi/README.md",
    "src/variants/tori/README.md",
];

/// A command line with the place where it stands.
pub struct Example {
    pub source: String,
    pub line: String,
    /// The line that begins the work, if this one only goes on with it.
    pub resumed: Option<String>,
}

/// A document by its path, or a help text by the words of its command.
pub struct Text {
    pub source: String,
    pub text: String,
}

impl Text {
    /// Everything in docs, and the documents that stand elsewhere.
    pub fn documents() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let docs = ["docs", "docs/lab"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
        let docs = docs.into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|kind| kind == "md")).collect();
        paths.extend(ELSEWHERE.map(|path| root.join(path)));
        paths.into_iter().map(Self::document).collect()
    }

    /// The documents in the folders of all games.
    pub fn games() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants");
        Variant::ALL.iter().map(|variant| Self::document(folder.join(variant.folder()).join("README.md"))).collect()
    }

    fn document(path: PathBuf) -> Self {
        let source = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().display().to_string();
        Self { source, text: fs::read_to_string(path).unwrap() }
    }

    /// The help texts of the program and of all commands and their commands, as a terminal of so many columns shows them.
    pub fn helps(columns: u32) -> Vec<Self> {
        let mut helps = vec![Self::help(&[], columns)];
        let mut next = 0;
        while let Some(Self { source, text }) = helps.get(next) {
            let words: Vec<&str> = source.split_whitespace().collect();
            let commands = commands(text).into_iter().map(|name| Self::help(&[&words[..], &[name]].concat(), columns));
            let commands: Vec<Self> = commands.collect();
            helps.extend(commands);
            next += 1;
        }
        helps
    }

    fn help(words: &[&str], columns: u32) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
        command.args(words).arg("--help").env("COLUMNS", columns.to_string());
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        Self { source: words.join(" "), text: String::from_utf8(output.stdout).unwrap() }
    }

    /// The indented lines that call the program, joined where a backslash continues them; those of a help text stand
    /// below its examples.
    fn examples(&self, heading: Option<&str>) -> Vec<Example> {
        let lines = self.text.lines().skip_while(|&line| heading.is_some_and(|heading| line != heading));
        let joined = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
        let example = |line: String| {
            let resumed = line.contains(RESUME).then(|| line.replace(RESUME, ""));
            Example { source: self.source.clone(), line, resumed }
        };
        joined.lines().filter(|line| line.starts_with("  ")).filter_map(called).map(example).collect()
    }

    /// The examples of a help text with what is said to them.
    pub fn below_heading(&self) -> Vec<&str> {
        self.text.lines().skip_while(|&line| line != HEADING).collect()
    }

    /// The examples of a document, with their source.
    pub fn lines(&self) -> Vec<(String, String)> {
        self.examples(None).into_iter().map(|example| (example.source, example.line)).collect()
    }

    /// The commands in the prose, with their source.
    pub fn spans(&self) -> Vec<(String, String)> {
        let spans = self.text.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
        spans.filter(|span| span.starts_with("kumataka ")).map(|span| (self.source.clone(), span)).collect()
    }
}

/// The names below the heading of the commands.
fn commands(help: &str) -> Vec<&str> {
    let below = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = below.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

/// The line with the program by its plain name, if it calls the program.
fn called(line: &str) -> Option<String> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    for word in &mut words {
        if word.starts_with("target/") && word.ends_with("/release/kumataka") {
            *word = "kumataka";
        }
    }
    let calls = words.first() == Some(&"kumataka") || words.windows(2).any(|pair| pair == ["|", "kumataka"]);
    calls.then(|| words.join(" "))
}

/// The help of the command that a line calls.
pub fn help_of<'a>(helps: &'a [Text], words: &[&str]) -> Option<&'a str> {
    let count = words.iter().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase())).count();
    let source = words.get(1..count)?.join(" ");
    helps.iter().find(|help| help.source == source).map(|help| help.text.as_str())
}

/// Every command line of documents and help texts, once.
pub fn all() -> Vec<Example> {
    let documents = Text::documents().iter().flat_map(|text| text.examples(None)).collect::<Vec<_>>();
    let helps = Text::helps(WIDE).iter().flat_map(|text| text.examples(Some(HEADING))).collect::<Vec<_>>();
    let mut seen = HashSet::new();
    documents.into_iter().chain(helps).filter(|example| seen.insert(example.line.clone())).collect()
}
