//! Doc comments begin with the thing itself, as "The score of a move" or "True if a move gives check", and not with a
//! question word, whose clause has no noun.

use super::sources;

const QUESTION_WORDS: [&str; 4] = ["What", "Whether", "How", "Where"];

/// The text of a line of doc comments; none of other lines.
fn text_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// The lines, from 1, at which paragraphs of doc comments begin with a question word.
fn questions(source: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut is_within = false;
    for (line, number) in source.lines().zip(1..) {
        let text = text_of(line).unwrap_or_default();
        let first = text.split_whitespace().next();
        if !is_within && first.is_some_and(|word| QUESTION_WORDS.contains(&word)) {
            lines.push(number);
        }
        is_within = first.is_some();
    }
    lines
}

#[test]
fn question_words_are_found() {
    let source = "\
        //! What it is.\n\n\
        /// The score.\n/// Where it is.\n///\n/// Whether it is quiet.\n\
        // How it works.\n\
        /// Whatever comes.\n";
    assert_eq!(questions(source), [1, 6]);
}

#[test]
fn doc_comments_begin_with_the_thing() {
    let sources = sources();
    let lines: Vec<_> = sources
        .iter()
        .flat_map(|(file, source)| questions(source).into_iter().map(move |line| format!("src/{file}:{line}")))
        .collect();
    assert!(lines.is_empty(), "begin with a question word:\n{}", lines.join("\n"));
}
