//! Paragraphs in lines of a width, in either script.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A paragraph beside its heading, which has a column of its own.
pub(super) fn fill(heading: &str, text: &str, column: usize, width: usize) -> String {
    let indent = |name: &str| format!("{name}{}", " ".repeat(column.saturating_sub(name.width())));
    let mut filled = String::new();
    let mut line = indent(heading);
    let mut is_new = true;
    for piece in pieces(text) {
        if !is_new && line.width() + piece.trim_end().width() > width {
            filled = filled + line.trim_end() + "\n";
            line = indent("");
        }
        line.push_str(piece);
        is_new = false;
    }
    filled + line.trim_end() + "\n"
}

/// The parts between which a line may be broken: words with the blank behind them, and wide characters, which keep the
/// closing signs behind them and the opening ones before them.
fn pieces(text: &str) -> Vec<&str> {
    const CLOSING: &str = "。、）・」";
    const OPENING: &str = "（「";
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        let breaks = before.is_some_and(|before: char| {
            let between_words = before == ' ' || before.width() == Some(2) || c.width() == Some(2);
            between_words && c != ' ' && !CLOSING.contains(c) && !OPENING.contains(before)
        });
        if breaks {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn lines_break_between_words_and_characters() {
        assert_eq!(fill("Aim", "one two three", 4, 11), "Aim one two\n    three\n");
        assert_eq!(fill("目的", "玉を取る。", 5, 11), "目的 玉を取\n     る。\n");
        assert_eq!(fill("", "longerthanaline x", 2, 6), "  longerthanaline\n  x\n");
    }
}
