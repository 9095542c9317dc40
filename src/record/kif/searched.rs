//! The expected lines of comments, in CSA moves as the server floodgate writes them and in KIF moves.

use super::game::{WrittenMove, move_text};
use crate::any::{AnyMove, AnyPosition, KernelPosition};
use crate::record::csa;
use crate::record::japanese::sign;

/// Translates a line of CSA moves after the move `last` into KIF moves; none if it begins with no move, or a move
/// cannot be played or would be written otherwise.
pub(in crate::record) fn in_kif(position: &AnyPosition, last: Option<AnyMove>, line: &str) -> Option<String> {
    // CSA has no words for the moves of large games.
    let KernelPosition::Drops(_) = position.kernel() else { return None };
    // A word that CSA would write otherwise could not be restored.
    let reads_back =
        |position: &AnyPosition, m: AnyMove, word: &str| csa::move_text(position, position.as_meant(m)) == word;
    let read = |position: &AnyPosition, _, word: &str| {
        csa::read_move(position, word).ok().filter(|&m| reads_back(position, m, word))
    };
    rewrite(position, last, line, is_csa, read, kif_word)
}

/// Translates a line of KIF moves after the move `last` into CSA moves; none if it begins with no move, or a move
/// cannot be played or would be written otherwise. A line of CSA moves stays as it is, because old versions wrote
/// those.
pub(in crate::record) fn in_csa(position: &AnyPosition, last: Option<AnyMove>, line: &str) -> Option<String> {
    if in_kif(position, last, line).is_some() {
        return Some(line.to_owned());
    }
    let KernelPosition::Drops(_) = position.kernel() else { return None };
    let read = |position: &AnyPosition, last: Option<AnyMove>, word: &str| {
        let text = word.strip_prefix(sign(position.side_to_move()))?;
        let (step, _) = WrittenMove::read(position.variant(), text).ok()?;
        let (m, _) = step.resolve(position, None, last).ok()?;
        (kif_word(position, last, m) == word).then_some(m)
    };
    rewrite(position, last, line, is_kif, read, |position, _, m| csa::move_text(position, m))
}

fn kif_word(position: &AnyPosition, last: Option<AnyMove>, m: AnyMove) -> String {
    format!("{}{}", sign(position.side_to_move()), move_text(position, m, last))
}

fn is_csa(word: &str) -> bool {
    let squares = word.strip_prefix(['+', '-']).and_then(|rest| rest.get(..4));
    squares.is_some_and(|squares| squares.bytes().all(|b| b.is_ascii_digit()))
}

fn is_kif(word: &str) -> bool {
    word.starts_with(['▲', '△'])
}

/// Rewrites the moves at the start of a line. Other words may follow, for instance the number of nodes.
fn rewrite(
    position: &AnyPosition,
    mut last: Option<AnyMove>,
    line: &str,
    is_move: fn(&str) -> bool,
    read: impl Fn(&AnyPosition, Option<AnyMove>, &str) -> Option<AnyMove>,
    write: impl Fn(&AnyPosition, Option<AnyMove>, AnyMove) -> String,
) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let moves = words.iter().take_while(|word| is_move(word)).count();
    let (moves, others) = words.split_at(moves);
    if moves.is_empty() || others.iter().any(|word| is_move(word)) {
        return None;
    }
    let mut position = position.clone();
    let mut written = Vec::with_capacity(words.len());
    for word in moves {
        let m = position.as_meant(read(&position, last, word)?);
        position.legality(m).ok()?;
        written.push(write(&position, last, m));
        position.make(m);
        last = Some(m);
    }
    written.extend(others.iter().map(|&word| word.to_owned()));
    Some(written.join(" "))
}
