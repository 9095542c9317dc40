//! Moves in Japanese: `７六歩`, `同　銀`, `５三桂左成`, `５五銀打`.
//!
//! If several pieces of a kind can go to the square, markers distinguish them: the way it went (上 forward, 寄
//! sideways, 引 back), the side it came from (左, 右), or 直, straight ahead.

use super::{Reason, text};
use crate::any::AnyMove;
use crate::board::{Bitboard, Color, Square};
use crate::game::{PlayablePosition as _, Position as _};
use crate::rules::{AnyGame, Kind, KindSpec, Move, Origin, Position, Rules as _, Spec};
use std::cmp::Ordering;

/// The sign of a side in Japanese texts.
#[must_use]
pub const fn sign(side: Color) -> char {
    match side {
        Color::Black => '▲',
        Color::White => '△',
    }
}

/// Markers that distinguish a move from those of other pieces of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Markers {
    pub side: Option<Side>,
    pub way: Option<Way>,
    /// A drop though a piece on the board could go there, or of a piece not held.
    pub drop: bool,
}

/// The side that the piece came from, seen by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Straight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Sideways,
    Back,
}

/// A destination, a piece, and what else a text says of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoken {
    /// None for 同, the target of the move before.
    pub to: Option<Square>,
    pub kind: Kind,
    pub markers: Markers,
    pub promotes: Option<bool>,
}

/// The square that a move went to.
pub(super) fn target(m: AnyMove) -> Square {
    m.of_kernel::<Move>().to()
}

/// Squares from which pieces like the moved one, itself included, reach the target by the rules of movement alone.
pub(super) fn candidates(position: &Position<AnyGame>, kind: Kind, to: Square) -> Bitboard {
    let side = position.side_to_move();
    AnyGame::attackers(position, side, to, position.occupied()) & position.pieces_of(side, kind)
}

fn way(color: Color, from: Square, to: Square) -> Way {
    let order = from.rank().cmp(&to.rank());
    match if color == Color::Black { order } else { order.reverse() } {
        Ordering::Greater => Way::Forward,
        Ordering::Equal => Way::Sideways,
        Ordering::Less => Way::Back,
    }
}

/// The side of `to` on which `from` lies; none straight ahead or behind.
fn side(color: Color, from: Square, to: Square) -> Option<Side> {
    let order = from.file().cmp(&to.file());
    match if color == Color::Black { order } else { order.reverse() } {
        Ordering::Greater => Some(Side::Left),
        Ordering::Equal => None,
        Ordering::Less => Some(Side::Right),
    }
}

const fn slides(kind: &KindSpec) -> bool {
    !kind.slides.is_empty()
}

/// The markers that the move needs. Pinned rivals count, as in the printed records.
pub(super) fn markers(position: &Position<AnyGame>, m: Move) -> Markers {
    let to = m.to();
    let from = match m.origin() {
        Origin::Hand(kind) => {
            let held = position.hand_count(position.side_to_move(), kind) > 0;
            return Markers { drop: !held || !candidates(position, kind, to).is_empty(), ..Markers::default() };
        }
        Origin::Board(from) => from,
    };
    let (color, kind) = (position.side_to_move(), position.piece(from).kind());
    let rivals = candidates(position, kind, to).without(Bitboard::square(from));
    let (own_way, own_side) = (way(color, from, to), side(color, from, to));
    let alone = |test: &dyn Fn(Square) -> bool| !rivals.into_iter().any(test);
    let mark = |side, way| Markers { side, way, drop: false };
    if rivals.is_empty() {
        mark(None, None)
    } else if alone(&|rival| way(color, rival, to) == own_way) {
        mark(None, Some(own_way))
    } else if slides(position.spec().kind(kind)) {
        let leftmost = alone(&|rival| side(color, rival, from) == Some(Side::Left));
        mark(Some(if leftmost { Side::Left } else { Side::Right }), None)
    } else if own_side.is_none() {
        mark(Some(Side::Straight), Some(own_way).filter(|&way| way != Way::Forward))
    } else if alone(&|rival| side(color, rival, to) == own_side) {
        mark(own_side, None)
    } else {
        mark(own_side, Some(own_way))
    }
}

/// True if the piece could have promoted and did not.
pub(super) fn declines(position: &Position<AnyGame>, m: Move) -> bool {
    !m.promotes() && position.could_promote(m)
}

/// Name of the moving piece, as it stands before the move.
pub(super) fn piece_name(position: &Position<AnyGame>, m: Move) -> &'static str {
    let kind = match m.origin() {
        Origin::Hand(kind) => kind,
        Origin::Board(from) => position.piece(from).kind(),
    };
    position.spec().names_of(kind).map_or("？", |names| names.japanese)
}

pub(super) fn square_text(square: Square) -> String {
    [text::fullwidth_digit(square.file() + 1), text::kanji_digit(square.rank() + 1)].iter().collect()
}

/// Writes a move without the sign of its side; `last` is the target of the move before.
#[must_use]
pub fn move_text(position: &Position<AnyGame>, m: Move, last: Option<Square>) -> String {
    let mut rest = piece_name(position, m).to_owned();
    let markers = markers(position, m);
    rest.push_str(match markers.side {
        Some(Side::Left) => "左",
        Some(Side::Right) => "右",
        Some(Side::Straight) => "直",
        None => "",
    });
    rest.push_str(match markers.way {
        Some(Way::Forward) => "上",
        Some(Way::Sideways) => "寄",
        Some(Way::Back) => "引",
        None => "",
    });
    rest.push_str(match (markers.drop, m.promotes(), declines(position, m)) {
        (true, ..) => "打",
        (_, true, _) => "成",
        (.., true) => "不成",
        _ => "",
    });
    match last {
        Some(square) if square == m.to() => {
            let gap = if rest.chars().count() == 1 { "　" } else { "" };
            format!("同{gap}{rest}")
        }
        _ => square_text(m.to()) + &rest,
    }
}

/// Reads a move as [`move_text`] writes it or in other common spellings, and returns the rest.
pub(super) fn parse<'a>(spec: &Spec, text: &'a str) -> Option<(Spoken, &'a str)> {
    let (to, rest) = parse_target(spec, text)?;
    let (kind, mut rest) = text::piece_at_start(spec, rest)?;
    let mut spoken = Spoken { to, kind, markers: Markers::default(), promotes: None };
    loop {
        let markers = &mut spoken.markers;
        let mut chars = rest.chars();
        match chars.next() {
            Some('左') => markers.side = Some(Side::Left),
            Some('右') => markers.side = Some(Side::Right),
            Some('直') => markers.side = Some(Side::Straight),
            Some('上' | '行' | '入') => markers.way = Some(Way::Forward),
            Some('寄') => markers.way = Some(Way::Sideways),
            Some('引' | '下') => markers.way = Some(Way::Back),
            Some('打') => markers.drop = true,
            Some('成') => spoken.promotes = Some(true),
            Some('生') => spoken.promotes = Some(false),
            Some('不') if chars.next() == Some('成') => spoken.promotes = Some(false),
            _ => return Some((spoken, rest)),
        }
        rest = chars.as_str();
    }
}

fn parse_target<'a>(spec: &Spec, text: &'a str) -> Option<(Option<Square>, &'a str)> {
    if let Some(rest) = text.strip_prefix('同') {
        return Some((None, rest.trim_start()));
    }
    let mut chars = text.chars();
    let mut coordinate = || text::numeral(chars.next()?).filter(|n| (1..=9).contains(n)).map(|n| n as u8 - 1);
    let square = Square::new(coordinate()?, coordinate()?);
    let rest = chars.as_str().trim_start();
    spec.on_board(square).then_some((Some(square), rest.strip_prefix('同').unwrap_or(rest).trim_start()))
}

/// True if a text leads back to the move, which is not certain for an illegal one.
pub(super) fn tells(position: &Position<AnyGame>, text: &str, m: Move, last: Option<Square>) -> bool {
    parse(position.spec(), text).is_some_and(|(spoken, _)| spoken.resolve(position, text, last) == Ok(m))
}

impl Spoken {
    /// The target square.
    pub fn target(&self, text: &str, last: Option<Square>) -> Result<Square, Reason> {
        self.to.or(last).ok_or_else(|| Reason::syntax(text, ["a first move", "初手"]))
    }

    /// Finds the move that is meant. Markers may be missing or too many if one legal move fits; a drop needs none if no
    /// piece on the board may go there.
    pub fn resolve(&self, position: &Position<AnyGame>, text: &str, last: Option<Square>) -> Result<Move, Reason> {
        let to = self.target(text, last)?;
        let all = candidates(position, self.kind, to);
        let can_drop = self.kind.index() < position.spec().drop_kinds();
        let held = can_drop && position.hand_count(position.side_to_move(), self.kind) > 0;
        if self.markers.drop || all.is_empty() && held {
            return if can_drop { Ok(Move::drop(self.kind, to)) } else { Err(Reason::NoCandidate(text.to_owned())) };
        }
        let fitting = self.fitting(all, position.spec().kind(self.kind), position.side_to_move(), to);
        let moves: Vec<Move> = fitting.into_iter().map(|from| self.board_move(position, from, to)).collect();
        let legal: Vec<Move> = moves.iter().copied().filter(|&m| position.legality(m).is_ok()).collect();
        let is_bare = self.markers == Markers::default() && self.promotes.is_none();
        if legal.is_empty() && held && is_bare && position.legality(Move::drop(self.kind, to)).is_ok() {
            return Ok(Move::drop(self.kind, to));
        }
        match (&*legal, &*moves) {
            ([m], _) | ([], [m]) => Ok(*m),
            ([], []) => self.promotion(position, to).ok_or_else(|| Reason::NoCandidate(text.to_owned())),
            _ => Err(Reason::Ambiguous(text.to_owned())),
        }
    }

    /// The one move that promotes to the named piece: some write `８八馬` for `８八角成`.
    fn promotion(&self, position: &Position<AnyGame>, to: Square) -> Option<Move> {
        let spec = position.spec();
        let base = spec.all_kinds().find(|&kind| spec.kind(kind).promotes_to == Some(self.kind))?;
        let fitting = self.fitting(candidates(position, base, to), spec.kind(base), position.side_to_move(), to);
        let mut moves = fitting.into_iter().filter_map(|from| self.promotion_from(position, from, to));
        moves.next().filter(|_| moves.next().is_none())
    }

    /// The move from a square that promotes to the named piece, if it is legal and the text says nothing else.
    pub fn promotion_from(&self, position: &Position<AnyGame>, from: Square, to: Square) -> Option<Move> {
        let piece = position.piece(from);
        let m = Move::board(from, to, true);
        let meant = !piece.is_none() && position.spec().kind(piece.kind()).promotes_to == Some(self.kind);
        (meant && self.promotes != Some(false) && position.legality(m).is_ok()).then_some(m)
    }

    /// The move in the usual words, if the text names the piece as it stands after it.
    pub fn renamed(&self, position: &Position<AnyGame>, m: Move, last: Option<Square>) -> Option<String> {
        let Origin::Board(from) = m.origin() else { return None };
        let piece = position.piece(from);
        (!piece.is_none() && piece.kind() != self.kind).then(|| move_text(position, m, last))
    }

    /// The move from a square. Without a word on promotion it promotes only if the rules force it.
    fn board_move(&self, position: &Position<AnyGame>, from: Square, to: Square) -> Move {
        let m = Move::board(from, to, self.promotes == Some(true));
        let forced =
            self.promotes.is_none() && matches!(position.legality(m), Err(crate::rules::Illegality::PromotionForced));
        if forced { Move::board(from, to, true) } else { m }
    }

    /// The candidates, all of one kind, that the markers allow.
    fn fitting(&self, all: Bitboard, kind: &KindSpec, color: Color, to: Square) -> Bitboard {
        let by_way = |from: &Square| self.markers.way.is_none_or(|marked| way(color, *from, to) == marked);
        let set: Bitboard = all.into_iter().filter(by_way).collect();
        let Some(marked) = self.markers.side else { return set };
        if marked == Side::Straight {
            let straight: Bitboard = set.into_iter().filter(|&from| side(color, from, to).is_none()).collect();
            // Alone, the marker means one step forward; if no piece can make that, it means any straight move.
            let steps = |from: &Square| way(color, *from, to) == Way::Forward && from.rank().abs_diff(to.rank()) == 1;
            let step: Bitboard = straight.into_iter().filter(steps).collect();
            return if self.markers.way.is_none() && !step.is_empty() { step } else { straight };
        }
        let beside: Bitboard = set.into_iter().filter(|&from| side(color, from, to) == Some(marked)).collect();
        let one_side_taken = !slides(kind) && !beside.is_empty();
        if one_side_taken { beside } else { outermost(set, color, marked) }
    }
}

/// The squares with no other of the set further out on the marked side.
fn outermost(set: Bitboard, color: Color, marked: Side) -> Bitboard {
    let further_out = |from: Square| set.into_iter().any(|other| side(color, other, from) == Some(marked));
    set.into_iter().filter(|&from| !further_out(from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Playable as _, SfenMode};
    use crate::variants::DropVariant;

    fn check(variant: DropVariant, sfen: &str, moves: &[(&str, &str)]) {
        let position = variant.game().read_sfen(sfen, SfenMode::Tolerant).unwrap();
        for &(usi, text) in moves {
            let m = position.parse_move(usi).unwrap();
            assert_eq!(move_text(&position, m, None), text);
            assert!(tells(&position, text, m, None), "{text}");
        }
    }

    /// Test vectors that programs for records agree on.
    #[test]
    fn markers_where_several_could_go() {
        check(
            DropVariant::Shogi,
            "k7K/9/9/9/9/9/2G6/3G5/2G6 b",
            &[("7g7h", "７八金引"), ("6h7h", "７八金寄"), ("7i7h", "７八金上")],
        );
        check(
            DropVariant::Shogi,
            "3k1K3/9/9/3S1S3/9/3S1S3/9/9/9 b",
            &[("4d5e", "５五銀右引"), ("4f5e", "５五銀右上"), ("6d5e", "５五銀左引"), ("6f5e", "５五銀左上")],
        );
        check(
            DropVariant::Shogi,
            "3k1K3/9/9/9/9/3GGG3/9/9/9 b",
            &[("4f5e", "５五金右"), ("5f5e", "５五金直"), ("6f5e", "５五金左")],
        );
        check(DropVariant::Shogi, "3k1K3/9/9/9/9/9/3+B+B4/9/9 b", &[("6g5f", "５六馬左"), ("5g5f", "５六馬右")]);
        check(DropVariant::Shogi, "3k1K3/9/9/5B3/9/9/9/1B7/9 b", &[("4d6f", "６六角引"), ("8h6f", "６六角上")]);
        check(DropVariant::Shogi, "k7K/9/9/9/9/9/S8/8g/9 b SPg", &[("S*9f", "９六銀打"), ("S*5e", "５五銀")]);
        check(DropVariant::Shogi, "4k4/9/9/9/3N1N3/9/9/9/4K4 b", &[("6e5c+", "５三桂左成"), ("4e5c", "５三桂右不成")]);
    }

    #[test]
    fn birds_on_both_sides() {
        check(DropVariant::Tori, "3k3/7/7/7/2C1C2/7/3K3 b - 1", &[("5e4d", "４四鶴左"), ("3e4d", "４四鶴右")]);
        check(
            DropVariant::Tori,
            "3k3/7/7/3C3/7/3C3/3K3 b R 1",
            &[("4d4e", "４五鶴引"), ("4f4e", "４五鶴上"), ("R*1a", "１一右鶉")],
        );
    }

    #[test]
    fn missing_and_needless_markers_are_read() {
        let position = DropVariant::Shogi.game().start();
        for text in ["７六歩", "76歩", "7六歩上", "７六歩行", "７六同歩"] {
            let (spoken, rest) = parse(position.spec(), text).unwrap();
            let m = spoken.resolve(&position, text, None).unwrap();
            assert_eq!((position.rules().usi(m).to_string().as_str(), rest), ("7g7f", ""), "{text}");
        }
        let (spoken, _) = parse(position.spec(), "５八金").unwrap();
        assert_eq!(spoken.resolve(&position, "５八金", None), Err(Reason::Ambiguous("５八金".to_owned())));
        // The pinned gold leaves one legal candidate.
        let pinned = DropVariant::Shogi.game().read_sfen("4r3k/9/9/9/9/9/9/3GG4/4K4 b - 1", SfenMode::Strict).unwrap();
        let (spoken, _) = parse(position.spec(), "６七金").unwrap();
        let m = spoken.resolve(&pinned, "６七金", None).unwrap();
        assert_eq!(pinned.rules().usi(m).to_string(), "6h6g");
        assert_eq!(move_text(&pinned, m, None), "６七金直");
    }

    #[test]
    fn a_drop_is_meant_where_no_piece_on_the_board_may_move() {
        let resolved = |hand: &str, text: &str| {
            let sfen = format!("4r3k/9/9/9/9/9/9/4G4/4K4 b {hand} 1");
            let position = DropVariant::Shogi.game().read_sfen(&sfen, SfenMode::Strict).unwrap();
            let (spoken, _) = parse(position.spec(), text).unwrap();
            spoken.resolve(&position, text, None).map(|m| position.rules().usi(m).to_string())
        };
        for (hand, text, meant) in [
            ("G", "６八金", "G*6h"),
            ("G", "６八金打", "G*6h"),
            ("G", "５七金", "5h5g"),
            // The pinned gold cannot go there, but nothing else is held or meant.
            ("-", "６八金", "5h6h"),
            ("G", "６八金寄", "5h6h"),
        ] {
            assert_eq!(resolved(hand, text).as_deref(), Ok(meant), "{hand} {text}");
        }
    }
}
