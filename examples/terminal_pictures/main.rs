//! Draws the pictures of a game in the terminal that stand in the READMEs, by playing it in one:
//!
//! ```text
//! cargo run --example terminal_pictures -- target/release/kumataka
//! ```

#[cfg(unix)]
#[path = "../../tests/support/signals.rs"]
mod signals;
#[cfg(unix)]
mod svg;
#[cfg(unix)]
#[path = "../../tests/play/terminal.rs"]
#[allow(dead_code, reason = "the tests do more at a terminal")]
mod terminal;

/// As the tests have it, from which the terminal comes.
#[cfg(unix)]
mod support {
    pub use crate::signals::obey_usual_signals;
}

/// A language with the word that asks for a hint.
#[cfg(unix)]
const SCENES: [(&str, &str); 2] = [("en", "hint"), ("ja", "ヒント")];

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    let program = std::env::args_os().nth(1).expect("the program that plays has to be named");
    let program = std::path::Path::new(&program).canonicalize()?;
    let images = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images");
    for (language, hint) in SCENES {
        let picture = images.join(format!("play-{language}.svg"));
        std::fs::write(&picture, draw(&program, &images.join("play.usi"), language, hint)?)?;
        println!("{}", picture.display());
    }
    Ok(())
}

#[cfg(not(unix))]
fn main() {
    println!("The pictures are drawn on systems that have pseudo-terminals.");
}

/// Goes on with a game, asks for a hint, and draws what then is on the screen.
#[cfg(unix)]
fn draw(program: &std::path::Path, game: &std::path::Path, language: &str, hint: &str) -> std::io::Result<String> {
    let folder = tempfile::tempdir()?;
    let game = game.to_string_lossy();
    let arguments = ["play", &game, "--lang", language, "--black", "--level", "5", "--tc", "900+10"];
    let start = terminal::Start { program, columns: 80, folder: folder.path(), variables: &[], arguments: &arguments };
    let table = terminal::Terminal::start(&start);
    table.prompt("15>");
    table.answer(hint, "15>");
    Ok(svg::draw(&table.look()))
}
