//! KIF of the large games, as lishogi writes and reads it: squares by number and kanji, the origin of each move after
//! an arrow, and a move in two steps on two lines. Drops end with 打, as in shogi.

use super::{FIRST_STEP, SECOND_STEP};
use crate::board::Color;
use crate::game::{Cell, PlayablePosition as _, SfenMode};
use crate::large::{Kind, KindSpec, MAX_MOVE_NUMBER, Move, Piece, Position, Setup, SfenError, Spec, Square, Width};
use crate::record::large::notation::{self, Ways, rank_name};
use crate::record::vocabulary::is_nothing;
use crate::record::{Oddity, Reason, diagram, text};
use std::fmt::Write as _;

/// Header of the square on which the last move captured a lion.
pub(super) const BAN: &str = "先獅子";

/// A move or one step of it as a line gives it.
pub(super) struct WrittenMove {
    /// None for the target of the last move, in either step.
    to: Option<Cell>,
    /// None for a drop.
    from: Option<Cell>,
    /// The words between both: the name of the piece, and its promotion.
    words: String,
}

impl WrittenMove {
    /// Reads a step, and returns the rest.
    ///
    /// # Errors
    /// If the text does not start with one.
    pub fn read<'a>(spec: &Spec, text: &'a str) -> Result<(Self, &'a str), Reason> {
        let error = || Reason::syntax(text, ["a move with its origin", "移動元の付いた指し手"]);
        let (to, after) = match text.strip_prefix(['仝', '同']) {
            Some(rest) => (None, rest.trim_start()),
            None => square(spec, text).map(|(to, rest)| (Some(to), rest)).ok_or_else(error)?,
        };
        if let Some((words, rest)) = after.split_once('打').filter(|(words, _)| !words.contains(OPENING)) {
            return Ok((Self { to, from: None, words: words.trim().to_owned() }, rest));
        }
        let (words, groups) = after.split_at(after.find(OPENING).unwrap_or(after.len()));
        let mut rest = groups;
        loop {
            let (group, after) = bracketed(rest).ok_or_else(error)?;
            if let Some(name) = group.strip_prefix('←') {
                let (from, _) = square(spec, name).filter(|(_, rest)| rest.is_empty()).ok_or_else(error)?;
                return Ok((Self { to, from: Some(from), words: words.trim().to_owned() }, after));
            }
            rest = after;
        }
    }

    pub fn mover<W: Width>(&self, position: &Position<W>) -> Option<Color> {
        let piece = position.piece(Square::of(self.from?));
        piece.is_piece().then(|| piece.color())
    }

    /// The move that the step gives alone or after `first`, and a warning if it was not read as it stands.
    ///
    /// # Errors
    /// If there is no such move.
    pub fn resolve<W: Width>(
        &self,
        position: &Position<W>,
        first: Option<&Self>,
        last: Option<Move<W>>,
    ) -> Result<(Move<W>, Option<Oddity>), Reason> {
        let to = self
            .to
            .map(Square::of)
            .or(last.map(Move::to))
            .ok_or_else(|| Reason::syntax("仝", ["the target of a first move", "初手の移動先"]))?;
        let Some(own) = self.from else { return Ok((self.dropped(position, to)?, None)) };
        let (from, words) = first.map_or((own, &self.words), |first| (first.from.unwrap_or(own), &first.words));
        let from = Square::of(from);
        let m = match first {
            None => (from != to).then(|| Move::new(from, to, is_promotion(words))),
            // lishogi writes 仝 on both lines if only the second step goes there, so that only its origin counts.
            Some(first) if first.to.is_none_or(|to| to == own) => {
                Move::double(from, Square::of(own), to, W::EXTRA_MOVEMENT && is_promotion(&self.words))
            }
            Some(_) => None,
        };
        let no_move =
            || Reason::syntax(format!("{}（←{}）", square_text(to.cell()), square_text(own)), ["a move", "指し手"]);
        let m = m.ok_or_else(no_move)?;
        let piece = position.piece(from);
        let names_another = piece.is_piece() && names_another(position.game().spec(), words, piece.kind());
        Ok((m, names_another.then(|| Oddity::Move(Reason::OtherPiece(square_text(from.cell()))))))
    }

    /// The drop that the step names.
    fn dropped<W: Width>(&self, position: &Position<W>, to: Square<W>) -> Result<Move<W>, Reason> {
        let spec = position.game().spec();
        let named = kind_at_start(spec, &self.words).filter(|(_, rest)| rest.is_empty());
        let held = named.map(|(kind, _)| kind).filter(|kind| kind.index() < spec.hand_kinds);
        let error = || Reason::syntax(&*self.words, ["a piece that is held", "持駒になる駒"]);
        held.map(|kind| Move::drop(kind, to)).ok_or_else(error)
    }
}

/// The value of the field 手合割 for a start; true if readers know the start by it.
pub(super) fn start_name<W: Width>(start: &Position<W>) -> (&'static str, bool) {
    let spec = start.game().spec();
    let sfen = start.sfen();
    let named = spec.handicaps.iter().find(|handicap| handicap.sfen == sfen);
    let name = named.filter(|handicap| handicap.sfen != spec.start).map_or(spec.title, |handicap| handicap.japanese);
    (name, named.is_some())
}

/// The diagram of a start with the headers that belong to it.
pub(super) fn diagram_text<W: Width>(start: &Position<W>) -> String {
    let mut text = notation::diagram(start, &[]);
    if let Some(ban) = start.ban() {
        let _ = writeln!(text, "{BAN}：{}", square_text(ban.cell()));
    }
    text
}

/// Reads a rank of a diagram, the text between the bars.
pub(super) fn read_rank<W: Width>(setup: &mut Setup<W>, rank: u8, row: &str) -> Result<(), Reason> {
    let spec = setup.game().spec();
    let named = |cell| kind_at_start(spec, cell);
    diagram::read_cells(row, spec.files, named, |file, color, kind| {
        setup.put(Square::new(file, rank), Piece::new(color, kind));
    })
}

/// Reads a hand, `萑歩二　牛車`, which must be empty in a game without drops.
pub(super) fn read_hand<W: Width>(setup: &mut Setup<W>, color: Color, hand: &str) -> Result<(), Reason> {
    let spec = setup.game().spec();
    let error = || match spec.hand_kinds {
        0 => Reason::syntax(hand, ["an empty hand, as all are in this game", "この将棋の持駒"]),
        _ => Reason::syntax(hand, ["a hand", "持駒"]),
    };
    let mut rest = if is_nothing(hand) { "" } else { hand.trim() };
    while !rest.is_empty() {
        let (kind, after) = kind_at_start(spec, rest).ok_or_else(error)?;
        let end = after.find(|c| text::numeral(c).is_none()).unwrap_or(after.len());
        let count = if end == 0 { Some(1) } else { text::number(&after[..end]) };
        if !count.is_some_and(|count| setup.hold(color, kind, count)) {
            return Err(error());
        }
        rest = after[end..].trim_start_matches(|c: char| c.is_whitespace() || "枚、，,・".contains(c));
    }
    Ok(())
}

/// Reads the header [`BAN`].
pub(super) fn read_ban<W: Width>(setup: &mut Setup<W>, value: &str) -> Result<(), Reason> {
    let (square, _) =
        square(setup.game().spec(), value).ok_or_else(|| Reason::syntax(value, ["a square", "マス目"]))?;
    setup.ban = Some(Square::of(square));
    Ok(())
}

/// The position of a diagram.
pub(super) fn set_up<W: Width>(mut setup: Setup<W>, side: Color, move_number: u32) -> Result<Position<W>, SfenError> {
    setup.side = side;
    setup.move_number = move_number.min(MAX_MOVE_NUMBER);
    Position::from_setup(&setup, SfenMode::Composed)
}

/// The one or two lines of a move, without numbers.
pub(super) fn move_lines<W: Width>(position: &Position<W>, m: Move<W>) -> Vec<String> {
    let piece = position.mover(m);
    let name = if piece.is_piece() { position.game().spec().kind(piece.kind()).names.japanese } else { "？" };
    // 四天王 would go on with the number of a rank.
    let gap = if name.starts_with(|c| text::numeral(c).is_some()) { " " } else { "" };
    let step = |from: Square<W>, to: Square<W>, sign: &str| {
        format!("{}{gap}{name}{sign} （←{}）", square_text(to.cell()), square_text(from.cell()))
    };
    match m.via() {
        None if m.dropped().is_some() => vec![format!("{}{gap}{name}打", square_text(m.to().cell()))],
        None => vec![step(m.from(), m.to(), if m.promotes() { "成" } else { "" })],
        Some(via) => {
            let stays = if Ways::of(position, m).stays { "（居食い）" } else { "" };
            let promotion = if m.promotes() { "成" } else { "" };
            vec![
                format!("{FIRST_STEP} {}", step(m.from(), via, "")),
                format!("{SECOND_STEP} {}", step(via, m.to(), &format!("{promotion}{stays}"))),
            ]
        }
    }
}

/// A square as this format writes it: `6十一`.
fn square_text(square: Cell) -> String {
    format!("{}{}", square.file + 1, rank_name(square.rank))
}

/// A square at the start of a text: a file in digits of any width, a rank in kanji.
fn square<'a>(spec: &Spec, text: &'a str) -> Option<(Cell, &'a str)> {
    // Kanji name the rank, not the file.
    let digit = |c| text::numeral(c).filter(|_| matches!(c, '0'..='9' | '０'..='９'));
    let end = text.find(|c| digit(c).is_none()).filter(|&end| end > 0)?;
    let file = text[..end].chars().filter_map(digit).try_fold(0_u32, |n, d| n.checked_mul(10)?.checked_add(d))?;
    let rest = &text[end..];
    let ranks = (0..spec.ranks).map(|rank| (rank, rank_name(rank)));
    let (rank, name) = ranks.filter(|(_, name)| rest.starts_with(name)).max_by_key(|(_, name)| name.len())?;
    let file = u8::try_from(file).ok().filter(|file| (1..=spec.files).contains(file))?;
    Some((Cell { file: file - 1, rank }, &rest[name.len()..]))
}

const OPENING: [char; 2] = ['（', '('];

/// The text in brackets at the start of a text, and the rest.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    text.trim_start().strip_prefix(OPENING)?.split_once(['）', ')'])
}

/// Bytes of the longest name of a kind at the start of a text; zero if there is none.
fn named(kind: &KindSpec, text: &str) -> usize {
    let names = kind.names.all().filter(|name| text.starts_with(name));
    names.map(str::len).max().unwrap_or(0)
}

/// The kind with the longest name at the start of a text, and the rest. A promoted piece of the wide games moves under
/// the name of another kind, which diagrams mean by it.
fn kind_at_start<'a>(spec: &Spec, text: &'a str) -> Option<(Kind, &'a str)> {
    let length = spec.kinds.iter().map(|kind| named(kind, text)).max().filter(|&length| length > 0)?;
    let (name, rest) = text.split_at(length);
    let drawn = spec.kinds.iter().position(|kind| kind.names.diagram == name);
    let index = drawn.or_else(|| spec.kinds.iter().rposition(|kind| named(kind, name) == length))?;
    Some((Kind::new(index), rest))
}

/// True if the name at the start of `words` is that of another kind. lishogi may call a promoted piece by the kind as
/// which it moves, and unknown names may mean any piece.
fn names_another(spec: &Spec, words: &str, kind: Kind) -> bool {
    let own = spec.kind(kind);
    let longest = spec.kinds.iter().map(|kind| named(kind, words)).max().unwrap_or(0);
    let mut kinds = spec.kinds.iter().filter(|other| named(other, words) == longest);
    named(own, words) < longest && !kinds.any(|other| own.promoted && own.moves_as(other))
}

/// True if the words after a square say that the piece promotes there.
fn is_promotion(words: &str) -> bool {
    words.ends_with('成') && !words.ends_with("不成")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{LargeVariant, WideVariant};

    #[test]
    fn names_in_diagrams_mean_one_kind() {
        let wide = WideVariant::ALL.iter().map(|variant| variant.game().spec());
        for spec in LargeVariant::ALL.iter().map(|variant| variant.game().spec()).chain(wide) {
            for (index, kind) in spec.kinds.iter().enumerate() {
                for name in std::iter::once(kind.names.diagram).chain(kind.names.synonyms.iter().copied()) {
                    assert_eq!(kind_at_start(spec, name), Some((Kind::new(index), "")), "{name} in {}", spec.name);
                }
            }
        }
    }

    #[test]
    fn a_promoted_piece_may_be_called_as_it_moves() {
        let spec = LargeVariant::Chu.game().spec();
        let called = |letter, promoted, words: &str| {
            !names_another(spec, words, spec.kind_called(letter, 0, promoted).expect("a kind"))
        };
        let names = [
            (b'P', "金将"),
            (b'I', "醉象"),
            (b'O', "獅子"),
            (b'X', "奔王"),
            (b'S', "竪行"),
            (b'C', "横行"),
            (b'B', "龍馬"),
            (b'R', "龍王"),
            (b'G', "金飛車"),
            (b'G', "飛車"),
            (b'F', "小角"),
            (b'F', "角行"),
        ];
        for (letter, words) in names {
            assert!(called(letter, true, words), "{words}");
            assert!(!called(letter, false, words), "{words}");
        }
        assert!(called(b'G', false, "金将") && !called(b'G', false, "と金") && !called(b'P', true, "銀将"));
        assert!(called(b'P', true, "何か"), "a name that nobody knows");
    }
}
