//! The expected lines of comments, in moves of CSA as the server floodgate tells them and in those of KIF files.

use super::game::KifGame;
use super::write::move_text;
use crate::game::Position as _;
use crate::record::japanese::sign;
use crate::record::{Notated as _, csa};
use crate::rules::{Move, Position, Rules};

/// A line of CSA moves in moves of KIF; none if it does not begin with a move, or one of its moves cannot be played.
pub(super) fn in_kif<R: Rules>(position: &Position<R>, last: Option<Move>, line: &str) -> Option<String> {
    let read = |position: &Position<R>, _, word: &str| csa::read_move(position, word).ok();
    rewrite(position, last, line, is_csa, read, kif_word)
}

/// A line of moves of KIF in those of CSA; none if it does not begin with a move, or one of its moves cannot be played or would be
/// written otherwise. Old versions left a line of CSA moves in its place as it was.
pub(super) fn in_csa<R: Rules>(position: &Position<R>, last: Option<Move>, line: &str) -> Option<String> {
    if in_kif(position, last, line).is_some() {
        return Some(line.to_owned());
    }
    let read = |position: &Position<R>, last: Option<Move>, word: &str| {
        let text = word.strip_prefix(sign(position.side_to_move()))?;
        let (step, _) = position.rules().read_step(text).ok()?;
        let (m, _) = R::move_of(position, None, &step, last).ok()?;
        (kif_word(position, last, m) == word).then_some(m)
    };
    rewrite(position, last, line, is_kif, read, |position, _, m| csa::move_text(position, m))
}

fn kif_word<R: Rules>(position: &Position<R>, last: Option<Move>, m: Move) -> String {
    format!("{}{}", sign(position.side_to_move()), move_text(position, m, last.map(Move::to)))
}

fn is_csa(word: &str) -> bool {
    let squares = word.strip_prefix(['+', '-']).and_then(|rest| rest.get(..4));
    squares.is_some_and(|squares| squares.bytes().all(|b| b.is_ascii_digit()))
}

fn is_kif(word: &str) -> bool {
    word.starts_with(['▲', '△'])
}

/// Rewrites the moves that a line begins with. Words that are none may follow, such as the number of nodes.
fn rewrite<R: Rules>(
    position: &Position<R>,
    mut last: Option<Move>,
    line: &str,
    is_move: fn(&str) -> bool,
    read: impl Fn(&Position<R>, Option<Move>, &str) -> Option<Move>,
    write: impl Fn(&Position<R>, Option<Move>, Move) -> String,
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
        let m = R::as_meant(&position, read(&position, last, word)?);
        position.legality(m).ok()?;
        written.push(write(&position, last, m));
        position.make(m, &mut ());
        last = Some(m);
    }
    written.extend(others.iter().map(|&word| word.to_owned()));
    Some(written.join(" "))
}
