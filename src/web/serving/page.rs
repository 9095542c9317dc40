//! The files of the page, which the program contains.

use crate::report::FONT;
use crate::web::answer::Answer;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal $kind:ident,)*) => {
        &[$(($name, $kind, include_bytes!(concat!("../page/", $name)) as &[u8]),)*]
    };
}

const FILES: &[(&str, &str, &[u8])] = files! {
    "index.html" HTML,
    "page.css" STYLE,
    "board.css" STYLE,
    "main.js" SCRIPT,
    "program.js" SCRIPT,
    "transport.js" SCRIPT,
    "board.js" SCRIPT,
    "input.js" SCRIPT,
    "panel.js" SCRIPT,
    "study.js" SCRIPT,
    "card.js" SCRIPT,
    "drag.js" SCRIPT,
    "drill.js" SCRIPT,
    "dialog.js" SCRIPT,
    "edit.js" SCRIPT,
    "lots.js" SCRIPT,
    "zoom.js" SCRIPT,
    "newgame.js" SCRIPT,
    "settings.js" SCRIPT,
    "text.js" SCRIPT,
};

/// The file of a name; the empty one is that of the page itself.
pub fn file(name: &str) -> Option<Answer> {
    if name == "pieces.otf" {
        return Some(Answer::file("font/otf", FONT));
    }
    let name = if name.is_empty() { "index.html" } else { name };
    let (_, kind, bytes) = FILES.iter().find(|(known, ..)| *known == name)?;
    Some(Answer::file(kind, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_files_that_are_there() {
        let texts: Vec<&str> = FILES.iter().map(|(_, _, bytes)| std::str::from_utf8(bytes).unwrap()).collect();
        for text in &texts {
            let imported = text.lines().filter_map(|line| line.split_once(" from './")).map(|(_, rest)| rest);
            for name in imported.filter_map(|rest| rest.split_once('\'')).map(|(name, _)| name) {
                assert!(file(name).is_some(), "{name}");
            }
            assert!(!text.contains("http://www.") || text.contains("http://www.w3.org/2000/svg"), "another host");
        }
        assert!(file("").is_some() && file("pieces.otf").is_some() && file("../mod.rs").is_none());
    }
}
