//! The names that players give to the tactics of shogi.

use super::Shogi;
use super::pieces::{DRAGON, GOLD, KNIGHT, LANCE, ROOK, SILVER};
use crate::board::{Direction, Square};
use crate::game::Motif;
use crate::rules::{Assault, Mating, Rules};

const KING_AND_ROOK: Motif = Motif::new("fork of king and rook", "王手飛車");
const SPLITTING_SILVER: Motif = Motif::new("splitting silver", "割り打ちの銀");
const KNIGHT_FORK: Motif = Motif::new("knight fork", "ふんどしの桂");
const CROSS_FORK: Motif = Motif::new("cross fork of the rook", "十字飛車");
const LANCE_SKEWER: Motif = Motif::new("lance skewer", "田楽刺し");
const GOLD_AT_HEAD: Motif = Motif::new("gold at the king's head", "頭金");
const HANGING_KNIGHT: Motif = Motif::new("mate by a knight", "吊るし桂");
const MATE_IN_THE_CENTRE: Motif = Motif::new("mate in the centre", "都詰め");
const MATE_IN_THE_CORNER: Motif = Motif::new("mate in the corner", "雪隠詰め");

/// The special name of a move's tactics, if it has one.
pub(super) fn motif(assault: &Assault<'_, Shogi>) -> Option<Motif> {
    let takes_rook = matches!(assault.captured_kind(), Some(ROOK | DRAGON));
    if assault.is_check() && takes_rook && (assault.is_fork() || assault.is_skewer()) {
        return Some(KING_AND_ROOK);
    }
    match assault.kind {
        SILVER if splits(assault) => Some(SPLITTING_SILVER),
        KNIGHT if assault.is_fork() => Some(KNIGHT_FORK),
        ROOK | DRAGON if crosses(assault) => Some(CROSS_FORK),
        LANCE if assault.is_skewer() => Some(LANCE_SKEWER),
        _ => None,
    }
}

/// True if a silver was dropped and attacks two pieces at once, both diagonally backwards.
fn splits(assault: &Assault<'_, Shogi>) -> bool {
    assault.is_drop() && assault.prey_towards(&[Direction::DownLeft, Direction::DownRight]).more_than_one()
}

/// True if a rook attacks along its file and along its rank at once.
fn crosses(assault: &Assault<'_, Shogi>) -> bool {
    let hunts = |directions| !assault.prey_towards(directions).is_empty();
    hunts(&[Direction::Up, Direction::Down]) && hunts(&[Direction::Left, Direction::Right])
}

/// The name of a mate, if it has one.
pub(super) fn mate_motif(mating: &Mating<'_, Shogi>) -> Option<Motif> {
    let (king, to) = (mating.king, mating.played.to());
    let (files, ranks) = Direction::Up.seen_by(mating.mated()).step();
    match mating.kind() {
        GOLD if king.offset(files, ranks) == Some(to) => Some(GOLD_AT_HEAD),
        KNIGHT => Some(HANGING_KNIGHT),
        _ if king == CENTRE => Some(MATE_IN_THE_CENTRE),
        _ if CORNERS.contains(&king) || CORNERS.contains(&Shogi.spec().rotate(king)) => Some(MATE_IN_THE_CORNER),
        _ => None,
    }
}

const CENTRE: Square = Square::new(4, 4);
const CORNERS: [Square; 2] = [Square::new(0, 0), Square::new(8, 0)];

#[cfg(test)]
mod tests {
    use crate::game::{Playable, Position as _, SfenMode, PlayablePosition as _};
    use crate::rules::{Move, Position};
    use crate::variants::Shogi;

    /// Position, moves, and the motif: the index of the move and the Japanese name.
    const LINES: &[(&str, &str, &str)] = &[
        ("9/1r3k3/9/9/9/9/9/9/4K4 b B 1", "B*6d 4b4a 6d8b+", "0 王手飛車"),
        ("9/7r1/9/5k3/9/9/9/9/4K4 b B 1", "B*6f 4d5d 6f2b+", "0 王手飛車"),
        ("8k/3g1g3/9/9/9/9/9/9/4K4 b S 1", "S*5a 6b6c 5a4b+", "0 割り打ちの銀"),
        ("k8/9/3s1g3/9/9/9/9/9/4K4 b N 1", "N*5e 4c4d 5e6c+", "0 ふんどしの桂"),
        ("k8/9/3s1g3/9/9/9/9/9/4K4 b N 1", "5i4i 9a9b N*5e 4c4d 5e6c+", "2 ふんどしの桂"),
        ("4k4/9/9/9/1s7/9/9/9/4K4 b R 1", "R*5e 5a4b 5e8e", "0 十字飛車"),
        ("k8/4r4/9/9/4s4/9/9/9/4K4 b L 1", "L*5h 5e4f 5h5b+", "0 田楽刺し"),
        ("k8/9/4s4/9/4g4/9/9/9/3K5 b R 1", "R*5h 5e6e 5h5c+", "0 串刺し"),
        ("4k4/9/6s2/9/8B/9/9/9/4K4 b P 1", "P*3d 5a6b 3d3c+", "0 釘付け"),
        ("k8/9/2s3s2/9/9/9/9/9/4K4 b B 1", "B*5e 3c3d 5e7c+", "0 両取り"),
        ("4k4/9/g8/9/4B4/9/9/4R4/8K b - 1", "5e6f 5a4b 6f9c+", "0 両取り"),
        ("4k4/9/4S4/9/9/9/9/4R4/8K b - 1", "5c4b", "0 両王手"),
        ("4k4/9/4S4/9/9/9/9/4R4/8K b - 1", "5c6d", "0 開き王手"),
        ("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b", "0 頭金"),
        ("7lk/7np/9/9/9/9/9/9/4K4 b N 1", "N*2c", "0 吊るし桂"),
        ("9/9/9/9/4k4/2GN2G2/4S4/9/8K b G 1", "G*5d", "0 都詰め"),
        ("8k/9/6S2/9/9/9/9/9/4K4 b G 1", "G*2b", "0 雪隠詰め"),
        // A gold in front of a king that may take it.
        ("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", ""),
        // The line does not go on with a capture, or ends before it.
        ("k8/9/3s1g3/9/9/9/9/9/4K4 b N 1", "N*5e 4c4d 5i4i", ""),
        ("k8/9/3s1g3/9/9/9/9/9/4K4 b N 1", "N*5e 4c4d", ""),
        // Another piece captures.
        ("k8/9/3s1g3/9/9/9/9/6R2/4K4 b N 1", "N*5e 6c7d 3h4h", ""),
        // Both are defended, and a bishop is the more valuable piece.
        ("k8/2g3g2/2s3s2/9/9/9/9/9/4K4 b B 1", "B*5e 3c3d 5e7c+", ""),
        // Pawns are no prey.
        ("k8/9/3p1p3/9/9/9/9/9/4K4 b N 1", "N*5e 4c4d 5e6c+", ""),
    ];

    fn named(mut position: Position<Shogi>, line: &[Move]) -> String {
        let motifs = position.motifs(line);
        for &m in line {
            assert_eq!(position.legality(m), Ok(()), "{}", position.rules().usi(m));
            position.make(m, &mut ());
        }
        let told: Vec<String> = motifs.iter().map(|tactic| format!("{} {}", tactic.index, tactic.motif.japanese)).collect();
        told.join(", ")
    }

    fn each_line(check: impl Fn(Position<Shogi>, Vec<Move>, &str)) {
        for &(sfen, moves, expected) in LINES {
            let position = Shogi.read_sfen(sfen, SfenMode::Mate).unwrap();
            let moves = moves.split(' ').map(|text| Shogi.read_move(text).unwrap()).collect();
            check(position, moves, expected);
        }
    }

    #[test]
    fn tactics_are_named_where_they_are_certain() {
        each_line(|position, moves, expected| assert_eq!(named(position.clone(), &moves), expected, "{}", position.sfen()));
    }

    #[test]
    fn white_does_the_same() {
        each_line(|position, moves, expected| {
            let turned: Vec<Move> = moves.into_iter().map(|m| Shogi.turned_move(m)).collect();
            let seen = position.turned().expect("a symmetric game");
            assert_eq!(named(seen, &turned), expected, "{}", position.sfen());
        });
    }
}
